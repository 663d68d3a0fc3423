// Replays the fuzzer's corpus, each file also cut short at every 16th byte: the target aborts where something doesn't hold.
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

class TestFuzzCorpus : public QObject {
  Q_OBJECT
 private slots:
  void replay() {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/data/fuzz/config")) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
      for (std::size_t size = text.size();; size -= std::min<std::size_t>(size, 16)) {
        QCOMPARE(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), size), 0);
        if (size == 0) break;
      }
      ++count;
    }
    QVERIFY(count >= 10);
  }
};

QTEST_GUILESS_MAIN(TestFuzzCorpus)
#include "tst_fuzz_corpus.moc"
