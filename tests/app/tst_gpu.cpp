// The whole of training through the CUDA backend, on the emulated GPU: it agrees with the CPU, repeats bit for bit whatever
// the order of threads, the queue or the capture, resumes, and every failure ends with its status and message.
#include <QtTest>

#include <cmath>
#include <csignal>

#include "support_lockstep.h"

using namespace lockstep::test;

namespace {

/// Columns of `metrics --csv`: step, then the keys asked for.
QList<QList<QByteArray>> rows_of(const QByteArray& csv) {
  QList<QList<QByteArray>> rows;
  for (const QByteArray& line : csv.split('\n')) {
    if (!line.isEmpty()) rows.append(line.split(','));
  }
  return rows;
}

}  // namespace

class TestGpu : public QObject {
  Q_OBJECT

 private:
  static inline const QStringList gpu{"--device", "cuda-emulated"};

  static QStringList train(const QString& config, const QString& project, const QStringList& more = {}) {
    return QStringList{"train", config, "--project", project, "--json"} + more;
  }
  static QByteArray computed(const QString& project) {
    const Ran ran = run_lockstep({"metrics", "last", "train/loss", "batch_hash", "parameters", "gradient_norm", "val/loss", "test/accuracy", "--csv", "--project", project});
    if (ran.code != 0) qWarning("%s", ran.err.constData());
    return ran.out;
  }
  static QByteArray series(const QString& project, const QString& key) {
    return run_lockstep({"metrics", "last", key, "--csv", "--project", project}).out;
  }
  QString folder(const QString& name) const { return m_folder.filePath(name); }

  /// Residual network on made images of CIFAR's shape; 30 steps.
  QString resnet_config() const {
    return write_file(folder("resnet20.toml"),
                      "[data]\nkind = \"npy\"\npath = \"images\"\nbatch_size = 8\n[model]\npreset = \"resnet20\"\n"
                      "[optimizer]\ntype = \"SGD\"\nlearning_rate = 0.0005\nmomentum = 0.9\nweight_decay = 0.0001\n[train]\nsteps = 30\n");
  }

  QTemporaryDir m_folder;
  QByteArray m_reference;  ///< digits-cnn, one epoch, on the emulated GPU
  static inline const QStringList epoch{"--set", "train.epochs=1"};

