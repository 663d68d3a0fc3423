// Element-wise arithmetic on a GPU.
#include "engine/backend/cuda/elements.cuh"
#include "engine/ops/arithmetic/arithmetic_kernels.h"

namespace lockstep::engine::kernels::arithmetic {

namespace {

/// bf16 and f16 are computed in f32.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>, float, T>;

template <Operation operation, class T>
LOCKSTEP_HOST_DEVICE T apply(T x, T y) {
  if constexpr (operation == Operation::add) return static_cast<T>(x + y);
  if constexpr (operation == Operation::subtract) return static_cast<T>(x - y);
  if constexpr (operation == Operation::multiply) return static_cast<T>(x * y);
  if constexpr (operation == Operation::divide) return static_cast<T>(x / y);
  // As PyTorch's maximum and minimum: NaN in either gives NaN.
  if constexpr (operation == Operation::maximum) return x != x || x > y ? x : y;
  if constexpr (operation == Operation::minimum) return x != x || x < y ? x : y;
}

template <Operation operation, class T>
struct Binary {
  T* output;
  const T* a;
  const T* b;
  __device__ void operator()(const std::int64_t (&at)[3]) const {
    output[at[0]] = static_cast<T>(apply<operation>(static_cast<Wide<T>>(a[at[1]]), static_cast<Wide<T>>(b[at[2]])));
  }
};

template <class T, class Factor>
struct Affine {
  T* output;
  const T* a;
  Factor scale;
  Factor shift;
  __device__ void operator()(const std::int64_t (&at)[2]) const { output[at[0]] = static_cast<T>(static_cast<Factor>(a[at[1]]) * scale + shift); }
};

template <class T, Operation operation>
void run(const KernelContext& context, const View& output, const View& a, const View& b) {
  cuda::for_elements<3>(LOCKSTEP_HERE, context, {&output, &a, &b}, Binary<operation, T>{output.as<T>(), a.as<T>(), b.as<T>()});
}

void binary(const KernelContext& context, Operation operation, const View& output, const View& a, const View& b) {
  visit_dtype(output.dtype, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) {
      switch (operation) {
        case Operation::add: return run<T, Operation::add>(context, output, a, b);
        case Operation::subtract: return run<T, Operation::subtract>(context, output, a, b);
        case Operation::multiply: return run<T, Operation::multiply>(context, output, a, b);
        case Operation::divide: return run<T, Operation::divide>(context, output, a, b);
        case Operation::maximum: return run<T, Operation::maximum>(context, output, a, b);
        case Operation::minimum: return run<T, Operation::minimum>(context, output, a, b);
      }
    }
  });
}

void affine(const KernelContext& context, const View& output, const View& a, double scale, double shift) {
  visit_dtype(output.dtype, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) {
      using Factor = std::conditional_t<std::is_same_v<Wide<T>, float>, float, double>;
      cuda::for_elements<2>(LOCKSTEP_HERE, context, {&output, &a}, Affine<T, Factor>{output.as<T>(), a.as<T>(), static_cast<Factor>(scale), static_cast<Factor>(shift)});
    }
  });
}

}  // namespace

void fill_cuda(Table& table) {
  table.binary = binary;
  table.affine = affine;
}

}  // namespace lockstep::engine::kernels::arithmetic
