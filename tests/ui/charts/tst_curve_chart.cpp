// A chart walked about in by real wheel, mouse and key events; what it shows, says and exports.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QBuffer>
#include <QChart>
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
  static void press(CurveChart& chart, QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons buttons) {
    QMouseEvent event(type, at, chart.viewport()->mapToGlobal(at), button, buttons, {});
    QApplication::sendEvent(chart.viewport(), &event);
  }
  static QColor pixel(const QImage& picture, QPointF at) { return picture.pixelColor((at * picture.devicePixelRatio()).toPoint()); }
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

  void axes_and_curves_agree() {
    Run run;
    run.train(500, falling);
    const auto store = run.store();
    for (const bool early : {true, false}) {
      CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
      if (early) chart.setCurves(curvesOf(store));
      show(chart);
      if (!early) chart.setCurves(curvesOf(store));
      QTRY_VERIFY(chart.isRefined());
      for (int i = 0; i < 3; ++i) {
        // Qt Charts places its marks by this; the curves are placed by view() in plotArea().
        const QPointF corner = chart.chart()->mapToPosition(chart.view().topLeft()), opposite = chart.chart()->mapToPosition(chart.view().bottomRight());
        QVERIFY2((corner - chart.plotArea().bottomLeft()).manhattanLength() < 1, qPrintable(QStringLiteral("%1 %2").arg(corner.x()).arg(corner.y())));
        QVERIFY((opposite - chart.plotArea().topRight()).manhattanLength() < 1);
        // The line at 1 is drawn where 1 is.
        const QRectF plot = chart.plotArea();
        const int row = qRound(plot.bottom() - (1 - chart.view().top()) / chart.view().height() * plot.height());
        const QImage picture = chart.grab().toImage();
        const int column = static_cast<int>(plot.right()) - 4;
        bool seen = false;
        for (int y = row - 1; y <= row + 1; ++y) seen = seen || pixel(picture, QPointF(column, y)) != chart.palette().color(QPalette::Base);
        QVERIFY2(seen, qPrintable(QStringLiteral("no line at row %1 of a picture of %2").arg(row).arg(chart.height())));
        chart.resize(640, 320 + 12 * (i + 1));  // so little that the marks stay the same
        QTRY_VERIFY(chart.isRefined());
      }
    }
  }

  void nothing_yet_says_so_and_follows_what_comes() {
    Run run;
    const auto store = std::make_shared<ui::SeriesStore>(run.writer->folder());
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setCurves(curvesOf(store));
    chart.resize(640, 320);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    QCOMPARE(chart.accessibleDescription(), QStringLiteral("no values yet"));
    QVERIFY(chart.svg({640, 320}).contains("loading"));  // the store has not been read
    store->update();
    QVERIFY(chart.svg({640, 320}).contains("no values yet"));
    run.train(100, falling);
    store->update();
    chart.refresh();
    QVERIFY(chart.isFollowing());
    QVERIFY(chart.view().left() <= 1 && chart.view().right() >= 100);
    QVERIFY2(chart.accessibleDescription().contains(QStringLiteral("at step 100")), qPrintable(chart.accessibleDescription()));
    run.train(100, falling);
    store->update();
    chart.refresh();
    QVERIFY(chart.view().right() >= 200);
    // Who has zoomed in is left there.
    wheel(chart, middle(chart), 3);
    const QRectF view = chart.view();
    run.train(100, falling);
    store->update();
    chart.refresh();
    QCOMPARE(chart.view(), view);
    QTRY_VERIFY(chart.isRefined());
  }

  void a_single_value_and_a_constant_are_seen() {
    Run run;
    run.train(1, [](std::int64_t) { return 3.0; });
    const auto store = run.store();
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setCurves(curvesOf(store));
    show(chart);
    QVERIFY(chart.view().contains(QPointF(1, 3)));
    const QImage picture = chart.grab().toImage();
    const QColor colour = ui::curveColour(0, false);
    const QPoint at = middle(chart);
    bool seen = false;
    for (int x = -6; x <= 6; ++x)
      for (int y = -6; y <= 6; ++y) seen = seen || pixel(picture, at + QPoint(x, y)) == colour;
    QVERIFY(seen);
    run.train(50, [](std::int64_t) { return 3.0; });
    store->update();
    chart.refresh();
    QVERIFY(chart.view().top() < 3 && chart.view().bottom() > 3 && chart.view().height() < 1);
  }

  void the_wheel_zooms_where_the_pointer_is() {
    Run run;
    run.train(1000, falling);
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setCurves(curvesOf(run.store()));
    show(chart);
    const QRectF all = chart.view();
    const QPoint at(static_cast<int>(chart.plotArea().left() + chart.plotArea().width() / 4), middle(chart).y());
    wheel(chart, at, 2);
    QVERIFY(std::abs(chart.view().width() - all.width() * 0.64) < 1e-6);
    QCOMPARE(chart.view().height(), all.height());
    const double fraction = (at.x() - chart.plotArea().left()) / chart.plotArea().width();
    QVERIFY(std::abs(chart.view().left() + fraction * chart.view().width() - (all.left() + fraction * all.width())) < 1e-6);
    wheel(chart, at, 1, Qt::ControlModifier);
    QVERIFY(std::abs(chart.view().height() - all.height() * 0.8) < 1e-9);
    QVERIFY(!chart.isFollowing());
    QTRY_VERIFY(chart.isRefined());
    QTest::mouseDClick(chart.viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(chart.view(), all);
    QVERIFY(chart.isFollowing());
  }

  void a_box_is_zoomed_into_and_the_middle_button_pans() {
    Run run;
    run.train(1000, falling);
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setCurves(curvesOf(run.store()));
    show(chart);
    const QRectF all = chart.view();
    const QPoint from = middle(chart) - QPoint(100, 50), to = middle(chart) + QPoint(100, 50);
    press(chart, QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    move(chart, middle(chart), Qt::LeftButton);
    press(chart, QEvent::MouseButtonRelease, to, Qt::LeftButton, {});
    QVERIFY(std::abs(chart.view().width() - all.width() * 200 / chart.plotArea().width()) < all.width() * 0.02);
    QVERIFY(std::abs(chart.view().height() - all.height() * 100 / chart.plotArea().height()) < all.height() * 0.02);
    QVERIFY(all.contains(chart.view()));
    const QRectF zoomed = chart.view();
    press(chart, QEvent::MouseButtonPress, middle(chart), Qt::MiddleButton, Qt::MiddleButton);
    move(chart, middle(chart) + QPoint(50, 0), Qt::MiddleButton);
    press(chart, QEvent::MouseButtonRelease, middle(chart), Qt::MiddleButton, {});
    QVERIFY(std::abs(chart.view().left() - (zoomed.left() - zoomed.width() * 50 / chart.plotArea().width())) < zoomed.width() * 0.02);
    QCOMPARE(chart.view().height(), zoomed.height());
    // A click is no box.
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, middle(chart));
    QVERIFY(std::abs(chart.view().width() - zoomed.width()) < 1e-9);
  }

  void all_of_it_works_by_keyboard() {
    Run run;
    run.train(1000, falling);
    ui::ChartGroup group;
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setGroup(group);
    chart.setCurves(curvesOf(run.store()));
    show(chart);
    chart.activateWindow();
    chart.setFocus();
    const QRectF all = chart.view();
    QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(std::abs(chart.view().width() - all.width() * 0.8) < 1e-6);
    QTest::keyClick(&chart, Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY(std::abs(chart.view().height() - all.height() * 0.8) < 1e-9);
    const QRectF zoomed = chart.view();
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Up);
    QVERIFY(std::abs(chart.view().left() - zoomed.left() - zoomed.width() * 0.1) < 1e-6);
    QVERIFY(std::abs(chart.view().top() - zoomed.top() - zoomed.height() * 0.1) < 1e-9);
    QTest::keyClick(&chart, Qt::Key_Left);
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Minus);
    QTest::keyClick(&chart, Qt::Key_Minus, Qt::ControlModifier);
    QVERIFY(std::abs(chart.view().width() - all.width()) < 1e-6);
    QTest::keyClick(&chart, Qt::Key_Home);
    QCOMPARE(chart.view(), all);
    QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(group.cursor());
    const double first = *group.cursor();
    QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&chart, Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(*group.cursor(), first + 1);
    QTest::keyClick(&chart, Qt::Key_Escape);
    QVERIFY(!group.cursor());
  }

  void the_crosshair_stands_at_one_step_in_all_charts() {
    Run run;
    run.train(1000, [](std::int64_t step) { return static_cast<double>(step) / 1000; });
    const auto store = run.store();
    ui::ChartGroup group;
    CurveChart loss(QStringLiteral("Loss"), ui::Unit::number), rate(QStringLiteral("Learning rate"), ui::Unit::number);
    loss.setCurves(curvesOf(store));
    rate.setCurves({{store, "learning_rate", QStringLiteral("Learning rate"), 0, false}});
    for (CurveChart* chart : {&loss, &rate}) {
      chart->setGroup(group);
      show(*chart);
      QVERIFY(chart->readout().isEmpty());
    }
    move(loss, middle(loss));
    QVERIFY(group.cursor());
    const auto step = static_cast<std::int64_t>(*group.cursor());
    QCOMPARE(static_cast<double>(step), *group.cursor());  // a step, not a place between two
    QVERIFY(std::abs(*group.cursor() - 500) < 3);
    QCOMPARE(loss.readout().first(), QStringLiteral("step %1").arg(step));
    QCOMPARE(loss.readout()[1], QStringLiteral("train\t%1").arg(static_cast<double>(step) / 1000, 0, 'g', 4));
    if (step != 500) QCOMPARE(loss.readout()[2], QStringLiteral("val\t0.55 (at 500)"));
    QCOMPARE(rate.readout().first(), QStringLiteral("step %1").arg(step));
    QCOMPARE(rate.readout()[1], QStringLiteral("Learning rate\t%1").arg(1e-3 * std::exp(-static_cast<double>(step) / 500), 0, 'g', 4));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&loss, &leave);
    QVERIFY(!group.cursor() && rate.readout().isEmpty());
  }

  void a_logarithmic_axis_says_what_it_hides() {
    Run run;
    run.train(200, [](std::int64_t step) { return step % 10 == 0 ? 0.0 : step % 25 == 1 ? -1.0 : static_cast<double>(step); });
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setCurves({{run.store(), "train/loss", QStringLiteral("train"), 0, false}});
    show(chart);
    chart.setAxes(ui::XAxis::step, true);
    QVERIFY(std::abs(chart.view().bottom() - std::log10(199)) < 0.2);
    QVERIFY(std::abs(chart.view().top() - std::log10(2)) < 0.2);
    const QByteArray drawing = chart.svg({640, 320});
    const int hidden = 20 + 8;
    QVERIFY2(drawing.contains(QStringLiteral("%1 value(s) ≤ 0 not shown").arg(hidden).toUtf8()), drawing.right(3000).constData());
    QVERIFY(drawing.contains(">100<"));
    chart.setAxes(ui::XAxis::step, false);
    QVERIFY(!chart.svg({640, 320}).contains("not shown"));
  }

  void only_values_that_are_not_finite_are_marks() {
    Run run;
    run.train(50, [](std::int64_t step) { return step < 20 ? std::nan("") : INFINITY; });
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setCurves({{run.store(), "train/loss", QStringLiteral("train"), 0, false}});
    show(chart);
    const QImage picture = chart.grab().toImage();
    const QColor colour = ui::curveColour(0, false);
    int pixels = 0;
    for (int x = 0; x < chart.width(); ++x)
      for (int y = static_cast<int>(chart.plotArea().top()); y < chart.plotArea().top() + 16; ++y) pixels += pixel(picture, QPointF(x, y)) == colour ? 1 : 0;
    QVERIFY(pixels > 50);
    move(chart, middle(chart));
    QVERIFY(chart.isRefined());
  }

  void it_is_copied_and_saved_as_picture_and_drawing() {
    Run run;
    run.train(3000, falling);
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setCurves(curvesOf(run.store()));
    show(chart);
    chart.activateWindow();
    chart.setFocus();
    QSignalSpy said(&chart, &CurveChart::said);
    QTest::keyClick(&chart, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(said.count(), 1);
    const QImage picture = QGuiApplication::clipboard()->image();
    QCOMPARE(picture.size(), chart.size() * 2);
    const QColor colour = ui::curveColour(0, false);
    int pixels = 0;
    for (int x = 0; x < picture.width(); ++x)
      for (int y = 0; y < picture.height(); ++y) pixels += picture.pixelColor(x, y) == colour ? 1 : 0;
    QVERIFY(pixels > 1000);
    QTest::keyClick(&chart, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QByteArray drawing = QGuiApplication::clipboard()->mimeData()->data(QStringLiteral("image/svg+xml"));
    QSvgRenderer renderer(drawing);
    QVERIFY(renderer.isValid());
    QVERIFY(drawing.contains("Loss") && drawing.contains(">val<") && drawing.contains("1,000"));
    QVERIFY2(drawing.size() < 200'000, qPrintable(QString::number(drawing.size())));
    QTemporaryDir folder;
    QCOMPARE(chart.saveTo(folder.filePath("a.png")), QString());
    QCOMPARE(QImage(folder.filePath("a.png")).size(), chart.size() * 2);
    QCOMPARE(chart.saveTo(folder.filePath("b.svg")), QString());
    QVERIFY(QSvgRenderer(folder.filePath("b.svg")).isValid());
    QVERIFY(chart.saveTo(folder.filePath("none/c.png")).contains(QStringLiteral("c.png")));
    if (qEnvironmentVariableIsSet("LOCKSTEP_SCREENSHOTS")) picture.save(QDir(qEnvironmentVariable("LOCKSTEP_SCREENSHOTS")).filePath("chart-copied.png"));
  }

  void the_same_values_stand_in_a_table() {
    Run run;
    run.train(250, falling);
    const auto store = run.store();
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setCurves(curvesOf(store));
    show(chart);
    chart.activateWindow();
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_T, Qt::ControlModifier);
    auto* dialog = chart.findChild<ui::ChartTable*>(QStringLiteral("chartTableDialog"));
    QVERIFY(dialog != nullptr);
    auto* view = dialog->findChild<QTableView*>(QStringLiteral("chartTableView"));
    QAbstractItemModelTester tester(view->model());
    QTRY_COMPARE(view->model()->rowCount(), 250);
    const auto exact = store->read([](const ui::SeriesStore::Content& content) { return content.series.at("train/loss").values()[99]; });
    QCOMPARE(view->model()->index(99, 0).data().toString(), QStringLiteral("100"));
    QCOMPARE(view->model()->index(99, 1).data().toString().toDouble(), exact);
    QVERIFY(!view->model()->index(99, 2).data().toString().isEmpty());
    QVERIFY(view->model()->index(98, 2).data().toString().isEmpty());
    view->setFocus();
    QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
    const QStringList rows = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(rows[0], QStringLiteral("step\ttrain\tval"));
    QCOMPARE(rows.size(), 252);
    dialog->close();
  }

  void a_hundred_runs_are_drawn() {
    Run run;
    run.train(2000, falling);
    const auto store = run.store();
    ui::Curves many;
    for (int i = 0; i < 100; ++i) many.push_back({store, "train/loss", QStringLiteral("run %1").arg(i), i, false});
    ui::ChartGroup group;
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setGroup(group);
    chart.setCurves(many);
    show(chart);
    group.setCursor(500);
    QCOMPARE(chart.readout().size(), 101);
    QVERIFY(chart.plotArea().height() > 200);  // the legend leaves room
    look(chart, QStringLiteral("chart-hundred"));
  }

  void it_changes_with_the_theme() {
    Run run;
    run.train(100, falling);
    CurveChart chart(QStringLiteral("Loss"), ui::Unit::number);
    chart.setCurves(curvesOf(run.store()));
    show(chart);
    const QColor light = pixel(chart.grab().toImage(), QPointF(2, 200));
    ui::applyTheme(*qApp, ui::Theme::dark);
    QTRY_VERIFY(pixel(chart.grab().toImage(), QPointF(2, 200)).lightness() < 64);
    QVERIFY(light.lightness() > 200);
  }
};

QTEST_MAIN(TestCurveChart)
#include "tst_curve_chart.moc"
