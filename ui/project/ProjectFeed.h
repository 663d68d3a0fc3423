// The open project as the window sees it: asks the store whether something changed, and hands the list of runs to the models.
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <unordered_map>
#include <vector>

#include "tracking/store/project.h"

namespace lockstep::ui {

/// Lives on the GUI thread. Every edit of the window goes through it, so that the list is read anew at once.
class ProjectFeed : public QObject {
  Q_OBJECT

 public:
  /// @throws engine::FileError where the project can't be opened
  explicit ProjectFeed(const std::filesystem::path& folder, QObject* parent = nullptr);

  /// Those that are not in the trash, oldest first.
  [[nodiscard]] const std::vector<tracking::RunSummary>& runs() const { return m_runs; }
  /// Null for a run that is not there, or is in the trash.
  [[nodiscard]] const tracking::RunSummary* run(const std::string& id) const;
  [[nodiscard]] tracking::Project& project() { return m_project; }
  [[nodiscard]] const std::filesystem::path& folder() const { return m_project.folder(); }

  // Each returns whether it worked; if not, `failed` says why.
  bool edit(const std::string& id, const tracking::RunEdit& edit);
  bool remove(const std::vector<std::string>& ids);
  bool restore(const std::vector<std::string>& ids);
  bool send(const std::string& id, tracking::Command command);

 public slots:
  /// Reads the list now.
  void refresh();

 signals:
  void runsChanged();
  /// In words for a person.
  void failed(const QString& message);

 private:
  void poll();
  template <class Body>
  bool attempt(Body&& body);

  tracking::Project m_project;
  std::vector<tracking::RunSummary> m_runs;
  std::unordered_map<std::string, std::size_t> m_places;  ///< of the runs, by id
  QTimer m_timer;
  qint64 m_lastRead = 0;
  qint64 m_nextRead = 0;
  bool m_live = false;
  bool m_unreadable = false;
};

}  // namespace lockstep::ui
