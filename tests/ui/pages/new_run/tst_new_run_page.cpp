// The page as a whole: what it starts with, presets, files, drafts, what will run, and starting it.
#include "tests/ui/pages/new_run/support_page.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>

#include "engine/backend/load_cuda.h"
#include "engine/config/config.h"
#include "ui/pages/new_run/DraftStore.h"
#include "ui/pages/new_run/LayerTableModel.h"
#include "ui/pages/new_run/PlanPanel.h"
#include "ui/pages/new_run/Planner.h"
#include "ui/pages/new_run/SampleTableModel.h"
#include "ui/widgets/MessageBar.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

const QString quick = QStringLiteral(
    "[data]\ndataset = \"digits\"\nvalidation_fraction = 0.1\n\n[[model.layers]]\ntype = \"Flatten\"\n\n[[model.layers]]\ntype = \"Linear\"\nout_features = 10\n\n"
    "[optimizer]\ntype = \"SGD\"\nlearning_rate = 0.1\n\n[train]\nsteps = 5\n");

QByteArray contentOf(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray("not readable");
}

void write(const QString& file, const QByteArray& content) {
  QFile out(file);
  QVERIFY(out.open(QIODevice::WriteOnly));
  out.write(content);
}

}  // namespace

class TestNewRunPage : public QObject {
  Q_OBJECT

  static QString barText(const Desk& desk) { return desk.page->findChild<MessageBar*>()->text(); }

 private slots:
  void initTestCase() { prepareEnvironment(); }

  void beginsReadyToStart() {
    Desk desk;
    desk.waitForPlan();
    QTRY_VERIFY(desk.find<QAction>("startRun")->isEnabled());
    desk.picture(QStringLiteral("ready"));
    QCOMPARE(desk.document().path(), QStringLiteral("preset:digits-mlp"));
    QCOMPARE(desk.find<QLabel>("configTitle")->text(), QStringLiteral("digits-mlp (preset)"));
    QCOMPARE(desk.find<QLabel>("planParts")->text(), QStringLiteral("1,258 train · 180 val · 359 test"));
    QVERIFY(desk.find("planPictures")->isVisible());
    QVERIFY(!desk.find("planSamples")->isVisible());
    QVERIFY2(desk.find("planClasses")->accessibleDescription().startsWith(QStringLiteral("0: 178, 1: 182")), qPrintable(desk.find("planClasses")->accessibleDescription()));
    // 30 epochs of 40 batches; 64·256+256 + 256·128+128 + 128·10+10 parameters.
    QVERIFY2(desk.find<QLabel>("planTotals")->text().startsWith(QStringLiteral("50,826 parameters · ")), qPrintable(desk.find<QLabel>("planTotals")->text()));
    QVERIFY(desk.find<QLabel>("planTotals")->text().endsWith(QStringLiteral(" · 1,200 steps")));
    const QAbstractItemModel* layers = desk.find<QTableView>("planLayers")->model();
    QCOMPARE(layers->rowCount(), 8);
    QCOMPARE(layers->index(1, LayerTableModel::type).data().toString(), QStringLiteral("Linear"));
    QCOMPARE(layers->index(1, LayerTableModel::output).data().toString(), QStringLiteral("[N, 256]"));
    QCOMPARE(layers->index(1, LayerTableModel::parameters).data().toString(), QStringLiteral("16,640"));
    QCOMPARE(layers->index(1, LayerTableModel::dtype).data().toString(), QStringLiteral("float32"));
    QTRY_VERIFY2(desk.find<QComboBox>("run.device")->itemText(0).startsWith(QStringLiteral("auto → ")), qPrintable(desk.find<QComboBox>("run.device")->itemText(0)));
  }

