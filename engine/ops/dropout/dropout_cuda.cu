// Dropout on a GPU: the contract's draws, four elements a thread.
#include "engine/backend/cuda/elements.cuh"
#include "engine/core/rng.h"
#include "engine/ops/dropout/dropout_kernels.h"

namespace lockstep::engine::kernels::dropout {

namespace {

__global__ void mask_kernel(std::uint8_t* mask, std::int64_t count, Draws draws) {
  const std::uint64_t high = *draws.forward_index;
  const std::uint64_t first_block = draws.first / 4;
  const auto blocks = static_cast<std::int64_t>((draws.first + static_cast<std::uint64_t>(count) + 3) / 4 - first_block);
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t b = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; b < blocks; b += step) {
    const std::uint64_t block = first_block + static_cast<std::uint64_t>(b);
    const auto words = philox4x32_10({{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32U), static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32U)}},
                                     draws.key0, draws.key1);
    for (int word = 0; word < 4; ++word) {
      const auto i = static_cast<std::int64_t>(4 * block + static_cast<std::uint64_t>(word) - draws.first);
      if (i >= 0 && i < count) mask[i] = (words[static_cast<std::size_t>(word)] >> 8U) >= draws.threshold ? 1 : 0;
    }
  }
}

void mask(const KernelContext& context, const View& mask, const Draws& draws) {
  const std::int64_t count = mask.numel();
  if (count == 0) return;
  cuda::launch(LOCKSTEP_HERE, mask_kernel, dim3(cuda::blocks_for(count / 4 + 2, cuda::element_threads, cuda::most_blocks)), dim3(cuda::element_threads), 0, context,
               mask.as<std::uint8_t>(), count, draws);
}

template <class T>
struct Apply {
  T* output;
  const T* x;
  const std::uint8_t* mask;
  T scale;
  __device__ void operator()(const std::int64_t (&at)[3]) const { output[at[0]] = mask[at[2]] != 0 ? x[at[1]] * scale : T(0); }
};

template <class T>
void apply_as(const KernelContext& context, const View& output, const View& x, const View& mask, double scale) {
  cuda::for_elements<3>(LOCKSTEP_HERE, context, {&output, &x, &mask}, Apply<T>{output.as<T>(), x.as<T>(), mask.as<std::uint8_t>(), static_cast<T>(scale)});
}

void apply(const KernelContext& context, const View& output, const View& x, const View& mask, double scale) {
  if (output.dtype == DType::f64) apply_as<double>(context, output, x, mask, scale);
  else apply_as<float>(context, output, x, mask, scale);
}

}  // namespace

void fill_cuda(Table& table) {
  table.mask = mask;
  table.apply = apply;
}

}  // namespace lockstep::engine::kernels::dropout
