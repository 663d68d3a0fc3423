// RandomHorizontalFlip and RandomVerticalFlip: mirrored with probability p, as in torchvision.
#include <cstring>

#include "engine/data/augment/types.h"

namespace lockstep::engine::data {

namespace {

class RandomFlip : public Augment {
 public:
  RandomFlip(double p, bool horizontal) : p_(p), horizontal_(horizontal) {}

  void apply(const ImageView& input, std::byte* out, const Draws& draws) const override {
    const auto pixel = static_cast<std::size_t>(input.channels) * item_size(input.dtype);
    const auto row_bytes = static_cast<std::size_t>(input.width) * pixel;
    const bool flip = draws.uniform(0) < p_;
    for (std::int64_t y = 0; y < input.height; ++y, out += row_bytes) {
      const std::byte* row = input.data + static_cast<std::size_t>(flip && !horizontal_ ? input.height - 1 - y : y) * row_bytes;
      if (!flip || !horizontal_) {
        std::memcpy(out, row, row_bytes);
        continue;
      }
      for (std::size_t at = 0; at < row_bytes; at += pixel) std::memcpy(out + at, row + (row_bytes - pixel - at), pixel);
    }
  }

 private:
  double p_;
  bool horizontal_;
};

std::vector<schema::Field> flip_fields() {
  return {schema::Field{.name = "p", .kind = schema::Kind::real, .default_value = 0.5, .help = "Probability of being mirrored", .range = {0, 1}}};
}

}  // namespace

AugmentType random_horizontal_flip_type() {
  return {{"RandomHorizontalFlip", "Mirrors left and right at random", flip_fields()},
          [](const schema::Arguments& a) -> std::unique_ptr<Augment> { return std::make_unique<RandomFlip>(a.real("p"), true); }};
}

AugmentType random_vertical_flip_type() {
  return {{"RandomVerticalFlip", "Mirrors top and bottom at random", flip_fields()},
          [](const schema::Arguments& a) -> std::unique_ptr<Augment> { return std::make_unique<RandomFlip>(a.real("p"), false); }};
}

}  // namespace lockstep::engine::data
