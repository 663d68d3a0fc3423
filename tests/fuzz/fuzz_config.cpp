// Any bytes as a config's text: read, checked, resolved and edited without a crash, and what was resolved reads back.
// The corpus in tests/data/fuzz/config is replayed by tests/engine/config/tst_fuzz_corpus.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "engine/config/config.h"
#include "engine/config/edit.h"
#include "tests/engine/config/support_catalog.h"

using namespace lockstep::engine;
using namespace lockstep::engine::config;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void fuzz_edit(const std::string& text) {
  try {
    const std::string edited = set_value(text, "optimizer.learning_rate", 0.25);
    require(set_value(edited, "optimizer.learning_rate", 0.25) == edited);
    static_cast<void>(remove_value(edited, "optimizer.learning_rate"));
  } catch (const ValueError&) {  // no TOML, or no place for the key
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Options options{.overrides = {}, .preset_folders = {}, .check_files = false};
  auto document = check({text, "fuzz.toml"}, test_catalog(), options);
  require(document.ok() != !document.errors.empty());
  for (const ConfigError& error : document.errors) require(!error.english().empty());
  if (document.ok()) {
    const auto resolved = document.value->resolve({Shape{1, 8, 8}, true, 10, 1});
    if (resolved.ok()) {
      auto again = check({resolved.value->toml, "fuzz.toml"}, test_catalog(), options);
      require(again.ok());
      require(again.value->resolve({Shape{1, 8, 8}, true, 10, 1}).value.value().hash == resolved.value->hash);
    }
  }
  fuzz_edit(text);
  return 0;
}
