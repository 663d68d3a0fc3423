#include "ui/charts/SeriesStore.h"

#include <algorithm>
#include <utility>

namespace lockstep::ui {

namespace {

constexpr std::string_view timeKey = "time";
constexpr std::size_t appendAtOnce = 16384;  // points: a millisecond in which nobody can look

/// The points of the newest known step come again, with those of the same step that were recorded later.
std::size_t knownOf(const StepColumn& known, const tracking::Series& read) {
  if (known.size() == 0 || read.size() == 0) return 0;
  const std::int64_t last = known.back();
  const std::size_t equal = known.size() - known.lowerBound(last);
  std::size_t skip = 0;
  while (skip < read.size() && skip < equal && read.steps[skip] == last) ++skip;
  return skip;
}

}  // namespace

bool isEveryStep(std::string_view key) {
  if (key == "train/accuracy" || key == "train/epoch_loss") return false;
  for (const std::string_view part : {"val/", "test/", "system/"})
    if (key.starts_with(part)) return false;
  return key != "learning_rate";
}

SeriesStore::SeriesStore(std::filesystem::path runFolder) : m_reader(std::in_place, std::move(runFolder)) {}

void SeriesStore::replace(Content content) {
  const std::unique_lock lock(m_mutex);
  m_content = std::move(content);
  m_loaded = true;
}

/// Points after the step that an attempt began from are hidden once it has recorded one of its own.
bool SeriesStore::attemptsChanged(const std::vector<tracking::Attempt>& attempts) {
  std::vector<std::int64_t> shown;
  for (const tracking::Attempt& attempt : attempts)
    if (attempt.last_step) shown.insert(shown.end(), {attempt.number, attempt.from_step});
  return std::exchange(m_attempts, std::move(shown)) != m_attempts;
}

template <class Take>
bool SeriesStore::readNew(const Content& known, const std::stop_token& stop, Take&& take) {
  // Keys whose newest point lies at the same place are read together: all that are recorded at every step are one group. Where
  // all is read, one key at a time takes less memory.
  std::map<std::int64_t, std::vector<std::string>> groups;
  std::vector<std::string> whole;
  for (const tracking::SeriesInfo& info : m_reader->series_list()) {
    if (info.type != tracking::SeriesType::real && info.key != timeKey) continue;
    const auto found = known.series.find(info.key);
    const StepColumn* steps = info.key == timeKey ? &known.clock.steps() : found != known.series.end() ? &found->second.steps() : nullptr;
    (steps != nullptr && steps->size() > 0 ? groups[steps->back()] : whole).push_back(info.key);
  }
  for (const std::string& key : whole) {
    if (stop.stop_requested()) return false;
    take(m_reader->series(key));
  }
  for (const auto& [from, keys] : groups) {
    if (stop.stop_requested()) return false;
    for (tracking::Series& series : m_reader->series(keys, from)) take(std::move(series));
  }
  return true;
}

std::size_t SeriesStore::knownOf(const Content& content, const tracking::Series& read) {
  if (read.key == timeKey) return lockstep::ui::knownOf(content.clock.steps(), read);
  const auto found = content.series.find(read.key);
  return found == content.series.end() ? 0 : lockstep::ui::knownOf(found->second.steps(), read);
}

std::size_t SeriesStore::append(Content& content, const tracking::Series& read, std::size_t first, std::size_t most) {
  const std::size_t last = std::min(read.size(), first + most);
  if (read.key == timeKey) {
    for (std::size_t i = first; i < last; ++i) content.clock.append(read.steps[i], static_cast<std::int64_t>(read.bits[i]));
    return last;
  }
  LiveSeries& live = content.series.try_emplace(read.key, read.axis).first->second;
  if (live.size() == 0) live.reserve(read.size());
  for (std::size_t i = first; i < last; ++i) live.append(read.steps[i], read.value(i));
  return last;
}

void SeriesStore::smooth(Content& content) const {
  if (m_smoothing <= 0) return;
  for (auto& [key, live] : content.series)
    if (isEveryStep(key) && !live.smoothed()) live.useSmoothed(live.smoothedBy(m_smoothing));
}

bool SeriesStore::update(const std::stop_token& stop) {
  const std::lock_guard updating(m_updating);
  if (!m_reader->changed() && !m_anew) return false;
  // Looked at before the points: what is written in between is seen at the next call.
  const auto attempts = m_reader->attempts();
  const bool anew = attemptsChanged(attempts) || m_anew;
  try {
    bool changed = true;
    if (anew) {
      Content fresh{{}, RunClock(attempts), attempts};
      m_anew = true;
      if (!readNew(fresh, stop, [&](const tracking::Series& series) { append(fresh, series, 0, series.size()); })) return false;
      smooth(fresh);
      const std::unique_lock lock(m_mutex);
      std::swap(m_content, fresh);
    } else {
      std::vector<tracking::Series> read;
      m_anew = !readNew(m_content, stop, [&](tracking::Series&& series) { read.push_back(std::move(series)); });
      if (m_anew) return false;
      changed = false;
      for (const tracking::Series& series : read) {
        for (std::size_t next = knownOf(m_content, series); next < series.size(); changed = true) {
          const std::unique_lock lock(m_mutex);
          next = append(m_content, series, next, appendAtOnce);
        }
      }
      const std::unique_lock lock(m_mutex);
      m_content.attempts = attempts;
      smooth(m_content);
    }
    m_anew = false;
    m_loaded = true;
    return changed;
  } catch (...) {
    m_anew = true;  // at the next call
    throw;
  }
}

void SeriesStore::setSmoothing(double weight) {
  const std::lock_guard updating(m_updating);
  if (weight == m_smoothing) return;
  m_smoothing = weight;
  for (auto& [key, live] : m_content.series) {
    if (!isEveryStep(key)) continue;
    std::optional<LiveSeries::Smoothed> smoothed;
    if (weight > 0) smoothed = live.smoothedBy(weight);
    const std::unique_lock lock(m_mutex);
    live.useSmoothed(std::move(smoothed));
  }
}

std::size_t SeriesStore::bytes() const {
  return read([](const Content& content) {
    std::size_t total = content.clock.bytes();
    for (const auto& [key, live] : content.series) total += live.bytes();
    return total;
  });
}

}  // namespace lockstep::ui
