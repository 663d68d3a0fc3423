// PyTorch's values from tests/data/torch, as make_goldens.py there describes them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/nn/module.h"
#include "engine/schema/value.h"
#include "engine/tensor/tensor.h"

namespace lockstep::test {

/// One golden file: the cases' settings and tensors.
class Golden {
 public:
  explicit Golden(const std::string& group);
  ~Golden();
  [[nodiscard]] std::vector<std::string> cases() const;
  /// A case's settings that are plain values; names as in PyTorch.
  [[nodiscard]] engine::schema::Arguments settings(const std::string& name) const;
  /// The settings of each of a case's parameter groups.
  [[nodiscard]] std::vector<engine::schema::Arguments> groups(const std::string& name) const;
  [[nodiscard]] engine::Tensor tensor(const std::string& name, const std::string& what) const;
  [[nodiscard]] std::vector<double> numbers(const std::string& name, const std::string& what) const;
  /// The tensors "<case>/<prefix>…<suffix>" without prefix and suffix.
  [[nodiscard]] engine::nn::NamedTensors named(const std::string& name, const std::string& prefix, const std::string& suffix = "") const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

/// max |a - b| / (1 + |b|), infinite where shapes or finiteness differ.
[[nodiscard]] double difference(const engine::Tensor& a, const engine::Tensor& b);
/// Whether all elements have the same bits.
[[nodiscard]] bool same_bits(const engine::Tensor& a, const engine::Tensor& b);
/// Reproducible values of roughly normal size.
[[nodiscard]] engine::Tensor random_tensor(const engine::Shape& shape, std::uint64_t seed, engine::DType dtype = engine::DType::f32);

/// The text of the error that a call throws; empty when it throws none.
template <class F>
[[nodiscard]] std::string error_text(F&& call) {
  try {
    call();
  } catch (const engine::Error& error) {
    return error.what();
  }
  return {};
}

/// Arguments written in place: arguments({{"out_features", 3}}).
[[nodiscard]] engine::schema::Arguments arguments(std::initializer_list<std::pair<std::string, engine::schema::Value>> values);

}  // namespace lockstep::test
