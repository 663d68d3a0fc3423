// Below the table: the loss of the selected runs and how they do on validation data, overlaid, small, live.
#pragma once

#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ui/widgets/Theme.h"

class QLabel;

namespace lockstep::ui {

class ChartGroup;
class CurveChart;
class ProjectFeed;
class SeriesFeed;

class RunPreview : public QWidget {
  Q_OBJECT

 public:
  explicit RunPreview(ProjectFeed& feed, QWidget* parent = nullptr);
  ~RunPreview() override;
  void setRuns(const std::vector<std::string>& ids);
  /// After the list of runs changed.
  void refresh();
  /// Of the runs whose curves are drawn.
  [[nodiscard]] QStringList drawnRuns() const;

 signals:
  void said(lockstep::ui::Tone tone, const QString& text);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void follow();
  void watch();
  void addFeed(const std::string& id);
  void showCurves();
  CurveChart* addChart(const std::string& key, const QString& name);
  [[nodiscard]] std::vector<std::string> drawn() const;
  [[nodiscard]] std::string validationKey() const;

  ProjectFeed& m_feed;
  std::vector<std::string> m_ids;
  std::map<std::string, std::unique_ptr<SeriesFeed>> m_series;  ///< of the runs that are drawn
  QString m_shown;                                              ///< what the charts were told last
  QTimer m_pause;                                               ///< walking through the table reads nothing
  ChartGroup* m_group;
  CurveChart* m_loss;
  CurveChart* m_validation = nullptr;  ///< of one metric; another when other runs have another
  QLabel* m_hint;
  QWidget* m_charts;
};

}  // namespace lockstep::ui
