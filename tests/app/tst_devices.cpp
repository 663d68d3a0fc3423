// lockstep devices: the emulated GPU in the real one's place is listed with all that is known of it; what stands in a GPU's way
// is named. A run on it has its figures and how it computed in the record.
#include <QtTest>

#include <QJsonDocument>

#include "support_lockstep.h"

using namespace lockstep::test;

class TestDevices : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QStringList m_environment;
  static inline const QString emulated = QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/liblockstep_cuda_emulated.so");
  static inline const QString nvml = QStringLiteral("LOCKSTEP_NVML=" LOCKSTEP_BINARY_DIR "/tests/modules/libnvidia-ml-fake.so");

  static QJsonObject gpu_of(const Ran& ran) {
    for (const QJsonObject& line : ran.lines)
      if (line["device"].toString().startsWith("cuda")) return line;
    return {};
  }
  static QJsonObject document(const QString& project, const QString& name) {
    return QJsonDocument::fromJson(run_lockstep({"show", "last", "--document", name, "--project", project}).out).object();
  }

 private slots:
  void theCpuIsAlwaysThere() {
    const Ran ran = run_lockstep({"devices", "--json"}, {}, {"LOCKSTEP_MODULES=" + m_folder.path()});
    QCOMPARE(ran.code, 0);
    QCOMPARE(ran.lines.size(), 2);
    QCOMPARE(ran.lines[0]["device"].toString(), QString("cpu"));
    QVERIFY(ran.lines[0]["usable"].toBool() && ran.lines[0]["memory_bytes"].toDouble() > 0 && ran.lines[0]["processors"].toInt() > 0);
    QCOMPARE(ran.lines[1]["reason"].toString(), QString("cuda.no_module"));
    QVERIFY(!ran.lines[1]["usable"].toBool(true));
    const Ran text = run_lockstep({"devices"}, {}, {"LOCKSTEP_MODULES=" + m_folder.path()});
    QVERIFY2(text.out.contains("cuda     not usable: this build of Lockstep has no CUDA module"), text.out.constData());
  }

  void autoSaysThatItTookTheCpuAndWhy() {
    const QString project = m_folder.filePath("auto");
    const Ran ran = run_lockstep({"train", "preset:digits-mlp", "--project", project, "--json", "--set", "train.epochs=1"}, {}, {"LOCKSTEP_MODULES=" + m_folder.path()});
    QCOMPARE(ran.code, 0);
    QVERIFY2(ran.err.contains("auto took the CPU: this build of Lockstep has no CUDA module"), ran.err.constData());
    const QByteArray log = run_lockstep({"show", "last", "--document", "environment.json", "--project", project}).out;
    QVERIFY(!QJsonDocument::fromJson(log).object()["gpu"].toObject().contains("used"));
    // Who names the CPU is not told why no GPU was taken.
    const Ran cpu = run_lockstep({"train", "preset:digits-mlp", "--project", project, "--json", "--set", "train.epochs=1", "--device", "cpu"});
    QVERIFY2(!cpu.err.contains("auto took"), cpu.err.constData());
  }

  void aGpuIsListedWithItsVersions() {
    if (!QFileInfo::exists(emulated)) QSKIP("this build has no emulated GPU: the CUDA toolkit or cuDNN was not found");
    QVERIFY(QFile::link(emulated, m_folder.filePath("liblockstep_cuda.so")));
    m_environment = {"LOCKSTEP_MODULES=" + m_folder.path(), nvml};
    const QJsonObject gpu = gpu_of(run_lockstep({"devices", "--json"}, {}, m_environment));
    QCOMPARE(gpu["device"].toString(), QString("cuda:0"));
    QVERIFY(gpu["usable"].toBool());
    QVERIFY(gpu["memory_bytes"].toDouble() > 0);
    QCOMPARE(gpu["driver"].toString(), QString("580.65.06"));
    for (const char* const key : {"driver_cuda", "cuda", "cudnn", "cublas"}) QVERIFY2(QRegularExpression("^\\d+\\.\\d+").match(gpu[QLatin1String(key)].toString()).hasMatch(), key);
    const Ran text = run_lockstep({"devices"}, {}, m_environment);
    QVERIFY2(text.out.contains("compute capability " + gpu["compute_capability"].toString().toUtf8()) && text.out.contains("driver 580.65.06 for CUDA up to"), text.out.constData());
    const Ran two = run_lockstep({"devices", "--json"}, {}, m_environment + QStringList{"LOCKSTEP_FAKE_FAULT=devices:2"});
    QCOMPARE(two.lines.size(), 3);
    QCOMPARE(two.lines[2]["device"].toString(), QString("cuda:1"));
    const Ran unknown = run_lockstep({"devices"}, {}, {"LOCKSTEP_MODULES=" + m_folder.path(), "LOCKSTEP_NVML=/nowhere"});
    QVERIFY2(unknown.out.contains("driver of unknown version"), unknown.out.constData());
  }

  void whatStandsInItsWayIsNamed_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no GPU") << "no_device" << "cuda.no_device";
    QTest::newRow("no driver") << "no_driver" << "cuda.no_driver";
    QTest::newRow("an old driver") << "old_driver" << "cuda.old_driver";
  }
  void whatStandsInItsWayIsNamed() {
    QFETCH(QString, fault);
    QFETCH(QString, reason);
    if (m_environment.isEmpty()) QSKIP("this build has no emulated GPU: the CUDA toolkit or cuDNN was not found");
    const QJsonObject gpu = gpu_of(run_lockstep({"devices", "--json"}, {}, m_environment + QStringList{"LOCKSTEP_FAKE_FAULT=" + fault}));
    QCOMPARE(gpu["reason"].toString(), reason);
    QVERIFY(!gpu["usable"].toBool(true) && !gpu["description"].toString().isEmpty());
  }

  void aRunOnAGpuRecordsIt() {
    if (!QFileInfo::exists(emulated)) QSKIP("this build has no emulated GPU: the CUDA toolkit or cuDNN was not found");
    const QString project = m_folder.filePath("gpu");
    const Ran ran = run_lockstep({"train", "preset:digits-cnn", "--project", project, "--json", "--set", "train.epochs=1", "--set", "precision.tf32=true", "--device", "cuda-emulated"}, {}, {nvml});
    QVERIFY2(ran.code == 0, ran.err.constData());
    const QJsonObject arithmetic = document(project, "arithmetic.json");
    QCOMPARE(arithmetic["strict"].toBool(false), true);
    QCOMPARE(arithmetic["tf32"].toBool(false), true);
    QCOMPARE(arithmetic["graph"].toString(), QString("captured"));
    QVERIFY(!arithmetic["algorithms"].toObject().isEmpty());
    const QJsonObject environment = document(project, "environment.json");
    const QJsonObject used = environment["gpu"].toObject()["used"].toObject();
    QVERIFY(!used["name"].toString().isEmpty() && !used["capability"].toString().isEmpty() && used["memory_bytes"].toDouble() > 0);
    for (const char* const library : {"cuda", "cudnn", "cublas"}) QVERIFY2(!environment["libraries"].toObject()[QLatin1String(library)].toString().isEmpty(), library);
    for (const char* const key : {"system/gpu_power", "system/gpu_allocated", "system/gpu_utilisation"}) {
      const Ran series = run_lockstep({"metrics", "last", key, "--csv", "--project", project});
      QVERIFY2(series.out.count('\n') >= 2, key);
    }
  }
};

QTEST_GUILESS_MAIN(TestDevices)
#include "tst_devices.moc"
