// Backpropagation through the tape.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::autograd {

/// Adds d(output)/d(leaf) to the gradient of every leaf that `output` was computed from. `gradient` defaults to 1 for a
/// scalar. Nodes run in the reverse order of their recording, so sums have a fixed order. Without `retain_graph` what
/// the graph saved is freed on the way.
/// @throws AutogradError: not a scalar, not connected (naming where the graph was cut), backward twice, a saved tensor
/// changed in place
void backward(const Tensor& output, const Tensor& gradient = {}, bool retain_graph = false);

/// @throws AutogradError naming each of the parameters (name, tensor) that has no gradient, for use after backward()
void require_gradients(std::span<const std::pair<std::string, Tensor>> parameters);

}  // namespace lockstep::engine::autograd
