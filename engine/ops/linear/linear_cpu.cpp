// The fully connected layer on the CPU: three matrix products, and one pass over the output's gradient that takes the
// derivative of the fused ReLU and sums the bias gradient.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/linear/linear_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "engine/backend/cpu/chunks.h"
#include "engine/backend/cpu/scratch.h"
#include "engine/ops/linear/linear_kernels.h"
#include "engine/ops/linear/linear_reference.h"
#include "engine/ops/matmul/gemm.h"
#include "engine/ops/matmul/matmul_reference.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::linear::HWY_NAMESPACE {

/// Columns [begin, end) of [m, n]: masked = y <= 0 ? 0 : gradient (where y is given), bias_gradient = Σ over rows, in blocks
/// of 32 rows whose sums are added in order.
void mask_and_sum(std::int64_t m, std::int64_t n, std::int64_t begin, std::int64_t end, const float* HWY_RESTRICT gradient,
                  const float* HWY_RESTRICT y, float* HWY_RESTRICT masked, float* HWY_RESTRICT bias_gradient) {
  constexpr std::int64_t columns = 64;
  for (std::int64_t first = begin; first < end; first += columns) {
    const std::int64_t count = std::min(columns, end - first);
    float total[columns] = {};
    for (std::int64_t block = 0; block < m; block += 32) {
      float sum[columns] = {};
      for (std::int64_t i = block; i < std::min(m, block + 32); ++i) {
        const float* const row = gradient + i * n + first;
        if (y == nullptr) {
          for (std::int64_t j = 0; j < count; ++j) sum[j] += row[j];
        } else {
          const float* const output = y + i * n + first;
          float* const to = masked + i * n + first;
          for (std::int64_t j = 0; j < count; ++j) {
            const float value = output[j] <= 0.0F ? 0.0F : row[j];
            to[j] = value;
            sum[j] += value;
          }
        }
      }
      for (std::int64_t j = 0; j < count; ++j) total[j] += sum[j];
    }
    if (bias_gradient != nullptr) std::copy(total, total + count, bias_gradient + first);
  }
}

}  // namespace lockstep::engine::kernels::linear::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::linear {

HWY_EXPORT(mask_and_sum);

namespace {

/// The view as the second factor of x W^T: its transpose.
template <class Operand, class T>
Operand transposed(const View& v) {
  return {v.as<T>(), v.strides[1], v.strides[0]};
}
template <class Operand, class T>
Operand plain(const View& v) {
  return {v.as<T>(), v.strides[0], v.strides[1]};
}

void forward(const KernelContext& context, const View& y, const View& x, const View& weight, const View& bias, bool relu) {
  const std::int64_t m = y.sizes[0];
  const std::int64_t n = y.sizes[1];
  const std::int64_t k = x.sizes[1];
  if (y.dtype == DType::f64) {
    using Operand = matmul::ReferenceOperand<double>;
    matmul::reference_product<double>(m, n, k, plain<Operand, double>(x), transposed<Operand, double>(weight), y.as<double>(), n, bias.as<double>(), relu);
  } else {
    cpu::gemm(context, m, n, k, plain<cpu::GemmOperand, float>(x), transposed<cpu::GemmOperand, float>(weight), y.as<float>(), n, {bias.as<float>(), relu});
  }
}

void backward_f32(const KernelContext& context, const Gradients& gradients, const View& gradient, const View& x, const View& weight, const View& y) {
  const std::int64_t m = gradient.sizes[0];
  const std::int64_t n = gradient.sizes[1];
  const std::int64_t k = x.sizes[1];
  const float* g = gradient.as<float>();
  if (y.defined() || gradients.bias.defined()) {
    float* const masked = y.defined() ? cpu::scratch<float, cpu::ScratchSlot::kernel>(m * n) : nullptr;
    cpu::parallel_slices(context, n, std::max<std::int64_t>(64, (1 << 16) / std::max<std::int64_t>(m, 1)), [&](std::int64_t begin, std::int64_t end) {
      HWY_DYNAMIC_DISPATCH(mask_and_sum)(m, n, begin, end, gradient.as<float>(), y.as<float>(), masked, gradients.bias.as<float>());
    });
    if (y.defined()) g = masked;
  }
  if (gradients.weight.defined()) {
    cpu::gemm(context, n, k, m, {g, 1, n}, plain<cpu::GemmOperand, float>(x), gradients.weight.as<float>(), k);
  }
  if (gradients.x.defined()) {
    cpu::gemm(context, m, k, n, {g, n, 1}, plain<cpu::GemmOperand, float>(weight), gradients.x.as<float>(), k);
  }
}

void backward_f64(const Gradients& gradients, const View& gradient, const View& x, const View& weight, const View& y) {
  using Operand = matmul::ReferenceOperand<double>;
  const std::int64_t m = gradient.sizes[0];
  const std::int64_t n = gradient.sizes[1];
  const std::int64_t k = x.sizes[1];
  double* const masked = cpu::scratch<double, cpu::ScratchSlot::kernel>(m * n);
  reference_mask_and_sum<double>(m, n, gradient.as<double>(), y.as<double>(), masked, gradients.bias.as<double>());
  if (gradients.weight.defined()) {
    matmul::reference_product<double>(n, k, m, {masked, 1, n}, plain<Operand, double>(x), gradients.weight.as<double>(), k);
  }
  if (gradients.x.defined()) {
    matmul::reference_product<double>(m, k, n, {masked, n, 1}, plain<Operand, double>(weight), gradients.x.as<double>(), k);
  }
}

void backward(const KernelContext& context, const Gradients& gradients, const View& gradient, const View& x, const View& weight, const View& y) {
  if (gradient.dtype == DType::f64) backward_f64(gradients, gradient, x, weight, y);
  else backward_f32(context, gradients, gradient, x, weight, y);
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::linear
#endif  // HWY_ONCE
