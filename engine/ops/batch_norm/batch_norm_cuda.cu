// Batch normalisation on a GPU over [rows, channels]: sums of slices of rows in f64 and a fixed tree, then one pass that normalises,
// adds the residual and cuts off below zero. Our own, not cuDNN's: the statistics are kept in f64, and the bits are the same each time.
#include "engine/backend/cuda/columns.cuh"
#include "engine/backend/cuda/elements.cuh"
#include "engine/backend/cuda/reduction.cuh"
#include "engine/ops/batch_norm/batch_norm_kernels.h"

namespace lockstep::engine::kernels::batch_norm {

namespace {

using cuda::Pair;

template <class T>
__device__ double finite_or_zero(T value) {
  return isfinite(value) ? static_cast<double>(value) : 0.0;
}

/// Σ (x - pivot) and Σ (x - pivot)²: about the first row's values, so that what is lost of the variance does not grow with the mean.
template <class T>
struct Deviations {
  const T* x;
  std::int64_t channels;
  __device__ Pair operator()(std::int64_t row, std::int64_t c) const {
    const double value = static_cast<double>(x[row * channels + c]) - finite_or_zero(x[c]);
    return {value, value * value};
  }
};

template <class T>
struct Statistics {
  const T* x;
  std::int64_t channels;
  double rows;
  double eps;
  double* statistics;  ///< [2, channels]
  double* variance;
  __device__ void operator()(std::int64_t c, const Pair& sums) const {
    const double offset = sums.first / rows;
    const double value = sums.second / rows - offset * offset;
    statistics[c] = finite_or_zero(x[c]) + offset;
    variance[c] = value < 0 ? 0 : value;
    statistics[channels + c] = 1.0 / sqrt(variance[c] + eps);
  }
};

/// Nothing is updated where a channel's statistics are not finite. One block.
template <class T>
__global__ void running_kernel(const double* mean, const double* variance, std::int64_t channels, double rows, double momentum, T* running_mean, T* running_var) {
  int wrong = 0;
  for (std::int64_t c = threadIdx.x; c < channels; c += blockDim.x) wrong |= isfinite(mean[c]) && isfinite(variance[c]) ? 0 : 1;
  if (cuda::block_all(wrong, 0, cuda::Greater()) != 0) return;
  const double unbiased = rows / (rows - 1);
  for (std::int64_t c = threadIdx.x; c < channels; c += blockDim.x) {
    running_mean[c] = static_cast<T>((1.0 - momentum) * static_cast<double>(running_mean[c]) + momentum * mean[c]);
    running_var[c] = static_cast<T>((1.0 - momentum) * static_cast<double>(running_var[c]) + momentum * variance[c] * unbiased);
  }
}

template <class T>
__global__ void running_statistics_kernel(double* statistics, std::int64_t channels, double eps, const T* running_mean, const T* running_var) {
  const std::int64_t c = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  statistics[c] = static_cast<double>(running_mean[c]);
  statistics[channels + c] = 1.0 / sqrt(static_cast<double>(running_var[c]) + eps);
}

template <class T>
__device__ double value_or(const T* values, std::int64_t c, double otherwise) {
  return values == nullptr ? otherwise : static_cast<double>(values[c]);
}

/// scale[c], and shift[c] behind all scales: y = x scale + shift, as forward computed them.
template <class T>
__global__ void scale_kernel(const double* statistics, std::int64_t channels, const T* weight, const T* bias, T* scale) {
  const std::int64_t c = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (c >= channels) return;
  const T factor = static_cast<T>(value_or(weight, c, 1.0) * statistics[channels + c]);
  scale[c] = factor;
  scale[channels + c] = static_cast<T>(value_or(bias, c, 0.0) - statistics[c] * static_cast<double>(factor));
}

template <class T>
struct Normalise {
  const T* scale;
  std::int64_t channels;
  const T* x;
  const T* residual;
  T* y;
  bool relu;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    const std::int64_t i = at[0];
    const std::int64_t c = i % channels;
    T value = x[i] * scale[c] + scale[channels + c];
    if (residual != nullptr) value += residual[i];
    y[i] = relu && value <= T(0) ? T(0) : value;
  }
};

struct Matrix {
  std::int64_t rows;
  std::int64_t channels;
  explicit Matrix(const View& x) : rows(x.sizes[0] * x.sizes[2] * x.sizes[3]), channels(x.sizes[1]) {}
  [[nodiscard]] View elements() const {
    View v;
    v.rank = 1;
    v.sizes[0] = rows * channels;
    v.strides[0] = 1;
    return v;
  }
  [[nodiscard]] dim3 channel_blocks() const { return dim3(cuda::blocks_for(channels, 128)); }
};

template <class T>
void run_forward(const KernelContext& context, const Options& o, const Forward& f) {
  const Matrix m(f.x);
  if (m.rows == 0 || m.channels == 0) return;
  const T* const x = f.x.as<const T>();
  double* const statistics = f.statistics.as<double>();
  if (o.training) {
    const cuda::Scratch variance(context, static_cast<std::size_t>(m.channels) * sizeof(double));
    const auto rows = static_cast<double>(m.rows);
    cuda::column_sums<Pair>(LOCKSTEP_HERE, context, m.rows, m.channels, Deviations<T>{x, m.channels}, Statistics<T>{x, m.channels, rows, o.eps, statistics, variance.as<double>()});
    if (f.running_mean.defined()) {
      cuda::launch(LOCKSTEP_HERE, running_kernel<T>, dim3(1), dim3(256), 0, context, static_cast<const double*>(statistics), variance.as<const double>(), m.channels, rows, o.momentum,
                   f.running_mean.as<T>(), f.running_var.as<T>());
    }
  } else {
    cuda::launch(LOCKSTEP_HERE, running_statistics_kernel<T>, m.channel_blocks(), dim3(128), 0, context, statistics, m.channels, o.eps, f.running_mean.as<const T>(),
                 f.running_var.as<const T>());
  }
  const cuda::Scratch scale(context, 2 * static_cast<std::size_t>(m.channels) * sizeof(T));
  cuda::launch(LOCKSTEP_HERE, scale_kernel<T>, m.channel_blocks(), dim3(128), 0, context, static_cast<const double*>(statistics), m.channels, f.weight.as<const T>(), f.bias.as<const T>(),
               scale.as<T>());
  const View elements = m.elements();
  cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements}, Normalise<T>{scale.as<const T>(), m.channels, x, f.residual.as<const T>(), f.output.as<T>(), o.relu});
}

