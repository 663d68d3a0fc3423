// M4: Jugel, Jerzak, Hackenbroich, Markl: M4: A Visualization-Oriented Time Series Data Aggregation, VLDB 2014.
#include "ui/charts/SeriesPyramid.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace lockstep::ui {

namespace {

constexpr std::size_t fanOut = 8;
constexpr int splitsAtMost = 8;  // a column with more gaps than that is drawn as one

/// Growing by an eighth keeps what is reserved near what is used; still O(1) a value.
template <class T>
void push(std::vector<T>& column, T value) {
  if (column.size() == column.capacity()) column.reserve(column.size() + column.size() / 8 + 16);
  column.push_back(value);
}

}  // namespace

template <class T>
void SeriesPyramid::Column<T>::append(T value) {
  push(values, value);
  const bool finite = std::isfinite(value);
  const T low = finite ? value : std::numeric_limits<T>::infinity();
  const T high = finite ? value : -std::numeric_limits<T>::infinity();
  std::size_t below = values.size();
  for (std::size_t l = 0; below > 1; ++l) {
    if (l == levels.size()) {
      // Made as soon as the level below has two: its only bucket holds both.
      Level<T>& made = levels.emplace_back();
      made.lows.push_back(low);
      made.highs.push_back(high);
      if (l == 0) {
        if (std::isfinite(values[0])) {
          made.lows[0] = std::min(made.lows[0], values[0]);
          made.highs[0] = std::max(made.highs[0], values[0]);
        }
      } else {
        made.lows[0] = std::min(levels[l - 1].lows[0], levels[l - 1].lows[1]);
        made.highs[0] = std::max(levels[l - 1].highs[0], levels[l - 1].highs[1]);
      }
      return;
    }
    Level<T>& level = levels[l];
    if ((below - 1) / fanOut == level.lows.size()) {
      push(level.lows, low);
      push(level.highs, high);
    } else {
      if (low >= level.lows.back() && high <= level.highs.back()) return;  // nothing new for those above either
      level.lows.back() = std::min(level.lows.back(), low);
      level.highs.back() = std::max(level.highs.back(), high);
    }
    below = level.lows.size();
  }
}

template <class T>
SeriesPyramid::Extremes SeriesPyramid::Column<T>::extremes(std::size_t first, std::size_t last) const {
  Extremes found;
  const auto take = [&found](T low, T high) {
    found.minimum = std::min(found.minimum, static_cast<double>(low));
    found.maximum = std::max(found.maximum, static_cast<double>(high));
  };
  while (first < last) {
    // The largest bucket that starts here and ends in time.
    std::size_t level = 0;
    std::size_t span = 1;
    while (level < levels.size() && first % (span * fanOut) == 0 && first + span * fanOut <= last) {
      span *= fanOut;
      ++level;
    }
    if (level > 0) {
      take(levels[level - 1].lows[first / span], levels[level - 1].highs[first / span]);
    } else if (std::isfinite(values[first])) {
      take(values[first], values[first]);
    }
    first += span;
  }
  return found;
}

void SeriesPyramid::reserve(std::size_t size) {
  if (m_isWide) {
    m_wide.values.reserve(size);
  } else {
    m_narrow.values.reserve(size);
  }
}

bool SeriesPyramid::fitsNarrow(double value) const {
  if (value == 0 || !std::isfinite(value)) return true;
  const double magnitude = std::abs(value);
  if (magnitude > static_cast<double>(FLT_MAX)) return false;
  if (m_precision == Precision::visible) return magnitude >= static_cast<double>(FLT_MIN);
  return static_cast<double>(static_cast<float>(value)) == value;
}

void SeriesPyramid::widen() {
  m_wide.values.reserve(m_narrow.values.capacity());
  for (const float value : m_narrow.values) m_wide.append(static_cast<double>(value));
  m_narrow = {};
  m_isWide = true;
}

void SeriesPyramid::append(double value) {
  if (!std::isfinite(value)) {
    if (m_gaps.empty() || m_gaps.back().last != size()) m_gaps.push_back({size(), size()});
    ++m_gaps.back().last;
  }
  if (!m_isWide && !fitsNarrow(value)) widen();
  if (m_isWide) {
    m_wide.append(value);
  } else {
    m_narrow.append(static_cast<float>(value));
  }
}

SeriesPyramid::Extremes SeriesPyramid::extremes(std::size_t first, std::size_t last) const {
  return m_isWide ? m_wide.extremes(first, last) : m_narrow.extremes(first, last);
}

std::vector<SeriesPyramid::Gap>::const_iterator SeriesPyramid::gapAfter(std::size_t index) const {
  return std::upper_bound(m_gaps.begin(), m_gaps.end(), index, [](std::size_t at, const Gap& gap) { return at < gap.last; });
}

void SeriesPyramid::emitPiece(std::vector<Vertex>& out, std::size_t first, std::size_t last, bool starts) const {
  const auto emit = [&](std::size_t index, double y) {
    out.push_back({index, y, starts});
    starts = false;
  };
  if (last - first <= 4) {
    for (std::size_t i = first; i < last; ++i) emit(i, (*this)[i]);
    return;
  }
  const Extremes found = extremes(first, last);
  emit(first, (*this)[first]);
  emit(first + (last - first) / 3, found.minimum);
  emit(first + (last - first) * 2 / 3, found.maximum);
  emit(last - 1, (*this)[last - 1]);
}

/// What lies between two gaps is a piece of its own; where gaps are too many for the eye, all is one piece.
void SeriesPyramid::emitColumn(std::vector<Vertex>& out, std::size_t first, std::size_t last) const {
  const auto cut = [&](std::size_t at) { return out.empty() || gapAfter(out.back().index) != gapAfter(at); };
  auto gap = gapAfter(first);
  std::size_t begin = first;
  for (int splits = 0; begin < last; ++splits) {
    if (gap == m_gaps.end() || gap->first >= last) {
      emitPiece(out, begin, last, cut(begin));
      return;
    }
    if (splits == splitsAtMost) break;
    if (gap->first > begin) emitPiece(out, begin, gap->first, cut(begin));
    begin = gap->last;
    ++gap;
  }
  if (begin >= last) return;
  const Extremes rest = extremes(begin, last);
  if (!rest.any()) return;
  out.push_back({begin, rest.minimum, true});
  out.push_back({last - 1, rest.maximum, false});
}

std::vector<SeriesPyramid::Vertex> SeriesPyramid::decimate(std::span<const std::size_t> edges) const {
  std::vector<Vertex> out;
  if (size() == 0 || edges.empty()) return out;
  out.reserve(std::min(4 * edges.size(), edges.back() - edges.front() + 2));
  if (edges.front() > 0) emitColumn(out, edges.front() - 1, edges.front());
  for (std::size_t i = 0; i + 1 < edges.size(); ++i)
    if (edges[i] < edges[i + 1]) emitColumn(out, edges[i], edges[i + 1]);
  if (edges.back() < size()) emitColumn(out, edges.back(), edges.back() + 1);
  return out;
}

std::size_t SeriesPyramid::bytes() const {
  const auto of = [](const auto& column) {
    std::size_t total = column.values.capacity() * sizeof(column.values[0]);
    for (const auto& level : column.levels) total += 2 * level.lows.capacity() * sizeof(column.values[0]);
    return total;
  };
  return of(m_narrow) + of(m_wide) + m_gaps.capacity() * sizeof(Gap);
}

}  // namespace lockstep::ui
