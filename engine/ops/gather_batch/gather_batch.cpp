#include "engine/ops/gather_batch/gather_batch.h"

#include "engine/ops/kernel_table.h"
#include "engine/ops/tensor_list.h"

namespace lockstep::engine::ops {

void gather_batch(Tensor& out, const Tensor& samples, const Tensor& index, const Tensor& shift, const Tensor& scale) {
  constexpr const char* name = "gather_batch";
  check_same_device(name, out, samples);
  if (samples.dtype() != DType::u8 && samples.dtype() != DType::f32) throw_shape(name, "expected samples of uint8 or float32, received {}", dtype_name(samples.dtype()));
  const bool images = samples.dim() == 4;
  if ((!images && samples.dim() != 2) || !(images ? samples.is_channels_last() : samples.is_contiguous())) {
    throw_shape(name, "expected samples [M, C, H, W] in channels_last memory or [M, C], received {}", samples.shape().to_string());
  }
  Shape expected = samples.shape();
  if (index.defined()) {
    check_values(name, index, samples, DType::i64, index.numel());
    expected.erase(0);
    expected.insert(0, index.numel());
  }
  if (out.dtype() != DType::f32 || out.shape() != expected || !(images ? out.is_channels_last() : out.is_contiguous())) {
    throw_shape(name, "expected an output float32 {} laid out as the samples, received {} {}", expected.to_string(), dtype_name(out.dtype()), out.shape().to_string());
  }
  check_values(name, shift, samples, DType::f32, samples.size(1));
  check_values(name, scale, samples, DType::f32, samples.size(1));
  out.backend().launch(out.backend().kernels().gather_batch.gather, out.view(), samples.view(), index.defined() ? index.view() : View{}, shift.view(), scale.view());
  out.bump_version();
}

}  // namespace lockstep::engine::ops
