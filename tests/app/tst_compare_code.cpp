// What `compare` and a report say of the code of two runs that were trained from different commits with different changes.
#include <QtTest>

#include "support_lockstep.h"

using namespace lockstep::test;

class TestCompareCode : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QString path(const QString& name) const { return m_folder.filePath(name); }
  void git(const QStringList& arguments) const {
    QProcess process;
    process.setWorkingDirectory(path("code"));
    process.start("git", QStringList{"-c", "user.name=Ada", "-c", "user.email=ada@example.org"} + arguments);
    QVERIFY(process.waitForFinished() && process.exitCode() == 0);
  }
  QString train() const {
    const Ran ran = run_lockstep({"train", path("code/exp.toml"), "--project", path("project"), "--set", "train.epochs=1", "--json"});
    if (ran.code != 0) qWarning("%s", ran.err.constData());
    return ran.event("end")["run"].toString();
  }

 private slots:
  void commitsAndChangedLinesAreShown() {
    QDir().mkpath(path("code"));
    git({"init", "-q"});
    QFile::copy(LOCKSTEP_SOURCE_DIR "/resources/presets/digits-mlp.toml", path("code/exp.toml"));
    write_file(path("code/train.py"), "rate = 1\nmodel = 2\n");
    git({"add", "."});
    git({"commit", "-q", "-m", "First"});
    write_file(path("code/train.py"), "rate = 0.1\nmodel = 2\n");
    const QString first = train();
    git({"checkout", "-q", "train.py"});
    write_file(path("code/notes.txt"), "x\n");
    git({"add", "."});
    git({"commit", "-q", "-m", QStringLiteral("记录 Notes")});
    write_file(path("code/train.py"), "rate = 0.5\nmodel = 2\n");
    const QString second = train();
    QVERIFY(!first.isEmpty() && !second.isEmpty());

    const Ran json = run_lockstep({"compare", first, second, "--project", path("project"), "--json"});
    QVERIFY2(json.code == 0, json.err.constData());
    const QJsonObject commits = json.last()["commits"].toObject();
    QCOMPARE(commits["only_before_total"].toInt(), 0);
    QCOMPARE(commits["only_after_total"].toInt(), 1);
    QCOMPARE(commits["only_after"][0]["summary"].toString(), QStringLiteral("记录 Notes"));
    QCOMPARE(json.last()["patches"][0]["path"].toString(), QString("train.py"));
    QCOMPARE(json.last()["patches"][0]["text"].toString(), QString("-rate = 0.1\n+rate = 0.5\n model = 2\n"));

    const Ran text = run_lockstep({"compare", first, second, "--project", path("project")});
    QVERIFY2(text.out.contains("记录 Notes") && text.out.contains("  -rate = 0.1\n  +rate = 0.5\n"), text.out.constData());

    const QString report = path("report.html");
    QCOMPARE(run_lockstep({"report", first, second, "--project", path("project"), "--output", report, "--language", "zh_CN"}).code, 0);
    QFile file(report);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray html = file.readAll();
    QVERIFY(html.contains("两次运行之间的提交") && html.contains("记录 Notes") && html.contains("未提交更改的差异") && html.contains("rate = 0.5"));

    // The repository goes away: the comparison says so and stands.
    QVERIFY(QDir(path("code")).removeRecursively());
    const Ran gone = run_lockstep({"compare", first, second, "--project", path("project")});
    QCOMPARE(gone.code, 0);
    QVERIFY2(gone.out.contains("cannot be read any more"), gone.out.constData());
  }
};

QTEST_GUILESS_MAIN(TestCompareCode)
#include "tst_compare_code.moc"
