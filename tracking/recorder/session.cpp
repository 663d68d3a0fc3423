#include "tracking/recorder/session.h"

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/backend/backend.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/isa.h"
#include "engine/backend/devices.h"
#include "engine/config/catalog/catalog.h"
#include "engine/train/trainer.h"
#include "tracking/provenance/build_info.h"
#include "tracking/recorder/gpu_watch.h"
#include "tracking/recorder/places.h"
#include "tracking/recorder/preparation.h"

namespace lockstep::tracking {

namespace {

using engine::Message;
using nlohmann::json;

/// Hears, while a run prepares, what other processes and the listener ask for.
class Ears {
 public:
  Ears(RunWriter& writer, SessionListener& listener, std::stop_source& stop)
      : thread_([this, &writer, &listener, &stop](const std::stop_token& over) {
          while (!over.stop_requested()) {
            if (const std::optional<Command> command = writer.poll_command()) {
              if (*command == Command::stop) stop.request_stop();
              else paused_ = *command == Command::pause;
            }
            if (listener.control() == engine::train::Control::stop) stop.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
          }
        }) {}
  /// A pause that was asked for and not taken back.
  [[nodiscard]] bool end() {
    thread_.request_stop();
    thread_.join();
    return paused_;
  }

 private:
  std::atomic<bool> paused_{false};
  std::jthread thread_;
};

std::string hex(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

engine::train::CheckpointIdentity identity_of(const Prepared& prepared) {
  return {{"config_hash", prepared.resolved.hash}, {"data_fingerprint", prepared.dataset->fingerprint()}, {"lockstep", build_info().source_hash}};
}

void load_initial_weights(RunWriter& writer, const std::filesystem::path& file, engine::nn::Network& network, Recorder& recorder) {
  const engine::nn::LoadReport report = engine::train::load_weights(file, network);
  json mismatched = json::array();
  for (const auto& m : report.mismatched) mismatched.push_back({{"name", m.name}, {"expected", m.expected.to_string()}, {"found", m.found.to_string()}});
  writer.put_document("weights.json", json{{"file", file.string()}, {"matched", report.matched}, {"missing", report.missing}, {"unexpected", report.unexpected}, {"mismatched", mismatched}}.dump(2));
  if (report.matched.empty()) {
    throw engine::ValueError(Message{"weights.none", "no tensor of {file} matches the model by name and shape:\n{report}", {{"file", file.string()}, {"report", report.to_string()}}});
  }
  recorder.event(report.complete() ? engine::train::EventLevel::info : engine::train::EventLevel::warning, 0,
                 {"weights.loaded", "initial weights from {file}: {count} tensors matched{report}",
                  {{"file", file.string()}, {"count", std::to_string(report.matched.size())}, {"report", report.complete() ? "" : "\n" + report.to_string()}}});
}

std::string reason_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return "out of memory: the system gave none. Use a smaller data.batch_size or a smaller model";
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "an unknown error";
  }
}

/// Trains and writes the run's end; everything that can go wrong from here on ends in the result.
class Session {
 public:
  Session(RunWriter& writer, SessionListener& listener, std::stop_token stop)
      : writer_(writer), listener_(listener), began_(std::chrono::steady_clock::now()), outer_stop_(stop, [this] { stop_.request_stop(); }) {
    result_.run = writer.id();
  }

  template <class Work>
  SessionResult run(const std::string& name, Work&& work) {
    result_.name = name;
    try {
      work(*this);
    } catch (const engine::Stopped&) {
      end_or_fail(Status::stopped, "stopped while preparing");
    } catch (const DriftError&) {
      result_.error = std::current_exception();
      end_or_fail(before_, before_reason_);
    } catch (...) {
      fail(std::current_exception());
    }
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    return result_;
  }

  /// What a run that is refused on account of drift goes back to.
  void returns_to(Status status, const std::string& reason) {
    before_ = status;
    before_reason_ = reason;
  }

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  [[nodiscard]] std::stop_source& stop() noexcept { return stop_; }
  [[nodiscard]] RunWriter& writer() noexcept { return writer_; }
  [[nodiscard]] SessionListener& listener() noexcept { return listener_; }

  struct Beginning {
    engine::Device device;
    std::filesystem::path initial_weights = {};
    std::filesystem::path checkpoint = {};
    std::map<std::string, double> metrics = {};  ///< of earlier attempts
    bool paused = false;
  };

