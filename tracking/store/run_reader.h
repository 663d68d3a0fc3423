// Reads one run's series, events and log, while it is being written or afterwards, without holding up its writer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/store/types.h"

namespace lockstep::tracking {

/// A run that has recorded nothing yet (queued) reads as empty. Serves one thread at a time.
///
/// Where attempts overlap the newest is shown: points after the step that an attempt began from are hidden once that attempt
/// has recorded a step of its own. They are kept, and read with an attempt's number. Series over time are never hidden.
class RunReader {
 public:
  explicit RunReader(const std::filesystem::path& run_folder);
  ~RunReader();
  RunReader(RunReader&&) noexcept;
  RunReader& operator=(RunReader&&) noexcept;

  [[nodiscard]] const std::filesystem::path& folder() const noexcept;
  [[nodiscard]] std::vector<Attempt> attempts();
  /// Every series, by key.
  [[nodiscard]] std::vector<SeriesInfo> series_list();

  /// The points with step >= from_step, in order of step. A key that the run hasn't got gives an empty series.
  [[nodiscard]] Series series(std::string_view key, std::int64_t from_step = std::numeric_limits<std::int64_t>::min());
  /// Several series at once, in the order of the keys, of one moment.
  [[nodiscard]] std::vector<Series> series(std::span<const std::string> keys,
                                           std::int64_t from_step = std::numeric_limits<std::int64_t>::min());
  /// What one attempt recorded, hidden or not.
  [[nodiscard]] Series series_of_attempt(std::string_view key, int attempt);

  /// In the order of their recording; `after` skips the first so many.
  [[nodiscard]] std::vector<Event> events(std::size_t after = 0);
  [[nodiscard]] std::vector<Evaluation> evaluations();
  [[nodiscard]] std::vector<Checkpoint> checkpoints();
  /// The newest checkpoint of a kind ("last", "best").
  [[nodiscard]] std::optional<Checkpoint> checkpoint(std::string_view kind);
  /// runs/<id>/log.txt: one line an entry, "2026-11-30T12:34:56.789Z info text".
  [[nodiscard]] std::filesystem::path log_file() const;

  /// True once after anything was committed since the last call. Cheap: meant for polling at 30 Hz.
  [[nodiscard]] bool changed();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::tracking
