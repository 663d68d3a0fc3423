#include "engine/backend/cpu/onednn.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include <dnnl.hpp>

#include "engine/core/error.h"

// libgomp's; declared here because the compiler's omp.h needs -fopenmp, which nothing of ours is built with.
extern "C" void omp_set_num_threads(int threads) noexcept;

namespace lockstep::engine::cpu {

namespace {

using dnnl::memory;

constexpr std::size_t kept_convolutions = 1024;
static_assert(std::has_unique_object_representations_v<ConvolutionKey>);

struct Free {
  void operator()(std::byte* block) const noexcept { std::free(block); }
};
struct Buffer {
  std::unique_ptr<std::byte, Free> block;
  std::size_t bytes = 0;
};

struct KeyHash {
  std::size_t operator()(const ConvolutionKey& key) const noexcept {
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(&key), sizeof key});
  }
};
struct KeyEqual {
  bool operator()(const ConvolutionKey& a, const ConvolutionKey& b) const noexcept { return std::memcmp(&a, &b, sizeof a) == 0; }
};

struct Descriptors {
  memory::desc x, weights, bias, output, plain_weights;
  memory::dims strides, dilates, padding;
};

Descriptors describe(const ConvolutionKey& k) {
  constexpr auto f32 = memory::data_type::f32;
  const auto images = k.winograd != 0 ? memory::format_tag::nChw16c : memory::format_tag::nhwc;
  Descriptors d;
  d.x = memory::desc({k.batch, k.channels, k.height, k.width}, f32, images);
  d.output = memory::desc({k.batch, k.outputs, k.output_height, k.output_width}, f32, images);
  const memory::dims weights = k.groups > 1 ? memory::dims{k.groups, k.outputs / k.groups, k.channels / k.groups, k.kernel[0], k.kernel[1]}
                                            : memory::dims{k.outputs, k.channels, k.kernel[0], k.kernel[1]};
  d.weights = memory::desc(weights, f32, memory::format_tag::any);
  d.plain_weights = memory::desc(weights, f32, k.groups > 1 ? memory::format_tag::goihw : memory::format_tag::oihw);
  if (k.bias != 0) d.bias = memory::desc({k.outputs}, f32, memory::format_tag::x);
  d.strides = {k.stride[0], k.stride[1]};
  d.dilates = {k.dilation[0] - 1, k.dilation[1] - 1};
  d.padding = {k.padding[0], k.padding[1]};
  return d;
}

/// The calling thread's stream on the engine that it used last; a process has one engine for each CPU-like backend.
dnnl::stream& stream_of(const dnnl::engine& engine) {
  thread_local dnnl::stream stream;
  thread_local dnnl_engine_t owner = nullptr;
  if (owner != engine.get()) {
    stream = dnnl::stream(engine);
    owner = engine.get();
  }
  return stream;
}

}  // namespace

void use_one_thread() noexcept {
  thread_local bool done = false;
  if (done) return;
  omp_set_num_threads(1);
  done = true;
}

std::byte* scratch(Scratch use, std::size_t bytes) {
  thread_local std::array<Buffer, static_cast<std::size_t>(Scratch::count)> buffers;
  Buffer& buffer = buffers[static_cast<std::size_t>(use)];
  if (buffer.bytes < bytes) {
    const std::size_t rounded = (bytes + bytes / 4 + 4095) / 4096 * 4096;
    buffer.block.reset();
    buffer.bytes = 0;
    buffer.block.reset(static_cast<std::byte*>(std::aligned_alloc(64, rounded)));
    if (!buffer.block) throw std::bad_alloc();
    buffer.bytes = rounded;
  }
  return buffer.block.get();
}

struct Convolution::Impl {
  dnnl::engine engine;
  dnnl::primitive primitive;
  dnnl::reorder packing;
  dnnl::reorder unpacking;
  Descriptors desc;
  memory::desc scratchpad;

