// Walking several strided views of one shape as rows: axes of size 1 dropped, neighbouring axes joined, and the first
// view's densest axis innermost, so that dense operands of any layout become a single row.
#pragma once

#include <array>

#include "engine/backend/cpu/chunks.h"

namespace lockstep::engine::cpu {

template <std::size_t N>
struct Rows {
  std::int32_t rank = 0;
  std::array<std::int64_t, view_max_rank> sizes{};
  std::array<std::array<std::int64_t, N>, view_max_rank> strides{};

  /// The views must have the same sizes.
  explicit Rows(const std::array<const View*, N>& views) {
    for (std::int32_t axis = 0; axis < views[0]->rank; ++axis) {
      if (views[0]->sizes[axis] != 1) insert(views, axis);
    }
    join();
  }

  [[nodiscard]] std::int64_t row_length() const noexcept { return rank == 0 ? 1 : sizes[static_cast<std::size_t>(rank - 1)]; }
  [[nodiscard]] std::array<std::int64_t, N> row_strides() const noexcept {
    return rank == 0 ? std::array<std::int64_t, N>{} : strides[static_cast<std::size_t>(rank - 1)];
  }
  [[nodiscard]] std::int64_t row_count() const noexcept {
    std::int64_t count = 1;
    for (std::int32_t i = 0; i + 1 < rank; ++i) count *= sizes[static_cast<std::size_t>(i)];
    return count;
  }
  /// Offsets of the first element of a row in each view.
  [[nodiscard]] std::array<std::int64_t, N> row_offsets(std::int64_t row) const noexcept {
    std::array<std::int64_t, N> out{};
    for (std::int32_t i = rank - 1; i-- > 0;) {
      const auto axis = static_cast<std::size_t>(i);
      const std::int64_t index = row % sizes[axis];
      row /= sizes[axis];
      for (std::size_t v = 0; v < N; ++v) out[v] += index * strides[axis][v];
    }
    return out;
  }

 private:
  void insert(const std::array<const View*, N>& views, std::int32_t axis) {
    std::int32_t at = rank++;
    for (; at > 0 && strides[static_cast<std::size_t>(at - 1)][0] < views[0]->strides[axis]; --at) {
      sizes[static_cast<std::size_t>(at)] = sizes[static_cast<std::size_t>(at - 1)];
      strides[static_cast<std::size_t>(at)] = strides[static_cast<std::size_t>(at - 1)];
    }
    sizes[static_cast<std::size_t>(at)] = views[0]->sizes[axis];
    for (std::size_t v = 0; v < N; ++v) strides[static_cast<std::size_t>(at)][v] = views[v]->strides[axis];
  }

  void join() {
    if (rank < 2) return;
    std::size_t kept = 0;
    for (std::size_t next = 1; next < static_cast<std::size_t>(rank); ++next) {
      bool joins = true;
      for (std::size_t v = 0; v < N; ++v) joins = joins && strides[kept][v] == sizes[next] * strides[next][v];
      if (joins) {
        sizes[kept] *= sizes[next];
      } else {
        ++kept;
        sizes[kept] = sizes[next];
      }
      strides[kept] = strides[next];
    }
    rank = static_cast<std::int32_t>(kept) + 1;
  }
};

/// body(offsets, strides, count) for pieces of rows, in parallel where that pays. Pieces are a function of shape only.
template <std::size_t N, class F>
void for_rows(const KernelContext& context, const std::array<const View*, N>& views, F&& body) {
  if (views[0]->numel() == 0) return;
  constexpr std::int64_t grain = 1 << 15;
  const Rows<N> rows(views);
  const std::int64_t length = rows.row_length();
  const std::array<std::int64_t, N> strides = rows.row_strides();
  const std::int64_t count = rows.row_count();
  if (count == 1) {
    parallel_slices(context, length, grain, [&](std::int64_t begin, std::int64_t end) {
      std::array<std::int64_t, N> offsets{};
      for (std::size_t v = 0; v < N; ++v) offsets[v] = begin * strides[v];
      body(offsets, strides, end - begin);
    });
    return;
  }
  parallel_slices(context, count, std::max<std::int64_t>(1, grain / length), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) body(rows.row_offsets(row), strides, length);
  });
}

}  // namespace lockstep::engine::cpu
