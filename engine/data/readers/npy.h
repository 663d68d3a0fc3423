// NumPy's NPY (versions 1 to 3) and NPZ files: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/data/array.h"

namespace lockstep::engine::data {

/// One array of any real numeric dtype, either byte order, C or Fortran order: u8 and bool become u8, other integers i64,
/// f2 and f4 f32, f8 f64; always row-major. @throws DataError naming `name` and what is wrong, Stopped where `work` says so
[[nodiscard]] FileArray parse_npy(std::span<const std::byte> bytes, const std::string& name, const Work* work = nullptr);

struct NamedBytes {
  std::string name;  ///< without ".npy"
  Bytes bytes;
};

/// The arrays of an NPZ file whose names (without ".npy") are in `wanted`, stored or deflated, ZIP64 too.
/// @throws DataError for a damaged archive or one that grows beyond the budget
[[nodiscard]] std::vector<NamedBytes> unzip(std::span<const std::byte> archive, std::span<const std::string> wanted, const std::string& path,
                                            const Work& work);
/// Names of the members of an archive, in its order, without ".npy".
[[nodiscard]] std::vector<std::string> zip_names(std::span<const std::byte> archive, const std::string& path);

/// `path` is an .npz, a folder with x.npy and y.npy, or the inputs' .npy with the targets beside it. Inputs are called x, X,
/// inputs, images, data, features or x_train; targets y, Y, targets, labels, target or y_train.
[[nodiscard]] Source read_npy_source(const std::filesystem::path& path, std::int64_t classes, bool targets, const Work& work);

}  // namespace lockstep::engine::data
