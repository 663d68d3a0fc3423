// Initial values of parameters. The distributions are PyTorch's, the bits are not: each value is a pure function of the
// seed, the parameter's full name and the logical index of the element.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::nn {

/// The choices of a layer's `init`, for its weight: PyTorch's own, or torch.nn.init's function of that name (kaiming: fan-in,
/// gain for ReLU). Biases keep PyTorch's initial values.
[[nodiscard]] const std::vector<std::string_view>& initializer_names();

/// Fills an f32 weight [out, in, kernel…]. "default" is U(-1/√fan_in, 1/√fan_in), which is PyTorch's
/// kaiming_uniform_(a = √5). He et al. 2015; Glorot and Bengio 2010.
void initialize_weight(Tensor& weight, std::string_view initializer, std::uint64_t seed, std::string_view full_name);
/// U(-1/√fan_in, 1/√fan_in), PyTorch's initial bias of Linear and Conv2d.
void initialize_bias(Tensor& bias, std::int64_t fan_in, std::uint64_t seed, std::string_view full_name);
/// in × kernel: how many inputs each output has.
[[nodiscard]] std::int64_t fan_in_of(const Shape& weight);

}  // namespace lockstep::engine::nn