 private slots:
  void initTestCase() {
    const Ran devices = run_lockstep({"check", "preset:digits-mlp"});
    QVERIFY2(devices.code == 0, devices.err.constData());
    if (!QFileInfo::exists(QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/liblockstep_cuda_emulated.so"))) {
      QSKIP("this build has no emulated GPU: the CUDA toolkit or cuDNN was not found");
    }
    const Ran ran = run_lockstep(train("preset:digits-cnn", folder("reference"), gpu + epoch));
    QVERIFY2(ran.code == 0, ran.err.constData());
    m_reference = computed(folder("reference"));
    QVERIFY(m_reference.count('\n') > 30);
  }

  void agreesWithTheCpu_data() {
    QTest::addColumn<QString>("config");
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<double>("tolerance");  // of a step's loss, relative: f32 sums in another order, compounded over the steps
    QTest::newRow("digits-mlp") << "preset:digits-mlp" << QStringList{"--set", "train.epochs=3"} << 2e-3;
    QTest::newRow("digits-cnn") << "preset:digits-cnn" << epoch << 5e-3;
    // One activation that rounds to the other side of a ReLU is a part in a thousand of a gradient, and grows from step to step.
    QTest::newRow("resnet20") << "resnet20" << QStringList() << 3e-2;
  }
  void agreesWithTheCpu() {
    QFETCH(QString, config);
    QFETCH(QStringList, settings);
    QFETCH(double, tolerance);
    if (config == "resnet20") {
      make_images();
      config = resnet_config();
    }
    const QString on_gpu = folder("agrees-gpu"), on_cpu = folder("agrees-cpu");
    const Ran gpu_run = run_lockstep(train(config, on_gpu, gpu + settings));
    QVERIFY2(gpu_run.code == 0, gpu_run.err.constData());
    const Ran cpu_run = run_lockstep(train(config, on_cpu, QStringList{"--device", "cpu"} + settings));
    QVERIFY2(cpu_run.code == 0, cpu_run.err.constData());
    // R5: the same weights to begin with, the same batches, augmentations and masks; arithmetic within tolerance.
    QCOMPARE(series(on_gpu, "batch_hash"), series(on_cpu, "batch_hash"));
    QCOMPARE(gpu_run.event("end")["config_hash"], cpu_run.event("end")["config_hash"]);
    const auto a = rows_of(series(on_gpu, "train/loss")), b = rows_of(series(on_cpu, "train/loss"));
    QCOMPARE(a.size(), b.size());
    QVERIFY(a.size() >= 30);
    double worst = 0;
    for (int i = 1; i < a.size(); ++i) {
      const double x = a[i].last().toDouble(), y = b[i].last().toDouble();
      worst = std::max(worst, std::fabs(x - y) / std::max(std::fabs(y), 0.1));
    }
    QVERIFY2(worst <= tolerance, qPrintable(QString("a step's loss differs by %1").arg(worst)));
    qInfo("largest relative difference of a step's loss: %g", worst);
    const Ran compared = run_lockstep({"show", "last", "--json", "--project", on_gpu});
    QCOMPARE(compared.last()["device"].toString(), QString("cuda-emulated"));
  }

  // The fakes note every call that CUDA's rules forbid, work that nothing orders, and what is never given back.
  void breaksNoRuleAndLeavesNothing_data() {
    QTest::addColumn<QString>("queue");
    for (const char* const queue : {"eager", "deferred", "early", "random:3"}) QTest::newRow(queue) << queue;
  }
  void breaksNoRuleAndLeavesNothing() {
    QFETCH(QString, queue);
    const QString project = folder("rules-" + queue.section(':', 0, 0));
    const QString file = folder("rules.txt");
    const Ran ran = run_lockstep(train("preset:digits-cnn", project, gpu + epoch), {}, {"LOCKSTEP_FAKE_QUEUE=" + queue, "LOCKSTEP_FAKE_REPORT=" + file});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(computed(project), m_reference);
    QFile report(file);
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QByteArray text = report.readAll();
    QVERIFY2(text.contains("\nviolations 0\n") && !text.contains("violation: "), text.constData());
    const auto count = [&](const QByteArray& name) {
      for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith(name + ' ')) return line.mid(name.size() + 1).toInt();
      }
      return -1;
    };
    QVERIFY2(count("graph_launches") > 20 && count("captures") >= 1, text.constData());
  }

  // A backend lives as long as the program: what it holds at the end must not grow with the steps.
  void holdsNoMoreAfterMoreSteps() {
    QList<QByteArray> held;
    for (const char* const epochs : {"1", "2"}) {
      const QString file = folder("held.txt");
      const QStringList more{"--set", QStringLiteral("train.epochs=%1").arg(epochs)};
      const Ran ran = run_lockstep(train("preset:digits-cnn", folder(QStringLiteral("held-%1").arg(epochs)), gpu + more), {}, {"LOCKSTEP_FAKE_REPORT=" + file});
      QVERIFY2(ran.code == 0, ran.err.constData());
      QFile report(file);
      QVERIFY(report.open(QIODevice::ReadOnly));
      const QByteArray text = report.readAll();
      held.append(text.mid(text.indexOf("leaked: ")));
    }
    QVERIFY(held[0].contains("2 streams"));
    QCOMPARE(held[1], held[0]);
  }

  void bystandersChangeNothing_data() {
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QStringList>("environment");
    QTest::newRow("again") << QStringList() << QStringList();
    QTest::newRow("no capture") << QStringList{"--set", "train.graph_capture=false"} << QStringList();
    QTest::newRow("no workers, another interval") << QStringList{"--set", "data.workers=0", "--set", "train.checkpoint_interval=5"} << QStringList();
    QTest::newRow("threads in reverse") << QStringList() << QStringList{"LOCKSTEP_EMULATOR_ORDER=reverse"};
    QTest::newRow("warps at random") << QStringList() << QStringList{"LOCKSTEP_EMULATOR_ORDER=random:7"};
    QTest::newRow("a late queue") << QStringList() << QStringList{"LOCKSTEP_FAKE_QUEUE=deferred"};
    QTest::newRow("a prompt queue") << QStringList() << QStringList{"LOCKSTEP_FAKE_QUEUE=eager"};
  }
  void bystandersChangeNothing() {
    QFETCH(QStringList, more);
    QFETCH(QStringList, environment);
    const QString project = folder("bystander");
    const Ran ran = run_lockstep(train("preset:digits-cnn", project, gpu + epoch + more), {}, environment);
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(computed(project), m_reference);
  }

  void stoppedAndResumed() {
    const QString project = folder("stopped");
    {
      Running running(train("preset:digits-cnn", project, gpu + epoch));
      QVERIFY(running.wait_for("step", 9));
      running.signal(SIGTERM);
      QCOMPARE(running.finish().code, 5);
    }
    const Ran ran = run_lockstep({"resume", "last", "--json", "--project", project});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(computed(project), m_reference);
  }

  void reproducesItselfAndTheCpuWithinTolerance() {
    const Ran same = run_lockstep({"reproduce", "last", "--json", "--project", folder("reference"), "--device", "cuda-emulated"});
    QVERIFY2(same.code == 0, same.err.constData());
    QCOMPARE(same.last()["verdict"].toString(), QString("identical"));
    const Ran cpu = run_lockstep({"reproduce", "last", "--json", "--project", folder("reference"), "--device", "cpu", "--accept-drift"});
    QVERIFY2(cpu.code == 3 || cpu.code == 4, cpu.err.constData());
    const QString cause = cpu.last()["cause"].toString();
    QVERIFY2(cause == "environment" || cause == "arithmetic", qPrintable(cause));
  }

  void theSecondGpuGivesTheSameBits() {
    const QString project = folder("second");
    const Ran ran = run_lockstep(train("preset:digits-cnn", project, QStringList{"--device", "cuda-emulated:1"} + epoch), {}, {"LOCKSTEP_FAKE_FAULT=devices:2"});
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(computed(project), m_reference);
    QCOMPARE(run_lockstep({"show", "last", "--json", "--project", project}).last()["device"].toString(), QString("cuda-emulated:1"));
  }

  void failuresEndWithTheirStatus_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("says");
    QTest::newRow("a kernel crashes") << "launch:400" << "the GPU stopped working for this program";
    QTest::newRow("the device is gone") << "lost:300" << "the GPU stopped working for this program";
    QTest::newRow("no memory") << "malloc:30" << "out of memory on cuda-emulated: asked for";
  }
  void failuresEndWithTheirStatus() {
    QFETCH(QString, fault);
    QFETCH(QString, says);
    const QString project = folder("failure-" + fault.section(':', 0, 0));
    const Ran ran = run_lockstep(train("preset:digits-cnn", project, gpu + epoch), {}, {"LOCKSTEP_FAKE_FAULT=" + fault});
    QCOMPARE(ran.code, 1);
    QVERIFY2(ran.err.contains(says.toUtf8()), ran.err.constData());
    const QJsonObject run = run_lockstep({"runs", "--json", "--project", project}).last();
    QCOMPARE(run["status"].toString(), QString("failed"));
  }

  void aDeviceThatCannotBeOpenedStartsNoRun_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("says");
    QTest::newRow("no device") << "no_device" << "no NVIDIA GPU is visible";
    QTest::newRow("no driver") << "no_driver" << "no NVIDIA driver is installed";
    QTest::newRow("an old driver") << "old_driver" << "the NVIDIA driver is too old";
    QTest::newRow("held by another") << "busy" << "the GPU is held by another program alone";
  }
  void aDeviceThatCannotBeOpenedStartsNoRun() {
    QFETCH(QString, fault);
    QFETCH(QString, says);
    const QString project = folder("none-" + fault);
    const Ran ran = run_lockstep(train("preset:digits-cnn", project, gpu + epoch), {}, {"LOCKSTEP_FAKE_FAULT=" + fault});
    QCOMPARE(ran.code, 1);
    QVERIFY2(ran.err.contains("the device cuda-emulated cannot be used: ") && ran.err.contains(says.toUtf8()), ran.err.constData());
    QVERIFY(run_lockstep({"runs", "--json", "--project", project}).lines.isEmpty());
  }

 private:
  /// 120 images of ten classes, x [120, 3, 32, 32] and y [120], by a fixed recurrence.
  void make_images();
};

namespace {

QByteArray npy(const QByteArray& descr, const QByteArray& shape, const QByteArray& data) {
  QByteArray header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  QByteArray out = QByteArray("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(header.size() & 255);
  out += static_cast<char>(header.size() >> 8);
  return out + header + data;
}

}  // namespace

void TestGpu::make_images() {
  QByteArray pixels, labels;
  quint32 state = 12345;
  for (int i = 0; i < 120; ++i) {
    const int label = i % 10;
    for (int j = 0; j < 3 * 32 * 32; ++j) {
      state = state * 1664525U + 1013904223U;
      pixels += static_cast<char>((state >> 26U) + static_cast<quint32>(label * 12 + (j / 1024) * 20));
    }
    labels += static_cast<char>(label);
  }
  QDir().mkpath(folder("images"));
  write_file(folder("images/x.npy"), npy("|u1", "(120, 3, 32, 32)", pixels));
  write_file(folder("images/y.npy"), npy("|u1", "(120,)", labels));
}

QTEST_GUILESS_MAIN(TestGpu)
#include "tst_gpu.moc"
