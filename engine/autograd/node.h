// One recorded operation on the tape: who its inputs were, and how to turn gradients of outputs into gradients of inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::autograd {

class Node;

/// Where a gradient goes: to an earlier operation's output, to a leaf, or (both null) nowhere.
struct Edge {
  std::shared_ptr<Node> node;
  std::shared_ptr<TensorImpl> leaf;
  std::uint32_t output = 0;
  [[nodiscard]] bool connected() const noexcept { return node != nullptr || leaf != nullptr; }
};

/// Receives the gradients of a node's inputs while its backward runs.
class GradientSink {
 public:
  explicit GradientSink(std::span<const Edge> edges) : edges_(edges), gradients_(edges.size()) {}
  /// Whether input i's gradient is wanted; if not, don't compute it.
  [[nodiscard]] bool needs(std::size_t i) const noexcept { return edges_[i].connected(); }
  void give(std::size_t i, Tensor gradient) { gradients_[i] = std::move(gradient); }
  [[nodiscard]] std::vector<Tensor>& gradients() noexcept { return gradients_; }

 private:
  std::span<const Edge> edges_;
  std::vector<Tensor> gradients_;
};

/// A tensor kept for backward, with the version that it had. Keep an operation's own output by output(): a handle to
/// the result itself would own the node that owns it.
class Saved {
 public:
  Saved() = default;
  [[nodiscard]] static Saved input(const Tensor& tensor) { return Saved(tensor); }
  [[nodiscard]] static Saved output(const Tensor& tensor) { return Saved(tensor.alias(tensor.shape(), tensor.strides())); }
  /// @throws AutogradError when the tensor was changed in place since
  [[nodiscard]] const Tensor& get() const;

 private:
  explicit Saved(Tensor tensor) : tensor_(std::move(tensor)), version_(tensor_.defined() ? tensor_.impl().storage->version() : 0) {}
  Tensor tensor_;
  std::uint64_t version_ = 0;
};

class Node {
 public:
  Node(const char* name, std::vector<Edge> edges, std::size_t outputs);
  virtual ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  [[nodiscard]] const char* name() const noexcept { return name_; }
  /// Path of the module that was running when this was recorded; may be null.
  [[nodiscard]] const std::shared_ptr<const std::string>& module() const noexcept { return module_; }
  [[nodiscard]] std::uint64_t sequence() const noexcept { return sequence_; }
  [[nodiscard]] std::span<const Edge> edges() const noexcept { return edges_; }
  [[nodiscard]] std::size_t outputs() const noexcept { return outputs_; }
  void add_hook(std::uint32_t output, GradientHook hook) { hooks_.emplace_back(output, std::move(hook)); }
  [[nodiscard]] const std::vector<std::pair<std::uint32_t, GradientHook>>& hooks() const noexcept { return hooks_; }

  /// Gradients of the outputs (undefined: zero) to gradients of the inputs.
  virtual void run(std::span<const Tensor> gradients, GradientSink& sink) = 0;
  /// Frees what was saved; run() is not called any more.
  virtual void release() noexcept = 0;

  // The state of a backward pass that is under way; see backward.cpp.
  std::vector<Tensor> pending;
  bool queued = false;
  bool released = false;

 private:
  const char* name_;
  std::shared_ptr<const std::string> module_;
  std::uint64_t sequence_;
  std::vector<Edge> edges_;
  std::size_t outputs_;
  std::vector<std::pair<std::uint32_t, GradientHook>> hooks_;
};

/// The node or leaf that a tensor's gradient goes to.
[[nodiscard]] Edge edge_of(const Tensor& tensor);

}  // namespace lockstep::engine::autograd
