// libFuzzer target of the NPY and NPZ readers: clang++ -fsanitize=fuzzer,address,undefined.
#include <cstdlib>

#include "engine/core/error.h"
#include "engine/data/readers/npy.h"

using namespace lockstep::engine;

namespace {

void read_array(std::span<const std::byte> bytes, const data::Work& work) {
  const data::FileArray array = data::parse_npy(bytes, "fuzz");
  const data::Source source = data::source_of_arrays(array, std::nullopt, 0, "fuzz", work);
  if (source.count * source.shape.numel() != array.values.shape.numel()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  data::LoadContext context;
  context.memory_budget = 1U << 22U;
  const data::Work work(context);
  const std::span<const std::byte> input(reinterpret_cast<const std::byte*>(bytes), size);
  try {
    if (!data::as_text(input).starts_with("PK")) {
      read_array(input, work);
      return 0;
    }
    for (const auto& member : data::unzip(input, data::zip_names(input, "fuzz"), "fuzz", work)) read_array(member.bytes, work);
  } catch (const Error& error) {
    if (error.what()[0] == '\0') std::abort();
  }
  return 0;
}
