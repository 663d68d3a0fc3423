// What the tests of the Runs page share: a project with runs of several kinds, and the page on it.
#pragma once

#include <QTemporaryDir>
#include <memory>

#include "tracking/store/project.h"
#include "ui/pages/runs/RunsPage.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"

class QAction;
class QLineEdit;

namespace lockstep::ui {
class RunTableView;
}

namespace lockstep::ui::testing {

/// A project in a temporary folder whose runs another "process" records.
class RunsProject {
 public:
  RunsProject();
  [[nodiscard]] std::filesystem::path folder() const;
  [[nodiscard]] tracking::Project& project() { return *m_project; }
  /// A run that is over, with a config, a model, losses that fall to `loss`. Returns its id.
  std::string finished(const std::string& name, double loss, double accuracy, const std::vector<std::string>& tags = {});
  std::string failed(const std::string& name, const std::string& reason);
  /// A run that goes on until its writer is let go.
  std::unique_ptr<tracking::RunWriter> live(const std::string& name, std::int64_t steps = 1000);
  /// Runs of all kinds, for looking at.
  std::vector<std::unique_ptr<tracking::RunWriter>> fill();

 private:
  QTemporaryDir m_folder;
  std::unique_ptr<tracking::Project> m_project;
};

void recordSteps(tracking::RunWriter& writer, std::int64_t first, std::int64_t last, double from, double to);

/// The page in a window that has the keyboard.
class ShownPage {
 public:
  explicit ShownPage(RunsProject& project);
  ~ShownPage();
  RunsPage& page() { return *m_page; }
  ProjectFeed& feed() { return m_feed; }
  Sessions& sessions() { return m_sessions; }
  [[nodiscard]] RunTableView& table();
  [[nodiscard]] QLineEdit& filter();
  [[nodiscard]] QAction& action(const char* name);
  /// The column's cells from top to bottom.
  [[nodiscard]] QStringList column(const QString& title);
  [[nodiscard]] QStringList names() { return column(QStringLiteral("Name")); }
  [[nodiscard]] int columnAt(const QString& title);
  /// Selects the runs of these names.
  void select(const QStringList& names);
  /// Types a key as a person does: to whatever has the keyboard.
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

 private:
  ProjectFeed m_feed;
  Sessions m_sessions;
  std::unique_ptr<RunsPage> m_page;
};

/// Saves a picture of it where LOCKSTEP_SCREENSHOTS names a folder.
void picture(QWidget& widget, const QString& name);

}  // namespace lockstep::ui::testing
