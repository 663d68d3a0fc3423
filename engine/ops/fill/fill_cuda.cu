// Fill on a GPU.
#include "engine/backend/cuda/elements.cuh"
#include "engine/ops/fill/fill_kernels.h"

namespace lockstep::engine::kernels::fill {

namespace {

template <class T>
T converted(double value) {
  if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>) return T(static_cast<float>(value));
  else if constexpr (std::is_same_v<T, bool>) return value != 0.0;
  else return static_cast<T>(value);
}

template <class T>
struct Store {
  T* data;
  T value;
  __device__ void operator()(const std::int64_t (&at)[1]) const { data[at[0]] = value; }
};

void constant(const KernelContext& context, const View& destination, double value) {
  visit_dtype(destination.dtype, [&]<class T>() {
    cuda::for_elements<1>(LOCKSTEP_HERE, context, {&destination}, Store<T>{destination.as<T>(), converted<T>(value)});
  });
}

}  // namespace

void fill_cuda(Table& table) { table.constant = constant; }

}  // namespace lockstep::engine::kernels::fill
