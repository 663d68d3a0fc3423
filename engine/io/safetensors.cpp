#include "engine/io/safetensors.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/io/atomic_file.h"

namespace lockstep::engine::io {

namespace {

using nlohmann::json;

constexpr std::uint64_t largest_header = 100'000'000;

struct NamedDType {
  DType dtype;
  std::string_view name;
};
constexpr NamedDType dtypes[] = {{DType::f64, "F64"}, {DType::f32, "F32"}, {DType::bf16, "BF16"}, {DType::f16, "F16"},
                                 {DType::i64, "I64"}, {DType::u8, "U8"},   {DType::boolean, "BOOL"}};

[[noreturn]] void damaged(const std::string& name, const std::string& what) {
  throw FileError(Message{"safetensors.damaged", "{path} is not a usable safetensors file: {what}", {{"path", name}, {"what", what}}});
}

std::uint64_t unsigned_of(const json& value, const std::string& file, std::string_view what) {
  if (!value.is_number_unsigned()) damaged(file, fmt::format("{} is not a number of 0 or more", what));
  return value.get<std::uint64_t>();
}

json parse_header(std::string_view text, const std::string& file) {
  if (text.empty() || text.front() != '{') damaged(file, "the header does not begin with {");
  std::vector<std::set<std::string>> keys;
  std::optional<std::string> twice;
  const auto callback = [&](int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    else if (event == json::parse_event_t::object_end) keys.pop_back();
    else if (event == json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second) twice = parsed.get<std::string>();
    return true;
  };
  json header = json::parse(text, callback, false);
  if (header.is_discarded() || !header.is_object()) damaged(file, "the header is not valid JSON");
  if (twice) damaged(file, fmt::format("\"{}\" occurs twice in the header", *twice));
  return header;
}

struct Entry {
  std::string name;
  DType dtype;
  Shape shape;
  std::uint64_t begin;
  std::uint64_t end;
};

Entry entry_of(const std::string& name, const json& value, const std::string& file) {
  if (!value.is_object() || value.size() != 3 || !value.contains("dtype") || !value.contains("shape") || !value.contains("data_offsets")) {
    damaged(file, fmt::format("\"{}\" does not have dtype, shape and data_offsets", name));
  }
  const json& dtype = value["dtype"];
  const auto* found = std::find_if(std::begin(dtypes), std::end(dtypes), [&](const NamedDType& d) { return dtype.is_string() && dtype.get_ref<const std::string&>() == d.name; });
  if (found == std::end(dtypes)) damaged(file, fmt::format("\"{}\" has the dtype {}, which is not known here", name, dtype.dump()));
  const json& sizes = value["shape"];
  const json& offsets = value["data_offsets"];
  if (!sizes.is_array() || sizes.size() > max_rank) damaged(file, fmt::format("\"{}\" has no shape of at most {} sizes", name, max_rank));
  if (!offsets.is_array() || offsets.size() != 2) damaged(file, fmt::format("\"{}\" has no pair of data_offsets", name));
  Entry entry{name, found->dtype, {}, unsigned_of(offsets[0], file, name), unsigned_of(offsets[1], file, name)};
  std::uint64_t bytes = item_size(entry.dtype);
  for (const json& size : sizes) {
    const std::uint64_t n = unsigned_of(size, file, name);
    if (__builtin_mul_overflow(bytes, n, &bytes) || n > INT64_MAX) damaged(file, fmt::format("the shape of \"{}\" is too large", name));
    entry.shape.push_back(static_cast<std::int64_t>(n));
  }
  if (entry.begin > entry.end || entry.end - entry.begin != bytes) {
    damaged(file, fmt::format("\"{}\" of {} needs {} bytes, its data_offsets are {} to {}", name, entry.shape.to_string(), bytes, entry.begin, entry.end));
  }
  return entry;
}

std::string header_of(const std::vector<const std::pair<const std::string, HostArray>*>& order, const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::uint64_t offset = 0;
  for (const auto* tensor : order) {
    const HostArray& array = tensor->second;
    const auto* dtype = std::find_if(std::begin(dtypes), std::end(dtypes), [&](const NamedDType& d) { return d.dtype == array.dtype; });
    nlohmann::ordered_json& entry = header[tensor->first];
    entry["dtype"] = dtype->name;
    entry["shape"] = std::vector<std::int64_t>(array.shape.begin(), array.shape.end());
    entry["data_offsets"] = {offset, offset + array.byte_size()};
    offset += array.byte_size();
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  return text;
}

}  // namespace

Safetensors parse_safetensors(std::string_view bytes, const std::string& name) {
  if (bytes.size() < 8) damaged(name, fmt::format("it has {} bytes, fewer than the 8 of the header's size", bytes.size()));
  std::uint64_t header_size = 0;
  std::memcpy(&header_size, bytes.data(), 8);
  if (header_size > largest_header || header_size > bytes.size() - 8) damaged(name, fmt::format("its header claims {} bytes of a file of {}", header_size, bytes.size()));
  const json header = parse_header(bytes.substr(8, header_size), name);
  const std::string_view data = bytes.substr(8 + header_size);

  Safetensors out;
  std::vector<Entry> entries;
  for (const auto& [key, value] : header.items()) {
    if (key != "__metadata__") {
      entries.push_back(entry_of(key, value, name));
      continue;
    }
    if (!value.is_object()) damaged(name, "__metadata__ is not an object");
    for (const auto& [metadata_key, text] : value.items()) {
      if (!text.is_string()) damaged(name, fmt::format("the metadata \"{}\" is not a text", metadata_key));
      out.metadata[metadata_key] = text.get<std::string>();
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  std::uint64_t expected = 0;
  for (const Entry& entry : entries) {
    if (entry.begin != expected) damaged(name, fmt::format("\"{}\" begins at {}, where {} was expected: a hole or an overlap", entry.name, entry.begin, expected));
    expected = entry.end;
  }
  if (expected != data.size()) damaged(name, fmt::format("its tensors take {} bytes, the file holds {}: truncated or not its own", expected, data.size()));
  for (const Entry& entry : entries) {
    HostArray array(entry.dtype, entry.shape);
    if (array.byte_size() != 0) std::memcpy(array.bytes.get(), data.data() + entry.begin, array.byte_size());
    out.tensors.emplace(entry.name, std::move(array));
  }
  return out;
}

Safetensors read_safetensors(const std::filesystem::path& path) { return parse_safetensors(read_file(path), path.string()); }

void write_safetensors(const std::filesystem::path& path, const Safetensors& content) {
  std::vector<const std::pair<const std::string, HostArray>*> order;
  for (const auto& tensor : content.tensors) order.push_back(&tensor);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return item_size(a->second.dtype) > item_size(b->second.dtype); });
  const std::string header = header_of(order, content.metadata);
  const std::uint64_t header_size = header.size();
  write_atomically(path, [&](const ByteSink& sink) {
    sink(std::as_bytes(std::span(&header_size, 1)));
    sink(std::as_bytes(std::span(header)));
    for (const auto* tensor : order) sink({tensor->second.bytes.get(), tensor->second.byte_size()});
  });
}

}  // namespace lockstep::engine::io
