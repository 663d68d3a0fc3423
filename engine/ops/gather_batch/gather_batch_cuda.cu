// Gathering and normalising a batch on a GPU.
#include "engine/backend/cuda/device_code.h"
#include "engine/ops/gather_batch/gather_batch_kernels.h"
#include "engine/ops/gather_batch/gather_batch_reference.h"

namespace lockstep::engine::kernels::gather_batch {

namespace {

constexpr unsigned threads = 256;

template <class T>
__global__ void gather_kernel(Rows<T> all, std::int64_t count) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) all.write(i / all.row_elements, i % all.row_elements);
}

template <class T>
void gather_as(const KernelContext& context, const View& output, const View& samples, const View& index, const View& shift, const View& scale) {
  const std::int64_t count = output.numel();
  if (count == 0) return;
  const Rows<T> all{output.as<float>(), samples.as<const T>(),     index.as<const std::int64_t>(), shift.as<const float>(),
                    scale.as<const float>(), count / output.sizes[0], shift.sizes[0]};
  cuda::launch(LOCKSTEP_HERE, gather_kernel<T>, dim3(cuda::blocks_for(count, threads, 1U << 16U)), dim3(threads), 0, context, all, count);
}

void gather(const KernelContext& context, const View& output, const View& samples, const View& index, const View& shift, const View& scale) {
  if (samples.dtype == DType::u8) gather_as<std::uint8_t>(context, output, samples, index, shift, scale);
  else gather_as<float>(context, output, samples, index, shift, scale);
}

}  // namespace

void fill_cuda(Table& table) { table.gather = gather; }

}  // namespace lockstep::engine::kernels::gather_batch