  void whyNoGpuCanBeChosenStandsBelowTheChoice() {
    Desk desk;
    desk.waitForPlan();
    const auto* note = desk.find<QLabel>("note:run.device");
    QTRY_VERIFY(note->isVisibleTo(desk.page.get()));
    const engine::CudaStatus& cuda = engine::cuda_status();
    if (cuda.usable) {
      QVERIFY2(note->text().startsWith(QStringLiteral("cuda:0: ")) && note->text().contains(QStringLiteral("compute capability")), qPrintable(note->text()));
    } else {
      QCOMPARE(note->text(), QStringLiteral("No GPU can be used: ") + QString::fromStdString(cuda.why.english()));
      QVERIFY(desk.find<QComboBox>("run.device")->itemText(0).startsWith(QStringLiteral("auto → cpu")));
    }
    QVERIFY(!desk.find<QLabel>("note:run.threads")->isVisibleTo(desk.page.get()));
    desk.picture(QStringLiteral("devices"));
  }

  void defaultsThatFollowFromTheDataAreShown() {
    Desk desk;
    desk.setText(quick);
    desk.waitForPlan();
    QTRY_COMPARE(desk.find<QComboBox>("loss.type")->currentText(), QStringLiteral("CrossEntropyLoss (default)"));
    QCOMPARE(desk.find<QComboBox>("train.monitor")->currentText(), QStringLiteral("val/loss (default)"));
    desk.click("open:model.layers.1");
    QCOMPARE(desk.find<QLineEdit>("model.layers.1.in_features")->placeholderText(), QStringLiteral("64"));
  }

  void whatDoesNotFitTheDataIsAMistakeOfItsField() {
    Desk desk;
    desk.setText(QString(quick).replace(QStringLiteral("out_features = 10"), QStringLiteral("out_features = 10\nin_features = 65")));
    QTRY_VERIFY(!desk.find<QAction>("startRun")->isEnabled() && !desk.find<QAction>("startRun")->toolTip().contains(QStringLiteral("being checked")));
    QTRY_VERIFY2(desk.errorOf("model.layers.1").contains(QStringLiteral("in_features is 65, but the input has 64")), qPrintable(desk.errorOf("model.layers.1")));
    QVERIFY(desk.find<QToolButton>("open:model.layers.1")->text().startsWith(QStringLiteral("✗ ")));
    QVERIFY(!desk.find("planLayers")->isEnabled());
  }

  /// The shape of a table is known once it was read.
  void whatDoesNotFitATableIsToldOnceItIsRead() {
    Desk desk;
    desk.waitForPlan();
    write(desk.folder.filePath(QStringLiteral("projekt ü/t.csv")), "a,b,y\n1,2,x\n3,4,y\n5,6,x\n");
    desk.setText(QStringLiteral("[data]\nkind = \"csv\"\npath = \"t.csv\"\n[[model.layers]]\ntype = \"Conv2d\"\nout_channels = 3\nkernel_size = 3\n[optimizer]\ntype = \"SGD\"\n[train]\nepochs = 1\n"));
    QTRY_VERIFY2(desk.errorOf("model.layers.0").contains(QStringLiteral("Conv2d")), qPrintable(desk.errorOf("model.layers.0")));
    QVERIFY(!desk.find<QAction>("startRun")->isEnabled());
    QCOMPARE(desk.find<QLabel>("planState")->text(), QStringLiteral("The layers don't fit these data. Greyed: those of the last model that did."));
    QCOMPARE(desk.find<QComboBox>("data.dataset")->currentText(), QStringLiteral("not set"));  // not that of before
    QCOMPARE(desk.find<QLineEdit>("data.test_fraction")->placeholderText(), QStringLiteral("0.0"));
    QVERIFY(desk.find("planSamples")->isEnabled() && !desk.find("planLayers")->isEnabled());
    desk.picture(QStringLiteral("unfit"));
    QCOMPARE(desk.editor()->extraSelections().size(), 1);
  }

  void theLastGoodPlanStaysGreyedWhileTheTextIsWrong() {
    Desk desk;
    desk.setText(quick);
    desk.waitForPlan();
    desk.type("data.batch_size", QStringLiteral("-1"));
    QTRY_VERIFY(!desk.find("planLayers")->isEnabled());
    QCOMPARE(desk.find<QLabel>("planState")->text(), QStringLiteral("As of the last text without mistakes"));
    QCOMPARE(desk.find<QTableView>("planLayers")->model()->rowCount(), 2);
    desk.type("data.batch_size", QStringLiteral("16"));
    desk.waitForPlan();
    QVERIFY(desk.find("planLayers")->isEnabled());
  }

