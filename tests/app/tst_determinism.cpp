// The guarantees R1 (repeat), R2 (no bystander), R3 (resume) and R4 (threads) through the program, bit for bit: every
// step's loss, batch hash and parameter checksum, on the digits and on Fashion-MNIST.
#include <QtTest>

#include <csignal>

#include "support_lockstep.h"

using namespace lockstep::test;

class TestDeterminism : public QObject {
  Q_OBJECT

 private:
  static QStringList digits(const QString& project, const QStringList& more = {}) {
    return QStringList{"train", "preset:digits-cnn", "--project", project, "--json", "--set", "train.epochs=4"} + more;
  }
  /// Everything that was computed, as text.
  static QByteArray computed(const QString& project, const QString& run = "last") {
    const Ran ran = run_lockstep({"metrics", run, "train/loss", "batch_hash", "parameters", "gradient_norm", "val/loss", "test/accuracy", "--csv", "--project", project});
    if (ran.code != 0) qWarning("%s", ran.err.constData());
    return ran.out;
  }

  QTemporaryDir m_folder;
  QByteArray m_reference;
  QJsonObject m_end;

  QString folder(const QString& name) const { return m_folder.filePath(name); }

 private slots:
  void initTestCase() {
    const Ran ran = run_lockstep(digits(folder("reference"), {"--threads", "1"}));
    QVERIFY2(ran.code == 0, ran.err.constData());
    m_end = ran.event("end");
    QCOMPARE(m_end["status"].toString(), QString("finished"));
    m_reference = computed(folder("reference"));
    QVERIFY(m_reference.count('\n') > 40);
  }

  void bystandersChangeNothing_data() {
    QTest::addColumn<QStringList>("more");
    QTest::newRow("again") << QStringList{"--threads", "1"};
    QTest::newRow("2 threads") << QStringList{"--threads", "2"};
    QTest::newRow("3 threads") << QStringList{"--threads", "3"};
    QTest::newRow("4 threads") << QStringList{"--threads", "4"};
    QTest::newRow("no workers") << QStringList{"--set", "data.workers=0"};
    QTest::newRow("1 worker") << QStringList{"--set", "data.workers=1"};
    QTest::newRow("3 workers") << QStringList{"--set", "data.workers=3"};
    QTest::newRow("log interval") << QStringList{"--set", "train.log_interval=7"};
    QTest::newRow("checkpoint interval") << QStringList{"--set", "train.checkpoint_interval=3"};
  }
  void bystandersChangeNothing() {
    QFETCH(QStringList, more);
    const QString project = folder("bystander");
    const Ran ran = run_lockstep(digits(project, more));
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(ran.event("end")["parameters"], m_end["parameters"]);
    QCOMPARE(ran.event("end")["config_hash"], m_end["config_hash"]);
    QCOMPARE(computed(project), m_reference);
  }

  void anotherSeedChangesEverything() {
    const Ran ran = run_lockstep(digits(folder("seed"), {"--set", "reproducibility.seed=43"}));
    QVERIFY2(ran.code == 0, ran.err.constData());
    QVERIFY(ran.event("end")["parameters"] != m_end["parameters"]);
    QCOMPARE(ran.event("end")["config_hash"], m_end["config_hash"]);  // seeds stand beside the hash
  }

  void pausesChangeNothing() {
    const QString project = folder("paused");
    Running running(digits(project));
    for (int i = 1; i <= 2; ++i) {
      QVERIFY(running.wait_for("step", 12 * i));
      QCOMPARE(run_lockstep({"pause", "last", "--project", project}).code, 0);
      QTRY_COMPARE_WITH_TIMEOUT(run_lockstep({"runs", "--json", "--project", project}).last()["status"].toString(), QString("paused"), 5000);
      QCOMPARE(run_lockstep({"resume", "last", "--project", project}).code, 0);
    }
    const Ran ran = running.finish();
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(computed(project), m_reference);
  }

  void stoppedTwiceWithinAnEpochAndResumed() {
    const QString project = folder("stopped");
    {
      Running running(digits(project));
      QVERIFY(running.wait_for("step", 5));
      running.signal(SIGTERM);
      const Ran ran = running.finish();
      QCOMPARE(ran.code, 5);
      QCOMPARE(ran.event("end")["status"].toString(), QString("stopped"));
      QVERIFY(ran.event("end")["step"].toInt() < m_end["step"].toInt());
    }
    {
      Running running({"resume", "last", "--json", "--project", project});
      QVERIFY(running.wait_for("step", 2));
      QCOMPARE(run_lockstep({"stop", "last", "--project", project}).code, 0);
      QCOMPARE(running.finish().code, 5);
    }
    const Ran ran = run_lockstep({"resume", "last", "--json", "--threads", "2", "--project", project});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(ran.event("end")["parameters"], m_end["parameters"]);
    QCOMPARE(computed(project), m_reference);
    QCOMPARE(run_lockstep({"show", "last", "--json", "--project", project}).last()["attempts"].toArray().size(), 3);
    QCOMPARE(run_lockstep({"resume", "last", "--project", project}).code, 2);  // nothing is left to resume
  }

  // Accumulated micro-batches stopped within a step.
  void stoppedWithinAnAccumulatedStep() {
    const QStringList settings{"--set", "train.accumulate=3", "--set", "data.batch_size=16", "--set", "train.epochs=2"};
    const Ran whole = run_lockstep(digits(folder("accumulated"), settings));
    QVERIFY2(whole.code == 0, whole.err.constData());
    const QString project = folder("accumulated-stopped");
    Running running(digits(project, settings));
    QVERIFY(running.wait_for("step", 4));
    running.signal(SIGINT);
    QCOMPARE(running.finish().code, 5);
    const Ran ran = run_lockstep({"resume", "last", "--json", "--project", project});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(computed(project), computed(folder("accumulated")));
  }

  void fashionMnistOverThreadsAndWorkers() {
    if (!QFileInfo::exists("/usr/share/datasets/fashion-mnist") && qEnvironmentVariableIsEmpty("LOCKSTEP_DATASETS")) QSKIP("the package dataset-fashion-mnist is not installed");
    const auto train = [&](const QString& preset, const QString& name, const QStringList& more) {
      const QString project = folder(name);
      const Ran ran = run_lockstep(QStringList{"train", "preset:" + preset, "--json", "--project", project} + more);
      if (ran.code != 0) qWarning("%s", ran.err.constData());
      return computed(project);
    };
    const QStringList epoch{"--set", "train.epochs=1"};
    const QByteArray mlp = train("fashion-mlp", "mlp-1", epoch + QStringList{"--threads", "1"});
    QVERIFY(mlp.count('\n') > 100);
    QCOMPARE(train("fashion-mlp", "mlp-3", epoch + QStringList{"--threads", "3", "--set", "data.workers=3"}), mlp);
    const QStringList steps{"--set", "train.epochs=1", "--set", "data.validation_fraction=0.98"};
    const QByteArray cnn = train("fashion-cnn", "cnn-1", steps + QStringList{"--threads", "1", "--set", "data.workers=0"});
    QVERIFY(cnn.count('\n') > 10);
    QCOMPARE(train("fashion-cnn", "cnn-4", steps + QStringList{"--threads", "4"}), cnn);
  }
};

QTEST_GUILESS_MAIN(TestDeterminism)
#include "tst_determinism.moc"
