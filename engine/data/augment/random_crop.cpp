// RandomCrop: a window of `size` at a random place of the image with `padding` zeros around it. torchvision's RandomCrop,
// except that size may be left out: then it is the image's own.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/data/augment/types.h"

namespace lockstep::engine::data {

void copy_window(const ImageView& input, std::int64_t top, std::int64_t left, std::int64_t height, std::int64_t width, std::byte* out) noexcept {
  const auto pixel = static_cast<std::size_t>(input.channels) * item_size(input.dtype);
  const auto row_bytes = static_cast<std::size_t>(width) * pixel;
  const std::int64_t begin = std::clamp<std::int64_t>(-left, 0, width);  // columns of the window that lie inside
  const std::int64_t end = std::clamp<std::int64_t>(input.width - left, begin, width);
  for (std::int64_t y = 0; y < height; ++y, out += row_bytes) {
    const std::int64_t from = top + y;
    if (from < 0 || from >= input.height || begin == end) {
      std::memset(out, 0, row_bytes);
      continue;
    }
    std::memset(out, 0, static_cast<std::size_t>(begin) * pixel);
    std::memcpy(out + static_cast<std::size_t>(begin) * pixel, input.data + static_cast<std::size_t>(from * input.width + left + begin) * pixel,
                static_cast<std::size_t>(end - begin) * pixel);
    std::memset(out + static_cast<std::size_t>(end) * pixel, 0, static_cast<std::size_t>(width - end) * pixel);
  }
}

namespace {

class RandomCrop : public Augment {
 public:
  explicit RandomCrop(const schema::Arguments& arguments) : padding_(arguments.integer("padding")) {
    if (arguments.has("size")) size_ = arguments.integers("size");
  }

  [[nodiscard]] Shape output_shape(const Shape& input) const override {
    if (size_.empty()) return input;
    if (size_[0] > input[1] + 2 * padding_ || size_[1] > input[2] + 2 * padding_) {
      throw ValueError(Message{"data.crop_size", "RandomCrop: size [{height}, {width}] is larger than the padded image of {image}",
                               {{"height", fmt::format("{}", size_[0])}, {"width", fmt::format("{}", size_[1])}, {"image", input.to_string()}}});
    }
    return {input[0], size_[0], size_[1]};
  }

  void apply(const ImageView& input, std::byte* out, const Draws& draws) const override {
    const std::int64_t height = size_.empty() ? input.height : size_[0];
    const std::int64_t width = size_.empty() ? input.width : size_[1];
    const std::int64_t top = draws.below(input.height + 2 * padding_ - height + 1, 0) - padding_;
    const std::int64_t left = draws.below(input.width + 2 * padding_ - width + 1, 1) - padding_;
    copy_window(input, top, left, height, width, out);
  }

 private:
  std::int64_t padding_;
  std::vector<std::int64_t> size_;
};

}  // namespace

AugmentType random_crop_type() {
  using namespace schema;
  return {{"RandomCrop",
           "Cuts a window out of the zero-padded image at a random place",
           {Field{.name = "size", .kind = Kind::integers, .help = "Height and width of the window; left out: the image's own", .unit = "pixels", .range = {1, 65536}, .count = 2},
            Field{.name = "padding", .kind = Kind::integer, .default_value = std::int64_t{0}, .help = "Zeros added on each side before the cut", .unit = "pixels", .range = {0, 65536}}}},
          [](const Arguments& arguments) -> std::unique_ptr<Augment> { return std::make_unique<RandomCrop>(arguments); }};
}

}  // namespace lockstep::engine::data
