#include "engine/nn/forward_context.h"

#include "engine/nn/module.h"

namespace lockstep::engine::nn {

ForwardContext ForwardContext::training(std::uint64_t dropout_seed, std::uint64_t forward_index, std::int64_t first_sample) {
  ForwardContext context;
  context.training_ = true;
  context.dropout_seed_ = dropout_seed;
  context.index_ = forward_index;
  context.first_sample_ = first_sample;
  return context;
}

ForwardContext ForwardContext::training(std::uint64_t dropout_seed, Tensor forward_index, std::int64_t first_sample) {
  ForwardContext context = training(dropout_seed, std::uint64_t{0}, first_sample);
  context.forward_index_ = std::move(forward_index);
  return context;
}

const Tensor& ForwardContext::forward_index(Device device) {
  if (!forward_index_.defined()) forward_index_ = Tensor::from_vector<std::int64_t>({static_cast<std::int64_t>(index_)}, {1}, device);
  return forward_index_;
}

ForwardContext ForwardContext::evaluation() { return {}; }

RandomStream ForwardContext::dropout_stream(const Module& module) {
  std::uint32_t ordinal = 0;
  bool found = false;
  for (auto& [known, count] : calls_) {
    if (known != &module) continue;
    ordinal = count++;
    found = true;
  }
  if (!found) calls_.emplace_back(&module, 1);
  return {dropout_seed_, StreamKind::dropout, module.path() + "#" + std::to_string(ordinal)};
}

}  // namespace lockstep::engine::nn
