// A second device for the tests: its memory cannot be touched but while one of its kernels or copies runs, so that any
// read of a data pointer outside a backend ends the test at once.
#pragma once

#include <sys/mman.h>

#include <map>
#include <mutex>

#include "engine/backend/backend.h"
#include "engine/backend/cpu/state.h"
#include "engine/ops/fill_cpu.h"

namespace lockstep::test {

class FakeBackend final : public engine::Backend, private engine::LaunchListener {
 public:
  FakeBackend() : Backend({engine::DeviceType::test, 0}, std::size_t{1} << 30U) {
    state_.use_threads(2);
    context_.state = &state_;
    engine::fill_cpu(mutable_kernels());
    set_listener(this);
  }

  /// Registers the device "test:0" once for the process.
  static FakeBackend& instance() {
    static FakeBackend* const fake = [] {
      auto owned = std::make_unique<FakeBackend>();
      FakeBackend* raw = owned.get();
      engine::register_backend(std::move(owned));
      return raw;
    }();
    return *fake;
  }

  [[nodiscard]] long launches() const noexcept { return launches_; }

  void* allocate_block(std::size_t bytes) noexcept override {
    void* block = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return nullptr;
    const std::lock_guard lock(mutex_);
    blocks_[block] = bytes;
    return block;
  }
  void release_block(void* block, std::size_t bytes) noexcept override {
    const std::lock_guard lock(mutex_);
    blocks_.erase(block);
    ::munmap(block, bytes);
  }
  void copy_from_host(void* destination, const void* source, std::size_t bytes) override {
    const Open open(*this);
    __builtin_memcpy(destination, source, bytes);
  }
  void copy_to_host(void* destination, const void* source, std::size_t bytes) override {
    const Open open(*this);
    __builtin_memcpy(destination, source, bytes);
  }
  void synchronize() override {}

 private:
  struct Open {
    explicit Open(FakeBackend& b) : backend(b) { backend.protect(PROT_READ | PROT_WRITE); }
    ~Open() { backend.protect(PROT_NONE); }
    FakeBackend& backend;
  };
  void protect(int mode) noexcept {
    const std::lock_guard lock(mutex_);
    for (const auto& [block, bytes] : blocks_) ::mprotect(block, bytes, mode);
  }
  void launch_begins() noexcept override {
    ++launches_;
    protect(PROT_READ | PROT_WRITE);
  }
  void launch_ends() noexcept override { protect(PROT_NONE); }

  engine::cpu::State state_;
  std::mutex mutex_;
  std::map<void*, std::size_t> blocks_;
  long launches_ = 0;
};

}  // namespace lockstep::test
