// What `[loss] type = "CrossEntropyLoss"` means. Each loss is declared in engine/nn/losses; loss_types() lists them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "engine/core/host_array.h"
#include "engine/core/shape.h"
#include "engine/schema/field.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::nn {

/// What one (micro-)batch adds to an epoch's metrics.
struct BatchMetrics {
  double loss_sum = 0;        ///< loss × weight
  double weight = 0;          ///< what the mean was taken over: samples, values, or the class weights of the targets that count
  std::int64_t samples = 0;   ///< that count: not the ignored ones
  std::int64_t correct = -1;  ///< right predictions among them; -1: not a classification
};

class Loss {
 public:
  virtual ~Loss() = default;
  [[nodiscard]] virtual std::string_view type() const noexcept = 0;
  /// Whether correct predictions are counted.
  [[nodiscard]] virtual bool is_classification() const noexcept { return false; }
  /// Whether a model's output fits. `output` is without the batch dimension; `outputs` is the number of classes or of
  /// target values, 0 when not known. @throws ShapeError saying what was expected and found
  virtual void check_output(const Shape& output, std::int64_t outputs) const = 0;
  /// The scalar to be minimised: the mean over the batch, as PyTorch's reduction = "mean".
  [[nodiscard]] virtual Tensor compute(const Tensor& output, const Tensor& target) = 0;
  /// What compute() on the same arguments took its mean over. Accumulated gradients are Σ gradient × weight / Σ weight.
  [[nodiscard]] virtual double weight(const Tensor& output, const Tensor& target) = 0;
  /// `loss` is what compute() gave for the same arguments, read back.
  [[nodiscard]] virtual BatchMetrics metrics(double loss, const Tensor& output, const Tensor& target) = 0;

  // weight() and metrics() without waiting for the device: from the targets as the host has them, and from counts that the
  // device leaves in its memory.
  [[nodiscard]] virtual double weight(const Shape& output, const HostArray& target) const = 0;
  /// Leaves in `counts` (i64 [2] on the device) how many predictions are right and how many targets count; nothing where
  /// is_classification() is false.
  virtual void count(const Tensor& output, const Tensor& target, const Tensor& counts) const = 0;
  [[nodiscard]] virtual BatchMetrics metrics(double loss, const std::array<std::int64_t, 2>& counts, const Shape& output, const HostArray& target) const = 0;
};

struct LossType {
  schema::TypeSpec spec;
  bool classification = false;  ///< targets are classes (i64)
  /// Tensors (class weights) are made on `device` in `dtype`. Arguments have their defaults.
  std::unique_ptr<Loss> (*build)(const schema::Arguments& arguments, Device device, DType dtype) = nullptr;
};

[[nodiscard]] std::span<const LossType> loss_types();
[[nodiscard]] std::span<const schema::TypeSpec> loss_specs();
/// Fills in defaults. @throws ValueError naming the types there are
[[nodiscard]] std::unique_ptr<Loss> make_loss(std::string_view type, const schema::Arguments& arguments, Device device = {}, DType dtype = DType::f32);

}  // namespace lockstep::engine::nn
