// Copies of many tensors at once, as the device says at that moment whether.
#pragma once

#include <span>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Each destination becomes its source: the same shape, strides and dtype, dense, any dtype. `gate`: i64 with one element on their
/// device, or undefined; where it holds 0 nothing is changed. Not recorded. @throws ShapeError
void copy_many(std::span<const Tensor> destinations, std::span<const Tensor> sources, const Tensor& gate = {});

}  // namespace lockstep::engine::ops
