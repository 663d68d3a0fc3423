// What a reader gives: decoded samples with their targets, in memory or decoded when they are used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/core/host_array.h"

namespace lockstep::engine::data {

struct Targets {
  bool classification = true;
  std::vector<std::int64_t> labels;      ///< classification: one a sample, 0 … classes-1
  std::vector<std::string> class_names;  ///< classification
  std::vector<float> values;             ///< regression: width a sample
  std::int64_t width = 1;
  bool present = true;  ///< false for inputs of predict

  [[nodiscard]] std::int64_t count() const noexcept {
    return classification ? static_cast<std::int64_t>(labels.size()) : static_cast<std::int64_t>(values.size()) / width;
  }
};

/// Samples of one file or folder. Immutable once read; every member may be used from several threads.
struct Source {
  Shape shape;               ///< of a sample, logical: [C, H, W] (memory [H, W, C]) or [features]
  DType dtype = DType::f32;  ///< u8 or f32
  std::int64_t count = 0;
  Targets targets;
  HostArray cached;  ///< the first `cached_count` samples, dense
  std::int64_t cached_count = 0;
  /// Decodes sample i ≥ cached_count into its bytes. @throws DataError naming the file
  std::function<void(std::int64_t i, std::byte* out)> decode;
  /// Where sample i comes from, for errors and predictions: a path, or "file.csv:17".
  std::function<std::string(std::int64_t i)> origin;
  std::vector<std::filesystem::path> files;  ///< every file that was read, in byte order
  std::string content_hash;  ///< SHA-256 of shape, dtype, samples in order and targets
  std::int64_t maximum = 255;  ///< u8: the largest value that can occur

  [[nodiscard]] std::size_t sample_bytes() const noexcept {
    return static_cast<std::size_t>(shape.numel()) * item_size(dtype);
  }
  /// The sample's bytes: cached ones where they lie, others decoded into `scratch` (sample_bytes() long).
  [[nodiscard]] const std::byte* sample(std::int64_t i, std::byte* scratch) const {
    if (i < cached_count) return cached.bytes.get() + static_cast<std::size_t>(i) * sample_bytes();
    decode(i, scratch);
    return scratch;
  }
};

}  // namespace lockstep::engine::data
