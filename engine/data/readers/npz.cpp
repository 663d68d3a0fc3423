// NPZ is a ZIP archive of NPY files: the central directory is read, its claims are checked before memory is taken.
// PKWARE APPNOTE 6.3.x: end record 4.3.16, ZIP64 4.3.14 and 4.5.3, directory entry 4.3.12, local header 4.3.7.
#include <zlib.h>

#include <algorithm>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/data/readers/npy.h"

namespace lockstep::engine::data {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw DataError(Message{"data.npz", "{path}: {reason}", {{"path", path}, {"reason", reason}}});
}

struct Entry {
  std::string name;
  unsigned method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
};

class Archive {
 public:
  Archive(std::span<const std::byte> bytes, const std::string& path) : bytes_(bytes), path_(path) { read_directory(); }
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }

  [[nodiscard]] Bytes extract(const Entry& entry, const Work& work) const {
    const std::string name = path_ + ":" + entry.name;
    if (number(entry.offset, 4) != 0x04034b50) fail(name, "its place in the archive is wrong");
    if ((number(entry.offset + 6, 2) & 1U) != 0) fail(name, "it is encrypted");
    const std::uint64_t begin = entry.offset + 30 + number(entry.offset + 26, 2) + number(entry.offset + 28, 2);
    const auto packed = range(begin, entry.packed);
    work.reserve(name, entry.size);
    Bytes out;
    if (entry.method == 0) {
      if (entry.packed != entry.size) fail(name, "its two sizes differ, but it is not compressed");
      out.assign(packed.begin(), packed.end());
    } else if (entry.method == 8) {
      // Deflate can't shrink data more than 1032 times: a larger claim is a lie, refused before memory is taken.
      if (entry.size / 1032 > entry.packed) fail(name, "its header's size is impossible");
      out = inflate_exactly(packed, entry.size, name);
    } else {
      fail(name, fmt::format("compression method {} is unknown; stored and deflated members can be read", entry.method));
    }
    auto crc = crc32_z(0, nullptr, 0);
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(out.data()), out.size());
    if (crc != entry.crc) fail(name, "its checksum is wrong: the file is damaged");
    return out;
  }

 private:
  [[nodiscard]] std::span<const std::byte> range(std::uint64_t begin, std::uint64_t size) const {
    if (begin > bytes_.size() || bytes_.size() - begin < size) fail(path_, "a damaged or truncated ZIP archive");
    return bytes_.subspan(begin, size);
  }
  [[nodiscard]] std::uint64_t number(std::uint64_t at, std::size_t size) const {
    std::uint64_t value = 0;
    const auto bytes = range(at, size);
    for (std::size_t i = size; i-- > 0;) value = value << 8U | std::to_integer<std::uint64_t>(bytes[i]);
    return value;
  }

  [[nodiscard]] std::uint64_t find_end() const {
    const std::uint64_t furthest = bytes_.size() > 65557 ? bytes_.size() - 65557 : 0;
    for (std::uint64_t at = bytes_.size() < 22 ? 0 : bytes_.size() - 21; at-- > furthest;) {
      if (number(at, 4) == 0x06054b50) return at;
    }
    fail(path_, "not a ZIP archive, or a truncated one");
  }

  void read_directory() {
    const std::uint64_t end = find_end();
    std::uint64_t count = number(end + 10, 2);
    std::uint64_t at = number(end + 16, 4);
    if (end >= 20 && number(end - 20, 4) == 0x07064b50) {
      const std::uint64_t end64 = number(end - 12, 8);
      if (number(end64, 4) != 0x06064b50) fail(path_, "a damaged ZIP64 archive");
      count = number(end64 + 32, 8);
      at = number(end64 + 48, 8);
    }
    if (count > bytes_.size() / 46) fail(path_, "a damaged ZIP archive: more members than it has room for");
    for (std::uint64_t i = 0; i < count; ++i) at = read_entry(at);
  }

  std::uint64_t read_entry(std::uint64_t at) {
    if (number(at, 4) != 0x02014b50) fail(path_, "a damaged ZIP directory");
    Entry entry;
    entry.method = static_cast<unsigned>(number(at + 10, 2));
    entry.crc = static_cast<std::uint32_t>(number(at + 16, 4));
    entry.packed = number(at + 20, 4);
    entry.size = number(at + 24, 4);
    entry.offset = number(at + 42, 4);
    const std::uint64_t name_size = number(at + 28, 2);
    const std::uint64_t extra_size = number(at + 30, 2);
    entry.name = as_text(range(at + 46, name_size));
    read_zip64(entry, at + 46 + name_size, extra_size);
    entries_.push_back(std::move(entry));
    return at + 46 + name_size + extra_size + number(at + 32, 2);
  }

  /// The 64-bit sizes are present for those fields that are all ones, in this order.
  void read_zip64(Entry& entry, std::uint64_t at, std::uint64_t size) const {
    const std::uint64_t end = at + size;
    while (at + 4 <= end) {
      const std::uint64_t id = number(at, 2);
      const std::uint64_t length = number(at + 2, 2);
      at += 4;
      if (id == 1) {
        std::uint64_t field = at;
        for (std::uint64_t* value : {&entry.size, &entry.packed, &entry.offset}) {
          if (*value == 0xFFFFFFFFU) *value = number(std::exchange(field, field + 8), 8);
        }
        return;
      }
      at += length;
    }
  }

  std::span<const std::byte> bytes_;
  const std::string& path_;
  std::vector<Entry> entries_;
};

