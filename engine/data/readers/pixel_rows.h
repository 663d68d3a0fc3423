// Small images as rows of a CSV file without a header: their pixels, then the label.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/data/files.h"
#include "engine/data/source.h"

namespace lockstep::engine::data {

/// Images of `shape` ([1, H, W]) with integer pixels 0 … maximum; with `targets` a label, one of `class_names`, follows.
/// @throws DataError listing every bad row
[[nodiscard]] Source read_pixel_rows(const std::filesystem::path& path, const Shape& shape, std::int64_t maximum,
                                     const std::vector<std::string>& class_names, bool targets, const Work& work);

}  // namespace lockstep::engine::data
