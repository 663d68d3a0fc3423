// Kernels that work on dense rows: the team that has one row is a warp, or a whole block where rows are long.
#pragma once

#include "engine/backend/cuda/reduction.cuh"

namespace lockstep::engine::cuda {

inline constexpr unsigned rows_a_block = 4;  ///< of warps with a row each
inline constexpr unsigned long_row_threads = 256;

struct WarpTeam {
  [[nodiscard]] __device__ std::int64_t row() const { return static_cast<std::int64_t>(blockIdx.x) * rows_a_block + threadIdx.x / 32; }
  [[nodiscard]] __device__ unsigned lane() const { return threadIdx.x % 32; }
  [[nodiscard]] __device__ unsigned size() const { return 32; }
  /// Every thread of the team gets the result. All must come here.
  template <class T, class F>
  __device__ T all(T value, T /*neutral*/, F f) const {
    return warp_all(value, f);
  }
};

struct BlockTeam {
  [[nodiscard]] __device__ std::int64_t row() const { return blockIdx.x; }
  [[nodiscard]] __device__ unsigned lane() const { return threadIdx.x; }
  [[nodiscard]] __device__ unsigned size() const { return blockDim.x; }
  template <class T, class F>
  __device__ T all(T value, T neutral, F f) const {
    return block_all(value, neutral, f);
  }
};

/// Calls start.operator()<Team>(grid, block) for rows of `count` elements; nothing where there are none.
template <class Start>
void for_rows(std::int64_t rows, std::int64_t count, Start&& start) {
  if (rows == 0 || count == 0) return;
  if (count > 1024) start.template operator()<BlockTeam>(dim3(static_cast<unsigned>(rows)), dim3(long_row_threads));
  else start.template operator()<WarpTeam>(dim3(static_cast<unsigned>((rows + rows_a_block - 1) / rows_a_block)), dim3(32 * rows_a_block));
}

}  // namespace lockstep::engine::cuda
