// `reproduce` and `compare` as a person or a script calls them: exit codes, JSON keys, other folders, threads and workers.
#include <QDir>
#include <QJsonArray>
#include <QtTest>

#include "support_lockstep.h"

using namespace lockstep::test;

class TestReproduce : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;

  [[nodiscard]] QString project(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
  static void quick(QStringList& arguments, const QStringList& overrides) {
    for (const QString& one : overrides) arguments << "--set" << one;
  }

 private slots:
  void repeats_identically_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QStringList>("overrides");
    QTest::newRow("digits-cnn") << "preset:digits-cnn" << QStringList{"train.epochs=1"};
    QTest::newRow("fashion-cnn") << "preset:fashion-cnn" << QStringList{"train.epochs=1", "data.validation_fraction=0.98"};
  }
  void repeats_identically() {
    QFETCH(QString, preset);
    QFETCH(QStringList, overrides);
    QStringList arguments{"train", preset, "--project", project("identical"), "--threads", "2"};
    quick(arguments, overrides);
    QCOMPARE(run_lockstep(arguments).code, 0);
    // From another folder, with other threads and loader workers.
    QTemporaryDir elsewhere;
    const Ran ran = run_lockstep({"reproduce", "last", "--project", project("identical"), "--threads", "1", "--set", "data.workers=0", "--json"}, elsewhere.path());
    QVERIFY2(ran.code == 0, ran.err.constData());
    const QJsonObject end = ran.event("end");
    QCOMPARE(end["verdict"].toString(), QString("identical"));
    QCOMPARE(end["cause"].toString(), QString("none"));
    QVERIFY(end["first_step"].isNull() && end["first_quantity"].isNull() && end["drift"].isArray());
    QCOMPARE(end["status"].toString(), QString("finished"));
    const QList<QJsonObject> runs = run_lockstep({"runs", "--json", "--project", project("identical")}).lines;
    QCOMPARE(end["of"].toString(), runs[runs.size() - 2]["run"].toString());
    QCOMPARE(runs.last()["verdict"].toString(), QString("identical"));
  }

  void drift_must_be_accepted() {
    const QString at = project("drift");
    QVERIFY(QDir().mkpath(at));
    QByteArray table = "a,b,target\n";
    for (int i = 0; i < 60; ++i) table += QByteArray::number(i % 7) + ',' + QByteArray::number(i % 5) + ',' + (i % 2 == 0 ? "yes\n" : "no\n");
    write_file(at + "/table.csv", table);
    const QString config = write_file(at + "/config.toml", "[data]\nkind = \"csv\"\npath = \"table.csv\"\nsampler = \"sequential\"\nnormalize = \"none\"\nbatch_size = 10\n"
                                                           "[[model.layers]]\ntype = \"Linear\"\nout_features = 2\n[optimizer]\ntype = \"SGD\"\nlearning_rate = 0.1\n[train]\nepochs = 2\n");
    QCOMPARE(run_lockstep({"train", config, "--project", at}).code, 0);
    write_file(at + "/table.csv", table.replace("6,4,yes", "6,4,no"));
    const Ran refused = run_lockstep({"reproduce", "last", "--project", at, "--json"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("--accept-drift") && refused.err.contains("table.csv"), refused.err.constData());
    QCOMPARE(run_lockstep({"runs", "--json", "--project", at}).lines.size(), 1);
    const Ran accepted = run_lockstep({"reproduce", "last", "--project", at, "--json", "--accept-drift"});
    QCOMPARE(accepted.code, 4);
    QCOMPARE(accepted.event("end")["verdict"].toString(), QString("diverged"));
    QCOMPARE(accepted.event("end")["cause"].toString(), QString("data"));
    QCOMPARE(accepted.event("end")["first_quantity"].toString(), QString("batch_hash"));
    QCOMPARE(accepted.event("end")["first_step"].toInt(), 4);  // row 34 is the first with 6 and 4 and yes

    const QString original = accepted.event("end")["of"].toString(), other = accepted.event("end")["run"].toString();
    const Ran compared = run_lockstep({"compare", original, other, "--project", at, "--json"});
    QCOMPARE(compared.code, 0);
    for (const char* key : {"verdict", "first_step", "first_quantity", "cause", "drift"}) QCOMPARE(compared.last()[key], accepted.event("end")[key]);
    const Ran text = run_lockstep({"compare", original, other, "--project", at});
    QVERIFY2(text.out.startsWith("They part at step 4, first in batch_hash: the data are not the same (1 changed: table.csv)"), text.out.constData());
  }

  void overrides_that_could_change_a_result_are_refused() {
    QCOMPARE(run_lockstep({"train", "preset:digits-mlp", "--project", project("set"), "--set", "train.epochs=1"}).code, 0);
    const Ran ran = run_lockstep({"reproduce", "last", "--project", project("set"), "--set", "optimizer.learning_rate=1"});
    QCOMPARE(ran.code, 2);
    QVERIFY(ran.err.contains("a reproduction can change only what can't change a result"));
    QCOMPARE(run_lockstep({"reproduce", "nothing", "--project", project("set")}).code, 2);
    QCOMPARE(run_lockstep({"compare", "last", "--project", project("set")}).code, 2);
  }

  void a_text_from_standard_input_trains_as_a_file_would() {
    const QString at = project("stdin");
    QFile preset(QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/presets/digits-mlp.toml"));
    QVERIFY(preset.open(QIODevice::ReadOnly));
    QProcess process;
    process.start(program(), {"train", "preset:digits-mlp", "--stdin", "--project", at, "--json", "--set", "train.epochs=1"});
    process.write(preset.readAll());
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(run_lockstep({"train", "preset:digits-mlp", "--project", at, "--json", "--set", "train.epochs=1"}).code, 0);
    const Ran compared = run_lockstep({"compare", "last", run_lockstep({"runs", "--json", "--project", at}).lines.first()["run"].toString(), "--project", at, "--json"});
    QCOMPARE(compared.last()["verdict"].toString(), QString("identical"));
  }
};

QTEST_GUILESS_MAIN(TestReproduce)
#include "tst_reproduce.moc"
