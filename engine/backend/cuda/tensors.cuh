// Kernels over many dense tensors at once (all parameters of a model): pointers and sizes travel as the kernel's arguments, since a
// table in device memory would have to be copied there, and could not be captured.
#pragma once

#include "engine/backend/cuda/device_code.h"

namespace lockstep::engine::cuda {

/// Elements that one block works on.
inline constexpr std::int64_t tensor_piece = 1 << 14;
inline constexpr unsigned tensor_threads = 256;

/// Up to `most` tensors of `lists` lists each, in one launch.
template <int lists>
struct TensorTable {
  static constexpr int most = 3072 / (8 * lists + 16);
  void* data[lists][most];
  std::int64_t elements[most];
  std::int32_t first_block[most];  ///< of the launch's blocks, the first that works on the tensor
  std::int32_t count = 0;
  std::int32_t blocks = 0;
  std::int64_t pieces_before = 0;  ///< in launches before this one

  /// Which tensor a block works on.
  LOCKSTEP_HOST_DEVICE int tensor_of(std::int32_t block) const {
    int low = 0;
    for (int high = count - 1; low < high;) {
      const int middle = (low + high + 1) / 2;
      if (first_block[middle] <= block) low = middle;
      else high = middle - 1;
    }
    return low;
  }
};

/// What a block works on: elements begin … end − 1 of one tensor.
struct TensorPiece {
  int tensor;
  std::int64_t begin;
  std::int64_t end;
  std::int64_t number;  ///< of the piece, counted over all tensors and launches
};

template <int lists>
LOCKSTEP_HOST_DEVICE TensorPiece piece_of(const TensorTable<lists>& table, std::int32_t block) {
  const int tensor = table.tensor_of(block);
  const std::int64_t begin = (block - table.first_block[tensor]) * tensor_piece;
  const std::int64_t end = begin + tensor_piece < table.elements[tensor] ? begin + tensor_piece : table.elements[tensor];
  return {tensor, begin, end, table.pieces_before + block};
}

[[nodiscard]] inline std::int64_t tensor_pieces(const View* views, std::int64_t count) {
  std::int64_t pieces = 0;
  for (std::int64_t i = 0; i < count; ++i) pieces += (views[i].numel() + tensor_piece - 1) / tensor_piece;
  return pieces;
}

/// start(table) for as few tables as hold all tensors of one dtype; `views` holds `lists` lists of `count`.
template <int lists, class Start>
void for_tables(const View* views, std::int64_t count, DType dtype, Start&& start) {
  using Table = TensorTable<lists>;
  Table table;
  std::int64_t pieces_before = 0;
  const auto flush = [&] {
    if (table.count > 0) start(static_cast<const Table&>(table));
    table.count = 0;
    table.blocks = 0;
  };
  table.pieces_before = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t numel = views[i].numel();
    const std::int64_t pieces = (numel + tensor_piece - 1) / tensor_piece;
    if (views[i].dtype != dtype || pieces == 0) {
      // Pieces are numbered over all tensors, whatever their dtype: a table holds neighbours only.
      flush();
      pieces_before += pieces;
      table.pieces_before = pieces_before;
      continue;
    }
    if (table.count == Table::most) {
      flush();
      table.pieces_before = pieces_before;
    }
    for (int list = 0; list < lists; ++list) table.data[list][table.count] = views[list * count + i].data;
    table.elements[table.count] = numel;
    table.first_block[table.count] = table.blocks;
    table.blocks += static_cast<std::int32_t>(pieces);
    ++table.count;
    pieces_before += pieces;
  }
  flush();
}

}  // namespace lockstep::engine::cuda
