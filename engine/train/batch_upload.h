// Batches on their way to the device: through staging memory and a copy beside the queue, while the step before still runs,
// into tensors that stay where they are, since a captured step reads from there.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "engine/core/host_array.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::train {

class BatchUpload {
 public:
  explicit BatchUpload(Device device);
  ~BatchUpload();
  BatchUpload(const BatchUpload&) = delete;
  BatchUpload& operator=(const BatchUpload&) = delete;

  /// What is launched from now on finds this batch in inputs() and target(). The arrays may be changed at once on a device with
  /// memory of its own; on the CPU the tensors are the arrays' own memory, until release() or the next load().
  void load(const HostArray& inputs, const HostArray& target);
  [[nodiscard]] const Tensor& inputs() const noexcept { return inputs_; }
  [[nodiscard]] const Tensor& target() const noexcept { return target_; }
  /// Lets go of the arrays' memory.
  void release() noexcept;

 private:
  /// Tensors of one shape.
  struct Slot {
    DType dtype = DType::f32;
    Shape shape;
    bool channels_last = false;
    Tensor arriving;
    Tensor ready;
  };
  /// Staging memory for one array, and the copy from it that is or was under way.
  struct Stage {
    std::shared_ptr<std::byte> memory;
    std::size_t bytes = 0;
    std::unique_ptr<QueueMarker> uploaded;
  };
  /// The inputs' or the targets' way.
  struct Lane {
    std::vector<Slot> buffers;
    std::array<Stage, 2> stages;
    std::unique_ptr<QueueMarker> taken;  ///< the last batch has left `arriving`
  };
  [[nodiscard]] Tensor send(Lane& lane, const HostArray& array);
  [[nodiscard]] Slot& slot_for(Lane& lane, const HostArray& array);

  Device device_;
  Backend& backend_;
  Lane input_lane_;
  Lane target_lane_;
  Tensor inputs_;
  Tensor target_;
  std::size_t turn_ = 0;
};

}  // namespace lockstep::engine::train
