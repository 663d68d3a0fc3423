// How fast the Runs page is: with 500 and with 10,000 runs in the project, five of them training, it filters and sorts its table,
// takes what the trainers wrote, and answers the keyboard. Prints one JSON object a size, times in milliseconds on the GUI thread.
// Run with QT_QPA_PLATFORM=offscreen where there is no display. Arguments: a folder to work in (default: the system's temporary one).
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tracking/store/project.h"
#include "ui/models/RunFilterModel.h"
#include "ui/models/RunTableModel.h"
#include "ui/pages/runs/RunTableView.h"
#include "ui/pages/runs/RunsPage.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/Theme.h"

namespace fs = std::filesystem;
using namespace lockstep;

namespace {

constexpr int liveRuns = 5;
constexpr int rounds = 15;

struct Times {
  std::vector<double> ms = {};
  void add(const QElapsedTimer& since) { ms.push_back(static_cast<double>(since.nsecsElapsed()) / 1e6); }
  [[nodiscard]] double median() {
    std::sort(ms.begin(), ms.end());
    return ms.empty() ? std::nan("") : ms[ms.size() / 2];
  }
  [[nodiscard]] double worst() const { return ms.empty() ? std::nan("") : *std::max_element(ms.begin(), ms.end()); }
};

/// Runs that are over, each with losses, tags and a record of its own row.
bool makeRuns(const fs::path& folder, int runs) {
  tracking::Project project(folder);
  {
    const auto writer = project.create_run({.name = "template", .tags = {"sweep", "b"}, .steps = 1000, .device = "cpu", .seed = 1});
    writer->update({.commit = "3f2a9c7d0e1b2a3c", .dirty = true, .config_hash = "c0ffee", .data_fingerprint = "9ae1f00d"});
    writer->put_document("config.json", R"({"data":{"dataset":"digits"},"optimizer":{"type":"AdamW","learning_rate":0.003}})");
    writer->put_document("model.json", R"({"layers":[{"path":"0","type":"Linear","output":[10],"parameters":650,"dtype":"float32"}],"parameters":650})");
    std::vector<tracking::Sample> samples;
    for (const char* key : {"train/loss", "train/accuracy", "learning_rate", "gradient_norm", "samples_per_second"}) samples.push_back({writer->series(key), 0.25});
    writer->record_step({1000, 1, samples, 1, 1});
    writer->record_evaluation({tracking::now_ms(), 1000, "validation", "current", {{"val/loss", 0.3}, {"val/accuracy", 0.9}}});
    writer->finish(tracking::Status::finished);
  }
  const std::string copy = "sqlite3 '" + (folder / "lockstep.db").string() +
                           "' \"WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(runs) +
                           ") INSERT INTO runs(number, id, name, notes, status, created, started, ended, steps, device, seed, code_commit, dirty, config_hash, data_fingerprint) "
                           "SELECT i, id || i, 'net ' || ((i * 7919) % 10007), notes, status, created + i, started + i, ended + i * 7, steps, 'cpu', i, code_commit, dirty, config_hash, data_fingerprint "
                           "FROM n, runs WHERE number = 1; "
                           "INSERT INTO progress SELECT number, step, updated, metrics FROM runs, progress WHERE number > 1 AND run = 1; "
                           "INSERT INTO documents SELECT number, documents.name, sha256, in_file FROM runs, documents WHERE number > 1 AND run = 1; "
                           "INSERT INTO tags SELECT number, place, tag FROM runs, tags WHERE number > 1 AND run = 1\"";
  return std::system(copy.c_str()) == 0;
}

/// Trains nothing, and records a step a millisecond until told to stop.
class Trainers {
 public:
  explicit Trainers(const fs::path& folder) {
    for (int i = 0; i < liveRuns; ++i) m_threads.emplace_back([folder, i](std::stop_token stop) { train(folder, i, stop); });
  }

