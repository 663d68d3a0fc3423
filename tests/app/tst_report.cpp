// `report` as a person or a script calls it: no display, no variables, any folder; what it writes and what it says when it can't.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include "support_lockstep.h"

using namespace lockstep::test;

namespace {

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A machine of other habits.
const QStringList elsewhere{"TZ=America/St_Johns", "LC_ALL=de_DE.UTF-8", "LANG=tr_TR.UTF-8", "HOME=/nonexistent"};

}  // namespace

class TestReport : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QString m_project;

 private slots:
  void initTestCase() {
    // The program must find its way without them.
    for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"}) qunsetenv(name);
    m_project = m_folder.filePath("a project");
    for (const char* rate : {"0.003", "0.002"})
      QCOMPARE(run_lockstep({"train", "preset:digits-mlp", "--project", m_project, "--set", "train.epochs=2", "--set",
                             QStringLiteral("optimizer.learning_rate=%1").arg(rate), "--name",
                             QStringLiteral("rate %1").arg(rate)})
                   .code,
               0);
  }

  void every_format_is_the_same_everywhere_data() {
    QTest::addColumn<QString>("extension");
    QTest::addColumn<QByteArray>("begins");
    QTest::newRow("html") << "html" << QByteArray("<!DOCTYPE html>");
    QTest::newRow("pdf") << "pdf" << QByteArray("%PDF-1.");
    QTest::newRow("md") << "md" << QByteArray("# ");
    QTest::newRow("tex") << "tex" << QByteArray("% A fragment");
    QTest::newRow("csv") << "csv" << QByteArray("run,key,step,value\n");
    QTest::newRow("json") << "json" << QByteArray("{");
  }
  void every_format_is_the_same_everywhere() {
    QFETCH(QString, extension);
    QFETCH(QByteArray, begins);
    for (const QStringList& runs : {QStringList{"last"}, QStringList{"rate 0.003", "rate 0.002"}}) {
      const QString here = m_folder.filePath("here." + extension), there = m_folder.filePath("there." + extension);
      const Ran ran =
          run_lockstep(QStringList{"report"} + runs + QStringList{"--output", here, "--project", m_project, "--json"});
      QVERIFY2(ran.code == 0, ran.err.constData());
      QVERIFY2(ran.err.isEmpty(), ran.err.constData());
      QCOMPARE(ran.last()["format"].toString(), extension);
      QCOMPARE(ran.last()["bytes"].toInt(), static_cast<int>(content(here).size()));
      QCOMPARE(ran.last()["runs"].toArray().size(), runs.size());
      QVERIFY(content(here).startsWith(begins));
      QCOMPARE(run_lockstep(QStringList{"report"} + runs + QStringList{"--output", there}, m_project, elsewhere).code,
               0);
      QVERIFY(content(here) == content(there));
    }
  }

  void chinese_when_asked() {
    const QString file = m_folder.filePath("zh.html");
    QCOMPARE(run_lockstep({"report", "last", "--output", file, "--project", m_project, "--language", "zh_CN"}).code, 0);
    QVERIFY(content(file).contains("学习率"));
    QCOMPARE(run_lockstep({"report", "last", "--output", file, "--project", m_project, "--language", "fr"}).code, 2);
  }

  void what_can_t_be_written_says_why_and_leaves_nothing() {
    const auto fails = [&](const QString& output, int code, const char* text, const QStringList& runs = {"last"}) {
      const Ran ran =
          run_lockstep(QStringList{"report"} + runs + QStringList{"--output", output, "--project", m_project});
      QCOMPARE(ran.code, code);
      QVERIFY2(ran.err.contains(text), ran.err.constData());
      QVERIFY(!QFile::exists(output));
    };
    fails(m_folder.filePath("report.docx"), 2, ".html, .pdf, .md, .tex, .csv, .json");
    fails(m_folder.filePath("no/such/folder.html"), 1, "no/such");
    fails(m_folder.filePath("no/such/folder.pdf"), 1, "no/such");
    fails(m_folder.filePath("nobody.html"), 2, "nobody", {"nobody"});
    fails(m_folder.filePath("twice.html"), 2, "twice", {"last", "last"});
    QCOMPARE(run_lockstep({"report", "last", "--project", m_project}).code, 2);
  }

  void a_file_that_is_there_is_replaced() {
    const QString file = write_file(m_folder.filePath("old.md"), "something old");
    QCOMPARE(run_lockstep({"report", "last", "--output", file, "--project", m_project}).code, 0);
    QVERIFY(content(file).startsWith("# rate 0.002"));
  }
};

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
