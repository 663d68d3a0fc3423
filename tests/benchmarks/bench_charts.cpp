// How fast the window's charts are: a run of a million steps in its page, and a hundred such series. Prints one JSON object. All
// times are of the GUI thread unless they say otherwise. Arguments: a folder to work in (default: the system's temporary one).
#include <QApplication>
#include <QDir>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <random>
#include <unistd.h>

#include "tracking/store/project.h"
#include "ui/charts/CurveChart.h"
#include "ui/pages/run/RunPage.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"

namespace ui = lockstep::ui;
using namespace lockstep::tracking;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::int64_t steps = 1'000'000;
constexpr int gestures = 200;

double milliseconds(Clock::time_point since) { return std::chrono::duration<double, std::milli>(Clock::now() - since).count(); }

double megabytesResident() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

struct Times {
  double median;
  double largest;
};
Times timesOf(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return {all[all.size() / 2], all.back()};
}

std::string writeRun(Project& project) {
  const auto writer = project.create_run({.name = "million", .steps = steps});
  const SeriesId loss = writer->series("train/loss"), rate = writer->series("learning_rate"), norm = writer->series("gradient_norm"), speed = writer->series("samples_per_second");
  writer->put_document("initial.json", "{\"steps_per_epoch\": 1000}");
  writer->set_status(Status::running);
  std::mt19937_64 random(1);
  std::normal_distribution<float> noise(0, 0.05f);
  for (std::int64_t step = 1; step <= steps; ++step) {
    const float falling = std::exp(-static_cast<float>(step) / 200000) + noise(random) * 0.2f;
    const Sample values[] = {{loss, falling}, {rate, 1e-3 * std::cos(static_cast<double>(step) / steps * 1.5)}, {norm, 1 + std::abs(noise(random))}, {speed, 1000 + 100 * noise(random)}};
    writer->record_step({.step = step, .epoch = 1 + (step - 1) / 1000, .values = values});
    if (step % 1000 == 0) {
      writer->record_evaluation({.time = now_ms(), .step = step, .part = "validation", .weights = "last", .metrics = {{"val/loss", falling}, {"val/accuracy", 1 - falling / 3}}});
      const Metric memory[] = {{"system/memory_resident", 4e8 + static_cast<double>(step)}};
      writer->record_system(now_ms(), memory);
    }
  }
  writer->finish(Status::finished);
  return writer->id();
}

bool waitFor(const std::function<bool()>& done) {
  const auto start = Clock::now();
  while (!done() && milliseconds(start) < 60000) QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 5);
  return done();
}

/// Of this thread: what a gesture costs where other programs keep the processors busy.
double processorMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct Gesture {
  Times wall;
  Times processor;
};

/// What one event costs, with the painting that it asks for.
Gesture gesture(const std::function<void(int)>& act) {
  std::vector<double> all, processor;
  for (int i = 0; i < gestures; ++i) {
    const auto start = Clock::now();
    const double before = processorMilliseconds();
    act(i);
    QCoreApplication::sendPostedEvents();  // paints what the event asked to be painted
    processor.push_back(processorMilliseconds() - before);
    all.push_back(milliseconds(start));
    const auto next = start + std::chrono::milliseconds(16);
    while (Clock::now() < next) QCoreApplication::processEvents();
  }
  return {timesOf(all), timesOf(processor)};
}

