#include "engine/data/readers/image_folder.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/utf8.h"
#include "engine/data/fingerprint.h"
#include "engine/data/problems.h"
#include "engine/data/readers/image.h"
#include "engine/data/resample.h"

namespace lockstep::engine::data {

namespace {

namespace fs = std::filesystem;

struct File {
  fs::path path;
  std::string relative;  ///< to the data's folder, with '/'
};

struct Listing {
  std::vector<File> files;           ///< in byte order of `relative`
  std::vector<std::string> folders;  ///< the first level's, in byte order
};

bool passed_over(const std::string& name) { return name.starts_with('.') || name == "Thumbs.db" || name == "desktop.ini"; }

void list_folder(const fs::path& root, const fs::path& folder, Listing& listing, const Work& work) {
  work.check();
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (passed_over(entry.path().filename().string())) continue;
    std::string relative = entry.path().lexically_relative(root).generic_string();
    if (!entry.is_directory()) {
      listing.files.push_back({entry.path(), std::move(relative)});
    } else if (!entry.is_symlink() || folder == root) {  // a class may be a link; deeper links could run in circles
      if (folder == root) listing.folders.push_back(relative);
      list_folder(root, entry.path(), listing, work);
    }
  }
}

Listing list_files(const fs::path& path, const Work& work) {
  Listing listing;
  if (!fs::is_directory(path)) {
    listing.files.push_back({path, path.filename().string()});
    return listing;
  }
  list_folder(path, path, listing, work);
  std::sort(listing.files.begin(), listing.files.end(), [](const File& a, const File& b) { return a.relative < b.relative; });
  std::sort(listing.folders.begin(), listing.folders.end());
  return listing;
}

/// How each image is brought to the samples' form; shared with the decoder of uncached samples.
struct Form {
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t channels = 1;
  std::optional<Resize> resize;
  std::int64_t maximum = 255;
  std::int64_t max_pixels = 0;

  void write(std::span<const std::byte> bytes, std::byte* out) const {
    Image image = with_channels(decode_image(bytes, max_pixels), channels);
    if (resize) image = resized(image, height, width, *resize);
    if (image.height != height || image.width != width) {
      fail_image(fmt::format("{} x {} pixels instead of {} x {} (height x width); set data.image_size", image.height, image.width, height, width));
    }
    if (maximum != 255) {
      for (std::uint8_t& v : image.pixels) v = static_cast<std::uint8_t>((v * maximum + 127) / 255);
    }
    std::memcpy(out, image.pixels.data(), image.pixels.size());
  }
};

class ImageFolderReader {
 public:
  ImageFolderReader(const fs::path& path, const ImageFolderRequest& request, const Work& work) : path_(path), request_(request), work_(work) {}

  Source read() {
    std::error_code error;
    if (!fs::exists(path_, error)) throw FileError(plain_message("file.missing", fmt::format("can't read {}: no such file or folder", shown(path_))));
    listing_ = list_files(path_, work_);
    if (listing_.files.empty()) throw DataError(plain_message("data.images", shown(path_) + ": no images in this folder"));
    assign_classes();
    scan_headers();
    problems_.throw_if_any(shown(path_));
    decode_all();
    problems_.throw_if_any(shown(path_));
    finish();
    return std::move(source_);
  }

 private:
  void assign_classes() {
    source_.targets.present = request_.targets;
    if (!request_.targets) return;
    auto& names = source_.targets.class_names;
    names = request_.class_names.empty() ? listing_.folders : request_.class_names;
    std::map<std::string, std::int64_t, std::less<>> label_of;
    for (std::size_t i = 0; i < names.size(); ++i) label_of.emplace(names[i], static_cast<std::int64_t>(i));
    std::vector<std::int64_t> counts(names.size());
    for (const File& file : listing_.files) {
      const std::size_t slash = file.relative.find('/');
      const auto found = label_of.find(file.relative.substr(0, slash));
      if (slash == std::string::npos) problems_.add(file.relative, "lies outside the folders of the classes");
      else if (found == label_of.end()) problems_.add(file.relative, "its folder is not one of the training data's classes");
      const bool known = slash != std::string::npos && found != label_of.end();
      source_.targets.labels.push_back(known ? found->second : -1);
      if (known) ++counts[static_cast<std::size_t>(found->second)];
    }
    for (std::size_t i = 0; request_.class_names.empty() && i < counts.size(); ++i) {
      if (counts[i] == 0) problems_.add(names[i] + "/", "a class without images");
      // Class names are recorded as text.
      if (first_invalid_utf8(names[i]) != std::string_view::npos) problems_.add(names[i] + "/", "the folder's name is not UTF-8; rename it");
    }
  }

  /// Sizes and colours from the headers alone, so that unequal sizes are listed before anything is decoded.
  void scan_headers() {
    form_.max_pixels = static_cast<std::int64_t>(std::min<std::uint64_t>(work_.budget() / 8, std::uint64_t{1} << 28U));
    std::vector<ImageInfo> infos(listing_.files.size());
    each_file("reading image headers", [&](std::size_t i, std::span<const std::byte> bytes) { infos[i] = image_info(bytes, form_.max_pixels); });
    const bool all_grey = std::all_of(infos.begin(), infos.end(), [](const ImageInfo& info) { return info.grey; });
    form_.channels = request_.options.channels != 0 ? request_.options.channels : all_grey ? 1 : 3;
    form_.maximum = request_.maximum;
    if (request_.options.image_size) {
      form_.height = (*request_.options.image_size)[0];
      form_.width = (*request_.options.image_size)[1];
      form_.resize = request_.options.resize;
      return;
    }
    check_sizes(infos);
  }

