// The kernel language: what a *_cuda.cu is written in. The same file is compiled by nvcc for a GPU, and by g++ for the
// emulator of the tests, which runs each thread as a fiber and checks what it touches. So a .cu uses these, never <<<>>>,
// __shared__ or extern __shared__ itself:
//
//   __global__ void sum(const float* x, ...) {
//     LOCKSTEP_SHARED(float, partial, 256);            // a static shared array
//     LOCKSTEP_DYNAMIC_SHARED(float, row);             // the launch's dynamic shared memory
//     ...  __syncthreads(), __shfl_down_sync(...), atomicMin(...), threadIdx, blockIdx as in CUDA
//   }
//   cuda::launch(LOCKSTEP_HERE, sum, grid, block, shared_bytes, context, x.as<float>(), ...);
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/backend/cuda/check.h"
#include "engine/backend/cuda/state.h"
#include "engine/core/host_device.h"
#include "engine/core/view.h"

#define LOCKSTEP_HERE (::lockstep::engine::cuda::Where{__FILE__, __LINE__})

#if defined(LOCKSTEP_CUDA_EMULATED)
#include "tests/cuda/emulator/device_code.h"  // defines the macros and launch() for g++
#else
#include <cuda_runtime.h>

#define LOCKSTEP_SHARED(T, name, count) __shared__ T name[count]
#define LOCKSTEP_DYNAMIC_SHARED(T, name)                                     \
  extern __shared__ __align__(16) unsigned char lockstep_dynamic_shared[]; \
  T* const name = reinterpret_cast<T*>(lockstep_dynamic_shared)

namespace lockstep::engine::cuda {

/// Starts `kernel` on the context's compute stream; nothing where the grid is empty. @throws DeviceError
template <class... P, class... A>
void launch(const Where& where, void (*kernel)(P...), dim3 grid, dim3 block, std::size_t shared_bytes, const KernelContext& context, A... arguments) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
  kernel<<<grid, block, shared_bytes, state_of(context).compute>>>(static_cast<P>(arguments)...);
  if (const cudaError_t status = cudaGetLastError(); status != cudaSuccess) throw_launch(where, status);
}

}  // namespace lockstep::engine::cuda
#endif

namespace lockstep::engine::cuda {

/// Blocks of `threads` that cover `items`, at most `most` (the rest by a grid-stride loop).
[[nodiscard]] inline unsigned blocks_for(std::int64_t items, unsigned threads, unsigned most = 1U << 20U) {
  const std::int64_t blocks = (items + threads - 1) / threads;
  return static_cast<unsigned>(blocks < most ? blocks : most);
}

}  // namespace lockstep::engine::cuda