  /// Memory objects cost a fraction of a microsecond, and a shared one could not run on two threads.
  memory over(const memory::desc& d, const float* data) const { return {d, engine, const_cast<float*>(data)}; }

  void execute(std::unordered_map<int, memory> arguments) const {
    use_one_thread();
    if (const std::size_t bytes = scratchpad.get_size(); bytes != 0) {
      arguments.emplace(DNNL_ARG_SCRATCHPAD, memory(scratchpad, engine, scratch(Scratch::primitive, bytes)));
    }
    primitive.execute(stream_of(engine), arguments);
  }

  template <class PrimitiveDescriptor>
  void take(const PrimitiveDescriptor& pd, const memory::desc& weights) {
    desc.weights = weights;
    scratchpad = pd.scratchpad_desc();
    if (desc.weights == desc.plain_weights) return;
    packing = dnnl::reorder({engine, desc.plain_weights, engine, desc.weights});
    unpacking = dnnl::reorder({engine, desc.weights, engine, desc.plain_weights});
  }
};

namespace {

bool is_slow(const char* implementation) { return std::string_view(implementation).starts_with("ref"); }

/// Null where there is no fast implementation.
std::unique_ptr<Convolution::Impl> make(const dnnl::engine& engine, const ConvolutionKey& key) {
  use_one_thread();
  auto impl = std::make_unique<Convolution::Impl>();
  impl->engine = engine;
  impl->desc = describe(key);
  const Descriptors& d = impl->desc;
  const auto algorithm = key.winograd != 0 ? dnnl::algorithm::convolution_winograd : dnnl::algorithm::convolution_direct;
  dnnl::primitive_attr attributes;
  // The library's own scratchpad would tie the primitive to the thread that made it.
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const auto pass = static_cast<ConvolutionPass>(key.pass);
  try {
    const bool with_bias = key.bias != 0 && pass == ConvolutionPass::forward;
    const dnnl::convolution_forward::desc forward =
        with_bias ? dnnl::convolution_forward::desc(dnnl::prop_kind::forward_training, algorithm, d.x, d.weights, d.bias, d.output, d.strides,
                                                    d.dilates, d.padding, d.padding)
                  : dnnl::convolution_forward::desc(dnnl::prop_kind::forward_training, algorithm, d.x, d.weights, d.output, d.strides, d.dilates,
                                                    d.padding, d.padding);
    const dnnl::convolution_forward::primitive_desc forward_pd(forward, attributes, engine);
    if (pass == ConvolutionPass::forward) {
      if (is_slow(forward_pd.impl_info_str())) return nullptr;
      impl->take(forward_pd, forward_pd.weights_desc());
      impl->primitive = dnnl::convolution_forward(forward_pd);
    } else if (pass == ConvolutionPass::backward_data) {
      const dnnl::convolution_backward_data::desc backward(algorithm, d.x, d.weights, d.output, d.strides, d.dilates, d.padding, d.padding);
      const dnnl::convolution_backward_data::primitive_desc pd(backward, attributes, engine, forward_pd);
      if (is_slow(pd.impl_info_str())) return nullptr;
      impl->take(pd, pd.weights_desc());
      impl->primitive = dnnl::convolution_backward_data(pd);
    } else {
      const dnnl::convolution_backward_weights::desc backward =
          key.bias != 0 ? dnnl::convolution_backward_weights::desc(algorithm, d.x, d.weights, d.bias, d.output, d.strides, d.dilates,
                                                                   d.padding, d.padding)
                        : dnnl::convolution_backward_weights::desc(algorithm, d.x, d.weights, d.output, d.strides, d.dilates, d.padding, d.padding);
      const dnnl::convolution_backward_weights::primitive_desc pd(backward, attributes, engine, forward_pd);
      if (is_slow(pd.impl_info_str())) return nullptr;
      impl->take(pd, pd.diff_weights_desc());
      impl->primitive = dnnl::convolution_backward_weights(pd);
    }
  } catch (const dnnl::error& error) {
    if (error.status == dnnl_unimplemented || error.status == dnnl_invalid_arguments) return nullptr;
    throw;
  }
  return impl;
}

}  // namespace

