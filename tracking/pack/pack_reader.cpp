#include "tracking/pack/pack_reader.h"

#include <vector>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/sha256.h"

namespace lockstep::tracking::pack {

namespace {

constexpr std::size_t piece = std::size_t{1} << 18U;

std::string read_manifest(ZipReader& zip, const PackLimits& limits) {
  const std::optional<ZipReader::Entry> first = zip.next();
  if (!first || first->name != manifest_name)
    refuse(zip.name(), "it does not begin with manifest.json: it is no pack of Lockstep");
  std::string text;
  std::vector<std::byte> buffer(piece);
  while (const std::size_t size = zip.read(buffer)) {
    text.append(reinterpret_cast<const char*>(buffer.data()), size);
    if (text.size() > limits.manifest_bytes)
      refuse(zip.name(), fmt::format("its manifest.json is larger than {} bytes", limits.manifest_bytes));
  }
  return text;
}

}  // namespace

PackReader::PackReader(ZipReader zip, PackLimits limits) : zip_(std::move(zip)), buffer_(piece) {
  manifest_ = manifest_from_json(read_manifest(zip_, limits), zip_.name(), zip_.file_bytes(), limits);
}

void PackReader::read_entry(const ZipReader::Entry& found, const Open& open, const Close& close,
                            const std::stop_token& stop) {
  const auto declared = manifest_.entries.find(found.name);
  if (found.name == manifest_name || !seen_.insert(found.name).second)
    refuse(name(), "it holds \"" + found.name + "\" twice");
  if (declared == manifest_.entries.end())
    refuse(name(), "it holds \"" + found.name + "\", which its manifest does not name");
  const PackEntry& entry = declared->second;
  const auto wrong_size = [&](const std::string& size) {
    refuse(name(), fmt::format("its entry \"{}\" has {} bytes, not the {} that its manifest says", found.name, size,
                               entry.bytes));
  };
  if (found.bytes && *found.bytes != entry.bytes) wrong_size(std::to_string(*found.bytes));
  const Content content = open(found.name, entry);
  engine::Sha256 hash;
  std::uint64_t total = 0;
  while (const std::size_t size = zip_.read(buffer_)) {
    if (stop.stop_requested()) throw engine::Stopped();
    total += size;
    if (total > entry.bytes) wrong_size("more");
    const std::span<const std::byte> bytes = std::span(buffer_).first(size);
    hash.update(bytes);
    content(bytes);
  }
  if (total != entry.bytes) wrong_size(std::to_string(total));
  if (hash.hex() != entry.sha256)
    refuse(name(), "its entry \"" + found.name + "\" is not what was packed: its SHA-256 differs");
  close(found.name);
}

void PackReader::read_all(const Open& open, const Close& close, const std::stop_token& stop) {
  while (const std::optional<ZipReader::Entry> found = zip_.next()) read_entry(*found, open, close, stop);
  for (const auto& [name, entry] : manifest_.entries) {
    if (!seen_.contains(name)) refuse(this->name(), "it lacks \"" + name + "\", which its manifest names");
  }
}

}  // namespace lockstep::tracking::pack
