// Results over really trained runs: what is shown is what the record, evaluate, predict and export give.
#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QThread>

#include <bit>
#include <fstream>
#include <sstream>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/io/safetensors.h"
#include "support_window.h"
#include "tracking/model/evaluation.h"
#include "tracking/model/prediction.h"
#include "ui/models/Cells.h"
#include "ui/models/ConfusionModel.h"
#include "ui/pages/results/ScatterView.h"

using namespace lockstep;
using namespace lockstep::ui;
using namespace lockstep::ui::test;

namespace {

QString clipboard() { return QGuiApplication::clipboard()->text(); }

/// The exact text of a metric's cell by the column's title; null where there is no such row.
QString metricCell(const QAbstractItemModel& model, const QString& key, const QString& title) {
  for (int row = 0; row < model.rowCount(); ++row) {
    if (model.index(row, 0).data().toString() != key) continue;
    for (int column = 0; column < model.columnCount(); ++column)
      if (model.headerData(column, Qt::Horizontal).toString() == title) return exactText(model.index(row, column));
  }
  return {};
}

std::string content(const QString& file) {
  std::ifstream in(file.toStdString(), std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Answers the next file dialog of this name.
void answer(RunWindow& window, const char* name, const QString& file) {
  QTRY_VERIFY(window.window().findChild<QFileDialog*>(QString::fromLatin1(name)) != nullptr);
  auto* dialog = window.window().findChild<QFileDialog*>(QString::fromLatin1(name));
  QTRY_VERIFY(dialog->isVisible());
  auto* edit = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
  QVERIFY(edit != nullptr);
  edit->setText(file);
  QTest::keyClick(edit, Qt::Key_Return);
  QTRY_VERIFY(window.window().findChild<QFileDialog*>(QString::fromLatin1(name)) == nullptr);
  window.window().activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&window.window()));
}

void drop(QWidget* target, const QStringList& files) {
  QMimeData data;
  QList<QUrl> urls;
  for (const QString& file : files) urls << QUrl::fromLocalFile(file);
  data.setUrls(urls);
  QDragEnterEvent enter(QPoint(20, 60), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(target, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent dropped(QPointF(20, 60), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(target, &dropped);
}

}  // namespace

class TestResultsTab : public QObject {
  Q_OBJECT

  std::unique_ptr<Workshop> m_workshop;
  tracking::SessionResult m_digits;
  tracking::SessionResult m_plane;

  QString file(const char* name) const { return QString::fromStdString(m_workshop->path(name).string()); }
  tracking::TrainedModel model(const std::string& run, const std::string& weights = "best") {
    return tracking::TrainedModel::open(m_workshop->project(), m_workshop->project().find(run), {.weights = weights, .keep_threads = true});
  }
  static QString message(RunWindow& window) { return window.find<QWidget>("resultsTab")->findChild<QLabel*>(QStringLiteral("messageText"))->text(); }

 private slots:
  void initTestCase() {
    m_workshop = std::make_unique<Workshop>();
    m_digits = m_workshop->trainDigits(6);
    m_workshop->write("plane.csv", planeCsv(400));
    m_plane = m_workshop->train(planeConfig());
  }
  void cleanupTestCase() { m_workshop.reset(); }

  void metricsAreTheRecordBitForBit() {
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    window.open("resultsTab");
    auto* table = window.find<QTableView>("metricTable");
    QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 5);
    const QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const tracking::RunSummary run = m_workshop->project().find(m_digits.run);
    for (const tracking::MetricSummary& metric : run.metrics) {
      const double shown = metricCell(*table->model(), QString::fromStdString(metric.key), QStringLiteral("Last")).toDouble();
      QVERIFY2(std::bit_cast<std::uint64_t>(shown) == std::bit_cast<std::uint64_t>(metric.last), metric.key.c_str());
    }
    const tracking::MetricSummary& accuracy = *run.metric("val/accuracy");
    QCOMPARE(metricCell(*table->model(), QStringLiteral("val/accuracy"), QStringLiteral("Best")).toDouble(), accuracy.maximum);
    QCOMPARE(metricCell(*table->model(), QStringLiteral("val/loss"), QStringLiteral("Best")).toDouble(), run.metric("val/loss")->minimum);
    QTRY_COMPARE(metricCell(*table->model(), QStringLiteral("test/loss"), QStringLiteral("With the weights")), QStringLiteral("best"));
    // Small data are evaluated without being asked; the values are the recorded ones.
    QTRY_COMPARE_WITH_TIMEOUT(metricCell(*table->model(), QStringLiteral("test/loss"), QStringLiteral("Evaluated now")).toDouble(), run.metric("test/loss")->last, 20000);
    QCOMPARE(metricCell(*table->model(), QStringLiteral("val/loss"), QStringLiteral("Evaluated now")).toDouble(), run.metric("val/loss")->minimum);
    const auto shown = table->model()->index(0, table->model()->columnCount() - 1).data().toString();
    QVERIFY2(shown.startsWith(QString::fromUtf8("✓ ")), qPrintable(shown));
    table->setFocus();
    table->clearSelection();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(clipboard().contains(QStringLiteral("test/loss\t") + exactNumber(run.metric("test/loss")->last)));
  }

  void theConfusionMatrixCountsTheTestPart() {
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    window.open("resultsTab");
    auto* confusion = window.find<QTableView>("confusionTable");
    QTRY_COMPARE_WITH_TIMEOUT(confusion->model()->rowCount(), 10, 20000);
    const QAbstractItemModelTester tester(confusion->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    tracking::TrainedModel best = model(m_digits.run);
    const tracking::ModelEvaluation expected = tracking::evaluate_own_parts(best, m_workshop->project(), {.worst = 60});
    std::int64_t sum = 0;
    std::int64_t right = 0;
    for (int row = 0; row < 10; ++row) {
      for (int column = 0; column < 10; ++column) {
        const std::int64_t shown = confusion->model()->index(row, column).data(exactRole).toLongLong();
        QCOMPARE(shown, expected.confusion[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]);
        sum += shown;
        if (row == column) right += shown;
      }
    }
    QCOMPARE(sum, std::int64_t{359});
    QCOMPARE(static_cast<double>(right) / 359, m_digits.metrics.at("test/accuracy"));
    // By keyboard, in words.
    confusion->setFocus();
    confusion->setCurrentIndex(confusion->model()->index(0, 0));
    QTest::keyClick(confusion, Qt::Key_Down);
    auto* words = window.find<QLabel>("confusionWords");
    QCOMPARE(words->text(), static_cast<ConfusionModel*>(confusion->model())->inWords(confusion->model()->index(1, 0)));
    // By mouse.
    const QRect cell = confusion->visualRect(confusion->model()->index(2, 3));
    QTest::mouseMove(confusion->viewport(), cell.center());
    QTRY_COMPARE(words->text(), static_cast<ConfusionModel*>(confusion->model())->inWords(confusion->model()->index(2, 3)));
    QTest::mouseClick(window.find<QPushButton>("copyConfusion"), Qt::LeftButton);
    QCOMPARE(clipboard().count(u'\n'), 11);
    QCOMPARE(clipboard().section(u'\n', 0, 0).count(u'\t'), 10);

    auto* classes = window.find<QTableView>("classAccuracy");
    for (int row = 0; row < 10; ++row) {
      QCOMPARE(exactText(classes->model()->index(row, 1)).toLongLong(), expected.per_class[static_cast<std::size_t>(row)].samples);
      QCOMPARE(exactText(classes->model()->index(row, 3)).toDouble(), expected.per_class[static_cast<std::size_t>(row)].accuracy());
    }
    // The worst samples are pictures, the worst first.
    auto* pictures = window.find<QListView>("worstPictures");
    QCOMPARE(pictures->model()->rowCount(), static_cast<int>(expected.worst.size()));
    const auto picture = pictures->model()->index(0, 0).data(Qt::DecorationRole).value<QImage>();
    QCOMPARE(picture.size(), QSize(8, 8));
    const auto& pixels = expected.worst[0].content.pixels;
    for (int i = 0; i < 64; ++i) QCOMPARE(qGray(picture.pixel(i % 8, i / 8)), static_cast<int>(pixels[static_cast<std::size_t>(i)]));
    QVERIFY(pictures->model()->index(0, 0).data().toString().startsWith(QString::fromUtf8("✗ ")));
  }

  void otherWeightsAreEvaluatedAnew() {
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    window.open("resultsTab");
    auto* summary = window.find<QLabel>("evaluationSummary");
    QTRY_VERIFY_WITH_TIMEOUT(summary->text().contains(QStringLiteral("the best weights")), 20000);
    auto* weights = window.find<QComboBox>("weights");
    QCOMPARE(weights->count(), 2);
    weights->setFocus();
    QTest::keyClick(weights, Qt::Key_Down);
    QTRY_VERIFY_WITH_TIMEOUT(summary->text().contains(QStringLiteral("the last weights, of step 240")), 20000);
    auto* table = window.find<QTableView>("metricTable");
    QCOMPARE(metricCell(*table->model(), QStringLiteral("val/loss"), QStringLiteral("Evaluated now")).toDouble(), m_digits.metrics.at("val/loss"));
  }

  void anEvaluationCanBeCancelled() {
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    window.open("resultsTab");
    auto* summary = window.find<QLabel>("evaluationSummary");
    QTRY_VERIFY_WITH_TIMEOUT(summary->text().contains(QStringLiteral("the best weights")), 20000);
    auto* cancel = window.find<QPushButton>("evaluationWorkCancel");
    QVERIFY(!cancel->isVisible());
    auto* evaluate = window.find<QPushButton>("evaluate");
    QTest::mouseClick(evaluate, Qt::LeftButton);
    QVERIFY(cancel->isVisible() && !evaluate->isEnabled());
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(!cancel->isVisible() && evaluate->isEnabled());
    QVERIFY(message(window).contains(QStringLiteral("cancelled")));
    QVERIFY(summary->isVisible());  // what was found before stays
    QTest::mouseClick(evaluate, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(evaluate->isEnabled(), 20000);
  }

  void aRunningRunIsFollowed() {
    Workshop workshop;
    std::unique_ptr<QThread> training(QThread::create([&] { (void)workshop.trainDigits(60); }));
    training->start();
    QTRY_VERIFY_WITH_TIMEOUT(!tracking::Project(workshop.projectFolder()).runs().empty(), 20000);
    const std::string run = tracking::Project(workshop.projectFolder()).runs().front().id;
    RunWindow window(workshop.projectFolder(), run);
    window.open("resultsTab");
    auto* table = window.find<QTableView>("metricTable");
    QTRY_VERIFY_WITH_TIMEOUT(!metricCell(*table->model(), QStringLiteral("test/accuracy"), QStringLiteral("Last")).isEmpty(), 240000);
    QVERIFY(training->wait(60000));
    // Over, it is evaluated by itself.
    QTRY_VERIFY_WITH_TIMEOUT(window.find<QTableView>("confusionTable")->isVisible(), 20000);
    window.open("provenanceTab");
    window.open("configTab");
    QTRY_VERIFY(!window.find<QPlainTextEdit>("configText")->toPlainText().isEmpty());
  }

  void tryingACsvGivesWhatPredictGives() {
    // Five rows of the data without their label.
    const std::filesystem::path inputs = m_workshop->write("five rows, ünï.csv", [] {
      std::string text;
      for (int row = 0; row < 5; ++row) {
        for (int i = 0; i < 64; ++i) text += std::to_string((i * 7 + row * 5) % 17) + (i < 63 ? "," : "\n");
      }
      return text;
    }());
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    window.open("resultsTab");
    window.find<QTabWidget>("resultParts")->setCurrentIndex(2);
    auto* choose = window.find<QPushButton>("tryFiles");
    QTRY_VERIFY(choose->isEnabled());
    QTest::mouseClick(choose, Qt::LeftButton);
    answer(window, "tryDialog", QString::fromStdString(inputs.string()));
    auto* table = window.find<QTableView>("predictions");
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() == 5, 20000);
    const QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    tracking::TrainedModel best = model(m_digits.run);
    const tracking::PredictionFormat format(best.preprocessing());
    std::string csv = format.csv_header();
    int row = 0;
    tracking::predict(best, {inputs}, [&](const tracking::Prediction& prediction) {
      csv += format.csv_row(prediction);
      QCOMPARE(exactText(table->model()->index(row, 0)), QString::fromStdString(prediction.input));
      QCOMPARE(table->model()->index(row, 1).data().toString(), QString::number(prediction.label));
      QCOMPARE(exactText(table->model()->index(row, 2)).toDouble(), static_cast<double>(prediction.probabilities[static_cast<std::size_t>(prediction.label)]));
      ++row;
    });
    QCOMPARE(row, 5);
    window.picture(QStringLiteral("tried"));
    QTest::mouseClick(window.find<QPushButton>("copyPredictions"), Qt::LeftButton);
    QCOMPARE(clipboard().count(u'\n'), 6);
    // Saved, they are what the command line writes.
    QTest::mouseClick(window.find<QPushButton>("savePredictions"), Qt::LeftButton);
    answer(window, "savePredictionsDialog", file("out.csv"));
    QTRY_COMPARE(content(file("out.csv")), csv);
    auto* panel = window.find<QWidget>("tryPanel");
    QTRY_VERIFY(panel->findChild<QLabel*>(QStringLiteral("messageText"))->text().contains(file("out.csv")));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    answer(window, "savePredictionsDialog", file("out.json"));
    QTRY_COMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(content(file("out.json")))).array().size(), 5);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    answer(window, "savePredictionsDialog", QStringLiteral("/proc/out.csv"));
    QTRY_VERIFY(panel->findChild<QLabel*>(QStringLiteral("messageText"))->text().contains(QStringLiteral("could not be saved")));
  }

  void badInputsAreToldInWords() {
    m_workshop->write("bad.csv", "a,b\n1,2\n");
    m_workshop->write("letters.txt", "no table");
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    window.open("resultsTab");
    window.find<QTabWidget>("resultParts")->setCurrentIndex(2);
    QTRY_VERIFY(window.find<QPushButton>("tryFiles")->isEnabled());
    drop(window.find<QWidget>("tryPanel"), {file("bad.csv"), file("absent.csv")});
    auto* errors = window.find<QPlainTextEdit>("tryErrors");
    QTRY_VERIFY_WITH_TIMEOUT(errors->isVisible(), 20000);
    const QString said = errors->toPlainText();
    QVERIFY2(said.contains(QStringLiteral("2 of 2 inputs")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("bad.csv: no column")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("absent.csv")), qPrintable(said));
    QVERIFY(!window.find<QPushButton>("savePredictions")->isEnabled());
    window.picture(QStringLiteral("try-errors"));
    // A good file afterwards works.
    m_workshop->write("good.csv", [] {
      std::string text = "0";
      for (int i = 1; i < 64; ++i) text += ",3";
      return text + "\n";
    }());
    drop(window.find<QWidget>("tryPanel"), {file("good.csv")});
    QTRY_VERIFY_WITH_TIMEOUT(window.find<QTableView>("predictions")->isVisible(), 20000);
    QCOMPARE(window.find<QTableView>("predictions")->model()->rowCount(), 1);
  }

  void theSavedModelLoads() {
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    // From another tab, before anything of the results was read.
    window.open("configTab");
    auto* save = window.find<QAction>("saveModel");
    QTRY_VERIFY(window.find<QPlainTextEdit>("configText")->isVisible());
    window.find<QPlainTextEdit>("configText")->setFocus();
    QTest::keyClick(window.find<QPlainTextEdit>("configText"), Qt::Key_E, Qt::ControlModifier);
    answer(window, "saveModelDialog", file("model.safetensors"));
    QTRY_VERIFY_WITH_TIMEOUT(message(window).contains(file("model.safetensors")), 20000);
    QVERIFY2(message(window).contains(QStringLiteral("50,826 parameters")), qPrintable(message(window)));
    QVERIFY(save->isEnabled());
    const engine::io::Safetensors loaded = engine::io::read_safetensors(m_workshop->path("model.safetensors"));
    QCOMPARE(loaded.metadata.at("run"), m_digits.run);
    QCOMPARE(loaded.metadata.at("weights"), std::string("best"));
    QVERIFY(std::filesystem::file_size(m_workshop->path("model.safetensors")) > 200000);
    window.picture(QStringLiteral("saved"));
  }

  void aRegressionShowsItsErrors() {
    RunWindow window(m_workshop->projectFolder(), m_plane.run);
    window.open("resultsTab");
    auto* scatter = window.find<ScatterView>("predictedScatter");
    QTRY_VERIFY_WITH_TIMEOUT(scatter->isVisible() && !scatter->points().empty(), 20000);
    tracking::TrainedModel best = model(m_plane.run);
    const tracking::ModelEvaluation expected = tracking::evaluate_own_parts(best, m_workshop->project(), {.worst = 60, .points = 4000});
    QCOMPARE(scatter->points().size(), expected.points.size());
    for (std::size_t i = 0; i < expected.points.size(); ++i) QCOMPARE(scatter->points()[i], QPointF(static_cast<double>(expected.points[i][0]), static_cast<double>(expected.points[i][1])));
    const auto* residuals = window.find<ScatterView>("residualScatter");
    QCOMPARE(residuals->points()[3].y(), static_cast<double>(expected.points[3][0]) - static_cast<double>(expected.points[3][1]));
    const std::map<std::string, double> metrics(expected.metrics.begin(), expected.metrics.end());
    const QString errors = window.find<QLabel>("regressionErrors")->toolTip();
    for (const char* key : {"test/r2", "test/mse", "test/mae"}) QVERIFY2(errors.contains(exactNumber(metrics.at(key))), key);
    auto* table = window.find<QTableView>("metricTable");
    QCOMPARE(metricCell(*table->model(), QStringLiteral("test/loss"), QStringLiteral("Evaluated now")).toDouble(), m_plane.metrics.at("test/loss"));
    // Points are found under the mouse and by keyboard.
    QCOMPARE(scatter->points()[static_cast<std::size_t>(scatter->pointAt(scatter->toWidget(scatter->points()[5])))], scatter->points()[5]);
    QCOMPARE(scatter->pointAt(QPointF(-50, -50)), -1);
    scatter->setFocus();
    QTest::keyClick(scatter, Qt::Key_Right);
    const QString first = scatter->accessibleDescription();
    QTest::keyClick(scatter, Qt::Key_Right);
    QVERIFY(scatter->accessibleDescription() != first);
    QTest::keyClick(scatter, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboard().count(u'\n'), static_cast<int>(expected.points.size()) + 1);
    window.find<QTabWidget>("resultParts")->setCurrentIndex(1);
    auto* rows = window.find<QTableView>("worstRows");
    QTRY_VERIFY(rows->isVisible());
    QCOMPARE(exactText(rows->model()->index(0, 3)).toDouble(), expected.worst[0].loss);
  }

  void changedDataAreToldAndCanBeAccepted() {
    Workshop workshop;
    workshop.write("plane.csv", planeCsv(300));
    const auto run = workshop.train(planeConfig());
    workshop.write("plane.csv", planeCsv(301));
    RunWindow window(workshop.projectFolder(), run.run);
    window.open("resultsTab");
    QTRY_VERIFY_WITH_TIMEOUT(message(window).contains(QStringLiteral("changed since it was trained")), 20000);
    QVERIFY2(message(window).contains(QStringLiteral("plane.csv")), qPrintable(message(window)));
    window.picture(QStringLiteral("drift"));
    auto* again = window.find<QWidget>("resultsTab")->findChild<QPushButton*>(QStringLiteral("messageAction"));
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window.find<ScatterView>("predictedScatter")->isVisible(), 20000);
    QVERIFY(message(window).contains(QStringLiteral("not the data")));
    // The data gone altogether: an error in words, and what was found stays.
    std::filesystem::remove(workshop.path("plane.csv"));
    QTest::mouseClick(window.find<QPushButton>("evaluate"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(message(window).contains(QStringLiteral("The evaluation failed")), 20000);
    QVERIFY(window.find<ScatterView>("predictedScatter")->isVisible());
  }

  void aRunWithoutPartsSaysSo() {
    Workshop workshop;
    workshop.write("plane.csv", planeCsv(60));
    std::string config = planeConfig();
    for (const char* key : {"validation_fraction = 0.1\n", "test_fraction = 0.5\n"}) config.erase(config.find(key), std::string_view(key).size());
    const auto run = workshop.train(config);
    RunWindow window(workshop.projectFolder(), run.run);
    window.open("resultsTab");
    auto* evaluate = window.find<QPushButton>("evaluate");
    QTRY_VERIFY(evaluate->isEnabled());
    QTest::mouseClick(evaluate, Qt::LeftButton);
    const auto says = [&](const QString& words) {
      for (const QLabel* label : window.find<QWidget>("resultsTab")->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words)) return true;
      return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("Nothing to evaluate on")), 20000);
  }

