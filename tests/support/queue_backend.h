// A device that works beside the host, for the tests: launches and copies wait in two queues until something waits for them (as
// late as the rules allow, or uploads as early as they allow), captures record launches and replay them, and its memory can't be
// touched but while work runs. New memory holds NaN.
#pragma once

#include <sys/mman.h>

#include <cstring>
#include <deque>
#include <map>
#include <optional>

#include "engine/backend/backend.h"
#include "engine/backend/cpu/state.h"
#include "tests/support/late_kernels.h"

namespace lockstep::test {

class QueueBackend final : public engine::Backend, private LaunchQueue {
 public:
  enum class Uploads : std::uint8_t { late, early };

  QueueBackend() : Backend({engine::DeviceType::test, 1}, std::size_t{1} << 30U) {
    state_.use_threads(2);
    context_.state = &state_;
    context_.stream = static_cast<LaunchQueue*>(this);
    late_kernels(mutable_kernels());
  }

  /// Registers the device "test:1" once for the process; what a test changed is as at first.
  static QueueBackend& instance() {
    static QueueBackend* const backend = [] {
      auto owned = std::make_unique<QueueBackend>();
      QueueBackend* raw = owned.get();
      engine::register_backend(std::move(owned));
      return raw;
    }();
    for (Queue* queue : {&backend->compute_, &backend->copies_}) {
      queue->done = queue->end();
      queue->waiting.clear();
    }
    backend->uploads = Uploads::late;
    backend->captures = true;
    backend->fails_capture = false;
    backend->fails_after.reset();
    backend->lost_.reset();
    backend->replays = backend->waits = backend->waits_behind = 0;
    backend->allocator().set_budget(std::size_t{1} << 30U);
    return *backend;
  }

  Uploads uploads = Uploads::late;
  bool captures = true;       ///< capture() gives work, else null
  bool fails_capture = false;  ///< a library in it refuses
  std::optional<long> fails_after;  ///< the device is lost after so many more pieces of work
  long replays = 0;
  long waits = 0;         ///< how often the host waited for work that was not done
  long waits_behind = 0;  ///< how often more was enqueued behind what it waited for

  // --- memory
  void* allocate_block(std::size_t bytes) noexcept override {
    void* block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return nullptr;
    std::memset(block, 0xFF, bytes);
    if (depth_ == 0) ::mprotect(block, bytes, PROT_NONE);
    blocks_[block] = bytes;
    return block;
  }
  void release_block(void* block, std::size_t bytes) noexcept override {
    try {
      run(compute_, compute_.end());
      run(copies_, copies_.end());
    } catch (const engine::Error&) {
      // A device that is lost runs nothing any more.
    }
    blocks_.erase(block);
    ::munmap(block, bytes);
  }

  // --- the queue
  [[nodiscard]] bool is_asynchronous() const noexcept override { return true; }
  [[nodiscard]] const engine::Message* lost() const noexcept override { return lost_ ? &*lost_ : nullptr; }
  void copy_from_host(void* destination, const void* source, std::size_t bytes) override {
    refuse_while_capturing("a copy from the host");
    const auto* from = static_cast<const std::byte*>(source);
    enqueue([destination, content = std::vector<std::byte>(from, from + bytes)] { copy(destination, content.data(), content.size()); });
  }
  void copy_to_host(void* destination, const void* source, std::size_t bytes) override {
    synchronize();
    const Open open(*this);
    copy(destination, source, bytes);
  }
  void synchronize() override {
    refuse_while_capturing("waiting");
    wait(compute_, compute_.end());
  }
  [[nodiscard]] std::unique_ptr<engine::QueueMarker> mark() override {
    refuse_while_capturing("a marker");
    return std::make_unique<Marker>(*this, compute_);
  }
  void enqueue_copy_to_host(void* staging, const void* source, std::size_t bytes) override {
    refuse_while_capturing("a copy to the host");
    enqueue([=] { copy(staging, source, bytes); });
  }
  [[nodiscard]] std::unique_ptr<engine::QueueMarker> upload(void* destination, const void* staging, std::size_t bytes, const engine::QueueMarker* after) override {
    refuse_while_capturing("an upload");
    const std::size_t needed = after == nullptr ? 0 : static_cast<const Marker*>(after)->position();
    copies_.waiting.push_back({[=] { copy(destination, staging, bytes); }, needed});
    run_early_uploads();
    return std::make_unique<Marker>(*this, copies_);
  }
  void wait_in_queue(const engine::QueueMarker& marker) override {
    refuse_while_capturing("a wait in the queue");
    enqueue([this, position = static_cast<const Marker&>(marker).position()] { run(copies_, position); });
  }
  [[nodiscard]] std::unique_ptr<engine::CapturedWork> capture(const std::function<void()>& work) override {
    if (!captures) return nullptr;
    auto captured = std::make_unique<Captured>(*this, allocator().open_pool());
    recording_ = &captured->work;
    try {
      work();
      if (fails_capture) throw engine::DeviceError(engine::plain_message("test.capture", "a library refuses"));
    } catch (...) {
      recording_ = nullptr;
      allocator().close_pool();
      throw;
    }
    recording_ = nullptr;
    allocator().close_pool();
    return captured;
  }

