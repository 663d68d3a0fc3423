// Sums over a block in a fixed tree: the same bits whatever the order in which warps run.
#pragma once

#include "engine/backend/cuda/device_code.h"

namespace lockstep::engine::cuda {

struct Add {
  template <class T>
  LOCKSTEP_HOST_DEVICE T operator()(T a, T b) const {
    return a + b;
  }
};
/// The greater; NaN is ignored.
struct Greater {
  template <class T>
  LOCKSTEP_HOST_DEVICE T operator()(T a, T b) const {
    return b > a ? b : a;
  }
};

/// Every lane gets the whole warp's result: partners exchange, and both combine lower with higher, so that all get the same bits.
template <class T, class F>
__device__ T warp_all(T value, F f) {
  for (int distance = 16; distance > 0; distance /= 2) {
    const T other = __shfl_xor_sync(0xFFFFFFFFU, value, distance);
    value = (threadIdx.x & static_cast<unsigned>(distance)) == 0 ? f(value, other) : f(other, value);
  }
  return value;
}

/// Every thread gets the whole block's result. The block is one-dimensional, a multiple of 32 threads; all of them must come here.
template <class T, class F>
__device__ T block_all(T value, T neutral, F f) {
  LOCKSTEP_SHARED(T, partial, 32);
  const unsigned lane = threadIdx.x % 32;
  const unsigned warps = blockDim.x / 32;
  value = warp_all(value, f);
  __syncthreads();  // the array may still be read from the call before
  if (lane == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  return warp_all(lane < warps ? partial[lane] : neutral, f);
}

}  // namespace lockstep::engine::cuda