  void evaluatingLeavesThreadsAndATrainingAlone() {
    const int threads = engine::cpu_backend().threads();
    Workshop workshop;
    // What it trains to without anybody beside it.
    const auto alone = workshop.trainDigits(6);
    std::string beside;
    auto training = std::unique_ptr<QThread>(QThread::create([&] { beside = workshop.trainDigits(6).parameters; }));
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    window.open("resultsTab");
    QTRY_VERIFY(window.find<QPushButton>("evaluate")->isEnabled());
    training->start();
    int evaluations = 0;
    while (!training->isFinished() && evaluations < 12) {
      auto* evaluate = window.find<QPushButton>("evaluate");
      QTRY_VERIFY_WITH_TIMEOUT(evaluate->isEnabled(), 20000);
      QTest::mouseClick(evaluate, Qt::LeftButton);
      ++evaluations;
      QTRY_VERIFY_WITH_TIMEOUT(evaluate->isEnabled(), 20000);
    }
    QVERIFY(training->wait(200000));
    QVERIFY(evaluations > 0);
    QCOMPARE(beside, alone.parameters);
    QCOMPARE(engine::cpu_backend().threads(), threads);
    auto* table = window.find<QTableView>("metricTable");
    QTRY_COMPARE(metricCell(*table->model(), QStringLiteral("test/loss"), QStringLiteral("Evaluated now")).toDouble(), m_digits.metrics.at("test/loss"));
  }
};

QTEST_MAIN(TestResultsTab)
#include "tst_results_tab.moc"
