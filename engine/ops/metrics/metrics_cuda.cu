// Metrics on a GPU.
#include "engine/backend/cuda/elements.cuh"
#include "engine/backend/cuda/reduction.cuh"
#include "engine/ops/metrics/metrics_kernels.h"

namespace lockstep::engine::kernels::metrics {

namespace {

template <class T>
__global__ void argmax_kernel(std::int64_t* output, const T* x, std::int64_t rows, std::int64_t count) {
  const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const T* const values = x + row * count;
  std::int64_t best = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (values[i] != values[i]) {
      best = i;
      break;
    }
    if (values[i] > values[best]) best = i;
  }
  output[row] = best;
}

void argmax(const KernelContext& context, const View& output, const View& x) {
  const std::int64_t rows = x.sizes[0];
  if (rows == 0) return;
  const dim3 grid(cuda::blocks_for(rows, 128, 0x7FFFFFFFU));
  if (x.dtype == DType::f64) cuda::launch(LOCKSTEP_HERE, argmax_kernel<double>, grid, dim3(128), 0, context, output.as<std::int64_t>(), x.as<const double>(), rows, x.sizes[1]);
  else cuda::launch(LOCKSTEP_HERE, argmax_kernel<float>, grid, dim3(128), 0, context, output.as<std::int64_t>(), x.as<const float>(), rows, x.sizes[1]);
}

__global__ void count_kernel(std::int64_t* counts, const std::int64_t* prediction, const std::int64_t* target, std::int64_t count, std::int64_t ignore_index) {
  long long correct = 0;
  long long counted = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) {
    if (target[i] == ignore_index) continue;
    ++counted;
    if (prediction[i] == target[i]) ++correct;
  }
  correct = cuda::block_all(correct, 0LL, cuda::Add());
  counted = cuda::block_all(counted, 0LL, cuda::Add());
  if (threadIdx.x != 0) return;
  counts[0] = correct;
  counts[1] = counted;
}

void count_equal(const KernelContext& context, const View& counts, const View& prediction, const View& target, std::int64_t ignore_index) {
  cuda::launch(LOCKSTEP_HERE, count_kernel, dim3(1), dim3(cuda::element_threads), 0, context, counts.as<std::int64_t>(), prediction.as<const std::int64_t>(),
               target.as<const std::int64_t>(), target.sizes[0], ignore_index);
}

}  // namespace

void fill_cuda(Table& table) {
  table.argmax = argmax;
  table.count_equal = count_equal;
}

}  // namespace lockstep::engine::kernels::metrics
