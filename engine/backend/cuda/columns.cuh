// Sums over the rows of a matrix [rows, columns], a column each, in a fixed tree: bias gradients, and the statistics of batch norms.
#pragma once

#include "engine/backend/cuda/device_code.h"

namespace lockstep::engine::cuda {

/// Two sums that are taken together.
struct Pair {
  double first = 0.0;
  double second = 0.0;
  LOCKSTEP_HOST_DEVICE friend Pair operator+(const Pair& a, const Pair& b) { return {a.first + b.first, a.second + b.second}; }
};

inline constexpr unsigned column_tile = 32;
inline constexpr unsigned row_tile = 8;

/// Slices of rows: a function of the shape only.
[[nodiscard]] inline unsigned row_slices(std::int64_t rows) {
  const std::int64_t slices = (rows + 511) / 512;
  return static_cast<unsigned>(slices < 1 ? 1 : (slices > 256 ? 256 : slices));
}

/// Block (x, y): columns 32 x … 32 x + 31 over slice y of the rows. f(row, column) gives what is added.
template <class S, class F>
__global__ void slice_kernel(F f, std::int64_t rows, std::int64_t columns, S* partial) {
  LOCKSTEP_SHARED(S, sums, column_tile * row_tile);
  const unsigned x = threadIdx.x;
  const unsigned y = threadIdx.y;
  const std::int64_t column = static_cast<std::int64_t>(blockIdx.x) * column_tile + x;
  const std::int64_t slice = (rows + gridDim.y - 1) / gridDim.y;
  const std::int64_t begin = blockIdx.y * slice;
  const std::int64_t end = begin + slice < rows ? begin + slice : rows;
  S sum{};
  if (column < columns) {
    for (std::int64_t row = begin + y; row < end; row += row_tile) sum = sum + f(row, column);
  }
  sums[y * column_tile + x] = sum;
  for (unsigned half = row_tile / 2; half > 0; half /= 2) {
    __syncthreads();
    if (y < half) sums[y * column_tile + x] = sums[y * column_tile + x] + sums[(y + half) * column_tile + x];
  }
  if (y == 0 && column < columns) partial[blockIdx.y * columns + column] = sums[x];
}

/// finish(column, sum) for each column.
template <class S, class G>
__global__ void finish_kernel(const S* partial, std::int64_t columns, unsigned slices, G finish) {
  const std::int64_t column = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  S sum = partial[column];
  for (unsigned slice = 1; slice < slices; ++slice) sum = sum + partial[slice * columns + column];
  finish(column, sum);
}

template <class S, class F, class G>
void column_sums(const Where& where, const KernelContext& context, std::int64_t rows, std::int64_t columns, const F& f, const G& finish) {
  if (columns == 0) return;
  const unsigned slices = row_slices(rows);
  const Scratch partial(context, static_cast<std::size_t>(columns) * slices * sizeof(S));
  launch(where, slice_kernel<S, F>, dim3(static_cast<unsigned>((columns + column_tile - 1) / column_tile), slices), dim3(column_tile, row_tile), 0, context, f, rows, columns, partial.as<S>());
  launch(where, finish_kernel<S, G>, dim3(blocks_for(columns, 128)), dim3(128), 0, context, partial.as<const S>(), columns, slices, finish);
}

}  // namespace lockstep::engine::cuda
