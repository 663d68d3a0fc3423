// Checksums on the CPU. Sums mod 2⁶⁴ may be added in any order, so each layout is walked in the order of memory, a row at
// a time, with the row's logical indices given by their first one and a step.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/checksum/checksum_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <atomic>

#include "engine/backend/cpu/rows.h"
#include "engine/core/rng.h"
#include "engine/core/shape.h"
#include "engine/ops/checksum/checksum_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::checksum::HWY_NAMESPACE {

[[gnu::always_inline]] inline std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

/// Word: the unsigned integer of the element's width.
template <class Word>
std::uint64_t row_sum(const Word* data, std::int64_t stride, std::int64_t count, std::uint64_t index, std::uint64_t index_step, std::uint64_t key) {
  std::uint64_t sum = 0;
  if (stride == 1) {
    for (std::int64_t i = 0; i < count; ++i) sum += mixed(data[i] ^ mixed((index + static_cast<std::uint64_t>(i) * index_step) ^ key));
  } else {
    for (std::int64_t i = 0; i < count; ++i) sum += mixed(data[i * stride] ^ mixed((index + static_cast<std::uint64_t>(i) * index_step) ^ key));
  }
  return sum;
}

std::uint64_t row_of_bytes(const void* data, std::size_t item, std::int64_t offset, std::int64_t stride, std::int64_t count, std::uint64_t index,
                           std::uint64_t index_step, std::uint64_t key) {
  switch (item) {
    case 8: return row_sum(static_cast<const std::uint64_t*>(data) + offset, stride, count, index, index_step, key);
    case 4: return row_sum(static_cast<const std::uint32_t*>(data) + offset, stride, count, index, index_step, key);
    case 2: return row_sum(static_cast<const std::uint16_t*>(data) + offset, stride, count, index, index_step, key);
    default: return row_sum(static_cast<const std::uint8_t*>(data) + offset, stride, count, index, index_step, key);
  }
}

}  // namespace lockstep::engine::kernels::checksum::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::checksum {

HWY_EXPORT(row_of_bytes);

namespace {

std::uint64_t sum_of(const KernelContext& context, const View& view, std::uint64_t key) {
  // A second view of the same sizes whose "offsets" are the logical indices.
  View indices = view;
  std::int64_t stride = 1;
  for (std::int32_t axis = view.rank; axis-- > 0;) {
    indices.strides[axis] = stride;
    stride *= view.sizes[axis];
  }
  // Integers: an atomic sum has no order to lose.
  std::atomic<std::uint64_t> total{0};
  cpu::for_rows<2>(context, {&view, &indices}, [&](const auto& offsets, const auto& strides, std::int64_t count) {
    total.fetch_add(HWY_DYNAMIC_DISPATCH(row_of_bytes)(view.data, item_size(view.dtype), offsets[0], strides[0], count,
                                                       static_cast<std::uint64_t>(offsets[1]), static_cast<std::uint64_t>(strides[1]), key),
                    std::memory_order_relaxed);
  });
  return total.load();
}

void sum(const KernelContext& context, const View& sum, const View* views, const std::uint64_t* keys, std::int64_t count) {
  std::uint64_t total = 0;
  for (std::int64_t i = 0; i < count; ++i) total += sum_of(context, views[i], keys[i]);
  *sum.as<std::int64_t>() = static_cast<std::int64_t>(total);
}

}  // namespace

void fill_cpu(Table& table) { table.sum = sum; }

}  // namespace lockstep::engine::kernels::checksum
#endif  // HWY_ONCE
