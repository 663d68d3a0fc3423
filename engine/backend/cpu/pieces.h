// Cutting a list of dense tensors into pieces for the thread pool; the cut is a function of shapes only.
#pragma once

#include <algorithm>

#include "engine/backend/cpu/chunks.h"
#include "engine/core/view.h"

namespace lockstep::engine::cpu {

inline constexpr std::int64_t piece_elements = 1 << 15;

[[nodiscard]] inline std::int64_t pieces_of(const View& view) { return (view.numel() + piece_elements - 1) / piece_elements; }

[[nodiscard]] inline std::int64_t pieces_of(const View* views, std::int64_t count) {
  std::int64_t pieces = 0;
  for (std::int64_t i = 0; i < count; ++i) pieces += pieces_of(views[i]);
  return pieces;
}

/// body(tensor, begin, end, piece) for each piece of each tensor, in parallel where that pays.
template <class F>
void for_pieces(const KernelContext& context, const View* views, std::int64_t count, F&& body) {
  std::int64_t elements = 0;
  for (std::int64_t i = 0; i < count; ++i) elements += views[i].numel();
  const auto range = [&](std::int64_t begin, std::int64_t end) {
    std::int64_t piece = 0;
    for (std::int64_t i = 0; i < count && piece < end; ++i) {
      const std::int64_t numel = views[i].numel();
      const std::int64_t pieces = pieces_of(views[i]);
      for (std::int64_t p = std::max<std::int64_t>(0, begin - piece); p < pieces && piece + p < end; ++p) {
        body(i, p * piece_elements, std::min(numel, (p + 1) * piece_elements), piece + p);
      }
      piece += pieces;
    }
  };
  const std::int64_t pieces = pieces_of(views, count);
  const std::int64_t chunks = chunk_count(elements, piece_elements, std::max<std::int64_t>(1, std::min<std::int64_t>(64, pieces)));
  if (chunks == 1) {
    range(0, pieces);
    return;
  }
  pool(context).parallel_for(chunks, [&](std::int64_t chunk) {
    const Slice slice = slice_of(pieces, chunks, chunk);
    range(slice.begin, slice.end);
  });
}

}  // namespace lockstep::engine::cpu
