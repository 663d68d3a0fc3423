// A window as a person has it, over folders of its own, and what tests do with it again and again.
#pragma once

#include <QAbstractButton>
#include <QAction>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "tracking/store/project.h"
#include "ui/MainWindow.h"

namespace lockstep::test {

/// Settings, drafts and caches go into a temporary folder; presets and data sets are the source tree's.
void prepare_environment();
[[nodiscard]] QString program();

class Desk {
 public:
  /// A window on an empty project; without `project` on the start page.
  explicit Desk(bool project = true);
  ~Desk();

  [[nodiscard]] ui::MainWindow& window() { return *window_; }
  [[nodiscard]] QString folder() const { return folder_.path(); }
  [[nodiscard]] QString file(const QString& name) const { return folder_.filePath(name); }
  [[nodiscard]] tracking::Project open_project() const { return tracking::Project(folder_.path().toStdString()); }
  /// A widget, action, … of the shown page or else of the window, by name; ends the test where there is none.
  template <class T = QWidget>
  [[nodiscard]] T* find(const char* name) const {
    for (T* one : window_->findChildren<T*>(QString::fromLatin1(name))) {
      if constexpr (std::is_base_of_v<QWidget, T>) {
        if (!one->isVisible()) continue;
      }
      return one;
    }
    return window_->findChild<T*>(QString::fromLatin1(name));
  }
  void click(const char* name) const;
  /// The action with this name of the page that is shown.
  void act(const char* name) const;
  /// A new window over the same project and settings.
  void restart();
  [[nodiscard]] tracking::RunSummary last_run() const;
  /// Puts this text into New run and waits until it is checked.
  void write_config(const QString& text, const QString& path) const;

 private:
  QTemporaryDir folder_;
  bool project_;
  std::unique_ptr<ui::MainWindow> window_;
};

/// The digits as somebody's own CSV, beside a config that trains on it for so many epochs.
QString digits_config(const QString& folder, int epochs, const QString& path = QStringLiteral("digits.csv.gz"));

/// The largest time between two beats of a 10 ms timer on this thread, in milliseconds.
class Heartbeat {
 public:
  Heartbeat();
  [[nodiscard]] qint64 largest_gap() const { return largest_; }

 private:
  QTimer timer_;
  QElapsedTimer since_;
  qint64 largest_ = 0;
};

}  // namespace lockstep::test
