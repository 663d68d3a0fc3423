#include "engine/core/device.h"

namespace lockstep::engine {

std::string device_name(Device device) {
  switch (device.type) {
    case DeviceType::cpu: return "cpu";
    case DeviceType::cuda: return "cuda:" + std::to_string(device.index);
    case DeviceType::cuda_emulated: return device.index == 0 ? "cuda-emulated" : "cuda-emulated:" + std::to_string(device.index);
    case DeviceType::test: return "test:" + std::to_string(device.index);
  }
  return "?";
}

}  // namespace lockstep::engine
