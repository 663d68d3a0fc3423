#include "support_fuzz.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace support {

int replay_corpus(const std::string& folder, int (*target)(const std::uint8_t*, std::size_t)) {
  int files = 0;
  const auto give = [&](const std::string& text) { (void)target(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()); };
  for (const auto& entry : std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/data/fuzz/" + folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    give(text);
    for (std::size_t i = 0; i < 16; ++i) give(text.substr(0, text.size() * i / 16));
    const std::size_t step = text.size() / 200 + 1;
    for (std::size_t i = 0; i < text.size(); i += step) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        std::string changed = text;
        changed[i] = static_cast<char>(static_cast<unsigned char>(text[i]) ^ flip);
        give(changed);
      }
    }
    ++files;
  }
  return files;
}

}  // namespace support
