#include "engine/tensor/tensor.h"

#include <fmt/format.h>

#include "engine/autograd/backward.h"
#include "engine/autograd/node.h"
#include "engine/core/error.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine {

namespace {

Tensor make(std::shared_ptr<Storage> storage, std::int64_t offset, const Shape& shape, const Strides& strides, DType dtype) {
  auto impl = std::make_shared<TensorImpl>();
  impl->storage = std::move(storage);
  impl->offset = offset;
  impl->shape = shape;
  impl->strides = strides;
  impl->dtype = dtype;
  return Tensor(std::move(impl));
}

std::size_t byte_count(const Shape& shape, DType dtype) {
  for (const std::int64_t size : shape) {
    if (size < 0) throw ShapeError(plain_message("tensor.size", "expected sizes of 0 or more, received " + shape.to_string()));
  }
  __extension__ using Wide = unsigned __int128;
  Wide bytes = item_size(dtype);
  for (const std::int64_t size : shape) {
    bytes *= static_cast<Wide>(size);
    if (bytes > static_cast<Wide>(INT64_MAX)) {
      throw ShapeError(plain_message("tensor.too_large", "a tensor of " + shape.to_string() + " does not fit 64-bit sizes"));
    }
  }
  return static_cast<std::size_t>(bytes);
}

}  // namespace

Tensor Tensor::empty(const Shape& shape, DType dtype, Device device, MemoryFormat format) {
  const Strides strides = format == MemoryFormat::channels_last ? channels_last_strides(shape) : contiguous_strides(shape);
  return make(std::make_shared<Storage>(backend_of(device), byte_count(shape, dtype)), 0, shape, strides, dtype);
}

Tensor Tensor::full(const Shape& shape, double value, DType dtype, Device device) {
  Tensor out = empty(shape, dtype, device);
  out.backend().launch(out.backend().kernels().fill.constant, out.view(), value);
  return out;
}

Tensor Tensor::zeros(const Shape& shape, DType dtype, Device device) { return full(shape, 0.0, dtype, device); }

Tensor Tensor::from_blob(void* data, const Shape& shape, const Strides& strides, DType dtype, std::shared_ptr<void> owner) {
  if (data == nullptr && shape.numel() > 0) {
    throw ValueError(plain_message("tensor.from_blob", "[from_blob] expected memory for " + shape.to_string() + ", received null"));
  }
  if (strides.size() != shape.size()) {
    throw ShapeError(plain_message("tensor.from_blob", fmt::format("[from_blob] expected a stride for each size, received sizes {} and strides {}",
                                                                   shape.to_string(), strides.to_string())));
  }
  auto storage = std::make_shared<Storage>(backend_of(Device{}), data, byte_count(shape, dtype), std::move(owner));
  return make(std::move(storage), 0, shape, strides, dtype);
}

Tensor Tensor::from_host(const HostArray& array, Device device) {
  const Strides strides = array.channels_last ? channels_last_strides(array.shape) : contiguous_strides(array.shape);
  if (device.type == DeviceType::cpu) return from_blob(array.bytes.get(), array.shape, strides, array.dtype, array.bytes);
  Tensor out = empty(array.shape, array.dtype, device, array.channels_last ? MemoryFormat::channels_last : MemoryFormat::contiguous);
  out.copy_bytes_from_host(array.bytes.get());
  return out;
}

bool Tensor::is_contiguous() const noexcept { return view().is_contiguous(); }
bool Tensor::is_channels_last() const noexcept { return view().is_channels_last(); }
MemoryFormat Tensor::suggested_format() const noexcept {
  const View v = view();
  return !v.is_contiguous() && v.is_channels_last() ? MemoryFormat::channels_last : MemoryFormat::contiguous;
}

View Tensor::view() const noexcept {
  View out;
  out.dtype = impl_->dtype;
  out.data = impl_->storage->address() + static_cast<std::size_t>(impl_->offset) * item_size(impl_->dtype);
  out.rank = static_cast<std::int32_t>(impl_->shape.size());
  for (std::size_t i = 0; i < impl_->shape.size(); ++i) {
    out.sizes[i] = impl_->shape[i];
    out.strides[i] = impl_->strides[i];
  }
  return out;
}

Tensor& Tensor::set_requires_grad(bool value) {
  if (!is_leaf()) {
    throw AutogradError(plain_message("autograd.not_leaf", fmt::format("requires_grad can be set on leaves only; this tensor was computed by {}. "
                                                                       "Use detach() to get a leaf with the same values", grad_fn())));
  }
  if (value && !is_floating_point(dtype())) {
    throw AutogradError(plain_message("autograd.integer", fmt::format("only floating-point tensors can require gradients; this one is {}", dtype_name(dtype()))));
  }
  impl_->requires_grad = value;
  return *this;
}

