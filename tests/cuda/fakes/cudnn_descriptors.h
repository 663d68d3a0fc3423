// What the fake cuDNN keeps behind its opaque descriptors.
#pragma once

#include <cudnn.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace lockstep::fakes::dnn {

struct Tensor {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  int dims[4] = {};     ///< n, c, h, w
  int strides[4] = {};  ///< elements, in the same order

  [[nodiscard]] std::size_t element_bytes() const { return type == CUDNN_DATA_DOUBLE ? 8 : 4; }
  /// From the first to the last element, inclusive.
  [[nodiscard]] std::size_t span() const;
  [[nodiscard]] bool is_packed(cudnnTensorFormat_t format) const;
  [[nodiscard]] std::size_t elements() const;
};

struct Filter {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  cudnnTensorFormat_t format = CUDNN_TENSOR_NCHW;
  int dims[4] = {};  ///< output channels, input channels of a group, height, width

  [[nodiscard]] std::size_t element_bytes() const { return type == CUDNN_DATA_DOUBLE ? 8 : 4; }
  [[nodiscard]] std::size_t elements() const;
};

struct Convolution {
  int padding[2] = {};
  int stride[2] = {1, 1};
  int dilation[2] = {1, 1};
  cudnnConvolutionMode_t mode = CUDNN_CROSS_CORRELATION;
  cudnnDataType_t compute = CUDNN_DATA_FLOAT;
  cudnnMathType_t math = CUDNN_DEFAULT_MATH;
  int groups = 1;
};

struct Activation {
  cudnnActivationMode_t mode = CUDNN_ACTIVATION_IDENTITY;
};

/// The object behind a handle, null where it was never made or is gone.
const Tensor* find(cudnnTensorDescriptor_t handle);
const Filter* find(cudnnFilterDescriptor_t handle);
const Convolution* find(cudnnConvolutionDescriptor_t handle);
const Activation* find(cudnnActivationDescriptor_t handle);

/// The stream of a library handle; false where there is no such handle.
bool stream_of(cudnnHandle_t handle, cudaStream_t& stream);

/// Notes a broken rule and keeps it for cudnnGetLastErrorString.
cudnnStatus_t refuse(cudnnStatus_t status, const std::string& call, const std::string& why);
/// Keeps why something is not supported, which breaks no rule.
cudnnStatus_t not_supported(const std::string& call, const std::string& why);

/// How a convolution's three operands lie in memory: x [n, c, h, w], w [k, c / groups, r, s], y [n, k, oh, ow].
struct Problem {
  Tensor x;
  Filter w;
  Tensor y;
  Convolution convolution;
};

/// Output size of a spatial axis (0: height).
[[nodiscard]] int output_size(const Problem& problem, int axis);

// --- convolution_loops.cpp: results are alpha · (…) + beta · (what is there).
void forward(const Problem& problem, const void* x, const void* w, void* y, double alpha, double beta);
void backward_data(const Problem& problem, const void* w, const void* dy, void* dx, double alpha, double beta);
void backward_filter(const Problem& problem, const void* x, const void* dy, void* dw, double alpha, double beta);
/// y = act(y + alpha · z + bias)
void add_bias_and_activate(const Tensor& y_tensor, void* y, const Tensor& z_tensor, const void* z, double alpha, const void* bias, bool relu);
/// db[c] = alpha · the sum of dy over all but c + beta · db[c]
void backward_bias(const Tensor& dy_tensor, const void* dy, void* db, double alpha, double beta);

}  // namespace lockstep::fakes::dnn
