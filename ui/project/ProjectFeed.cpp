#include "ui/project/ProjectFeed.h"

#include <algorithm>

#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

constexpr int pollMs = 50;
// The process of a live run may be killed, which changes nothing in the catalogue: its lease has to be looked at.
constexpr qint64 leaseMs = 1000;
// Of a project with very many runs reading the list takes tens of milliseconds: then it is read less often, so that the window
// spends no more than this part of its time on it.
constexpr qint64 largestPart = 10;

}  // namespace

ProjectFeed::ProjectFeed(const std::filesystem::path& folder, QObject* parent) : QObject(parent), m_project(folder) {
  m_project.mark_interrupted();
  refresh();
  connect(&m_timer, &QTimer::timeout, this, &ProjectFeed::poll);
  m_timer.start(pollMs);
}

const tracking::RunSummary* ProjectFeed::run(const std::string& id) const {
  const auto found = m_places.find(id);
  return found == m_places.end() ? nullptr : &m_runs[found->second];
}

void ProjectFeed::poll() {
  if (tracking::now_ms() < m_nextRead) return;
  try {
    if (!m_project.changed() && !(m_live && tracking::now_ms() - m_lastRead >= leaseMs)) return;
  } catch (const std::exception&) {
    // Told once; a disk that comes back is read on.
    if (!std::exchange(m_unreadable, true)) emit failed(tr("The project can no longer be read: %1").arg(text(std::current_exception())));
    return;
  }
  m_unreadable = false;
  refresh();
}

void ProjectFeed::refresh() {
  const std::int64_t began = tracking::now_ms();
  try {
    m_runs = m_project.runs();
  } catch (const std::exception&) {
    emit failed(tr("The list of runs could not be read: %1").arg(text(std::current_exception())));
    return;
  }
  m_places.clear();
  for (std::size_t i = 0; i < m_runs.size(); ++i) m_places.emplace(m_runs[i].id, i);
  m_lastRead = tracking::now_ms();
  m_nextRead = m_lastRead + largestPart * (m_lastRead - began);
  m_live = std::any_of(m_runs.begin(), m_runs.end(), [](const auto& run) { return tracking::is_live(run.status); });
  emit runsChanged();
}

template <class Body>
bool ProjectFeed::attempt(Body&& body) {
  try {
    body();
  } catch (const std::exception&) {
    emit failed(text(std::current_exception()));
    return false;
  }
  refresh();
  return true;
}

bool ProjectFeed::edit(const std::string& id, const tracking::RunEdit& edit) {
  return attempt([&] { m_project.edit(id, edit); });
}
bool ProjectFeed::remove(const std::vector<std::string>& ids) {
  return attempt([&] { m_project.remove(ids); });
}
bool ProjectFeed::restore(const std::vector<std::string>& ids) {
  return attempt([&] { m_project.restore(ids); });
}
bool ProjectFeed::send(const std::string& id, tracking::Command command) {
  return attempt([&] { m_project.send(id, command); });
}

}  // namespace lockstep::ui
