// Replays the corpus of fuzz_csv: the target aborts where something that must hold doesn't.
#include <QtTest>

#include "support_fuzz.h"
#include "tests/fuzz/fuzz_csv.cpp"

class TestFuzzCsv : public QObject {
  Q_OBJECT
 private slots:
  void corpus() { QVERIFY(support::replay_corpus("csv", LLVMFuzzerTestOneInput) > 0); }
};

QTEST_GUILESS_MAIN(TestFuzzCsv)
#include "tst_fuzz_csv.moc"
