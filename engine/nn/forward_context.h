// Whether a forward trains or evaluates, and where its random values come from. It is passed to every forward, so that
// the mode can't be forgotten: no module has one of its own.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::nn {

class Module;

class ForwardContext {
 public:
  /// `forward_index`: how many training forwards the run made before; all micro-batches of one batch share it.
  /// `first_sample`: the position in the whole batch of this micro-batch's first sample.
  [[nodiscard]] static ForwardContext training(std::uint64_t dropout_seed, std::uint64_t forward_index, std::int64_t first_sample = 0);
  /// The index as a value on the network's device (i64, one element), read by the kernels when they run.
  [[nodiscard]] static ForwardContext training(std::uint64_t dropout_seed, Tensor forward_index, std::int64_t first_sample = 0);
  [[nodiscard]] static ForwardContext evaluation();

  [[nodiscard]] bool is_training() const noexcept { return training_; }
  [[nodiscard]] const Tensor& forward_index(Device device);
  /// Whether anything has asked for a stream so far.
  [[nodiscard]] bool draws() const noexcept { return !calls_.empty(); }
  [[nodiscard]] std::int64_t first_sample() const noexcept { return first_sample_; }
  /// The stream for one call of a module that draws: place = module path + "#" + how often it was called in this forward.
  [[nodiscard]] RandomStream dropout_stream(const Module& module);

 private:
  ForwardContext() = default;
  bool training_ = false;
  std::uint64_t dropout_seed_ = 0;
  std::uint64_t index_ = 0;
  Tensor forward_index_;  ///< of index_ where undefined until asked for
  std::int64_t first_sample_ = 0;
  std::vector<std::pair<const Module*, std::uint32_t>> calls_;
};

}  // namespace lockstep::engine::nn
