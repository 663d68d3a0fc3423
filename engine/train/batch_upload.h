// Batches on their way to the device: through staging memory and a copy beside the queue, while the step before still runs,
// into tensors that stay where they are, since a captured step reads from there.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "engine/core/host_array.h"
#include "engine/tensor/tensor.h"
#include "engine/train/batch_inputs.h"

namespace lockstep::engine::train {

class BatchUpload {
 public:
  /// `inputs`, which must outlive it: computes the model's inputs from what arrives of a batch's.
  explicit BatchUpload(Device device, BatchInputs* inputs = nullptr);
  ~BatchUpload();
  BatchUpload(const BatchUpload&) = delete;
  BatchUpload& operator=(const BatchUpload&) = delete;

  /// What is launched from now on finds this batch in inputs() and target(). The arrays may be changed at once on a device with
  /// memory of its own; on the CPU the tensors are the arrays' own memory, until release() or the next load(). Batches of the same
  /// shapes come to the same tensors.
  void load(const HostArray& inputs, const HostArray& target);
  [[nodiscard]] const Tensor& inputs() const noexcept { return inputs_; }
  [[nodiscard]] const Tensor& target() const noexcept { return target_; }
  /// Lets go of the arrays' memory.
  void release() noexcept;

 private:
  struct Form {
    DType dtype = DType::f32;
    Shape shape;
    bool channels_last = false;
    friend bool operator==(const Form&, const Form&) = default;
  };
  /// Where batches of one form go: both arrays arrive in one block, and are moved from there once the step before is done with them.
  struct Place {
    std::array<Form, 2> forms;
    std::array<std::size_t, 2> offsets{};
    std::size_t bytes = 0;
    Tensor block;
    std::vector<Tensor> arriving;
    std::vector<Tensor> ready;
  };
  /// Staging memory, and the copy from it that is or was under way.
  struct Stage {
    std::shared_ptr<std::byte> memory;
    std::size_t bytes = 0;
    std::unique_ptr<QueueMarker> uploaded;
  };
  [[nodiscard]] Place& place_for(const HostArray& inputs, const HostArray& target);

  Device device_;
  Backend& backend_;
  BatchInputs* source_;
  std::vector<Place> places_;
  std::array<Stage, 2> stages_;
  std::size_t turn_ = 0;
  std::unique_ptr<QueueMarker> taken_;  ///< the last batch has left its block
  Tensor inputs_;
  Tensor target_;
};

}  // namespace lockstep::engine::train
