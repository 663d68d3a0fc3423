// Softmax over dense rows on a GPU: a warp a row, or a block a row where rows are long.
#include <limits>

#include "engine/backend/cuda/rows.cuh"
#include "engine/ops/softmax/softmax_kernels.h"
#include "engine/ops/unary/fast_math.h"

namespace lockstep::engine::kernels::softmax {

namespace {

template <class T>
using Math = std::conditional_t<std::is_same_v<T, float>, FastMath, StandardMath>;

template <class T, class Team>
__global__ void forward_kernel(T* output, const T* x, std::int64_t rows, std::int64_t count, bool logarithm) {
  const Team team;
  const std::int64_t row = team.row();
  if (row >= rows) return;
  const T lowest = -std::numeric_limits<T>::infinity();
  const T* const from = x + row * count;
  T* const to = output + row * count;
  T greatest = lowest;
  for (std::int64_t i = team.lane(); i < count; i += team.size()) greatest = from[i] > greatest ? from[i] : greatest;
  greatest = team.all(greatest, lowest, cuda::Greater());
  const T shift = greatest == lowest ? T(0) : greatest;
  T sum{};
  for (std::int64_t i = team.lane(); i < count; i += team.size()) sum += Math<T>::exp(from[i] - shift);
  sum = team.all(sum, T(0), cuda::Add());
  const T log_sum = Math<T>::log(sum);
  for (std::int64_t i = team.lane(); i < count; i += team.size()) {
    const T value = from[i];
    if (logarithm) to[i] = value == lowest && sum == T(0) ? lowest : (value - shift) - log_sum;
    else to[i] = sum == T(0) ? T(0) : Math<T>::exp(value - shift) / sum;
  }
}

template <class T, class Team>
__global__ void backward_kernel(T* x_gradient, const T* gradient, const T* output, std::int64_t rows, std::int64_t count, bool logarithm) {
  const Team team;
  const std::int64_t row = team.row();
  if (row >= rows) return;
  const T nothing = logarithm ? -std::numeric_limits<T>::infinity() : T(0);
  const T* const g = gradient + row * count;
  const T* const y = output + row * count;
  T sum{};
  int present = 0;  // 0 of the whole row: it was of -inf only
  for (std::int64_t i = team.lane(); i < count; i += team.size()) {
    sum += logarithm ? g[i] : g[i] * y[i];
    present |= y[i] != nothing ? 1 : 0;
  }
  sum = team.all(sum, T(0), cuda::Add());
  present = team.all(present, 0, cuda::Greater());
  for (std::int64_t i = team.lane(); i < count; i += team.size()) {
    const T value = logarithm ? g[i] - Math<T>::exp(y[i]) * sum : y[i] * (g[i] - sum);
    x_gradient[row * count + i] = present == 0 ? T(0) : value;
  }
}

void forward(const KernelContext& context, const View& output, const View& x, bool logarithm) {
  cuda::for_rows(x.sizes[0], x.sizes[1], [&]<class Team>(dim3 grid, dim3 block) {
    if (x.dtype == DType::f64) cuda::launch(LOCKSTEP_HERE, forward_kernel<double, Team>, grid, block, 0, context, output.as<double>(), x.as<const double>(), x.sizes[0], x.sizes[1], logarithm);
    else cuda::launch(LOCKSTEP_HERE, forward_kernel<float, Team>, grid, block, 0, context, output.as<float>(), x.as<const float>(), x.sizes[0], x.sizes[1], logarithm);
  });
}

void backward(const KernelContext& context, const View& x_gradient, const View& gradient, const View& output, bool logarithm) {
  const std::int64_t rows = output.sizes[0];
  const std::int64_t count = output.sizes[1];
  cuda::for_rows(rows, count, [&]<class Team>(dim3 grid, dim3 block) {
    if (output.dtype == DType::f64) {
      cuda::launch(LOCKSTEP_HERE, backward_kernel<double, Team>, grid, block, 0, context, x_gradient.as<double>(), gradient.as<const double>(), output.as<const double>(), rows, count, logarithm);
    } else {
      cuda::launch(LOCKSTEP_HERE, backward_kernel<float, Team>, grid, block, 0, context, x_gradient.as<float>(), gradient.as<const float>(), output.as<const float>(), rows, count, logarithm);
    }
  });
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::softmax
