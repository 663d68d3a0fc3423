// IDX, the format of MNIST (http://yann.lecun.com/exdb/mnist): big-endian magic 00 00 TYPE RANK, sizes, values.
#pragma once

#include <filesystem>

#include "engine/data/array.h"

namespace lockstep::engine::data {

/// One array, gzip or not. Bytes stay u8 (signed ones become i64), other integers become i64, floats f32 or f64.
/// @throws DataError when the header lies about the file, naming both sizes
[[nodiscard]] FileArray read_idx(const std::filesystem::path& path, const Work& work);
[[nodiscard]] FileArray parse_idx(std::span<const std::byte> bytes, const std::string& name, const Work* work = nullptr);

/// `path` is a folder with one …images-idx3-ubyte(.gz), the images file itself, or the common prefix of both files
/// ("train" for train-images-idx3-ubyte.gz and train-labels-idx1-ubyte.gz). Labels are found beside the images.
[[nodiscard]] Source read_idx_source(const std::filesystem::path& path, std::int64_t classes, bool targets, const Work& work);

}  // namespace lockstep::engine::data