std::string Tensor::grad_fn() const { return impl_->grad_fn ? impl_->grad_fn->name() : std::string(); }

void Tensor::register_hook(GradientHook hook) const {
  if (!requires_grad()) throw AutogradError(plain_message("autograd.hook", "a hook needs a tensor that requires a gradient"));
  if (impl_->grad_fn) impl_->grad_fn->add_hook(impl_->output_index, std::move(hook));
  else impl_->hooks.push_back(std::move(hook));
}

Tensor Tensor::detach() const {
  Tensor out = alias(shape(), strides());
  if (requires_grad()) {
    out.impl_->cut = std::make_shared<const std::string>(is_leaf() ? std::string("a detach() of a leaf") : fmt::format("a detach() after {}", grad_fn()));
  } else {
    out.impl_->cut = impl_->cut;
  }
  return out;
}

void Tensor::backward(bool retain_graph) const { autograd::backward(*this, Tensor(), retain_graph); }

Tensor Tensor::alias(const Shape& shape, const Strides& strides, std::int64_t offset) const {
  return make(impl_->storage, impl_->offset + offset, shape, strides, dtype());
}

Tensor Tensor::contiguous(MemoryFormat format) const {
  const View v = view();
  if (format == MemoryFormat::channels_last ? v.is_channels_last() : v.is_contiguous()) return *this;
  Tensor out = empty(shape(), dtype(), device(), format);
  backend().launch(backend().kernels().copy.strided, out.view(), v);
  return out;
}

Tensor Tensor::clone() const {
  Tensor out = empty_like(*this);
  backend().launch(backend().kernels().copy.strided, out.view(), view());
  return out;
}

Tensor Tensor::to(DType target) const {
  if (target == dtype()) return *this;
  Tensor out = empty(shape(), target, device(), suggested_format());
  backend().launch(backend().kernels().copy.strided, out.view(), view());
  return out;
}

Tensor Tensor::to(Device target) const {
  if (target == device()) return *this;
  HostArray host = to_host();
  Tensor out = empty(shape(), dtype(), target);
  out.copy_bytes_from_host(host.bytes.get());
  if (requires_grad()) out.impl_->cut = std::make_shared<const std::string>(fmt::format("a copy to {}", device_name(target)));
  return out;
}

void Tensor::copy_from(const Tensor& source) {
  if (source.shape() != shape()) {
    throw ShapeError(plain_message("tensor.copy_from", fmt::format("[copy_from] expected {}, received {}", shape().to_string(), source.shape().to_string())));
  }
  const Tensor local = source.to(device());
  backend().launch(backend().kernels().copy.strided, view(), local.view());
  bump_version();
}

void Tensor::fill(double value) {
  backend().launch(backend().kernels().fill.constant, view(), value);
  bump_version();
}

HostArray Tensor::to_host() const {
  const Tensor dense = contiguous();
  HostArray out(dtype(), shape());
  backend().synchronize();
  backend().copy_to_host(out.bytes.get(), dense.view().data, out.byte_size());
  return out;
}

Tensor Tensor::to_host_tensor() const {
  Tensor out = from_host(to_host());
  if (requires_grad()) out.impl_->cut = std::make_shared<const std::string>(is_leaf() ? std::string("a copy to the host of a leaf") : fmt::format("a copy to the host after {}", grad_fn()));
  else out.impl_->cut = impl_->cut;
  return out;
}

double Tensor::item() const {
  if (numel() != 1) throw ShapeError(plain_message("tensor.item", "[item] expected one element, received " + shape().to_string()));
  const HostArray host = to_host();
  return visit_dtype(dtype(), [&]<class T>() -> double {
    const T value = *host.as<T>();
    if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>) return static_cast<double>(static_cast<float>(value));
    else return static_cast<double>(value);
  });
}

void Tensor::check_value_count(std::size_t count, const Shape& shape) {
  if (static_cast<std::int64_t>(count) != shape.numel()) {
    throw ShapeError(plain_message("tensor.values", fmt::format("expected {} values for {}, received {}", shape.numel(), shape.to_string(), count)));
  }
}

void Tensor::check_dtype(DType expected) const {
  if (dtype() != expected) {
    throw ValueError(plain_message("tensor.dtype", fmt::format("expected {}, received {}", dtype_name(expected), dtype_name(dtype()))));
  }
}

void Tensor::copy_bytes_from_host(const void* source) {
  backend().copy_from_host(view().data, source, static_cast<std::size_t>(numel()) * item_size(dtype()));
}

Tensor empty_like(const Tensor& like) { return Tensor::empty(like.shape(), like.dtype(), like.device(), like.suggested_format()); }
Tensor zeros_like(const Tensor& like) {
  Tensor out = empty_like(like);
  out.backend().launch(out.backend().kernels().fill.constant, out.view(), 0.0);
  return out;
}

}  // namespace lockstep::engine
