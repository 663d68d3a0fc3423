// libFuzzer target of the IDX reader, gzip included: clang++ -fsanitize=fuzzer,address,undefined.
#include <cstdlib>

#include "engine/core/error.h"
#include "engine/data/readers/idx.h"

using namespace lockstep::engine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  data::LoadContext context;
  context.memory_budget = 1U << 22U;
  const data::Work work(context);
  const std::span<const std::byte> input(reinterpret_cast<const std::byte*>(bytes), size);
  try {
    const data::Bytes unpacked = data::is_gzip(input) ? data::gunzip(input, "fuzz", work) : data::Bytes(input.begin(), input.end());
    const data::FileArray array = data::parse_idx(unpacked, "fuzz");
    const data::Source source = data::source_of_arrays(array, std::nullopt, 0, "fuzz", work);
    if (source.count * source.shape.numel() != array.values.shape.numel()) std::abort();
  } catch (const Error& error) {
    if (error.what()[0] == '\0') std::abort();
  }
  return 0;
}
