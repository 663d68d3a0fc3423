// Below the table: the loss of the selected runs and how they do on validation data, overlaid, small, live.
#pragma once

#include <QTimer>
#include <QWidget>
#include <string>
#include <vector>

class QLabel;

namespace lockstep::ui {

class ProjectFeed;

class RunPreview : public QWidget {
  Q_OBJECT

 public:
  explicit RunPreview(ProjectFeed& feed, QWidget* parent = nullptr);
  void setRuns(const std::vector<std::string>& ids);
  /// After the list of runs changed.
  void refresh();

 private:
  ProjectFeed& m_feed;
};

}  // namespace lockstep::ui
