// PNG through libpng. Its errors come by longjmp: everything that it may jump over is plain data in PngState.
#include <png.h>

#include <csetjmp>
#include <cstring>

#include "engine/data/readers/image.h"

namespace lockstep::engine::data {

namespace {

struct PngState {
  std::span<const std::byte> bytes;
  std::size_t at = 0;
  std::jmp_buf jump;
  char message[160] = {};
  png_structp png = nullptr;
  png_infop info = nullptr;

  PngState() = default;
  PngState(const PngState&) = delete;
  PngState& operator=(const PngState&) = delete;
  ~PngState() { png_destroy_read_struct(&png, &info, nullptr); }
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
  auto* state = static_cast<PngState*>(png_get_error_ptr(png));
  std::strncpy(state->message, message, sizeof(state->message) - 1);
  std::longjmp(state->jump, 1);
}

void on_warning(png_structp /*png*/, png_const_charp /*message*/) {}

void on_read(png_structp png, png_bytep out, std::size_t size) {
  auto* state = static_cast<PngState*>(png_get_io_ptr(png));
  if (state->bytes.size() - state->at < size) png_error(png, "the file ends too early");
  std::memcpy(out, state->bytes.data() + state->at, size);
  state->at += size;
}

/// False after an error, with the message in the state.
bool read_header(PngState& state) {
  if (setjmp(state.jump) != 0) return false;
  png_set_user_limits(state.png, 1000000, 1000000);
  png_set_chunk_malloc_max(state.png, 8U << 20U);
  png_set_read_fn(state.png, &state, on_read);
  png_read_info(state.png, state.info);
  return true;
}

/// To 8-bit grey or RGB without transparency; the decoder's own rounding of 16 bits.
bool set_transforms(PngState& state, bool grey) {
  if (setjmp(state.jump) != 0) return false;
  png_set_scale_16(state.png);
  png_set_expand(state.png);
  png_set_strip_alpha(state.png);
  if (!grey) png_set_gray_to_rgb(state.png);
  png_set_interlace_handling(state.png);
  png_read_update_info(state.png, state.info);
  return true;
}

bool read_rows(PngState& state, png_bytepp rows) {
  if (setjmp(state.jump) != 0) return false;
  png_read_image(state.png, rows);
  png_read_end(state.png, state.info);
  return true;
}

int orientation_of(PngState& state) {
  png_bytep exif = nullptr;
  png_uint_32 size = 0;
  if (png_get_eXIf_1(state.png, state.info, &size, &exif) == 0) return 1;
  return exif_orientation({reinterpret_cast<const std::byte*>(exif), size});
}

}  // namespace

Decoded decode_png(std::span<const std::byte> bytes, std::int64_t max_pixels, bool header_only) {
  PngState state;
  state.bytes = bytes;
  state.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &state, on_error, on_warning);
  if (state.png != nullptr) state.info = png_create_info_struct(state.png);
  if (state.info == nullptr) fail_image("libpng can't be used");
  if (!read_header(state)) fail_image(state.message);

  Decoded out;
  Image& image = out.image;
  image.height = png_get_image_height(state.png, state.info);
  image.width = png_get_image_width(state.png, state.info);
  check_image_size(static_cast<std::uint64_t>(image.height), static_cast<std::uint64_t>(image.width), max_pixels);
  const auto type = png_get_color_type(state.png, state.info);
  image.channels = (type & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1;
  if (header_only) {
    out.orientation = orientation_of(state);
    return out;
  }
  if (!set_transforms(state, image.channels == 1)) fail_image(state.message);
  const auto row = static_cast<std::size_t>(image.width * image.channels);
  if (png_get_rowbytes(state.png, state.info) != row) fail_image("a PNG mode that can't be read");
  image.pixels.resize(row * static_cast<std::size_t>(image.height));
  std::vector<png_bytep> rows;
  for (std::int64_t y = 0; y < image.height; ++y) rows.push_back(image.pixels.data() + static_cast<std::size_t>(y) * row);
  if (!read_rows(state, rows.data())) fail_image(state.message);
  out.orientation = orientation_of(state);
  return out;
}

}  // namespace lockstep::engine::data
