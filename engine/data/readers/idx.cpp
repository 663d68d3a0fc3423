#include "engine/data/readers/idx.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::engine::data {

namespace {

namespace fs = std::filesystem;
constexpr std::int64_t elements_between_checks = 1 << 20;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw DataError(Message{"data.idx", "{path}: {reason}", {{"path", path}, {"reason", reason}}});
}

template <class T>
T big_endian(const std::byte* at) noexcept {
  std::array<std::byte, sizeof(T)> bytes;
  std::reverse_copy(at, at + sizeof(T), bytes.begin());
  return std::bit_cast<T>(bytes);
}

template <class From, class To>
HostArray converted(const std::byte* at, const Shape& shape, const Work* work) {
  HostArray out(dtype_of<To>(), shape);
  const std::int64_t count = shape.numel();
  for (std::int64_t begin = 0; begin < count; begin += elements_between_checks) {
    if (work != nullptr) work->check();
    for (std::int64_t i = begin; i < std::min(count, begin + elements_between_checks); ++i) {
      out.as<To>()[i] = static_cast<To>(big_endian<From>(at + static_cast<std::size_t>(i) * sizeof(From)));
    }
  }
  return out;
}

std::size_t idx_item_size(unsigned type) noexcept {
  switch (type) {
    case 0x08:
    case 0x09: return 1;
    case 0x0B: return 2;
    case 0x0C:
    case 0x0D: return 4;
    case 0x0E: return 8;
    default: return 0;
  }
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  const std::size_t at = text.rfind(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

/// The file or its other form: with .gz, without it, with a dot for the dash before "idx" (as some copies are named).
std::optional<fs::path> existing(const fs::path& path) {
  const std::string name = path.string();
  const std::string other = name.ends_with(".gz") ? name.substr(0, name.size() - 3) : name + ".gz";
  for (const std::string& form : {name, other, replaced(name, "-idx", ".idx"), replaced(other, "-idx", ".idx")}) {
    if (fs::is_regular_file(form)) return form;
  }
  return std::nullopt;
}

fs::path images_in_folder(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.find("images") != std::string::npos && name.find("idx") != std::string::npos) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  if (found.size() > 1) {  // MNIST's own names: the test files lie beside the training files
    std::erase_if(found, [](const fs::path& p) { return !p.filename().string().starts_with("train"); });
  }
  if (found.size() != 1) fail(shown(folder), "expected one file named …images-idx3-ubyte or …images-idx3-ubyte.gz in this folder");
  return found.front();
}

fs::path images_file(const fs::path& path) {
  if (fs::is_directory(path)) return images_in_folder(path);
  if (const auto file = existing(path)) return *file;
  if (const auto file = existing(path.string() + "-images-idx3-ubyte")) return *file;
  return path;  // reading it says what is wrong
}

fs::path labels_file(const fs::path& images) {
  const std::string name = images.filename().string();
  const std::string labels = replaced(replaced(name, "images", "labels"), "idx3", "idx1");
  if (labels == name) fail(shown(images), "no labels: the file's name must hold \"images\", and beside it lie one with \"labels\"");
  const fs::path path = images.parent_path() / labels;
  if (const auto file = existing(path)) return *file;
  fail(shown(images), fmt::format("its labels are missing: expected {}", shown(path)));
}

}  // namespace

FileArray parse_idx(std::span<const std::byte> bytes, const std::string& name, const Work* work) {
  if (bytes.size() < 4 || bytes[0] != std::byte{0} || bytes[1] != std::byte{0}) {
    fail(name, "not an IDX file: it must begin with two zero bytes");
  }
  const auto type = std::to_integer<unsigned>(bytes[2]);
  const auto rank = std::to_integer<std::size_t>(bytes[3]);
  const std::size_t item = idx_item_size(type);
  if (item == 0) fail(name, fmt::format("unknown IDX element type 0x{:02X}", type));
  if (rank == 0 || rank > 4) fail(name, fmt::format("{} dimensions; an IDX data set has 1 to 4", rank));
  const std::size_t header = 4 + 4 * rank;
  if (bytes.size() < header) fail(name, "it ends within its header");
  Shape shape;
  std::uint64_t expected = item;
  for (std::size_t i = 0; i < rank; ++i) {
    const auto size = big_endian<std::uint32_t>(bytes.data() + 4 + 4 * i);
    shape.push_back(size);
    if (__builtin_mul_overflow(expected, std::uint64_t{size}, &expected)) fail(name, "its header's sizes are impossibly large");
  }
  const std::size_t have = bytes.size() - header;
  if (have != expected) fail(name, fmt::format("its header says {} = {} bytes of data, it has {}", shape.to_string(), expected, have));
  const std::byte* data = bytes.data() + header;
  FileArray array{{}, name};
  switch (type) {
    case 0x08: array.values = converted<std::uint8_t, std::uint8_t>(data, shape, work); break;
    case 0x09: array.values = converted<std::int8_t, std::int64_t>(data, shape, work); break;
    case 0x0B: array.values = converted<std::int16_t, std::int64_t>(data, shape, work); break;
    case 0x0C: array.values = converted<std::int32_t, std::int64_t>(data, shape, work); break;
    case 0x0D: array.values = converted<float, float>(data, shape, work); break;
    default: array.values = converted<double, double>(data, shape, work); break;
  }
  return array;
}

FileArray read_idx(const fs::path& path, const Work& work) { return parse_idx(read_file_unpacked(path, work), shown(path), &work); }

Source read_idx_source(const fs::path& path, std::int64_t classes, bool targets, const Work& work) {
  const fs::path images = images_file(path);
  const FileArray inputs = read_idx(images, work);
  std::vector<fs::path> files{images};
  std::optional<FileArray> labels;
  if (targets) {
    files.push_back(labels_file(images));
    labels = read_idx(files.back(), work);
  }
  Source source = source_of_arrays(inputs, labels, classes, shown(images), work);
  source.files = std::move(files);
  return source;
}

}  // namespace lockstep::engine::data