  void badDataAreToldInWords() {
    Desk desk;
    write(desk.folder.filePath(QStringLiteral("projekt ü/bad.csv")), "a,b,y\n1,2,x\n3,,y\n5,six,x\n7,,z\n");
    desk.setText(QStringLiteral("[data]\nkind = \"csv\"\npath = \"bad.csv\"\n[[model.layers]]\ntype = \"Linear\"\n[optimizer]\ntype = \"SGD\"\n[train]\nepochs = 1\n"));
    auto* state = desk.find<QLabel>("planState");
    QTRY_VERIFY2(state->text().contains(QStringLiteral("line 3")) && state->text().contains(QStringLiteral("line 5")), qPrintable(state->text()));
    QVERIFY(!desk.find<QAction>("startRun")->isEnabled());
    QVERIFY(desk.find<QAction>("startRun")->toolTip().contains(QStringLiteral("The data can't be used")));
    // What failed is not read again for each key in the text.
    QSignalSpy begun(desk.page->findChild<Planner*>(), &Planner::begun);
    QSignalSpy failed(desk.page->findChild<Planner*>(), &Planner::failed);
    desk.type("data.workers", QStringLiteral("1"));
    QTRY_VERIFY(!failed.isEmpty());
    QVERIFY(begun.isEmpty());
    QVERIFY(!desk.find<QAction>("startRun")->isEnabled());
    desk.picture(QStringLiteral("bad-data"));
    // The same path with other content is read again.
    write(desk.folder.filePath(QStringLiteral("projekt ü/bad.csv")), "a,b,y\n1,2,x\n3,4,y\n5,6,x\n7,8,z\n");
    desk.type("data.batch_size", QStringLiteral("2"));
    desk.waitForPlan();
    QVERIFY(desk.find<QAction>("startRun")->isEnabled());
    QCOMPARE(desk.find<QTableView>("planSamples")->model()->rowCount(), 4);
    write(desk.folder.filePath(QStringLiteral("projekt ü/bad.csv")), "a,b,y\n1,2,x\n3,4,y\n5,6,x\n");
    QTest::keyClick(desk.editor(), Qt::Key_F5);
    QTRY_COMPARE(desk.find<QTableView>("planSamples")->model()->rowCount(), 3);
  }

