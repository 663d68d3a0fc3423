// Replays the corpus of fuzz_idx: the target aborts where something that must hold doesn't.
#include <QtTest>

#include "support_fuzz.h"
#include "tests/fuzz/fuzz_idx.cpp"

class TestFuzzIdx : public QObject {
  Q_OBJECT
 private slots:
  void corpus() { QVERIFY(support::replay_corpus("idx", LLVMFuzzerTestOneInput) > 0); }
};

QTEST_GUILESS_MAIN(TestFuzzIdx)
#include "tst_fuzz_idx.moc"
