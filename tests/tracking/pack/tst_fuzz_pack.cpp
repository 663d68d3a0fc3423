// Replays the corpus of fuzz_pack: each file whole, cut short at every length of a 64th, and with bytes changed; the target aborts where
// something that must hold doesn't.
#include <QtTest>

#include "support_pack.h"
#include "tests/fuzz/fuzz_pack.cpp"

using namespace lockstep::test;

class TestFuzzPack : public QObject {
  Q_OBJECT
 private slots:
  void corpus() {
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/data/fuzz/pack")) {
      const std::string text = read(file.path());
      const auto give = [](const std::string& bytes) {
        (void)LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      };
      give(text);
      for (std::size_t i = 0; i < 64; ++i) give(text.substr(0, text.size() * i / 64));
      const std::size_t step = text.size() / 3000 + 1;
      for (std::size_t i = 0; i < text.size(); i += step) {
        for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
          std::string changed = text;
          changed[i] = static_cast<char>(static_cast<unsigned char>(text[i]) ^ flip);
          give(changed);
        }
      }
      ++files;
    }
    QVERIFY(files >= 3);
  }
  /// The corpus is what it is to be: a pack that is read to its end, beside others that are refused.
  void thereIsAGoodOne() {
    const std::string text = read(LOCKSTEP_SOURCE_DIR "/tests/data/fuzz/pack/stopped.zip");
    QCOMPARE(error_of([&] { read_pack(std::as_bytes(std::span(text))); }), std::string());
  }
};

QTEST_GUILESS_MAIN(TestFuzzPack)
#include "tst_fuzz_pack.moc"
