// Convolution on a GPU: f32 by cuDNN in NHWC, with weights brought into its order; bias and ReLU in one pass of our own. What cuDNN
// has nothing for (f64, shapes without a deterministic algorithm) runs on plain kernels: a thread an element, in a fixed order.
#include "engine/backend/cuda/columns.cuh"
#include "engine/backend/cuda/conv_plan.h"
#include "engine/backend/cuda/elements.cuh"
#include "engine/backend/cuda/reduction.cuh"
#include "engine/ops/avg_pool2d/window_mean.cuh"
#include "engine/ops/conv2d/conv2d_kernels.h"

namespace lockstep::engine::kernels::conv2d {

namespace {

struct Plan {
  Geometry g;
  Images image;
  Images result;
  std::int64_t images;
  std::int64_t group_inputs;
  std::int64_t group_outputs;
  std::int64_t kernel[2];

  [[nodiscard]] LOCKSTEP_HOST_DEVICE std::int64_t weight_at(std::int64_t o, std::int64_t c, std::int64_t r, std::int64_t s) const {
    return ((o * group_inputs + c) * kernel[0] + r) * kernel[1] + s;
  }
};

Plan plan_of(const Geometry& g, const View& result, const View& x, const View& weight) {
  return {g, images_of(x), images_of(result), x.sizes[0], weight.sizes[1], weight.sizes[0] / g.groups, {weight.sizes[2], weight.sizes[3]}};
}

cuda::ConvolutionShape shape_of(const Plan& p) {
  cuda::ConvolutionShape out;
  out.images = p.images;
  out.channels = p.image.channels;
  out.height = p.image.height;
  out.width = p.image.width;
  out.outputs = p.result.channels;
  out.output_height = p.result.height;
  out.output_width = p.result.width;
  out.groups = p.g.groups;
  for (int i = 0; i < 2; ++i) {
    out.kernel[i] = p.kernel[i];
    out.stride[i] = p.g.stride[i];
    out.padding[i] = p.g.padding[i];
    out.dilation[i] = p.g.dilation[i];
  }
  return out;
}

/// [O, C, kH, kW] <-> [O, kH, kW, C]
template <class T, bool pack>
struct Reorder {
  Plan p;
  const T* from;
  T* to;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    const std::int64_t taps = p.kernel[0] * p.kernel[1];
    const std::int64_t c = at[0] % p.group_inputs;
    const std::int64_t tap = at[0] / p.group_inputs % taps;
    const std::int64_t o = at[0] / (p.group_inputs * taps);
    const std::int64_t plain = (o * p.group_inputs + c) * taps + tap;
    if (pack) to[at[0]] = from[plain];
    else to[plain] = from[at[0]];
  }
};

template <class T>
struct BiasAndRelu {
  T* y;
  const T* bias;
  std::int64_t channels;
  bool relu;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    const T value = bias == nullptr ? y[at[0]] : y[at[0]] + bias[at[0] % channels];
    y[at[0]] = relu && value <= T(0) ? T(0) : value;
  }
};

template <class T>
struct Direct {
  Plan p;
  const T* x;
  const T* weight;
  T* y;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    std::int64_t n, row, column, o;
    p.result.place(at[0], n, row, column, o);
    const std::int64_t first = o / p.group_outputs * p.group_inputs;
    T sum{};
    for (std::int64_t c = 0; c < p.group_inputs; ++c) {
      for (std::int64_t r = 0; r < p.kernel[0]; ++r) {
        const std::int64_t i = row * p.g.stride[0] - p.g.padding[0] + r * p.g.dilation[0];
        if (i < 0 || i >= p.image.height) continue;
        for (std::int64_t s = 0; s < p.kernel[1]; ++s) {
          const std::int64_t j = column * p.g.stride[1] - p.g.padding[1] + s * p.g.dilation[1];
          if (j >= 0 && j < p.image.width) sum += x[p.image.at(n, i, j, first + c)] * weight[p.weight_at(o, c, r, s)];
        }
      }
    }
    y[at[0]] = sum;
  }
};

