// Metrics on the CPU.
#include "engine/backend/cpu/chunks.h"
#include "engine/ops/metrics/metrics_kernels.h"

namespace lockstep::engine::kernels::metrics {

namespace {

template <class T>
std::int64_t argmax_row(const T* x, std::int64_t count) {
  std::int64_t best = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (x[i] != x[i]) return i;
    if (x[i] > x[best]) best = i;
  }
  return best;
}

void argmax(const KernelContext& context, const View& output, const View& x) {
  const std::int64_t count = x.sizes[1];
  std::int64_t* const to = output.as<std::int64_t>();
  cpu::parallel_slices(context, x.sizes[0], (1 << 14) / std::max<std::int64_t>(1, count) + 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      to[row] = x.dtype == DType::f64 ? argmax_row(x.as<double>() + row * count, count) : argmax_row(x.as<float>() + row * count, count);
    }
  });
}

void count_equal(const KernelContext& /*context*/, const View& counts, const View& prediction, const View& target, std::int64_t ignore_index) {
  const std::int64_t* const a = prediction.as<std::int64_t>();
  const std::int64_t* const b = target.as<std::int64_t>();
  std::int64_t correct = 0;
  std::int64_t counted = 0;
  for (std::int64_t i = 0; i < target.sizes[0]; ++i) {
    if (b[i] == ignore_index) continue;
    ++counted;
    if (a[i] == b[i]) ++correct;
  }
  counts.as<std::int64_t>()[0] = correct;
  counts.as<std::int64_t>()[1] = counted;
}

}  // namespace

void fill_cpu(Table& table) {
  table.argmax = argmax;
  table.count_equal = count_equal;
}

}  // namespace lockstep::engine::kernels::metrics
