// The f32 matrix product: operands packed into panels once, then tiles of R rows and V vectors held in registers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/matmul/gemm_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engine/backend/cpu/chunks.h"
#include "engine/backend/cpu/scratch.h"
#include "engine/ops/matmul/gemm.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most 16 lanes: wider registers of other architectures would leave most of a narrow layer's tile empty.
using D = hn::CappedTag<float, 16>;
constexpr std::int64_t lanes = hn::MaxLanes(D());
constexpr std::int64_t panel_width = 2 * lanes;
/// Rows of a tile: as many as leave registers for two vectors of b and one of a.
constexpr int tile_rows = lanes >= 16 ? 14 : 6;
constexpr std::int64_t k_block = 512;

struct Tile {
  const float* a;
  std::int64_t a_step;  ///< from one k to the next; rows are neighbours
  const float* b;
  std::int64_t b_step;
  std::int64_t k;
  float* c;
  std::int64_t c_row_stride;
  std::int64_t width;  ///< columns of c that exist
  const float* bias;
  bool relu;
};

template <int R, int V>
using Accumulators = hn::Vec<D>[R][V];

template <int R, int V>
HWY_INLINE void multiply_block(const float* HWY_RESTRICT a, std::int64_t a_step, const float* HWY_RESTRICT b, std::int64_t b_step,
                               std::int64_t k, Accumulators<R, V>& sum) {
  const D d;
  for (int r = 0; r < R; ++r) {
    for (int v = 0; v < V; ++v) sum[r][v] = hn::Zero(d);
  }
  for (std::int64_t i = 0; i < k; ++i, a += a_step, b += b_step) {
    hn::Vec<D> columns[V];
    for (int v = 0; v < V; ++v) columns[v] = hn::LoadU(d, b + v * lanes);
    for (int r = 0; r < R; ++r) {
      const auto row = hn::Set(d, a[r]);
      for (int v = 0; v < V; ++v) sum[r][v] = hn::MulAdd(row, columns[v], sum[r][v]);
    }
  }
}

template <int R, int V>
HWY_NOINLINE void run_tile(const Tile& tile) {
  const D d;
  Accumulators<R, V> sum;
  std::int64_t first = std::min(tile.k, k_block);
  multiply_block<R, V>(tile.a, tile.a_step, tile.b, tile.b_step, first, sum);
  if (first < tile.k) {
    HWY_ALIGN float total[R * V * lanes];
    for (int r = 0; r < R; ++r) {
      for (int v = 0; v < V; ++v) hn::Store(sum[r][v], d, total + (r * V + v) * lanes);
    }
    for (; first < tile.k; first += k_block) {
      multiply_block<R, V>(tile.a + first * tile.a_step, tile.a_step, tile.b + first * tile.b_step, tile.b_step, std::min(k_block, tile.k - first), sum);
      for (int r = 0; r < R; ++r) {
        for (int v = 0; v < V; ++v) {
          float* const at = total + (r * V + v) * lanes;
          hn::Store(hn::Add(hn::Load(d, at), sum[r][v]), d, at);
        }
      }
    }
    for (int r = 0; r < R; ++r) {
      for (int v = 0; v < V; ++v) sum[r][v] = hn::Load(d, total + (r * V + v) * lanes);
    }
  }
  HWY_ALIGN float edge[V * lanes];
  const bool whole = tile.width == V * lanes;
  if (tile.bias != nullptr) {
    const float* bias = tile.bias;
    if (!whole) {
      std::fill(edge, edge + V * lanes, 0.0F);
      std::copy(tile.bias, tile.bias + tile.width, edge);
      bias = edge;
    }
    for (int v = 0; v < V; ++v) {
      const auto add = hn::LoadU(d, bias + v * lanes);
      for (int r = 0; r < R; ++r) sum[r][v] = hn::Add(sum[r][v], add);
    }
  }
  if (tile.relu) {
    const auto zero = hn::Zero(d);
    for (int r = 0; r < R; ++r) {
      // Not Max: of NaN and zero it may give either.
      for (int v = 0; v < V; ++v) sum[r][v] = hn::IfThenElse(hn::Le(sum[r][v], zero), zero, sum[r][v]);
    }
  }
  for (int r = 0; r < R; ++r) {
    float* const row = tile.c + r * tile.c_row_stride;
    if (whole) {
      for (int v = 0; v < V; ++v) hn::StoreU(sum[r][v], d, row + v * lanes);
    } else {
      for (int v = 0; v < V; ++v) hn::Store(sum[r][v], d, edge + v * lanes);
      std::copy(edge, edge + tile.width, row);
    }
  }
}

using RunTile = void (*)(const Tile&);

template <int V, int... R>
constexpr std::array<RunTile, sizeof...(R)> tile_table(std::integer_sequence<int, R...>) {
  return {run_tile<R + 1, V>...};
}
constexpr auto narrow_tiles = tile_table<1>(std::make_integer_sequence<int, tile_rows>());
constexpr auto wide_tiles = tile_table<2>(std::make_integer_sequence<int, tile_rows>());

