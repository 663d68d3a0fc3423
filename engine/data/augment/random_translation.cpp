// RandomTranslation: moves the image by a whole number of pixels; zeros come in. torchvision's RandomAffine(0, translate=…)
// with nearest sampling.
#include <cmath>

#include "engine/data/augment/types.h"

namespace lockstep::engine::data {

namespace {

class RandomTranslation : public Augment {
 public:
  explicit RandomTranslation(double fraction) : fraction_(fraction) {}

  void apply(const ImageView& input, std::byte* out, const Draws& draws) const override {
    const auto reach_y = static_cast<std::int64_t>(std::floor(static_cast<double>(input.height) * fraction_));
    const auto reach_x = static_cast<std::int64_t>(std::floor(static_cast<double>(input.width) * fraction_));
    const std::int64_t down = draws.below(2 * reach_y + 1, 0) - reach_y;
    const std::int64_t right = draws.below(2 * reach_x + 1, 1) - reach_x;
    copy_window(input, -down, -right, input.height, input.width, out);
  }

 private:
  double fraction_;
};

}  // namespace

AugmentType random_translation_type() {
  return {{"RandomTranslation",
           "Moves the image by a random number of whole pixels",
           {schema::Field{.name = "fraction", .kind = schema::Kind::real, .default_value = 0.1, .help = "Furthest move, as a fraction of the height and of the width", .range = {0, 1}}}},
          [](const schema::Arguments& a) -> std::unique_ptr<Augment> { return std::make_unique<RandomTranslation>(a.real("fraction")); }};
}

}  // namespace lockstep::engine::data
