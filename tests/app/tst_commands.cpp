// Every command as a script uses it: JSON keys, exit codes, and that what one command writes another can use.
#include <QtTest>

#include "support_lockstep.h"

using namespace lockstep::test;

class TestCommands : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QJsonObject m_end;
  QString project() const { return m_folder.filePath(QString::fromUtf8("pröjekt 中文 'x'")); }
  Ran run(const QStringList& arguments) const { return run_lockstep(arguments + QStringList{"--project", project()}); }

 private slots:
  void initTestCase() {
    const Ran ran = run({"train", "preset:digits-mlp", "--json", "--set", "train.epochs=3", "--name", "first", "--set", "train.log_interval=10"});
    QVERIFY2(ran.code == 0, ran.err.constData());
    m_end = ran.event("end");
    const QJsonObject start = ran.event("start");
    QCOMPARE(start["run"], m_end["run"]);
    QCOMPARE(start["steps"].toInt(), 120);
    QCOMPARE(ran.event("step")["step"].toInt(), 120);
    const QJsonObject epoch = ran.event("epoch");
    QCOMPARE(epoch["epoch"].toInt(), 3);
    for (const char* key : {"train/loss", "train/accuracy", "val/loss", "val/accuracy"}) QVERIFY2(epoch["metrics"].toObject().contains(key), key);
    int steps = 0;
    for (const QJsonObject& line : ran.lines) steps += line["event"] == "step" ? 1 : 0;
    QCOMPARE(steps, 12);
  }

  void theEndSaysWhatScriptsNeed() {
    QCOMPARE(m_end["status"].toString(), QString("finished"));
    QCOMPARE(m_end["step"].toInt(), 120);
    QCOMPARE(m_end["epochs"].toInt(), 3);
    QVERIFY(m_end["seconds"].toDouble() > 0);
    QVERIFY(m_end["metrics"].toObject()["test/accuracy"].toDouble() > 0.8);
    QCOMPARE(m_end["parameters"].toString().size(), 16);
    QCOMPARE(m_end["config_hash"].toString().size(), 64);
    QCOMPARE(m_end["data_fingerprint"].toString().size(), 64);
  }

  void runsListsWhatDesignSays() {
    const QJsonObject listed = run({"runs", "--json"}).last();
    for (const char* key : {"run", "name", "status", "step", "steps", "started", "ended", "device", "seed", "commit", "dirty", "config_hash", "data_fingerprint", "metrics"}) {
      QVERIFY2(listed.contains(key), key);
    }
    QCOMPARE(listed["name"].toString(), QString("first"));
    QCOMPARE(listed["device"].toString(), QString("cpu"));
    QCOMPARE(listed["seed"].toInt(), 42);
    QVERIFY(run({"runs"}).out.contains("first"));
  }

  void showHoldsTheWholeRecord() {
    const QJsonObject shown = run({"show", "first", "--json"}).last();
    const QJsonObject record = shown["record"].toObject();
    for (const char* name : {"config.text", "config.toml", "config", "config.source", "seeds", "code", "environment", "lockstep", "data", "dataset", "preprocessing", "initial", "model", "results"}) {
      QVERIFY2(record.contains(name), name);
    }
    QCOMPARE(record["data"].toObject()["files"].toArray().size(), 1);
    QVERIFY(!record["environment"].toObject()["cpu"].toObject()["isa"].toString().isEmpty());
    QVERIFY(!record["environment"].toObject()["libraries"].toObject()["onednn"].toString().isEmpty());
    QCOMPARE(record["initial"].toObject()["parameters"].toString().size(), 16);
    QCOMPARE(run({"show", "first", "--document", "config.toml"}).code, 0);
    QCOMPARE(run({"show", "first", "--document", "nonsense"}).code, 2);
    QVERIFY(run({"show", "last"}).out.contains("config_hash"));
  }

  void metricsAsCsvAndJson() {
    const Ran csv = run({"metrics", "first", "train/loss", "val/loss", "--csv"});
    const QList<QByteArray> lines = csv.out.trimmed().split('\n');
    QCOMPARE(lines.first(), QByteArray("step,train/loss,val/loss"));
    QCOMPARE(lines.size(), 121);
    QVERIFY(lines[1].endsWith(","));       // no evaluation at step 1
    QVERIFY(!lines[40].endsWith(","));
    const Ran json = run({"metrics", "first", "val/accuracy", "--json"});
    QCOMPARE(json.lines.size(), 3);
    QCOMPARE(run({"metrics", "first", "nonsense"}).code, 2);
    QVERIFY(run({"metrics", "first"}).out.contains("gradient_norm"));
  }

  void seedsBeyondTheLargestAndNamesOfTwoLinesAreRefused() {
    const int before = static_cast<int>(run({"runs", "--json"}).lines.size());
    const Ran seeds = run({"train", "preset:digits-mlp", "--seeds", "2", "--set", "reproducibility.seed=9223372036854775807"});
    QCOMPARE(seeds.code, 2);
    QVERIFY2(seeds.err.contains("goes beyond the largest"), seeds.err.constData());
    for (const QStringList& wrong : {QStringList{"train", "preset:digits-mlp", "--name", "two\nlines"}, QStringList{"edit", "first", "--name", "bell\a"}, QStringList{"train", "preset:digits-mlp", "--set", "run.name=\"a\\tb\""}}) {
      const Ran ran = run(wrong);
      QCOMPARE(ran.code, 2);
      QVERIFY2(ran.err.contains("without control characters"), ran.err.constData());
    }
    QCOMPARE(static_cast<int>(run({"runs", "--json"}).lines.size()), before);
  }

  void seedsDontEnterTheHashAndOtherSettingsDo() {
    const Ran ran = run({"train", "preset:digits-mlp", "--json", "--set", "train.epochs=1", "--seeds", "2", "--name", "seeds"});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QStringList parameters;
    QStringList hashes;
    for (const QJsonObject& line : ran.lines) {
      if (line["event"] != "end") continue;
      parameters << line["parameters"].toString();
      hashes << line["config_hash"].toString();
    }
    QCOMPARE(parameters.size(), 2);
    QVERIFY(parameters[0] != parameters[1]);
    QCOMPARE(hashes[0], hashes[1]);
    QVERIFY(hashes[0] != m_end["config_hash"].toString());
    QCOMPARE(run({"runs", "--json"}).last()["relation"].toString(), QString("seed_of"));
  }

  void editDeleteRestore() {
    QCOMPARE(run({"edit", "first", "--tag", "a", "--tag", "b", "--notes", "ü", "--name", "renamed"}).code, 0);
    const QJsonObject shown = run({"show", "renamed", "--json"}).last();
    QCOMPARE(shown["tags"].toArray().size(), 2);
    QCOMPARE(shown["notes"].toString(), QString::fromUtf8("ü"));
    const QString id = shown["run"].toString();
    QCOMPARE(run({"delete", "renamed"}).code, 0);
    QCOMPARE(run({"show", "renamed"}).code, 2);
    QCOMPARE(run({"restore", id}).code, 0);
    QCOMPARE(run({"show", "renamed"}).code, 0);
    QCOMPARE(run({"edit", "renamed", "--name", "first"}).code, 0);
  }

  void evaluatePredictExport() {
    const Ran evaluated = run({"evaluate", "first", "--json"});
    QVERIFY2(evaluated.code == 0, evaluated.err.constData());
    QCOMPARE(evaluated.last()["metrics"].toObject()["test/accuracy"], m_end["metrics"].toObject()["test/accuracy"]);

    const QString weights = m_folder.filePath("weights.safetensors");
    QCOMPARE(run({"export", "first", "--output", weights}).code, 0);
    const Ran from_file = run({"train", "preset:digits-mlp", "--json", "--set", "train.epochs=1", "--set", "model.init_from=\"" + weights + "\""});
    QVERIFY2(from_file.code == 0, from_file.err.constData());
    QVERIFY(from_file.err.contains("tensors matched"));
    const Ran from_run = run({"train", "preset:digits-mlp", "--json", "--set", "train.epochs=1", "--set", "model.init_from=\"run:first\""});
    QVERIFY2(from_run.code == 0, from_run.err.constData());
    QCOMPARE(from_run.event("start")["parameters"], from_file.event("start")["parameters"]);

    QByteArray row("0");
    for (int i = 1; i < 64; ++i) row += "," + QByteArray::number(i % 17);
    const QString input = write_file(m_folder.filePath("input.csv"), row + "\n" + row + "\n");
    const QString answers = m_folder.filePath("answers.csv");
    const Ran predicted = run({"predict", "first", input, "--output", answers});
    QVERIFY2(predicted.code == 0, predicted.err.constData());
    QFile file(answers);
    QVERIFY(file.open(QFile::ReadOnly));
    QCOMPARE(file.readAll().trimmed().split('\n').size(), 3);
    QVERIFY(run({"predict", "first", m_folder.filePath("absent.csv")}).code != 0);
  }

  void benchPrintsTheKeysOfItsPeer() {
    const Ran ran = run_lockstep({"bench", "mlp-digits", "--steps", "5", "--threads", "1", "--json"});
    QCOMPARE(ran.code, 0);
    for (const char* key : {"workload", "step_ms", "samples_per_s", "peer", "threads", "dtype"}) QVERIFY2(ran.last().contains(key), key);
    QCOMPARE(run_lockstep({"bench", "nonsense"}).code, 2);
  }

  void checkShowsTheModel() {
    const Ran ran = run_lockstep({"check", "preset:digits-cnn"});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QVERIFY(ran.out.contains("[N, 16, 8, 8]") && ran.out.contains("no mistakes"));
    QVERIFY(run_lockstep({"check", "--schema"}).out.contains("learning_rate"));
    QCOMPARE(run_lockstep({"check"}).code, 2);
  }

  void devicesListsTheCpu() {
    const Ran ran = run_lockstep({"devices", "--json"});
    QCOMPARE(ran.lines.first()["device"].toString(), QString("cpu"));
    QVERIFY(ran.lines.first()["usable"].toBool());
  }
};

QTEST_GUILESS_MAIN(TestCommands)
#include "tst_commands.moc"
