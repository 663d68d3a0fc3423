#include "engine/data/batch_builder.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "engine/core/error.h"
#include "engine/data/augment/types.h"

namespace lockstep::engine::data {

namespace {

constexpr std::int64_t samples_between_checks = 64;

/// Memory for `shape`: the array's own where it fits and nobody else holds it.
void ensure(HostArray& array, DType dtype, const Shape& shape, bool channels_last) {
  if (array.bytes && array.bytes.use_count() == 1 && array.dtype == dtype && array.shape == shape) {
    std::atomic_thread_fence(std::memory_order_acquire);  // the last other holder's reads come before our writes
  } else {
    array = HostArray(dtype, shape, channels_last);
  }
}

/// A shuffled order jumps through memory: asking for a sample before its turn hides the wait (measured: a third of the time).
constexpr std::int64_t samples_ahead = 4;

void prefetch(const std::byte* sample, std::size_t size) noexcept {
  constexpr std::size_t cache_line = 64;
  constexpr std::size_t most = 4096;  // the hardware follows longer runs by itself
  for (std::size_t at = 0; at < std::min(size, most); at += cache_line) __builtin_prefetch(sample + at);
}

Shape batched(std::int64_t n, const Shape& shape) {
  Shape out = shape;
  out.insert(0, n);
  return out;
}

}  // namespace

BatchBuilder::BatchBuilder(std::shared_ptr<const Dataset> dataset, bool augment, std::uint64_t augment_seed, Inputs inputs)
    : dataset_(std::move(dataset)), augment_seed_(augment_seed), inputs_(inputs), normalizer_(dataset_->preprocessing()) {
  const Preprocessing& p = dataset_->preprocessing();
  if (augment && !dataset_->augment().empty()) {
    augment_ = AugmentChain(dataset_->augment(), p.sample_shape, p.sample_dtype);
  } else if (p.input_shape != p.sample_shape) {
    crop_from_ = ImageView{nullptr, p.sample_shape[1], p.sample_shape[2], p.sample_shape[0], p.sample_dtype};
  }
}

Scratch BatchBuilder::scratch() const {
  Scratch out;
  out.sample.resize(dataset_->sample_bytes());
  if (!augment_.empty()) {
    out.a.resize(augment_.buffer_bytes());
    out.b.resize(augment_.buffer_bytes());
  } else if (crop_from_) {
    const Preprocessing& p = dataset_->preprocessing();
    out.a.resize(static_cast<std::size_t>(p.input_shape.numel()) * item_size(p.sample_dtype));
  }
  return out;
}

void BatchBuilder::build(std::int64_t epoch, std::int64_t position, std::span<const std::int64_t> indices, Scratch& scratch, Batch& batch,
                         const std::stop_token& stop) const {
  batch.epoch = epoch;
  batch.position = position;
  batch.indices.assign(indices.begin(), indices.end());
  if (inputs_ == Inputs::indices) {
    ensure(batch.inputs, DType::i64, {static_cast<std::int64_t>(indices.size())}, false);
    std::copy(indices.begin(), indices.end(), batch.inputs.as<std::int64_t>());
  } else {
    write_inputs(epoch, position, indices, scratch, batch.inputs, stop);
  }
  write_targets(indices, batch.targets);
}

void BatchBuilder::write_inputs(std::int64_t epoch, std::int64_t position, std::span<const std::int64_t> indices, Scratch& scratch, HostArray& inputs,
                                const std::stop_token& stop) const {
  const Shape& shape = dataset_->facts().input_shape;
  const auto n = static_cast<std::int64_t>(indices.size());
  const DType dtype = inputs_ == Inputs::normalized ? DType::f32 : dataset_->preprocessing().sample_dtype;
  const std::size_t bytes = static_cast<std::size_t>(shape.numel()) * item_size(dtype);
  ensure(inputs, dtype, batched(n, shape), shape.size() == 3);
  const RandomStream stream(augment_seed_, StreamKind::augment, static_cast<std::uint64_t>(epoch));
  auto* out = inputs.as<std::byte>();
  const bool decodes = dataset_->decodes();
  for (std::int64_t i = 0; i < n; ++i, out += bytes) {
    if ((decodes || i % samples_between_checks == 0) && stop.stop_requested()) throw Stopped();
    if (!decodes && i + samples_ahead < n) {
      prefetch(dataset_->sample(indices[static_cast<std::size_t>(i + samples_ahead)], nullptr), scratch.sample.size());
    }
    const std::byte* sample = dataset_->sample(indices[static_cast<std::size_t>(i)], scratch.sample.data());
    if (!augment_.empty()) {
      sample = augment_.apply(sample, scratch.a.data(), scratch.b.data(), stream, position + i);
    } else if (crop_from_) {
      ImageView view = *crop_from_;
      view.data = sample;
      copy_window(view, (view.height - shape[1]) / 2, (view.width - shape[2]) / 2, shape[1], shape[2], scratch.a.data());
      sample = scratch.a.data();
    }
    if (inputs_ == Inputs::normalized) normalizer_.apply(sample, reinterpret_cast<float*>(out));
    else std::memcpy(out, sample, bytes);
  }
}

void BatchBuilder::write_targets(std::span<const std::int64_t> indices, HostArray& out) const {
  const Targets& targets = dataset_->targets();
  const auto n = static_cast<std::int64_t>(indices.size());
  if (!targets.present) {
    out = HostArray();
    return;
  }
  if (targets.classification) {
    ensure(out, DType::i64, {n}, false);
    auto* to = out.as<std::int64_t>();
    for (const std::int64_t i : indices) *to++ = targets.labels[static_cast<std::size_t>(i)];
    return;
  }
  ensure(out, DType::f32, targets.width == 1 ? Shape{n} : Shape{n, targets.width}, false);
  auto* to = out.as<float>();
  for (const std::int64_t i : indices) {
    std::memcpy(to, targets.values.data() + i * targets.width, static_cast<std::size_t>(targets.width) * sizeof(float));
    to += targets.width;
  }
}

}  // namespace lockstep::engine::data
