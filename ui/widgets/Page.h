// What every page of the window is: made for one project, asked to remember its state, able to send a person elsewhere.
#pragma once

#include <QWidget>
#include <QString>

#include "ui/widgets/Theme.h"

class QSettings;

namespace lockstep::ui {

class ProjectFeed;
class Sessions;

/// What a page works with; outlives it.
struct PageContext {
  ProjectFeed& feed;
  Sessions& sessions;
};

class Page : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;
  /// What survives a restart, under keys that begin with the page's name: "runs/filter".
  virtual void saveState(QSettings&) const {}
  virtual void restoreState(QSettings&) {}
  /// Where the keyboard goes when the page is shown.
  virtual void takeFocus() { setFocus(); }

 signals:
  /// To the page of a run.
  void runOpened(const QString& id);
  /// To New run with this text; `path`: where relative paths in it are relative to ("preset:NAME" for a preset).
  void configOpened(const QString& text, const QString& path);
  /// To the list of runs.
  void runsOpened();
  /// Into the window's message bar.
  void said(lockstep::ui::Tone tone, const QString& text);
};

}  // namespace lockstep::ui
