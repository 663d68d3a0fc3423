#include "tracking/recorder/gpu_watch.h"

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::tracking {

namespace {

using namespace std::chrono_literals;

// Short runs are looked at more than once, long ones seldom.
constexpr std::chrono::milliseconds first_interval = 250ms;
constexpr std::chrono::milliseconds last_interval = 2000ms;

std::string document_of(const RunWriter& writer) {
  return writer.attempt() == 1 ? "arithmetic.json" : fmt::format("arithmetic.attempt-{}.json", writer.attempt());
}

}  // namespace

bool is_gpu(engine::Device device) noexcept { return device.type == engine::DeviceType::cuda || device.type == engine::DeviceType::cuda_emulated; }

GpuWatch::GpuWatch(RunWriter& writer, engine::Device device, const engine::config::RunConfig& config, const std::string& bus)
    : writer_(writer),
      backend_(engine::backend_of(device)),
      monitor_(bus),
      strict_(config.reproducibility.strict),
      tf32_(config.precision.tf32),
      document_(document_of(writer)),
      graph_(config.train.graph_capture ? "pending" : "off") {
  backend_.allocator().reset_peak();
  if (!monitor_.is_open()) writer_.log({now_ms(), Severity::info, "the GPU's utilisation, power, temperature and clock are not known: NVIDIA's management library does not tell them"});
  record_arithmetic();
  thread_ = std::jthread([this](const std::stop_token& over) { watch(over); });
}

GpuWatch::~GpuWatch() {
  thread_.request_stop();
  thread_.join();
}

void GpuWatch::heard(const engine::Message& message) {
  const std::lock_guard lock(mutex_);
  if (message.code == "train.captured") graph_ = "captured";
  else if (message.code.starts_with("train.not_captured") || message.code == "train.capture_dropped") graph_ = "not captured";
}

void GpuWatch::watch(const std::stop_token& over) {
  try {
    std::chrono::milliseconds interval = first_interval;
    while (!over.stop_requested()) {
      look();
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, over, interval, [] { return false; });
      interval = std::min(2 * interval, last_interval);
    }
    look();
  } catch (const std::exception&) {
    // What the disk refuses here it refuses the trainer too, which ends the run. Nothing else here is worth a run.
  }
}

void GpuWatch::look() {
  record_figures();
  record_arithmetic();
}

void GpuWatch::record_figures() {
  const engine::GpuFigures figures = monitor_.read();
  const engine::MemoryStatistics memory = backend_.allocator().statistics();
  std::vector<Metric> values{{"system/gpu_allocated", static_cast<double>(memory.allocated)},
                             {"system/gpu_reserved", static_cast<double>(memory.reserved)},
                             {"system/gpu_peak", static_cast<double>(memory.peak)}};
  const auto add = [&](const char* key, const std::optional<double>& value) {
    if (value) values.push_back({key, *value});
  };
  add("system/gpu_utilisation", figures.utilisation);
  add("system/gpu_memory", figures.memory_used);
  add("system/gpu_power", figures.power);
  add("system/gpu_temperature", figures.temperature);
  add("system/gpu_clock", figures.clock);
  writer_.record_system(now_ms(), values);
}

void GpuWatch::record_arithmetic() {
  nlohmann::json out{{"device", engine::device_name(backend_.device())}, {"strict", strict_}, {"tf32", tf32_}, {"algorithms", nlohmann::json::object()}};
  for (const auto& [operation, algorithm] : backend_.algorithm_choices()) out["algorithms"][operation] = algorithm;
  {
    const std::lock_guard lock(mutex_);
    out["graph"] = graph_;
  }
  std::string text = out.dump(2);
  if (text == written_) return;
  writer_.put_document(document_, text);
  written_ = std::move(text);
}

}  // namespace lockstep::tracking
