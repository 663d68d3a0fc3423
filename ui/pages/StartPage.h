// Where the program begins without a project: what was open before, and the ways to begin.
#pragma once

#include <QWidget>

class QAction;
class QListWidget;

namespace lockstep::ui {

class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);
  /// Folders, the last one first; those that are gone are shown as such.
  void setRecent(const QStringList& projects);

 signals:
  void exampleWanted();
  void configWanted();
  void projectWanted();   ///< an existing one, to be chosen
  void newProjectWanted();
  void projectChosen(const QString& folder);

 private:
  void open();

  QListWidget* m_recent;
  QWidget* m_recentPart;
};

}  // namespace lockstep::ui