/// to[i * width + j] = from(j, i) where j runs along a stride and i is dense: 4 x 4 transposes in registers.
void pack_transposed(float* HWY_RESTRICT to, std::int64_t width, const float* HWY_RESTRICT from, std::int64_t stride, std::int64_t count, std::int64_t k) {
  std::int64_t j = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::FixedTag<float, 4> d;
  const hn::Repartition<double, decltype(d)> pairs;
  for (; j + 4 <= count; j += 4) {
    const float* const rows = from + j * stride;
    std::int64_t i = 0;
    for (; i + 4 <= k; i += 4) {
      const auto r0 = hn::LoadU(d, rows + i);
      const auto r1 = hn::LoadU(d, rows + stride + i);
      const auto r2 = hn::LoadU(d, rows + 2 * stride + i);
      const auto r3 = hn::LoadU(d, rows + 3 * stride + i);
      const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, r0, r1));
      const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, r2, r3));
      const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, r0, r1));
      const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, r2, r3));
      float* const at = to + i * width + j;
      hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23)), d, at);
      hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23)), d, at + width);
      hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23)), d, at + 2 * width);
      hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23)), d, at + 3 * width);
    }
    for (; i < k; ++i) {
      for (std::int64_t r = 0; r < 4; ++r) to[i * width + j + r] = rows[r * stride + i];
    }
  }
#endif
  for (; j < count; ++j) {
    for (std::int64_t i = 0; i < k; ++i) to[i * width + j] = from[j * stride + i];
  }
}

/// `count` neighbours (along `across`) of k steps (along `along`) become rows of `width`, padded with zeros.
void pack(float* HWY_RESTRICT to, std::int64_t width, const float* HWY_RESTRICT from, std::int64_t across, std::int64_t along, std::int64_t count,
          std::int64_t k) {
  if (along == 1 && across != 1) {
    pack_transposed(to, width, from, across, count, k);
  } else if (across == 1) {
    for (std::int64_t i = 0; i < k; ++i) std::copy(from + i * along, from + i * along + count, to + i * width);
  } else {
    for (std::int64_t i = 0; i < k; ++i) {
      for (std::int64_t j = 0; j < count; ++j) to[i * width + j] = from[i * along + j * across];
    }
  }
  if (count < width) {
    for (std::int64_t i = 0; i < k; ++i) std::fill(to + i * width + count, to + (i + 1) * width, 0.0F);
  }
}

void gemm_on_target(const KernelContext& context, std::int64_t m, std::int64_t n, std::int64_t k, const GemmOperand& a, const GemmOperand& b,
                    float* c, std::int64_t c_row_stride, const GemmEpilogue& epilogue) {
  const std::int64_t tiles = (m + tile_rows - 1) / tile_rows;
  const std::int64_t panels = (n + panel_width - 1) / panel_width;
  const std::int64_t last_width = n - (panels - 1) * panel_width;
  const std::int64_t last_panel_width = last_width <= lanes ? lanes : panel_width;
  // Operands that already lie as a tile reads them stay where they are, unless many tiles read them from far-apart lines.
  const bool a_packed = a.row_stride != 1;
  const bool b_packed = b.column_stride != 1 || tiles > 4;
  const std::int64_t a_room = a_packed ? m * k : 0;
  float* const packed_a = scratch<float>(a_room + panels * panel_width * k);
  float* const packed_b = packed_a + a_room;

  constexpr std::int64_t pack_grain = 1 << 16;
  parallel_slices(context, (a_packed ? tiles : 0) + panels, pack_grain / std::max<std::int64_t>(1, k * panel_width) + 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t item = begin; item < end; ++item) {
      if (item < panels) {
        const bool last = item + 1 == panels;
        const std::int64_t width = last ? last_panel_width : panel_width;
        const std::int64_t count = last ? last_width : panel_width;
        if (b_packed || count < width) pack(packed_b + item * panel_width * k, width, b.data + item * panel_width * b.column_stride, b.column_stride, b.row_stride, count, k);
      } else {
        const Slice rows = slice_of(m, tiles, item - panels);
        pack(packed_a + rows.begin * k, rows.end - rows.begin, a.data + rows.begin * a.row_stride, a.row_stride, a.column_stride, rows.end - rows.begin, k);
      }
    }
  });

  constexpr std::int64_t work_grain = 1 << 19;  // multiply-adds that are worth another thread's while
  const std::int64_t tile_work = std::max<std::int64_t>(1, tile_rows * panel_width * k);
  parallel_slices(context, tiles * panels, work_grain / tile_work + 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t item = begin; item < end; ++item) {
      const std::int64_t panel = item / tiles;
      const Slice rows = slice_of(m, tiles, item % tiles);
      const std::int64_t height = rows.end - rows.begin;
      const bool last = panel + 1 == panels;
      const std::int64_t width = last ? last_panel_width : panel_width;
      const std::int64_t count = last ? last_width : panel_width;
      const std::int64_t column = panel * panel_width;
      const bool direct = !b_packed && count == width;
      const Tile tile{a_packed ? packed_a + rows.begin * k : a.data + rows.begin,
                      a_packed ? height : a.column_stride,
                      direct ? b.data + column : packed_b + column * k,
                      direct ? b.row_stride : width,
                      k,
                      c + rows.begin * c_row_stride + column,
                      c_row_stride,
                      count,
                      epilogue.bias == nullptr ? nullptr : epilogue.bias + column,
                      epilogue.relu};
      (width == lanes ? narrow_tiles : wide_tiles)[static_cast<std::size_t>(height - 1)](tile);
    }
  });
}

}  // namespace lockstep::engine::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::cpu {

HWY_EXPORT(gemm_on_target);

void gemm(const KernelContext& context, std::int64_t m, std::int64_t n, std::int64_t k, const GemmOperand& a, const GemmOperand& b,
          float* c, std::int64_t c_row_stride, const GemmEpilogue& epilogue) {
  if (m == 0 || n == 0) return;
  HWY_DYNAMIC_DISPATCH(gemm_on_target)(context, m, n, k, a, b, c, c_row_stride, epilogue);
}

}  // namespace lockstep::engine::cpu
#endif  // HWY_ONCE
