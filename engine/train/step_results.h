// What a step tells of itself: a block of eight words in the device's memory that the step's kernels write to, and that is
// read by one copy.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::train {

/// The block, as the host sees it.
struct StepValues {
  double loss = 0;
  double sum_of_squares = 0;  ///< of all gradients, before clipping
  std::int64_t gate = 1;      ///< 0: the step's loss or gradients, or an earlier step's, were not finite; nothing was updated
  std::array<std::int64_t, 2> counts{};  ///< right predictions, targets that count
  std::uint64_t inputs = 0;              ///< checksum of the inputs
  std::uint64_t target = 0;
  std::uint64_t parameters = 0;          ///< checksum after the step
};

class StepResults {
 public:
  explicit StepResults(Device device);
  StepResults(const StepResults&) = delete;
  StepResults& operator=(const StepResults&) = delete;

  // Where kernels leave each: one element (counts: two) of f64 or i64.
  Tensor loss;
  Tensor sum_of_squares;
  Tensor gate;
  Tensor counts;
  Tensor inputs;
  Tensor target;
  Tensor parameters;

  /// Waits for all that was launched.
  [[nodiscard]] StepValues read() const;

  /// A copy on its way to the host.
  struct Pending {
    const std::byte* staging = nullptr;
    std::unique_ptr<QueueMarker> arrived;
  };
  /// Enqueues a copy of the block as it is once what was launched is done. The one before the last must have been waited for.
  [[nodiscard]] Pending read_later();
  /// @throws what the work before it found wrong
  [[nodiscard]] static StepValues wait(Pending& pending);

 private:
  Backend& backend_;
  Tensor block_;
  std::array<std::shared_ptr<std::byte>, 2> staging_;
  std::size_t turn_ = 0;
};

}  // namespace lockstep::engine::train
