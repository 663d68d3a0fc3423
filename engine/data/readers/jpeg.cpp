// JPEG through libjpeg-turbo, with the accurate integer DCT, whose SIMD forms give the same bits as its plain one. Its errors
// come by longjmp: everything that it may jump over is plain data in JpegState.
#include <cstddef>
#include <cstdio>

#include <jpeglib.h>

#include <csetjmp>
#include <cstring>

#include "engine/data/readers/image.h"

namespace lockstep::engine::data {

namespace {

constexpr int max_scans = 500;  // a progressive file may hold any number of them, each as dear as a whole image

struct JpegState {
  jpeg_error_mgr errors{};
  jpeg_decompress_struct jpeg{};
  jpeg_progress_mgr progress{};
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX] = {};

  JpegState() = default;
  JpegState(const JpegState&) = delete;
  JpegState& operator=(const JpegState&) = delete;
  ~JpegState() { jpeg_destroy_decompress(&jpeg); }
};

JpegState& state_of(j_common_ptr jpeg) { return *static_cast<JpegState*>(jpeg->client_data); }

[[noreturn]] void on_error(j_common_ptr jpeg) {
  JpegState& state = state_of(jpeg);
  if (state.message[0] == '\0') jpeg->err->format_message(jpeg, state.message);
  std::longjmp(state.jump, 1);
}

/// Warnings are about damaged data that would be made up: errors here. Level ≥ 0 is tracing.
void on_message(j_common_ptr jpeg, int level) {
  if (level < 0) on_error(jpeg);
}

void on_progress(j_common_ptr jpeg) {
  JpegState& state = state_of(jpeg);
  if (state.jpeg.input_scan_number <= max_scans) return;
  std::strncpy(state.message, "it has more than 500 scans", sizeof(state.message) - 1);
  on_error(jpeg);
}

bool read_header(JpegState& state, std::span<const std::byte> bytes) {
  if (setjmp(state.jump) != 0) return false;
  jpeg_create_decompress(&state.jpeg);
  state.jpeg.client_data = &state;
  state.jpeg.progress = &state.progress;
  state.progress.progress_monitor = on_progress;
  jpeg_save_markers(&state.jpeg, JPEG_APP0 + 1, 0xFFFF);
  jpeg_mem_src(&state.jpeg, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_read_header(&state.jpeg, TRUE);
  return true;
}

bool start(JpegState& state) {
  if (setjmp(state.jump) != 0) return false;
  state.jpeg.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&state.jpeg);
  return true;
}

bool read_rows(JpegState& state, unsigned char* out, std::size_t row_bytes) {
  if (setjmp(state.jump) != 0) return false;
  while (state.jpeg.output_scanline < state.jpeg.output_height) {
    JSAMPROW row = out + state.jpeg.output_scanline * row_bytes;
    jpeg_read_scanlines(&state.jpeg, &row, 1);
  }
  jpeg_finish_decompress(&state.jpeg);
  return true;
}

int orientation_of(const JpegState& state) {
  static constexpr char name[] = "Exif\0";
  for (const auto* marker = state.jpeg.marker_list; marker != nullptr; marker = marker->next) {
    if (marker->data_length < 6 || std::memcmp(marker->data, name, 6) != 0) continue;
    return exif_orientation({reinterpret_cast<const std::byte*>(marker->data) + 6, marker->data_length - 6});
  }
  return 1;
}

/// Adobe's CMYK files hold inverted inks: R = C K / 255.
std::vector<std::uint8_t> rgb_from_cmyk(const std::vector<std::uint8_t>& inks, bool inverted) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(inks.size() / 4 * 3);
  for (std::size_t i = 0; i + 4 <= inks.size(); i += 4) {
    const auto light = [&](std::size_t k) { return inverted ? unsigned{inks[i + k]} : 255U - inks[i + k]; };
    for (std::size_t k = 0; k < 3; ++k) rgb.push_back(static_cast<std::uint8_t>((light(k) * light(3) + 127) / 255));
  }
  return rgb;
}

}  // namespace

Decoded decode_jpeg(std::span<const std::byte> bytes, std::int64_t max_pixels, bool header_only) {
  JpegState state;
  state.jpeg.err = jpeg_std_error(&state.errors);
  state.jpeg.client_data = &state;
  state.errors.error_exit = on_error;
  state.errors.emit_message = on_message;
  if (!read_header(state, bytes)) fail_image(state.message);

  Decoded out;
  Image& image = out.image;
  image.height = state.jpeg.image_height;
  image.width = state.jpeg.image_width;
  check_image_size(state.jpeg.image_height, state.jpeg.image_width, max_pixels);
  out.orientation = orientation_of(state);
  const auto space = state.jpeg.jpeg_color_space;
  image.channels = space == JCS_GRAYSCALE ? 1 : 3;
  if (header_only) return out;

  const bool inks = space == JCS_CMYK || space == JCS_YCCK;
  state.jpeg.out_color_space = inks ? JCS_CMYK : image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  if (!start(state)) fail_image(state.message);
  const std::size_t row = static_cast<std::size_t>(image.width) * (inks ? 4U : static_cast<unsigned>(image.channels));
  image.pixels.resize(row * static_cast<std::size_t>(image.height));
  const bool adobe = state.jpeg.saw_Adobe_marker != FALSE;
  if (!read_rows(state, image.pixels.data(), row)) fail_image(state.message);
  if (inks) image.pixels = rgb_from_cmyk(image.pixels, adobe);
  return out;
}

}  // namespace lockstep::engine::data
