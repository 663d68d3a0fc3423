#include "engine/ops/checksum/checksum.h"

#include <vector>

#include "engine/core/rng.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine::ops {

namespace {

std::uint64_t run(Backend& backend, const View* views, const std::uint64_t* keys, std::size_t count) {
  const Tensor sum = Tensor::empty({}, DType::i64, backend.device());
  backend.launch(backend.kernels().checksum.sum, sum.view(), views, keys, static_cast<std::int64_t>(count));
  return static_cast<std::uint64_t>(*sum.to_host().as<std::int64_t>());
}

}  // namespace

std::uint64_t checksum(const Tensor& tensor, std::uint64_t key) {
  const View view = tensor.view();
  return run(tensor.backend(), &view, &key, 1);
}

std::uint64_t parameter_checksum(std::span<const std::pair<std::string, Tensor>> named) {
  if (named.empty()) return 0;
  static thread_local std::vector<View> views;  // kept: a step should allocate nothing
  static thread_local std::vector<std::uint64_t> keys;
  views.clear();
  keys.clear();
  for (const auto& [name, tensor] : named) {
    check_same_device("parameter_checksum", named[0].second, tensor);
    views.push_back(tensor.view());
    keys.push_back(hash_name(name));
  }
  return run(named[0].second.backend(), views.data(), keys.data(), views.size());
}

}  // namespace lockstep::engine::ops
