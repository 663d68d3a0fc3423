#include "engine/nn/module.h"

#include <algorithm>

#include "engine/autograd/record.h"

namespace lockstep::engine::nn {

Module::Module(std::string path) : path_(std::make_shared<const std::string>(std::move(path))) {}

Tensor Module::forward(std::span<const Tensor> inputs, ForwardContext& context) {
  const autograd::ModuleScope scope(path_);
  Tensor output = compute(inputs, context);
  if (!has_hooks()) return output;
  if (output.requires_grad()) {
    for (const auto& [id, hook] : backward_hooks_) {
      output.register_hook([this, hook = hook](const Tensor& gradient) {
        hook(*this, gradient);
        return Tensor();
      });
    }
  }
  for (const auto& [id, hook] : forward_hooks_) hook(*this, inputs, output);
  return output;
}

void Module::initialize(std::uint64_t init_seed) {
  for (const auto& child : children_) child->initialize(init_seed);
}

void Module::register_parameter(std::string_view name, const Tensor& value) {
  parameters_.emplace_back(path() + "." + std::string(name), value);
  parameters_.back().second.set_requires_grad(true);
}

void Module::register_buffer(std::string_view name, const Tensor& value) { buffers_.emplace_back(path() + "." + std::string(name), value); }
void Module::register_child(std::unique_ptr<Module> child) { children_.push_back(std::move(child)); }

NamedTensors Module::named_parameters() const {
  NamedTensors all = parameters_;
  for (const auto& child : children_) {
    for (auto& named : child->named_parameters()) all.push_back(std::move(named));
  }
  return all;
}

NamedTensors Module::named_buffers() const {
  NamedTensors all = buffers_;
  for (const auto& child : children_) {
    for (auto& named : child->named_buffers()) all.push_back(std::move(named));
  }
  return all;
}

NamedTensors Module::named_state() const {
  NamedTensors all = parameters_;
  all.insert(all.end(), buffers_.begin(), buffers_.end());
  for (const auto& child : children_) {
    for (auto& named : child->named_state()) all.push_back(std::move(named));
  }
  return all;
}

template <class Convert>
void Module::replace_all(const Convert& convert) {
  for (auto& [name, tensor] : parameters_) {
    tensor = convert(tensor.detach());
    tensor.set_requires_grad(true);
  }
  for (auto& [name, tensor] : buffers_) tensor = convert(tensor);
}

void Module::to(Device device) {
  replace_all([&](const Tensor& tensor) { return tensor.to(device); });
  for (const auto& child : children_) child->to(device);
}

void Module::to(DType dtype) {
  replace_all([&](const Tensor& tensor) { return is_floating_point(tensor.dtype()) ? tensor.to(dtype) : tensor; });
  for (const auto& child : children_) child->to(dtype);
}

Module::HookId Module::add_forward_hook(ForwardHook hook) {
  forward_hooks_.emplace_back(next_hook_, std::move(hook));
  return next_hook_++;
}

Module::HookId Module::add_backward_hook(BackwardHook hook) {
  backward_hooks_.emplace_back(next_hook_, std::move(hook));
  return next_hook_++;
}

void Module::remove_hook(HookId id) {
  std::erase_if(forward_hooks_, [id](const auto& entry) { return entry.first == id; });
  std::erase_if(backward_hooks_, [id](const auto& entry) { return entry.first == id; });
}

}  // namespace lockstep::engine::nn
