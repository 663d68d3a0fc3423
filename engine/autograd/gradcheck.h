// Compares analytic gradients with finite differences, whole Jacobians at once.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::autograd {

struct GradcheckOptions {
  double eps = 1e-6;
  double atol = 1e-5;
  double rtol = 1e-3;
};

/// Empty when every element of d(output)/d(input) agrees, for each f64 input (others are constants); else which input and
/// element differs most, with both values. `function` must be deterministic. @throws ValueError when no input is f64
[[nodiscard]] std::string gradcheck(const std::function<Tensor(const std::vector<Tensor>&)>& function, const std::vector<Tensor>& inputs,
                                    const GradcheckOptions& options = {});

}  // namespace lockstep::engine::autograd
