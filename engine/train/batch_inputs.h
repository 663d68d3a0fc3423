// How a batch's samples become what the model reads. On the CPU the loader's workers normalise them; on a device they are
// normalised there, and where the whole data set finds room on it, gathered there too, so that only indices travel. The bits are
// the same in all three ways.
#pragma once

#include <memory>

#include "engine/data/dataset.h"
#include "engine/data/loader.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::train {

class BatchInputs {
 public:
  BatchInputs(std::shared_ptr<const data::Dataset> dataset, Device device);

  /// What a loader must put into its batches' inputs; `augments`: whether it applies the data set's augmentations.
  [[nodiscard]] data::Inputs form(bool augments) const;
  /// Of what of() and write() give for `samples` samples; uninitialised.
  [[nodiscard]] Tensor empty(std::int64_t samples) const;
  /// Computes the model's inputs from a batch's, which lie on the device. @throws OutOfMemory for the data set's first time there
  void write(Tensor& inputs, const Tensor& arrived);
  /// The model's inputs on the device; on the CPU the array's own memory.
  [[nodiscard]] Tensor of(const HostArray& inputs);

 private:
  [[nodiscard]] bool fits_on_device() const;
  void bring_samples();

  std::shared_ptr<const data::Dataset> dataset_;
  Device device_;
  Tensor samples_;  ///< all of the data set, once a batch of indices was asked for
  Tensor shift_;    ///< of each channel
  Tensor scale_;
};

}  // namespace lockstep::engine::train