void wheel(ui::CurveChart& chart, int notches, Qt::KeyboardModifiers modifiers) {
  const QPointF at = chart.plotArea().center();
  QWheelEvent event(at, chart.viewport()->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
  QApplication::sendEvent(chart.viewport(), &event);
}

void mouse(ui::CurveChart& chart, QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons) {
  QMouseEvent event(type, at, chart.viewport()->mapToGlobal(at), button, buttons, {});
  QApplication::sendEvent(chart.viewport(), &event);
}

void print(const char* name, const Gesture& one) {
  std::printf(", \"%s_ms\": {\"median\": %.2f, \"largest\": %.2f, \"processor_median\": %.2f, \"processor_largest\": %.2f}", name, one.wall.median, one.wall.largest, one.processor.median, one.processor.largest);
}

void measurePage(const std::filesystem::path& folder, const std::string& run) {
  ui::ProjectFeed feed(folder);
  ui::Sessions sessions(folder, QString());
  const double before = megabytesResident();
  auto start = Clock::now();
  ui::RunPage page({feed, sessions}, run);
  page.resize(1600, 900);
  page.show();
  QCoreApplication::processEvents();
  page.grab();
  std::printf("\"open_ms\": %.1f", milliseconds(start));
  ui::CurveChart* chart = page.findChild<ui::CurveChart*>("chart-loss");
  double longest = 0;
  auto last = Clock::now();
  waitFor([&] {
    longest = std::max(longest, milliseconds(last));
    last = Clock::now();
    return !chart->curves().empty() && chart->isRefined();
  });
  std::printf(", \"curves_shown_ms\": %.1f, \"largest_gap_while_loading_ms\": %.1f", milliseconds(start), longest);
  std::printf(", \"page_megabytes\": %.1f, \"series_megabytes\": %.1f", megabytesResident() - before, static_cast<double>(chart->curves().front().store->bytes()) / 1e6);
  print("zoom", gesture([&](int i) { wheel(*chart, i % 40 < 20 ? 1 : -1, {}); }));
  print("zoom_y", gesture([&](int i) { wheel(*chart, i % 40 < 20 ? 1 : -1, Qt::ControlModifier); }));
  for (int i = 0; i < 8; ++i) wheel(*chart, 1, {});
  QPointF at = chart->plotArea().center();
  mouse(*chart, QEvent::MouseButtonPress, at, Qt::MiddleButton, Qt::MiddleButton);
  print("pan", gesture([&](int i) {
    at += QPointF(i % 100 < 50 ? 4 : -4, 0);
    mouse(*chart, QEvent::MouseMove, at, Qt::NoButton, Qt::MiddleButton);
  }));
  mouse(*chart, QEvent::MouseButtonRelease, at, Qt::MiddleButton, {});
  chart->fit();
  print("crosshair_in_all_charts", gesture([&](int i) {
    mouse(*chart, QEvent::MouseMove, QPointF(chart->plotArea().left() + 3 * i, chart->plotArea().center().y()), Qt::NoButton, {});
  }));
}

void measurePyramids() {
  std::mt19937 random(1);
  std::vector<float> values(steps);
  std::normal_distribution<float> noise;
  for (float& value : values) value = noise(random);
  auto start = Clock::now();
  std::vector<ui::SeriesPyramid> runs(100);
  for (ui::SeriesPyramid& run : runs) {
    run.reserve(values.size());
    for (const float value : values) run.append(static_cast<double>(value));
  }
  const double build = milliseconds(start);
  std::size_t bytes = 0;
  for (const ui::SeriesPyramid& run : runs) bytes += run.bytes();
  std::vector<std::size_t> edges;
  for (std::size_t column = 0; column <= 1500; ++column) edges.push_back(column * static_cast<std::size_t>(steps) / 1500);
  start = Clock::now();
  std::size_t vertices = 0;
  for (const ui::SeriesPyramid& run : runs) vertices += run.decimate(edges).size();
  std::printf(", \"hundred_runs\": {\"build_ms\": %.0f, \"decimate_1500_columns_ms\": %.1f, \"vertices\": %zu, \"megabytes\": %.0f, \"of_the_column\": %.3f}", build, milliseconds(start), vertices,
              static_cast<double>(bytes) / 1e6, static_cast<double>(bytes) / (100.0 * static_cast<double>(steps) * sizeof(float)));
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QTemporaryDir folder(argc > 1 ? QDir(QString::fromLocal8Bit(argv[1])).filePath(QStringLiteral("bench-XXXXXX")) : QString());
  Project project(folder.path().toStdString());
  const std::string run = writeRun(project);
  std::printf("{");
  measurePage(project.folder(), run);
  measurePyramids();
  std::printf("}\n");
  return 0;
}
