// A chart walked about in by real wheel, mouse and key events; what it shows, says and exports.
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QDir>
#include <QMimeData>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <random>

#include "tracking/store/project.h"
#include "ui/charts/ChartGroup.h"
#include "ui/charts/ChartTable.h"
#include "ui/charts/CurveChart.h"
#include "ui/widgets/Theme.h"

using namespace lockstep;
using ui::CurveChart;

namespace {

/// A run of another process: train/loss falls, val/loss every 100 steps.
struct Run {
  QTemporaryDir folder;
  tracking::Project project{folder.path().toStdString()};
  std::unique_ptr<tracking::RunWriter> writer = project.create_run({.name = "chart"});
  tracking::SeriesId loss = writer->series("train/loss"), rate = writer->series("learning_rate");
  std::int64_t step = 0;

  void train(int steps, const std::function<double(std::int64_t)>& value) {
    for (int i = 0; i < steps; ++i) {
      ++step;
      const tracking::Sample values[] = {{loss, value(step)}, {rate, 1e-3 * std::exp(-static_cast<double>(step) / 500)}};
      writer->record_step({.step = step, .epoch = 1 + (step - 1) / 100, .values = values});
      if (step % 100 == 0) writer->record_evaluation({.time = tracking::now_ms(), .step = step, .part = "validation", .weights = "current", .metrics = {{"val/loss", value(step) * 1.1}}});
    }
    writer->flush();
  }
  [[nodiscard]] std::shared_ptr<ui::SeriesStore> store() const {
    auto out = std::make_shared<ui::SeriesStore>(writer->folder());
    out->update();
    return out;
  }
};

double falling(std::int64_t step) {
  static std::mt19937 random(7);
  static std::normal_distribution<double> noise(0, 0.08);
  return static_cast<float>(2.3 * std::exp(-static_cast<double>(step) / 400) + 0.1) * std::exp(noise(random));
}

ui::Curves curvesOf(const std::shared_ptr<ui::SeriesStore>& store) {
  return {{store, "train/loss", QStringLiteral("train"), 0, false}, {store, "val/loss", QStringLiteral("val"), 1, true}};
}

}  // namespace

class TestCurveChart : public QObject {
  Q_OBJECT

  static void show(CurveChart& chart) {
    chart.resize(640, 320);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    QTRY_VERIFY(chart.isRefined());
  }
  static QPoint middle(const CurveChart& chart) { return chart.plotArea().center().toPoint(); }
  static void wheel(CurveChart& chart, QPoint at, int notches, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, chart.viewport()->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(chart.viewport(), &event);
  }
  static void move(CurveChart& chart, QPoint at, Qt::MouseButtons buttons = {}) {
    QMouseEvent event(QEvent::MouseMove, at, chart.viewport()->mapToGlobal(at), Qt::NoButton, buttons, {});
    QApplication::sendEvent(chart.viewport(), &event);
  }
  static void look(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("LOCKSTEP_SCREENSHOTS");
    if (!folder.isEmpty()) widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
  }

 private slots:
  void init() { ui::applyTheme(*qApp, ui::Theme::light); }

  void it_looks_well() {
    Run run;
    run.train(2000, falling);
    run.train(1, [](std::int64_t) { return std::nan(""); });
    run.train(20, falling);
    run.train(1, [](std::int64_t) { return INFINITY; });
    run.train(1, falling);
    run.train(200, [](std::int64_t) { return std::nan(""); });
    const auto store = run.store();
    store->setSmoothing(0.9);
    store->setStepsPerEpoch(100);
    for (const ui::Theme theme : {ui::Theme::light, ui::Theme::dark}) {
      ui::applyTheme(*qApp, theme);
      const QString suffix = theme == ui::Theme::dark ? QStringLiteral("-dark") : QString();
      ui::ChartGroup group;
      CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
      chart.setGroup(group);
      chart.setCurves(curvesOf(store));
      chart.setSmoothed(true);
      show(chart);
      group.setCursor(1234);
      look(chart, QStringLiteral("chart") + suffix);
      chart.setAxes(ui::XAxis::epoch, true);
      group.setCursor({});
      QTRY_VERIFY(chart.isRefined());
      look(chart, QStringLiteral("chart-log-epoch") + suffix);
      chart.setAxes(ui::XAxis::time, false);
      QTRY_VERIFY(chart.isRefined());
      look(chart, QStringLiteral("chart-time") + suffix);
    }
  }
};

QTEST_MAIN(TestCurveChart)
#include "tst_curve_chart.moc"
