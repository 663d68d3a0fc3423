// cuDNN's handles, descriptors and error texts.
#include "tests/cuda/fakes/cudnn_descriptors.h"

#include <cstdio>
#include <map>
#include <memory>
#include <variant>

#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/reports.h"
#include "tests/cuda/fakes/world.h"

namespace lockstep::fakes::dnn {

namespace {

/// Everything that has a cuDNN handle, by handle.
struct Objects {
  std::map<const void*, cudaStream_t> libraries;
  std::map<const void*, std::variant<Tensor, Filter, Convolution, Activation>> descriptors;
};

Objects& objects() {
  static auto* const instance = new Objects;
  return *instance;
}

std::string& last_error() {
  thread_local std::string text;
  return text;
}

template <class T>
T* find_as(const void* handle) {
  const auto found = objects().descriptors.find(handle);
  return found == objects().descriptors.end() ? nullptr : std::get_if<T>(&found->second);
}

template <class Handle, class T>
cudnnStatus_t create(Handle* handle, const T& value) {
  const Guard guard;
  *handle = new_handle<Handle>();
  objects().descriptors.emplace(*handle, value);
  return CUDNN_STATUS_SUCCESS;
}

template <class T>
cudnnStatus_t destroy(const char* call, const void* handle) {
  const Guard guard;
  if (find_as<T>(handle) == nullptr) return refuse(CUDNN_STATUS_BAD_PARAM, call, "the descriptor was not created, or was destroyed");
  objects().descriptors.erase(handle);
  return CUDNN_STATUS_SUCCESS;
}

/// Lets `change` set the object, where there is one and `valid`.
template <class T, class Change>
cudnnStatus_t change(const char* call, const void* handle, bool valid, const Change& change_it) {
  const Guard guard;
  T* const object = find_as<T>(handle);
  if (object == nullptr) return refuse(CUDNN_STATUS_BAD_PARAM, call, "the descriptor was not created, or was destroyed");
  if (!valid) return refuse(CUDNN_STATUS_BAD_PARAM, call, "a size or setting that is out of range");
  change_it(*object);
  return CUDNN_STATUS_SUCCESS;
}

bool is_float(cudnnDataType_t type) { return type == CUDNN_DATA_FLOAT || type == CUDNN_DATA_DOUBLE; }

}  // namespace

const Tensor* find(cudnnTensorDescriptor_t handle) { return find_as<Tensor>(handle); }
const Filter* find(cudnnFilterDescriptor_t handle) { return find_as<Filter>(handle); }
const Convolution* find(cudnnConvolutionDescriptor_t handle) { return find_as<Convolution>(handle); }
const Activation* find(cudnnActivationDescriptor_t handle) { return find_as<Activation>(handle); }

bool stream_of(cudnnHandle_t handle, cudaStream_t& stream) {
  const auto found = objects().libraries.find(handle);
  if (found == objects().libraries.end()) return false;
  stream = found->second;
  return true;
}

cudnnStatus_t refuse(cudnnStatus_t status, const std::string& call, const std::string& why) {
  last_error() = call + ": " + why;
  violation(last_error());
  return status;
}

cudnnStatus_t not_supported(const std::string& call, const std::string& why) {
  last_error() = call + ": " + why;
  return CUDNN_STATUS_NOT_SUPPORTED;
}

std::size_t Tensor::span() const {
  std::size_t last = 0;
  for (int i = 0; i < 4; ++i) last += static_cast<std::size_t>(dims[i] - 1) * static_cast<std::size_t>(strides[i]);
  return last + 1;
}

std::size_t Tensor::elements() const {
  return static_cast<std::size_t>(dims[0]) * static_cast<std::size_t>(dims[1]) * static_cast<std::size_t>(dims[2]) * static_cast<std::size_t>(dims[3]);
}

std::size_t Filter::elements() const {
  return static_cast<std::size_t>(dims[0]) * static_cast<std::size_t>(dims[1]) * static_cast<std::size_t>(dims[2]) * static_cast<std::size_t>(dims[3]);
}

bool Tensor::is_packed(cudnnTensorFormat_t format) const {
  const int order[2][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}};  // outermost first
  int expected = 1;
  for (int i = 3; i >= 0; --i) {
    const int axis = order[format == CUDNN_TENSOR_NHWC ? 1 : 0][i];
    if (dims[axis] != 1 && strides[axis] != expected) return false;
    expected *= dims[axis];
  }
  return true;
}

}  // namespace lockstep::fakes::dnn

using namespace lockstep::fakes;
using namespace lockstep::fakes::dnn;

