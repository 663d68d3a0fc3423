// Batches in the epoch's order: gathered, augmented and normalised, by worker threads or in the caller, always the same.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/core/host_array.h"
#include "engine/data/dataset.h"

namespace lockstep::engine::data {

enum class Order : std::uint8_t {
  sequential,  ///< the part's own order: evaluation
  shuffle,     ///< a permutation an epoch (stream shuffle)
  weighted,    ///< with replacement, every class equally likely (stream sample); classification only
};

/// What a batch's inputs are: normalised f32, what the model reads; samples as they are decoded, augmented but not normalised; or
/// nothing but the samples' indices, i64 [N], for who has the samples already.
enum class Inputs : std::uint8_t { normalized, samples, indices };

struct LoaderOptions {
  std::int64_t batch_size = 32;
  bool drop_last = false;  ///< leave out an epoch's last batch when it is smaller
  Order order = Order::sequential;
  bool augment = false;  ///< apply the data set's augmentations (training)
  Inputs inputs = Inputs::normalized;
  std::uint64_t shuffle_seed = 0;
  std::uint64_t sample_seed = 0;
  std::uint64_t augment_seed = 0;
  int workers = 0;  ///< threads; 0: in next(). Never changes a batch
};

/// Where training stands in its data: absolute, so that it can be stored and started from at any batch.
struct Position {
  std::int64_t epoch = 0;
  std::int64_t samples = 0;  ///< consumed of this epoch's order

  friend bool operator==(const Position&, const Position&) = default;
};

struct Batch {
  std::int64_t epoch = 0;
  std::int64_t position = 0;          ///< of its first sample in the epoch's order
  std::vector<std::int64_t> indices;  ///< the samples, as in Dataset::indices
  HostArray inputs;                   ///< logical [N, C, H, W] in channels_last memory, or [N, features]; f32, or see Inputs
  HostArray targets;                  ///< i64 [N], or f32 [N] or [N, T]; without bytes when the data has no targets

  [[nodiscard]] std::int64_t size() const noexcept { return static_cast<std::int64_t>(indices.size()); }
};

/// Used from one thread.
class Loader {
 public:
  /// @throws ValueError for options out of range or an order that the data does not allow
  Loader(std::shared_ptr<const Dataset> dataset, Part part, const LoaderOptions& options);
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  /// Goes to a position; what was prefetched is dropped. A new loader stands at {0, 0}.
  void start(Position position);
  /// Where the next batch begins; at an epoch's end {epoch + 1, 0} once next() has returned false.
  [[nodiscard]] Position position() const noexcept;

  /// The next batch, into `batch`, whose memory is used again unless something else still holds it. False at the end of
  /// an epoch; the call after that begins the next epoch.
  /// @throws what a worker threw for this batch, with the sample's path; Stopped within 100 ms of `stop`
  bool next(Batch& batch, std::stop_token stop = {});

  [[nodiscard]] std::int64_t samples_per_epoch() const noexcept;  ///< without those that drop_last leaves out
  [[nodiscard]] std::int64_t batches_per_epoch() const noexcept;
  [[nodiscard]] Part part() const noexcept;
  [[nodiscard]] const Dataset& dataset() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::engine::data
