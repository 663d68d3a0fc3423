// Operators over many tensors at once (all parameters of a group): what their fronts share.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/ops/check.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Whether the elements lie without holes, so that they can be walked in the order of memory.
[[nodiscard]] inline bool is_dense(const Tensor& x) { return x.is_contiguous() || x.is_channels_last(); }

/// Values that a kernel reads from the device's memory: dense, `count` of them.
inline void check_values(std::string_view operation, const Tensor& values, const Tensor& like, DType dtype, std::int64_t count) {
  check_same_device(operation, like, values);
  if (values.dtype() != dtype || values.numel() != count || !values.is_contiguous()) {
    throw_shape(operation, "expected {} dense values of {}, received {} {}", count, dtype_name(dtype), dtype_name(values.dtype()), values.shape().to_string());
  }
}

/// The views of `tensors` in the dense layout of `like` (the same list, or one of equal shapes and dtypes), for kernels
/// that walk memory. Where a layout differs a copy is read, kept alive in `copies`; for tensors that will be written
/// (`copies` null) that is an error.
inline void append_views(std::string_view operation, std::span<const Tensor> tensors, std::span<const Tensor> like, std::vector<View>& views,
                         std::vector<Tensor>* copies) {
  if (tensors.size() != like.size()) throw_shape(operation, "expected {} tensors, received {}", like.size(), tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& tensor = tensors[i];
    check_same_kind(operation, like[i], tensor);
    check_real(operation, tensor);
    if (tensor.shape() != like[i].shape()) {
      throw_shape(operation, "expected {} for tensor {}, received {}", like[i].shape().to_string(), i, tensor.shape().to_string());
    }
    View view = tensor.view();
    const View model = like[i].view();
    bool same = true;
    for (std::int32_t axis = 0; axis < view.rank; ++axis) same = same && (view.sizes[axis] == 1 || view.strides[axis] == model.strides[axis]);
    if (!same || !is_dense(tensor)) {
      if (copies == nullptr) {
        throw_shape(operation, "expected a dense tensor with strides {} to write to, received strides {}", like[i].strides().to_string(), tensor.strides().to_string());
      }
      Tensor copy = Tensor::empty(tensor.shape(), tensor.dtype(), tensor.device(),
                                  !model.is_contiguous() && model.is_channels_last() ? MemoryFormat::channels_last : MemoryFormat::contiguous);
      copy.copy_from(tensor);
      view = copy.view();
      copies->push_back(std::move(copy));
    }
    views.push_back(view);
  }
}

}  // namespace lockstep::engine::ops
