#include "engine/data/fingerprint.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/core/sha256.h"

namespace lockstep::engine::data {

namespace {

std::string hash_targets(const Targets& targets) {
  if (!targets.present) return "none";
  Sha256 hash;
  if (targets.classification) {
    for (const std::string& name : targets.class_names) hash.update(fmt::format("{}:{}", name.size(), name));
    hash.update(std::as_bytes(std::span(targets.labels)));
  } else {
    hash.update(std::as_bytes(std::span(targets.values)));
  }
  return fmt::format("{} {} {}", targets.classification ? "labels" : "values", targets.width, hash.hex());
}

}  // namespace

std::int64_t samples_per_chunk(std::size_t sample_bytes) noexcept {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>((std::size_t{2} << 20U) / std::max<std::size_t>(sample_bytes, 1)));
}

std::string hash_bytes(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

std::string combine_hashes(std::string_view header, std::span<const std::string> chunk_hashes) {
  Sha256 hash;
  hash.update(header);
  for (const std::string& chunk : chunk_hashes) hash.update("\n" + chunk);
  return hash.hex();
}

std::string content_hash(const Shape& shape, DType dtype, std::int64_t count, std::span<const std::string> chunk_hashes,
                         const Targets& targets) {
  return combine_hashes(fmt::format("lockstep samples 1\n{} {} {}\n{}", dtype_name(dtype), shape.to_string(), count, hash_targets(targets)),
                        chunk_hashes);
}

std::string content_hash(const Source& source, const Work& work) {
  const std::int64_t step = samples_per_chunk(source.sample_bytes());
  std::vector<std::string> hashes(static_cast<std::size_t>((source.count + step - 1) / step));
  work.parallel(static_cast<std::int64_t>(hashes.size()), [&](std::int64_t chunk) {
    const std::int64_t begin = chunk * step;
    const std::int64_t end = std::min(begin + step, source.count);
    hashes[static_cast<std::size_t>(chunk)] =
        hash_bytes({source.cached.bytes.get() + static_cast<std::size_t>(begin) * source.sample_bytes(),
                    static_cast<std::size_t>(end - begin) * source.sample_bytes()});
  });
  return content_hash(source.shape, source.dtype, source.count, hashes, source.targets);
}

}  // namespace lockstep::engine::data
