// The folder inside a project where a pack is unpacked and looked at before anything of it counts: <project>/unpacking/.
// Locked by the process that uses it; what a killed one left there is removed by the next, together with folders that it had
// moved into place and not yet committed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace lockstep::tracking::pack {

class Staging {
 public:
  /// Makes the project's folder too, where it is missing. ValueError while another process unpacks into this project.
  explicit Staging(const std::filesystem::path& project);
  /// Removes the folder; without keep(), those that the constructor made above it too.
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  /// Removes what is left of an earlier unpacking. `is_known` tells whether a run is in the catalogue.
  void clear_leftovers(const std::function<bool(const std::string& run)>& is_known);
  /// Notes, for clear_leftovers after a kill, that the folders of this run are about to be moved into place.
  void note_move(const std::string& run) const;
  /// The project is to stay.
  void keep() noexcept { made_.clear(); }

 private:
  void clear() const noexcept;

  std::filesystem::path project_;
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> made_;  ///< the innermost first
  int lock_ = -1;
};

/// Where a run's data are put: <project>/data/<run>.
[[nodiscard]] std::filesystem::path data_folder(const std::filesystem::path& project, const std::string& run);

/// Removes a folder only while it is empty, and never a file of that name.
void remove_if_empty(const std::filesystem::path& folder) noexcept;

/// Bytes that an ordinary user can still write on the file system of a folder.
[[nodiscard]] std::uint64_t free_space(const std::filesystem::path& folder);

}  // namespace lockstep::tracking::pack
