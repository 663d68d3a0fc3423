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
  std::vector<Tensor> copies;
  const std::vector<View>& views = collect("gradient_norm", gradients, &copies);
  Backend& backend = gradients[0].backend();
  const Tensor sum = Tensor::empty({}, DType::f64, backend.device());
  backend.launch(backend.kernels().gradient_norm.sum_of_squares, sum.view(), views.data(), static_cast<std::int64_t>(views.size()));
  return std::sqrt(sum.item());
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