  void train(const Prepared& prepared, const Beginning& begin) {
    result_.config_hash = prepared.resolved.hash;
    result_.data_fingerprint = prepared.dataset->fingerprint();
    RunFields fields;
    fields.device = engine::device_name(begin.device);
    writer_.update(fields);
    listener_.configured(prepared.resolved, *prepared.dataset);
    Recorder recorder(writer_, listener_, begin.metrics, begin.paused);
    // What the data took is not there for tensors any more.
    engine::CachingAllocator& memory = engine::backend_of(begin.device).allocator();
    if (begin.device.type == engine::DeviceType::cpu) memory.set_budget(memory.statistics().reserved + engine::usable_host_memory());
    engine::train::Experiment experiment = engine::train::make_experiment(prepared.resolved.run, prepared.dataset, begin.device);
    record_model(writer_, experiment.network);
    if (!begin.initial_weights.empty() && begin.checkpoint.empty()) load_initial_weights(writer_, begin.initial_weights, experiment.network, recorder);
    std::optional<GpuWatch> watch;
    if (is_gpu(begin.device)) recorder.set_gpu_watch(&watch.emplace(writer_, begin.device, prepared.resolved.run, engine::bus_of(begin.device)));
    engine::train::Trainer trainer(std::move(experiment), recorder, {writer_.checkpoint_folder(), identity_of(prepared)});
    if (!begin.checkpoint.empty()) trainer.restore(begin.checkpoint);
    const auto note = [&] {
      result_.step = trainer.progress().step;
      result_.epochs = trainer.progress().position.epoch;
      result_.metrics = recorder.metrics();
      if (result_.step > 0) result_.parameters = hex(trainer.parameters());
    };
    engine::train::Ending ending{};
    try {
      ending = trainer.run(token());
    } catch (...) {
      const std::exception_ptr error = std::current_exception();
      try {
        note();
      } catch (const engine::Error&) {
        // The first error is the one to tell.
      }
      std::rethrow_exception(error);
    }
    note();
    watch.reset();
    writer_.put_document("results.json", json{{"step", result_.step}, {"parameters", result_.parameters}}.dump(2));
    if (ending == engine::train::Ending::stopped) end(Status::stopped, fmt::format("stopped on request at step {}", result_.step));
    else end(Status::finished, {});
  }

 private:
  void end(Status status, const std::string& reason) {
    result_.status = status;
    result_.reason = reason;
    writer_.finish(status, reason);
  }
  void end_or_fail(Status status, const std::string& reason) {
    try {
      end(status, reason);
    } catch (const engine::Error&) {
      fail(std::current_exception());
    }
  }
  void fail(std::exception_ptr error) {
    result_.error = error;
    result_.status = Status::failed;
    result_.reason = reason_of(error);
    try {
      writer_.record_event({now_ms(), result_.step, Severity::error, engine::plain_message("run.failed", result_.reason)});
      writer_.log({now_ms(), Severity::error, result_.reason});
    } catch (const engine::Error&) {
      // The disk that failed the run refuses this too; finish() gives its reserve back and tries once more.
    }
    try {
      writer_.finish(Status::failed, result_.reason);
    } catch (const engine::ValueError&) {
      // It is over already: ending it was what failed, and that left it failed with the reason.
    } catch (const engine::Error& second) {
      result_.reason += fmt::format("\nand the run's record could not be ended: {}", second.what());
    }
  }

  RunWriter& writer_;
  SessionListener& listener_;
  std::stop_source stop_;
  SessionResult result_;
  Status before_ = Status::stopped;
  std::string before_reason_;
  std::chrono::steady_clock::time_point began_;
  std::stop_callback<std::function<void()>> outer_stop_;
};

std::vector<std::string> drift_of(Project& project, const RunSummary& run, const Prepared& prepared) {
  std::vector<std::string> drift;
  const auto compare = [&](std::string_view what, const std::optional<std::string>& then, const std::string& now) {
    if (then && !then->empty() && *then != now) drift.push_back(fmt::format("{} is {}, was {}", what, now.substr(0, 12), then->substr(0, 12)));
  };
  compare("the config's hash", run.config_hash, prepared.resolved.hash);
  compare("the data's fingerprint", run.data_fingerprint, prepared.dataset->fingerprint());
  if (const auto text = project.document(run.id, "lockstep.json")) {
    compare("Lockstep's build", build_info_from_json(*text).source_hash, build_info().source_hash);
  }
  return drift;
}

}  // namespace