  void check_sizes(const std::vector<ImageInfo>& infos) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> sizes;
    for (const ImageInfo& info : infos) {
      if (info.height > 0) ++sizes[{info.height, info.width}];
    }
    if (sizes.empty()) return;  // no file could be read: listed already
    const auto usual = std::max_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
    form_.height = request_.expected_size ? (*request_.expected_size)[0] : usual.first;
    form_.width = request_.expected_size ? (*request_.expected_size)[1] : usual.second;
    for (std::size_t i = 0; i < infos.size(); ++i) {
      if (infos[i].height == 0 || (infos[i].height == form_.height && infos[i].width == form_.width)) continue;
      problems_.add(listing_.files[i].relative, fmt::format("{} x {} pixels where {} has {} x {} (height x width); data.image_size = [H, W] makes sizes equal",
                                                            infos[i].height, infos[i].width, request_.expected_size ? "the training data" : "most of the folder",
                                                            form_.height, form_.width));
    }
  }

  /// Calls f(i, content) for every file, in parallel by fixed chunks; what goes wrong becomes a problem of that file.
  template <class F>
  void each_file(std::string_view what, F&& f) {
    constexpr std::int64_t step = 16;
    const auto count = static_cast<std::int64_t>(listing_.files.size());
    std::vector<Problems> found(static_cast<std::size_t>((count + step - 1) / step));
    std::mutex saying;
    std::int64_t done = 0;
    work_.parallel(static_cast<std::int64_t>(found.size()), [&](std::int64_t chunk) {
      for (std::int64_t i = chunk * step; i < std::min(count, (chunk + 1) * step); ++i) {
        work_.check();
        const File& file = listing_.files[static_cast<std::size_t>(i)];
        try {
          f(static_cast<std::size_t>(i), read_file(file.path, work_));
        } catch (const Stopped&) {
          throw;
        } catch (const Error& error) {
          found[static_cast<std::size_t>(chunk)].add(file.relative, error.what());
        }
      }
      const std::lock_guard lock(saying);
      done += std::min(step, count - chunk * step);
      work_.progress(what, done, count);
    });
    for (const Problems& problems : found) problems_.add(problems);
  }

  void decode_all() {
    source_.shape = {form_.channels, form_.height, form_.width};
    source_.dtype = DType::u8;
    source_.count = static_cast<std::int64_t>(listing_.files.size());
    source_.maximum = form_.maximum;
    const std::size_t bytes = source_.sample_bytes();
    work_.reserve(shown(path_), bytes);
    source_.cached_count = std::min(source_.count, static_cast<std::int64_t>(work_.image_cache() / bytes));
    source_.cached = HostArray(DType::u8, {source_.cached_count, source_.shape.numel()});
    hashes_.resize(listing_.files.size());
    each_file("decoding images", [&](std::size_t i, std::span<const std::byte> content) {
      std::vector<std::byte> own(static_cast<std::int64_t>(i) < source_.cached_count ? 0 : bytes);
      std::byte* out = own.empty() ? source_.cached.bytes.get() + i * bytes : own.data();
      form_.write(content, out);
      hashes_[i] = hash_bytes({out, bytes});
    });
    source_.content_hash = content_hash(source_.shape, source_.dtype, source_.count, hashes_, source_.targets);
  }

  void finish() {
    for (const File& file : listing_.files) source_.files.push_back(file.path);
    source_.origin = [paths = source_.files](std::int64_t i) { return shown(paths[static_cast<std::size_t>(i)]); };
    if (source_.cached_count == source_.count) return;
    source_.decode = [paths = source_.files, form = form_, hashes = std::move(hashes_), bytes = source_.sample_bytes()](std::int64_t i, std::byte* out) {
      const fs::path& path = paths[static_cast<std::size_t>(i)];
      LoadContext context;
      context.memory_budget = SIZE_MAX;  // it was read within the budget before
      std::string reason = "its content is another";
      try {
        form.write(read_file(path, Work(context)), out);
        if (hash_bytes({out, bytes}) == hashes[static_cast<std::size_t>(i)]) return;
      } catch (const Error& error) {
        reason = error.what();
      }
      throw DataError(Message{"data.image_changed", "{path} has changed since it was first read: {reason}", {{"path", shown(path)}, {"reason", reason}}});
    };
  }

  const fs::path& path_;
  const ImageFolderRequest& request_;
  const Work& work_;
  Listing listing_;
  Problems problems_;
  Form form_;
  std::vector<std::string> hashes_;  ///< of each decoded sample
  Source source_;
};

}  // namespace

Source read_image_folder(const fs::path& path, const ImageFolderRequest& request, const Work& work) {
  return ImageFolderReader(path, request, work).read();
}

}  // namespace lockstep::engine::data
