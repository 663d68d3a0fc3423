// Failures on demand, from the environment variable LOCKSTEP_FAKE_FAULT or from tests: a comma list of
//   malloc:N       cudaMalloc gives cudaErrorMemoryAllocation from the N-th call on (malloc:N:once: at that call only)
//   limit:BYTES    the device has so much memory
//   launch:N       the N-th kernel crashes: cudaErrorLaunchFailure, from then on and from every call
//   lost:N         the N-th call that needs the device finds it gone: cudaErrorDevicesUnavailable, for ever
//                  (lost:N:ecc: cudaErrorECCUncorrectable)
//   no_device      no GPU is visible
//   busy           another process has the GPU to itself: cudaErrorDevicesUnavailable, but the context is not lost
//   devices:N      no failure: there are N GPUs
//   no_driver      no driver is installed (35, driver version 0)
//   old_driver     the driver is older than the runtime (35, driver version 12.4)
//   cublas:N       the N-th product, cudnn:N the N-th convolution fails, that one only
//   cublas_create, cudnn_create   the handle can't be made
//   cudnn_unsupported             every convolution is refused with CUDNN_STATUS_NOT_SUPPORTED
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::fakes {

struct Faults {
  std::int64_t malloc_from = 0;  ///< 1-based; 0: never
  bool malloc_once = false;
  std::size_t memory_limit = std::size_t{8} << 30U;
  std::int64_t launch = 0;
  std::int64_t lost = 0;
  bool lost_by_ecc = false;
  bool no_device = false;
  bool busy = false;
  std::int64_t devices = 1;
  bool no_driver = false;
  bool old_driver = false;
  std::int64_t cublas = 0;
  std::int64_t cudnn = 0;
  bool cublas_create = false;
  bool cudnn_create = false;
  bool cudnn_unsupported = false;
};

/// False, and nothing changed, where the text can't be understood.
[[nodiscard]] bool parse_faults(std::string_view text, Faults& faults);

/// What is planned, and how far the counts are. Guarded by the world's mutex.
struct FaultPlan {
  Faults faults;
  std::int64_t mallocs = 0;
  std::int64_t launches = 0;
  std::int64_t device_calls = 0;
  std::int64_t products = 0;
  std::int64_t convolutions = 0;
};
FaultPlan& fault_plan();
/// Begins all counts anew.
void set_faults(const Faults& faults);

}  // namespace lockstep::fakes
