#include "support_runs.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QtTest>
#include <cmath>

#include "ui/models/RunTableModel.h"
#include "ui/pages/runs/RunTableView.h"

namespace lockstep::ui::testing {

namespace {

using tracking::RunWriter;
using tracking::Status;

void record(RunWriter& writer, const std::string& name) {
  writer.update({.commit = "3f2a9c7d0e1b2a3c4d5e6f708192a3b4c5d6e7f8", .dirty = true, .config_hash = "c0ffee" + name, .data_fingerprint = "9ae1f00d4c077cc6776cb0befc67432d"});
  writer.put_document("config.text", "# as written\n[run]\nname = \"" + name + "\"\n");
  writer.put_document("config.source.json", R"({"overrides":[],"path":"/somewhere/net.toml"})");
  writer.put_document("config.json", R"({"data":{"dataset":"digits"},"optimizer":{"type":"AdamW","learning_rate":0.003}})");
  writer.put_document("model.json", R"({"layers":[{"path":"0","type":"Linear","output":[10],"parameters":650,"dtype":"float32"},{"path":"1","type":"ReLU","output":[10],"parameters":0,"dtype":"float32"}],"parameters":650,"bytes":2600})");
  writer.put_document("code.json", R"({"changed_total":3})");
}

}  // namespace

RunsProject::RunsProject() : m_project(std::make_unique<tracking::Project>(folder())) {}
std::filesystem::path RunsProject::folder() const { return std::filesystem::path(m_folder.path().toStdString()) / "ein 'Projekt' ü 项目"; }

void recordSteps(RunWriter& writer, std::int64_t first, std::int64_t last, double from, double to) {
  const auto loss = writer.series("train/loss");
  for (std::int64_t step = first; step <= last; ++step) {
    const double part = static_cast<double>(step - first + 1) / static_cast<double>(last - first + 1);
    const tracking::Sample values[] = {{loss, to + (from - to) * std::exp(-5 * part) + (part < 1 ? 0.02 * std::sin(static_cast<double>(step)) : -(from - to) * std::exp(-5.0))}};
    writer.record_step({step, step / 100, values, {}, {}});
  }
}

std::string RunsProject::finished(const std::string& name, double loss, double accuracy, const std::vector<std::string>& tags) {
  const auto writer = m_project->create_run({.name = name, .tags = tags, .steps = 100, .device = "cpu", .seed = 42});
  record(*writer, name);
  writer->set_status(Status::running);
  recordSteps(*writer, 1, 100, 2.3, loss);
  writer->record_evaluation({tracking::now_ms(), 50, "validation", "current", {{"val/accuracy", accuracy - 0.05}}});
  writer->record_evaluation({tracking::now_ms(), 100, "validation", "current", {{"val/accuracy", accuracy}}});
  writer->finish(Status::finished);
  return writer->id();
}

std::string RunsProject::failed(const std::string& name, const std::string& reason) {
  const auto writer = m_project->create_run({.name = name, .steps = 100, .device = "cpu", .seed = 42});
  record(*writer, name);
  writer->set_status(Status::running);
  recordSteps(*writer, 1, 20, 2.3, 2);
  const tracking::Sample values[] = {{writer->series("train/loss"), std::nan("")}};
  writer->record_step({21, 0, values, {}, {}});
  writer->finish(Status::failed, reason);
  return writer->id();
}

std::unique_ptr<RunWriter> RunsProject::live(const std::string& name, std::int64_t steps) {
  auto writer = m_project->create_run({.name = name, .steps = steps, .device = "cpu", .seed = 7});
  record(*writer, name);
  writer->set_status(Status::running);
  return writer;
}

std::vector<std::unique_ptr<RunWriter>> RunsProject::fill() {
  for (int i = 1; i <= 9; ++i) finished("cnn-wide/" + std::to_string(i), 0.2 + 0.03 * i, 0.9 + 0.005 * i, i % 3 == 0 ? std::vector<std::string>{"baseline"} : std::vector<std::string>{});
  failed("lr-1e-1", "the loss is NaN at step 21");
  (void)m_project->enqueue_run({.name = "waits for its turn", .steps = 1000});
  m_project->create_run({.name = "killed", .steps = 500, .device = "cpu"}).reset();
  std::vector<std::unique_ptr<RunWriter>> writers;
  writers.push_back(live("cnn-deep"));
  recordSteps(*writers.back(), 1, 610, 2.3, 0.3);
  writers.push_back(live("transformer-small with a rather long name"));
  recordSteps(*writers.back(), 1, 120, 2.3, 1.1);
  writers.back()->set_status(Status::paused);
  for (const auto& writer : writers) writer->flush();
  return writers;
}

ShownPage::ShownPage(RunsProject& project)
    : m_feed(project.folder()), m_sessions(project.folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep")), m_page(std::make_unique<RunsPage>(PageContext{m_feed, m_sessions})) {
  m_page->resize(1080, 720);
  m_page->show();
  QApplication::setActiveWindow(m_page.get());
  m_page->takeFocus();
  (void)QTest::qWaitForWindowActive(m_page.get());
}

ShownPage::~ShownPage() = default;

RunTableView& ShownPage::table() { return *m_page->findChild<RunTableView*>(QStringLiteral("runs")); }
QLineEdit& ShownPage::filter() { return *m_page->findChild<QLineEdit*>(QStringLiteral("filter")); }
QAction& ShownPage::action(const char* name) { return *m_page->findChild<QAction*>(QString::fromLatin1(name)); }

int ShownPage::columnAt(const QString& title) {
  const QAbstractItemModel& model = *table().model();
  for (int column = 0; column < model.columnCount(); ++column) {
    if (model.headerData(column, Qt::Horizontal).toString() == title) return column;
  }
  return -1;
}

QStringList ShownPage::column(const QString& title) {
  const QAbstractItemModel& model = *table().model();
  const int column = columnAt(title);
  QStringList cells;
  for (int row = 0; row < model.rowCount(); ++row) cells << model.index(row, column).data().toString();
  return cells;
}

void ShownPage::select(const QStringList& wanted) {
  const QStringList all = names();
  std::vector<std::string> ids;
  for (const QString& name : wanted) ids.push_back(table().model()->index(static_cast<int>(all.indexOf(name)), 0).data(RunTableModel::idRole).toString().toStdString());
  table().selectRuns(ids);
}

void ShownPage::press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
  QWidget* target = QApplication::focusWidget();
  QTest::keyClick(target != nullptr ? target : static_cast<QWidget*>(m_page.get()), key, modifiers);
}

void picture(QWidget& widget, const QString& name) {
  const QString folder = qEnvironmentVariable("LOCKSTEP_SCREENSHOTS");
  if (folder.isEmpty()) return;
  QTest::qWait(50);  // layouts that wait for their turn
  widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
}

}  // namespace lockstep::ui::testing
