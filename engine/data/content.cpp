#include "engine/data/content.h"

#include <zlib.h>

#include <array>
#include <memory>

namespace lockstep::engine::data {

namespace {

/// The first bytes of a file, decompressed when it is gzip; fewer where there are fewer.
std::string first_bytes(const std::filesystem::path& path) {
  struct Close {
    void operator()(gzFile file) const noexcept { gzclose(file); }
  };
  const std::unique_ptr<gzFile_s, Close> file(gzopen(path.c_str(), "rb"));
  if (!file) return {};
  std::array<char, 16> bytes{};
  const int got = gzread(file.get(), bytes.data(), static_cast<unsigned>(bytes.size()));
  return got > 0 ? std::string(bytes.data(), static_cast<std::size_t>(got)) : std::string();
}

std::string kind_of_folder(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".npy")) return "npy";
    if (name.find("images-idx") != std::string::npos || name.find("images.idx") != std::string::npos) return "idx";
  }
  return "images";
}

}  // namespace

ImageFormat image_format(std::span<const std::byte> bytes) noexcept {
  const std::string_view text = as_text(bytes);
  if (text.starts_with("\x89PNG\r\n\x1a\n")) return ImageFormat::png;
  if (text.starts_with("\xff\xd8\xff")) return ImageFormat::jpeg;
  return ImageFormat::none;
}

std::string kind_of_content(const std::filesystem::path& path, const Work& work) {
  work.check();
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return kind_of_folder(path);
  const std::string bytes = first_bytes(path);
  if (image_format(as_bytes(bytes)) != ImageFormat::none) return "images";
  if (bytes.starts_with("\x93NUMPY") || bytes.starts_with("PK")) return "npy";
  if (bytes.size() >= 4 && bytes[0] == 0 && bytes[1] == 0) return "idx";
  return "csv";
}

}  // namespace lockstep::engine::data
