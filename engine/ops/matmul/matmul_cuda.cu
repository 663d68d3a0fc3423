// The matrix product on a GPU, by cuBLASLt.
#include "engine/backend/cuda/factor.cuh"
#include "engine/ops/fill/fill_kernels.h"
#include "engine/ops/matmul/matmul_kernels.h"

namespace lockstep::engine::kernels::matmul {

namespace {

void product(const KernelContext& context, const View& output, const View& a, const View& b) {
  if (output.numel() == 0) return;
  if (a.sizes[1] == 0) {
    fill::Table fills;
    fill::fill_cuda(fills);
    fills.constant(context, output, 0.0);
    return;
  }
  const cuda::FactorOf first(context, a);
  const cuda::FactorOf second(context, b);
  cuda::run_product(context, {output.dtype, output.sizes[0], output.sizes[1], a.sizes[1], first.factor(), second.factor(), output.data, nullptr});
}

}  // namespace

void fill_cuda(Table& table) { table.product = product; }

}  // namespace lockstep::engine::kernels::matmul
