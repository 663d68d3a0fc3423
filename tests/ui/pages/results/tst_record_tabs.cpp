// Config, Provenance and Log over really trained runs, driven by mouse and keyboard.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QTimer>
#include <QTreeView>

#include "support_window.h"
#include "tracking/store/run_writer.h"
#include "ui/models/Cells.h"
#include "ui/models/LogModel.h"
#include "ui/models/RecordModel.h"
#include "ui/pages/results/HashLabel.h"

using namespace lockstep;
using namespace lockstep::ui;
using namespace lockstep::ui::test;

namespace {

QString clipboard() { return QGuiApplication::clipboard()->text(); }

/// All of a tree as its exact texts.
QString everything(const QAbstractItemModel& model, const QModelIndex& parent = {}) {
  QString out;
  for (int row = 0; row < model.rowCount(parent); ++row) {
    const QModelIndex index = model.index(row, 0, parent);
    out += index.data().toString() + u'\t' + exactText(index.siblingAtColumn(1)) + u'\n' + everything(model, index);
  }
  return out;
}

bool git(const Workshop& workshop, const QStringList& arguments) {
  QProcess process;
  process.setWorkingDirectory(QString::fromStdString(workshop.path("").string()));
  process.start(QStringLiteral("git"), QStringList{QStringLiteral("-c"), QStringLiteral("user.name=x"), QStringLiteral("-c"), QStringLiteral("user.email=x@x")} + arguments);
  return process.waitForFinished() && process.exitCode() == 0;
}

}  // namespace

class TestRecordTabs : public QObject {
  Q_OBJECT

  std::unique_ptr<Workshop> m_workshop;
  tracking::SessionResult m_digits;

 private slots:
  void initTestCase() {
    m_workshop = std::make_unique<Workshop>();
    m_digits = m_workshop->trainDigits(3);
    QCOMPARE(m_digits.status, tracking::Status::finished);
  }
  void cleanupTestCase() { m_workshop.reset(); }

