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

  void open(const std::string& run) {
    m_page.reset();
    m_sessions.reset();
    m_feed = std::make_unique<ui::ProjectFeed>(m_project->folder());
    m_sessions = std::make_unique<ui::Sessions>(m_project->folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"));
    m_page = std::make_unique<ui::RunPage>(ui::PageContext{*m_feed, *m_sessions}, run);
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
};

QTEST_MAIN(TestRunPage)
#include "tst_run_page.moc"
