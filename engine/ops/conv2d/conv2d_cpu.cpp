// Convolution on the CPU. A batch is cut into chunks of images, a function of shape only; each chunk is one oneDNN
// primitive on one thread, with the passes before and after it (ReLU, pooling, blocks for Winograd) while the chunk is in
// the cache. Weight gradients of the chunks are summed in a fixed tree.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>
#include <vector>

#include "engine/backend/cpu/chunks.h"
#include "engine/ops/conv2d/conv2d_images.h"
#include "engine/ops/conv2d/conv2d_kernels.h"
#include "engine/ops/conv2d/conv2d_reference.h"
#include "engine/ops/max_pool2d/max_pool2d_images.h"

namespace lockstep::engine::kernels::conv2d {

namespace {

using cpu::Convolution;
using cpu::ConvolutionKey;
using cpu::ConvolutionPass;
using cpu::Scratch;

/// The sizes of one call, and how it is cut.
struct Plan {
  std::int64_t batch, channels, height, width;
  std::int64_t outputs, output_height, output_width;
  std::int64_t chunks;
  bool winograd;
  ConvolutionKey key;

  [[nodiscard]] std::int64_t x_image() const { return channels * height * width; }
  [[nodiscard]] std::int64_t output_image() const { return outputs * output_height * output_width; }
  void use_direct() {
    winograd = false;
    key.winograd = 0;
  }
  [[nodiscard]] cpu::Slice images(std::int64_t chunk) const { return cpu::slice_of(batch, chunks, chunk); }
};

/// Winograd F(4×4, 3×3) pays (measured) for 3×3 at stride 1 with enough channels, in whole blocks, where its tiles don't
/// reach far past the output and a chunk has enough of them for the transformed weights, which should stay in the cache.
bool prefers_winograd(const Geometry& g, const Plan& p, const View& weight) {
  for (const int i : {0, 1}) {
    if (weight.sizes[2 + i] != 3 || g.stride[i] != 1 || g.dilation[i] != 1 || g.padding[i] > 1) return false;
  }
  const bool channels = g.groups == 1 && p.channels >= 32 && p.outputs >= 32 && p.channels % 16 == 0 && p.outputs % 16 == 0;
  const std::int64_t tiles = ((p.output_height + 3) / 4) * ((p.output_width + 3) / 4);
  const bool filled = 4 * p.output_height * p.output_width >= 3 * 16 * tiles;
  return channels && p.channels * p.outputs <= 128 * 128 && filled && p.batch / p.chunks * tiles >= 32;
}

Plan plan_for(const Geometry& g, const View& x, const View& weight, bool bias) {
  Plan p{};
  p.batch = x.sizes[0];
  p.channels = x.sizes[1];
  p.height = x.sizes[2];
  p.width = x.sizes[3];
  p.outputs = weight.sizes[0];
  const auto size = [&](int i) { return (x.sizes[2 + i] + 2 * g.padding[i] - g.dilation[i] * (weight.sizes[2 + i] - 1) - 1) / g.stride[i] + 1; };
  p.output_height = size(0);
  p.output_width = size(1);
  // Enough work for a chunk to outweigh its start (a few µs), and few enough chunks for their weight gradients to be cheap.
  const std::int64_t image_work = p.output_image() * weight.sizes[1] * weight.sizes[2] * weight.sizes[3];
  const std::int64_t most = std::clamp<std::int64_t>((std::int64_t{16} << 20) / std::max<std::int64_t>(weight.numel(), 1), 4, std::max<std::int64_t>(8, p.batch / 16));
  p.chunks = cpu::chunk_count(p.batch, std::max<std::int64_t>(1, (std::int64_t{1} << 20) / std::max<std::int64_t>(image_work, 1)), std::min<std::int64_t>(most, 64));
  p.winograd = prefers_winograd(g, p, weight);
  p.key = {0, p.channels, p.height, p.width, p.outputs, p.output_height, p.output_width,
           {weight.sizes[2], weight.sizes[3]}, {g.stride[0], g.stride[1]}, {g.padding[0], g.padding[1]}, {g.dilation[0], g.dilation[1]},
           g.groups, 0, static_cast<std::int16_t>(bias ? 1 : 0), static_cast<std::int16_t>(p.winograd ? 1 : 0)};
  return p;
}

/// The primitives of one pass: chunks differ by at most one image.
class Chunks {
 public:
  Chunks(const KernelContext& context, const Plan& plan, ConvolutionPass pass) : smaller_(plan.batch / plan.chunks) {
    ConvolutionKey key = plan.key;
    key.pass = static_cast<std::int32_t>(pass);
    if (pass == ConvolutionPass::backward_data) key.bias = 0;
    key.batch = smaller_;
    of_smaller_ = cpu::state(context).onednn.convolution(key);
    of_larger_ = of_smaller_;
    if (plan.batch % plan.chunks != 0) {
      key.batch = smaller_ + 1;
      of_larger_ = cpu::state(context).onednn.convolution(key);
    }
  }
  [[nodiscard]] bool usable() const { return of_smaller_ && of_larger_ && of_smaller_->packed_weights() == of_larger_->packed_weights(); }
  [[nodiscard]] const Convolution& operator[](std::int64_t images) const { return images == smaller_ ? *of_smaller_ : *of_larger_; }
  [[nodiscard]] std::int64_t packed_weights() const { return of_smaller_->packed_weights(); }

