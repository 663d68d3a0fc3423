// What a person meets when something is wrong: mistakes in a config, bad data, a full disk, too little memory. Each by
// its text, its exit code and what the record says.
#include <QtTest>

#include "support_lockstep.h"

using namespace lockstep::test;

class TestFailures : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QString path(const QString& name) const { return m_folder.filePath(name); }

  QString csv(const QString& name, const QByteArray& extra_row = {}) const {
    QByteArray text = "a,b,label\n";
    for (int i = 0; i < 40; ++i) text += QByteArray::number(i % 7) + "," + QByteArray::number((i * 3) % 5) + "," + QByteArray::number(i % 2) + "\n";
    return write_file(path(name), text + extra_row);
  }
  QString config(const QString& name, const QString& data, const QByteArray& extra_train = {}) const {
    return write_file(path(name), "[data]\nkind = \"csv\"\npath = \"" + data.toUtf8() +
                                      "\"\ntarget = \"label\"\nbatch_size = 8\n[[model.layers]]\ntype = \"Linear\"\nout_features = 2\n"
                                      "[optimizer]\ntype = \"SGD\"\nlearning_rate = 0.1\n[train]\nepochs = 2\n" + extra_train);
  }
  QJsonObject last_run() const { return run_lockstep({"show", "last", "--json", "--project", path("project")}).last(); }
  Ran train(const QString& file, const QStringList& more = {}) const { return run_lockstep(QStringList{"train", file, "--json", "--project", path("project")} + more); }

 private slots:
  void aGoodRunOfOnesOwnData() {
    const Ran ran = train(config("good.toml", csv("good.csv")));
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(last_run()["name"].toString(), QString("good"));
  }

  void mistakesInAConfig_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const QByteArray data = "[data]\ndataset = \"digits\"\n";
    const QByteArray layers = "[[model.layers]]\ntype = \"Flatten\"\n[[model.layers]]\ntype = \"Linear\"\nout_features = 10\n";
    const QByteArray optimizer = "[optimizer]\ntype = \"SGD\"\nlearning_rate = 0.1\n";
    const QByteArray train = "[train]\nepochs = 1\n";
    const auto row = [](const char* name, const QByteArray& text, const QStringList& expected) { QTest::newRow(name) << text << expected; };
    row("typo in a key", data + "batchsize = 8\n" + layers + optimizer + train, {":3:", "data.batchsize", "batch_size"});
    row("wrong type", data + layers + optimizer + "[train]\nepochs = \"ten\"\n", {"train.epochs", "ten", "integer"});
    row("out of range", data + layers + "[optimizer]\ntype = \"SGD\"\nlearning_rate = -1\n" + train, {"optimizer.learning_rate", "-1"});
    row("unknown layer", data + "[[model.layers]]\ntype = \"Conv2D\"\nout_channels = 3\n" + optimizer + train, {":4:", "Conv2D", "Conv2d"});
    row("shape mismatch", data + "[[model.layers]]\ntype = \"Flatten\"\n[[model.layers]]\ntype = \"Linear\"\nin_features = 65\nout_features = 10\n" + optimizer + train, {"65", "64"});
    row("missing file", "[data]\nkind = \"csv\"\npath = \"nowhere.csv\"\n" + layers + optimizer + train, {"data.path", "nowhere.csv"});
    row("two schedules", data + layers + optimizer + "[schedule]\ntype = \"Constant\"\n[schedule]\ntype = \"StepLR\"\n" + train, {":13:", "schedule"});
    row("bad UTF-8", data + "# \xff\xfe\n" + layers, {"UTF-8"});
    row("empty file", "", {"empty"});
  }
  void mistakesInAConfig() {
    QFETCH(QByteArray, text);
    QFETCH(QStringList, expected);
    const QString file = write_file(path("mistake.toml"), text);
    for (const QString& command : QStringList{"check", "train"}) {
      const QStringList arguments = command == "check" ? QStringList{"check", file} : QStringList{"train", file, "--project", path("never")};
      const Ran ran = run_lockstep(arguments);
      QCOMPARE(ran.code, 2);
      QVERIFY2(ran.err.contains("mistake.toml"), ran.err.constData());
      for (const QString& word : expected) QVERIFY2(ran.err.contains(word.toUtf8()), (word + " is not in: " + ran.err).toUtf8());
    }
    QVERIFY(!QFileInfo::exists(path("never")));
  }

  void aHundredMegabytesAreNotRead() {
    const QString file = path("huge.toml");
    QFile huge(file);
    QVERIFY(huge.open(QFile::WriteOnly) && huge.resize(100'000'000));
    const Ran ran = run_lockstep({"check", file});
    QCOMPARE(ran.code, 2);
    QVERIFY2(ran.err.contains("huge.toml"), ran.err.constData());
  }

  void aLabelOutOfRange() {
    const QString file = config("label.toml", csv("label.csv"));
    const Ran ran = train(file, {"--set", "model.layers.0.out_features=1"});
    QCOMPARE(ran.code, 2);
    QVERIFY2(ran.err.contains("label.toml:6:1: model.layers.0") && ran.err.contains("expects 2 values from the last layer") && ran.err.contains("found 1"), ran.err.constData());
    QCOMPARE(last_run()["status"].toString(), QString("failed"));
    QVERIFY(last_run()["reason"].toString().contains("expects 2 values"));
  }

  void aBadRowIsListedBeforeTraining() {
    const Ran ran = train(config("row.toml", csv("row.csv", "1,oops,0\n3,4\n")), {"--set", "data.column_types.b=\"real\""});
    QCOMPARE(ran.code, 1);
    QVERIFY2(ran.err.contains("row.csv") && ran.err.contains("42") && ran.err.contains("43"), ran.err.constData());
    const QJsonObject run = last_run();
    QCOMPARE(run["status"].toString(), QString("failed"));
    QVERIFY(run["reason"].toString().contains("row.csv"));
    QCOMPARE(run["step"].toInt(), 0);
  }

  void lossesThatAreNotFiniteAreToldAndOnRequestStop() {
    const QString file = config("explodes.toml", csv("explodes.csv"));
    const QStringList hot{"--set", "optimizer.learning_rate=1e38", "--set", "data.normalize=none", "--set", "train.epochs=4"};
    const Ran goes_on = train(file, hot);
    QCOMPARE(goes_on.code, 0);
    QVERIFY2(goes_on.err.contains("not finite") && goes_on.err.contains("step"), goes_on.err.constData());
    QVERIFY(goes_on.event("end")["metrics"].toObject()["train/loss"].isString());  // "NaN" or "Infinity"
    const Ran stops = train(file, hot + QStringList{"--set", "train.stop_on_nonfinite=true"});
    QCOMPARE(stops.code, 1);
    QCOMPARE(last_run()["status"].toString(), QString("failed"));
    QVERIFY(last_run()["reason"].toString().contains("not finite"));
  }

  void anUnreadableFile() {
    const QString data = csv("broken.csv.gz");  // not gzip
    write_file(data, QByteArray::fromHex("1f8b0800000000000003ffff"));
    const Ran ran = train(config("broken.toml", data));
    QCOMPARE(ran.code, 1);
    QVERIFY2(ran.err.contains("broken.csv.gz"), ran.err.constData());
    QCOMPARE(last_run()["status"].toString(), QString("failed"));
  }

  void tooLittleMemory() {
    const Ran wide = run_lockstep({"train", write_file(path("wide.toml"), "[data]\ndataset = \"digits\"\n[[model.layers]]\ntype = \"Flatten\"\n[[model.layers]]\ntype = \"Linear\"\nout_features = 100000\n[[model.layers]]\ntype = \"Linear\"\nout_features = 10000000\n"
                                                                        "[[model.layers]]\ntype = \"Linear\"\nout_features = 10\n[optimizer]\ntype = \"SGD\"\nlearning_rate = 0.1\n[train]\nepochs = 1\n"),
                                   "--json", "--project", path("project")});
    QCOMPARE(wide.code, 1);
    QVERIFY2(wide.err.contains("out of memory") && wide.err.contains("budget"), wide.err.constData());
    QCOMPARE(last_run()["status"].toString(), QString("failed"));
  }

  void aDeviceThatIsNotThereMakesNoRun() {
    const Ran before = run_lockstep({"runs", "--json", "--project", path("project")});
    const Ran ran = train(path("good.toml"), {"--device", "cuda:9"});
    QCOMPARE(ran.code, 1);
    QVERIFY2(ran.err.contains("cuda:9"), ran.err.constData());
    QCOMPARE(run_lockstep({"runs", "--json", "--project", path("project")}).lines.size(), before.lines.size());
  }

  // The run stops with a checkpoint when nobody reads what it prints.
  void aReaderThatGoesAway() {
    QProcess shell;
    shell.start("bash", {"-c", "set -o pipefail; '" + program() + "' train preset:digits-mlp --json --set train.epochs=2000 --project '" + path("pipe") + "' | head -3 > /dev/null; exit ${PIPESTATUS[0]}"});
    QVERIFY(shell.waitForFinished(60000));
    QVERIFY(shell.exitCode() == 5 || shell.exitCode() == 1);
    const QJsonObject run = run_lockstep({"show", "last", "--json", "--project", path("pipe")}).last();
    QCOMPARE(run["status"].toString(), QString("stopped"));
    QVERIFY(!run["checkpoints"].toArray().isEmpty());
    QProcess full;
    full.start("bash", {"-c", "'" + program() + "' runs --json --project '" + path("pipe") + "' > /dev/full"});
    QVERIFY(full.waitForFinished());
    QCOMPARE(full.exitCode(), 1);
  }

  // A project inside the user's repository: its database is no code, and looking at the code must not touch it.
  void aProjectInsideARepository() {
    const QString folder = path("repository");
    QDir().mkpath(folder);
    QProcess git;
    git.setWorkingDirectory(folder);
    git.start("bash", {"-c", "git init -q . && echo x > code.py && git add . && git -c user.name=a -c user.email=b commit -qm one"});
    QVERIFY(git.waitForFinished() && git.exitCode() == 0);
    const QStringList train{"train", "preset:digits-mlp", "--json", "--project", ".", "--set", "train.epochs=1"};
    QCOMPARE(run_lockstep(train, folder).code, 0);
    {
      Running running({"train", "preset:digits-mlp", "--json", "--project", ".", "--set", "train.epochs=5000"}, folder);
      QVERIFY(running.wait_for("step", 50));
      QCOMPARE(run_lockstep({"runs", "--project", "."}, folder).code, 0);
      QCOMPARE(run_lockstep({"stop", "last", "--project", "."}, folder).code, 0);
      QCOMPARE(running.finish().code, 5);
    }
    const QJsonObject shown = run_lockstep({"show", "last", "--json", "--project", "."}, folder).last();
    QCOMPARE(shown["status"].toString(), QString("stopped"));
    QCOMPARE(shown["dirty"].toBool(), false);
    write_file(folder + "/new.py", "y");
    QCOMPARE(run_lockstep(train, folder).code, 0);
    const QJsonObject code = run_lockstep({"show", "last", "--json", "--project", "."}, folder).last()["record"].toObject()["code"].toObject();
    QCOMPARE(code["dirty"].toBool(), true);
    QCOMPARE(code["changed_total"].toInt(), 1);
  }

  void lossesThatDontSuitTheTargetAreConfigErrors() {
    const QString file = config("loss.toml", csv("loss.csv"));
    for (const QString& loss : QStringList{"MSELoss", "L1Loss"}) {
      const Ran ran = run_lockstep({"check", file, "--set", "loss.type=" + loss});
      QCOMPARE(ran.code, 2);
      QVERIFY2(ran.err.contains("CrossEntropyLoss"), ran.err.constData());
    }
    const Ran one = train(file, {"--set", "loss.type=BCEWithLogitsLoss", "--set", "model.layers.0.out_features=1"});
    QVERIFY2(one.code == 0, one.err.constData());
    const Ran none = train(file, {"--set", "data.validation_fraction=0"});
    QVERIFY2(none.code == 0, none.err.constData());
  }

  // 0 is a fraction too, of a known data set as well.
  void aPartOfSizeZero() {
    const Ran ran = run_lockstep({"train", "preset:digits-mlp", "--json", "--project", path("project"), "--set", "data.validation_fraction=0", "--set", "train.epochs=1"});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(last_run()["record"].toObject()["dataset"].toObject()["validation"].toInt(), 0);
    QVERIFY(!ran.event("end")["metrics"].toObject().contains("val/loss"));
  }

  void usage() {
    QCOMPARE(run_lockstep({"train"}).code, 2);
    QCOMPARE(run_lockstep({"nonsense"}).code, 2);
    QCOMPARE(run_lockstep({"--help"}).code, 0);
    const Ran none = run_lockstep({"show", "nothing-of-this-name", "--project", path("project")});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("nothing-of-this-name"), none.err.constData());
    const Ran preset = run_lockstep({"check", "preset:digits"});
    QCOMPARE(preset.code, 2);
    QVERIFY2(preset.err.contains("digits-mlp"), preset.err.constData());
  }
};

QTEST_GUILESS_MAIN(TestFailures)
#include "tst_failures.moc"
