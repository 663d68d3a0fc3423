#include "tracking/pack/manifest.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tracking/pack/zip.h"
#include "tracking/recorder/unpacked.h"
#include "tracking/store/foreign_run.h"

namespace lockstep::tracking::pack {

namespace {

using nlohmann::json;
constexpr std::string_view format_name = "lockstep-pack";
constexpr std::uint64_t largest_record = std::uint64_t{16} << 20U;  // a row of a catalogue

bool is_sha256(std::string_view text) noexcept {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_entry_name(std::string_view name) noexcept {
  if (name == "record.json" || name == "series.db" || name == "log.txt" || name == initial_weights_name) return true;
  if (const std::string_view content = inside(name, "data/"); !content.empty()) return is_sha256(content);
  if (const std::string_view document = inside(name, "documents/"); !document.empty()) {
    return is_document_name(document) && document != unpacked_document;  // what that says is this machine's to say
  }
  const std::string_view checkpoint = inside(name, "checkpoints/");
  return is_document_name(checkpoint) && checkpoint.ends_with(".safetensors");
}

class Reader {
 public:
  Reader(const std::string& pack, const PackLimits& limits) : pack_(pack), limits_(limits) {}

  PackManifest read(std::string_view text, std::uint64_t file_bytes) {
    const json value = json::parse(text, nullptr, false);
    if (!value.is_object() || value.value("format", json()) != format_name)
      refuse(pack_, "its manifest.json is none of Lockstep's");
    check_version(value.value("version", json()));
    PackManifest out;
    out.lockstep = this->text(value, "lockstep");
    out.run = this->text(value, "run");
    if (!is_run_id(out.run)) refuse(pack_, "\"" + out.run.substr(0, 100) + "\" is no run's id");
    const auto entries = value.find("entries");
    if (entries == value.end() || !entries->is_array()) damaged("it has no list of entries");
    if (entries->size() > limits_.entries)
      refuse(pack_, fmt::format("it holds {} entries; at most {} are unpacked", entries->size(), limits_.entries));
    for (const json& entry : *entries) add(entry, out);
    check_size(out, file_bytes);
    if (!out.entries.contains("record.json")) refuse(pack_, "it lacks record.json");
    return out;
  }

 private:
  [[noreturn]] void damaged(const std::string& reason) const {
    refuse(pack_, "its manifest.json is damaged: " + reason);
  }

  [[nodiscard]] std::string text(const json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string()) damaged(std::string("\"") + key + "\" is no text");
    return found->get<std::string>();
  }

  void check_version(const json& version) const {
    if (!version.is_number_integer() || version < 1) damaged("it has no version");
    if (version > format_version) {
      refuse(
          pack_,
          fmt::format(
              "it was made by a newer Lockstep (its format is {}, this program knows {}); update Lockstep to unpack it",
              version.dump(), format_version));
    }
  }

  void add(const json& entry, PackManifest& out) {
    if (!entry.is_object()) damaged("an entry is no object");
    const std::string name = text(entry, "path");
    const auto bytes = entry.find("bytes");
    PackEntry content{0, text(entry, "sha256")};
    if (bytes == entry.end() || !bytes->is_number_unsigned()) damaged("an entry has no size");
    content.bytes = bytes->get<std::uint64_t>();
    if (!is_entry_name(name))
      refuse(pack_, fmt::format("it names {}, which no pack holds",
                                json(name.substr(0, 200)).dump(-1, ' ', true, json::error_handler_t::replace)));
    if (!is_sha256(content.sha256)) damaged("an entry has no SHA-256");
    const std::string_view named = inside(name, "data/");
    if (!named.empty() && named != content.sha256) damaged("a data file is not called by its SHA-256");
    if (name == "record.json" && content.bytes > largest_record)
      refuse(pack_, fmt::format("its record.json has {} bytes; at most {} are read", content.bytes, largest_record));
    documents_ += inside(name, "documents/").empty() ? 0U : 1U;
    // No sum can overflow: each size is checked before it is added.
    if (content.bytes > limits_.total_bytes || total_ + content.bytes > limits_.total_bytes) {
      refuse(pack_,
             fmt::format("unpacked it would take more than {} bytes, the most that are unpacked", limits_.total_bytes));
    }
    total_ += content.bytes;
    if (!out.entries.emplace(name, std::move(content)).second) refuse(pack_, "it names \"" + name + "\" twice");
  }

  void check_size(const PackManifest& manifest, std::uint64_t file_bytes) const {
    if (documents_ > limits_.documents)
      refuse(pack_, fmt::format("it holds {} documents; at most {} are unpacked", documents_, limits_.documents));
    const std::uint64_t total = manifest.total_bytes();
    if (is_too_dense(total, file_bytes, limits_)) {
      refuse(pack_, fmt::format("its {} bytes would unpack to {}, more than {} times as many", file_bytes, total,
                                limits_.ratio));
    }
  }

  const std::string& pack_;
  const PackLimits& limits_;
  std::size_t documents_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

std::string_view inside(std::string_view entry, std::string_view folder) noexcept {
  return entry.starts_with(folder) ? entry.substr(folder.size()) : std::string_view();
}

std::uint64_t PackManifest::total_bytes() const noexcept {
  std::uint64_t total = 0;
  for (const auto& [name, entry] : entries) total += entry.bytes;
  return total;
}

bool is_too_dense(std::uint64_t total, std::uint64_t file_bytes, const PackLimits& limits) noexcept {
  return total > limits.small_bytes && total / limits.ratio > file_bytes;
}

std::string to_json(const PackManifest& manifest) {
  json entries = json::array();
  for (const auto& [name, entry] : manifest.entries)
    entries.push_back({{"path", name}, {"bytes", entry.bytes}, {"sha256", entry.sha256}});
  return json{{"format", format_name},
              {"version", format_version},
              {"lockstep", manifest.lockstep},
              {"run", manifest.run},
              {"entries", std::move(entries)}}
             .dump(1) +
         "\n";
}

PackManifest manifest_from_json(std::string_view text, const std::string& pack, std::uint64_t file_bytes,
                                const PackLimits& limits) {
  return Reader(pack, limits).read(text, file_bytes);
}

}  // namespace lockstep::tracking::pack
