// Finding the first layer whose output or gradient is not finite, by running the same micro-batch again and looking at
// every value: draws are addressed, so that the second run computes what the first did.
#pragma once

#include <functional>

#include "engine/core/error.h"
#include "engine/nn/network.h"

namespace lockstep::engine::train {

/// `forward` runs the network and the loss again and returns the scalar loss. Gradients and buffers of the network are
/// as before when this returns. The message says which layer (path and operation), or that the inputs were at fault.
[[nodiscard]] Message find_nonfinite(nn::Network& network, const Tensor& inputs, const std::function<Tensor()>& forward, std::int64_t step);

[[nodiscard]] bool is_finite(const Tensor& tensor);

}  // namespace lockstep::engine::train
