// The matrix product on the CPU.
#include "engine/backend/cpu/chunks.h"
#include "engine/ops/matmul/gemm.h"
#include "engine/ops/matmul/matmul_kernels.h"
#include "engine/ops/matmul/matmul_reference.h"

namespace lockstep::engine::kernels::matmul {

namespace {

void product(const KernelContext& context, const View& output, const View& a, const View& b) {
  const std::int64_t m = output.sizes[0];
  const std::int64_t n = output.sizes[1];
  const std::int64_t k = a.sizes[1];
  if (output.dtype == DType::f64) {
    reference_product<double>(m, n, k, {a.as<double>(), a.strides[0], a.strides[1]}, {b.as<double>(), b.strides[0], b.strides[1]}, output.as<double>(), n);
  } else {
    cpu::gemm(context, m, n, k, {a.as<float>(), a.strides[0], a.strides[1]}, {b.as<float>(), b.strides[0], b.strides[1]}, output.as<float>(), n);
  }
}

}  // namespace

void fill_cpu(Table& table) { table.product = product; }

}  // namespace lockstep::engine::kernels::matmul
