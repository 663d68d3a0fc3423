#include "tests/engine/nn/support_golden.h"

#include <cmath>
#include <cstring>
#include <limits>

#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "engine/io/safetensors.h"

namespace lockstep::test {

using namespace lockstep::engine;

struct Golden::Content {
  io::Safetensors file;
  nlohmann::json cases;
};

namespace {

schema::Value value_of(const nlohmann::json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (json.is_array() && !json.empty() && json[0].is_number_float()) return json.get<std::vector<double>>();
  if (json.is_array() && !json.empty() && json[0].is_number_integer()) return json.get<std::vector<std::int64_t>>();
  return {};
}

schema::Arguments arguments_of(const nlohmann::json& json) {
  schema::Arguments out;
  for (const auto& [name, value] : json.items()) out.set(name, value_of(value));
  return out;
}

}  // namespace

Golden::Golden(const std::string& group) : content_(std::make_unique<Content>()) {
  content_->file = io::read_safetensors(std::string(LOCKSTEP_SOURCE_DIR) + "/tests/data/torch/" + group + ".safetensors");
  content_->cases = nlohmann::json::parse(content_->file.metadata.at("cases"));
}
Golden::~Golden() = default;

std::vector<std::string> Golden::cases() const {
  std::vector<std::string> names;
  for (const auto& [name, settings] : content_->cases.items()) names.push_back(name);
  return names;
}

schema::Arguments Golden::settings(const std::string& name) const { return arguments_of(content_->cases.at(name)); }

std::vector<schema::Arguments> Golden::groups(const std::string& name) const {
  std::vector<schema::Arguments> out;
  for (const auto& group : content_->cases.at(name).at("groups")) out.push_back(arguments_of(group));
  return out;
}

Tensor Golden::tensor(const std::string& name, const std::string& what) const { return Tensor::from_host(content_->file.tensors.at(name + "/" + what)); }

std::vector<double> Golden::numbers(const std::string& name, const std::string& what) const { return tensor(name, what).to(DType::f64).to_vector<double>(); }

nn::NamedTensors Golden::named(const std::string& name, const std::string& prefix, const std::string& suffix) const {
  nn::NamedTensors out;
  const std::string begin = name + "/" + prefix;
  for (const auto& [full, array] : content_->file.tensors) {
    if (!full.starts_with(begin) || full.ends_with(".f64") != (suffix == ".f64")) continue;
    out.emplace_back(full.substr(begin.size(), full.size() - begin.size() - suffix.size()), Tensor::from_host(array));
  }
  return out;
}

double difference(const Tensor& a, const Tensor& b) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (a.shape() != b.shape()) return infinity;
  const auto x = a.to(DType::f64).to_vector<double>();
  const auto y = b.to(DType::f64).to_vector<double>();
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = std::fabs(x[i] - y[i]) / (1.0 + std::fabs(y[i]));
    if (!std::isfinite(d)) return infinity;
    worst = std::max(worst, d);
  }
  return worst;
}

bool same_bits(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape() || a.dtype() != b.dtype()) return false;
  const HostArray x = a.to_host();
  const HostArray y = b.to_host();
  return std::memcmp(x.bytes.get(), y.bytes.get(), x.byte_size()) == 0;
}

Tensor random_tensor(const Shape& shape, std::uint64_t seed, DType dtype) {
  const RandomStream stream(seed, StreamKind::sample, "test");
  std::vector<double> values(static_cast<std::size_t>(shape.numel()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = stream.normal(0, i);
  return Tensor::from_vector(values, shape).to(dtype);
}

schema::Arguments arguments(std::initializer_list<std::pair<std::string, schema::Value>> values) {
  schema::Arguments out;
  for (const auto& [name, value] : values) out.set(name, value);
  return out;
}

}  // namespace lockstep::test
