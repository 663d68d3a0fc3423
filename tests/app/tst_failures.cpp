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
    QVERIFY(ran.code == 1 || ran.code == 2);
    QVERIFY2(ran.err.contains("classes") || ran.err.contains("2"), ran.err.constData());
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
