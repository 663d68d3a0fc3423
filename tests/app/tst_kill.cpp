// SIGKILL while training: the run reads interrupted, what was committed is there, the database is whole, and a resumed
// run ends as one that was never killed.
#include <QtTest>

#include <QRandomGenerator>

#include "support_lockstep.h"

using namespace lockstep::test;

class TestKill : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QString m_parameters;
  QByteArray m_series;
  int m_steps = 0;

  QStringList train(const QString& project) const {
    return {"train", "preset:digits-mlp", "--json", "--project", project, "--set", "train.epochs=12", "--set", "train.checkpoint_interval=7"};
  }
  static QByteArray series(const QString& project) { return run_lockstep({"metrics", "last", "train/loss", "batch_hash", "parameters", "--csv", "--project", project}).out; }
  static QByteArray integrity(const QString& database) {
    QProcess sqlite;
    sqlite.start("sqlite3", {database, "PRAGMA integrity_check"});
    sqlite.waitForFinished();
    return sqlite.readAllStandardOutput().trimmed();
  }

 private slots:
  void initTestCase() {
    const QString project = m_folder.filePath("reference");
    const Ran ran = run_lockstep(train(project));
    QVERIFY2(ran.code == 0, ran.err.constData());
    m_parameters = ran.event("end")["parameters"].toString();
    m_steps = ran.event("end")["step"].toInt();
    m_series = series(project);
  }

  void killedAtRandomMoments_data() {
    QTest::addColumn<int>("kill");
    for (int i = 0; i < 6; ++i) QTest::addRow("kill %d", i) << i;
  }
  void killedAtRandomMoments() {
    QFETCH(int, kill);
    const QString project = m_folder.filePath(QString("killed-%1").arg(kill));
    // A fixed generator: a failure can be had again.
    QRandomGenerator random(static_cast<quint32>(kill) + 1);
    int seen = 0;
    {
      Running running(train(project));
      seen = 1 + static_cast<int>(random.bounded(m_steps - 20));
      QVERIFY(running.wait_for("step", seen));
      running.kill();
      QCOMPARE(running.finish().code, 128 + 9);
    }
    const QJsonObject run = run_lockstep({"runs", "--json", "--project", project}).last();
    QCOMPARE(run["status"].toString(), QString("interrupted"));
    QCOMPARE(integrity(project + "/lockstep.db"), QByteArray("ok"));
    QCOMPARE(integrity(project + "/runs/" + run["run"].toString() + "/series.db"), QByteArray("ok"));
    // What was recorded is a beginning of what the whole run recorded.
    const QByteArray recorded = series(project);
    if (recorded.contains('\n')) QVERIFY(m_series.startsWith(recorded));

    const Ran resumed = run_lockstep({"resume", "last", "--json", "--project", project});
    QVERIFY2(resumed.code == 0, resumed.err.constData());
    QCOMPARE(resumed.event("end")["parameters"].toString(), m_parameters);
    QCOMPARE(series(project), m_series);
    QCOMPARE(run_lockstep({"runs", "--json", "--project", project}).last()["status"].toString(), QString("finished"));
  }

  // All but the last quarter of a second is on the disk.
  void onlyTheLastMomentsAreLost() {
    const QString project = m_folder.filePath("moments");
    Running running({"train", "preset:digits-mlp", "--json", "--project", project, "--set", "train.epochs=100000"});
    QVERIFY(running.wait_for("step", 200));
    QTest::qWait(600);
    QVERIFY(running.wait_for("step", 201));
    running.kill();
    (void)running.finish();
    QVERIFY(series(project).count('\n') > 200);
  }
};

QTEST_GUILESS_MAIN(TestKill)
#include "tst_kill.moc"
