#include "engine/optim/optimizer.h"

#include <algorithm>

#include "engine/autograd/record.h"
#include "engine/core/error.h"

namespace lockstep::engine::optim {

namespace {

/// Shell patterns: * any characters, ? one.
bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') return matches(pattern.substr(1), text) || (!text.empty() && matches(pattern, text.substr(1)));
  return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) && matches(pattern.substr(1), text.substr(1));
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) { return matches(pattern, name); });
}

[[noreturn]] void refuse_state(const std::string& name, const std::string& reason) {
  throw ValueError(Message{"optim.state", "the optimizer's state \"{name}\" can't be loaded: {reason}", {{"name", name}, {"reason", reason}}});
}

}  // namespace

Optimizer::Optimizer(NamedTensors parameters, const schema::Arguments& arguments, const OptimizerOptions& options)
    : parameters_(std::move(parameters)), entries_(parameters_.size()), base_learning_rate_(arguments.real("learning_rate")) {
  assign_groups(options, arguments.real("weight_decay"));
}

void Optimizer::assign_groups(const OptimizerOptions& options, double weight_decay) {
  std::vector<bool> used(options.groups.size(), false);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    Setting setting{.rate_factor = 1, .weight_decay = weight_decay};
    const auto& [name, tensor] = parameters_[i];
    if (options.no_decay_norms_and_biases && tensor.dim() <= 1) setting.weight_decay = 0;
    const auto group = std::find_if(options.groups.begin(), options.groups.end(), [&](const ParameterGroup& g) { return matches_any(g.patterns, name); });
    if (group != options.groups.end()) {
      used[static_cast<std::size_t>(group - options.groups.begin())] = true;
      if (group->learning_rate && base_learning_rate_ <= 0) {
        throw ValueError(plain_message("optim.group_rate", "a group's learning_rate follows the schedule in proportion to optimizer.learning_rate, which must then be above 0"));
      }
      if (group->learning_rate) setting.rate_factor = *group->learning_rate / base_learning_rate_;
      if (group->weight_decay) setting.weight_decay = *group->weight_decay;
    }
    const auto known = std::find(settings_.begin(), settings_.end(), setting);
    entries_[i].setting = static_cast<std::size_t>(known - settings_.begin());
    if (known == settings_.end()) settings_.push_back(setting);
  }
  for (std::size_t g = 0; g < used.size(); ++g) {
    if (used[g]) continue;
    std::string patterns;
    for (const std::string& pattern : options.groups[g].patterns) patterns += (patterns.empty() ? "" : ", ") + pattern;
    throw ValueError(Message{"optim.empty_group", "no parameter is left for the group {group}: its patterns ({patterns}) match none, or earlier groups took them",
                             {{"group", std::to_string(g)}, {"patterns", patterns}}});
  }
}

// By settings and steps, never by the learning rate: that may be the same for two settings at one step and not at the next.
Optimizer::Bucket& Optimizer::bucket_for(const Entry& entry) {
  for (std::size_t i = 0; i < used_; ++i) {
    Bucket& bucket = buckets_[i];
    if (bucket.setting == entry.setting && entries_[bucket.entries.front()].steps == entry.steps) return bucket;
  }
  if (used_ == buckets_.size()) buckets_.emplace_back();
  Bucket& bucket = buckets_[used_++];
  bucket.setting = entry.setting;
  bucket.entries.clear();
  bucket.states.resize(state_names().size());
  return bucket;
}

void Optimizer::step(double learning_rate) {
  plan();
  prepare(learning_rate);
  apply();
}

void Optimizer::plan() {
  for (std::size_t i = 0; i < used_; ++i) clear(buckets_[i]);
  used_ = 0;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Tensor& parameter = parameters_[i].second;
    Tensor gradient = parameter.grad();
    if (!gradient.defined()) continue;
    Entry& entry = entries_[i];
    while (entry.states.size() < state_names().size()) entry.states.push_back(zeros_like(parameter));
    Bucket& bucket = bucket_for(entry);
    bucket.entries.push_back(i);
    bucket.parameters.push_back(parameter);
    bucket.gradients.push_back(std::move(gradient));
    for (std::size_t s = 0; s < entry.states.size(); ++s) bucket.states[s].push_back(entry.states[s]);
  }
  note_plan();
}

