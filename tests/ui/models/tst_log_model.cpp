// A log file read bit by bit: only whole lines, never more than the ring, whatever the file's size.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "ui/models/Cells.h"
#include "ui/models/LogModel.h"

using namespace lockstep::ui;
using Severity = LogEntry::Severity;

class TestLogModel : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::filesystem::path m_file;

  void append(const std::string& text) {
    std::ofstream out(m_file, std::ios::binary | std::ios::app);
    out << text;
  }
  static LogPart read(const LogModel& model, const std::filesystem::path& file, bool ended = false) { return LogModel::read(file, model.next(), model.lastSeverity(), ended, {}); }
  static QString textAt(const QAbstractItemModel& model, int row) { return model.index(row, LogModel::message).data().toString(); }

 private slots:
  void init() {
    m_file = std::filesystem::path(m_folder.path().toStdString()) / "log.txt";
    std::filesystem::remove(m_file);
  }

  void linesAsTheyAreWritten() {
    LogModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.add(read(model, m_file));
    QCOMPARE(model.rowCount(), 0);
    append("2026-11-30T12:34:56.789Z info begins\n2026-11-30T12:34:57.001Z error it br");
    model.add(read(model, m_file));
    QCOMPARE(model.rowCount(), 1);  // half a line is none yet
    append("oke\n    on the second line\n2026-11-30T12:34:58.000Z warning ünïcode 中文\n");
    model.add(read(model, m_file));
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(textAt(model, 1), QStringLiteral("it broke"));
    QCOMPARE(textAt(model, 2), QStringLiteral("on the second line"));
    QCOMPARE(model.index(2, LogModel::time).data().toString(), QString());
    QCOMPARE(model.index(2, LogModel::message).data(LogModel::severityRole).toInt(), static_cast<int>(Severity::error));
    QCOMPARE(textAt(model, 3), QString::fromUtf8("ünïcode 中文"));
    QCOMPARE(model.index(3, LogModel::severity).data().toString(), QString::fromUtf8("▲ warning"));
    QCOMPARE(model.index(0, LogModel::time).data(exactRole).toString(), QStringLiteral("2026-11-30T12:34:56.789Z"));
    const auto before = model.next();
    model.add(read(model, m_file));
    QCOMPARE(model.next(), before);
    QCOMPARE(model.rowCount(), 4);
    append("2026-11-30T12:34:59.000Z info cut off by a kill");
    model.add(read(model, m_file, true));  // the run is over: nothing comes after it
    QCOMPARE(textAt(model, 4), QStringLiteral("cut off by a kill"));
  }

  void aLineOfAnotherFormIsShownAsItIs() {
    append("no time\n\n2026-11-30T12:34:56.789Z\nx\n");
    LogModel model;
    model.add(read(model, m_file));
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(textAt(model, 0), QStringLiteral("no time"));
    QCOMPARE(textAt(model, 1), QString());
    QCOMPARE(textAt(model, 3), QStringLiteral("x"));
  }

  void theRingKeepsTheNewest() {
    constexpr int lines = LogModel::ring + 5000;
    std::string text;
    for (int i = 0; i < lines; ++i) text += "2026-11-30T12:34:56.789Z info line " + std::to_string(i) + "\n";
    append(text);
    LogModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    LogPart part = read(model, m_file);
    QCOMPARE(static_cast<int>(part.entries.size()), LogModel::ring);
    model.add(std::move(part));
    QVERIFY(model.hasEarlier());
    QCOMPARE(textAt(model, 0), QStringLiteral("line 5000"));
    QCOMPARE(textAt(model, LogModel::ring - 1), QStringLiteral("line %1").arg(lines - 1));
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    append("2026-11-30T12:34:56.789Z info one\n2026-11-30T12:34:56.789Z info two\n");
    model.add(read(model, m_file));
    QCOMPARE(removed.count(), 1);
    QCOMPARE(model.rowCount(), LogModel::ring);
    QCOMPARE(textAt(model, 0), QStringLiteral("line 5002"));
    QCOMPARE(textAt(model, LogModel::ring - 1), QStringLiteral("two"));
    // More at once than the ring holds: the gap is not papered over.
    append(text);
    model.add(read(model, m_file));
    QCOMPARE(model.rowCount(), LogModel::ring);
    QCOMPARE(textAt(model, 0), QStringLiteral("line 5000"));
  }

  void aFileThatWasCutIsReadAnew() {
    append("2026-11-30T12:34:56.789Z info a long line of the first file\n");
    LogModel model;
    model.add(read(model, m_file));
    std::filesystem::remove(m_file);
    append("2026-11-30T12:34:56.789Z info other\n");
    model.add(read(model, m_file));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(textAt(model, 0), QStringLiteral("other"));
  }

  void filtersByWordsAndKind() {
    append("2026-11-30T12:34:56.789Z info alpha beta\n2026-11-30T12:34:56.789Z warning Beta\n2026-11-30T12:34:56.789Z error gamma\n    beta alpha\n");
    LogModel model;
    LogFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.add(read(model, m_file));
    QCOMPARE(filter.rowCount(), 4);
    filter.setWords(QStringLiteral(" BETA  alp"));
    QCOMPARE(filter.rowCount(), 2);
    filter.setLeast(Severity::error);
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(textAt(filter, 0), QStringLiteral("beta alpha"));
    filter.setWords({});
    QCOMPARE(filter.rowCount(), 2);
    filter.setLeast(Severity::warning);
    QCOMPARE(filter.rowCount(), 3);
    append("2026-11-30T12:34:56.789Z error late\n2026-11-30T12:34:56.789Z info later\n");
    model.add(read(model, m_file));
    QCOMPARE(filter.rowCount(), 4);
  }
};

QTEST_MAIN(TestLogModel)
#include "tst_log_model.moc"
