// Plain loops: on a CPU the loader's workers normalise batches themselves.
#include "engine/ops/gather_batch/gather_batch_kernels.h"
#include "engine/ops/gather_batch/gather_batch_reference.h"

namespace lockstep::engine::kernels::gather_batch {

namespace {

template <class T>
void gather_as(const View& output, const View& samples, const View& index, const View& shift, const View& scale) {
  const std::int64_t rows = output.sizes[0];
  const std::int64_t row_elements = rows == 0 ? 0 : output.numel() / rows;
  const Rows<T> all{output.as<float>(), samples.as<const T>(), index.as<const std::int64_t>(), shift.as<const float>(), scale.as<const float>(), row_elements, shift.sizes[0]};
  for (std::int64_t n = 0; n < rows; ++n) {
    for (std::int64_t j = 0; j < row_elements; ++j) all.write(n, j);
  }
}

void gather(const KernelContext&, const View& output, const View& samples, const View& index, const View& shift, const View& scale) {
  if (samples.dtype == DType::u8) gather_as<std::uint8_t>(output, samples, index, shift, scale);
  else gather_as<float>(output, samples, index, shift, scale);
}

}  // namespace

void fill_cpu(Table& table) { table.gather = gather; }

}  // namespace lockstep::engine::kernels::gather_batch