  /// Weights in the layout of both sizes, kept in the calling thread's buffer `use`.
  const float* pack(Scratch use, const float* weight) const {
    if (of_smaller_->plain_weights()) return weight;
    float* const packed = cpu::float_scratch(use, packed_weights());
    of_smaller_->pack(packed, weight);
    return packed;
  }
  void unpack(float* weight, const float* packed) const {
    if (of_smaller_->plain_weights()) std::copy_n(packed, packed_weights(), weight);
    else of_smaller_->unpack(weight, packed);
  }

 private:
  std::int64_t smaller_;
  std::shared_ptr<const Convolution> of_smaller_;
  std::shared_ptr<const Convolution> of_larger_;
};

/// Windows over the convolution's output, `blocks` of 16 channels apart or all of them together.
max_pool2d::ImageWindow pool_window(const Geometry& g, const Plan& p, const View& pooled) {
  const std::int64_t channels = p.winograd ? 16 : p.outputs;
  return {channels, p.output_height, p.output_width, channels, pooled.sizes[2], pooled.sizes[3], p.outputs,
          {g.pool_kernel[0], g.pool_kernel[1]}, {g.pool_stride[0], g.pool_stride[1]}, {0, 0}};
}

/// body(where a window's image begins in the chunk's convolution output, where in the pooled output of the whole batch)
template <class F>
void for_pool_images(const Plan& p, const max_pool2d::ImageWindow& w, cpu::Slice images, F&& body) {
  const std::int64_t pooled_image = w.output_height * w.output_width * p.outputs;
  for (std::int64_t n = images.begin; n < images.end; ++n) {
    for (std::int64_t c = 0; c < p.outputs; c += w.channels) {
      body((n - images.begin) * p.output_image() + c * w.height * w.width, n * pooled_image + c);
    }
  }
}

/// x of a chunk as the primitive wants it.
const float* source_images(const Plan& p, const View& x, cpu::Slice images) {
  const float* const from = x.as<float>() + images.begin * p.x_image();
  if (!p.winograd) return from;
  const std::int64_t count = images.end - images.begin;
  float* const blocked = cpu::float_scratch(Scratch::source, count * p.x_image());
  to_blocks(blocked, from, count, p.height * p.width, p.channels);
  return blocked;
}

void forward_chunk(const Geometry& g, const Plan& p, const Convolution& convolution, const View& output, const View& index, const View& x,
                   const float* packed, const float* bias, cpu::Slice images) {
  const std::int64_t count = images.end - images.begin;
  const std::int64_t size = count * p.output_image();
  float* const final_place = output.as<float>() + (g.pooled ? 0 : images.begin * p.output_image());
  float* const result = g.pooled || p.winograd ? cpu::float_scratch(Scratch::destination, size) : final_place;
  convolution.forward(result, source_images(p, x, images), packed, bias);
  if (g.pooled) {
    const max_pool2d::ImageWindow window = pool_window(g, p, output);
    for_pool_images(p, window, images, [&](std::int64_t from, std::int64_t to) {
      max_pool2d::pool_image_f32(window, result + from, output.as<float>() + to, index.as<std::uint8_t>() + to, true);
    });
  } else if (p.winograd) {
    from_blocks(final_place, result, count, p.output_height * p.output_width, p.outputs, g.relu);
  } else if (g.relu) {
    relu_in_place(result, size);
  }
}

/// The gradient of the convolution itself for a chunk, as the primitive wants it.
const float* chunk_gradient(const Geometry& g, const Plan& p, const Received& in, cpu::Slice images) {
  const std::int64_t count = images.end - images.begin;
  const std::int64_t size = count * p.output_image();
  if (!g.relu && !p.winograd) return in.gradient.as<float>() + images.begin * p.output_image();
  float* const own = cpu::float_scratch(Scratch::destination, size);
  if (g.pooled) {
    const max_pool2d::ImageWindow window = pool_window(g, p, in.gradient);
    for_pool_images(p, window, images, [&](std::int64_t to, std::int64_t from) {
      max_pool2d::unpool_image_f32(window, own + to, in.gradient.as<float>() + from, in.output.as<float>() + from, in.index.as<std::uint8_t>() + from);
    });
    return own;
  }
  const float* const gradient = in.gradient.as<float>() + images.begin * p.output_image();
  const float* const y = g.relu ? in.output.as<float>() + images.begin * p.output_image() : nullptr;
  const std::int64_t pixels = p.output_height * p.output_width;
  if (!p.winograd) mask(own, gradient, y, size);
  else if (g.relu) mask_to_blocks(own, gradient, y, count, pixels, p.outputs);
  else to_blocks(own, gradient, count, pixels, p.outputs);
  return own;
}

void backward_data_chunk(const Plan& p, const Convolution& convolution, const View& x_gradient, const float* gradient, const float* packed, cpu::Slice images) {
  float* const final_place = x_gradient.as<float>() + images.begin * p.x_image();
  const std::int64_t count = images.end - images.begin;
  float* const result = p.winograd ? cpu::float_scratch(Scratch::source, count * p.x_image()) : final_place;
  convolution.backward_data(result, gradient, packed);
  if (p.winograd) from_blocks(final_place, result, count, p.height * p.width, p.channels, false);
}

template <class T>
void forward_plain(const KernelContext& context, const Geometry& g, const View& output, const View& x, const View& weight, const View& bias) {
  cpu::pool(context).parallel_for(x.sizes[0], [&](std::int64_t n) { forward_reference<T>(g, output, x, weight, bias, n); });
}

template <class T>
void backward_plain(const KernelContext& context, const Geometry& g, const Gradients& out, const Received& in) {
  if (out.x.defined()) cpu::pool(context).parallel_for(in.x.sizes[0], [&](std::int64_t n) { backward_data_reference<T>(g, out.x, in, n); });
  if (!out.weight.defined() && !out.bias.defined()) return;
  cpu::pool(context).parallel_for(in.weight.sizes[0], [&](std::int64_t o) { backward_weights_reference<T>(g, out.weight, out.bias, in, o); });
}

/// The pool's windows over a whole convolution output in plain NHWC.
max_pool2d::ImageWindow plain_pool_window(const Geometry& g, Plan p, const View& pooled) {
  p.winograd = false;
  return pool_window(g, p, pooled);
}

/// A dense channels_last f32 view of a convolution's output over `data`.
View output_view(const Plan& p, float* data) {
  return {data, DType::f32, 4, {p.batch, p.outputs, p.output_height, p.output_width},
          {p.output_image(), 1, p.output_width * p.outputs, p.outputs}};
}

void forward_plain_pooled(const KernelContext& context, const Geometry& g, const Plan& p, const View& output, const View& index, const View& x,
                          const View& weight, const View& bias) {
  Geometry single = g;
  single.relu = single.pooled = false;
  std::vector<float> whole(static_cast<std::size_t>(p.batch * p.output_image()));
  forward_plain<float>(context, single, output_view(p, whole.data()), x, weight, bias);
  const max_pool2d::ImageWindow window = plain_pool_window(g, p, output);
  for_pool_images(p, window, {0, p.batch}, [&](std::int64_t from, std::int64_t to) {
    max_pool2d::pool_image_f32(window, whole.data() + from, output.as<float>() + to, index.as<std::uint8_t>() + to, true);
  });
}

void backward_plain_pooled(const KernelContext& context, const Geometry& g, const Plan& p, const Gradients& out, const Received& in) {
  Geometry single = g;
  single.relu = single.pooled = false;
  std::vector<float> whole(static_cast<std::size_t>(p.batch * p.output_image()));
  const max_pool2d::ImageWindow window = plain_pool_window(g, p, in.gradient);
  for_pool_images(p, window, {0, p.batch}, [&](std::int64_t to, std::int64_t from) {
    max_pool2d::unpool_image_f32(window, whole.data() + to, in.gradient.as<float>() + from, in.output.as<float>() + from, in.index.as<std::uint8_t>() + from);
  });
  Received plain = in;
  plain.gradient = output_view(p, whole.data());
  backward_plain<float>(context, single, out, plain);
}

/// Winograd is not on every processor, and some shapes have nothing fast at all: then `usable` is false.
struct Passes {
  std::optional<Chunks> data;
  std::optional<Chunks> weights;
  [[nodiscard]] bool usable() const { return (!data || data->usable()) && (!weights || weights->usable()); }
};

Passes backward_passes(const KernelContext& context, Plan& p, const Gradients& out) {
  const auto make = [&] {
    Passes passes;
    if (out.x.defined()) passes.data.emplace(context, p, ConvolutionPass::backward_data);
    if (out.weight.defined() || out.bias.defined()) passes.weights.emplace(context, p, ConvolutionPass::backward_weights);
    return passes;
  };
  Passes passes = make();
  if (passes.usable() || !p.winograd) return passes;
  p.use_direct();
  return make();
}

void forward(const KernelContext& context, const Geometry& g, const View& output, const View& index, const View& x, const View& weight, const View& bias) {
  assert(x.is_channels_last() && output.is_channels_last() && weight.is_contiguous());
  if (x.numel() == 0) return;
  if (x.dtype == DType::f64) return forward_plain<double>(context, g, output, x, weight, bias);
  Plan p = plan_for(g, x, weight, bias.defined());
  Chunks chunks(context, p, ConvolutionPass::forward);
  if (!chunks.usable() && p.winograd) {
    p.use_direct();
    chunks = Chunks(context, p, ConvolutionPass::forward);
  }
  if (!chunks.usable()) {
    if (g.pooled) forward_plain_pooled(context, g, p, output, index, x, weight, bias);
    else forward_plain<float>(context, g, output, x, weight, bias);
    return;
  }
  const float* const packed = chunks.pack(Scratch::weights, weight.as<float>());
  cpu::pool(context).parallel_for(p.chunks, [&](std::int64_t chunk) {
    const cpu::Slice images = p.images(chunk);
    forward_chunk(g, p, chunks[images.end - images.begin], output, index, x, packed, bias.as<float>(), images);
  });
}

/// Where the chunks leave their weight and bias gradients: rows of the calling thread's buffers.
struct Partials {
  float* weights;
  std::int64_t weights_stride;
  float* bias;
  std::int64_t bias_stride;
};

void sum_partials(const KernelContext& context, const Plan& p, const Chunks& chunks, const Partials& partials, const Gradients& out) {
  if (out.weight.defined()) {
    cpu::parallel_slices(context, chunks.packed_weights(), 1 << 13, [&](std::int64_t begin, std::int64_t end) {
      sum_rows(partials.weights, p.chunks, partials.weights_stride, begin, end);
    });
    chunks.unpack(out.weight.as<float>(), partials.weights);
  }
  if (out.bias.defined()) {
    sum_rows(partials.bias, p.chunks, partials.bias_stride, 0, p.outputs);
    std::copy_n(partials.bias, p.outputs, out.bias.as<float>());
  }
}

void backward_fast(const KernelContext& context, const Geometry& g, const Plan& p, const Passes& passes, const Gradients& out, const Received& in) {
  const float* const packed = passes.data ? passes.data->pack(Scratch::weights, in.weight.as<float>()) : nullptr;
  Partials partials{};
  if (passes.weights) {
    const auto aligned = [](std::int64_t count) { return (count + 15) / 16 * 16; };
    partials.weights_stride = aligned(passes.weights->packed_weights());
    partials.bias_stride = aligned(p.outputs);
    partials.weights = cpu::float_scratch(Scratch::partial, p.chunks * partials.weights_stride);
    partials.bias = out.bias.defined() ? cpu::float_scratch(Scratch::bias, p.chunks * partials.bias_stride) : nullptr;
  }
  cpu::pool(context).parallel_for(p.chunks, [&](std::int64_t chunk) {
    const cpu::Slice images = p.images(chunk);
    const std::int64_t count = images.end - images.begin;
    const float* const gradient = chunk_gradient(g, p, in, images);
    if (passes.data) backward_data_chunk(p, (*passes.data)[count], out.x, gradient, packed, images);
    if (passes.weights) {
      (*passes.weights)[count].backward_weights(partials.weights + chunk * partials.weights_stride,
                                                partials.bias == nullptr ? nullptr : partials.bias + chunk * partials.bias_stride,
                                                source_images(p, in.x, images), gradient);
    }
  });
  if (passes.weights) sum_partials(context, p, *passes.weights, partials, out);
}

void fill_zero(const View& v) {
  if (v.defined()) std::memset(v.data, 0, static_cast<std::size_t>(v.numel()) * item_size(v.dtype));
}

void backward(const KernelContext& context, const Geometry& g, const Gradients& out, const Received& in) {
  assert(in.x.is_channels_last() && in.gradient.is_channels_last() && in.weight.is_contiguous());
  if (in.x.numel() == 0) {
    fill_zero(out.weight);
    fill_zero(out.bias);
    return;
  }
  if (in.x.dtype == DType::f64) return backward_plain<double>(context, g, out, in);
  Plan p = plan_for(g, in.x, in.weight, out.bias.defined());
  const Passes passes = backward_passes(context, p, out);
  if (passes.usable()) backward_fast(context, g, p, passes, out, in);
  else if (g.pooled) backward_plain_pooled(context, g, p, out, in);
  else backward_plain<float>(context, g, out, in);
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
  table.pools = true;
}

}  // namespace lockstep::engine::kernels::conv2d
