// Cross entropy on the CPU: samples in parallel, their losses summed in f64 in order.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/cross_entropy/cross_entropy_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include <fmt/format.h>

#include "engine/backend/cpu/chunks.h"
#include "engine/backend/cpu/scratch.h"
#include "engine/core/error.h"
#include "engine/ops/cross_entropy/cross_entropy_kernels.h"
#include "engine/ops/cross_entropy/label_message.h"
#include "engine/ops/cross_entropy/cross_entropy_rows.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::cross_entropy::HWY_NAMESPACE {

float loss_f32(const Sample<float>& sample, const float* logits, float* probabilities) { return sample_loss<FastMath>(sample, logits, probabilities); }
double loss_f64(const Sample<double>& sample, const double* logits, double* probabilities) {
  return sample_loss<StandardMath>(sample, logits, probabilities);
}
void gradient_f32(const Sample<float>& sample, float scale, const float* probabilities, float* gradient) {
  sample_gradient(sample, scale, probabilities, gradient);
}

}  // namespace lockstep::engine::kernels::cross_entropy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::cross_entropy {

HWY_EXPORT(loss_f32);
HWY_EXPORT(loss_f64);
HWY_EXPORT(gradient_f32);

namespace {

void check_labels(const View& target, std::int64_t classes, std::int64_t ignore_index) {
  const std::int64_t* const labels = target.as<std::int64_t>();
  for (std::int64_t i = 0; i < target.sizes[0]; ++i) {
    if ((labels[i] >= 0 && labels[i] < classes) || labels[i] == ignore_index) continue;
    throw ValueError(label_message(classes, labels[i], i));
  }
}

[[nodiscard]] std::int64_t samples_a_chunk(std::int64_t classes) { return (1 << 13) / std::max<std::int64_t>(1, classes) + 1; }

template <class T>
void forward(const KernelContext& context, const Outputs& outputs, const View& logits, const View& target, const View& class_weight, const Options& options) {
  const std::int64_t count = logits.sizes[0];
  const std::int64_t classes = logits.sizes[1];
  const std::int64_t* const labels = target.as<std::int64_t>();
  const bool none = options.reduction == ops::Reduction::none;
  T* const losses = none ? outputs.loss.as<T>() : cpu::scratch<T, cpu::ScratchSlot::kernel>(count);
  cpu::parallel_slices(context, count, samples_a_chunk(classes), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      if (labels[i] == options.ignore_index) {
        losses[i] = T(0);
        continue;
      }
      const Sample<T> sample{classes, labels[i], class_weight.as<T>(), static_cast<T>(options.label_smoothing)};
      const T* const row = logits.as<T>() + i * classes;
      T* const p = outputs.probabilities.as<T>() + i * classes;
      if constexpr (std::is_same_v<T, float>) losses[i] = HWY_DYNAMIC_DISPATCH(loss_f32)(sample, row, p);
      else losses[i] = HWY_DYNAMIC_DISPATCH(loss_f64)(sample, row, p);
    }
  });
  *outputs.scale.as<T>() = T(1);
  if (none) return;
  double total = 0.0;
  double weights = 0.0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (labels[i] == options.ignore_index) continue;
    total += static_cast<double>(losses[i]);
    weights += class_weight.defined() ? static_cast<double>(class_weight.as<T>()[labels[i]]) : 1.0;
  }
  if (options.reduction == ops::Reduction::mean) {
    // Nothing counted: loss and gradient are 0, not 0/0.
    const double scale = weights == 0.0 ? 0.0 : 1.0 / weights;
    *outputs.scale.as<T>() = static_cast<T>(scale);
    total = weights == 0.0 ? 0.0 : total / weights;
  }
  *outputs.loss.as<T>() = static_cast<T>(total);
}

void forward_any(const KernelContext& context, const Outputs& outputs, const View& logits, const View& target, const View& class_weight,
                 const Options& options) {
  check_labels(target, logits.sizes[1], options.ignore_index);
  if (logits.dtype == DType::f64) forward<double>(context, outputs, logits, target, class_weight, options);
  else forward<float>(context, outputs, logits, target, class_weight, options);
}

template <class T>
void backward(const KernelContext& context, const View& logits_gradient, const View& gradient, const View& probabilities, const View& scale,
              const View& target, const View& class_weight, const Options& options) {
  const std::int64_t classes = logits_gradient.sizes[1];
  const std::int64_t* const labels = target.as<std::int64_t>();
  const bool none = options.reduction == ops::Reduction::none;
  cpu::parallel_slices(context, logits_gradient.sizes[0], samples_a_chunk(classes), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      T* const row = logits_gradient.as<T>() + i * classes;
      if (labels[i] == options.ignore_index) {
        std::fill(row, row + classes, T(0));
        continue;
      }
      const Sample<T> sample{classes, labels[i], class_weight.as<T>(), static_cast<T>(options.label_smoothing)};
      const T factor = gradient.as<T>()[none ? i : 0] * *scale.as<T>();
      const T* const p = probabilities.as<T>() + i * classes;
      if constexpr (std::is_same_v<T, float>) HWY_DYNAMIC_DISPATCH(gradient_f32)(sample, factor, p, row);
      else sample_gradient(sample, factor, p, row);
    }
  });
}

void backward_any(const KernelContext& context, const View& logits_gradient, const View& gradient, const View& probabilities, const View& scale,
                  const View& target, const View& class_weight, const Options& options) {
  if (gradient.dtype == DType::f64) backward<double>(context, logits_gradient, gradient, probabilities, scale, target, class_weight, options);
  else backward<float>(context, logits_gradient, gradient, probabilities, scale, target, class_weight, options);
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward_any;
  table.backward = backward_any;
}

}  // namespace lockstep::engine::kernels::cross_entropy
#endif  // HWY_ONCE
