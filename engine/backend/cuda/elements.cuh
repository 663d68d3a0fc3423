// Element by element over views of equal sizes and any strides: what every element-wise kernel is built on.
#pragma once

#include "engine/backend/cuda/device_code.h"

namespace lockstep::engine::cuda {

/// How N views of the same sizes are walked together: axes that lie one behind the other in all of them are one. Passed to
/// kernels by value.
template <int N>
struct Walk {
  std::int64_t count = 1;
  std::int32_t rank = 0;
  bool dense = false;  ///< element i lies at i in all of them
  std::int64_t sizes[view_max_rank] = {};
  std::int64_t strides[N][view_max_rank] = {};

  /// Where element `index` (row-major) lies in each view.
  LOCKSTEP_HOST_DEVICE void at(std::int64_t index, std::int64_t (&offsets)[N]) const {
    for (int n = 0; n < N; ++n) offsets[n] = dense ? index : 0;
    if (dense) return;
    for (int axis = rank - 1; axis > 0; --axis) {
      const std::int64_t rest = index / sizes[axis];
      const std::int64_t place = index - rest * sizes[axis];
      for (int n = 0; n < N; ++n) offsets[n] += place * strides[n][axis];
      index = rest;
    }
    if (rank > 0) {
      for (int n = 0; n < N; ++n) offsets[n] += index * strides[n][0];
    }
  }
};

/// Axes in the order of the first view's strides, so that neighbours in memory are neighbouring threads.
template <int N>
[[nodiscard]] Walk<N> walk_of(const View* const (&views)[N]) {
  Walk<N> out;
  const View& first = *views[0];
  int order[view_max_rank];
  int rank = 0;
  for (int axis = 0; axis < first.rank; ++axis) {
    out.count *= first.sizes[axis];
    if (first.sizes[axis] == 1) continue;
    int place = rank++;
    for (; place > 0 && first.strides[order[place - 1]] < first.strides[axis]; --place) order[place] = order[place - 1];
    order[place] = axis;
  }
  for (int i = 0; i < rank; ++i) {
    const int axis = order[i];
    bool joins = out.rank > 0;
    for (int n = 0; n < N && joins; ++n) joins = out.strides[n][out.rank - 1] == views[n]->strides[axis] * first.sizes[axis];
    const int slot = joins ? out.rank - 1 : out.rank++;
    out.sizes[slot] = joins ? out.sizes[slot] * first.sizes[axis] : first.sizes[axis];
    for (int n = 0; n < N; ++n) out.strides[n][slot] = views[n]->strides[axis];
  }
  out.dense = out.rank <= 1;
  for (int n = 0; n < N && out.rank == 1; ++n) out.dense = out.dense && out.strides[n][0] == 1;
  return out;
}

template <int N, class F>
__global__ void walk_kernel(Walk<N> walk, F f) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < walk.count; i += step) {
    std::int64_t offsets[N];
    walk.at(i, offsets);
    f(offsets);
  }
}

inline constexpr unsigned element_threads = 256;
inline constexpr unsigned most_blocks = 1U << 16U;  // enough to fill any GPU many times; the rest by strides

/// f(offsets) for each element, in any order: `f` is a struct of pointers and numbers with a device operator().
template <int N, class F>
void for_elements(const Where& where, const KernelContext& context, const View* const (&views)[N], const F& f) {
  const Walk<N> walk = walk_of(views);
  if (walk.count == 0) return;
  launch(where, walk_kernel<N, F>, dim3(blocks_for(walk.count, element_threads, most_blocks)), dim3(element_threads), 0, context, walk, f);
}

}  // namespace lockstep::engine::cuda
