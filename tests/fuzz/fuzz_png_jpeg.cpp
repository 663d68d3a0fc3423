// libFuzzer target of the image decoders: clang++ -fsanitize=fuzzer,address,undefined.
#include <cstdlib>

#include "engine/core/error.h"
#include "engine/data/resample.h"

using namespace lockstep::engine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::int64_t max_pixels = 1 << 16;
  const std::span<const std::byte> input(reinterpret_cast<const std::byte*>(bytes), size);
  try {
    const data::ImageInfo info = data::image_info(input, max_pixels);
    const data::Image image = data::decode_image(input, max_pixels);
    // A PNG's orientation may stand after its pixels, where the header alone does not show it.
    if (info.height * info.width != image.height * image.width) std::abort();
    if (image.height * image.width * image.channels != static_cast<std::int64_t>(image.pixels.size())) std::abort();
    if (data::resized(image, 7, 5, data::Resize::fit).pixels.size() != static_cast<std::size_t>(35 * image.channels)) std::abort();
  } catch (const Error& error) {
    if (error.what()[0] == '\0') std::abort();
  }
  return 0;
}
