// What the charts of a page share: the crosshair, which stands at one place of the x axis in all of them.
#pragma once

#include <QObject>
#include <optional>

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

 signals:
  void moved();

 private:
  std::optional<double> m_cursor;
};

}  // namespace lockstep::ui
