// oneDNN for the kernels: every primitive is created, and run, on one thread (R4); convolutions are kept for reuse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace lockstep::engine::cpu {

/// Makes OpenMP, and so oneDNN, use one thread for calls from the calling thread. Call it on every thread before any
/// other call to oneDNN; after the first time it costs next to nothing.
void use_one_thread() noexcept;

/// Buffers of the calling thread that stay from call to call, by what they are used for.
enum class Scratch : std::uint8_t { primitive, source, destination, weights, partial, bias, count };
/// At least `bytes` bytes aligned to 64, uninitialised; the same memory as this thread's last call for `use`, or larger.
/// @throws std::bad_alloc
[[nodiscard]] std::byte* scratch(Scratch use, std::size_t bytes);
[[nodiscard]] inline float* float_scratch(Scratch use, std::int64_t count) {
  return reinterpret_cast<float*>(scratch(use, static_cast<std::size_t>(count) * sizeof(float)));
}

enum class ConvolutionPass : std::uint8_t { forward, backward_data, backward_weights };

/// What tells one f32 convolution primitive from another. Plain, without padding bytes: hashed as bytes.
struct ConvolutionKey {
  std::int64_t batch, channels, height, width;
  std::int64_t outputs, output_height, output_width;
  std::int64_t kernel[2], stride[2], padding[2], dilation[2];
  std::int64_t groups;
  std::int32_t pass;      ///< a ConvolutionPass
  std::int16_t bias;      ///< 1: with bias (forward) or its gradient (backward_weights)
  std::int16_t winograd;  ///< 1: Winograd's algorithm over images in blocks of 16 channels (nChw16c); 0: direct, over NHWC
};

/// One convolution primitive. May run on several threads at once. Weights are in a layout of its own: pack and unpack.
class Convolution {
 public:
  ~Convolution();
  Convolution(const Convolution&) = delete;
  Convolution& operator=(const Convolution&) = delete;

  /// Floats in the primitive's own weight layout.
  [[nodiscard]] std::int64_t packed_weights() const noexcept;
  /// Whether that layout is OIHW itself.
  [[nodiscard]] bool plain_weights() const noexcept;
  /// OIHW (GOIHW for groups) to the primitive's layout, and back.
  void pack(float* packed, const float* weight) const;
  void unpack(float* weight, const float* packed) const;

  void forward(float* output, const float* x, const float* packed, const float* bias) const;
  void backward_data(float* x_gradient, const float* gradient, const float* packed) const;
  /// Overwrites both; bias_gradient is null exactly where the key has no bias.
  void backward_weights(float* packed_gradient, float* bias_gradient, const float* x, const float* gradient) const;

  struct Impl;
  explicit Convolution(std::unique_ptr<Impl> impl);

 private:
  std::unique_ptr<Impl> impl_;
};

class OneDnn {
 public:
  OneDnn();
  ~OneDnn();
  /// The primitive for a key, made on first use; null where oneDNN has none that is fast (it would fall to its own
  /// reference loops).
  [[nodiscard]] std::shared_ptr<const Convolution> convolution(const ConvolutionKey& key);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::engine::cpu