Convolution::Convolution(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Convolution::~Convolution() = default;

std::int64_t Convolution::packed_weights() const noexcept { return static_cast<std::int64_t>(impl_->desc.weights.get_size() / sizeof(float)); }
bool Convolution::plain_weights() const noexcept { return !impl_->packing; }

void Convolution::pack(float* packed, const float* weight) const {
  use_one_thread();
  memory from = impl_->over(impl_->desc.plain_weights, weight);
  memory to = impl_->over(impl_->desc.weights, packed);
  impl_->packing.execute(stream_of(impl_->engine), from, to);
}

void Convolution::unpack(float* weight, const float* packed) const {
  use_one_thread();
  memory from = impl_->over(impl_->desc.weights, packed);
  memory to = impl_->over(impl_->desc.plain_weights, weight);
  impl_->unpacking.execute(stream_of(impl_->engine), from, to);
}

void Convolution::forward(float* output, const float* x, const float* packed, const float* bias) const {
  const Descriptors& d = impl_->desc;
  std::unordered_map<int, memory> arguments{
      {DNNL_ARG_SRC, impl_->over(d.x, x)}, {DNNL_ARG_WEIGHTS, impl_->over(d.weights, packed)}, {DNNL_ARG_DST, impl_->over(d.output, output)}};
  if (bias != nullptr) arguments.emplace(DNNL_ARG_BIAS, impl_->over(d.bias, bias));
  impl_->execute(std::move(arguments));
}

void Convolution::backward_data(float* x_gradient, const float* gradient, const float* packed) const {
  const Descriptors& d = impl_->desc;
  impl_->execute({{DNNL_ARG_DIFF_SRC, impl_->over(d.x, x_gradient)},
                  {DNNL_ARG_WEIGHTS, impl_->over(d.weights, packed)},
                  {DNNL_ARG_DIFF_DST, impl_->over(d.output, gradient)}});
}

void Convolution::backward_weights(float* packed_gradient, float* bias_gradient, const float* x, const float* gradient) const {
  const Descriptors& d = impl_->desc;
  std::unordered_map<int, memory> arguments{{DNNL_ARG_SRC, impl_->over(d.x, x)},
                                            {DNNL_ARG_DIFF_WEIGHTS, impl_->over(d.weights, packed_gradient)},
                                            {DNNL_ARG_DIFF_DST, impl_->over(d.output, gradient)}};
  if (bias_gradient != nullptr) arguments.emplace(DNNL_ARG_DIFF_BIAS, impl_->over(d.bias, bias_gradient));
  impl_->execute(std::move(arguments));
}

struct OneDnn::Impl {
  std::mutex mutex;
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  std::unordered_map<ConvolutionKey, std::shared_ptr<const Convolution>, KeyHash, KeyEqual> convolutions;
};

OneDnn::OneDnn() : impl_(std::make_unique<Impl>()) {}
OneDnn::~OneDnn() = default;

std::shared_ptr<const Convolution> OneDnn::convolution(const ConvolutionKey& key) {
  const std::lock_guard lock(impl_->mutex);
  const auto found = impl_->convolutions.find(key);
  if (found != impl_->convolutions.end()) return found->second;
  // Images of ever new sizes must not grow it without end; users hold what they run.
  if (impl_->convolutions.size() >= kept_convolutions) impl_->convolutions.clear();
  std::shared_ptr<const Convolution> made;
  if (auto impl = make(impl_->engine, key)) made = std::make_shared<const Convolution>(std::move(impl));
  impl_->convolutions.emplace(key, made);
  return made;
}

}  // namespace lockstep::engine::cpu
