#include "engine/train/batch_upload.h"

#include <algorithm>
#include <cstring>

namespace lockstep::engine::train {

BatchUpload::BatchUpload(Device device) : device_(device), backend_(backend_of(device)) {}

BatchUpload::~BatchUpload() {
  // Staging memory must not go while it is read from. What went wrong there was told where it was waited for.
  for (Lane* lane : {&input_lane_, &target_lane_}) {
    for (Stage& stage : lane->stages) {
      try {
        if (stage.uploaded) stage.uploaded->wait();
      } catch (...) {
        continue;
      }
    }
  }
}

void BatchUpload::load(const HostArray& inputs, const HostArray& target) {
  if (device_.type == DeviceType::cpu) {
    inputs_ = Tensor::from_host(inputs);
    target_ = Tensor::from_host(target);
    return;
  }
  inputs_ = send(input_lane_, inputs);
  target_ = send(target_lane_, target);
  turn_ = 1 - turn_;
}

void BatchUpload::release() noexcept {
  if (device_.type != DeviceType::cpu) return;
  inputs_ = Tensor();
  target_ = Tensor();
}

BatchUpload::Slot& BatchUpload::slot_for(Lane& lane, const HostArray& array) {
  const auto found = std::find_if(lane.buffers.begin(), lane.buffers.end(), [&](const Slot& slot) {
    return slot.dtype == array.dtype && slot.channels_last == array.channels_last && slot.shape == array.shape;
  });
  if (found != lane.buffers.end()) return *found;
  const MemoryFormat format = array.channels_last ? MemoryFormat::channels_last : MemoryFormat::contiguous;
  const auto make = [&] { return Tensor::empty(array.shape, array.dtype, device_, format); };
  lane.buffers.push_back({array.dtype, array.shape, array.channels_last, make(), make()});
  // Its memory may be what a kernel still to run has just let go.
  lane.taken = backend_.mark();
  return lane.buffers.back();
}

Tensor BatchUpload::send(Lane& lane, const HostArray& array) {
  Slot& slot = slot_for(lane, array);
  const std::size_t bytes = array.byte_size();
  if (bytes == 0) return slot.ready;
  Stage& stage = lane.stages[turn_];
  if (stage.uploaded) stage.uploaded->wait();
  if (stage.bytes < bytes) {
    stage.memory = backend_.allocate_staging(bytes);
    stage.bytes = bytes;
  }
  std::memcpy(stage.memory.get(), array.bytes.get(), bytes);
  stage.uploaded = backend_.upload(slot.arriving.view().data, stage.memory.get(), bytes, lane.taken.get());
  backend_.wait_in_queue(*stage.uploaded);
  slot.ready.copy_from(slot.arriving);
  lane.taken = backend_.mark();
  return slot.ready;
}

}  // namespace lockstep::engine::train
