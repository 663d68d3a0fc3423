// One curve of a chart: which series of which run, and how it is told from the others.
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ui/charts/SeriesStore.h"

namespace lockstep::ui {

enum class XAxis { step, epoch, time };

struct Curve {
  std::shared_ptr<const SeriesStore> store;
  std::string key;
  QString name;
  int number = 0;       ///< decides colour and, beyond the colours there are, the dashes: the same number looks the same everywhere
  bool dots = false;    ///< each point is worth seeing, while they aren't too many
  int seeds = 0;        ///< the mean of so many runs, with a band around it: see SeedBand.h; 0: a run's own series
};
using Curves = std::vector<Curve>;

/// Where a series' points lie on the x axis: steps, epochs, or milliseconds of work. Only valid inside SeriesStore::read.
class XScale {
 public:
  XScale(const LiveSeries& series, const RunClock& clock, double stepsPerEpoch, XAxis axis)
      : m_series(series), m_clock(clock), m_stepsPerEpoch(stepsPerEpoch), m_axis(axis) {}
  [[nodiscard]] double at(std::size_t index) const;
  /// The first index whose x is not below this one.
  [[nodiscard]] std::size_t lowerBound(double x) const;
  /// The index whose x is nearest; the series must not be empty.
  [[nodiscard]] std::size_t nearest(double x) const;
  /// The step of a point, whatever the axis.
  [[nodiscard]] std::int64_t step(std::size_t index) const;

 private:
  const LiveSeries& m_series;
  const RunClock& m_clock;
  double m_stepsPerEpoch;
  XAxis m_axis;
};

/// Calls look(const LiveSeries&, const XScale&) if the run has the curve's series, with at least one point.
template <class Look>
void readCurve(const Curve& curve, XAxis axis, Look&& look) {
  curve.store->read([&](const SeriesStore::Content& content) {
    const auto found = content.series.find(curve.key);
    if (found != content.series.end() && found->second.size() > 0) look(found->second, XScale(found->second, content.clock, curve.store->stepsPerEpoch(), axis));
  });
}

}  // namespace lockstep::ui
