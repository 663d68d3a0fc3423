// How work is cut for the thread pool. The cut is a function of size only: the same for every number of threads (R4).
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backend/cpu/state.h"

namespace lockstep::engine::cpu {

/// Half-open.
struct Slice {
  std::int64_t begin;
  std::int64_t end;
};

/// Chunks for `items` items of which at least `grain` belong together; at most `most`.
[[nodiscard]] inline std::int64_t chunk_count(std::int64_t items, std::int64_t grain, std::int64_t most = 64) {
  return std::clamp<std::int64_t>(items / std::max<std::int64_t>(grain, 1), 1, most);
}

/// Slice `chunk` of `chunks` even slices of `items`.
[[nodiscard]] inline Slice slice_of(std::int64_t items, std::int64_t chunks, std::int64_t chunk) {
  return {items * chunk / chunks, items * (chunk + 1) / chunks};
}

/// body(begin, end) over slices of `items`, in parallel where that pays.
template <class F>
void parallel_slices(const KernelContext& context, std::int64_t items, std::int64_t grain, F&& body) {
  const std::int64_t chunks = chunk_count(items, grain);
  if (chunks == 1) {
    if (items > 0) body(std::int64_t{0}, items);
    return;
  }
  pool(context).parallel_for(chunks, [&](std::int64_t chunk) {
    const Slice slice = slice_of(items, chunks, chunk);
    if (slice.begin < slice.end) body(slice.begin, slice.end);
  });
}

}  // namespace lockstep::engine::cpu
