// The windows of mean pooling, the same on every device.
#pragma once

#include <cstdint>

#include "engine/core/host_device.h"
#include "engine/ops/avg_pool2d/avg_pool2d_kernels.h"

namespace lockstep::engine::kernels {

/// A window: rows [top, bottom), columns [left, right), inside the image, and the number to divide by.
struct MeanWindow {
  std::int64_t top, bottom, left, right;
  std::int64_t divisor;
};

/// Output rows (or columns) first … last whose windows may hold a pixel; a wider range than they do is right too.
struct PooledRange {
  std::int64_t first;
  std::int64_t last;
};

/// PyTorch's windows of avg_pool2d: with padding counted, the divisor ends where the padding does.
struct StridedWindows {
  avg_pool2d::Geometry g;
  std::int64_t height;
  std::int64_t width;

  [[nodiscard]] LOCKSTEP_HOST_DEVICE static std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
  [[nodiscard]] LOCKSTEP_HOST_DEVICE static std::int64_t most(std::int64_t a, std::int64_t b) { return a > b ? a : b; }

  LOCKSTEP_HOST_DEVICE MeanWindow operator()(std::int64_t row, std::int64_t column) const {
    const std::int64_t top = row * g.stride[0] - g.padding[0];
    const std::int64_t left = column * g.stride[1] - g.padding[1];
    const std::int64_t bottom = least(top + g.kernel[0], height + g.padding[0]);
    const std::int64_t right = least(left + g.kernel[1], width + g.padding[1]);
    MeanWindow w{most(top, 0), least(bottom, height), most(left, 0), least(right, width), 0};
    w.divisor = g.count_include_pad ? (bottom - top) * (right - left) : (w.bottom - w.top) * (w.right - w.left);
    return w;
  }
  /// `axis` 0: rows, 1: columns; `place` in the image, `pooled` outputs along the axis.
  [[nodiscard]] LOCKSTEP_HOST_DEVICE PooledRange around(int axis, std::int64_t place, std::int64_t pooled) const {
    const std::int64_t from = place + g.padding[axis] - g.kernel[axis] + 1;
    return {from <= 0 ? 0 : (from + g.stride[axis] - 1) / g.stride[axis], least(pooled - 1, (place + g.padding[axis]) / g.stride[axis])};
  }
};

/// Window i of n over a length spans [⌊i length / n⌋, ⌈(i + 1) length / n⌉).
struct AdaptiveWindows {
  std::int64_t height;
  std::int64_t width;
  std::int64_t rows;
  std::int64_t columns;

  LOCKSTEP_HOST_DEVICE MeanWindow operator()(std::int64_t row, std::int64_t column) const {
    MeanWindow w{row * height / rows, ((row + 1) * height + rows - 1) / rows, column * width / columns, ((column + 1) * width + columns - 1) / columns, 0};
    w.divisor = (w.bottom - w.top) * (w.right - w.left);
    return w;
  }
  [[nodiscard]] LOCKSTEP_HOST_DEVICE PooledRange around(int axis, std::int64_t place, std::int64_t pooled) const {
    const std::int64_t length = axis == 0 ? height : width;
    const std::int64_t first = place * pooled / length - 1;
    const std::int64_t last = (place + 1) * pooled / length + 1;
    return {first < 0 ? 0 : first, last < pooled ? last : pooled - 1};
  }
};

}  // namespace lockstep::engine::kernels