 private:
  struct Work {
    std::function<void()> run;
    std::size_t after = 0;  ///< of compute_, for copies_
  };
  struct Queue {
    std::deque<Work> waiting;
    std::size_t done = 0;
    [[nodiscard]] std::size_t end() const { return done + waiting.size(); }
  };
  class Marker final : public engine::QueueMarker {
   public:
    Marker(QueueBackend& backend, Queue& queue) : backend_(backend), queue_(queue), position_(queue.end()) {}
    void wait() override {
      backend_.refuse_while_capturing("waiting");
      backend_.wait(queue_, position_);
    }
    [[nodiscard]] std::size_t position() const { return position_; }

   private:
    QueueBackend& backend_;
    Queue& queue_;
    std::size_t position_;
  };
  struct Captured final : engine::CapturedWork {
    Captured(QueueBackend& b, int p) : backend(b), pool(p) {}
    ~Captured() override { backend.allocator().release_pool(pool); }
    void replay() override {
      ++backend.replays;
      for (const auto& one : work) backend.enqueue(one);
    }
    QueueBackend& backend;
    int pool;
    std::vector<std::function<void()>> work;
  };
  /// Memory can be touched while one lives.
  struct Open {
    explicit Open(QueueBackend& b) : backend(b) {
      if (backend.depth_++ == 0) backend.protect(PROT_READ | PROT_WRITE);
    }
    ~Open() {
      if (--backend.depth_ == 0) backend.protect(PROT_NONE);
    }
    QueueBackend& backend;
  };

  static void copy(void* destination, const void* source, std::size_t bytes) {
    if (bytes != 0) std::memcpy(destination, source, bytes);
  }
  void enqueue(std::function<void()> work) override {
    if (recording_ != nullptr) recording_->push_back(std::move(work));
    else compute_.waiting.push_back({std::move(work), 0});
  }
  void wait(Queue& queue, std::size_t position) {
    if (queue.done < position) ++waits;
    if (queue.done < position && position < queue.end()) ++waits_behind;
    run(queue, position);
  }
  void run(Queue& queue, std::size_t position) {
    const Open open(*this);
    while (queue.done < position) {
      fail_if_due();
      const Work next = std::move(queue.waiting.front());
      queue.waiting.pop_front();
      run(compute_, next.after);
      ++queue.done;
      next.run();
      run_early_uploads();
    }
  }
  void run_early_uploads() {
    while (uploads == Uploads::early && !copies_.waiting.empty() && copies_.waiting.front().after <= compute_.done) run(copies_, copies_.done + 1);
  }
  void fail_if_due() {
    if (fails_after && (*fails_after)-- <= 0 && !lost_) lost_ = engine::plain_message("test.lost", "the device fell off the bus");
    if (lost_) throw engine::DeviceError(*lost_);
  }
  void refuse_while_capturing(const char* what) const {
    if (recording_ != nullptr) throw engine::DeviceError(engine::plain_message("test.capture", std::string(what) + " is not possible while a step is captured"));
  }
  void protect(int mode) noexcept {
    for (const auto& [block, bytes] : blocks_) ::mprotect(block, bytes, mode);
  }

  engine::cpu::State state_;
  std::map<void*, std::size_t> blocks_;
  int depth_ = 0;
  Queue compute_;
  Queue copies_;
  std::vector<std::function<void()>>* recording_ = nullptr;
  std::optional<engine::Message> lost_;
};

}  // namespace lockstep::test
