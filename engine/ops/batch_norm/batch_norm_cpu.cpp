// Batch normalisation on the CPU: [rows, channels] in fixed slices of rows; sums of slices in f64, added in the order of
// the slices; then one pass that normalises, adds the residual and cuts off below zero.
#include <cassert>
#include <cmath>
#include <type_traits>

#include "engine/backend/cpu/chunks.h"
#include "engine/ops/batch_norm/batch_norm_kernels.h"
#include "engine/ops/batch_norm/batch_norm_reference.h"
#include "engine/ops/batch_norm/batch_norm_rows.h"

namespace lockstep::engine::kernels::batch_norm {

namespace {

using cpu::Scratch;

struct Matrix {
  std::int64_t rows;
  std::int64_t channels;
  std::int64_t slices;

  explicit Matrix(const View& x) : rows(x.sizes[0] * x.sizes[2] * x.sizes[3]), channels(x.sizes[1]) {
    slices = cpu::chunk_count(rows * channels, 1 << 15);
  }
  /// body(slice, first row, count of rows), in parallel.
  template <class F>
  void for_slices(const KernelContext& context, F&& body) const {
    cpu::pool(context).parallel_for(slices, [&](std::int64_t slice) {
      const cpu::Slice s = cpu::slice_of(rows, slices, slice);
      if (s.begin < s.end) body(slice, s.begin, s.end - s.begin);
    });
  }
};

/// Two sums a channel, over all slices: of_slice(first row, rows, first sums, second sums) adds to them. The result
/// stands in the calling thread's buffer: [2, channels].
template <class F>
const double* two_sums(const KernelContext& context, const Matrix& m, F&& of_slice) {
  const std::int64_t count = 2 * m.channels;
  auto* const partial = reinterpret_cast<double*>(cpu::scratch(Scratch::partial, static_cast<std::size_t>(count * m.slices) * sizeof(double)));
  std::fill_n(partial, count * m.slices, 0.0);
  m.for_slices(context, [&](std::int64_t slice, std::int64_t first, std::int64_t rows) {
    double* const own = partial + slice * count;
    of_slice(first, rows, own, own + m.channels);
  });
  for (std::int64_t slice = 1; slice < m.slices; ++slice) {
    for (std::int64_t i = 0; i < count; ++i) partial[i] += partial[slice * count + i];
  }
  return partial;
}

template <class T>
double value_or(const View& v, std::int64_t c, double otherwise) {
  return v.defined() ? static_cast<double>(v.as<T>()[c]) : otherwise;
}

/// `rows` per-channel arrays of T in the calling thread's buffer.
template <class T>
T* channel_arrays(std::int64_t channels, std::int64_t arrays) {
  return reinterpret_cast<T*>(cpu::scratch(Scratch::weights, static_cast<std::size_t>(channels * arrays) * sizeof(T)));
}

/// As the forward computed them, from the statistics.
template <class T>
void fill_scale_and_shift(const View& statistics, const View& weight, const View& bias, std::int64_t channels, T* scale, T* shift) {
  const double* const mean = statistics.as<double>();
  const double* const inverse = mean + channels;
  for (std::int64_t c = 0; c < channels; ++c) {
    scale[c] = static_cast<T>(value_or<T>(weight, c, 1.0) * inverse[c]);
    shift[c] = static_cast<T>(value_or<T>(bias, c, 0.0) - mean[c] * static_cast<double>(scale[c]));
  }
}

template <class T>
void update_running(const Options& o, const Forward& f, const Matrix& m, const double* mean, const double* variance) {
  for (std::int64_t c = 0; c < m.channels; ++c) {
    if (!std::isfinite(mean[c]) || !std::isfinite(variance[c])) return;
  }
  const double unbiased = static_cast<double>(m.rows) / static_cast<double>(m.rows - 1);
  for (std::int64_t c = 0; c < m.channels; ++c) {
    T& running_mean = f.running_mean.as<T>()[c];
    T& running_var = f.running_var.as<T>()[c];
    running_mean = static_cast<T>((1.0 - o.momentum) * static_cast<double>(running_mean) + o.momentum * mean[c]);
    running_var = static_cast<T>((1.0 - o.momentum) * static_cast<double>(running_var) + o.momentum * variance[c] * unbiased);
  }
}

template <class T>
void batch_statistics(const KernelContext& context, const Options& o, const Forward& f, const Matrix& m) {
  double* const mean = f.statistics.as<double>();
  double* const inverse = mean + m.channels;
  const T* const x = f.x.as<T>();
  // Sums about the first row's values: what is lost of the variance does not grow with the mean.
  for (std::int64_t c = 0; c < m.channels; ++c) inverse[c] = std::isfinite(x[c]) ? static_cast<double>(x[c]) : 0.0;
  const double* const sums = two_sums(context, m, [&](std::int64_t first, std::int64_t rows, double* sum, double* square) {
    if constexpr (std::is_same_v<T, float>) sums_f32(x + first * m.channels, inverse, rows, m.channels, sum, square);
    else sums_reference(x + first * m.channels, inverse, rows, m.channels, sum, square);
  });
  auto* const variance = channel_arrays<double>(m.channels, 1);
  const auto count = static_cast<double>(m.rows);
  for (std::int64_t c = 0; c < m.channels; ++c) {
    const double offset = sums[c] / count;
    const double value = sums[m.channels + c] / count - offset * offset;
    mean[c] = inverse[c] + offset;
    variance[c] = value < 0 ? 0 : value;
    inverse[c] = 1.0 / std::sqrt(variance[c] + o.eps);
  }
  if (f.running_mean.defined()) update_running<T>(o, f, m, mean, variance);
}

template <class T>
void run_forward(const KernelContext& context, const Options& o, const Forward& f) {
  const Matrix m(f.x);
  if (o.training) {
    batch_statistics<T>(context, o, f, m);
  } else {
    double* const mean = f.statistics.as<double>();
    for (std::int64_t c = 0; c < m.channels; ++c) {
      mean[c] = static_cast<double>(f.running_mean.as<T>()[c]);
      mean[m.channels + c] = 1.0 / std::sqrt(static_cast<double>(f.running_var.as<T>()[c]) + o.eps);
    }
  }
  T* const scale = channel_arrays<T>(m.channels, 2);
  T* const shift = scale + m.channels;
  fill_scale_and_shift(f.statistics, f.weight, f.bias, m.channels, scale, shift);
  m.for_slices(context, [&](std::int64_t, std::int64_t first, std::int64_t rows) {
    const std::int64_t at = first * m.channels;
    const Normalise<T> n{scale, shift, f.residual.defined() ? f.residual.as<T>() + at : nullptr, o.relu};
    if constexpr (std::is_same_v<T, float>) normalise_f32(n, f.x.as<T>() + at, rows, m.channels, f.output.as<T>() + at);
    else normalise_reference(n, f.x.as<T>() + at, rows, m.channels, f.output.as<T>() + at);
  });
}

/// The flow of rows from `at` on.
template <class T>
Flow<T> at_rows(Flow<T> flow, std::int64_t at) {
  if (flow.output != nullptr) flow.output += at;
  if (flow.masked != nullptr) flow.masked += at;
  return flow;
}

template <class T>
void run_backward(const KernelContext& context, const Options& o, const Backward& b) {
  const Matrix m(b.x);
  const double* const mean = b.statistics.as<double>();
  const double* const inverse = mean + m.channels;
  T* const arrays = channel_arrays<T>(m.channels, 6);
  const auto array = [&](std::int64_t i) { return arrays + i * m.channels; };
  fill_scale_and_shift(b.statistics, b.weight, b.bias, m.channels, array(0), array(1));
  const Mask mask = !o.relu ? Mask::none : b.output.defined() ? Mask::output : Mask::input;
  const Flow<T> flow{mask, array(0), array(1), b.output.as<T>(), b.residual_gradient.as<T>(), array(2), array(3), array(4), array(5)};
  const T* const gradient = b.gradient.as<T>();
  const T* const x = b.x.as<T>();
  const double* const sums = two_sums(context, m, [&](std::int64_t first, std::int64_t rows, double* sum, double* dot) {
    const std::int64_t at = first * m.channels;
    if constexpr (std::is_same_v<T, float>) gradient_sums_f32(at_rows(flow, at), mean, gradient + at, x + at, rows, m.channels, sum, dot);
    else gradient_sums_reference(at_rows(flow, at), mean, gradient + at, x + at, rows, m.channels, sum, dot);
  });
  const double* const dots = sums + m.channels;
  const auto count = static_cast<double>(m.rows);
  for (std::int64_t c = 0; c < m.channels; ++c) {
    if (b.weight_gradient.defined()) b.weight_gradient.as<T>()[c] = static_cast<T>(dots[c] * inverse[c]);
    if (b.bias_gradient.defined()) b.bias_gradient.as<T>()[c] = static_cast<T>(sums[c]);
    const double scale = value_or<T>(b.weight, c, 1.0) * inverse[c];
    array(2)[c] = static_cast<T>(scale);
    array(3)[c] = static_cast<T>(o.training ? -scale * inverse[c] * inverse[c] * dots[c] / count : 0.0);
    array(4)[c] = static_cast<T>(mean[c]);
    array(5)[c] = static_cast<T>(o.training ? -scale * sums[c] / count : 0.0);
  }
  if (!b.x_gradient.defined()) return;
  m.for_slices(context, [&](std::int64_t, std::int64_t first, std::int64_t rows) {
    const std::int64_t at = first * m.channels;
    if constexpr (std::is_same_v<T, float>) gradient_f32(at_rows(flow, at), gradient + at, x + at, rows, m.channels, b.x_gradient.as<T>() + at);
    else gradient_reference(at_rows(flow, at), gradient + at, x + at, rows, m.channels, b.x_gradient.as<T>() + at);
  });
}

void forward(const KernelContext& context, const Options& o, const Forward& f) {
  assert(f.x.is_channels_last() && f.output.is_channels_last());
  if (f.x.dtype == DType::f64) run_forward<double>(context, o, f);
  else run_forward<float>(context, o, f);
}

void backward(const KernelContext& context, const Options& o, const Backward& b) {
  assert(b.x.is_channels_last() && b.gradient.is_channels_last());
  if (b.x.dtype == DType::f64) run_backward<double>(context, o, b);
  else run_backward<float>(context, o, b);
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::batch_norm