/// What comes back through the ReLU: told by the output where there was a residual, else by the input.
template <class T>
struct Behind {
  const T* scale;  ///< and shift; null: no ReLU
  const T* output;
  std::int64_t channels;
  const T* gradient;
  const T* x;
  __device__ T operator()(std::int64_t i, std::int64_t c) const {
    if (scale == nullptr) return gradient[i];
    const T y = output != nullptr ? output[i] : x[i] * scale[c] + scale[channels + c];
    return y <= T(0) ? T(0) : gradient[i];
  }
};

/// Σ gradient' and Σ gradient' (x - mean); writes gradient' where the residual wants it.
template <class T>
struct GradientSums {
  Behind<T> behind;
  const double* mean;
  T* masked;
  __device__ Pair operator()(std::int64_t row, std::int64_t c) const {
    const std::int64_t i = row * behind.channels + c;
    const T g = behind(i, c);
    if (masked != nullptr) masked[i] = g;
    return {static_cast<double>(g), static_cast<double>(g) * (static_cast<double>(behind.x[i]) - mean[c])};
  }
};

/// Per channel: gradients of weight and bias, and of_gradient, of_x, mean, constant of the gradient of x.
template <class T>
struct Coefficients {
  const double* statistics;
  std::int64_t channels;
  double rows;
  bool training;
  const T* weight;
  T* weight_gradient;
  T* bias_gradient;
  T* coefficients;  ///< [4, channels]
  __device__ void operator()(std::int64_t c, const Pair& sums) const {
    const double inverse = statistics[channels + c];
    if (weight_gradient != nullptr) weight_gradient[c] = static_cast<T>(sums.second * inverse);
    if (bias_gradient != nullptr) bias_gradient[c] = static_cast<T>(sums.first);
    const double scale = value_or(weight, c, 1.0) * inverse;
    coefficients[c] = static_cast<T>(scale);
    coefficients[channels + c] = static_cast<T>(training ? -scale * inverse * inverse * sums.second / rows : 0.0);
    coefficients[2 * channels + c] = static_cast<T>(statistics[c]);
    coefficients[3 * channels + c] = static_cast<T>(training ? -scale * sums.first / rows : 0.0);
  }
};

template <class T>
struct InputGradient {
  Behind<T> behind;
  const T* masked;
  const T* coefficients;
  T* x_gradient;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    const std::int64_t i = at[0];
    const std::int64_t n = behind.channels;
    const std::int64_t c = i % n;
    const T g = masked != nullptr ? masked[i] : behind(i, c);
    x_gradient[i] = g * coefficients[c] + ((behind.x[i] - coefficients[2 * n + c]) * coefficients[n + c] + coefficients[3 * n + c]);
  }
};

template <class T>
void run_backward(const KernelContext& context, const Options& o, const Backward& b) {
  const Matrix m(b.x);
  if (m.channels == 0) return;
  const double* const statistics = b.statistics.as<const double>();
  const cuda::Scratch scale(context, o.relu ? 2 * static_cast<std::size_t>(m.channels) * sizeof(T) : 0);
  if (o.relu) {
    cuda::launch(LOCKSTEP_HERE, scale_kernel<T>, m.channel_blocks(), dim3(128), 0, context, statistics, m.channels, b.weight.as<const T>(), b.bias.as<const T>(), scale.as<T>());
  }
  const Behind<T> behind{scale.as<const T>(), b.output.as<const T>(), m.channels, b.gradient.as<const T>(), b.x.as<const T>()};
  T* const masked = b.residual_gradient.as<T>();
  const cuda::Scratch coefficients(context, 4 * static_cast<std::size_t>(m.channels) * sizeof(T));
  cuda::column_sums<Pair>(LOCKSTEP_HERE, context, m.rows, m.channels, GradientSums<T>{behind, statistics, masked},
                          Coefficients<T>{statistics, m.channels, static_cast<double>(m.rows), o.training, b.weight.as<const T>(), b.weight_gradient.as<T>(), b.bias_gradient.as<T>(),
                                          coefficients.as<T>()});
  if (!b.x_gradient.defined() || m.rows == 0) return;
  const View elements = m.elements();
  cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements}, InputGradient<T>{behind, masked, coefficients.as<const T>(), b.x_gradient.as<T>()});
}

void forward(const KernelContext& context, const Options& o, const Forward& f) {
  if (f.x.dtype == DType::f64) run_forward<double>(context, o, f);
  else run_forward<float>(context, o, f);
}

void backward(const KernelContext& context, const Options& o, const Backward& b) {
  if (b.x.dtype == DType::f64) run_backward<double>(context, o, b);
  else run_backward<float>(context, o, b);
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::batch_norm
