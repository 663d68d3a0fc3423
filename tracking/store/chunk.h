// The bytes of a column of points, without loss. Steps that go up evenly cost nothing; values that are exactly f32 take four
// bytes; of each byte plane that has a pattern zlib makes less. Internal to tracking/store.
//
//   u8 version 1, u8 step mode, u8 value mode, u8 0, u32 points, u32 CRC-32 of all the rest
//   steps   mode 0: i64 first, i64 stride             mode 1: i64 first, 8 planes of zigzag(difference from the one before)
//   values  mode 0: 8 planes of the bits               mode 1: 4 planes of the f32's bits
//           mode 2: u64 first, 8 planes of the difference from the one before
//   plane   u8 0, the byte that all points have   |   u8 1, a byte a point   |   u8 2, u32 size, zlib stream of a byte a point
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tracking/store/bytes.h"

namespace lockstep::tracking::store {

/// Points that a folded chunk holds.
inline constexpr std::size_t chunk_points = 4096;
/// No chunk has more; a larger count in a file is damage.
inline constexpr std::size_t max_chunk_points = std::size_t{1} << 24;

/// Appends the encoded points to `out`. Both spans have the same size, 1 to max_chunk_points.
void encode_points(std::span<const std::int64_t> steps, std::span<const std::uint64_t> bits, Bytes& out);

/// Appends the points to both columns; reads the whole of `data`. engine::FileError (store.damaged_data) when it isn't what was written.
void decode_points(std::span<const std::byte> data, std::vector<std::int64_t>& steps, std::vector<std::uint64_t>& bits);

}  // namespace lockstep::tracking::store
