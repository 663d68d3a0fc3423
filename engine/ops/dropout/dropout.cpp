#include "engine/ops/dropout/dropout.h"

#include <cmath>

#include "engine/autograd/record.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine::ops {

namespace {

Tensor apply_mask(const Tensor& x, const Tensor& mask, double scale) {
  Tensor output = empty_like(x);
  x.backend().launch(x.backend().kernels().dropout.apply, output.view(), x.view(), mask.view(), scale);
  return output;
}

}  // namespace

Tensor dropout(const Tensor& x, double p, const RandomStream& stream, std::uint64_t forward_index, std::uint64_t element_offset) {
  return dropout(x, p, stream, Tensor::from_vector<std::int64_t>({static_cast<std::int64_t>(forward_index)}, {1}, x.device()), element_offset);
}

Tensor dropout(const Tensor& x, double p, const RandomStream& stream, const Tensor& forward_index, std::uint64_t element_offset) {
  check_real("dropout", x);
  check_same_device("dropout", x, forward_index);
  if (forward_index.dtype() != DType::i64 || forward_index.numel() != 1) {
    throw_shape("dropout", "expected one int64 as the forward's index, received {} {}", dtype_name(forward_index.dtype()), forward_index.shape().to_string());
  }
  if (!(p >= 0.0 && p <= 1.0)) throw ValueError(plain_message("op.value", fmt::format("[dropout] expected a probability in [0, 1], received {}", p)));
  const Tensor mask = Tensor::empty(x.shape(), DType::u8, x.device());
  // A uniform is a multiple of 2^-24, so that comparing its integer with the ceiling is exact.
  const auto threshold = static_cast<std::uint32_t>(std::ceil(p * 0x1p24));
  x.backend().launch(x.backend().kernels().dropout.mask, mask.view(),
                     kernels::dropout::Draws{stream.key0(), stream.key1(), forward_index.view().as<std::uint64_t>(), element_offset, threshold});
  const double scale = p < 1.0 ? 1.0 / (1.0 - p) : 0.0;
  return autograd::record("DropoutBackward", apply_mask(x, mask, scale), {&x}, [&] {
    return [mask, scale](const Tensor& gradient, autograd::GradientSink& sink) { sink.give(0, apply_mask(gradient, mask, scale)); };
  });
}

}  // namespace lockstep::engine::ops