template <class T>
struct DirectData {
  Plan p;
  const T* gradient;
  const T* weight;
  T* x_gradient;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    std::int64_t n, i, j, channel;
    p.image.place(at[0], n, i, j, channel);
    const std::int64_t group = channel / p.group_inputs;
    const std::int64_t c = channel - group * p.group_inputs;
    T sum{};
    for (std::int64_t o = group * p.group_outputs; o < (group + 1) * p.group_outputs; ++o) {
      for (std::int64_t r = 0; r < p.kernel[0]; ++r) {
        const std::int64_t below = i + p.g.padding[0] - r * p.g.dilation[0];
        if (below < 0 || below % p.g.stride[0] != 0 || below / p.g.stride[0] >= p.result.height) continue;
        for (std::int64_t s = 0; s < p.kernel[1]; ++s) {
          const std::int64_t right = j + p.g.padding[1] - s * p.g.dilation[1];
          if (right < 0 || right % p.g.stride[1] != 0 || right / p.g.stride[1] >= p.result.width) continue;
          sum += gradient[p.result.at(n, below / p.g.stride[0], right / p.g.stride[1], o)] * weight[p.weight_at(o, c, r, s)];
        }
      }
    }
    x_gradient[at[0]] = sum;
  }
};

/// A block a weight.
template <class T>
__global__ void direct_weights_kernel(Plan p, const T* gradient, const T* x, T* weight_gradient) {
  std::int64_t rest = blockIdx.x;
  const std::int64_t s = rest % p.kernel[1];
  rest /= p.kernel[1];
  const std::int64_t r = rest % p.kernel[0];
  rest /= p.kernel[0];
  const std::int64_t c = rest % p.group_inputs;
  const std::int64_t o = rest / p.group_inputs;
  const std::int64_t channel = o / p.group_outputs * p.group_inputs + c;
  T sum{};
  for (std::int64_t k = threadIdx.x; k < p.images * p.result.height * p.result.width; k += blockDim.x) {
    const std::int64_t column = k % p.result.width;
    const std::int64_t row = k / p.result.width % p.result.height;
    const std::int64_t n = k / (p.result.width * p.result.height);
    const std::int64_t i = row * p.g.stride[0] - p.g.padding[0] + r * p.g.dilation[0];
    const std::int64_t j = column * p.g.stride[1] - p.g.padding[1] + s * p.g.dilation[1];
    if (i < 0 || i >= p.image.height || j < 0 || j >= p.image.width) continue;
    sum += gradient[p.result.at(n, row, column, o)] * x[p.image.at(n, i, j, channel)];
  }
  sum = cuda::block_all(sum, T(0), cuda::Add());
  if (threadIdx.x == 0) weight_gradient[blockIdx.x] = sum;
}

template <class T>
struct Masked {
  const T* gradient;
  const T* y;
  T* masked;
  __device__ void operator()(const std::int64_t (&at)[1]) const { masked[at[0]] = y[at[0]] <= T(0) ? T(0) : gradient[at[0]]; }
};

template <class T>
struct Element {
  const T* x;
  std::int64_t channels;
  __device__ T operator()(std::int64_t row, std::int64_t c) const { return x[row * channels + c]; }
};

template <class T>
struct Store {
  T* output;
  __device__ void operator()(std::int64_t c, T sum) const { output[c] = sum; }
};

View elements_of(std::int64_t count) {
  View v;
  v.rank = 1;
  v.sizes[0] = count;
  v.strides[0] = 1;
  return v;
}

/// Weights in cuDNN's order.
template <class T>
void pack(const KernelContext& context, const Plan& p, const View& weight, T* packed) {
  const View elements = elements_of(weight.numel());
  cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements}, Reorder<T, true>{p, weight.as<const T>(), packed});
}

