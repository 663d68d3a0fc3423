// Workers take the batches in order, each into a slot of a ring; next() takes them out in the same order. A batch depends
// on its place only, so neither the number of workers nor their timing can change it.
#include "engine/data/loader.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/data/batch_builder.h"
#include "engine/data/sampler.h"

namespace lockstep::engine::data {

namespace {

constexpr int max_workers = 256;
using EpochOrder = std::shared_ptr<const std::vector<std::int64_t>>;

enum class State : std::uint8_t { free, building, ready };

struct Slot {
  State state = State::free;
  Batch batch;
  bool end_of_epoch = false;  ///< stands for "no more batches in this epoch"
  std::exception_ptr failure;
};

void check(const LoaderOptions& options, const Dataset& dataset, Part part) {
  const auto fail = [](const std::string& text) { throw ValueError(plain_message("data.loader", text)); };
  if (options.batch_size < 1) fail(fmt::format("data.batch_size = {} must be at least 1", options.batch_size));
  if (options.workers < 0 || options.workers > max_workers) fail(fmt::format("data.workers = {} is not in 0 … {}", options.workers, max_workers));
  if (dataset.indices(part).empty()) fail("this part of the data has no samples");
  if (options.order == Order::weighted && (!dataset.has_targets() || !dataset.targets().classification)) {
    fail("weighted sampling needs classes; the targets are real numbers");
  }
  if (options.inputs == Inputs::indices && options.augment && !dataset.augment().empty()) fail("augmented samples have no index");
  const auto count = static_cast<std::int64_t>(dataset.indices(part).size());
  if (options.drop_last && count < options.batch_size) {
    fail(fmt::format("data.drop_last leaves no batch: {} samples, data.batch_size = {}", count, options.batch_size));
  }
}

/// Each class is drawn equally often.
AliasTable class_weights(const Dataset& dataset, Part part) {
  const auto& labels = dataset.targets().labels;
  std::vector<double> counts(dataset.targets().class_names.size());
  for (const std::int64_t i : dataset.indices(part)) ++counts[static_cast<std::size_t>(labels[static_cast<std::size_t>(i)])];
  std::vector<double> weights;
  for (const std::int64_t i : dataset.indices(part)) weights.push_back(1 / counts[static_cast<std::size_t>(labels[static_cast<std::size_t>(i)])]);
  return AliasTable(weights);
}

}  // namespace

struct Loader::Impl {
  Impl(std::shared_ptr<const Dataset> data, Part chosen, const LoaderOptions& chosen_options)
      : dataset(std::move(data)), part(chosen), options(chosen_options), builder(dataset, options.augment, options.augment_seed, options.inputs) {
    check(options, *dataset, part);
    if (options.order == Order::weighted) table.emplace(class_weights(*dataset, part));
    count = static_cast<std::int64_t>(dataset->indices(part).size());
    if (options.drop_last) count -= count % options.batch_size;
    if (options.workers == 0) scratch = builder.scratch();
  }
  ~Impl() { stop_workers(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  /// With `mutex` held where there are workers.
  EpochOrder order_of(std::int64_t epoch) {
    if (options.order == Order::sequential) return {EpochOrder(), &dataset->indices(part)};  // owned by the data set
    if (!current || current_epoch != epoch) {
      const auto& indices = dataset->indices(part);
      current = std::make_shared<const std::vector<std::int64_t>>(options.order == Order::shuffle
                                                                      ? shuffled(indices, options.shuffle_seed, epoch)
                                                                      : sampled(indices, *table, options.sample_seed, epoch));
      current_epoch = epoch;
    }
    return current;
  }

  [[nodiscard]] std::span<const std::int64_t> batch_at(const std::vector<std::int64_t>& order, Position at) const {
    const std::int64_t n = std::min(options.batch_size, count - at.samples);
    return std::span(order).subspan(static_cast<std::size_t>(at.samples), static_cast<std::size_t>(n));
  }

  [[nodiscard]] Position after(Position at) const {
    if (at.samples >= count) return {at.epoch + 1, 0};
    return {at.epoch, std::min(at.samples + options.batch_size, count)};
  }

  void stop_workers() {
    {
      const std::lock_guard lock(mutex);
      for (std::jthread& worker : workers) worker.request_stop();
    }
    changed.notify_all();
    workers.clear();
    slots.clear();
  }

  /// Workers begin at the first next(), so that an unused loader costs no threads.
  void start_workers() {
    slots.resize(static_cast<std::size_t>(options.workers) * 2);
    produced = consumed = 0;
    producing = position;
    for (int i = 0; i < options.workers; ++i) {
      workers.emplace_back([this](const std::stop_token& stop) { work(stop); });
    }
  }

  void work(const std::stop_token& stop) {
    Scratch own = builder.scratch();
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, stop, [&] { return produced - consumed < slots.size() && !paused; });
      if (stop.stop_requested()) return;
      Slot& slot = slots[produced++ % slots.size()];
      const Position at = producing;
      producing = after(at);
      slot.state = State::building;
      slot.end_of_epoch = at.samples >= count;
      slot.failure = nullptr;
      if (slot.end_of_epoch) {
        // An evaluation is run again from its start by the caller's own word; reading on would be for nothing.
        paused = options.order == Order::sequential;
      } else {
        build(slot, at, own, lock, stop);
      }
      slot.state = State::ready;
      changed.notify_all();
    }
  }