engine::config::Document recorded_config(Project& project, const RunSummary& run, const std::vector<std::string>& overrides) {
  const auto text = project.document(run.id, "config.text");
  const auto source = project.document(run.id, "config.source.json");
  if (!text || !source) {
    throw engine::ValueError(Message{"resume.no_config", "the run {run} ended before its config was recorded; train it again", {{"run", run.id}}});
  }
  const json where = json::parse(*source);
  engine::config::Options options;
  options.overrides = where.at("overrides").get<std::vector<std::string>>();
  options.overrides.insert(options.overrides.end(), overrides.begin(), overrides.end());
  options.preset_folders = preset_folders();
  return engine::config::check({*text, where.at("path").get<std::string>()}, engine::config::catalog(), options).or_throw();
}

std::filesystem::path checkpoint_of(Project& project, const RunSummary& run, const std::string& kind) {
  // By the files: a process that was killed may have written one and not yet committed its row. Without a validation
  // part no weights are called best: then the last are.
  const std::filesystem::path folder = project.run_folder(run.id) / "checkpoints";
  const std::vector<std::string> kinds = kind == "last" ? std::vector<std::string>{"last"} : std::vector<std::string>{"best", "last"};
  for (const std::string& candidate : kinds) {
    std::filesystem::path file = engine::train::checkpoint_file(folder, candidate);
    if (std::filesystem::exists(file)) return file;
  }
  throw engine::ValueError(Message{"run.no_checkpoint", "the run {run} has no checkpoint yet", {{"run", run.id}}});
}

std::filesystem::path weights_file(Project& project, const std::string& init_from) {
  if (!init_from.starts_with("run:")) return init_from;
  return checkpoint_of(project, project.find(init_from.substr(4)));
}

namespace {

/// What a request comes to before a run exists; mistakes are thrown.
struct Beginnings {
  engine::Device device;
  std::optional<Message> took;  ///< what "auto" took, and why no GPU
  std::filesystem::path weights;
  int threads = 0;
  std::filesystem::path code_folder;
  RunDraft draft;
};

Message what_auto_took(const engine::DeviceChoice& choice) {
  if (choice.why_no_gpu) return {"device.auto_cpu", "auto took the CPU: {reason}", {{"reason", choice.why_no_gpu->english()}}};
  return {"device.auto_gpu", "auto took {device}, {name}", {{"device", engine::device_name(choice.device)}, {"name", engine::report_of(choice.device).description}}};
}

Beginnings begin(Project& project, const TrainRequest& request, const engine::config::RunConfig& config) {
  Beginnings out;
  const std::string& asked = request.device.empty() ? config.run.device : request.device;
  const engine::DeviceChoice choice = engine::decide_device(asked);
  out.device = choice.device;
  if (asked == "auto") out.took = what_auto_took(choice);
  if (!config.model.init_from.empty()) out.weights = weights_file(project, config.model.init_from);
  out.threads = threads_for(request.threads, config);
  out.code_folder = config.run.code_dir.empty() ? request.code_folder : config.run.code_dir;
  engine::cpu::pin_isa(config.reproducibility.isa);
  engine::cpu_backend().set_threads(out.threads);

  RunDraft& draft = out.draft;
  draft.name = request.name.empty() ? config.run.name : request.name;
  draft.tags = config.run.tags;
  draft.notes = config.run.notes;
  draft.seed = config.reproducibility.seeds.master;
  draft.device = engine::device_name(out.device);
  draft.parent = request.parent;
  draft.relation = request.relation;
  if (draft.parent.empty() && config.model.init_from.starts_with("run:")) {
    draft.parent = project.find(config.model.init_from.substr(4)).id;
    draft.relation = "init_from";
  }
  return out;
}

/// Creates the run and trains it; `data` gives what it trains on, read before or only now.
template <class Data>
SessionResult train(Project& project, const TrainRequest& request, const engine::config::Document& document, SessionListener& listener, const std::stop_token& stop, Data&& data) {
  const Beginnings begun = begin(project, request, document.settings());
  const std::unique_ptr<RunWriter> writer = project.create_run(begun.draft);
  listener.created(writer->id(), begun.draft.name);
  Session session(*writer, listener, stop);
  return session.run(begun.draft.name, [&](Session& s) {
    record_beginning(*writer, document, request.overrides, begun.threads, begun.device);
    if (begun.took) {
      writer->record_event({now_ms(), 0, Severity::info, *begun.took});
      writer->log({now_ms(), Severity::info, begun.took->english()});
      listener.event(engine::train::EventLevel::info, 0, *begun.took);
    }
    Ears ears(*writer, listener, s.stop());
    std::future<void> code = std::async(std::launch::async, [&] { record_code(*writer, begun.code_folder, project.folder(), s.token()); });
    const Prepared& prepared = data(begun.threads, s.token());
    record_prepared(*writer, prepared);
    code.get();
    s.train(prepared, {.device = begun.device, .initial_weights = begun.weights, .paused = ears.end()});
  });
}

}  // namespace

