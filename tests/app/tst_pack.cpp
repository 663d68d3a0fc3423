// lockstep pack and unpack as a script uses them: keys, texts, exit codes, and that the run goes on in the other project.
#include <QtTest>

#include "support_lockstep.h"

using namespace lockstep::test;

class TestPackCommands : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QJsonObject m_end;
  QString path(const QString& name) const { return m_folder.filePath(QString::fromUtf8("ä 'b' ") + name); }
  static Ran in(const QString& project, const QStringList& arguments) {
    return run_lockstep(arguments + QStringList{"--project", project});
  }

  QString own_data_config() const {
    QByteArray rows = "a,b,label\n";
    for (int i = 0; i < 80; ++i)
      rows +=
          QByteArray::number(i % 7) + "," + QByteArray::number((i * 3) % 5) + "," + QByteArray::number(i % 2) + "\n";
    QDir().mkpath(path("data"));
    write_file(path("data") + "/t.csv", rows);
    return write_file(path("own.toml"), "[data]\nkind = \"csv\"\npath = \"" + path("data").toUtf8() +
                                            "/t.csv\"\ntarget = \"label\"\nvalidation_fraction = 0.25\nbatch_size = "
                                            "8\n[[model.layers]]\ntype = \"Linear\"\nout_features = 2\n"
                                            "[optimizer]\ntype = \"SGD\"\nlearning_rate = 0.1\n[train]\nepochs = 3\n");
  }

 private slots:
  void initTestCase() {
    const Ran ran =
        in(path("here"), {"train", "preset:digits-mlp", "--json", "--set", "train.epochs=1", "--name", "digits"});
    QVERIFY2(ran.code == 0, ran.err.constData());
    m_end = ran.event("end");
  }

  void aRunGoesToAnotherProject() {
    const QString file = path("digits.zip");
    const Ran packed = in(path("here"), {"pack", "digits", "--output", file, "--json"});
    QVERIFY2(packed.code == 0, packed.err.constData());
    for (const char* key : {"run", "name", "file", "bytes", "entries", "data_files", "data_bytes", "notes"})
      QVERIFY2(packed.last().contains(key), key);
    QCOMPARE(packed.last()["bytes"].toInteger(), QFileInfo(file).size());
    const Ran unpacked = in(path("there"), {"unpack", file, "--json"});
    QVERIFY2(unpacked.code == 0, unpacked.err.constData());
    for (const char* key : {"run", "name", "status", "project", "from", "data_folder", "data_files", "data_bytes",
                            "needs", "needs_weights"})
      QVERIFY2(unpacked.last().contains(key), key);
    QCOMPARE(unpacked.last()["run"], m_end["run"]);
    QCOMPARE(unpacked.last()["needs"].toObject()["dataset"].toString(), QString("digits"));
    QCOMPARE(in(path("there"), {"runs", "--json"}).last(), in(path("here"), {"runs", "--json"}).last());
    QCOMPARE(in(path("there"), {"metrics", "digits", "--csv"}).out,
             in(path("here"), {"metrics", "digits", "--csv"}).out);
    const Ran reproduced = in(path("there"), {"reproduce", "digits", "--json"});
    QVERIFY2(reproduced.code == 0, reproduced.err.constData());
    QCOMPARE(reproduced.last()["verdict"].toString(), QString("identical"));
    QCOMPARE(reproduced.last()["parameters"], m_end["parameters"]);
    const Ran again = in(path("there"), {"unpack", file});
    QCOMPARE(again.code, 2);
    QVERIFY2(again.err.contains("already; nothing was changed"), again.err.constData());
    QCOMPARE(in(path("there"), {"delete", m_end["run"].toString()}).code, 0);
    const Ran trashed = in(path("there"), {"unpack", file});
    QCOMPARE(trashed.code, 2);
    QVERIFY2(trashed.err.contains("lockstep restore"), trashed.err.constData());
  }

  void itIsUsedThereWithItsData() {
    const Ran trained = in(path("here"), {"train", own_data_config(), "--json", "--name", "own"});
    QVERIFY2(trained.code == 0, trained.err.constData());
    const QString file = path("own.zip");
    const Ran packed = in(path("here"), {"pack", "own", "--output", file, "--with-data"});
    QVERIFY2(packed.code == 0, packed.err.constData());
    QVERIFY2(packed.out.contains("with its data, 1 file ("), packed.out.constData());
    const Ran here = in(path("here"), {"evaluate", "own", "--json"});
    QVERIFY2(here.code == 0, here.err.constData());
    QVERIFY(QDir().rename(path("data"), path("gone")));
    const Ran unpacked = in(path("elsewhere"), {"unpack", file});
    QVERIFY2(unpacked.code == 0, unpacked.err.constData());
    QVERIFY2(unpacked.out.contains("its data, 1 file ("), unpacked.out.constData());
    const Ran evaluated = in(path("elsewhere"), {"evaluate", "own", "--json"});
    QVERIFY2(evaluated.code == 0, evaluated.err.constData());
    QCOMPARE(evaluated.last(), here.last());
  }

  void withoutItsDataItSaysWhatItNeeds() {
    const QString file = path("without.zip");
    QCOMPARE(in(path("here"), {"pack", "own", "--output", file}).code, 0);
    const Ran unpacked = in(path("without"), {"unpack", file});
    QCOMPARE(unpacked.code, 0);
    QVERIFY2(unpacked.out.contains("it needs its data, which were not packed: 1 file ("), unpacked.out.constData());
    QVERIFY(unpacked.out.contains(path("data").toUtf8()));
    QCOMPARE(in(path("without2"), {"unpack", file, "--json"}).last()["needs"].toObject()["missing"].toInt(), 1);
  }

  void whatIsRefused() {
    const Ran no_pack = in(path("new"), {"unpack", write_file(path("x.zip"), "no pack")});
    QCOMPARE(no_pack.code, 1);
    QVERIFY2(no_pack.err.contains("is refused: it is no ZIP file"), no_pack.err.constData());
    QVERIFY(!QFileInfo::exists(path("new")));
    QCOMPARE(in(path("new"), {"unpack", path("absent.zip")}).code, 1);
    QCOMPARE(in(path("here"), {"pack", "nothing", "--output", path("n.zip")}).code, 2);
    QCOMPARE(in(path("here"), {"pack", "digits"}).code, 2);
    QCOMPARE(in(path("here"), {"pack", "digits", "--output", path("no/folder/n.zip")}).code, 1);
    QCOMPARE(in(path("here"), {"pack", "own", "--output", path("n.zip"), "--with-data"}).code, 1);  // its data are gone
    QVERIFY(!QFileInfo::exists(path("n.zip")));
  }

  void aLiveRunIsNotPacked() {
    Running training({"train", "preset:digits-mlp", "--json", "--set", "train.epochs=10000", "--name", "live",
                      "--project", path("here")});
    QVERIFY(training.wait_for("step", 1));
    const Ran packed = in(path("here"), {"pack", "live", "--output", path("live.zip")});
    QCOMPARE(packed.code, 2);
    QVERIFY2(packed.err.contains("is running; only a run that is over can be copied"), packed.err.constData());
    QVERIFY(!QFileInfo::exists(path("live.zip")));
    QCOMPARE(in(path("here"), {"stop", "live"}).code, 0);
    QCOMPARE(training.finish().code, 5);
    QCOMPARE(in(path("here"), {"pack", "live", "--output", path("live.zip")}).code, 0);
  }
};

QTEST_GUILESS_MAIN(TestPackCommands)
#include "tst_pack.moc"