 private:
  static void train(const fs::path& folder, int number, const std::stop_token& stop) {
    tracking::Project project(folder);
    const auto writer = project.create_run({.name = "live " + std::to_string(number), .steps = 100000});
    writer->set_status(tracking::Status::running);
    const auto loss = writer->series("train/loss");
    for (std::int64_t step = 1; !stop.stop_requested(); ++step) {
      const tracking::Sample values[] = {{loss, 0.2 + std::exp(-static_cast<double>(step + 500 * number) / 2000)}};
      writer->record_step({step, step / 100, values, {}, {}});
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    writer->finish(tracking::Status::stopped);
  }
  std::vector<std::jthread> m_threads;
};

void settle(int ms) {
  QElapsedTimer time;
  time.start();
  while (time.elapsed() < ms) QApplication::processEvents(QEventLoop::AllEvents, 10);
}

/// The largest gap of a timer of 10 ms while the trainers write and the page shows it.
double largestGap(int ms) {
  QElapsedTimer since;
  double gap = 0;
  QTimer beat;
  QObject::connect(&beat, &QTimer::timeout, [&] { gap = std::max(gap, static_cast<double>(since.nsecsElapsed()) / 1e6), since.restart(); });
  since.start();
  beat.start(10);
  settle(ms);
  return gap;
}

int measure(const fs::path& folder, int runs) {
  if (!makeRuns(folder, runs - liveRuns)) return 1;
  ui::ProjectFeed feed(folder);
  ui::Sessions sessions(folder, {});
  QElapsedTimer time;
  time.start();
  ui::RunsPage page({feed, sessions});
  page.resize(1280, 800);
  page.show();
  page.grab();
  const double openMs = static_cast<double>(time.nsecsElapsed()) / 1e6;
  const Trainers trainers(folder);
  settle(1500 + runs / 2);  // the records are read meanwhile
  auto& table = *page.findChild<ui::RunTableView*>(QStringLiteral("runs"));
  auto& line = *page.findChild<QLineEdit*>(QStringLiteral("filter"));

  Times filter, sort, update, read;
  for (int i = 0; i < rounds; ++i) {
    for (const char* text : {"val/accuracy > 0.5 tag:sweep name:\"net 1\"", "net 7 seed > 100", ""}) {
      time.start();
      line.setText(QString::fromLatin1(text));
      table.viewport()->repaint();
      filter.add(time);
    }
    for (const int column : {2, 7, 9, 11}) {
      time.start();
      table.sortByColumn(column, i % 2 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
      table.viewport()->repaint();
      sort.add(time);
    }
  }
  // By a value that moves: the live rows find their new places.
  table.sortByColumn(7, Qt::AscendingOrder);
  auto& model = *page.findChild<ui::RunTableModel*>();
  for (int i = 0; i < rounds; ++i) {
    settle(100);
    time.start();
    const auto list = feed.project().runs();
    read.add(time);
    time.start();
    model.setRuns(list);
    table.viewport()->repaint();
    update.add(time);
  }
  const double gap = largestGap(3000);
  std::printf("{\"runs\":%d,\"live\":%d,\"open_ms\":%.1f,\"filter_ms\":%.2f,\"filter_worst_ms\":%.2f,\"sort_ms\":%.2f,\"sort_worst_ms\":%.2f,"
              "\"update_ms\":%.2f,\"update_worst_ms\":%.2f,\"read_list_ms\":%.2f,\"largest_gap_ms\":%.1f}\n",
              model.rowCount(), liveRuns, openMs, filter.median(), filter.worst(), sort.median(), sort.worst(), update.median(), update.worst(), read.median(), gap);
  std::fflush(stdout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  ui::applyTheme(application, ui::Theme::light);
  const fs::path folder = (argc > 1 ? fs::path(argv[1]) : fs::temp_directory_path()) / ("lockstep-bench-window-" + std::to_string(tracking::now_ms()));
  int failed = 0;
  for (const int runs : {500, 10000}) failed += measure(folder / std::to_string(runs), runs);
  fs::remove_all(folder);
  return failed;
}
