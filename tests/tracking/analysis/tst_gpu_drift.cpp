// What of a GPU counts as drift between two runs: another card, driver, library or algorithm may change last bits.
#include <QtTest>

#include <algorithm>

#include "tracking/analysis/drift.h"
#include "tracking/analysis/run_record.h"

using namespace lockstep::tracking;

namespace {

RunRecord record() {
  RunRecord out;
  out.summary.device = "cuda:0";
  EnvironmentState state;
  state.gpu.driver = "580.65.06";
  state.gpu.used = {"NVIDIA H200", "9.0", 150'000'000'000};
  state.libraries = {{"cuda", "13.0"}, {"cublas", "13.0.0"}, {"cudnn", "9.19.0"}};
  out.environment = state;
  out.arithmetic_json = R"({"device":"cuda:0","strict":true,"tf32":false,"graph":"captured","algorithms":{"conv2d forward":"IMPLICIT_GEMM"}})";
  return out;
}

}  // namespace

class TestGpuDrift : public QObject {
  Q_OBJECT
 private slots:
  void theSameIsNoDrift() { QVERIFY(drift_between(record(), record()).empty()); }

  void whatDiffers_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("key");
    QTest::newRow("card") << "card" << "gpu.used.name";
    QTest::newRow("capability") << "capability" << "gpu.used.capability";
    QTest::newRow("driver") << "driver" << "gpu.driver";
    QTest::newRow("cuDNN") << "cudnn" << "libraries.cudnn";
    QTest::newRow("algorithm") << "algorithm" << "algorithms.conv2d forward";
  }
  void whatDiffers() {
    QFETCH(QString, what);
    QFETCH(QString, key);
    RunRecord other = record();
    if (what == "card") other.environment->gpu.used.name = "NVIDIA L4";
    if (what == "capability") other.environment->gpu.used.capability = "8.9";
    if (what == "driver") other.environment->gpu.driver = "590.1";
    if (what == "cudnn") other.environment->libraries["cudnn"] = "9.20.0";
    if (what == "algorithm") other.arithmetic_json = R"({"algorithms":{"conv2d forward":"IMPLICIT_PRECOMP_GEMM"}})";
    const std::vector<Drift> drift = drift_between(record(), other);
    QCOMPARE(drift.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(drift[0].key), key);
    QVERIFY(drift[0].kind == DriftKind::environment && drift[0].effect == DriftEffect::bits);
  }

  void aGraphChangesNothing() {
    RunRecord other = record();
    other.arithmetic_json = R"({"graph":"off","algorithms":{"conv2d forward":"IMPLICIT_GEMM"}})";
    QVERIFY(drift_between(record(), other).empty());
  }

  void anOperationThatOneOfThemHadIsNoDrift() {
    RunRecord other = record();
    other.arithmetic_json = R"({"algorithms":{"conv2d forward":"IMPLICIT_GEMM","product [7, 10]":"cuBLASLt 21"}})";
    QVERIFY(drift_between(record(), other).empty());
  }

  void anIdleGpuChangesNothing() {
    RunRecord one = record(), other = record();
    one.summary.device = other.summary.device = "cpu";
    other.environment->gpu.driver = "590.1";
    const std::vector<Drift> drift = drift_between(one, other);
    QCOMPARE(drift.size(), std::size_t{1});
    QVERIFY(drift[0].effect == DriftEffect::none);
  }

  void aRecordWithoutAlgorithmsIsNotCompared() {
    RunRecord other = record();
    other.arithmetic_json.clear();
    QVERIFY(drift_between(other, record()).empty());
    QVERIFY(drift_between(record(), other).empty());
    other.arithmetic_json = "damaged";
    QVERIFY(drift_between(record(), other).empty());
  }
};

QTEST_GUILESS_MAIN(TestGpuDrift)
#include "tst_gpu_drift.moc"
