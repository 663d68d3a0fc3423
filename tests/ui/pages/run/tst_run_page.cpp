// The page of a run over a real project, in which the test plays the process that trains.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>
#include <cmath>

#include "engine/config/config.h"
#include "tracking/recorder/places.h"
#include "ui/charts/ChartGroup.h"
#include "ui/charts/CurveChart.h"
#include "ui/pages/run/RunPage.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/MessageBar.h"

using namespace lockstep;
using tracking::Status;

namespace {

/// Another process' run of 10 epochs of 100 steps.
class Trainer {
 public:
  explicit Trainer(tracking::Project& project) : m_writer(project.create_run({.name = "cnn-wide", .steps = 1000, .device = "cpu", .seed = 42})) {
    m_writer->put_document("config.text", "config_version = 1\n# a comment\n");
    m_writer->put_document("config.source.json", "{\"path\": \"/somewhere/fashion.toml\", \"overrides\": [\"train.epochs=10\"]}");
    m_writer->put_document("code.json", "{\"changed\": [{\"path\": \"a\"}, {\"path\": \"b\"}]}");
    tracking::RunFields fields;
    fields.commit = "3f2a9c1d00aa4d1e9b0c7d0a1b2c3d4e5f607182";
    fields.dirty = true;
    fields.config_hash = std::string(64, 'c');
    fields.data_fingerprint = std::string(64, 'd');
    m_writer->update(fields);
    begin();
  }
  /// Of a run that was resumed.
  Trainer(std::unique_ptr<tracking::RunWriter> writer, std::int64_t step) : m_writer(std::move(writer)), m_step(step) { begin(); }

  void start() {
    m_writer->put_document("initial.json", "{\"steps_per_epoch\": 100, \"total_steps\": 1000}");
    m_writer->set_status(Status::running);
  }
  void train(int steps, double offset = 0) {
    for (int i = 0; i < steps; ++i) step(std::exp(-static_cast<double>(m_step) / 300) * (1 + 0.1 * std::sin(static_cast<double>(m_step * m_step))) + offset);
    m_writer->flush();
  }
  void step(double value) {
    ++m_step;
    const tracking::Sample values[] = {{m_loss, value}, {m_rate, 1e-3}, {m_norm, 1 + value}, {m_speed, 1213}};
    m_writer->record_step({.step = m_step, .epoch = 1 + (m_step - 1) / 100, .values = values});
    if (m_step % 100 == 0)
      m_writer->record_evaluation({.time = tracking::now_ms(), .step = m_step, .part = "validation", .weights = "current", .metrics = {{"val/loss", value}, {"val/accuracy", 1 - value / 2}}});
    const tracking::Metric memory[] = {{"system/memory_resident", 412e6}};
    if (m_step % 50 == 1) m_writer->record_system(tracking::now_ms(), memory);
  }
  [[nodiscard]] tracking::RunWriter& writer() { return *m_writer; }
  void end() { m_writer.reset(); }
  [[nodiscard]] std::int64_t stepNow() const { return m_step; }

 private:
  void begin() {
    m_loss = m_writer->series("train/loss");
    m_rate = m_writer->series("learning_rate");
    m_norm = m_writer->series("gradient_norm");
    m_speed = m_writer->series("samples_per_second");
  }
  std::unique_ptr<tracking::RunWriter> m_writer;
  tracking::SeriesId m_loss{}, m_rate{}, m_norm{}, m_speed{};
  std::int64_t m_step = 0;
};

}  // namespace

