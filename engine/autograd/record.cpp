#include "engine/autograd/record.h"

#include <atomic>

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::engine::autograd {

namespace {
thread_local bool recording = true;
thread_local std::shared_ptr<const std::string> module_path;
thread_local Watch* watch_in_force = nullptr;
std::atomic<std::uint64_t> next_sequence{1};
}  // namespace

bool grad_enabled() noexcept { return recording; }
NoGrad::NoGrad() noexcept : before_(recording) { recording = false; }
NoGrad::~NoGrad() { recording = before_; }

ModuleScope::ModuleScope(std::shared_ptr<const std::string> path) noexcept : before_(std::move(module_path)) { module_path = std::move(path); }
ModuleScope::~ModuleScope() { module_path = std::move(before_); }
const std::shared_ptr<const std::string>& current_module() noexcept { return module_path; }

WatchScope::WatchScope(Watch& watch) noexcept : before_(watch_in_force) { watch_in_force = &watch; }
WatchScope::~WatchScope() { watch_in_force = before_; }
Watch* current_watch() noexcept { return watch_in_force; }

Node::Node(const char* name, std::vector<Edge> edges, std::size_t outputs)
    : name_(name), module_(module_path), sequence_(next_sequence.fetch_add(1, std::memory_order_relaxed)), edges_(std::move(edges)), outputs_(outputs) {}

Node::~Node() {
  // A chain of a million nodes must not be a million destructors deep: orphans are freed in a loop by the outermost one.
  static thread_local std::vector<std::shared_ptr<Node>>* orphans = nullptr;
  if (orphans != nullptr) {
    for (Edge& edge : edges_) {
      if (edge.node && edge.node.use_count() == 1) orphans->push_back(std::move(edge.node));
    }
    return;
  }
  std::vector<std::shared_ptr<Node>> mine;
  orphans = &mine;
  edges_.clear();
  while (!mine.empty()) {
    const std::shared_ptr<Node> last = std::move(mine.back());
    mine.pop_back();
  }
  orphans = nullptr;
}

const Tensor& Saved::get() const {
  if (tensor_.defined() && tensor_.impl().storage->version() != version_) {
    throw AutogradError(Message{"autograd.changed_in_place",
                                "a tensor of {shape} that backward needs was changed in place: it is at version {version}, "
                                "expected {expected}. Change a clone() instead, or change it after backward",
                                {{"shape", tensor_.shape().to_string()},
                                 {"version", std::to_string(tensor_.impl().storage->version())},
                                 {"expected", std::to_string(version_)}}});
  }
  return tensor_;
}

Edge edge_of(const Tensor& tensor) {
  if (!tensor.defined() || !tensor.requires_grad()) return {};
  if (tensor.impl().grad_fn) return {tensor.impl().grad_fn, nullptr, tensor.impl().output_index};
  return {nullptr, tensor.shared_impl(), 0};
}

namespace detail {

bool any_requires_grad(std::span<const Tensor* const> inputs) noexcept {
  for (const Tensor* input : inputs) {
    if (input->defined() && input->requires_grad()) return true;
  }
  return false;
}

std::vector<Edge> edges_of(std::span<const Tensor* const> inputs) {
  std::vector<Edge> edges;
  edges.reserve(inputs.size());
  for (const Tensor* input : inputs) edges.push_back(edge_of(*input));
  return edges;
}

void note_cut(const char* name, Tensor& output, std::span<const Tensor* const> inputs) {
  for (const Tensor* input : inputs) {
    if (!input->defined()) continue;
    if (input->requires_grad()) {
      std::string operation(name);
      if (operation.ends_with("Backward")) operation.resize(operation.size() - 8);
      output.impl().cut = std::make_shared<const std::string>(fmt::format("a no_grad block around {}", operation));
      return;
    }
    if (input->impl().cut) output.impl().cut = input->impl().cut;
  }
}

}  // namespace detail

}  // namespace lockstep::engine::autograd
