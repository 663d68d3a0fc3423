#include "engine/autograd/gradcheck.h"

#include <cmath>

#include <fmt/format.h>

#include "engine/autograd/backward.h"
#include "engine/autograd/record.h"
#include "engine/core/error.h"

namespace lockstep::engine::autograd {

namespace {

using Differentiable = std::function<Tensor(const std::vector<Tensor>&)>;

std::vector<Tensor> leaves_of(const std::vector<Tensor>& inputs) {
  std::vector<Tensor> leaves;
  for (const Tensor& input : inputs) {
    Tensor leaf = input.detach();
    if (leaf.defined() && leaf.dtype() == DType::f64) leaf.set_requires_grad(true);
    leaves.push_back(leaf);
  }
  return leaves;
}

/// Jacobian[output][element of every f64 input, one after the other], by a backward pass an output.
std::vector<std::vector<double>> analytic_jacobian(const Differentiable& function, const std::vector<Tensor>& inputs) {
  std::vector<std::vector<double>> rows;
  std::size_t outputs = 1;
  for (std::size_t i = 0; i < outputs; ++i) {
    const std::vector<Tensor> leaves = leaves_of(inputs);
    const Tensor output = function(leaves);
    outputs = static_cast<std::size_t>(output.numel());
    if (outputs == 0) break;
    std::vector<double> seed(static_cast<std::size_t>(output.numel()), 0.0);
    seed[i] = 1.0;
    backward(output, Tensor::from_vector(seed, output.shape(), output.device()));
    std::vector<double> row;
    for (const Tensor& leaf : leaves) {
      if (!leaf.requires_grad()) continue;
      const std::vector<double> gradient = leaf.grad().defined() ? leaf.grad().to_vector<double>() : std::vector<double>(static_cast<std::size_t>(leaf.numel()), 0.0);
      row.insert(row.end(), gradient.begin(), gradient.end());
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<double> output_with(const Differentiable& function, std::vector<Tensor> inputs, std::size_t which, std::size_t element, double change) {
  const NoGrad no_grad;
  std::vector<double> values = inputs[which].to_vector<double>();
  values[element] += change;
  // The input keeps its memory format, so that what is checked is what was given.
  const Tensor dense = Tensor::from_vector(values, inputs[which].shape(), inputs[which].device());
  inputs[which] = inputs[which].is_contiguous() ? dense : dense.contiguous(inputs[which].suggested_format());
  return function(inputs).to_vector<double>();
}

}  // namespace

std::string gradcheck(const Differentiable& function, const std::vector<Tensor>& inputs, const GradcheckOptions& options) {
  const std::vector<std::vector<double>> analytic = analytic_jacobian(function, inputs);
  std::string worst;
  double worst_excess = 1.0;
  std::size_t column = 0;
  bool any = false;
  for (std::size_t which = 0; which < inputs.size(); ++which) {
    if (!inputs[which].defined() || inputs[which].dtype() != DType::f64) continue;
    any = true;
    for (std::size_t element = 0; element < static_cast<std::size_t>(inputs[which].numel()); ++element, ++column) {
      const std::vector<double> above = output_with(function, inputs, which, element, options.eps);
      const std::vector<double> below = output_with(function, inputs, which, element, -options.eps);
      for (std::size_t i = 0; i < analytic.size(); ++i) {
        const double numeric = (above[i] - below[i]) / (2.0 * options.eps);
        const double excess = std::fabs(analytic[i][column] - numeric) / (options.atol + options.rtol * std::fabs(numeric));
        if (excess <= worst_excess) continue;  // NaN is in excess
        worst_excess = std::isnan(excess) ? HUGE_VAL : excess;
        worst = fmt::format("d(output {})/d(input {}, element {}): backward gives {:.9g}, finite differences {:.9g}", i, which, element,
                            analytic[i][column], numeric);
      }
    }
  }
  if (!any) throw ValueError(plain_message("gradcheck.inputs", "[gradcheck] expected at least one float64 input"));
  return worst;
}

}  // namespace lockstep::engine::autograd
