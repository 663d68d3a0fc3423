// Any bytes as a pack: read to its end or refused with a text, never more written than the manifest declares. libFuzzer:
// clang++ -fsanitize=fuzzer,address,undefined. The corpus in tests/data/fuzz/pack is replayed by tests/tracking/pack/tst_fuzz_pack.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "engine/core/error.h"
#include "engine/core/sha256.h"
#include "tracking/pack/pack_reader.h"
#include "tracking/pack/run_json.h"

using namespace lockstep;
using namespace lockstep::tracking;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void read_pack(std::span<const std::byte> bytes) {
  pack::PackLimits limits;
  limits.manifest_bytes = 1U << 20U;
  limits.entries = 1000;
  limits.total_bytes = 1U << 24U;
  pack::PackReader reader(pack::ZipReader(bytes, "fuzz", limits.entries), limits);
  require(reader.manifest().total_bytes() <= limits.total_bytes);
  std::string content;
  std::size_t closed = 0;
  reader.read_all(
      [&](const std::string&, const pack::PackEntry& entry) {
        content.clear();
        return [&content, &entry](std::span<const std::byte> piece) {
          content.append(reinterpret_cast<const char*>(piece.data()), piece.size());
          require(content.size() <= entry.bytes);
        };
      },
      [&](const std::string& name) {
        const pack::PackEntry& entry = reader.manifest().entries.at(name);
        require(content.size() == entry.bytes && engine::sha256_hex(content) == entry.sha256);
        if (name == "record.json")
          require(pack::run_from_json(content, reader.manifest().run, "fuzz").id == reader.manifest().run);
        ++closed;
      });
  require(closed == reader.manifest().entries.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    read_pack({reinterpret_cast<const std::byte*>(bytes), size});
  } catch (const engine::Error& error) { require(error.what()[0] != '\0'); }
  return 0;
}
