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
  check_real("dropout", x);
  if (!(p >= 0.0 && p <= 1.0)) throw ValueError(plain_message("op.value", fmt::format("[dropout] expected a probability in [0, 1], received {}", p)));
  const Tensor mask = Tensor::empty(x.shape(), DType::u8, x.device());
  // A uniform is a multiple of 2^-24, so that comparing its integer with the ceiling is exact.
  const auto threshold = static_cast<std::uint32_t>(std::ceil(p * 0x1p24));
  x.backend().launch(x.backend().kernels().dropout.mask, mask.view(),
                     kernels::dropout::Draws{stream.key0(), stream.key1(), forward_index, element_offset, threshold});
  const double scale = p < 1.0 ? 1.0 / (1.0 - p) : 0.0;
  return autograd::record("DropoutBackward", apply_mask(x, mask, scale), {&x}, [&] {
    return [mask, scale](const Tensor& gradient, autograd::GradientSink& sink) { sink.give(0, apply_mask(gradient, mask, scale)); };
  });
}

}  // namespace lockstep::engine::ops