  void aPresetTakesThePlaceOfTheTextAndUndoBringsItBack() {
    Desk desk;
    desk.setText(quick);
    desk.type("data.batch_size", QStringLiteral("64"));
    const QString mine = desk.text();
    QAction* preset = desk.find<QToolButton>("presets")->menu()->findChild<QAction*>(QStringLiteral("preset:digits-cnn"));
    QVERIFY(preset != nullptr);
    preset->trigger();
    desk.waitForCheck();
    QCOMPARE(desk.text().toUtf8(), contentOf(QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/presets/digits-cnn.toml")));
    QCOMPARE(desk.document().path(), QStringLiteral("preset:digits-cnn"));
    QVERIFY2(barText(desk).contains(QStringLiteral("Undo brings it back")), qPrintable(barText(desk)));
    QVERIFY(!desk.document().isChanged());
    desk.type("data.batch_size", QStringLiteral("16"));
    QVERIFY(desk.document().isChanged());
    desk.find<QAction>("undoConfig")->trigger();
    QCOMPARE(desk.document().path(), QStringLiteral("preset:digits-cnn"));
    desk.find<QAction>("undoConfig")->trigger();
    QCOMPARE(desk.text(), mine);
    QCOMPARE(desk.document().path(), QString());
    desk.find<QAction>("redoConfig")->trigger();
    QCOMPARE(desk.document().path(), QStringLiteral("preset:digits-cnn"));
    // Another edit after going back cuts the opening off.
    desk.find<QAction>("undoConfig")->trigger();
    desk.type("train.accumulate", QStringLiteral("2"));
    desk.type("data.workers", QStringLiteral("1"));
    QCOMPARE(desk.document().path(), QString());
  }

  void filesKeepTheirLineBreaks() {
    Desk desk;
    const QString file = desk.folder.filePath(QStringLiteral("größe 中文.toml"));
    const QByteArray bytes = QByteArray("\xEF\xBB\xBF# top\r\n") + QString(quick).replace(QStringLiteral("\n"), QStringLiteral("\r\n")).toUtf8();
    write(file, bytes);
    desk.page->openFile(file);
    desk.waitForPlan();
    QCOMPARE(desk.document().path(), file);
    QVERIFY(!desk.document().isChanged());
    desk.type("train.steps", QStringLiteral("7"));
    QVERIFY(desk.find<QLabel>("configTitle")->text().endsWith(QStringLiteral("– changed")));
    desk.find<QAction>("saveConfig")->trigger();
    QVERIFY(!desk.document().isChanged());
    QCOMPARE(contentOf(file), QByteArray(bytes).replace("steps = 5", "steps = 7"));
  }

  void aPresetsFileIsKnownByItsName() {
    Desk desk;
    const QString file = QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/presets/digits-cnn.toml");
    desk.page->openFile(file);
    QCOMPARE(desk.document().path(), QStringLiteral("preset:digits-cnn"));
    desk.page->open(QStringLiteral("# mine\n") + desk.text(), file);
    QCOMPARE(desk.document().path(), QStringLiteral("preset:digits-cnn"));
    QVERIFY(desk.document().isChanged());
  }

  void anEmptyConfigIsReadyToStart() {
    Desk desk;
    desk.find<QAction>("newDraft")->trigger();
    desk.waitForPlan();
    QVERIFY(desk.text().startsWith(QStringLiteral("# ")));
    QVERIFY(desk.find<QAction>("startRun")->isEnabled());
    QCOMPARE(desk.find<QLabel>("configTitle")->text(), QStringLiteral("Draft"));
  }

  void aFileThatCannotBeOpenedIsTold() {
    Desk desk;
    const QString before = desk.text();
    desk.page->openFile(desk.folder.filePath(QStringLiteral("nothing.toml")));
    QVERIFY2(barText(desk).contains(QStringLiteral("nothing.toml was not opened")), qPrintable(barText(desk)));
    QCOMPARE(desk.text(), before);
  }

  void draftsSurvive() {
    QSettings settings(QDir::temp().filePath(QStringLiteral("lockstep-new-run-test.ini")), QSettings::IniFormat);
    settings.clear();
    Desk desk;
    desk.setText(quick);
    desk.type("data.batch_size", QStringLiteral("48"));
    const QString mine = desk.text();
    desk.find<QAction>("viewToml")->trigger();
    desk.page->saveState(settings);
    desk.page = std::make_unique<NewRunPage>(PageContext{*desk.feed, *desk.sessions});
    desk.page->restoreState(settings);
    desk.waitForCheck();
    QCOMPARE(desk.text(), mine);
    QCOMPARE(desk.document().path(), QString());
    QVERIFY(desk.document().isChanged());
    QVERIFY(desk.find<QAction>("viewToml")->isChecked());
    // A crash: only the autosaved file is there.
    const DraftStore store(QString::fromStdString(desk.feed->folder().string()));
    QVERIFY(QMetaObject::invokeMethod(desk.page->findChild<QTimer*>(QStringLiteral("autosave")), "timeout"));
    QVERIFY(QFile::exists(store.file()));
    settings.clear();
    desk.page = std::make_unique<NewRunPage>(PageContext{*desk.feed, *desk.sessions});
    desk.page->restoreState(settings);
    QCOMPARE(desk.text(), mine);
    QVERIFY2(barText(desk).contains(QStringLiteral("brought back")), qPrintable(barText(desk)));
    desk.page->saveState(settings);
    QVERIFY(!QFile::exists(store.file()));
  }

  void startTrainsAndOpensTheRun() {
    Desk desk;
    desk.setText(quick);
    desk.waitForPlan();
    QSignalSpy opened(desk.page.get(), &NewRunPage::runOpened);
    QSignalSpy ended(desk.sessions.get(), &Sessions::ended);
    auto* start = desk.find<QPushButton>("startRun");
    QTRY_VERIFY(start->isEnabled());
    QTest::mouseClick(start, Qt::LeftButton);
    QCOMPARE(start->text(), QStringLiteral("Starting…"));
    QVERIFY(!start->isEnabled());
    QTest::keyClick(desk.editor(), Qt::Key_Return, Qt::ControlModifier);  // nothing twice
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60'000);
    QCOMPARE(ended[0][1].value<tracking::Status>(), tracking::Status::finished);
    desk.feed->refresh();
    QCOMPARE(desk.feed->runs().size(), std::size_t{1});
    const std::string id = opened[0][0].toString().toStdString();
    QCOMPARE(QString::fromStdString(desk.feed->run(id)->name), QStringLiteral("draft"));
    QCOMPARE(QString::fromStdString(desk.feed->project().document(id, "config.text").value_or("")), quick);
    QVERIFY(start->isEnabled());
    QCOMPARE(start->text(), QStringLiteral("Start"));
  }

  void whatIsRefusedIsTold() {
    Desk desk;
    desk.setText(quick + QStringLiteral("[run]\ndevice = \"cuda:99\"\n"));
    desk.waitForPlan();
    auto* start = desk.find<QPushButton>("startRun");
    QTRY_VERIFY(start->isEnabled());
    QTest::keyClick(desk.editor(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(barText(desk).startsWith(QStringLiteral("The run did not start: ")), 20'000);
    QVERIFY(start->isEnabled());
    QVERIFY(desk.feed->runs().empty());
  }

  void mistakesAreVisitedInTurn() {
    Desk desk;
    desk.setText(QString(quick).replace(QStringLiteral("steps = 5"), QStringLiteral("steps = -5")).replace(QStringLiteral("0.1\n\n[train]"), QStringLiteral("\"x\"\n\n[train]")));
    QCOMPARE(desk.find<QPushButton>("checkState")->text(), QStringLiteral("✗ 2 mistake(s)"));
    QTest::keyClick(desk.editor(), Qt::Key_F8);
    QCOMPARE(qApp->focusWidget()->objectName(), QStringLiteral("optimizer.learning_rate"));
    QCOMPARE(desk.editor()->textCursor().selectedText(), QStringLiteral("\"x\""));
    QTest::keyClick(qApp->focusWidget(), Qt::Key_F8);
    QCOMPARE(qApp->focusWidget()->objectName(), QStringLiteral("train.steps"));
    desk.picture(QStringLiteral("mistakes"));
    QTest::mouseClick(desk.find("error:optimizer.learning_rate"), Qt::LeftButton);
    QCOMPARE(desk.editor()->textCursor().selectedText(), QStringLiteral("\"x\""));
  }

  void tablesAreCopiedAsLinesOfCells() {
    Desk desk;
    desk.setText(quick);
    desk.waitForPlan();
    auto* table = desk.find<QTableView>("planLayers");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("0\tFlatten\t[N, 64]\t\tfloat32\n1\tLinear\t[N, 10]\t650\tfloat32"));
  }

  void viewsCanBeChosen() {
    Desk desk;
    QTest::keyClick(desk.page.get(), Qt::Key_1, Qt::AltModifier);
    QVERIFY(desk.find("schemaForm")->isVisible() && !desk.editor()->isVisible());
    desk.picture(QStringLiteral("form"));
    QTest::keyClick(desk.page.get(), Qt::Key_2, Qt::AltModifier);
    QVERIFY(!desk.find("schemaForm")->isVisible() && desk.editor()->isVisible());
    QTest::keyClick(desk.page.get(), Qt::Key_3, Qt::AltModifier);
    QVERIFY(desk.find("schemaForm")->isVisible() && desk.editor()->isVisible());
  }

  void readingCanBeStopped() {
    PlanPanel panel;
    QSignalSpy cancelled(&panel, &PlanPanel::cancelWanted);
    panel.show();
    panel.setReading(12'000, 60'000);
    QVERIFY(panel.findChild<QLabel*>(QStringLiteral("planState"))->text().contains(QStringLiteral("12,000 of 60,000")));
    QTest::mouseClick(panel.findChild<QPushButton*>(QStringLiteral("planCancel")), Qt::LeftButton);
    QCOMPARE(cancelled.size(), 1);
    panel.setCancelled();
    QSignalSpy wanted(&panel, &PlanPanel::readingWanted);
    QTest::mouseClick(panel.findChild<QPushButton*>(QStringLiteral("planRead")), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
  }

  void readingThatWasStoppedIsNotTakenUpByItself() {
    Desk desk;
    QByteArray rows("a,b,c,d,e,f,g,h,y\n");
    for (int i = 0; i < 300'000; ++i) rows += QByteArray::number(i * 0.37) + ",2.5,3.25,4.125,5.0625,6.03125,7,8," + (i % 2 == 0 ? "x\n" : "y\n");
    write(desk.folder.filePath(QStringLiteral("projekt ü/large.csv")), rows);
    Planner planner;
    QSignalSpy cancelled(&planner, &Planner::cancelled);
    QSignalSpy planned(&planner, &Planner::planned);
    QSignalSpy begun(&planner, &Planner::begun);
    connect(&planner, &Planner::begun, &planner, &Planner::cancel, Qt::QueuedConnection);  // long before it is read
    desk.setText(QStringLiteral("[data]\nkind = \"csv\"\npath = \"large.csv\"\n[[model.layers]]\ntype = \"Linear\"\n[optimizer]\ntype = \"SGD\"\n[train]\nepochs = 1\n"));
    const auto document = desk.document().lastChecked().document;
    QVERIFY(document != nullptr);
    planner.plan(document);
    QTRY_COMPARE_WITH_TIMEOUT(cancelled.size(), 1, 20'000);
    QVERIFY(planned.isEmpty() && !planner.isReading());
    planner.plan(document);  // as after another key in the text
    QTRY_COMPARE(cancelled.size(), 2);
    QVERIFY(!planner.isReading());
    QCOMPARE(begun.size(), 1);
    disconnect(&planner, &Planner::begun, &planner, &Planner::cancel);
    planner.again();
    QTRY_COMPARE_WITH_TIMEOUT(planned.size(), 1, 60'000);
  }

  void tabGoesFromTheHeaderIntoTheForm() {
    Desk desk;
    auto* start = desk.find<QPushButton>("startRun");
    QTRY_VERIFY(start->isEnabled());
    start->setFocus();
    QTest::keyClick(start, Qt::Key_Tab);
    QCOMPARE(qApp->focusWidget()->objectName(), QStringLiteral("run.name"));
  }

  void modelsKeepTheirPromises() {
    LayerTableModel layers;
    const QAbstractItemModelTester layerTester(&layers, QAbstractItemModelTester::FailureReportingMode::QtTest);
    layers.setLayers({{QStringLiteral("0"), QStringLiteral("Linear"), QStringLiteral("[N, 3]"), 12'345, QStringLiteral("float32")}});
    QCOMPARE(layers.index(0, LayerTableModel::parameters).data().toString(), QStringLiteral("12,345"));
    layers.setLayers({});
    SampleTableModel samples;
    const QAbstractItemModelTester sampleTester(&samples, QAbstractItemModelTester::FailureReportingMode::QtTest);
    samples.setSamples({QStringLiteral("y\nreal"), QStringLiteral("a\nreal")}, {{QStringLiteral("1.2345678"), QStringLiteral("x")}, {QStringLiteral("2")}});
    QCOMPARE(samples.index(0, 0).data().toString(), QStringLiteral("1.235"));
    QCOMPARE(samples.index(0, 0).data(Qt::ToolTipRole).toString(), QStringLiteral("1.2345678"));
    QCOMPARE(samples.index(1, 1).data().toString(), QString());
  }
};

QTEST_MAIN(TestNewRunPage)
#include "tst_new_run_page.moc"
