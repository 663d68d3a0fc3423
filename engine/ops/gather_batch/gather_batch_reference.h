// What one element of a normalised batch is, for every device.
#pragma once

#include <cstdint>

#include "engine/core/host_device.h"

namespace lockstep::engine::kernels::gather_batch {

template <class T>
struct Rows {
  float* output;
  const T* samples;
  const std::int64_t* index;  ///< null: row n of row n
  const float* shift;
  const float* scale;
  std::int64_t row_elements;
  std::int64_t channels;

  /// Element `j` of row `n`.
  LOCKSTEP_HOST_DEVICE void write(std::int64_t n, std::int64_t j) const {
    const std::int64_t from = index == nullptr ? n : index[n];
    const std::int64_t channel = j % channels;
    output[n * row_elements + j] = (static_cast<float>(samples[from * row_elements + j]) - shift[channel]) * scale[channel];
  }
};

}  // namespace lockstep::engine::kernels::gather_batch
