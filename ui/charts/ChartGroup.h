// What the charts of a page share: the crosshair, which stands at one place of the x axis in all of them, and how far that
// axis reaches, so that the same step stands at the same place.
#pragma once

#include <QObject>
#include <optional>
#include <utility>

namespace lockstep::ui {

class ChartGroup : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  /// A place on the x axis, in its units.
  [[nodiscard]] std::optional<double> cursor() const { return m_cursor; }
  void setCursor(std::optional<double> cursor) {
    if (std::exchange(m_cursor, cursor) != cursor) emit moved();
  }
  /// From the first to the last point of all charts, in units of the axis; a chart fits at least that.
  [[nodiscard]] const std::optional<std::pair<double, double>>& reach() const { return m_reach; }
  void setReach(std::optional<std::pair<double, double>> reach) { m_reach = reach; }

 signals:
  void moved();

 private:
  std::optional<double> m_cursor;
  std::optional<std::pair<double, double>> m_reach;
};

}  // namespace lockstep::ui
