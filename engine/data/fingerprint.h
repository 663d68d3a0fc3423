// The identity of decoded data: SHA-256 over fixed chunks in order, so that chunks can be hashed in parallel and
// streamed, and the result depends on the data alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/shape.h"
#include "engine/data/files.h"
#include "engine/data/source.h"

namespace lockstep::engine::data {

/// Samples in a chunk, a function of the sample's size only: about 2 MiB.
[[nodiscard]] std::int64_t samples_per_chunk(std::size_t sample_bytes) noexcept;

/// Hexadecimal SHA-256 of each chunk, given in order; `header` says what the bytes mean.
[[nodiscard]] std::string combine_hashes(std::string_view header, std::span<const std::string> chunk_hashes);
[[nodiscard]] std::string hash_bytes(std::span<const std::byte> bytes);

/// Of `count` samples whose chunks have these hashes, with their targets.
[[nodiscard]] std::string content_hash(const Shape& shape, DType dtype, std::int64_t count, std::span<const std::string> chunk_hashes,
                                       const Targets& targets);
/// Of samples that all lie in memory.
[[nodiscard]] std::string content_hash(const Source& source, const Work& work);

}  // namespace lockstep::engine::data
