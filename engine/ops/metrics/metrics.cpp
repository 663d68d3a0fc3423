#include "engine/ops/metrics/metrics.h"

#include "engine/ops/axis.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/tensor_list.h"

namespace lockstep::engine::ops {

Tensor argmax(const Tensor& x, std::int64_t axis) {
  check_real("argmax", x);
  const std::size_t along = resolve_axis("argmax", x, axis);
  if (x.size(along) == 0) throw_shape("argmax", "expected values along axis {}, received {}", along, x.shape().to_string());
  const Tensor rows = swap_with_last(x, along).contiguous();
  Shape kept = rows.shape();
  kept[kept.size() - 1] = 1;
  const Tensor result = Tensor::empty(kept, DType::i64, x.device());
  x.backend().launch(x.backend().kernels().metrics.argmax, result.view(), as_dense_rows(rows));
  const Tensor swapped = swap_with_last(result, along);
  Shape shape = swapped.shape();
  Strides strides = swapped.strides();
  shape.erase(along);
  strides.erase(along);
  return swapped.alias(shape, strides);
}

ClassificationCounts classification_counts(const Tensor& logits, const Tensor& target, std::int64_t ignore_index) {
  const Tensor counts = Tensor::empty({2}, DType::i64, logits.device());
  classification_counts(logits, target, ignore_index, counts);
  const HostArray host = counts.to_host();
  return {host.as<std::int64_t>()[0], host.as<std::int64_t>()[1]};
}

void classification_counts(const Tensor& logits, const Tensor& target, std::int64_t ignore_index, const Tensor& counts) {
  check_values("classification_counts", counts, logits, DType::i64, 2);
  check_same_device("classification_counts", logits, target);
  if (logits.dim() != 2 || target.dim() != 1 || target.dtype() != DType::i64 || target.size(0) != logits.size(0)) {
    throw_shape("classification_counts", "expected logits [N, C] and int64 labels [N], received {} and {} {}", logits.shape().to_string(),
                dtype_name(target.dtype()), target.shape().to_string());
  }
  const Tensor prediction = argmax(logits);
  const Tensor labels = target.contiguous();
  logits.backend().launch(logits.backend().kernels().metrics.count_equal, counts.view(), prediction.view(), labels.view(), ignore_index);
  counts.bump_version();
}

std::int64_t correct_count(const Tensor& logits, const Tensor& target) { return classification_counts(logits, target).correct; }

}  // namespace lockstep::engine::ops
