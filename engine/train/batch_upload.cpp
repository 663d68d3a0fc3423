#include "engine/train/batch_upload.h"

#include <algorithm>
#include <cstring>

#include "engine/ops/copy/copy.h"

namespace lockstep::engine::train {

namespace {

constexpr std::size_t alignment = 256;  // of each array in its block, for the widest loads

/// Bytes of a block as the tensor that `like` is.
Tensor seen_as(const Tensor& block, std::size_t offset, const HostArray& like) {
  auto impl = std::make_shared<TensorImpl>();
  impl->storage = block.impl().storage;
  impl->offset = static_cast<std::int64_t>(offset / item_size(like.dtype));
  impl->shape = like.shape;
  impl->strides = like.channels_last ? channels_last_strides(like.shape) : contiguous_strides(like.shape);
  impl->dtype = like.dtype;
  return Tensor(std::move(impl));
}

}  // namespace

BatchUpload::BatchUpload(Device device, BatchInputs* inputs) : device_(device), backend_(backend_of(device)), source_(inputs) {}

BatchUpload::~BatchUpload() {
  // Staging memory must not go while it is read from. What went wrong there was told where it was waited for.
  for (Stage& stage : stages_) {
    try {
      if (stage.uploaded) stage.uploaded->wait();
    } catch (...) {
      continue;
    }
  }
}

void BatchUpload::release() noexcept {
  if (device_.type != DeviceType::cpu) return;
  inputs_ = Tensor();
  target_ = Tensor();
}

BatchUpload::Place& BatchUpload::place_for(const HostArray& inputs, const HostArray& target) {
  const auto form_of = [](const HostArray& array) { return Form{array.dtype, array.shape, array.channels_last}; };
  const std::array forms{form_of(inputs), form_of(target)};
  const auto found = std::find_if(places_.begin(), places_.end(), [&](const Place& place) { return place.forms == forms; });
  if (found != places_.end()) return *found;
  Place place;
  place.forms = forms;
  place.offsets = {0, (inputs.byte_size() + alignment - 1) / alignment * alignment};
  place.bytes = place.offsets[1] + target.byte_size();
  place.block = Tensor::empty({static_cast<std::int64_t>(place.bytes)}, DType::u8, device_);
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const MemoryFormat format = forms[i].channels_last ? MemoryFormat::channels_last : MemoryFormat::contiguous;
    const bool computed = i == 0 && source_ != nullptr;
    place.ready.push_back(computed ? source_->empty(inputs.shape[0]) : Tensor::empty(forms[i].shape, forms[i].dtype, device_, format));
    place.arriving.push_back(seen_as(place.block, place.offsets[i], i == 0 ? inputs : target));
  }
  // Its memory may be what a kernel still to run has just let go.
  taken_ = backend_.mark();
  return places_.emplace_back(std::move(place));
}

void BatchUpload::load(const HostArray& inputs, const HostArray& target) {
  if (device_.type == DeviceType::cpu) {
    inputs_ = Tensor::from_host(inputs);
    target_ = Tensor::from_host(target);
    return;
  }
  Place& place = place_for(inputs, target);
  Stage& stage = stages_[turn_];
  if (stage.uploaded) stage.uploaded->wait();
  if (stage.bytes < place.bytes) {
    stage.memory = backend_.allocate_staging(place.bytes);
    stage.bytes = place.bytes;
  }
  for (const auto& [array, offset] : {std::pair(&inputs, place.offsets[0]), std::pair(&target, place.offsets[1])}) {
    if (array->byte_size() != 0) std::memcpy(stage.memory.get() + offset, array->bytes.get(), array->byte_size());
  }
  stage.uploaded = backend_.upload(place.block.view().data, stage.memory.get(), place.bytes, taken_.get());
  backend_.wait_in_queue(*stage.uploaded);
  if (source_ != nullptr) source_->write(place.ready[0], place.arriving[0]);
  const std::size_t computed = source_ != nullptr ? 1 : 0;
  ops::copy_many(std::span(place.ready).subspan(computed), std::span(place.arriving).subspan(computed));
  taken_ = backend_.mark();
  turn_ = 1 - turn_;
  inputs_ = place.ready[0];
  target_ = place.ready[1];
}

}  // namespace lockstep::engine::train
