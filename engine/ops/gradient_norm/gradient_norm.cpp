#include "engine/ops/gradient_norm/gradient_norm.h"

#include <cmath>

#include "engine/ops/kernel_table.h"
#include "engine/ops/tensor_list.h"

namespace lockstep::engine::ops {

namespace {

/// Views for one kernel over all tensors; the memory is kept, so that a step allocates nothing.
std::vector<View>& collect(std::string_view operation, std::span<const Tensor> tensors, std::vector<Tensor>* copies) {
  static thread_local std::vector<View> views;
  views.clear();
  append_views(operation, tensors, tensors, views, copies);
  return views;
}

}  // namespace

double gradient_norm(std::span<const Tensor> gradients) {
  if (gradients.empty()) return 0.0;
  const Tensor sum = Tensor::empty({}, DType::f64, gradients[0].device());
  sum_of_squares(gradients, sum);
  return std::sqrt(sum.item());
}

void sum_of_squares(std::span<const Tensor> gradients, const Tensor& sum) {
  if (gradients.empty()) {
    Tensor(sum).fill(0.0);
    return;
  }
  check_values("gradient_norm", sum, gradients[0], DType::f64, 1);
  std::vector<Tensor> copies;
  const std::vector<View>& views = collect("gradient_norm", gradients, &copies);
  Backend& backend = gradients[0].backend();
  backend.launch(backend.kernels().gradient_norm.sum_of_squares, sum.view(), views.data(), static_cast<std::int64_t>(views.size()));
  sum.bump_version();
}

void clip_by_norm(std::span<const Tensor> gradients, const Tensor& sum, double max_norm) {
  if (gradients.empty()) return;
  check_values("clip_by_norm", sum, gradients[0], DType::f64, 1);
  const std::vector<View>& views = collect("clip_by_norm", gradients, nullptr);
  Backend& backend = gradients[0].backend();
  backend.launch(backend.kernels().gradient_norm.clip_by_norm, views.data(), static_cast<std::int64_t>(views.size()), sum.view(), max_norm);
  for (const Tensor& gradient : gradients) gradient.bump_version();
}

void close_gate(const Tensor& gate, std::span<const Tensor> values) {
  check_values("close_gate", gate, gate, DType::i64, 1);
  std::vector<View> views;
  for (const Tensor& value : values) {
    check_real("close_gate", value);
    check_values("close_gate", value, gate, value.dtype(), 1);
    views.push_back(value.view());
  }
  gate.backend().launch(gate.backend().kernels().gradient_norm.close_gate, gate.view(), static_cast<const View*>(views.data()), static_cast<std::int64_t>(views.size()));
  gate.bump_version();
}

void scale_in_place(std::span<const Tensor> tensors, double factor) {
  if (tensors.empty()) return;
  const std::vector<View>& views = collect("scale_in_place", tensors, nullptr);
  Backend& backend = tensors[0].backend();
  backend.launch(backend.kernels().gradient_norm.scale, views.data(), static_cast<std::int64_t>(views.size()), factor);
  for (const Tensor& tensor : tensors) tensor.bump_version();
}

void clamp_in_place(std::span<const Tensor> tensors, double limit) {
  if (tensors.empty()) return;
  const std::vector<View>& views = collect("clamp_in_place", tensors, nullptr);
  Backend& backend = tensors[0].backend();
  backend.launch(backend.kernels().gradient_norm.clamp, views.data(), static_cast<std::int64_t>(views.size()), limit);
  for (const Tensor& tensor : tensors) tensor.bump_version();
}

}  // namespace lockstep::engine::ops
