#include "engine/train/progress.h"

#include <bit>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace lockstep::engine::train {

namespace {

using nlohmann::json;

constexpr int progress_version = 1;

// JSON has no NaN, and a rounded sum would not be the sum: a double is stored as the integer of its bits.
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }
double number(const json& value) { return std::bit_cast<double>(value.get<std::uint64_t>()); }

}  // namespace

std::string Progress::to_json() const {
  std::vector<std::uint64_t> history;
  for (const double value : monitor.history) history.push_back(bits(value));
  const json out{
      {"version", progress_version},
      {"step", step},
      {"epoch", position.epoch},
      {"samples", position.samples},
      {"window", {{"batches", window.batches}, {"samples", window.samples}, {"loss", bits(window.loss)}, {"weight", bits(window.weight)}, {"hash", window.hash}}},
      {"epoch_done", epoch_done},
      {"epoch_sums",
       {{"loss", bits(epoch.loss)}, {"weight", bits(epoch.weight)}, {"samples", epoch.samples}, {"correct", epoch.correct}, {"classification", epoch.classification}}},
      {"monitor", {{"history", history}, {"best", bits(monitor.best)}, {"best_step", monitor.best_step}, {"since_best", monitor.evaluations_since_best}}},
      {"nonfinite_seen", nonfinite_seen},
      {"stopped_early", stopped_early},
  };
  return out.dump();
}

Progress Progress::from_json(std::string_view text, const std::string& file) {
  try {
    const json in = json::parse(text);
    if (in.at("version").get<int>() != progress_version) {
      throw FileError(Message{"checkpoint.version", "{path} was written by a newer version of Lockstep", {{"path", file}}});
    }
    Progress out;
    out.step = in.at("step").get<std::int64_t>();
    out.position = {in.at("epoch").get<std::int64_t>(), in.at("samples").get<std::int64_t>()};
    const json& window = in.at("window");
    out.window = {window.at("batches").get<std::int64_t>(), window.at("samples").get<std::int64_t>(), number(window.at("loss")), number(window.at("weight")),
                  window.at("hash").get<std::uint64_t>()};
    out.epoch_done = in.at("epoch_done").get<bool>();
    const json& sums = in.at("epoch_sums");
    out.epoch = {number(sums.at("loss")), number(sums.at("weight")), sums.at("samples").get<std::int64_t>(), sums.at("correct").get<std::int64_t>(),
                 sums.at("classification").get<bool>()};
    const json& monitor = in.at("monitor");
    for (const json& value : monitor.at("history")) out.monitor.history.push_back(number(value));
    out.monitor.best = number(monitor.at("best"));
    out.monitor.best_step = monitor.at("best_step").get<std::int64_t>();
    out.monitor.evaluations_since_best = monitor.at("since_best").get<std::int64_t>();
    out.nonfinite_seen = in.at("nonfinite_seen").get<bool>();
    out.stopped_early = in.at("stopped_early").get<bool>();
    return out;
  } catch (const json::exception& error) {
    throw FileError(Message{"checkpoint.damaged", "{path} is not a usable checkpoint: {what}", {{"path", file}, {"what", error.what()}}});
  }
}

}  // namespace lockstep::engine::train
