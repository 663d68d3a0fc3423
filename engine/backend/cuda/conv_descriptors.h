// What cuDNN is told of a convolution.
#pragma once

#include <cudnn.h>

#include <memory>

#include "engine/backend/cuda/conv_plan.h"
#include "engine/backend/cuda/destroyed.h"

namespace lockstep::engine::cuda {

struct ConvolutionDescriptors {
  using Images = std::unique_ptr<cudnnTensorStruct, Destroyed<cudnnDestroyTensorDescriptor>>;
  using Weights = std::unique_ptr<cudnnFilterStruct, Destroyed<cudnnDestroyFilterDescriptor>>;
  using Convolution = std::unique_ptr<cudnnConvolutionStruct, Destroyed<cudnnDestroyConvolutionDescriptor>>;
  Images x;
  Images y;
  Weights w;
  Convolution convolution;
};

/// cuDNN counts elements in 32 bits.
[[nodiscard]] bool fits_descriptors(const ConvolutionShape& shape) noexcept;

/// @throws DeviceError where the library refuses it
[[nodiscard]] ConvolutionDescriptors describe_convolution(const ConvolutionShape& shape, bool tf32);

}  // namespace lockstep::engine::cuda
