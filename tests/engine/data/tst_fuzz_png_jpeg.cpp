// Replays the corpus of fuzz_png_jpeg: the target aborts where something that must hold doesn't.
#include <QtTest>

#include "support_fuzz.h"
#include "tests/fuzz/fuzz_png_jpeg.cpp"

class TestFuzzPngJpeg : public QObject {
  Q_OBJECT
 private slots:
  void corpus() { QVERIFY(support::replay_corpus("png_jpeg", LLVMFuzzerTestOneInput) > 0); }
};

QTEST_GUILESS_MAIN(TestFuzzPngJpeg)
#include "tst_fuzz_png_jpeg.moc"