std::string array_name(const std::string& member) { return member.ends_with(".npy") ? member.substr(0, member.size() - 4) : member; }

const std::vector<std::string>& input_names() {
  static const std::vector<std::string> names{"x", "X", "inputs", "images", "data", "features", "x_train"};
  return names;
}
const std::vector<std::string>& target_names() {
  static const std::vector<std::string> names{"y", "Y", "targets", "labels", "target", "y_train"};
  return names;
}

bool is_zip(std::span<const std::byte> bytes) { return as_text(bytes).starts_with("PK"); }

std::optional<FileArray> from_archive(std::span<const std::byte> archive, const std::vector<std::string>& names, const std::string& path,
                                      const Work& work) {
  const auto found = unzip(archive, names, path, work);
  for (const std::string& name : names) {
    for (const NamedBytes& member : found) {
      if (member.name == name) return parse_npy(member.bytes, path + ":" + name, &work);
    }
  }
  return std::nullopt;
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

std::optional<fs::path> in_folder(const fs::path& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const fs::path path = folder / (name + ".npy");
    if (fs::is_regular_file(path)) return path;
  }
  return std::nullopt;
}

/// The targets beside "x.npy": y.npy; beside "images_small.npy": labels_small.npy.
fs::path targets_beside(const fs::path& inputs) {
  const std::string stem = inputs.stem().string();
  for (std::size_t i = 0; i < target_names().size(); ++i) {
    const std::string& from = input_names()[std::min(i, input_names().size() - 1)];
    const std::string& to = target_names()[i];
    const std::size_t at = stem.find(from);
    if (at == std::string::npos) continue;
    const fs::path path = inputs.parent_path() / (std::string(stem).replace(at, from.size(), to) + ".npy");
    if (fs::is_regular_file(path)) return path;
  }
  if (const auto path = in_folder(inputs.parent_path(), target_names()); path && *path != inputs) return *path;
  fail(shown(inputs), "its targets are missing: expected y.npy beside it");
}

}  // namespace

std::vector<NamedBytes> unzip(std::span<const std::byte> archive, std::span<const std::string> wanted, const std::string& path, const Work& work) {
  const Archive zip(archive, path);
  std::vector<NamedBytes> out;
  std::uint64_t total = 0;
  for (const Entry& entry : zip.entries()) {
    if (std::find(wanted.begin(), wanted.end(), array_name(entry.name)) == wanted.end()) continue;
    if (__builtin_add_overflow(total, entry.size, &total)) fail(path, "its header's sizes are impossible");
    work.reserve(path, total);
    work.check();
    out.push_back({array_name(entry.name), zip.extract(entry, work)});
  }
  return out;
}

std::vector<std::string> zip_names(std::span<const std::byte> archive, const std::string& path) {
  std::vector<std::string> names;
  const Archive zip(archive, path);
  for (const Entry& entry : zip.entries()) names.push_back(array_name(entry.name));
  return names;
}

Source read_npy_source(const fs::path& path, std::int64_t classes, bool targets, const Work& work) {
  fs::path inputs_path = path;
  if (fs::is_directory(path)) {
    const auto found = in_folder(path, input_names());
    if (!found) fail(shown(path), fmt::format("no inputs: expected one of {}, each with .npy", joined(input_names())));
    inputs_path = *found;
  }
  const Bytes bytes = read_file_unpacked(inputs_path, work);
  std::vector<fs::path> files{inputs_path};
  std::optional<FileArray> inputs;
  std::optional<FileArray> values;
  if (is_zip(bytes)) {
    const std::string name = shown(inputs_path);
    inputs = from_archive(bytes, input_names(), name, work);
    if (targets) values = from_archive(bytes, target_names(), name, work);
    if (!inputs || (targets && !values)) {
      fail(name, fmt::format("it holds {}; expected inputs called {} and targets called {}", joined(zip_names(bytes, name)),
                             joined(input_names()), joined(target_names())));
    }
  } else {
    inputs = parse_npy(bytes, shown(inputs_path), &work);
    if (targets) {
      files.push_back(targets_beside(inputs_path));
      values = parse_npy(read_file_unpacked(files.back(), work), shown(files.back()), &work);
    }
  }
  Source source = source_of_arrays(*inputs, values, classes, shown(inputs_path), work);
  source.files = std::move(files);
  return source;
}

}  // namespace lockstep::engine::data
