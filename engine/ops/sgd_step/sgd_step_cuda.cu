// Stochastic gradient descent on a GPU: all tensors in as few launches as hold them, the CPU's arithmetic.
#include "engine/backend/cuda/tensors.cuh"
#include "engine/ops/sgd_step/sgd_step_reference.h"

namespace lockstep::engine::kernels::sgd_step {

namespace {

template <class T, int lists>
__global__ void step_kernel(cuda::TensorTable<lists> table, const double* factor_values, const std::int64_t* gate) {
  if (gate != nullptr && *gate == 0) return;
  const Factors factors = read_factors(factor_values);
  const cuda::TensorPiece piece = cuda::piece_of(table, static_cast<std::int32_t>(blockIdx.x));
  T* const parameter = static_cast<T*>(table.data[0][piece.tensor]);
  const T* const gradient = static_cast<const T*>(table.data[1][piece.tensor]);
  T* buffer = nullptr;
  if constexpr (lists == 3) buffer = static_cast<T*>(table.data[2][piece.tensor]);
  for (std::int64_t i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) {
    step_loop<T>(factors, parameter + i, gradient + i, buffer == nullptr ? nullptr : buffer + i, 1);
  }
}

template <class T, int lists>
void step_as(const KernelContext& context, const View* views, std::int64_t count, const View& factors, const View& gate) {
  cuda::for_tables<lists>(views, count, dtype_of<T>(), [&](const cuda::TensorTable<lists>& table) {
    cuda::launch(LOCKSTEP_HERE, step_kernel<T, lists>, dim3(static_cast<unsigned>(table.blocks)), dim3(cuda::tensor_threads), 0, context, table, factors.as<double>(), gate.as<std::int64_t>());
  });
}

void step(const KernelContext& context, const View* views, std::int64_t count, bool buffered, const View& factors, const View& gate) {
  if (buffered) {
    step_as<float, 3>(context, views, count, factors, gate);
    step_as<double, 3>(context, views, count, factors, gate);
  } else {
    step_as<float, 2>(context, views, count, factors, gate);
    step_as<double, 2>(context, views, count, factors, gate);
  }
}

}  // namespace

void fill_cuda(Table& table) { table.step = step; }

}  // namespace lockstep::engine::kernels::sgd_step
