// Element-wise functions on a GPU: the CPU's definitions, so that f32 gives the CPU's bits.
#include "engine/backend/cuda/elements.cuh"
#include "engine/ops/unary/unary_functions.h"

namespace lockstep::engine::kernels::unary {

namespace {

template <class T>
using Math = std::conditional_t<std::is_same_v<T, float>, FastMath, StandardMath>;

template <Function function, class T>
struct Forward {
  Definition<function, Math<T>, T> f;
  T* output;
  const T* x;
  __device__ void operator()(const std::int64_t (&at)[2]) const { output[at[0]] = f.value(x[at[1]]); }
};

template <Function function, class T>
struct Backward {
  Definition<function, Math<T>, T> f;
  T* output;
  const T* gradient;
  const T* saved;
  __device__ void operator()(const std::int64_t (&at)[3]) const { output[at[0]] = f.gradient(gradient[at[1]], saved[at[2]]); }
};

template <class T>
void forward_as(const KernelContext& context, const Call& call, const View& output, const View& x) {
  visit_function(call.function, [&]<Function function>() {
    cuda::for_elements<2>(LOCKSTEP_HERE, context, {&output, &x},
                          Forward<function, T>{{static_cast<T>(call.a), static_cast<T>(call.b)}, output.as<T>(), x.as<T>()});
  });
}

template <class T>
void backward_as(const KernelContext& context, const Call& call, const View& output, const View& gradient, const View& saved) {
  visit_function(call.function, [&]<Function function>() {
    cuda::for_elements<3>(LOCKSTEP_HERE, context, {&output, &gradient, &saved},
                          Backward<function, T>{{static_cast<T>(call.a), static_cast<T>(call.b)}, output.as<T>(), gradient.as<T>(), saved.as<T>()});
  });
}

void forward(const KernelContext& context, const Call& call, const View& output, const View& x) {
  if (output.dtype == DType::f64) forward_as<double>(context, call, output, x);
  else forward_as<float>(context, call, output, x);
}

void backward(const KernelContext& context, const Call& call, const View& output, const View& gradient, const View& saved) {
  if (output.dtype == DType::f64) backward_as<double>(context, call, output, gradient, saved);
  else backward_as<float>(context, call, output, gradient, saved);
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::unary
