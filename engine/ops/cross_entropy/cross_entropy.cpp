#include "engine/ops/cross_entropy/cross_entropy.h"

#include "engine/autograd/record.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine::ops {

namespace {

using autograd::GradientSink;
using autograd::Saved;

void check(const Tensor& logits, const Tensor& target, const Tensor& class_weight, double label_smoothing) {
  check_real("cross_entropy", logits);
  check_same_device("cross_entropy", logits, target);
  if (logits.dim() != 2 || logits.size(1) == 0) throw_shape("cross_entropy", "expected logits [N, C], received {}", logits.shape().to_string());
  if (target.dtype() != DType::i64 || target.dim() != 1 || target.size(0) != logits.size(0)) {
    throw_shape("cross_entropy", "expected int64 labels [{}], received {} {}", logits.size(0), dtype_name(target.dtype()), target.shape().to_string());
  }
  if (class_weight.defined()) {
    check_same_kind("cross_entropy", logits, class_weight);
    if (class_weight.dim() != 1 || class_weight.size(0) != logits.size(1)) {
      throw_shape("cross_entropy", "expected class weights [{}], received {}", logits.size(1), class_weight.shape().to_string());
    }
  }
  if (!(label_smoothing >= 0.0 && label_smoothing <= 1.0)) {
    throw ValueError(plain_message("op.value", fmt::format("[cross_entropy] expected label_smoothing in [0, 1], received {}", label_smoothing)));
  }
}

View view_of(const Tensor& x) { return x.defined() ? x.view() : View{}; }

}  // namespace

Tensor cross_entropy(const Tensor& logits, const Tensor& target, const Tensor& class_weight, double label_smoothing, std::int64_t ignore_index,
                     Reduction reduction) {
  check(logits, target, class_weight, label_smoothing);
  const Tensor rows = logits.contiguous();
  const Tensor labels = target.contiguous();
  const Tensor weight = class_weight.defined() ? class_weight.contiguous() : class_weight;
  const kernels::cross_entropy::Options options{label_smoothing, ignore_index, reduction};
  const Tensor loss = Tensor::empty(reduction == Reduction::none ? Shape{logits.size(0)} : Shape{}, logits.dtype(), logits.device());
  const Tensor probabilities = Tensor::empty(rows.shape(), logits.dtype(), logits.device());
  const Tensor scale = Tensor::empty({}, logits.dtype(), logits.device());
  logits.backend().launch(logits.backend().kernels().cross_entropy.forward,
                          kernels::cross_entropy::Outputs{loss.view(), probabilities.view(), scale.view()}, rows.view(), labels.view(), view_of(weight), options);

  return autograd::record("CrossEntropyBackward", loss, {&logits}, [&] {
    return [options, p = Saved::input(probabilities), factor = Saved::input(scale), t = Saved::input(labels), w = Saved::input(weight)](
               const Tensor& gradient, GradientSink& sink) {
      const Tensor& softmax = p.get();
      const Tensor g = gradient.contiguous();
      Tensor result = Tensor::empty(softmax.shape(), softmax.dtype(), softmax.device());
      softmax.backend().launch(softmax.backend().kernels().cross_entropy.backward, result.view(), g.view(), softmax.view(), factor.get().view(),
                               t.get().view(), view_of(w.get()), options);
      sink.give(0, std::move(result));
    };
  });
}

}  // namespace lockstep::engine::ops
