#include "engine/nn/initializer.h"

#include <cmath>

#include "engine/core/error.h"
#include "engine/core/rng.h"

namespace lockstep::engine::nn {

namespace {

void draw_uniform(Tensor& target, double bound, const RandomStream& stream) {
  HostArray values(DType::f32, target.shape());
  for (std::int64_t i = 0; i < target.numel(); ++i) {
    values.as<float>()[i] = static_cast<float>((2.0 * stream.uniform53(0, static_cast<std::uint64_t>(i)) - 1.0) * bound);
  }
  target.copy_from(Tensor::from_host(values));
}

void draw_normal(Tensor& target, double deviation, const RandomStream& stream) {
  HostArray values(DType::f32, target.shape());
  for (std::int64_t i = 0; i < target.numel(); ++i) {
    values.as<float>()[i] = static_cast<float>(stream.normal(0, static_cast<std::uint64_t>(i)) * deviation);
  }
  target.copy_from(Tensor::from_host(values));
}

}  // namespace

const std::vector<std::string_view>& initializer_names() {
  static const std::vector<std::string_view> names{"default", "kaiming_uniform", "kaiming_normal", "xavier_uniform", "xavier_normal", "zeros"};
  return names;
}

std::int64_t fan_in_of(const Shape& weight) { return weight[0] == 0 ? 0 : weight.numel() / weight[0]; }

void initialize_weight(Tensor& weight, std::string_view initializer, std::uint64_t seed, std::string_view full_name) {
  const RandomStream stream(seed, StreamKind::init, full_name);
  const auto fan_in = static_cast<double>(fan_in_of(weight.shape()));
  const auto fan_out = static_cast<double>(weight.size(1) == 0 ? 0 : weight.numel() / weight.size(1));
  if (initializer == "default") draw_uniform(weight, 1.0 / std::sqrt(fan_in), stream);
  else if (initializer == "kaiming_uniform") draw_uniform(weight, std::sqrt(6.0 / fan_in), stream);
  else if (initializer == "kaiming_normal") draw_normal(weight, std::sqrt(2.0 / fan_in), stream);
  else if (initializer == "xavier_uniform") draw_uniform(weight, std::sqrt(6.0 / (fan_in + fan_out)), stream);
  else if (initializer == "xavier_normal") draw_normal(weight, std::sqrt(2.0 / (fan_in + fan_out)), stream);
  else if (initializer == "zeros") weight.fill(0.0);
  else throw ValueError(Message{"nn.initializer", "unknown init \"{found}\"", {{"found", std::string(initializer)}}});
}

void initialize_bias(Tensor& bias, std::int64_t fan_in, std::uint64_t seed, std::string_view full_name) {
  draw_uniform(bias, 1.0 / std::sqrt(static_cast<double>(fan_in)), RandomStream(seed, StreamKind::init, full_name));
}

}  // namespace lockstep::engine::nn