class TestRunPage : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<tracking::Project> m_project;
  std::unique_ptr<Trainer> m_trainer;
  std::unique_ptr<ui::ProjectFeed> m_feed;
  std::unique_ptr<ui::Sessions> m_sessions;
  std::unique_ptr<ui::RunPage> m_page;

  void open(const std::string& run, int tab = 0) {
    m_page.reset();
    m_sessions.reset();
    m_feed = std::make_unique<ui::ProjectFeed>(m_project->folder());
    m_sessions = std::make_unique<ui::Sessions>(m_project->folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"));
    m_page = std::make_unique<ui::RunPage>(ui::PageContext{*m_feed, *m_sessions}, run);
    find<QTabWidget>("runTabs")->setCurrentIndex(tab);
    m_page->resize(1100, 720);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
  }
  void open() { open(m_trainer->writer().id()); }
  template <class T>
  T* find(const char* name) {
    T* found = m_page->findChild<T*>(QLatin1String(name));
    if (found == nullptr) qFatal("no %s", name);
    return found;
  }
  QString said(const char* label) { return find<QLabel>(label)->isVisible() ? find<QLabel>(label)->text() : QString(); }
  ui::CurveChart* chart(const char* name) { return find<ui::CurveChart>(name); }
  static std::size_t pointsOf(const ui::CurveChart& chart) {
    std::size_t points = 0;
    for (const ui::Curve& curve : chart.curves()) ui::readCurve(curve, ui::XAxis::step, [&](const ui::LiveSeries& series, const ui::XScale&) { points += series.size(); });
    return points;
  }
  void look(const QString& name) {
    const QString folder = qEnvironmentVariable("LOCKSTEP_SCREENSHOTS");
    if (folder.isEmpty()) return;
    for (const ui::Theme theme : {ui::Theme::dark, ui::Theme::light}) {
      ui::applyTheme(*qApp, theme);
      QCoreApplication::processEvents();
      for (auto* one : m_page->findChildren<ui::CurveChart*>())
        if (one->isVisible()) QTRY_VERIFY(one->isRefined());
      m_page->grab().save(QDir(folder).filePath(QStringLiteral("run-%1%2.png").arg(name, theme == ui::Theme::dark ? QStringLiteral("-dark") : QString())));
    }
  }

 private slots:
  void initTestCase() {
    QCoreApplication::setOrganizationName(QStringLiteral("lockstep-test"));
    ui::applyTheme(*qApp, ui::Theme::light);
    qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
    qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
  }
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_project = std::make_unique<tracking::Project>(m_folder->path().toStdString());
    m_trainer = std::make_unique<Trainer>(*m_project);
  }
  void cleanup() {
    m_page.reset();
    m_sessions.reset();
    m_feed.reset();
    m_trainer.reset();
    m_project.reset();
  }

  void it_looks_well() {
    open();
    QTRY_COMPARE(said("runStatus"), QStringLiteral("◌ preparing"));
    look(QStringLiteral("preparing"));
    m_trainer->start();
    m_trainer->train(640);
    QTRY_VERIFY(pointsOf(*chart("chart-loss")) >= 646);
    look(QStringLiteral("running"));
    m_trainer->step(std::nan(""));
    m_trainer->train(3, std::nan(""));
    QTRY_VERIFY(!said("runHealth").isEmpty());
    m_trainer->writer().finish(Status::failed, "The system has no memory left.");
    QTRY_COMPARE(said("runStatus"), QStringLiteral("✗ failed"));
    look(QStringLiteral("failed"));
  }

  void the_header_tells_how_far_and_moves_with_the_run() {
    open();
    QCOMPARE(said("runName"), QStringLiteral("cnn-wide"));
    QCOMPARE(said("runStatus"), QStringLiteral("◌ preparing"));
    QCOMPARE(find<QProgressBar>("runProgress")->maximum(), 0);  // how long it takes is not known
    emit m_sessions->preparing(QStringLiteral("another"), QStringLiteral("hashing"), 1, 2);
    QCOMPARE(said("runLeft"), QString());
    emit m_sessions->preparing(QString::fromStdString(m_trainer->writer().id()), QStringLiteral("hashing"), 30, 120);
    QCOMPARE(said("runLeft"), QStringLiteral("hashing the data's files: 25 %"));
    QCOMPARE(find<QProgressBar>("runProgress")->value() * 4, find<QProgressBar>("runProgress")->maximum());
    m_trainer->start();
    m_trainer->train(10);
    QTRY_COMPARE(said("runStatus"), QStringLiteral("● running"));
    QTRY_COMPARE(said("runProgressText"), QStringLiteral("epoch 1/10 · step 10/1,000"));
    QTRY_COMPARE(said("runLeft"), QStringLiteral("estimating"));
    m_trainer->train(240);
    QTRY_COMPARE(said("runProgressText"), QStringLiteral("epoch 3/10 · step 250/1,000"));
    QCOMPARE(find<QProgressBar>("runProgress")->value(), 250);
    QTRY_VERIFY(said("runLeft").endsWith(QStringLiteral("left")));
    QTRY_COMPARE(said("runSpeed"), QStringLiteral("1,213 samples/s"));
    QTRY_COMPARE(said("runMemory"), QStringLiteral("392.9 MiB"));
    QCOMPARE(said("runHealth"), QString());
  }

  void what_the_gpu_does_is_told_while_it_runs() {
    open();
    m_trainer->start();
    m_trainer->train(100);
    QTRY_COMPARE(said("runStatus"), QStringLiteral("● running"));
    QCOMPARE(said("runGpu"), QString());  // a run on the CPU
    for (int i = 0; i < 12; ++i) {
      const double wave = std::sin(i / 2.0);
      const tracking::Metric figures[] = {{"system/gpu_utilisation", i == 11 ? 83 : 80 + 10 * wave}, {"system/gpu_memory", 12.5 * 1073741824 + 1e8 * wave}, {"system/gpu_allocated", 7e9},
                                          {"system/gpu_reserved", 9e9},                              {"system/gpu_peak", 8e9},                                {"system/gpu_power", i == 11 ? 312.75 : 300 + 20 * wave},
                                          {"system/gpu_temperature", 61}};
      m_trainer->writer().record_system(tracking::now_ms() - 2000 * (11 - i), figures);
    }
    m_trainer->train(20);
    QTRY_VERIFY2(said("runGpu").startsWith(QStringLiteral("GPU: 83 % busy · 12.")), qPrintable(said("runGpu")));
    // The clock is not told by this one, and so not said.
    QVERIFY2(said("runGpu").endsWith(QStringLiteral(" GiB · 312.8 W · 61 °C")), qPrintable(said("runGpu")));
    QVERIFY(find<QLabel>("runGpu")->toolTip().contains(QStringLiteral("Temperature: 61 °C")));
    QTRY_VERIFY(m_page->findChild<ui::CurveChart*>("chart-gpu_memory") != nullptr);
    QCOMPARE(chart("chart-gpu_memory")->curves().size(), std::size_t{4});
    QVERIFY(m_page->findChild<ui::CurveChart*>("chart-gpu_clock") == nullptr);
    look(QStringLiteral("gpu"));
    m_trainer->writer().finish(Status::finished);
    QTRY_COMPARE(said("runStatus"), QStringLiteral("✓ finished"));
    QCOMPARE(said("runGpu"), QString());  // nobody knows any more
  }

  void curves_move_while_it_trains() {
    open();
    m_trainer->start();
    m_trainer->train(100);
    QTRY_VERIFY(chart("chart-loss")->curves().size() == 2 && pointsOf(*chart("chart-loss")) == 101);
    QTRY_VERIFY(m_page->findChild<ui::CurveChart*>("chart-accuracy") != nullptr);
    QVERIFY(chart("chart-loss")->isFollowing());
    m_trainer->train(100);
    QTRY_COMPARE(pointsOf(*chart("chart-loss")), std::size_t{202});
    QTRY_VERIFY(chart("chart-loss")->view().right() >= 200);
    // All charts reach from the first step to the last.
    QTRY_COMPARE(chart("chart-accuracy")->view().left(), chart("chart-loss")->view().left());
    QCOMPARE(chart("chart-accuracy")->view().right(), chart("chart-loss")->view().right());
    for (const char* name : {"chart-learning_rate", "chart-gradient_norm", "chart-samples_per_second"}) QCOMPARE(pointsOf(*chart(name)), std::size_t{200});
    QVERIFY(pointsOf(*chart("chart-memory")) > 0);
  }

  void charts_stand_side_by_side_whenever_they_are_shown_first() {
    m_trainer->start();
    m_trainer->train(200);
    for (const int tab : {0, 4}) {
      open(m_trainer->writer().id(), tab);
      QTest::qWait(50);
      find<QTabWidget>("runTabs")->setCurrentIndex(0);
      QTRY_COMPARE(pointsOf(*chart("chart-loss")), std::size_t{202});
      QTRY_VERIFY(chart("chart-learning_rate")->x() < chart("chart-gradient_norm")->x());
      QCOMPARE(chart("chart-learning_rate")->y(), chart("chart-gradient_norm")->y());
    }
  }

  void nothing_is_read_while_nobody_looks() {
    m_trainer->start();
    m_trainer->train(50);
    open();
    QTRY_COMPARE(pointsOf(*chart("chart-loss")), std::size_t{50});
    m_page->hide();
    m_trainer->train(10);
    QTest::qWait(300);
    QCOMPARE(pointsOf(*chart("chart-loss")), std::size_t{50});
    m_page->show();
    QTRY_COMPARE(pointsOf(*chart("chart-loss")), std::size_t{60});
  }

  void pause_and_stop_reach_the_run() {
    m_trainer->start();
    m_trainer->train(50);
    open();
    auto* pause = find<QPushButton>("runPause");
    QTRY_VERIFY(pause->isVisible() && pause->isEnabled());
    QVERIFY(pause->toolTip().contains(QStringLiteral("Ctrl+P")));
    std::optional<tracking::Command> command;
    const auto heard = [&](tracking::Command wanted) {
      if (const auto got = m_trainer->writer().poll_command()) command = got;
      return command == wanted;
    };
    QTest::mouseClick(pause, Qt::LeftButton);
    QTRY_VERIFY(heard(tracking::Command::pause));
    m_trainer->writer().set_status(Status::paused);
    QTRY_COMPARE(pause->text(), QStringLiteral("Go on"));
    QTRY_COMPARE(said("runStatus"), QStringLiteral("◐ paused"));
    QVERIFY(said("runHealth").contains(QStringLiteral("paused after step 50")));
    m_page->activateWindow();
    QTest::keyClick(m_page.get(), Qt::Key_P, Qt::ControlModifier);
    QTRY_VERIFY(heard(tracking::Command::resume));
    m_trainer->writer().set_status(Status::running);
    QTRY_COMPARE(pause->text(), QStringLiteral("Pause"));
    QTest::keyClick(m_page.get(), Qt::Key_Period, Qt::ControlModifier);
    QTRY_VERIFY(heard(tracking::Command::stop));
    QCOMPARE(find<QPushButton>("runStop")->text(), QStringLiteral("Stopping …"));
    QVERIFY(!find<QPushButton>("runStop")->isEnabled() && !pause->isEnabled());
    m_trainer->writer().finish(Status::stopped);
    QTRY_COMPARE(said("runStatus"), QStringLiteral("■ stopped"));
    QTRY_VERIFY(!find<QPushButton>("runStop")->isVisible() && !pause->isVisible());
    QVERIFY(find<QPushButton>("runResume")->isVisible() && find<QPushButton>("runResume")->isEnabled());
  }

  void each_end_has_its_words_and_what_can_be_done() {
    struct End {
      Status status;
      const char* reason;
      const char* shown;
      const char* words;
      bool resume;
    };
    for (const End& end : {End{Status::finished, "", "✓ finished", "", false}, {Status::failed, "The system has no memory left.", "✗ failed", "The run failed: The system has no memory left.", true},
                           {Status::stopped, "", "■ stopped", "The run was stopped at step 40. Resume goes on from the checkpoint of step 30.", true},
                           {Status::interrupted, "", "▲ interrupted", "Resume goes on from the checkpoint of step 30.", true}}) {
      m_page.reset();
      m_trainer = std::make_unique<Trainer>(*m_project);
      m_trainer->start();
      m_trainer->train(40);
      m_trainer->writer().record_checkpoint({.step = 30, .kind = "last", .path = "checkpoints/last.safetensors", .bytes = 10, .time = tracking::now_ms()});
      const std::string id = m_trainer->writer().id();
      if (end.status == Status::interrupted) {
        m_trainer->end();  // the process is gone
      } else {
        m_trainer->writer().finish(end.status, end.reason);
      }
      open(id);
      QTRY_COMPARE(said("runStatus"), QString::fromUtf8(end.shown));
      QTRY_VERIFY2(said("runHealth").contains(QString::fromUtf8(end.words)), qPrintable(said("runHealth")));
      QCOMPARE(said("runHealth").isEmpty(), *end.words == 0);
      QCOMPARE(find<QPushButton>("runResume")->isVisible(), end.resume);
      QVERIFY(!find<QPushButton>("runPause")->isVisible() && !find<QPushButton>("runStop")->isVisible());
      QVERIFY(find<QPushButton>("runDuplicate")->isVisible());
    }
  }

  void it_says_when_the_loss_is_nan() {
    m_trainer->start();
    m_trainer->train(211);
    open();
    QTRY_COMPARE(pointsOf(*chart("chart-loss")), std::size_t{213});
    QCOMPARE(said("runHealth"), QString());
    for (int i = 0; i < 5; ++i) m_trainer->step(std::nan(""));
    m_trainer->writer().flush();
    QTRY_VERIFY2(said("runHealth").contains(QStringLiteral("NaN since step 212")), qPrintable(said("runHealth")));
    m_trainer->train(10);
    QTRY_VERIFY2(said("runHealth").contains(QStringLiteral("5 step(s), last at step 216")), qPrintable(said("runHealth")));
  }

  void a_resumed_run_is_shown_as_it_is_now() {
    m_trainer->start();
    m_trainer->train(300);
    const std::string id = m_trainer->writer().id();
    m_trainer->writer().finish(Status::stopped);
    open(id);
    QTRY_COMPARE(said("runProgressText"), QStringLiteral("epoch 3/10 · step 300/1,000"));
    m_trainer = std::make_unique<Trainer>(m_project->open_writer(id, 200), 200);
    m_trainer->writer().set_status(Status::running);
    m_trainer->train(20, 50);
    QTRY_COMPARE(said("runStatus"), QStringLiteral("● running"));
    QTRY_COMPARE(said("runProgressText"), QStringLiteral("epoch 3/10 · step 220/1,000"));
    QTRY_COMPARE(said("runLeft"), QStringLiteral("estimating"));  // of this attempt 20 steps only
    QTRY_COMPARE(pointsOf(*chart("chart-loss")), std::size_t{222});
  }

  void resuming_is_refused_or_drifts_in_words() {
    m_trainer->start();
    m_trainer->train(40);
    const std::string id = m_trainer->writer().id();
    m_trainer->writer().finish(Status::stopped);
    open(id);
    QSignalSpy refused(m_sessions.get(), &ui::Sessions::refused);
    auto* resume = find<QPushButton>("runResume");
    QTRY_VERIFY(resume->isVisible());
    emit m_sessions->drifted(QStringLiteral("another"), QStringLiteral("x"));
    auto* bar = m_page->findChild<ui::MessageBar*>(QStringLiteral("messageBar"), Qt::FindDirectChildrenOnly);
    QVERIFY(bar != nullptr && bar->isHidden());
    emit m_sessions->drifted(QString::fromStdString(id), QStringLiteral("the data changed."));
    QVERIFY(bar->text().contains(QStringLiteral("the data changed.")));
    // This record is no real run's, so that it can't be resumed either; the button comes back.
    QTest::mouseClick(bar->findChild<QPushButton*>("messageAction"), Qt::LeftButton);
    QCOMPARE(resume->text(), QStringLiteral("Resuming …"));
    QTRY_COMPARE(refused.count(), 1);
    QTRY_VERIFY(resume->isEnabled() && resume->text() == QStringLiteral("Resume"));
  }

  void the_config_is_duplicated() {
    open();
    QSignalSpy opened(m_page.get(), &ui::Page::configOpened), said(m_page.get(), &ui::Page::said);
    m_page->activateWindow();
    QTest::keyClick(m_page.get(), Qt::Key_D, Qt::ControlModifier);
    QTRY_COMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toString(), QStringLiteral("config_version = 1\n# a comment\n"));
    QCOMPARE(opened[0][1].toString(), QStringLiteral("/somewhere/fashion.toml"));
    QVERIFY(said[0][1].toString().contains(QStringLiteral("train.epochs=10")));
  }

  void chips_copy_the_whole() {
    open();
    auto* commit = find<QToolButton>("chipCommit");
    QCOMPARE(commit->text(), QStringLiteral("commit 3f2a9c1•"));
    QTRY_VERIFY2(commit->toolTip().contains(QStringLiteral("2 file(s)")), qPrintable(commit->toolTip()));
    QTest::mouseClick(commit, Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("3f2a9c1d00aa4d1e9b0c7d0a1b2c3d4e5f607182"));
    QTest::keyClick(find<QToolButton>("chipSeed"), Qt::Key_Space);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("42"));
    for (const char* name : {"chipData", "chipConfig", "chipDevice"}) QVERIFY(find<QToolButton>(name)->isVisible());
  }

  void controls_act_on_the_charts_and_are_remembered() {
    m_trainer->start();
    m_trainer->train(300);
    open();
    QTRY_COMPARE(pointsOf(*chart("chart-loss")), std::size_t{303});
    QTRY_VERIFY(said("runProgressText").startsWith(QStringLiteral("epoch 3/10")));
    auto* axis = find<QComboBox>("xAxis");
    axis->setFocus();
    QTest::keyClick(axis, Qt::Key_Down);
    QCOMPARE(axis->currentIndex(), 1);
    QTRY_VERIFY(chart("chart-loss")->view().right() < 3.2 && chart("chart-loss")->view().right() >= 3);
    QTest::mouseClick(find<QCheckBox>("logY"), Qt::LeftButton, {}, QPoint(8, find<QCheckBox>("logY")->height() / 2));
    QVERIFY(chart("chart-loss")->view().top() < 0);  // log10 of the loss
    QVERIFY(chart("chart-accuracy")->view().top() > 0);
    find<QSlider>("smoothing")->setValue(90);
    QCOMPARE(find<QDoubleSpinBox>("smoothingValue")->value(), 0.9);
    const auto weight = [&] {
      return chart("chart-loss")->curves().front().store->read([](const ui::SeriesStore::Content& content) {
        const auto& smoothed = content.series.at("train/loss").smoothed();
        return smoothed ? smoothed->mean.weight() : 0.0;
      });
    };
    QTRY_COMPARE(weight(), 0.9);
    find<QTabWidget>("runTabs")->setCurrentIndex(1);
    QSettings settings(m_folder->filePath("state.ini"), QSettings::IniFormat);
    m_page->saveState(settings);
    open();
    m_page->restoreState(settings);
    QCOMPARE(find<QTabWidget>("runTabs")->currentIndex(), 1);
    QCOMPARE(find<QComboBox>("xAxis")->currentIndex(), 1);
    QVERIFY(find<QCheckBox>("logY")->isChecked());
    QCOMPARE(find<QDoubleSpinBox>("smoothingValue")->value(), 0.9);
    QTRY_COMPARE(pointsOf(*chart("chart-loss")), std::size_t{303});
    QTRY_COMPARE(weight(), 0.9);
  }

  void back_leads_to_the_runs() {
    open();
    QSignalSpy back(m_page.get(), &ui::Page::runsOpened);
    QTest::mouseClick(find<QPushButton>("runBack"), Qt::LeftButton);
    m_page->activateWindow();
    QTest::keyClick(m_page.get(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(back.count(), 2);
  }

  void a_run_that_was_trashed_can_be_brought_back() {
    m_trainer->start();
    m_trainer->train(40);
    const std::string id = m_trainer->writer().id();
    m_trainer->writer().finish(Status::finished);
    open(id);
    QVERIFY(m_feed->remove({id}));
    auto* bar = m_page->findChild<ui::MessageBar*>(QStringLiteral("messageBar"), Qt::FindDirectChildrenOnly);
    QVERIFY(bar->text().contains(QStringLiteral("trash")));
    QVERIFY(!find<QPushButton>("runDuplicate")->isEnabled());
    QTest::mouseClick(bar->findChild<QPushButton*>("messageAction"), Qt::LeftButton);
    QTRY_VERIFY(find<QPushButton>("runDuplicate")->isEnabled());
    QVERIFY(bar->isHidden());
  }

  void everything_has_a_name_to_be_read_aloud() {
    open();
    auto* tabs = find<QTabWidget>("runTabs");
    for (const QWidget* widget : m_page->findChildren<QWidget*>()) {
      bool elsewhere = false;  // the other tabs have tests of their own
      for (int tab = 1; tab < tabs->count(); ++tab) elsewhere = elsewhere || tabs->widget(tab)->isAncestorOf(widget);
      if (elsewhere) continue;
      const bool input = qobject_cast<const QComboBox*>(widget) != nullptr || qobject_cast<const QSlider*>(widget) != nullptr || qobject_cast<const QDoubleSpinBox*>(widget) != nullptr ||
                         qobject_cast<const ui::CurveChart*>(widget) != nullptr || qobject_cast<const QProgressBar*>(widget) != nullptr;
      if (input) QVERIFY2(!widget->accessibleName().isEmpty() && !widget->objectName().isEmpty(), widget->metaObject()->className());
    }
  }

  void a_run_of_this_window_is_stopped_and_resumed_by_its_buttons() {
    open();
    engine::config::Options options;
    options.preset_folders = tracking::preset_folders();
    tracking::TrainRequest request;
    request.source = engine::config::load("preset:digits-mlp", options).or_throw();
    request.overrides = {"train.epochs=100000"};
    request.code_folder = m_project->folder();
    QSignalSpy created(m_sessions.get(), &ui::Sessions::created), ended(m_sessions.get(), &ui::Sessions::ended);
    m_sessions->train(request);
    QTRY_COMPARE_WITH_TIMEOUT(created.count(), 1, 30000);
    m_feed->refresh();
    m_page = std::make_unique<ui::RunPage>(ui::PageContext{*m_feed, *m_sessions}, created[0][0].toString().toStdString());
    m_page->resize(1100, 720);
    m_page->show();
    QTRY_COMPARE_WITH_TIMEOUT(said("runStatus"), QStringLiteral("● running"), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(pointsOf(*chart("chart-loss")) > 200, 30000);
    look(QStringLiteral("digits"));
    QTest::mouseClick(find<QPushButton>("runStop"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(said("runStatus"), QStringLiteral("■ stopped"), 10000);
    QTRY_COMPARE(ended.count(), 1);
    QTRY_VERIFY2(said("runHealth").contains(QStringLiteral("Resume goes on from the checkpoint of step")), qPrintable(said("runHealth")));
    const std::size_t points = pointsOf(*chart("chart-loss"));
    QTest::mouseClick(find<QPushButton>("runResume"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(said("runStatus"), QStringLiteral("● running"), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(pointsOf(*chart("chart-loss")) > points + 100, 30000);
    m_sessions->stopOwn();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 10000);
  }
};

QTEST_MAIN(TestRunPage)
#include "tst_run_page.moc"
