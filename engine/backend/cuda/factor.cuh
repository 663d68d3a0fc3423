// A view as a factor of a product: as it lies where that is possible, else as a dense copy.
#pragma once

#include <memory>

#include "engine/backend/cuda/device_code.h"
#include "engine/backend/cuda/matmul_plan.h"
#include "engine/ops/copy/copy_kernels.h"

namespace lockstep::engine::cuda {

class FactorOf {
 public:
  FactorOf(const KernelContext& context, const View& view) {
    const std::int64_t rows = view.sizes[0];
    const std::int64_t columns = view.sizes[1];
    const std::int64_t row_stride = rows == 1 ? columns : view.strides[0];
    const std::int64_t column_stride = columns == 1 ? 1 : view.strides[1];
    if (column_stride == 1 && row_stride >= columns) {
      factor_ = {view.data, row_stride, false};
    } else if (row_stride == 1 && column_stride >= rows) {
      factor_ = {view.data, column_stride, true};
    } else {
      copy_ = std::make_unique<Scratch>(context, static_cast<std::size_t>(rows * columns) * item_size(view.dtype));
      View dense = view;
      dense.data = copy_->as<void>();
      dense.strides[0] = columns;
      dense.strides[1] = 1;
      kernels::copy::Table copies;
      kernels::copy::fill_cuda(copies);
      copies.strided(context, dense, view);
      factor_ = {dense.data, columns, false};
    }
  }
  [[nodiscard]] const Factor& factor() const noexcept { return factor_; }
  [[nodiscard]] Factor transposed() const noexcept { return {factor_.data, factor_.leading, !factor_.transposed}; }

 private:
  std::unique_ptr<Scratch> copy_;
  Factor factor_;
};

}  // namespace lockstep::engine::cuda
