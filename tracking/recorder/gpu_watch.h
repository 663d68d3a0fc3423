// Looks at the GPU beside the training of a run: its figures every few seconds, and the record of how it computes. It has a
// thread of its own, is never asked by a step, and decides nothing.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "engine/backend/backend.h"
#include "engine/backend/gpu_monitor.h"
#include "engine/config/run_config.h"
#include "tracking/store/run_writer.h"

namespace lockstep::tracking {

/// Whether a device is watched.
[[nodiscard]] bool is_gpu(engine::Device device) noexcept;

/// Series, over time: system/gpu_utilisation (%), gpu_memory (bytes used on the card, by all programs), gpu_power (W),
/// gpu_temperature (°C), gpu_clock (MHz), as far as NVML tells them; system/gpu_allocated, gpu_reserved, gpu_peak (bytes), of the
/// run's allocator.
/// Document arithmetic.json (of a later attempt arithmetic.attempt-N.json), complete but for what is learned on the way:
///   device, strict, tf32, graph ("off", "pending", "captured", "not captured"), algorithms {operation: algorithm}
class GpuWatch {
 public:
  /// Writes the document; the figures begin at once. `bus`: the GPU's PCI address (engine::bus_of). The writer and the backend must outlive it.
  GpuWatch(RunWriter& writer, engine::Device device, const engine::config::RunConfig& config, const std::string& bus);
  /// Reads the figures a last time.
  ~GpuWatch();
  GpuWatch(const GpuWatch&) = delete;
  GpuWatch& operator=(const GpuWatch&) = delete;

  /// What training tells, of which the capture of a step is noted.
  void heard(const engine::Message& message);

 private:
  void watch(const std::stop_token& over);
  void look();
  void record_figures();
  void record_arithmetic();

  RunWriter& writer_;
  engine::Backend& backend_;
  engine::GpuMonitor monitor_;
  bool strict_;
  bool tf32_;
  std::string document_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::string graph_;    ///< under mutex_
  std::string written_;  ///< the document's text
  std::jthread thread_;
};

}  // namespace lockstep::tracking
