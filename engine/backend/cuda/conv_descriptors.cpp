#include "engine/backend/cuda/conv_descriptors.h"

// cuDNN 9 marks the convolution calls as deprecated in favour of its graph interface, whose headers come with no toolkit; it
// exports them all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <limits>

#include "engine/backend/cuda/check.h"

namespace lockstep::engine::cuda {

namespace {

using Images = ConvolutionDescriptors::Images;
using Weights = ConvolutionDescriptors::Weights;
using Convolution = ConvolutionDescriptors::Convolution;

bool fits(std::int64_t value) noexcept { return value <= std::numeric_limits<int>::max(); }

Images images_of(std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) {
  cudnnTensorDescriptor_t made = nullptr;
  check("cudnnCreateTensorDescriptor", cudnnCreateTensorDescriptor(&made));
  Images out(made);
  check("cudnnSetTensor4dDescriptor", cudnnSetTensor4dDescriptor(made, CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT, static_cast<int>(n), static_cast<int>(c), static_cast<int>(h), static_cast<int>(w)));
  return out;
}

Weights weights_of(const ConvolutionShape& s) {
  cudnnFilterDescriptor_t made = nullptr;
  check("cudnnCreateFilterDescriptor", cudnnCreateFilterDescriptor(&made));
  Weights out(made);
  check("cudnnSetFilter4dDescriptor", cudnnSetFilter4dDescriptor(made, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NHWC, static_cast<int>(s.outputs), static_cast<int>(s.channels / s.groups),
                                                                 static_cast<int>(s.kernel[0]), static_cast<int>(s.kernel[1])));
  return out;
}

Convolution convolution_of(const ConvolutionShape& s, bool tf32) {
  cudnnConvolutionDescriptor_t made = nullptr;
  check("cudnnCreateConvolutionDescriptor", cudnnCreateConvolutionDescriptor(&made));
  Convolution out(made);
  check("cudnnSetConvolution2dDescriptor",
        cudnnSetConvolution2dDescriptor(made, static_cast<int>(s.padding[0]), static_cast<int>(s.padding[1]), static_cast<int>(s.stride[0]), static_cast<int>(s.stride[1]),
                                        static_cast<int>(s.dilation[0]), static_cast<int>(s.dilation[1]), CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  check("cudnnSetConvolutionGroupCount", cudnnSetConvolutionGroupCount(made, static_cast<int>(s.groups)));
  // The default would round f32 to TF32 on GPUs that can.
  check("cudnnSetConvolutionMathType", cudnnSetConvolutionMathType(made, tf32 ? CUDNN_DEFAULT_MATH : CUDNN_FMA_MATH));
  return out;
}

}  // namespace

bool fits_descriptors(const ConvolutionShape& s) noexcept {
  return fits(s.images * s.height * s.width * s.channels) && fits(s.images * s.output_height * s.output_width * s.outputs);
}

ConvolutionDescriptors describe_convolution(const ConvolutionShape& s, bool tf32) {
  return {images_of(s.images, s.channels, s.height, s.width), images_of(s.images, s.outputs, s.output_height, s.output_width), weights_of(s), convolution_of(s, tf32)};
}

}  // namespace lockstep::engine::cuda
