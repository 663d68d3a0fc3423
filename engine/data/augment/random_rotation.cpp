// RandomRotation: turns the image about its centre by an angle in [-degrees, degrees], bilinear, zeros outside.
// Sine and cosine are fixed double arithmetic: libm's differ by an ulp between versions and processors.
#include <cmath>

#include "engine/data/augment/types.h"

namespace lockstep::engine::data {

namespace {

/// Taylor series about 0 for |x| ≤ π/2, after reduction by symmetry; error below 1e-15.
double fixed_sin(double x) noexcept {
  constexpr double pi = 3.14159265358979323846;
  if (x > pi / 2) x = pi - x;
  if (x < -pi / 2) x = -pi - x;
  const double x2 = x * x;
  double sum = 0;
  for (int k = 21; k >= 3; k -= 2) sum = (1.0 + sum) * (-x2 / ((k - 1) * k));
  return x * (1.0 + sum);
}

double fixed_cos(double x) noexcept {
  constexpr double pi = 3.14159265358979323846;
  return x < 0 ? fixed_sin(x + pi / 2) : fixed_sin(pi / 2 - x);
}

template <class T>
double value_at(const ImageView& input, std::int64_t y, std::int64_t x, std::int64_t c) noexcept {
  if (y < 0 || x < 0 || y >= input.height || x >= input.width) return 0;
  return static_cast<double>(reinterpret_cast<const T*>(input.data)[(y * input.width + x) * input.channels + c]);
}

template <class T>
void rotate(const ImageView& input, double sine, double cosine, T* out) noexcept {
  const double cy = static_cast<double>(input.height - 1) / 2;
  const double cx = static_cast<double>(input.width - 1) / 2;
  for (std::int64_t y = 0; y < input.height; ++y) {
    for (std::int64_t x = 0; x < input.width; ++x) {
      const double dy = static_cast<double>(y) - cy;
      const double dx = static_cast<double>(x) - cx;
      const double from_y = cy + (sine * dx + cosine * dy);
      const double from_x = cx + (cosine * dx - sine * dy);
      const double y0 = std::floor(from_y);
      const double x0 = std::floor(from_x);
      const double wy = from_y - y0;
      const double wx = from_x - x0;
      const auto iy = static_cast<std::int64_t>(y0);
      const auto ix = static_cast<std::int64_t>(x0);
      for (std::int64_t c = 0; c < input.channels; ++c) {
        const double upper = value_at<T>(input, iy, ix, c) * (1 - wx) + value_at<T>(input, iy, ix + 1, c) * wx;
        const double lower = value_at<T>(input, iy + 1, ix, c) * (1 - wx) + value_at<T>(input, iy + 1, ix + 1, c) * wx;
        const double value = upper * (1 - wy) + lower * wy;
        if constexpr (std::is_same_v<T, float>) *out++ = static_cast<float>(value);
        else *out++ = static_cast<T>(value + 0.5);
      }
    }
  }
}

class RandomRotation : public Augment {
 public:
  explicit RandomRotation(double degrees) : degrees_(degrees) {}

  void apply(const ImageView& input, std::byte* out, const Draws& draws) const override {
    const double angle = (2 * draws.uniform(0) - 1) * degrees_ * (3.14159265358979323846 / 180);
    const double sine = fixed_sin(angle);
    const double cosine = fixed_cos(angle);
    if (input.dtype == DType::u8) rotate(input, sine, cosine, reinterpret_cast<std::uint8_t*>(out));
    else rotate(input, sine, cosine, reinterpret_cast<float*>(out));
  }

 private:
  double degrees_;
};

}  // namespace

AugmentType random_rotation_type() {
  return {{"RandomRotation",
           "Turns the image about its centre by a random angle, bilinear",
           {schema::Field{.name = "degrees", .kind = schema::Kind::real, .help = "Largest angle, to either side", .unit = "degrees", .range = {0, 180}, .required = true}}},
          [](const schema::Arguments& a) -> std::unique_ptr<Augment> { return std::make_unique<RandomRotation>(a.real("degrees")); }};
}

}  // namespace lockstep::engine::data
