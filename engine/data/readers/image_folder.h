// Image folders: each subfolder is a class, its PNG and JPEG files (at any depth) are the samples.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/files.h"
#include "engine/data/options.h"
#include "engine/data/source.h"

namespace lockstep::engine::data {

struct ImageFolderRequest {
  ImageOptions options;
  /// The size that every image must have where none is chosen: another part's, or a model's.
  std::optional<std::array<std::int64_t, 2>> expected_size;
  std::vector<std::string> class_names;  ///< the classes that exist already; empty: the folder's own
  bool targets = true;                   ///< false: `path` is a file, or a folder of any form, without classes
  std::int64_t maximum = 255;            ///< of the samples: 255, or what a model's own data had
};

/// Decodes every image once: what does not fit the budget is decoded again when it is used. Files are read in byte order of
/// their paths; names that begin with a dot and the file managers' own files are passed over.
/// @throws DataError listing every file that is not a readable image, lies outside a class or has another size
[[nodiscard]] Source read_image_folder(const std::filesystem::path& path, const ImageFolderRequest& request, const Work& work);

}  // namespace lockstep::engine::data
