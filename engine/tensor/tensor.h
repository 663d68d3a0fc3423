// The tensor: sizes and strides over shared storage on one device, and its place in the autograd graph.
// Everything that computes is in engine/ops; here are only factories, metadata, aliases and copies to the host.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/device.h"
#include "engine/core/dtype.h"
#include "engine/core/host_array.h"
#include "engine/core/shape.h"
#include "engine/core/view.h"
#include "engine/tensor/storage.h"

namespace lockstep::engine {

namespace autograd {
class Node;
}
class Tensor;

/// Sees a gradient as it arrives; a defined result replaces it.
using GradientHook = std::function<Tensor(const Tensor& gradient)>;

struct TensorImpl {
  std::shared_ptr<Storage> storage;
  std::int64_t offset = 0;  ///< in elements
  Shape shape;
  Strides strides;
  DType dtype = DType::f32;
  bool requires_grad = false;
  std::uint32_t output_index = 0;                ///< which output of grad_fn this is
  std::shared_ptr<autograd::Node> grad_fn;       ///< null for leaves
  std::shared_ptr<TensorImpl> grad;              ///< leaves only
  std::vector<GradientHook> hooks;               ///< leaves only; others keep theirs in grad_fn
  std::shared_ptr<const std::string> cut;        ///< where the graph to this value was cut, in words
};

enum class MemoryFormat : std::uint8_t { contiguous, channels_last };

/// A handle: copying shares. A default-constructed one is undefined, which stands for "not given".
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(std::shared_ptr<TensorImpl> impl) : impl_(std::move(impl)) {}

  // --- factories -----------------------------------------------------------------------------------------------------
  /// Uninitialised. channels_last needs four dimensions.
  [[nodiscard]] static Tensor empty(const Shape& shape, DType dtype = DType::f32, Device device = {},
                                    MemoryFormat format = MemoryFormat::contiguous);
  [[nodiscard]] static Tensor zeros(const Shape& shape, DType dtype = DType::f32, Device device = {});
  [[nodiscard]] static Tensor full(const Shape& shape, double value, DType dtype = DType::f32, Device device = {});
  /// Host memory as a CPU tensor without a copy; `owner` keeps it alive. @throws ValueError for null with elements
  [[nodiscard]] static Tensor from_blob(void* data, const Shape& shape, const Strides& strides, DType dtype,
                                        std::shared_ptr<void> owner);
  /// Without a copy on the CPU, with one elsewhere.
  [[nodiscard]] static Tensor from_host(const HostArray& array, Device device = {});
  template <class T>
  [[nodiscard]] static Tensor from_vector(const std::vector<T>& values, const Shape& shape, Device device = {}) {
    check_value_count(values.size(), shape);
    Tensor out = empty(shape, dtype_of<T>(), device);
    out.copy_bytes_from_host(values.data());
    return out;
  }

  // --- metadata ------------------------------------------------------------------------------------------------------
  [[nodiscard]] bool defined() const noexcept { return impl_ != nullptr; }
  [[nodiscard]] const Shape& shape() const noexcept { return impl_->shape; }
  [[nodiscard]] const Strides& strides() const noexcept { return impl_->strides; }
  [[nodiscard]] std::int64_t size(std::size_t dimension) const noexcept { return impl_->shape[dimension]; }
  [[nodiscard]] std::size_t dim() const noexcept { return impl_->shape.size(); }
  [[nodiscard]] std::int64_t numel() const noexcept { return impl_->shape.numel(); }
  [[nodiscard]] DType dtype() const noexcept { return impl_->dtype; }
  [[nodiscard]] Device device() const noexcept { return backend().device(); }
  [[nodiscard]] Backend& backend() const noexcept { return impl_->storage->backend(); }
  [[nodiscard]] bool is_contiguous() const noexcept;
  [[nodiscard]] bool is_channels_last() const noexcept;
  /// channels_last when it is that and not contiguous, else contiguous: the format that a result should have.
  [[nodiscard]] MemoryFormat suggested_format() const noexcept;
  /// For kernels only.
  [[nodiscard]] View view() const noexcept;
  [[nodiscard]] TensorImpl& impl() const noexcept { return *impl_; }
  [[nodiscard]] const std::shared_ptr<TensorImpl>& shared_impl() const noexcept { return impl_; }
  [[nodiscard]] bool is_same(const Tensor& other) const noexcept { return impl_ == other.impl_; }

  // --- autograd ------------------------------------------------------------------------------------------------------
  [[nodiscard]] bool requires_grad() const noexcept { return impl_->requires_grad; }
  /// Leaves only. @throws AutogradError for integer tensors and non-leaves
  Tensor& set_requires_grad(bool value);
  [[nodiscard]] bool is_leaf() const noexcept { return impl_->grad_fn == nullptr; }
  /// The accumulated gradient; undefined when there is none.
  [[nodiscard]] Tensor grad() const { return Tensor(impl_->grad); }
  void set_grad(const Tensor& gradient) { impl_->grad = gradient.impl_; }
  /// "ReluBackward" …; empty for leaves.
  [[nodiscard]] std::string grad_fn() const;
  /// Calls `hook` with this tensor's gradient during backward, before it is accumulated or passed on.
  void register_hook(GradientHook hook) const;
  /// The same memory, cut from the graph.
  [[nodiscard]] Tensor detach() const;
  /// Backpropagates from this scalar; see autograd/backward.h.
  void backward(bool retain_graph = false) const;

  // --- aliases and copies (no gradient: engine/ops has the differentiable ones) -----------------------------------------
  /// The same storage, seen otherwise. Offset in elements relative to this tensor.
  [[nodiscard]] Tensor alias(const Shape& shape, const Strides& strides, std::int64_t offset = 0) const;
  /// Dense in the given format; this tensor itself when it already is.
  [[nodiscard]] Tensor contiguous(MemoryFormat format = MemoryFormat::contiguous) const;
  [[nodiscard]] Tensor clone() const;  ///< dense copy in suggested_format()
  [[nodiscard]] Tensor to(DType dtype) const;
  [[nodiscard]] Tensor to(Device device) const;
  /// Overwrites the values (same shape; dtype converted). Counts as a change in place.
  void copy_from(const Tensor& source);
  void fill(double value);
  void bump_version() const noexcept { impl_->storage->bump_version(); }

  // --- to the host -----------------------------------------------------------------------------------------------------
  /// A copy on the CPU that is cut from the graph, for computing with plain numbers.
  [[nodiscard]] Tensor to_host_tensor() const;
  /// Row-major copy in host memory.
  [[nodiscard]] HostArray to_host() const;
  template <class T>
  [[nodiscard]] std::vector<T> to_vector() const {
    check_dtype(dtype_of<T>());
    const HostArray host = to_host();
    const T* first = host.as<T>();
    return std::vector<T>(first, first + numel());
  }
  /// The value of a tensor with one element, of any dtype.
  [[nodiscard]] double item() const;

 private:
  static void check_value_count(std::size_t count, const Shape& shape);
  void check_dtype(DType expected) const;
  void copy_bytes_from_host(const void* source);
  std::shared_ptr<TensorImpl> impl_;
};

/// Uninitialised, with the shape, dtype, device and dense format of `like`.
[[nodiscard]] Tensor empty_like(const Tensor& like);
[[nodiscard]] Tensor zeros_like(const Tensor& like);

}  // namespace lockstep::engine
