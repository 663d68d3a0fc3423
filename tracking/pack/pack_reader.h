// Reads a pack: the manifest first, then each entry, checked against it as its bytes come. Nothing of a pack is believed.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "tracking/pack/manifest.h"
#include "tracking/pack/zip.h"

namespace lockstep::tracking::pack {

class PackReader {
 public:
  /// Reads the manifest. Refuses a file that doesn't begin with one.
  PackReader(ZipReader zip, PackLimits limits = {});

  [[nodiscard]] const std::string& name() const noexcept { return zip_.name(); }
  [[nodiscard]] const PackManifest& manifest() const noexcept { return manifest_; }

  /// Receives one entry's bytes in order, never more than the manifest declares.
  using Content = std::function<void(std::span<const std::byte>)>;
  /// Called before an entry's content.
  using Open = std::function<Content(const std::string& name, const PackEntry& entry)>;
  /// Called after an entry's content, once its size and SHA-256 are right.
  using Close = std::function<void(const std::string& name)>;

  /// Reads every entry once. Refuses one that is not in the manifest or comes twice, a wrong size or hash, and, at the end, a
  /// lack of one. engine::Stopped when the stop is requested.
  void read_all(const Open& open, const Close& close, const std::stop_token& stop = {});

 private:
  void read_entry(const ZipReader::Entry& found, const Open& open, const Close& close, const std::stop_token& stop);

  ZipReader zip_;
  PackManifest manifest_;
  std::set<std::string> seen_;
  std::vector<std::byte> buffer_;
};

}  // namespace lockstep::tracking::pack
