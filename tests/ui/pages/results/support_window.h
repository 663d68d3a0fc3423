// Really trained runs in a project of their own, and the tabs of one of them in a window, for the tests of this folder.
#pragma once

#include <QMainWindow>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "tracking/recorder/session.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"

namespace lockstep::ui::test {

class Workshop {
 public:
  Workshop();
  [[nodiscard]] std::filesystem::path path(std::string_view name) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
  std::filesystem::path write(std::string_view name, std::string_view text) const;
  [[nodiscard]] std::filesystem::path projectFolder() const { return path("project"); }
  [[nodiscard]] tracking::Project& project() { return *m_project; }
  /// Trains a config that lies in this folder. @throws what ended the run
  tracking::SessionResult train(const std::string& config, const std::string& name = {});
  /// The bundled example, for some epochs.
  tracking::SessionResult trainDigits(int epochs = 30);

 private:
  QTemporaryDir m_folder;
  std::unique_ptr<tracking::Project> m_project;
};

/// The tabs of a run, shown.
class RunWindow {
 public:
  RunWindow(const std::filesystem::path& project, const std::string& run);
  [[nodiscard]] QTabWidget& tabs() { return *m_tabs; }
  [[nodiscard]] ProjectFeed& feed() { return m_feed; }
  [[nodiscard]] QMainWindow& window() { return m_window; }
  /// Shows the tab of this objectName.
  void open(const char* tab);
  template <class T>
  [[nodiscard]] T* find(const char* name) {
    T* found = m_window.findChild<T*>(QString::fromLatin1(name));
    if (found == nullptr) qFatal("no %s", name);
    return found;
  }
  /// Writes what is seen, in both themes, into $LOCKSTEP_SCREENSHOTS; does nothing without it.
  void picture(const QString& name);

 private:
  ProjectFeed m_feed;
  Sessions m_sessions;
  QMainWindow m_window;
  QTabWidget* m_tabs;
};

/// A small regression with validation and test parts.
[[nodiscard]] std::string planeCsv(int rows);
[[nodiscard]] std::string planeConfig();

}  // namespace lockstep::ui::test
