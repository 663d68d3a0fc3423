// Replays the corpus of fuzz_npy: the target aborts where something that must hold doesn't.
#include <QtTest>

#include "support_fuzz.h"
#include "tests/fuzz/fuzz_npy.cpp"

class TestFuzzNpy : public QObject {
  Q_OBJECT
 private slots:
  void corpus() { QVERIFY(support::replay_corpus("npy", LLVMFuzzerTestOneInput) > 0); }
};

QTEST_GUILESS_MAIN(TestFuzzNpy)
#include "tst_fuzz_npy.moc"
