// Adam on a GPU: all tensors in as few launches as hold them, the CPU's arithmetic.
#include "engine/backend/cuda/tensors.cuh"
#include "engine/ops/adam_step/adam_step_reference.h"

namespace lockstep::engine::kernels::adam_step {

namespace {

template <class T>
__global__ void step_kernel(cuda::TensorTable<4> table, const double* factor_values, const std::int64_t* gate) {
  if (gate != nullptr && *gate == 0) return;
  const Factors factors = read_factors(factor_values);
  const cuda::TensorPiece piece = cuda::piece_of(table, static_cast<std::int32_t>(blockIdx.x));
  T* const parameter = static_cast<T*>(table.data[0][piece.tensor]);
  const T* const gradient = static_cast<const T*>(table.data[1][piece.tensor]);
  T* const exp_avg = static_cast<T*>(table.data[2][piece.tensor]);
  T* const exp_avg_sq = static_cast<T*>(table.data[3][piece.tensor]);
  for (std::int64_t i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) {
    reference_step(factors, parameter + i, gradient + i, exp_avg + i, exp_avg_sq + i, 1);
  }
}

template <class T>
void step_as(const KernelContext& context, const View* views, std::int64_t count, const View& factors, const View& gate) {
  cuda::for_tables<4>(views, count, dtype_of<T>(), [&](const cuda::TensorTable<4>& table) {
    cuda::launch(LOCKSTEP_HERE, step_kernel<T>, dim3(static_cast<unsigned>(table.blocks)), dim3(cuda::tensor_threads), 0, context, table, factors.as<double>(), gate.as<std::int64_t>());
  });
}

void step(const KernelContext& context, const View* views, std::int64_t count, const View& factors, const View& gate) {
  step_as<float>(context, views, count, factors, gate);
  step_as<double>(context, views, count, factors, gate);
}

}  // namespace

void fill_cuda(Table& table) { table.step = step; }

}  // namespace lockstep::engine::kernels::adam_step