SessionResult train_run(Project& project, const TrainRequest& request, SessionListener& listener, std::stop_token stop) {
  engine::config::Options options;
  options.overrides = request.overrides;
  options.preset_folders = preset_folders();
  const engine::config::Document document = engine::config::check(request.source, engine::config::catalog(), options).or_throw();
  Prepared prepared;
  return train(project, request, document, listener, stop, [&](int threads, const std::stop_token& token) -> const Prepared& {
    return prepared = prepare(document, request.rehash, threads, listener, token);
  });
}

SessionResult train_prepared(Project& project, const TrainRequest& request, const engine::config::Document& document, const Prepared& prepared, SessionListener& listener, std::stop_token stop) {
  return train(project, request, document, listener, stop, [&](int, const std::stop_token&) -> const Prepared& { return prepared; });
}

SessionResult resume_run(Project& project, const ResumeRequest& request, SessionListener& listener, std::stop_token stop) {
  const RunSummary run = project.find(request.run);
  if (run.status == Status::finished) throw engine::ValueError(Message{"resume.finished", "the run {run} is finished; there is nothing to resume", {{"run", run.id}}});
  if (!is_terminal(run.status)) throw engine::ValueError(Message{"resume.live", "the run {run} is {status}; only a run that is over can be resumed", {{"run", run.id}, {"status", std::string(status_name(run.status))}}});
  const engine::config::Document document = recorded_config(project, run, location_overrides(project, run));
  const engine::Device device = engine::choose_device(request.device.empty() ? run.device.value_or("auto") : request.device);
  const int threads = threads_for(request.threads, document.settings());
  engine::cpu::pin_isa(document.settings().reproducibility.isa);
  engine::cpu_backend().set_threads(threads);
  // The file itself says where it stands: a killed process may have written it and not yet committed its row.
  const std::filesystem::path file = engine::train::checkpoint_file(project.run_folder(run.id) / "checkpoints", "last");
  const bool has_checkpoint = std::filesystem::exists(file);
  const std::int64_t from_step = has_checkpoint ? engine::train::checkpoint_progress(file).step : 0;
  const std::unique_ptr<RunWriter> writer = project.open_writer(run.id, from_step);
  listener.created(run.id, run.name);
  Session session(*writer, listener, stop);
  session.returns_to(run.status, run.reason);
  return session.run(run.name, [&](Session& s) {
    Ears ears(*writer, listener, s.stop());
    const Prepared prepared = prepare(document, false, threads, listener, s.token());
    const std::vector<std::string> drift = drift_of(project, run, prepared);
    if (!drift.empty() && !request.accept_drift) {
      throw DriftError(Message{"resume.drift", "the run {run} cannot go on as it began: {drift}. Pass --accept-drift to go on all the same", {{"run", run.id}, {"drift", fmt::format("{}", fmt::join(drift, "; "))}}});
    }
    if (has_checkpoint) {
      record_environment_of_attempt(*writer, project.document(run.id, "environment.json"), from_step, threads, device);
    } else {
      record_beginning(*writer, document, json::parse(*project.document(run.id, "config.source.json")).at("overrides").get<std::vector<std::string>>(), threads, device);
      record_prepared(*writer, prepared);
    }
    for (const std::string& text : drift) {
      writer->record_event({now_ms(), from_step, Severity::warning, engine::plain_message("resume.drift", "resumed although " + text)});
    }
    Session::Beginning begin{.device = device};
    const std::string& from = document.settings().model.init_from;
    if (has_checkpoint) begin.checkpoint = file;
    else if (!from.empty()) begin.initial_weights = weights_file(project, from);
    for (const MetricSummary& metric : project.summary(run.id).metrics) begin.metrics[metric.key] = metric.last;
    begin.paused = ears.end();
    s.train(prepared, begin);
  });
}

}  // namespace lockstep::tracking
