// The fully connected layer on a GPU: products by cuBLASLt with the bias in their epilogue. ReLU is a pass of our own, since the
// epilogue's maximum would turn NaN into 0 and hide where training broke.
#include "engine/backend/cuda/columns.cuh"
#include "engine/backend/cuda/elements.cuh"
#include "engine/backend/cuda/factor.cuh"
#include "engine/ops/linear/linear_kernels.h"

namespace lockstep::engine::kernels::linear {

namespace {

template <class T>
struct Rectify {
  T* y;
  __device__ void operator()(const std::int64_t (&at)[1]) const { y[at[0]] = y[at[0]] <= T(0) ? T(0) : y[at[0]]; }
};

template <class T>
struct AddBias {
  T* y;
  const T* bias;
  std::int64_t columns;
  __device__ void operator()(const std::int64_t (&at)[1]) const { y[at[0]] += bias[at[0] % columns]; }
};

/// Without columns to multiply: y = bias, or 0.
template <class T>
struct Broadcast {
  T* y;
  const T* bias;
  std::int64_t columns;
  __device__ void operator()(const std::int64_t (&at)[1]) const { y[at[0]] = bias == nullptr ? T(0) : bias[at[0] % columns]; }
};

template <class T>
void forward_as(const KernelContext& context, const View& y, const View& x, const View& weight, const View& bias, bool relu) {
  if (y.numel() == 0) return;
  if (x.sizes[1] == 0) {
    cuda::for_elements<1>(LOCKSTEP_HERE, context, {&y}, Broadcast<T>{y.as<T>(), bias.as<const T>(), y.sizes[1]});
  } else {
    const cuda::FactorOf rows(context, x);
    const cuda::FactorOf matrix(context, weight);
    const bool done = cuda::run_product(context, {y.dtype, y.sizes[0], y.sizes[1], x.sizes[1], rows.factor(), matrix.transposed(), y.data, bias.data});
    if (bias.defined() && !done) cuda::for_elements<1>(LOCKSTEP_HERE, context, {&y}, AddBias<T>{y.as<T>(), bias.as<const T>(), y.sizes[1]});
  }
  if (relu) cuda::for_elements<1>(LOCKSTEP_HERE, context, {&y}, Rectify<T>{y.as<T>()});
}

void forward(const KernelContext& context, const View& y, const View& x, const View& weight, const View& bias, bool relu) {
  if (y.dtype == DType::f64) forward_as<double>(context, y, x, weight, bias, relu);
  else forward_as<float>(context, y, x, weight, bias, relu);
}

template <class T>
struct Masked {
  T* masked;
  const T* gradient;
  const T* y;
  __device__ void operator()(const std::int64_t (&at)[1]) const { masked[at[0]] = y[at[0]] <= T(0) ? T(0) : gradient[at[0]]; }
};

template <class T>
struct Element {
  const T* x;
  std::int64_t columns;
  __device__ T operator()(std::int64_t row, std::int64_t column) const { return x[row * columns + column]; }
};

template <class T>
struct Store {
  T* output;
  __device__ void operator()(std::int64_t column, T sum) const { output[column] = sum; }
};

void zero(const KernelContext& context, const View& v) {
  if (v.defined() && v.numel() > 0) {
    cuda::check("cudaMemsetAsync", cudaMemsetAsync(v.data, 0, static_cast<std::size_t>(v.numel()) * item_size(v.dtype), cuda::state_of(context).compute));
  }
}

template <class T>
void backward_as(const KernelContext& context, const Gradients& gradients, const View& gradient, const View& x, const View& weight, const View& y) {
  const std::int64_t m = gradient.sizes[0];
  const std::int64_t n = gradient.sizes[1];
  const std::int64_t k = x.sizes[1];
  if (m == 0 || n == 0 || k == 0) {
    for (const View* one : {&gradients.x, &gradients.weight}) zero(context, *one);
    if (m == 0 || n == 0) zero(context, gradients.bias);
    if (m == 0 || n == 0) return;
  }
  const cuda::Scratch room(context, y.defined() ? static_cast<std::size_t>(m * n) * sizeof(T) : 0);
  const T* g = gradient.as<const T>();
  if (y.defined()) {
    cuda::for_elements<1>(LOCKSTEP_HERE, context, {&gradient}, Masked<T>{room.as<T>(), gradient.as<const T>(), y.as<const T>()});
    g = room.as<const T>();
  }
  if (gradients.bias.defined()) cuda::column_sums<T>(LOCKSTEP_HERE, context, m, n, Element<T>{g, n}, Store<T>{gradients.bias.as<T>()});
  if (k == 0) return;
  const cuda::Factor as_rows{g, n, false};
  const cuda::Factor as_columns{g, n, true};
  if (gradients.weight.defined()) {
    const cuda::FactorOf rows(context, x);
    cuda::run_product(context, {gradient.dtype, n, k, m, as_columns, rows.factor(), gradients.weight.data, nullptr});
  }
  if (gradients.x.defined()) {
    const cuda::FactorOf matrix(context, weight);
    cuda::run_product(context, {gradient.dtype, m, k, n, as_rows, matrix.factor(), gradients.x.data, nullptr});
  }
}

void backward(const KernelContext& context, const Gradients& gradients, const View& gradient, const View& x, const View& weight, const View& y) {
  if (gradient.dtype == DType::f64) backward_as<double>(context, gradients, gradient, x, weight, y);
  else backward_as<float>(context, gradients, gradient, x, weight, y);
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::linear
