#include "tracking/reproduce/reproduce.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "engine/backend/cpu/isa.h"
#include "engine/backend/devices.h"
#include "engine/config/catalog/catalog.h"
#include "engine/core/thread_pool.h"
#include "tracking/recorder/preparation.h"
#include "tracking/reproduce/live_check.h"

namespace lockstep::tracking {

namespace {

using engine::Message;
using engine::schema::Effect;

void check_overrides(const std::vector<std::string>& overrides) {
  for (const std::string& one : overrides) {
    const std::string key = one.substr(0, one.find('='));
    const auto effect = engine::config::effect_of(key, engine::config::catalog());
    if (effect == Effect::presentation || effect == Effect::location) continue;
    throw engine::ValueError(Message{"reproduce.override", "--set {key}: a reproduction can change only what can't change a result, such as run.name or data.workers", {{"key", key}}});
  }
}

RunRecord original_of(Project& project, const std::string& id) {
  RunRecord record = read_record(project, id);
  if (!is_terminal(record.summary.status)) {
    throw engine::ValueError(Message{"reproduce.live", "the run {run} is {status}; only a run that is over can be reproduced", {{"run", id}, {"status", std::string(status_name(record.summary.status))}}});
  }
  if (record.loss.size() == 0) {
    throw engine::ValueError(Message{"reproduce.no_steps", "the run {run} ended before its first step: there is nothing to check a reproduction against", {{"run", id}}});
  }
  return record;
}

/// The instruction set that the original computed on, where this process would take another by itself.
std::vector<std::string> isa_override(const RunRecord& original) {
  if (!original.environment || original.environment->cpu.isa.empty() || original.environment->cpu.isa == engine::cpu::isa_in_use()) return {};
  const std::string& isa = original.environment->cpu.isa;
  for (const char* name : {"avx512", "avx2", "sse41"})
    if (isa.find(name) != std::string::npos) return {fmt::format("reproducibility.isa=\"{}\"", name)};
  return {};
}

/// What the record of a reproduction would say now, as far as it is known before it exists.
RunRecord today(const RunRecord& original, const Prepared& prepared, const std::filesystem::path& code_folder, const std::filesystem::path& project, const std::string& device, int threads,
                std::stop_token stop) {
  RunRecord now;
  now.summary.config_hash = prepared.resolved.hash;
  now.summary.data_fingerprint = prepared.dataset->fingerprint();
  now.summary.device = device.empty() ? original.summary.device : std::optional(device);
  now.config_toml = prepared.resolved.toml;
  now.seeds = original.seeds;
  now.build = build_info();
  now.data = prepared.manifest;
  now.environment = environment_now(threads, engine::choose_device(now.summary.device.value_or("auto")));
  if (original.code) {
    CodeOptions options;
    options.project = project;
    options.stop = std::move(stop);
    now.code = capture_code(code_folder, options);
  }
  return now;
}

/// What must be accepted before training begins.
void refuse(const RunRecord& original, const std::vector<Drift>& drift) {
  std::vector<std::string> lines;
  for (const Drift& one : drift)
    if (one.effect == DriftEffect::meaning) lines.push_back(fmt::format("{} {}: {} (was {})", drift_kind_name(one.kind), one.key, one.after, one.before));
  if (lines.empty()) return;
  throw UnacceptedDrift(Message{"reproduce.drift", "the run {run} can't be repeated as it was: {drift}. Pass --accept-drift to train all the same and see what it changes",
                                {{"run", original.summary.id}, {"drift", fmt::format("{}", fmt::join(lines, "; "))}}});
}

}  // namespace

Judgement judge_reproduction(const Project& project, const std::string& original, const std::string& reproduction) {
  const RunRecord before = read_record(project, original);
  return judge(before, read_record(project, reproduction), repeats_of(project, before.summary), before.summary.status == Status::finished);
}

ReproductionResult reproduce_run(Project& project, const ReproduceRequest& request, ReproductionListener& listener, std::stop_token stop) {
  check_overrides(request.overrides);
  const RunRecord original = original_of(project, request.run);
  std::vector<std::string> overrides = location_overrides(project, original.summary);
  const std::vector<std::string> isa = isa_override(original);
  overrides.insert(overrides.end(), isa.begin(), isa.end());
  overrides.insert(overrides.end(), request.overrides.begin(), request.overrides.end());
  const engine::config::Document document = recorded_config(project, original.summary, overrides);
  engine::cpu::pin_isa(document.settings().reproducibility.isa);
  const int threads = threads_for(request.threads, document.settings());

  TrainRequest train;
  train.name = fmt::format("{} (reproduced)", original.summary.name);
  train.device = request.device.empty() ? original.summary.device.value_or("") : request.device;
  train.threads = request.threads;
  train.parent = original.summary.id;
  train.relation = "reproduces";
  train.code_folder = original.code ? std::filesystem::path(original.code->folder) : project.folder();
  const auto source = project.document(original.summary.id, "config.source.json");
  train.overrides = nlohmann::json::parse(source.value_or("{}")).value("overrides", std::vector<std::string>());
  train.overrides.insert(train.overrides.end(), overrides.begin(), overrides.end());

  const Prepared prepared = prepare(document, false, threads, listener, stop);
  const std::vector<Drift> drift = drift_between(original, today(original, prepared, train.code_folder, project.folder(), train.device, threads, stop));
  listener.drifted(drift);
  if (!request.accept_drift) refuse(original, drift);

  ReproductionResult out;
  out.of = original.summary.id;
  LiveCheck check(original, listener);
  out.session = train_prepared(project, train, document, prepared, check, stop);
  if (out.session.status != Status::finished) return out;
  out.judgement = judge_reproduction(project, original.summary.id, out.session.run);
  project.set_verdict(out.session.run, verdict_name(out.judgement->verdict), to_json(*out.judgement));
  return out;
}

}  // namespace lockstep::tracking
