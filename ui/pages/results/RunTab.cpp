#include "ui/pages/results/RunTab.h"

#include "tracking/store/project.h"
#include "ui/project/ProjectFeed.h"

namespace lockstep::ui {

RunTab::RunTab(PageContext context, std::string run, QWidget* parent) : QWidget(parent), m_context(context), m_run(std::move(run)) {
  connect(&m_context.feed, &ProjectFeed::runsChanged, this, &RunTab::look);
}

std::filesystem::path RunTab::projectFolder() const { return m_context.feed.folder(); }
const tracking::RunSummary* RunTab::summary() const { return m_context.feed.run(m_run); }

std::string RunTab::stamp(const tracking::RunSummary& run) const {
  // Documents are written before the first step, each with a field of the catalogue, and once more when the run ends.
  return std::string(tracking::status_name(run.status)) + '|' + run.config_hash.value_or("") + '|' + run.data_fingerprint.value_or("") + '|' +
         run.commit.value_or("") + '|' + std::to_string(run.ended.value_or(0)) + '|' + (run.step > 0 ? "+" : "");
}

void RunTab::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  look();
}

void RunTab::look() {
  if (!isVisible()) return;
  const tracking::RunSummary* now = summary();
  // Of a run that was deleted what was read stays.
  if (now == nullptr) {
    if (!std::exchange(m_everRead, true)) reload();
    return;
  }
  std::string next = stamp(*now);
  if (std::exchange(m_everRead, true) && next == m_read) return;
  m_read = std::move(next);
  reload();
}

tracking::Project openForReading(const std::filesystem::path& folder) { return tracking::Project(folder, {.create = false}); }

Documents readDocuments(const std::filesystem::path& folder, const std::string& run, const std::vector<std::string>& names) {
  const tracking::Project project = openForReading(folder);
  Documents documents;
  for (const std::string& name : names.empty() ? project.document_names(run) : names) {
    if (auto text = project.document(run, name)) documents.emplace(name, std::move(*text));
  }
  return documents;
}

}  // namespace lockstep::ui