  void theConfigAsWrittenAndResolved() {
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    window.open("configTab");
    auto* view = window.find<QPlainTextEdit>("configText");
    const QString written = QString::fromStdString(*m_workshop->project().document(m_digits.run, "config.text"));
    const QString resolved = QString::fromStdString(*m_workshop->project().document(m_digits.run, "config.toml"));
    QTRY_COMPARE(view->toPlainText(), written);
    QVERIFY(view->isReadOnly());
    QTest::mouseClick(window.find<QPushButton>("copyConfig"), Qt::LeftButton);
    QCOMPARE(clipboard(), written);
    QTest::mouseClick(window.find<QRadioButton>("configResolved"), Qt::LeftButton, {}, QPoint(8, 8));
    QTRY_COMPARE(view->toPlainText(), resolved);
    QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(clipboard(), resolved);
    auto* hash = window.find<HashLabel>("configHash");
    QCOMPARE(hash->hash(), QString::fromStdString(m_digits.config_hash));
    QVERIFY(hash->findChild<QLabel*>()->toolTip().startsWith(QString::fromStdString(m_digits.config_hash)));
    QVERIFY(!hash->findChild<QLabel*>()->text().contains(QString::fromStdString(m_digits.config_hash)));
    QTest::keyClick(view, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(clipboard(), QString::fromStdString(m_digits.config_hash));
  }

  void provenanceShowsWhatTheDocumentsSay() {
    RunWindow window(m_workshop->projectFolder(), m_digits.run);
    window.open("provenanceTab");
    auto* tree = window.find<QTreeView>("provenanceTree");
    QTRY_VERIFY(tree->model()->rowCount() > 8);
    const QAbstractItemModelTester tester(tree->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QString all = everything(*tree->model());
    // One telling value of each document.
    for (const std::string& expected :
         {m_digits.run, m_digits.config_hash, m_digits.data_fingerprint, m_digits.parameters, std::string("digits.csv.gz"), std::string("34af3b9b1a8afa599fef9fa56f4d7d4933c3e969bdf02f3fa698213eb8c8adec"),
          std::string("2582422659822310084"), std::string("98e414834985db39"), std::string("best.safetensors"), std::string("Flatten"), std::string("4.881955623626709"), m_workshop->path("config.toml").string()}) {
      QVERIFY2(all.contains(QString::fromStdString(expected)), expected.c_str());
    }
    QVERIFY(all.contains(QStringLiteral("Patch\tnone, because the folder lies in no git repository")));
    QVERIFY(!window.find<QPlainTextEdit>("patchView")->isVisible());

    auto* search = window.find<QLineEdit>("provenanceFilter");
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClicks(search, QStringLiteral("shuffle"));
    QTRY_COMPARE(tree->model()->rowCount(), 1);
    search->clear();
    QTest::keyClicks(search, QStringLiteral("order samples"));
    QTRY_COMPARE(tree->model()->rowCount(), 1);
    const QModelIndex seed = tree->model()->index(0, 0, tree->model()->index(0, 0));
    QCOMPARE(seed.data().toString(), QStringLiteral("Order of samples"));
    QVERIFY(tree->isExpanded(seed.parent()));
    tree->setCurrentIndex(seed);
    QTest::mouseClick(window.find<QPushButton>("copyProvenanceValue"), Qt::LeftButton);
    QCOMPARE(clipboard(), QStringLiteral("9153267085503641063"));
    tree->clearSelection();
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(clipboard(), QStringLiteral("Name\tValue\nSeeds\t\nOrder of samples\t9153267085503641063\n"));
    search->setText(QStringLiteral("there is no such thing"));
    QTRY_VERIFY(!tree->isVisible());
  }

  void aPatchIsShownWithItsFiles() {
    Workshop workshop;
    workshop.write("plane.csv", planeCsv(60));
    workshop.write("code.py", "print(1)\nprint(2)\n");
    if (!git(workshop, {QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("trunk")})) QSKIP("git is not installed");
    QVERIFY(git(workshop, {QStringLiteral("add"), QStringLiteral("code.py"), QStringLiteral("plane.csv")}));
    QVERIFY(git(workshop, {QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"), QStringLiteral("First")}));
    workshop.write("code.py", "print(1)\nprint(3)\nprint(4)\n");
    const auto run = workshop.train(planeConfig());
    RunWindow window(workshop.projectFolder(), run.run);
    window.open("provenanceTab");
    auto* tree = window.find<QTreeView>("provenanceTree");
    auto* patch = window.find<QPlainTextEdit>("patchView");
    QTRY_VERIFY(patch->isVisible());
    QCOMPARE(patch->toPlainText(), QString::fromStdString(*workshop.project().document(run.run, "code.patch")));
    QVERIFY(patch->toPlainText().contains(QStringLiteral("\n-print(2)\n+print(3)\n+print(4)\n")));
    const QString all = everything(*tree->model());
    QVERIFY(all.contains(QStringLiteral("Branch\ttrunk")));
    QVERIFY(all.contains(QStringLiteral("Commit's message\tFirst")));
    QVERIFY(all.contains(QStringLiteral("Uncommitted changes\tyes")));
    QVERIFY(all.contains(QStringLiteral("code.py\tmodified")));
    QTest::mouseClick(window.find<QPushButton>("copyPatch"), Qt::LeftButton);
    QCOMPARE(clipboard(), patch->toPlainText());
    window.picture(QStringLiteral("patch"));
  }

  // A record that is far larger than usual: the longest time that the window does not answer is printed.
  void largeRecordsDoNotHoldTheWindowUp() {
    const auto writer = m_workshop->project().create_run({.name = "large"});
    std::string patch = "diff --git a/x b/x\n";
    for (int i = 0; i < 200000; ++i) patch += "+a line of code, number " + std::to_string(i) + "\n";
    writer->put_document("code.json", "{\"kind\":\"repository\",\"dirty\":true}");
    writer->put_document("code.patch", patch);
    std::string files = "{\"files\":[";
    for (int i = 0; i < 50000; ++i) files += (i > 0 ? "," : "") + std::string("{\"path\":\"") + std::to_string(i) + ".png\",\"bytes\":1,\"sha256\":\"" + std::string(64, 'a') + "\"}";
    writer->put_document("data.json", files + "]}");
    writer->put_document("config.text", "x = 1\n");
    for (int i = 0; i < 30000; ++i) writer->log({tracking::now_ms(), tracking::Severity::info, "a line of the log, number " + std::to_string(i)});
    writer->finish(tracking::Status::finished);
    RunWindow window(m_workshop->projectFolder(), writer->id());
    qint64 longest = 0;
    QElapsedTimer since;
    QTimer heart;
    since.start();
    connect(&heart, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
    heart.start(5);
    window.open("provenanceTab");
    auto* view = window.find<QPlainTextEdit>("patchView");
    QTRY_VERIFY_WITH_TIMEOUT(view->isVisible(), 20000);
    QVERIFY(view->toPlainText().size() < 60001);
    QVERIFY(window.find<QLabel>("patchTitle")->text().contains(QStringLiteral("+ 200000 and")));
    QTest::mouseClick(window.find<QPushButton>("copyPatch"), Qt::LeftButton);
    QCOMPARE(clipboard().size(), static_cast<qsizetype>(patch.size()));
    window.open("logTab");
    QTRY_COMPARE_WITH_TIMEOUT(window.find<QTreeView>("logView")->model()->rowCount(), LogModel::ring, 20000);
    QTest::qWait(50);
    heart.stop();
    qInfo("longest pause of the window: %lld ms", static_cast<long long>(longest));
    QVERIFY(longest < 500);
  }

  void aRunThatHasRecordedNothing() {
    const std::string run = m_workshop->project().enqueue_run({.name = "waiting"});
    RunWindow window(m_workshop->projectFolder(), run);
    window.open("configTab");
    const auto says = [&](const char* tab, const QString& words) {
      for (const QLabel* label : window.find<QWidget>(tab)->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words)) return true;
      return false;
    };
    QTRY_VERIFY(says("configTab", QStringLiteral("No config yet")));
    window.open("logTab");
    QTRY_VERIFY(says("logTab", QStringLiteral("The log is empty")));
    window.open("resultsTab");
    QTRY_VERIFY(says("resultsTab", QStringLiteral("No results yet")));
    QVERIFY(!window.find<QPushButton>("evaluate")->isEnabled() && !window.find<QPushButton>("saveModel")->isEnabled());
    window.picture(QStringLiteral("nothing-recorded"));
    window.open("provenanceTab");
    QTRY_VERIFY(window.find<QTreeView>("provenanceTree")->model()->rowCount() > 0);
  }

  void theLogFollowsALiveWriter() {
    const auto writer = m_workshop->project().create_run({.name = "live"});
    writer->set_status(tracking::Status::running);
    const auto log = [&](tracking::Severity severity, const std::string& text) {
      writer->log({tracking::now_ms(), severity, text});
      writer->flush();
    };
    for (int i = 0; i < 200; ++i) log(tracking::Severity::info, "line " + std::to_string(i));
    RunWindow window(m_workshop->projectFolder(), writer->id());
    window.open("logTab");
    auto* view = window.find<QTreeView>("logView");
    QTRY_COMPARE(view->model()->rowCount(), 200);
    auto* bar = view->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    QTRY_COMPARE(bar->value(), bar->maximum());
    log(tracking::Severity::warning, "something odd");
    QTRY_COMPARE(view->model()->rowCount(), 201);
    QTRY_COMPARE(bar->value(), bar->maximum());  // at the end: followed
    bar->setValue(10);
    log(tracking::Severity::error, "it broke\nin two lines");
    QTRY_COMPARE(view->model()->rowCount(), 203);
    QCOMPARE(bar->value(), 10);  // reading further up: left alone
    QTest::mouseClick(window.find<QPushButton>("followLog"), Qt::LeftButton);
    QTRY_COMPARE(bar->value(), bar->maximum());

    auto* kinds = window.find<QComboBox>("logSeverity");
    kinds->setFocus();
    QTest::keyClick(kinds, Qt::Key_Down);
    QTRY_COMPARE(view->model()->rowCount(), 3);
    QTest::keyClick(kinds, Qt::Key_Down);
    QTRY_COMPARE(view->model()->rowCount(), 2);
    QTest::keyClick(kinds, Qt::Key_Home);
    auto* search = window.find<QLineEdit>("logFilter");
    QTest::keyClick(view, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClicks(search, QStringLiteral("line 19"));
    QTRY_COMPARE(view->model()->rowCount(), 12);  // 19, 119, 190 … 199
    QCOMPARE(window.find<QLabel>("logCount")->text(), QStringLiteral("12 of 203 line(s)"));
    view->setCurrentIndex(view->model()->index(0, 0));
    QTest::mouseClick(window.find<QPushButton>("copyLog"), Qt::LeftButton);
    QVERIFY2(clipboard().endsWith(QString::fromUtf8("● info\tline 19\n")), qPrintable(clipboard()));
    search->clear();
    // Hidden meanwhile, it catches up.
    window.open("configTab");
    log(tracking::Severity::info, "while nobody looked");
    window.open("logTab");
    QTRY_COMPARE(view->model()->rowCount(), 204);
    writer->finish(tracking::Status::finished);
  }

  void aRunThatEndsIsReadOnToItsEnd() {
    auto writer = m_workshop->project().create_run({.name = "ends"});
    writer->set_status(tracking::Status::running);
    RunWindow window(m_workshop->projectFolder(), writer->id());
    window.open("logTab");
    writer->log({tracking::now_ms(), tracking::Severity::error, "the last word"});
    writer->finish(tracking::Status::failed, "the last word");
    auto* view = window.find<QTreeView>("logView");
    QTRY_COMPARE(view->model()->rowCount(), 1);
    window.open("provenanceTab");
    QTRY_VERIFY(everything(*window.find<QTreeView>("provenanceTree")->model()).contains(QStringLiteral("Why it ended\tthe last word")));
  }
};

QTEST_MAIN(TestRecordTabs)
#include "tst_record_tabs.moc"
