// Kernels of element-wise arithmetic.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::kernels::arithmetic {

enum class Operation : std::uint8_t { add, subtract, multiply, divide, maximum, minimum };

struct Table {
  /// output = a (operation) b. Same sizes and dtype; a broadcast axis has stride 0. Output may be a or b itself.
  void (*binary)(const KernelContext&, Operation, const View& output, const View& a, const View& b) = nullptr;
  /// output = a * scale + shift, in the dtype's arithmetic (f32 for bf16 and f16).
  void (*affine)(const KernelContext&, const View& output, const View& a, double scale, double shift) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::arithmetic
