#include "engine/train/batch_inputs.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/ops/gather_batch/gather_batch.h"

namespace lockstep::engine::train {

namespace {

/// Of the device's memory, the data set may take so much.
constexpr std::size_t share_of_memory = 8;
constexpr std::size_t piece_bytes = std::size_t{16} << 20U;

Shape with_samples(const Shape& shape, std::int64_t samples) {
  Shape out = shape;
  out.insert(0, samples);
  return out;
}

MemoryFormat format_of(const Shape& sample) { return sample.size() == 3 ? MemoryFormat::channels_last : MemoryFormat::contiguous; }

}  // namespace

BatchInputs::BatchInputs(std::shared_ptr<const data::Dataset> dataset, Device device) : dataset_(std::move(dataset)), device_(device) {
  if (device_.type == DeviceType::cpu) return;
  const data::Preprocessing& p = dataset_->preprocessing();
  const auto channels = static_cast<std::size_t>(p.input_shape[0]);
  const bool identity = p.normalize == data::Normalize::none;
  shift_ = Tensor::from_vector(identity ? std::vector<float>(channels, 0.0F) : p.shift, {p.input_shape[0]}, device_);
  scale_ = Tensor::from_vector(identity ? std::vector<float>(channels, 1.0F) : p.scale, {p.input_shape[0]}, device_);
}

bool BatchInputs::fits_on_device() const {
  const std::size_t bytes = static_cast<std::size_t>(dataset_->size()) * dataset_->sample_bytes();
  return bytes <= backend_of(device_).allocator().statistics().budget / share_of_memory;
}

data::Inputs BatchInputs::form(bool augments) const {
  if (device_.type == DeviceType::cpu) return data::Inputs::normalized;
  const data::Preprocessing& p = dataset_->preprocessing();
  const bool changed = (augments && !dataset_->augment().empty()) || p.input_shape != p.sample_shape;
  return changed || dataset_->decodes() || !fits_on_device() ? data::Inputs::samples : data::Inputs::indices;
}

Tensor BatchInputs::empty(std::int64_t samples) const {
  const Shape& shape = dataset_->preprocessing().input_shape;
  return Tensor::empty(with_samples(shape, samples), DType::f32, device_, format_of(shape));
}

void BatchInputs::bring_samples() {
  const data::Preprocessing& p = dataset_->preprocessing();
  const Tensor all = Tensor::empty(with_samples(p.sample_shape, dataset_->size()), p.sample_dtype, device_, format_of(p.sample_shape));
  const std::size_t sample_bytes = dataset_->sample_bytes();
  const auto each = static_cast<std::int64_t>(std::max<std::size_t>(1, piece_bytes / sample_bytes));
  std::vector<std::byte> piece(static_cast<std::size_t>(std::min(each, dataset_->size())) * sample_bytes);
  std::vector<std::byte> scratch(sample_bytes);
  for (std::int64_t first = 0; first < dataset_->size(); first += each) {
    const std::int64_t count = std::min(each, dataset_->size() - first);
    for (std::int64_t i = 0; i < count; ++i) {
      std::memcpy(piece.data() + static_cast<std::size_t>(i) * sample_bytes, dataset_->sample(first + i, scratch.data()), sample_bytes);
    }
    all.backend().copy_from_host(static_cast<std::byte*>(all.view().data) + static_cast<std::size_t>(first) * sample_bytes, piece.data(), static_cast<std::size_t>(count) * sample_bytes);
  }
  samples_ = all;
}

void BatchInputs::write(Tensor& inputs, const Tensor& arrived) {
  if (arrived.dtype() == DType::i64) {
    if (!samples_.defined()) bring_samples();
    ops::gather_batch(inputs, samples_, arrived, shift_, scale_);
  } else {
    ops::gather_batch(inputs, arrived, {}, shift_, scale_);
  }
}

Tensor BatchInputs::of(const HostArray& inputs) {
  const Tensor arrived = Tensor::from_host(inputs, device_);
  if (device_.type == DeviceType::cpu) return arrived;
  Tensor out = empty(arrived.size(0));
  write(out, arrived);
  return out;
}

}  // namespace lockstep::engine::train
