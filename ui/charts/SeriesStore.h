// A run's series in memory: read once, then fed with what is new. One thread at a time brings it up to date, any number look at it
// meanwhile; what takes long is made beside it and put in its place at once.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/store/run_reader.h"
#include "ui/charts/LiveSeries.h"
#include "ui/charts/RunClock.h"

namespace lockstep::ui {

class SeriesStore {
 public:
  struct Content {
    std::map<std::string, LiveSeries, std::less<>> series;  ///< of real values
    RunClock clock;
    std::vector<tracking::Attempt> attempts;
  };

  explicit SeriesStore(std::filesystem::path runFolder);
  /// Of series that are computed, not recorded: only replace() changes it.
  SeriesStore() = default;

  void replace(Content content);

  /// Reads what was recorded since the last call: only new points; all of them anew after a resumed run has begun to write
  /// earlier steps again. Returns whether anything changed. Takes as long as reading does: not for the GUI thread.
  /// @throws engine::FileError
  bool update(const std::stop_token& stop = {});
  /// 0: none. Of the series that are recorded at every step. Computes for tens of milliseconds a million points.
  void setSmoothing(double weight);

  /// Calls look(const Content&) while nothing changes; it must be brief.
  template <class Look>
  auto read(Look&& look) const {
    const std::shared_lock lock(m_mutex);
    return look(static_cast<const Content&>(m_content));
  }
  /// True once update() has been through, however little there was.
  [[nodiscard]] bool isLoaded() const { return m_loaded; }
  /// For epochs on the x axis; 0: not known.
  void setStepsPerEpoch(double steps) { m_stepsPerEpoch = steps; }
  [[nodiscard]] double stepsPerEpoch() const { return m_stepsPerEpoch; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  [[nodiscard]] bool attemptsChanged(const std::vector<tracking::Attempt>& attempts);
  /// Calls take(const tracking::Series&) for each that may have grown. Returns false when it was told to stop.
  template <class Take>
  bool readNew(const Content& known, const std::stop_token& stop, Take&& take);
  /// From a point of it on, no more than `most`. Returns where to go on.
  static std::size_t append(Content& content, const tracking::Series& read, std::size_t first, std::size_t most);
  [[nodiscard]] static std::size_t knownOf(const Content& content, const tracking::Series& read);
  void smooth(Content& content) const;

  std::mutex m_updating;  ///< guards the reader and whoever changes the content
  std::optional<tracking::RunReader> m_reader;
  std::vector<std::int64_t> m_attempts;  ///< what decides which points are shown
  bool m_anew = true;                    ///< everything is to be read
  double m_smoothing = 0;
  mutable std::shared_mutex m_mutex;
  Content m_content;
  std::atomic<bool> m_loaded = false;
  std::atomic<double> m_stepsPerEpoch = 0;
};

/// Recorded at every step, so that its curve may be smoothed; else an evaluation's, each worth a dot.
[[nodiscard]] bool isEveryStep(std::string_view key);

}  // namespace lockstep::ui