template <class T>
void forward_as(const KernelContext& context, const Geometry& g, const View& output, const View& x, const View& weight, const View& bias) {
  if (output.numel() == 0) return;
  const Plan p = plan_of(g, output, x, weight);
  const View elements = elements_of(output.numel());
  bool done = false;
  if constexpr (std::is_same_v<T, float>) {
    const cuda::Scratch packed(context, static_cast<std::size_t>(weight.numel()) * sizeof(T));
    pack(context, p, weight, packed.as<T>());
    done = cuda::run_convolution(context, shape_of(p), cuda::ConvolutionPass::forward, x.data, packed.as<void>(), output.data);
  }
  if (!done) cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements}, Direct<T>{p, x.as<const T>(), weight.as<const T>(), output.as<T>()});
  if (bias.defined() || g.relu) cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements}, BiasAndRelu<T>{output.as<T>(), bias.as<const T>(), p.result.channels, g.relu});
}

template <class T>
void data_gradient(const KernelContext& context, const Plan& p, const View& x_gradient, const T* gradient, const View& weight) {
  bool done = false;
  if constexpr (std::is_same_v<T, float>) {
    const cuda::Scratch packed(context, static_cast<std::size_t>(weight.numel()) * sizeof(T));
    pack(context, p, weight, packed.as<T>());
    done = cuda::run_convolution(context, shape_of(p), cuda::ConvolutionPass::data, gradient, packed.as<void>(), x_gradient.data);
  }
  const View elements = elements_of(x_gradient.numel());
  if (!done) cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements}, DirectData<T>{p, gradient, weight.as<const T>(), x_gradient.as<T>()});
}

template <class T>
void weight_gradient(const KernelContext& context, const Plan& p, const View& to, const T* gradient, const View& x) {
  if constexpr (std::is_same_v<T, float>) {
    const cuda::Scratch packed(context, static_cast<std::size_t>(to.numel()) * sizeof(T));
    if (cuda::run_convolution(context, shape_of(p), cuda::ConvolutionPass::weights, x.data, gradient, packed.as<void>())) {
      const View elements = elements_of(to.numel());
      cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements}, Reorder<T, false>{p, packed.as<const T>(), to.as<T>()});
      return;
    }
  }
  cuda::launch(LOCKSTEP_HERE, direct_weights_kernel<T>, dim3(static_cast<unsigned>(to.numel())), dim3(128), 0, context, p, gradient, x.as<const T>(), to.as<T>());
}

template <class T>
void backward_as(const KernelContext& context, const Geometry& g, const Gradients& out, const Received& in) {
  if (in.x.numel() == 0 || in.gradient.numel() == 0) {
    for (const View* one : {&out.x, &out.weight, &out.bias}) {
      if (one->defined() && one->numel() > 0) {
        cuda::check("cudaMemsetAsync", cudaMemsetAsync(one->data, 0, static_cast<std::size_t>(one->numel()) * sizeof(T), cuda::state_of(context).compute));
      }
    }
    return;
  }
  const Plan p = plan_of(g, in.gradient, in.x, in.weight);
  const cuda::Scratch room(context, g.relu ? static_cast<std::size_t>(in.gradient.numel()) * sizeof(T) : 0);
  const T* gradient = in.gradient.as<const T>();
  if (g.relu) {
    const View elements = elements_of(in.gradient.numel());
    cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements}, Masked<T>{gradient, in.output.as<const T>(), room.as<T>()});
    gradient = room.as<const T>();
  }
  if (out.bias.defined()) {
    cuda::column_sums<T>(LOCKSTEP_HERE, context, p.images * p.result.height * p.result.width, p.result.channels, Element<T>{gradient, p.result.channels}, Store<T>{out.bias.as<T>()});
  }
  if (out.weight.defined()) weight_gradient<T>(context, p, out.weight, gradient, in.x);
  if (out.x.defined()) data_gradient<T>(context, p, out.x, gradient, in.weight);
}

void forward(const KernelContext& context, const Geometry& g, const View& output, const View& /*index*/, const View& x, const View& weight, const View& bias) {
  if (x.dtype == DType::f64) forward_as<double>(context, g, output, x, weight, bias);
  else forward_as<float>(context, g, output, x, weight, bias);
}

void backward(const KernelContext& context, const Geometry& g, const Gradients& out, const Received& in) {
  if (in.x.dtype == DType::f64) backward_as<double>(context, g, out, in);
  else backward_as<float>(context, g, out, in);
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::conv2d
