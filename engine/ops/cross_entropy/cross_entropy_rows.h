// Cross entropy of one sample over a choice of elementary functions: the C++ library's for f64 and as the reference, fast
// ones for f32. With class weights w, smoothing e, label y and C classes:
//   loss = -(1 - e) w_y log p_y - (e / C) Σ_c w_c log p_c
#pragma once

#include <cstdint>

#include "engine/ops/softmax/row_softmax.h"

namespace lockstep::engine::kernels::cross_entropy {

template <class T>
struct Sample {
  std::int64_t classes;
  std::int64_t label;
  const T* class_weight;  ///< or null: ones
  T smoothing;

  [[gnu::always_inline]] T weight(std::int64_t c) const { return class_weight == nullptr ? T(1) : class_weight[c]; }
  [[gnu::always_inline]] T weight_sum() const { return class_weight == nullptr ? static_cast<T>(classes) : softmax::row_sum(class_weight, classes); }
};

/// The loss; `probabilities` becomes the softmax.
template <class Math, class T>
[[gnu::always_inline]] inline T sample_loss(const Sample<T>& sample, const T* __restrict logits, T* __restrict probabilities) {
  const T shift = softmax::row_shift(softmax::row_max(logits, sample.classes));
  const T sum = softmax::row_exp<Math>(probabilities, logits, sample.classes, shift);
  const T log_sum = Math::log(sum);
  const T scale = T(1) / sum;
  for (std::int64_t c = 0; c < sample.classes; ++c) probabilities[c] *= scale;
  const T own = sample.weight(sample.label) * (log_sum - (logits[sample.label] - shift));
  if (sample.smoothing == T(0)) return own;
  T others{};
  for (std::int64_t c = 0; c < sample.classes; ++c) others += sample.weight(c) * (log_sum - (logits[c] - shift));
  return (T(1) - sample.smoothing) * own + sample.smoothing / static_cast<T>(sample.classes) * others;
}

/// gradient = scale * d(loss)/d(logits)
template <class T>
[[gnu::always_inline]] inline void sample_gradient(const Sample<T>& sample, T scale, const T* __restrict probabilities, T* __restrict gradient) {
  const T own = (T(1) - sample.smoothing) * sample.weight(sample.label);
  if (sample.smoothing == T(0)) {
    const T factor = scale * own;
    for (std::int64_t c = 0; c < sample.classes; ++c) gradient[c] = probabilities[c] * factor;
  } else {
    const T share = sample.smoothing / static_cast<T>(sample.classes);
    const T factor = own + share * sample.weight_sum();
    for (std::int64_t c = 0; c < sample.classes; ++c) gradient[c] = (probabilities[c] * factor - share * sample.weight(c)) * scale;
  }
  gradient[sample.label] -= scale * own;
}

}  // namespace lockstep::engine::kernels::cross_entropy
