// Sums on the CPU. Each output element is summed by one thread: pairwise over the reduced axes, in blocks of a fixed
// length, so that the result depends on the shape alone. A full sum is cut into a fixed number of chunks first.
#include <vector>

#include "engine/backend/cpu/rows.h"
#include "engine/ops/reduce/reduce_kernels.h"

namespace lockstep::engine::kernels::reduce {

namespace {

template <class T>
T pairwise(const T* data, std::int64_t stride, std::int64_t count) {
  constexpr std::int64_t block = 128;
  if (count > block) {
    // Split at a multiple of the block, so that most leaves are whole blocks.
    const std::int64_t half = (count / 2 + block - 1) / block * block;
    return pairwise(data, stride, half) + pairwise(data + half * stride, stride, count - half);
  }
  T lanes[8] = {};
  std::int64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    for (std::int64_t lane = 0; lane < 8; ++lane) lanes[lane] += data[(i + lane) * stride];
  }
  for (std::int64_t lane = 0; i < count; ++i, ++lane) lanes[lane] += data[i * stride];
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

struct Axis {
  std::int64_t size;
  std::int64_t stride;
};

/// The sum over the axes from `first` on, the last one innermost.
template <class T>
T sum_axes(const T* data, const std::vector<Axis>& axes, std::size_t first) {
  if (first == axes.size()) return *data;
  if (first + 1 == axes.size()) return pairwise(data, axes[first].stride, axes[first].size);
  T total{};
  for (std::int64_t i = 0; i < axes[first].size; ++i) total += sum_axes(data + i * axes[first].stride, axes, first + 1);
  return total;
}

template <class T>
void run(const KernelContext& context, const View& output, const View& input) {
  std::vector<Axis> reduced;
  std::vector<Axis> kept;
  std::vector<std::int64_t> output_strides;
  for (std::int32_t i = 0; i < input.rank; ++i) {
    if (input.sizes[i] == 1) continue;
    if (output.sizes[i] == 1) {
      reduced.push_back({input.sizes[i], input.strides[i]});
    } else {
      kept.push_back({input.sizes[i], input.strides[i]});
      output_strides.push_back(output.strides[i]);
    }
  }
  T* const to = output.as<T>();
  const T* const from = input.as<T>();
  const std::int64_t count = output.numel();
  if (input.numel() == 0) {
    // The empty sum; outputs are dense enough to be few.
    for (std::int64_t i = 0; i < count; ++i) to[i] = T{};
    return;
  }
  if (count == 1 && input.is_contiguous()) {
    const std::int64_t total = input.numel();
    const std::int64_t chunks = cpu::chunk_count(total, 1 << 15);
    std::vector<T> partial(static_cast<std::size_t>(chunks));
    cpu::pool(context).parallel_for(chunks, [&](std::int64_t chunk) {
      const cpu::Slice slice = cpu::slice_of(total, chunks, chunk);
      partial[static_cast<std::size_t>(chunk)] = pairwise(from + slice.begin, 1, slice.end - slice.begin);
    });
    *to = pairwise(partial.data(), 1, chunks);
    return;
  }
  const std::int64_t work = std::max<std::int64_t>(1, input.numel() / count);
  cpu::parallel_slices(context, count, std::max<std::int64_t>(1, (1 << 14) / work), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t element = begin; element < end; ++element) {
      std::int64_t rest = element;
      std::int64_t a = 0;
      std::int64_t b = 0;
      for (std::size_t i = kept.size(); i-- > 0;) {
        const std::int64_t index = rest % kept[i].size;
        rest /= kept[i].size;
        a += index * output_strides[i];
        b += index * kept[i].stride;
      }
      to[a] = sum_axes(from + b, reduced, 0);
    }
  });
}

void sum(const KernelContext& context, const View& output, const View& input) {
  if (output.dtype == DType::f64) run<double>(context, output, input);
  else if (output.dtype == DType::i64) run<std::int64_t>(context, output, input);
  else run<float>(context, output, input);
}

}  // namespace

void fill_cpu(Table& table) { table.sum = sum; }

}  // namespace lockstep::engine::kernels::reduce
