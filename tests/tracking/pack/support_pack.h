// What the tests of packs share: a workshop with two projects, and packs put together by hand, right or wrong.
#pragma once

#include <QTemporaryDir>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/pack/pack.h"
#include "tracking/pack/unpack.h"
#include "tracking/recorder/session.h"

namespace lockstep::test {

/// Folders with names that break careless code; gone with the object.
class Workshop {
 public:
  Workshop();

  [[nodiscard]] std::filesystem::path path(std::string_view name) const { return root_ / name; }
  std::filesystem::path write(std::string_view name, std::string_view text) const;
  /// Trains in a project; with `stop_at` > 0 it is stopped after that step. @throws what ended the run otherwise
  static tracking::SessionResult train(tracking::Project& project, const std::string& config,
                                       const std::filesystem::path& config_file,
                                       const std::vector<std::string>& overrides = {}, std::int64_t stop_at = 0);

 private:
  QTemporaryDir folder_;
  std::filesystem::path root_;
};

[[nodiscard]] std::string read(const std::filesystem::path& file);
/// Every file below a folder with its content, and every folder (with "/").
[[nodiscard]] std::map<std::string, std::string> snapshot(const std::filesystem::path& folder);

/// The text of the engine::Error that `body` throws; empty where it throws none.
template <class Body>
[[nodiscard]] std::string error_of(Body&& body) {
  try {
    body();
  } catch (const engine::Error& error) { return error.what(); }
  return {};
}

enum class Kind { file, symlink, folder };

struct ZipItem {
  std::string name = {};
  std::string content = {};  ///< or what a link leads to
  Kind kind = Kind::file;
};

/// A ZIP of these entries in this order.
void write_zip(const std::filesystem::path& file, const std::vector<ZipItem>& items);
[[nodiscard]] std::vector<ZipItem> read_zip(const std::filesystem::path& file);

/// The pack's entries with a manifest that fits them again, after `items` were changed.
[[nodiscard]] std::vector<ZipItem> with_fitting_manifest(std::vector<ZipItem> items);
[[nodiscard]] ZipItem& item(std::vector<ZipItem>& items, std::string_view name);

/// Rows "a,b,label" of two classes, from a fixed rule.
[[nodiscard]] std::string table(int rows);
[[nodiscard]] std::string table_config();
/// An 8 × 8 image of one shade, as a PNG.
[[nodiscard]] std::string image(int shade);

}  // namespace lockstep::test
