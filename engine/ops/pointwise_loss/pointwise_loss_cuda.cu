// The element-wise losses on a GPU: the CPU's definitions.
#include "engine/backend/cuda/elements.cuh"
#include "engine/ops/pointwise_loss/pointwise_loss_reference.h"

namespace lockstep::engine::kernels::pointwise_loss {

namespace {

template <class T>
using Math = std::conditional_t<std::is_same_v<T, float>, FastMath, StandardMath>;

template <Loss loss, class T>
struct Forward {
  Definition<loss, Math<T>, T> f;
  T* output;
  const T* x;
  const T* target;
  const T* weight;
  __device__ void operator()(const std::int64_t (&at)[4]) const { output[at[0]] = f.value(x[at[1]], target[at[2]], weight[at[3]]); }
};

template <Loss loss, class T>
struct Backward {
  Definition<loss, Math<T>, T> f;
  T* output;
  const T* gradient;
  const T* x;
  const T* target;
  const T* weight;
  __device__ void operator()(const std::int64_t (&at)[5]) const { output[at[0]] = f.gradient(gradient[at[1]], x[at[2]], target[at[3]], weight[at[4]]); }
};

template <class T>
void forward_as(const KernelContext& context, const Call& call, const View& output, const View& x, const View& target, const View& weight) {
  visit_loss(call.loss, [&]<Loss loss>() {
    cuda::for_elements<4>(LOCKSTEP_HERE, context, {&output, &x, &target, &weight},
                          Forward<loss, T>{{static_cast<T>(call.delta), static_cast<T>(call.scale)}, output.as<T>(), x.as<T>(), target.as<T>(), weight.as<T>()});
  });
}

template <class T>
void backward_as(const KernelContext& context, const Call& call, const View& output, const View& gradient, const View& x, const View& target, const View& weight) {
  visit_loss(call.loss, [&]<Loss loss>() {
    cuda::for_elements<5>(LOCKSTEP_HERE, context, {&output, &gradient, &x, &target, &weight},
                          Backward<loss, T>{{static_cast<T>(call.delta), static_cast<T>(call.scale)}, output.as<T>(), gradient.as<T>(), x.as<T>(), target.as<T>(), weight.as<T>()});
  });
}

void forward(const KernelContext& context, const Call& call, const View& output, const View& x, const View& target, const View& weight) {
  if (output.dtype == DType::f64) forward_as<double>(context, call, output, x, target, weight);
  else forward_as<float>(context, call, output, x, target, weight);
}

void backward(const KernelContext& context, const Call& call, const View& output, const View& gradient, const View& x, const View& target, const View& weight) {
  if (output.dtype == DType::f64) backward_as<double>(context, call, output, gradient, x, target, weight);
  else backward_as<float>(context, call, output, gradient, x, target, weight);
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::pointwise_loss