void Optimizer::note_plan() {
  std::size_t at = 0;
  bool same = true;
  const auto note = [&](std::size_t value) {
    if (at == planned_.size()) planned_.push_back(value), same = false;
    else if (planned_[at] != value) planned_[at] = value, same = false;
    ++at;
  };
  for (std::size_t i = 0; i < used_; ++i) {
    note(buckets_[i].setting);
    note(buckets_[i].entries.size());
    for (const std::size_t entry : buckets_[i].entries) note(entry);
  }
  if (at != planned_.size()) planned_.resize(at), same = false;
  if (same) return;
  ++plan_id_;
  const auto count = factor_count();
  factor_values_.resize(used_ * static_cast<std::size_t>(count));
  if (used_ == 0) return;
  factors_ = Tensor::empty({static_cast<std::int64_t>(factor_values_.size())}, DType::f64, parameters_.front().second.device());
  for (std::size_t i = 0; i < used_; ++i) buckets_[i].factors = factors_.alias({count}, {1}, static_cast<std::int64_t>(i) * count);
}

void Optimizer::prepare(double learning_rate) {
  if (used_ == 0) return;
  double* values = factor_values_.data();
  for (std::size_t i = 0; i < used_; ++i) {
    const Bucket& bucket = buckets_[i];
    const Setting& setting = settings_[bucket.setting];
    for (const std::size_t entry : bucket.entries) ++entries_[entry].steps;
    write_factors({learning_rate * setting.rate_factor, setting.weight_decay, entries_[bucket.entries.front()].steps}, values);
    values += factor_count();
  }
  factors_.backend().copy_from_host(factors_.view().data, factor_values_.data(), factor_values_.size() * sizeof(double));
}

void Optimizer::apply(const Tensor& gate) {
  const autograd::NoGrad no_grad;
  for (std::size_t i = 0; i < used_; ++i) {
    update(buckets_[i], gate);
    clear(buckets_[i]);
  }
}

// The gradients' memory is the next step's.
void Optimizer::clear(Bucket& bucket) {
  bucket.parameters.clear();
  bucket.gradients.clear();
  for (auto& list : bucket.states) list.clear();
}

void Optimizer::take_back(std::int64_t steps) {
  for (std::size_t i = 0; i < used_; ++i) {
    for (const std::size_t entry : buckets_[i].entries) entries_[entry].steps -= steps;
  }
}

void Optimizer::zero_grad(bool set_to_none) {
  for (auto& [name, parameter] : parameters_) {
    if (set_to_none) parameter.set_grad(Tensor());
    else if (Tensor gradient = parameter.grad(); gradient.defined()) gradient.fill(0.0);
  }
}

OptimizerState Optimizer::state() const {
  OptimizerState state;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.steps == 0) continue;
    const std::string& name = parameters_[i].first;
    state.steps.emplace(name, entry.steps);
    for (std::size_t s = 0; s < entry.states.size(); ++s) state.tensors.emplace_back(name + "/" + std::string(state_names()[s]), entry.states[s]);
  }
  return state;
}

void Optimizer::load_state(const OptimizerState& state) {
  std::vector<Entry> loaded = entries_;
  for (Entry& entry : loaded) {
    entry.steps = 0;
    entry.states.clear();
  }
  std::size_t tensors_used = 0;
  std::size_t steps_used = 0;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto& [name, parameter] = parameters_[i];
    const auto steps = state.steps.find(name);
    if (steps == state.steps.end()) continue;
    ++steps_used;
    loaded[i].steps = steps->second;
    for (const std::string_view state_name : state_names()) {
      const std::string full = name + "/" + std::string(state_name);
      const auto given = std::find_if(state.tensors.begin(), state.tensors.end(), [&](const auto& named) { return named.first == full; });
      if (given == state.tensors.end()) refuse_state(full, "it is missing");
      if (given->second.shape() != parameter.shape()) {
        refuse_state(full, "expected " + parameter.shape().to_string() + ", found " + given->second.shape().to_string());
      }
      loaded[i].states.push_back(zeros_like(parameter));
      loaded[i].states.back().copy_from(given->second);
      ++tensors_used;
    }
  }
  if (steps_used != state.steps.size() || tensors_used != state.tensors.size()) {
    for (const auto& [name, steps] : state.steps) {
      const bool known = std::any_of(parameters_.begin(), parameters_.end(), [&, &n = name](const auto& p) { return p.first == n; });
      if (!known) refuse_state(name, "there is no such parameter");
    }
    refuse_state(state.tensors.empty() ? "" : state.tensors.front().first, "it holds tensors that " + std::string(type()) + " doesn't have");
  }
  entries_ = std::move(loaded);
  // The states are other tensors from now on.
  planned_.clear();
  used_ = 0;
  ++plan_id_;
}

}  // namespace lockstep::engine::optim
