// A run that goes to another project, or comes from one: its series as one file, its row and documents in one transaction.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "tracking/store/lease.h"
#include "tracking/store/project.h"

namespace lockstep::tracking {

/// Documents of at most so many bytes lie in the catalogue, others in runs/<id>/documents/.
inline constexpr std::size_t largest_document_in_catalogue = 64 * 1024;

/// YYYYMMDD-HHMMSS-xxxx, as Project makes them.
[[nodiscard]] bool is_run_id(std::string_view text) noexcept;
/// What a document may be called: letters, digits, '.', '_' and '-'.
[[nodiscard]] bool is_document_name(std::string_view name) noexcept;

/// A run that is over, kept so while this lives: nobody can resume it.
class HeldRun {
 public:
  /// engine::ValueError for a run that is queued or that a process works on.
  HeldRun(Project& project, std::string_view id);

  [[nodiscard]] const RunSummary& summary() const noexcept { return summary_; }
  /// Writes series.db as one file: the same content gives the same bytes. False, and no file, where the run has none.
  [[nodiscard]] bool copy_series(const std::filesystem::path& to) const;

 private:
  std::filesystem::path folder_;
  RunSummary summary_;
  store::Lease lease_;
};

/// engine::FileError, saying why, unless the file is a whole series.db of a Lockstep no newer than this one: nothing in it
/// that the store didn't make (triggers, views), and no path in it that leads out of the run's folder.
void check_series(const std::filesystem::path& file);

struct ForeignRun {
  RunSummary summary = {};
  std::map<std::string, std::string> texts = {};  ///< documents by name
  std::map<std::string, std::string> files = {};  ///< SHA-256 of the documents that lie in the run's folder, by name
};

/// engine::ValueError when the project has a run of this id, in the trash or not.
void check_absent(const Project& project, std::string_view id);
/// Adds the run, all or nothing. `place` brings its folder to Project::run_folder; it is called in the transaction, as the last
/// thing before its commit, and what it throws undoes the rest.
void adopt_run(const Project& project, const ForeignRun& run, const std::function<void()>& place);

}  // namespace lockstep::tracking
