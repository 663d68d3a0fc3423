#include "engine/ops/views/views.h"

#include <numeric>
#include <optional>

#include "engine/autograd/record.h"
#include "engine/ops/arithmetic/arithmetic.h"
#include "engine/ops/check.h"

namespace lockstep::engine::ops {

namespace {

/// Strides of x seen as `shape`, where x's strides allow that without a copy.
std::optional<Strides> view_strides(const Tensor& x, const Shape& shape) {
  if (x.numel() == 0) return contiguous_strides(shape);
  Strides out = Dims::filled(shape.size(), 1);
  // Axes of size 1 have strides that mean nothing.
  Dims sizes;
  Dims strides;
  for (std::size_t i = 0; i < x.dim(); ++i) {
    if (x.size(i) == 1) continue;
    sizes.push_back(x.size(i));
    strides.push_back(x.strides()[i]);
  }
  std::size_t to = shape.size();
  std::size_t from = sizes.size();
  while (from > 0) {
    // A run of x's axes that is dense in itself …
    std::int64_t run = sizes[from - 1];
    const std::int64_t base = strides[from - 1];
    std::size_t first = from - 1;
    while (first > 0 && strides[first - 1] == base * run) {
      --first;
      run *= sizes[first];
    }
    // … must be a product of trailing target axes.
    std::int64_t left = run;
    std::int64_t stride = base;
    while (to > 0 && (left > 1 || shape[to - 1] == 1)) {
      const std::int64_t size = shape[to - 1];
      if (left % size != 0) return std::nullopt;
      out[to - 1] = stride;
      stride *= size;
      left /= size;
      --to;
    }
    if (left != 1) return std::nullopt;
    from = first;
  }
  return out;
}

Shape resolved(const Tensor& x, const Shape& shape) {
  Shape out = shape;
  std::int64_t known = 1;
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == -1 && !open) open = i;
    else known *= shape[i];
  }
  if (open && known > 0) out[*open] = x.numel() / known;
  if (out.numel() != x.numel() || (open && out[*open] < 0)) throw_shape("reshape", "expected a shape of {} elements, received {} for {}", x.numel(), shape.to_string(), x.shape().to_string());
  return out;
}

}  // namespace

Tensor reshape(const Tensor& x, const Shape& shape) {
  const Shape target = resolved(x, shape);
  const std::optional<Strides> strides = view_strides(x, target);
  Tensor output = strides ? x.alias(target, *strides) : x.contiguous().alias(target, contiguous_strides(target));
  return autograd::record("ReshapeBackward", output, {&x}, [&] {
    return [from = x.shape()](const Tensor& gradient, autograd::GradientSink& sink) { sink.give(0, reshape(gradient, from)); };
  });
}

Tensor flatten(const Tensor& x, std::size_t start) {
  if (start >= x.dim()) return x;
  Shape shape;
  std::int64_t rest = 1;
  for (std::size_t i = 0; i < x.dim(); ++i) {
    if (i < start) shape.push_back(x.size(i));
    else rest *= x.size(i);
  }
  shape.push_back(rest);
  return reshape(x, shape);
}

Tensor permute(const Tensor& x, const Dims& order) {
  Dims inverse = Dims::filled(x.dim(), -1);
  bool valid = order.size() == x.dim();
  Shape shape;
  Strides strides;
  for (std::size_t i = 0; valid && i < order.size(); ++i) {
    valid = order[i] >= 0 && order[i] < static_cast<std::int64_t>(x.dim()) && inverse[static_cast<std::size_t>(order[i])] == -1;
    if (!valid) break;
    const auto axis = static_cast<std::size_t>(order[i]);
    inverse[axis] = static_cast<std::int64_t>(i);
    shape.push_back(x.size(axis));
    strides.push_back(x.strides()[axis]);
  }
  if (!valid) throw_shape("permute", "expected each axis of {} once, received {}", x.shape().to_string(), order.to_string());
  return autograd::record("PermuteBackward", x.alias(shape, strides), {&x}, [&] {
    return [inverse](const Tensor& gradient, autograd::GradientSink& sink) { sink.give(0, permute(gradient, inverse)); };
  });
}

Tensor transpose(const Tensor& x, std::size_t a, std::size_t b) {
  if (a >= x.dim() || b >= x.dim()) throw_shape("transpose", "expected axes below {}, received {} and {}", x.dim(), a, b);
  Dims order = Dims::filled(x.dim(), 0);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::swap(order[a], order[b]);
  return permute(x, order);
}

Tensor expand(const Tensor& x, const Shape& shape) {
  if (broadcast_shapes(x.shape(), shape, "expand") != shape) {
    throw_shape("expand", "expected a shape that {} broadcasts to, received {}", x.shape().to_string(), shape.to_string());
  }
  Strides strides = Dims::filled(shape.size(), 0);
  for (std::size_t i = 0; i < x.dim(); ++i) {
    const std::size_t at = shape.size() - x.dim() + i;
    strides[at] = x.size(i) == 1 ? 0 : x.strides()[i];
  }
  return autograd::record("ExpandBackward", x.alias(shape, strides), {&x}, [&] {
    return [from = x.shape()](const Tensor& gradient, autograd::GradientSink& sink) { sink.give(0, sum_to(gradient, from)); };
  });
}

Tensor narrow(const Tensor& x, std::size_t axis, std::int64_t start, std::int64_t length) {
  if (axis >= x.dim() || start < 0 || length < 0 || start + length > x.size(axis)) {
    throw_shape("narrow", "expected a range within axis {} of {}, received {} from {}", axis, x.shape().to_string(), length, start);
  }
  Shape shape = x.shape();
  shape[axis] = length;
  return autograd::record("NarrowBackward", x.alias(shape, x.strides(), start * x.strides()[axis]), {&x}, [&] {
    return [axis, start, length, from = x.shape()](const Tensor& gradient, autograd::GradientSink& sink) {
      Tensor full = Tensor::zeros(from, gradient.dtype(), gradient.device());
      narrow(full, axis, start, length).copy_from(gradient);
      sink.give(0, full);
    };
  });
}

Tensor contiguous(const Tensor& x, MemoryFormat format) {
  Tensor dense = x.contiguous(format);
  if (dense.is_same(x)) return x;
  return autograd::record("ContiguousBackward", dense, {&x}, [&] {
    return [](const Tensor& gradient, autograd::GradientSink& sink) { sink.give(0, gradient); };
  });
}

Tensor cast(const Tensor& x, DType dtype) {
  if (dtype == x.dtype()) return x;
  return autograd::record("CastBackward", x.to(dtype), {&x}, [&] {
    return [from = x.dtype()](const Tensor& gradient, autograd::GradientSink& sink) { sink.give(0, gradient.to(from)); };
  });
}

}  // namespace lockstep::engine::ops
