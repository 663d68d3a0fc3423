// Arrays as files hold them (IDX, NPY), and how a pair of them becomes a Source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/host_array.h"
#include "engine/data/files.h"
#include "engine/data/source.h"

namespace lockstep::engine::data {

/// A dense array in row-major order: u8, i64, f32 or f64 once read.
struct FileArray {
  HostArray values;
  std::string name;  ///< for messages: "x.npy", "train.npz:x"
};

/// Samples and, where `targets` is given, their targets.
/// Inputs [N], [N, F]: tables. [N, H, W]: grey images. [N, H, W, C] or [N, C, H, W] with C 1, 3 or 4: images; where both
/// readings are possible, [N, C, H, W]. u8 stays u8, everything else becomes f32.
/// Targets of an integer type [N] or [N, 1]: labels from 0, `classes` of them (0: the largest label + 1). Real: values [N] or [N, T].
/// @throws DataError for shapes that don't fit, labels out of range and values that are not finite, listing samples
[[nodiscard]] Source source_of_arrays(const FileArray& inputs, const std::optional<FileArray>& targets, std::int64_t classes,
                                      const std::string& path, const Work& work);

/// "0", "1", …
[[nodiscard]] std::vector<std::string> numbered_classes(std::int64_t count);

}  // namespace lockstep::engine::data
