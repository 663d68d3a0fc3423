// The Compare page over really trained runs: its sentence, its tables and matrix, its curves, and what a person can change.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QtTest>

#include "engine/config/config.h"
#include "tracking/recorder/places.h"
#include "ui/charts/CurveChart.h"
#include "ui/charts/SeedBand.h"
#include "ui/pages/compare/ComparePage.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/Theme.h"

using namespace lockstep;

class TestCompare : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QStringList m_runs;  ///< one, the same again, another learning rate

  QString train(const std::vector<std::string>& overrides, const char* name) {
    tracking::Project project(m_folder.path().toStdString());
    engine::config::Options options;
    options.preset_folders = tracking::preset_folders();
    tracking::TrainRequest request;
    request.source = engine::config::load("preset:digits-mlp", options).or_throw();
    request.overrides = overrides;
    request.name = name;
    request.code_folder = m_folder.path().toStdString();
    tracking::SessionListener quiet;
    return QString::fromStdString(tracking::train_run(project, request, quiet).run);
  }
  static void shot(QWidget& widget, const char* name) {
    const QString folder = qEnvironmentVariable("LOCKSTEP_SCREENSHOTS");
    if (!folder.isEmpty()) QVERIFY(widget.grab().save(folder + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png")));
  }

 private slots:
  void initTestCase() {
    qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
    qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
    ui::applyTheme(*qApp, ui::Theme::light);
    m_runs << train({"train.epochs=3"}, "first") << train({"train.epochs=3"}, "same") << train({"train.epochs=3", "optimizer.learning_rate=0.03"}, "faster");
  }

  void what_differs_is_shown() {
    ui::ProjectFeed feed(m_folder.path().toStdString());
    ui::Sessions sessions(m_folder.path().toStdString(), {});
    ui::ComparePage page({feed, sessions});
    page.resize(1180, 760);
    page.show();
    QVERIFY(page.findChild<QStackedWidget*>()->currentIndex() == 0);  // nothing to compare
    shot(page, "compare-empty");
    QList<QAbstractItemModelTester*> testers;
    for (QTableView* view : page.findChildren<QTableView*>()) testers << new QAbstractItemModelTester(view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest, &page);
    QCOMPARE(testers.size(), 3);

    page.setRuns(m_runs);
    auto* why = page.findChild<QLabel*>("compareWhy");
    QTRY_COMPARE(why->text(), QStringLiteral("Against first: 1 of 2 identical; the others differ by config (1)"));
    auto* differences = page.findChild<QTableView*>("compareDifferences")->model();
    QCOMPARE(differences->rowCount(), 1);
    QCOMPARE(differences->index(0, 1).data().toString(), QStringLiteral("optimizer.learning_rate"));
    QCOMPARE(differences->index(0, 2).data().toString(), QStringLiteral("0.003"));
    QCOMPARE(differences->index(0, 4).data().toString(), QStringLiteral("≠ 0.03"));
    QVERIFY(differences->index(0, 4).data(Qt::FontRole).value<QFont>().bold());

    auto* matrix = page.findChild<QTableView*>("compareMatrix");
    QCOMPARE(matrix->model()->index(1, 1).data().toString(), QStringLiteral("✓ identical"));
    QCOMPARE(matrix->model()->index(2, 1).data().toString(), QStringLiteral("≠ diverged"));
    for (int column = 2; column < matrix->model()->columnCount(); ++column)
      QCOMPARE(matrix->model()->index(1, column).data(ui::MatrixModel::groupRole), matrix->model()->index(0, column).data(ui::MatrixModel::groupRole));
    QCOMPARE(matrix->model()->index(2, 2).data(ui::MatrixModel::groupRole).toInt(), 1);
    matrix->setCurrentIndex(matrix->model()->index(2, 2));
    QCOMPARE(page.findChild<QLabel*>("compareCell")->text(), QStringLiteral("optimizer.learning_rate: 0.03, the first has 0.003"));

    auto* loss = page.findChild<ui::CurveChart*>("compareChart0");
    QCOMPARE(loss->curves().size(), std::size_t{3});
    QTRY_VERIFY(loss->isRefined());
    shot(page, "compare-light");
    page.findChild<QComboBox*>("compareAxis")->setCurrentIndex(1);  // by epoch: three of them
    QTRY_VERIFY_WITH_TIMEOUT(loss->view().right() > 2.9 && loss->view().right() < 3.3, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(loss->isRefined(), 30000);
    page.findChild<QTabWidget*>("compareTabs")->setCurrentIndex(2);
    ui::applyTheme(*qApp, ui::Theme::dark);
    QTRY_VERIFY(ui::isDark(loss->palette()) && loss->isRefined());
    shot(page, "compare-matrix-dark");
    ui::applyTheme(*qApp, ui::Theme::light);
  }

  void seeds_become_one_curve_with_a_band() {
    const QStringList runs{train({"train.epochs=2", "reproducibility.seed=1"}, "seeds"), train({"train.epochs=2", "reproducibility.seed=2"}, "seeds"),
                           train({"train.epochs=2", "reproducibility.seed=3"}, "seeds"), m_runs[2]};
    ui::ProjectFeed feed(m_folder.path().toStdString());
    ui::Sessions sessions(m_folder.path().toStdString(), {});
    ui::ComparePage page({feed, sessions});
    page.resize(1180, 760);
    page.show();
    auto* bands = page.findChild<QCheckBox*>("compareBands");
    page.setRuns(m_runs.mid(1));  // two configs: nothing to take a mean of
    auto* why = page.findChild<QLabel*>("compareWhy");
    QTRY_VERIFY(why->text().contains("config"));
    QVERIFY(!bands->isEnabled() && bands->toolTip().contains("--seeds"));
    page.setRuns(runs);
    QTRY_VERIFY(bands->isEnabled());
    auto* loss = page.findChild<ui::CurveChart*>("compareChart0");
    QCOMPARE(loss->curves().size(), std::size_t{4});
    bands->click();
    QCOMPARE(loss->curves().size(), std::size_t{2});
    QCOMPARE(loss->curves()[0].seeds, 3);
    QCOMPARE(loss->curves()[0].name, QStringLiteral("seeds, 3 seeds"));
    const auto points = [&](const std::string& key) {
      std::vector<double> out;
      ui::Curve curve = loss->curves()[0];
      curve.key = key;
      ui::readCurve(curve, ui::XAxis::step, [&](const ui::LiveSeries& series, const ui::XScale&) {
        for (std::size_t i = 0; i < series.size(); ++i) out.push_back(series.values()[i]);
      });
      return out;
    };
    QTRY_VERIFY(!points("train/loss").empty());
    // Against the store's own values: mean and deviation over the three at each step.
    tracking::Project project(m_folder.path().toStdString());
    std::vector<tracking::Series> series;
    for (int i = 0; i < 3; ++i) series.push_back(project.reader(runs[i].toStdString()).series("train/loss"));
    const std::vector<double> mean = points("train/loss"), high = points(ui::bandHigh("train/loss")), low = points(ui::bandLow("train/loss"));
    QCOMPARE(mean.size(), series[0].size());
    for (std::size_t step : {std::size_t{0}, mean.size() / 2, mean.size() - 1}) {
      const double a = series[0].value(step), b = series[1].value(step), c = series[2].value(step), m = (a + b + c) / 3;
      const double deviation = std::sqrt(((a - m) * (a - m) + (b - m) * (b - m) + (c - m) * (c - m)) / 2);
      QVERIFY(std::abs(mean[step] - m) < 1e-12 && std::abs(high[step] - m - deviation) < 1e-12 && std::abs(m - deviation - low[step]) < 1e-12);
    }
    QTRY_VERIFY(loss->isRefined());
    shot(page, "compare-band-light");
    // The crosshair says the mean, the deviation and over how many.
    QTest::mouseMove(loss->viewport(), loss->plotArea().center().toPoint());
    QTRY_VERIFY(loss->readout().size() >= 2);
    QVERIFY2(loss->readout()[1].contains(QStringLiteral(" ± ")) && loss->readout()[1].contains(QStringLiteral("(3 seeds)")), qPrintable(loss->readout().join('\n')));
    ui::applyTheme(*qApp, ui::Theme::dark);
    QTRY_VERIFY(ui::isDark(loss->palette()) && loss->isRefined());
    shot(page, "compare-band-dark");
    ui::applyTheme(*qApp, ui::Theme::light);
    bands->click();
    QCOMPARE(loss->curves().size(), std::size_t{4});
  }

  void a_baseline_is_chosen_and_a_run_taken_out() {
    ui::ProjectFeed feed(m_folder.path().toStdString());
    ui::Sessions sessions(m_folder.path().toStdString(), {});
    ui::ComparePage page({feed, sessions});
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    page.setRuns(m_runs);
    QSignalSpy chosen(&page, &ui::ComparePage::runsChosen);
    auto* legend = page.findChild<QListWidget*>("compareLegend");
    legend->setFocus();
    legend->setCurrentRow(2);
    QTest::keyClick(legend, Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(page.runs(), (QStringList{m_runs[2], m_runs[0], m_runs[1]}));
    QTRY_VERIFY(page.findChild<QLabel*>("compareWhy")->text().startsWith(QStringLiteral("Against faster: 0 of 2 identical")));
    legend->setCurrentRow(1);
    QTest::keyClick(legend, Qt::Key_Delete);
    QCOMPARE(chosen.last()[0].toStringList(), (QStringList{m_runs[2], m_runs[1]}));
    // Of two runs the sentence is the judgement's.
    QTRY_COMPARE(page.findChild<QLabel*>("compareWhy")->text(), QStringLiteral("They part at step 1, first in parameters: the config differs: optimizer.learning_rate is 0.003, was 0.03"));
    QSignalSpy opened(&page, &ui::Page::runOpened);
    legend->setCurrentRow(0);
    QTest::keyClick(legend, Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toString(), m_runs[2]);
  }

  void a_run_that_went_away_is_told() {
    ui::ProjectFeed feed(m_folder.path().toStdString());
    ui::Sessions sessions(m_folder.path().toStdString(), {});
    ui::ComparePage page({feed, sessions});
    page.show();
    page.setRuns({m_runs[0], "20200101-000000-0000"});
    QTRY_VERIFY(page.findChild<QLabel*>("compareWhy")->text().startsWith(QStringLiteral("The runs can't be compared:")));
  }

  void a_table_is_copied() {
    ui::ProjectFeed feed(m_folder.path().toStdString());
    ui::Sessions sessions(m_folder.path().toStdString(), {});
    ui::ComparePage page({feed, sessions});
    page.show();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    page.setRuns(m_runs);
    auto* metrics = page.findChild<QTableView*>("compareMetrics");
    QTRY_VERIFY(metrics->model()->rowCount() > 4);
    page.findChild<QTabWidget*>("compareTabs")->setCurrentIndex(1);
    metrics->setFocus();
    QTest::keyClick(metrics, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("val/accuracy\t")));
  }
};

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
