// The machine's record, checked with the system's own tools; limits of control groups against files as kernels write them.
#include <QtTest>

#include "engine/core/error.h"
#include "tracking/provenance/build_info.h"
#include "tracking/provenance/environment.h"
#include "tracking/provenance/utc_time.h"

using namespace lockstep::tracking;

class TestEnvironment : public QObject {
  Q_OBJECT
 private:
  [[nodiscard]] static QString shell(const QString& command) {
    QProcess process;
    process.start("sh", {"-c", command});
    process.waitForFinished();
    return QString::fromUtf8(process.readAllStandardOutput().trimmed());
  }
  /// "0-2,8" → 0 1 2 8: tools write the same list in several ways.
  [[nodiscard]] static QList<int> processors(const QString& list) {
    QList<int> out;
    for (const QString& part : list.split(',')) {
      for (int i = part.section('-', 0, 0).toInt(); i <= part.section('-', -1).toInt(); ++i) out.append(i);
    }
    return out;
  }
  static void write(const QString& path, const QByteArray& content) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
  }

 private slots:
  void agreesWithSystemTools() {
    const EnvironmentState state = capture_environment();
    QCOMPARE(QString::fromStdString(state.os.kernel), shell("uname -sr"));
    QCOMPARE(QString::fromStdString(state.os.machine), shell("uname -m"));
    QCOMPARE(QString::fromStdString(state.os.hostname), shell("uname -n"));
    QCOMPARE(QString::fromStdString(state.os.name), shell(". /etc/os-release && echo \"$PRETTY_NAME\""));
    QCOMPARE(state.cpu.logical_cores, shell("getconf _NPROCESSORS_ONLN").toLongLong());
    QCOMPARE(processors(QString::fromStdString(state.cpu.affinity)), processors(shell("taskset -cp $$ | sed 's/.*: //'")));
    QCOMPARE(state.memory.total_bytes, shell("awk '/^MemTotal/ {print $2 * 1024}' OFMT=%.0f CONVFMT=%.0f /proc/meminfo").toULongLong());
    QVERIFY(state.memory.available_bytes > 0 && state.memory.available_bytes <= state.memory.total_bytes);
    if (state.os.machine == "x86_64") {
      QCOMPARE(QString::fromStdString(state.cpu.model), shell("sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1"));
      QCOMPARE(state.cpu.physical_cores, shell("lscpu -p=CORE,SOCKET | grep -v '#' | sort -u | wc -l").toLongLong());
      QVERIFY(state.cpu.features.find("sse2") != std::string::npos);
    }
    QVERIFY(!state.locale.empty());
    QVERIFY(std::abs(state.captured - QDateTime::currentMSecsSinceEpoch()) < 60000);
  }

  void gpuIsThereOrItIsSaidWhyNot() {
    const EnvironmentState state = capture_environment();
    const QString smi = shell("nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -1");
    if (smi.isEmpty()) {
      QVERIFY(state.gpu.devices.empty());
      QVERIFY(QString::fromStdString(state.gpu.status).contains("NVIDIA driver"));
      return;
    }
    QCOMPARE(state.gpu.status, "found");
    QCOMPARE(QString::fromStdString(state.gpu.devices.at(0).name + ", " + state.gpu.driver), smi);
    QVERIFY(state.gpu.devices[0].memory_bytes > 0);
    QVERIFY(!state.gpu.cuda.empty());
  }

  void librariesAreThoseInstalled() {
    EnvironmentExtras extras;
    extras.isa = "AVX2";
    extras.threads = 3;
    extras.libraries = {{"onednn", "2.7.3"}};
    const EnvironmentState state = capture_environment(extras);
    QCOMPARE(state.cpu.isa, "AVX2");
    QCOMPARE(state.cpu.threads, 3);
    QCOMPARE(state.libraries.at("onednn"), "2.7.3");
    QCOMPARE(QString::fromStdString(state.libraries.at("libgit2")), shell("pkg-config --modversion libgit2"));
    QCOMPARE(QString::fromStdString(state.libraries.at("libpng")), shell("pkg-config --modversion libpng"));
    QCOMPARE(QString::fromStdString(state.libraries.at("libjpeg")), shell("pkg-config --modversion libjpeg"));
    QCOMPARE(QString::fromStdString(state.libraries.at("fmt")), shell("pkg-config --modversion fmt"));
    QCOMPARE(QString::fromStdString(state.libraries.at("sqlite")), shell("pkg-config --modversion sqlite3"));
    QVERIFY(shell("pkg-config --modversion zlib").startsWith(QString::fromStdString(state.libraries.at("zlib"))));
    QVERIFY(shell("pkg-config --modversion openssl").startsWith(QString::fromStdString(state.libraries.at("openssl"))));
    QCOMPARE(QString::fromStdString("glibc " + state.libraries.at("glibc")), shell("getconf GNU_LIBC_VERSION"));
  }

  void variablesThatMatterWithoutSecrets() {
    const char* const environment[] = {"OMP_NUM_THREADS=4",
                                       "LD_PRELOAD=",
                                       "PATH=/bin",
                                       "HOME=/home/me",
                                       "AWS_SECRET_ACCESS_KEY=x",
                                       "LOCKSTEP_API_TOKEN=abc",
                                       "LOCKSTEP_PROXY=https://me:pw@host/x",
                                       "LC_ALL=C=x",
                                       "CUDA_VISIBLE_DEVICES",
                                       "TZ=Asia/Shanghai",
                                       nullptr};
    QCOMPARE(variables_that_matter(environment), (std::map<std::string, std::string>{{"OMP_NUM_THREADS", "4"},
                                                                                     {"LD_PRELOAD", ""},
                                                                                     {"LOCKSTEP_API_TOKEN", "(hidden)"},
                                                                                     {"LOCKSTEP_PROXY", "https://host/x"},
                                                                                     {"LC_ALL", "C=x"},
                                                                                     {"TZ", "Asia/Shanghai"}}));
  }

  void ownEnvironmentIsRead() {
    qputenv("OMP_NUM_THREADS", "7");
    qputenv("TZ", "Asia/Shanghai");
    const EnvironmentState state = capture_environment();
    qunsetenv("TZ");
    QCOMPARE(state.variables.at("OMP_NUM_THREADS"), "7");
    QCOMPARE(state.time_zone, "Asia/Shanghai");
  }

  void cgroupVersion2TakesTheSmallest() {
    const QTemporaryDir root;
    write(root.filePath("proc/self/cgroup"), "0::/user.slice/app\n");
    write(root.filePath("sys/fs/cgroup/user.slice/app/cpu.max"), "max 100000\n");
    write(root.filePath("sys/fs/cgroup/user.slice/app/memory.max"), "4294967296\n");
    write(root.filePath("sys/fs/cgroup/user.slice/cpu.max"), "150000 100000\n");
    write(root.filePath("sys/fs/cgroup/user.slice/memory.max"), "2147483648\n");
    write(root.filePath("sys/fs/cgroup/memory.max"), "max\n");
    const CgroupLimits limits = cgroup_limits(root.path().toStdString());
    QCOMPARE(limits.cpus, 1.5);
    QCOMPARE(limits.memory_bytes, 2147483648u);
  }

  void cgroupVersion1() {
    const QTemporaryDir root;
    write(root.filePath("proc/self/cgroup"), "5:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/\n");
    write(root.filePath("sys/fs/cgroup/cpu/docker/abc/cpu.cfs_period_us"), "100000\n");
    write(root.filePath("sys/fs/cgroup/cpu/docker/abc/cpu.cfs_quota_us"), "400000\n");
    write(root.filePath("sys/fs/cgroup/cpu/cpu.cfs_period_us"), "100000\n");
    write(root.filePath("sys/fs/cgroup/cpu/cpu.cfs_quota_us"), "-1\n");
    write(root.filePath("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes"), "1073741824\n");
    write(root.filePath("sys/fs/cgroup/memory/memory.limit_in_bytes"), "9223372036854771712\n");
    const CgroupLimits limits = cgroup_limits(root.path().toStdString());
    QCOMPARE(limits.cpus, 4.0);
    QCOMPARE(limits.memory_bytes, 1073741824u);
    const QTemporaryDir nothing;
    QCOMPARE(cgroup_limits(nothing.path().toStdString()).cpus, 0.0);
  }

  void jsonRoundTripAndDifferences() {
    EnvironmentState state = capture_environment();
    state.gpu.devices = {{"NVIDIA H200", 150'000'000'000u}};
    state.variables["LD_PRELOAD"] = "/caf\xe9.so";  // no UTF-8
    const EnvironmentState back = environment_from_json(to_json(state));
    QCOMPARE(to_json(back), to_json(state));
    QCOMPARE(back.variables, state.variables);
    QCOMPARE(back.gpu.devices, state.gpu.devices);
    EnvironmentState other = back;
    other.captured += 1;
    other.memory.available_bytes += 1;
    QVERIFY(differences(state, other).empty());
    other.cpu.isa = "AVX2";
    other.libraries["onednn"] = "3.0";
    QCOMPARE(differences(state, other),
             (std::vector<KeyDifference>{{"cpu.isa", "\"\"", "\"AVX2\""}, {"libraries.onednn", "", "\"3.0\""}}));
    QVERIFY_EXCEPTION_THROWN((void)environment_from_json("[]"), lockstep::engine::ValueError);
    QVERIFY_EXCEPTION_THROWN((void)environment_from_json("{\"captured\": \"yesterday\"}"), lockstep::engine::ValueError);
  }

  void buildIsThisOne() {
    const BuildInfo& info = build_info();
    QCOMPARE(info.version, "0.1.0");
    QVERIFY(info.commit.empty() || info.commit.size() == 40);
    QCOMPARE(info.source_hash.size(), std::size_t{64});
    QVERIFY(QString::fromStdString(info.flags).contains("-ffp-contract=off"));
    QVERIFY2(QString::fromStdString(info.compiler).contains(QString("%1.%2").arg(__GNUC__).arg(__GNUC_MINOR__)), info.compiler.c_str());
    QVERIFY(build_info_from_json(to_json(info)) == info);
    BuildInfo other = info;
    other.dirty = !info.dirty;
    QCOMPARE(differences(info, other).size(), std::size_t{1});
    QCOMPARE(differences(info, other)[0].key, "dirty");
  }

  void timesAsText() {
    for (const qint64 time : {0LL, 1'700'000'000'123LL, -1LL, 951'782'400'000LL, 4'102'444'799'999LL}) {
      QCOMPARE(QString::fromStdString(utc_text(time)), QDateTime::fromMSecsSinceEpoch(time, Qt::UTC).toString(Qt::ISODateWithMs));
    }
    QVERIFY(std::abs(utc_milliseconds() - QDateTime::currentMSecsSinceEpoch()) < 10000);
  }
};

QTEST_GUILESS_MAIN(TestEnvironment)
#include "tst_environment.moc"
