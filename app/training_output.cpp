#include "app/training_output.h"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

#include "app/command_line.h"
#include "app/output.h"
#include "engine/config/config.h"

namespace lockstep::app {

namespace {

using nlohmann::ordered_json;

constexpr std::chrono::milliseconds progress_interval{100};

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

template <class Metrics>
ordered_json metrics_json(const Metrics& metrics) {
  ordered_json out = ordered_json::object();
  for (const auto& [key, value] : metrics) out[key] = json_number(value);
  return out;
}

}  // namespace

TrainingOutput::TrainingOutput(bool json) : json_(json), terminal_(isatty(STDERR_FILENO) != 0) {}

void TrainingOutput::created(const std::string& run, const std::string& name) {
  run_ = run;
  name_ = name;
  if (!json_) say(fmt::format("run {} {}\n", run, name));
}

void TrainingOutput::preparing(std::string_view what, std::int64_t done, std::int64_t total) {
  if (total > 0) progress(fmt::format("{} {:.0f} %", what, 100.0 * static_cast<double>(done) / static_cast<double>(total)));
}

void TrainingOutput::configured(const engine::config::Resolved& config, const engine::data::Dataset& dataset) {
  config_hash_ = config.hash;
  data_fingerprint_ = dataset.fingerprint();
  seed_ = config.run.reproducibility.seeds.master;
  log_interval_ = config.run.train.log_interval;
  clear_progress();
  const auto& counts = dataset.facts().counts;
  if (!json_) {
    say(fmt::format("data {}: {} train, {} validation, {} test samples of {}\n", data_fingerprint_.substr(0, 7), counts[0], counts[1], counts[2], dataset.facts().input_shape.to_string()));
    say(fmt::format("config {}, seed {}\n", config_hash_.substr(0, 7), seed_));
  }
}

void TrainingOutput::started(const engine::train::RunStart& start) {
  start_ = start;
  training_began_ = std::chrono::steady_clock::now();
  if (json_) {
    emit({{"event", "start"},
                {"run", run_},
                {"name", name_},
                {"step", start.first_step},
                {"steps", start.total_steps},
                {"steps_per_epoch", start.steps_per_epoch},
                {"seed", seed_},
                {"parameters", hex(start.parameters)},
                {"parameter_count", start.parameter_count},
                {"config_hash", config_hash_},
                {"data_fingerprint", data_fingerprint_}});
  } else {
    say(fmt::format("{} parameters, {} steps of {} an epoch{}\n", start.parameter_count, start.total_steps, start.steps_per_epoch,
               start.first_step > 0 ? fmt::format(", from step {}", start.first_step) : std::string()));
  }
}

void TrainingOutput::step(const engine::train::StepEvent& event) {
  if (!json_) {
    const std::int64_t done = event.step - start_.first_step;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - training_began_).count();
    const double left = seconds / static_cast<double>(done) * static_cast<double>(start_.total_steps - event.step);
    // The rate of the first steps says little: caches are cold and buffers are made.
    const std::string eta = done < 30 ? std::string("estimating") : fmt::format("{:.0f} s left", left);
    progress(fmt::format("step {}/{}  epoch {}  loss {:.4g}  {:.0f} samples/s  {}", event.step, start_.total_steps, event.epoch, event.loss, event.samples_per_second, eta));
    return;
  }
  if (event.step % log_interval_ != 0) return;
  ordered_json line{{"event", "step"},
                    {"step", event.step},
                    {"epoch", event.epoch},
                    {"loss", json_number(event.loss)},
                    {"learning_rate", json_number(event.learning_rate)},
                    {"gradient_norm", json_number(event.gradient_norm)},
                    {"samples_per_second", json_number(event.samples_per_second)},
                    {"batch_hash", hex(event.batch_hash)}};
  if (event.parameters) line["parameters"] = hex(*event.parameters);
  emit(line);
}

void TrainingOutput::epoch(const engine::train::EpochEvent& event) {
  if (json_) {
    emit({{"event", "epoch"}, {"epoch", event.epoch}, {"step", event.step}, {"metrics", metrics_json(event.metrics)}});
    return;
  }
  clear_progress();
  std::string line = fmt::format("epoch {:>3}  step {:>6}", event.epoch, event.step);
  for (const auto& [key, value] : event.metrics) line += fmt::format("  {} {}", key, short_number(value));
  say(line + "\n");
}

void TrainingOutput::event(engine::train::EventLevel level, std::int64_t, const engine::Message& message) {
  clear_progress();
  static constexpr std::string_view words[] = {"", "warning: ", "error: "};
  fmt::print(stderr, "lockstep: {}{}\n", words[static_cast<std::size_t>(level)], message.english());
}

void TrainingOutput::paused(bool now) {
  clear_progress();
  fmt::print(stderr, "lockstep: {}\n", now ? "paused" : "going on");
}

int TrainingOutput::ended(const tracking::SessionResult& result, const ordered_json& more) {
  clear_progress();
  if (result.error && result.status != tracking::Status::failed) std::rethrow_exception(result.error);  // refused, nothing was done
  if (json_) {
    ordered_json line{{"event", "end"},
                      {"run", result.run},
                      {"status", tracking::status_name(result.status)},
                      {"step", result.step},
                      {"epochs", result.epochs},
                      {"seconds", result.seconds},
                      {"metrics", metrics_json(result.metrics)},
                      {"parameters", result.parameters},
                      {"config_hash", result.config_hash},
                      {"data_fingerprint", result.data_fingerprint}};
    if (!result.reason.empty()) line["reason"] = result.reason;
    line.update(more);
    emit(line);
  } else if (result.status != tracking::Status::failed) {
    say(fmt::format("{} at step {} after {:.1f} s, parameters {}\n", tracking::status_name(result.status), result.step, result.seconds, result.parameters));
    for (const auto& [key, value] : result.metrics) {
      if (key.starts_with("val/") || key.starts_with("test/")) say(fmt::format("{} {}\n", key, key.ends_with("accuracy") ? fmt::format("{:.3f}", value) : short_number(value)));
    }
    }
  switch (result.status) {
    case tracking::Status::finished: return exit_done;
    case tracking::Status::stopped: return exit_stopped;
    default: break;
  }
  fmt::print(stderr, "lockstep: the run {} failed: {}\n", result.run, result.reason);
  try {
    if (result.error) std::rethrow_exception(result.error);
  } catch (const engine::config::ConfigFailure&) {
    return exit_usage;
  } catch (...) {
    return exit_failed;
  }
  return exit_failed;
}

void TrainingOutput::say(const std::string& text) {
  if (output_lost_) return;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) lose_output();
}

void TrainingOutput::emit(const ordered_json& object) { say(json_line(object)); }

void TrainingOutput::lose_output() noexcept { output_lost_ = true; }

void TrainingOutput::progress(const std::string& text) {
  const auto now = std::chrono::steady_clock::now();
  if (json_ || !terminal_ || now - last_progress_ < progress_interval) return;
  last_progress_ = now;
  progress_shown_ = true;
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
}

void TrainingOutput::clear_progress() {
  if (!progress_shown_) return;
  progress_shown_ = false;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace lockstep::app