  void build(Slot& slot, Position at, Scratch& own, std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
    try {
      const EpochOrder order = order_of(at.epoch);
      lock.unlock();
      builder.build(at.epoch, at.samples, batch_at(*order, at), own, slot.batch, stop);
    } catch (...) {
      slot.failure = std::current_exception();
    }
    if (!lock.owns_lock()) lock.lock();
  }

  bool next_from_workers(Batch& batch, const std::stop_token& stop) {
    if (workers.empty()) start_workers();
    std::unique_lock lock(mutex);
    Slot& slot = slots[consumed % slots.size()];
    if (paused && consumed == produced) {
      paused = false;
      changed.notify_all();
    }
    changed.wait(lock, stop, [&] { return consumed < produced && slot.state == State::ready; });
    if (stop.stop_requested()) throw Stopped();
    slot.state = State::free;
    ++consumed;
    position = after(position);
    const bool end = slot.end_of_epoch;
    const std::exception_ptr failure = std::exchange(slot.failure, nullptr);
    if (!end && !failure) std::swap(batch, slot.batch);
    lock.unlock();
    changed.notify_all();
    if (failure) std::rethrow_exception(failure);
    return !end;
  }

  bool next_here(Batch& batch, const std::stop_token& stop) {
    if (stop.stop_requested()) throw Stopped();
    const Position at = position;
    if (at.samples < count) builder.build(at.epoch, at.samples, batch_at(*order_of(at.epoch), at), scratch, batch, stop);
    position = after(at);
    return at.samples < count;
  }

  std::shared_ptr<const Dataset> dataset;
  Part part;
  LoaderOptions options;
  BatchBuilder builder;
  std::optional<AliasTable> table;
  std::int64_t count = 0;  ///< samples an epoch
  Position position;       ///< of the next batch given out
  Scratch scratch;         ///< of the caller, without workers

  std::mutex mutex;  ///< guards what follows while workers run
  std::condition_variable_any changed;
  EpochOrder current;
  std::int64_t current_epoch = -1;
  std::vector<Slot> slots;
  std::uint64_t produced = 0;  ///< slots taken by workers, ever
  std::uint64_t consumed = 0;  ///< and given out
  Position producing;
  bool paused = false;  ///< at the end of a sequential epoch, until the caller asks for the next
  std::vector<std::jthread> workers;
};

Loader::Loader(std::shared_ptr<const Dataset> dataset, Part part, const LoaderOptions& options)
    : impl_(std::make_unique<Impl>(std::move(dataset), part, options)) {}
Loader::~Loader() = default;

void Loader::start(Position position) {
  if (position.epoch < 0 || position.samples < 0 || position.samples > impl_->count) {
    throw ValueError(plain_message("data.position", fmt::format("position {} of epoch {} is outside the {} samples of an epoch", position.samples,
                                                                position.epoch, impl_->count)));
  }
  impl_->stop_workers();
  impl_->paused = false;
  impl_->position = position;
}

Position Loader::position() const noexcept { return impl_->position; }

bool Loader::next(Batch& batch, std::stop_token stop) {
  return impl_->options.workers == 0 ? impl_->next_here(batch, stop) : impl_->next_from_workers(batch, stop);
}

std::int64_t Loader::samples_per_epoch() const noexcept { return impl_->count; }
std::int64_t Loader::batches_per_epoch() const noexcept { return (impl_->count + impl_->options.batch_size - 1) / impl_->options.batch_size; }
Part Loader::part() const noexcept { return impl_->part; }
const Dataset& Loader::dataset() const noexcept { return *impl_->dataset; }

}  // namespace lockstep::engine::data
