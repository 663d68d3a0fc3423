// The curves of one run: its charts, and how they are looked at.
#pragma once

#include <QWidget>
#include <filesystem>
#include <memory>
#include <vector>

#include "ui/pages/run/ChartPlan.h"
#include "ui/widgets/Theme.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QScrollArea;
class QSettings;
class QSlider;

namespace lockstep::ui {

class ChartGroup;
class CurveChart;
class MessageBar;
class SeriesFeed;

class CurvesTab : public QWidget {
  Q_OBJECT

 public:
  /// `feed`: the page's; it decides when that is watched.
  explicit CurvesTab(SeriesFeed& feed, QWidget* parent = nullptr);

  void setStepsPerEpoch(double steps);
  void saveState(QSettings& settings) const;
  void restoreState(QSettings& settings);

 signals:
  void said(lockstep::ui::Tone tone, const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* buildControls();
  void smoothBy(double weight);
  void findReach();
  void applyAxes();
  void receive();
  void plan();
  void addChart(const PlannedChart& planned);
  void place();

  SeriesFeed& m_feed;
  ChartGroup* m_group;
  MessageBar* m_bar;
  QComboBox* m_xAxis = nullptr;
  QSlider* m_smoothing = nullptr;
  QDoubleSpinBox* m_smoothingValue = nullptr;
  QCheckBox* m_logY = nullptr;
  QScrollArea* m_scroll = nullptr;
  QGridLayout* m_grid = nullptr;
  std::vector<PlannedChart> m_plan;
  std::vector<CurveChart*> m_charts;  ///< of the plan, in its order
  std::vector<int> m_placed;          ///< how they stand: what place() need not do again
};

}  // namespace lockstep::ui