extern "C" {

std::size_t cudnnGetVersion() { return CUDNN_VERSION; }
std::size_t cudnnGetCudartVersion() { return CUDART_VERSION; }

const char* cudnnGetErrorString(cudnnStatus_t status) {
  switch (status) {
    case CUDNN_STATUS_SUCCESS: return "CUDNN_STATUS_SUCCESS";
    case CUDNN_STATUS_NOT_INITIALIZED: return "CUDNN_STATUS_NOT_INITIALIZED";
    case CUDNN_STATUS_BAD_PARAM: return "CUDNN_STATUS_BAD_PARAM";
    case CUDNN_STATUS_NOT_SUPPORTED: return "CUDNN_STATUS_NOT_SUPPORTED";
    case CUDNN_STATUS_INTERNAL_ERROR: return "CUDNN_STATUS_INTERNAL_ERROR";
    case CUDNN_STATUS_EXECUTION_FAILED: return "CUDNN_STATUS_EXECUTION_FAILED";
    default: return "an unknown cuDNN status";
  }
}

void cudnnGetLastErrorString(char* message, std::size_t size) {
  if (size != 0) std::snprintf(message, size, "%s", last_error().c_str());
}

cudnnStatus_t cudnnCreate(cudnnHandle_t* handle) {
  const Guard guard;
  *handle = nullptr;
  if (device_status() != cudaSuccess || fault_plan().faults.cudnn_create) {
    last_error() = "cudnnCreate: no device can be used";
    return CUDNN_STATUS_NOT_INITIALIZED;
  }
  *handle = new_handle<cudnnHandle_t>();
  objects().libraries[*handle] = nullptr;
  world().library_handles.insert(*handle);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
  const Guard guard;
  if (objects().libraries.erase(handle) == 0) return refuse(CUDNN_STATUS_BAD_PARAM, "cudnnDestroy", "the handle was not created, or was destroyed");
  world().library_handles.erase(handle);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  const Guard guard;
  const auto found = objects().libraries.find(handle);
  if (found == objects().libraries.end() || find_stream(stream) == nullptr) {
    return refuse(CUDNN_STATUS_BAD_PARAM, "cudnnSetStream", "the handle or the stream does not exist");
  }
  found->second = stream;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream) {
  const Guard guard;
  return stream_of(handle, *stream) ? CUDNN_STATUS_SUCCESS : refuse(CUDNN_STATUS_BAD_PARAM, "cudnnGetStream", "the handle does not exist");
}

cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* descriptor) { return create(descriptor, Tensor()); }
cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t descriptor) { return destroy<Tensor>("cudnnDestroyTensorDescriptor", descriptor); }

cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t descriptor, cudnnDataType_t type, int n, int c, int h, int w, int n_stride, int c_stride, int h_stride,
                                           int w_stride) {
  const bool valid = is_float(type) && n > 0 && c > 0 && h > 0 && w > 0 && n_stride > 0 && c_stride > 0 && h_stride > 0 && w_stride > 0;
  return change<Tensor>("cudnnSetTensor4dDescriptor", descriptor, valid, [&](Tensor& tensor) {
    tensor = {type, {n, c, h, w}, {n_stride, c_stride, h_stride, w_stride}};
  });
}

cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t descriptor, cudnnTensorFormat_t format, cudnnDataType_t type, int n, int c, int h, int w) {
  if (format == CUDNN_TENSOR_NHWC) return cudnnSetTensor4dDescriptorEx(descriptor, type, n, c, h, w, h * w * c, 1, w * c, c);
  return cudnnSetTensor4dDescriptorEx(descriptor, type, n, c, h, w, c * h * w, h * w, w, format == CUDNN_TENSOR_NCHW ? 1 : 0);
}

cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t descriptor, cudnnDataType_t type, int rank, const int dims[], const int strides[]) {
  if (rank != 4) return refuse(CUDNN_STATUS_NOT_SUPPORTED, "cudnnSetTensorNdDescriptor", "the fake knows tensors of 4 axes");
  return cudnnSetTensor4dDescriptorEx(descriptor, type, dims[0], dims[1], dims[2], dims[3], strides[0], strides[1], strides[2], strides[3]);
}

cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* descriptor) { return create(descriptor, Filter()); }
cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t descriptor) { return destroy<Filter>("cudnnDestroyFilterDescriptor", descriptor); }

cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t descriptor, cudnnDataType_t type, cudnnTensorFormat_t format, int k, int c, int h, int w) {
  const bool valid = is_float(type) && k > 0 && c > 0 && h > 0 && w > 0 && format != CUDNN_TENSOR_NCHW_VECT_C;
  return change<Filter>("cudnnSetFilter4dDescriptor", descriptor, valid, [&](Filter& filter) { filter = {type, format, {k, c, h, w}}; });
}

cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* descriptor) { return create(descriptor, Convolution()); }
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t descriptor) { return destroy<Convolution>("cudnnDestroyConvolutionDescriptor", descriptor); }

cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t descriptor, int pad_h, int pad_w, int stride_h, int stride_w, int dilation_h, int dilation_w,
                                              cudnnConvolutionMode_t mode, cudnnDataType_t compute) {
  const bool valid = is_float(compute) && pad_h >= 0 && pad_w >= 0 && stride_h > 0 && stride_w > 0 && dilation_h > 0 && dilation_w > 0;
  return change<Convolution>("cudnnSetConvolution2dDescriptor", descriptor, valid, [&](Convolution& convolution) {
    convolution = {{pad_h, pad_w}, {stride_h, stride_w}, {dilation_h, dilation_w}, mode, compute, convolution.math, convolution.groups};
  });
}

cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t descriptor, cudnnMathType_t math) {
  return change<Convolution>("cudnnSetConvolutionMathType", descriptor, true, [&](Convolution& convolution) { convolution.math = math; });
}

cudnnStatus_t cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t descriptor, cudnnMathType_t* math) {
  return change<Convolution>("cudnnGetConvolutionMathType", descriptor, true, [&](const Convolution& convolution) { *math = convolution.math; });
}

cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t descriptor, int groups) {
  return change<Convolution>("cudnnSetConvolutionGroupCount", descriptor, groups > 0, [&](Convolution& convolution) { convolution.groups = groups; });
}

cudnnStatus_t cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* descriptor) { return create(descriptor, Activation()); }
cudnnStatus_t cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t descriptor) { return destroy<Activation>("cudnnDestroyActivationDescriptor", descriptor); }

cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t descriptor, cudnnActivationMode_t mode, cudnnNanPropagation_t /*nan*/, double /*coefficient*/) {
  return change<Activation>("cudnnSetActivationDescriptor", descriptor, true, [&](Activation& activation) { activation.mode = mode; });
}

}  // extern "C"
