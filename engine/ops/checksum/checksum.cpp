#include "engine/ops/checksum/checksum.h"

#include <vector>

#include "engine/core/rng.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/tensor_list.h"

namespace lockstep::engine::ops {

namespace {

std::uint64_t read(const Tensor& sum) { return static_cast<std::uint64_t>(*sum.to_host().as<std::int64_t>()); }

void run(const Tensor& like, const View* views, const std::uint64_t* keys, std::size_t count, const Tensor& sum) {
  check_values("checksum", sum, like, DType::i64, 1);
  like.backend().launch(like.backend().kernels().checksum.sum, sum.view(), views, keys, static_cast<std::int64_t>(count));
  sum.bump_version();
}

}  // namespace

std::uint64_t checksum(const Tensor& tensor, std::uint64_t key) {
  const Tensor sum = Tensor::empty({}, DType::i64, tensor.device());
  checksum(tensor, key, sum);
  return read(sum);
}

void checksum(const Tensor& tensor, std::uint64_t key, const Tensor& sum) {
  const View view = tensor.view();
  run(tensor, &view, &key, 1, sum);
}

std::uint64_t parameter_checksum(std::span<const std::pair<std::string, Tensor>> named) {
  if (named.empty()) return 0;
  const Tensor sum = Tensor::empty({}, DType::i64, named[0].second.device());
  parameter_checksum(named, sum);
  return read(sum);
}

void parameter_checksum(std::span<const std::pair<std::string, Tensor>> named, const Tensor& sum) {
  if (named.empty()) {
    Tensor(sum).fill(0.0);
    return;
  }
  static thread_local std::vector<View> views;  // kept: a step should allocate nothing
  static thread_local std::vector<std::uint64_t> keys;
  views.clear();
  keys.clear();
  for (const auto& [name, tensor] : named) {
    check_same_device("parameter_checksum", named[0].second, tensor);
    views.push_back(tensor.view());
    keys.push_back(hash_name(name));
  }
  run(named[0].second, views.data(), keys.data(), views.size(), sum);
}

}  // namespace lockstep::engine::ops
