#include "tracking/analysis/verdict.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tracking/analysis/json_number.h"

namespace lockstep::tracking {

namespace {

using engine::Message;

constexpr double relative_tolerance = 0.01;
constexpr std::size_t repeats_needed = 3;

/// The first of the inputs whose record differs; then what the series and the rest of the record say.
Cause cause_of(const RunRecord& before, const RunRecord& after, const Divergence& divergence, const std::vector<Drift>& drift) {
  const auto& was = before.summary;
  const auto& is = after.summary;
  if (was.data_fingerprint && is.data_fingerprint && *was.data_fingerprint != *is.data_fingerprint) return Cause::data;
  if (was.config_hash && is.config_hash && *was.config_hash != *is.config_hash) return Cause::config;
  const auto differs = [&](DriftKind kind, DriftEffect least) {
    return std::any_of(drift.begin(), drift.end(), [&](const Drift& one) { return one.kind == kind && one.effect >= least; });
  };
  if (differs(DriftKind::seed, DriftEffect::meaning)) return Cause::seed;
  if (!divergence.first) return Cause::none;
  if (divergence.initial_differs) return Cause::initial_weights;
  if (divergence.batch_step && divergence.first->step >= *divergence.batch_step) return Cause::order;
  if (differs(DriftKind::lockstep, DriftEffect::bits)) return Cause::code;
  if (differs(DriftKind::environment, DriftEffect::bits)) return Cause::environment;
  return Cause::arithmetic;
}

bool is_final_metric(std::string_view key) { return key.starts_with("val/") || key.starts_with("test/"); }

std::vector<MetricBand> bands_of(const RunSummary& before, const RunSummary& after, const std::vector<RunSummary>& repeats) {
  const bool evaluated = std::any_of(before.metrics.begin(), before.metrics.end(), [](const MetricSummary& metric) { return is_final_metric(metric.key); });
  std::vector<MetricBand> out;
  for (const MetricSummary& metric : before.metrics) {
    if (evaluated ? !is_final_metric(metric.key) : metric.key != "train/epoch_loss" && metric.key != "train/loss") continue;
    const MetricSummary* other = after.metric(metric.key);
    if (other == nullptr) continue;
    MetricBand band{metric.key, metric.last, other->last, 0, false};
    std::vector<double> values{metric.last};
    for (const RunSummary& repeat : repeats)
      if (const MetricSummary* value = repeat.metric(metric.key); value != nullptr && std::isfinite(value->last)) values.push_back(value->last);
    if (values.size() >= repeats_needed) {
      const auto [least, most] = std::minmax_element(values.begin(), values.end());
      band.allowed = *most - *least;
      band.from_seeds = true;
    } else {
      band.allowed = relative_tolerance * std::max(std::abs(band.before), std::abs(band.after));
    }
    out.push_back(band);
  }
  return out;
}

Message reason_of(const Judgement& judgement) {
  const auto of_kind = [&](DriftKind kind) -> const Drift* {
    const auto found = std::find_if(judgement.drift.begin(), judgement.drift.end(), [&](const Drift& drift) { return drift.kind == kind && drift.effect != DriftEffect::none; });
    return found == judgement.drift.end() ? nullptr : &*found;
  };
  const auto named = [](const char* code, const char* text, const Drift* drift) {
    return Message{code, text, {{"key", drift->key}, {"before", drift->before}, {"after", drift->after}}};
  };
  switch (judgement.cause) {
    case Cause::none: return {};
    case Cause::data: {
      const auto files = std::find_if(judgement.drift.begin(), judgement.drift.end(), [](const Drift& drift) { return drift.kind == DriftKind::data && drift.key == "files"; });
      if (files != judgement.drift.end()) return {"cause.data_files", "the data are not the same ({files})", {{"files", files->after}}};
      return {"cause.data", "the data are not the same", {}};
    }
    case Cause::config:
      if (const Drift* drift = of_kind(DriftKind::config)) return named("cause.config", "the config differs: {key} is {after}, was {before}", drift);
      return {"cause.config_hash", "the configs differ", {}};
    case Cause::seed: return named("cause.seed", "the seed of {key} is {after}, was {before}", of_kind(DriftKind::seed));
    case Cause::initial_weights: return {"cause.initial_weights", "training began from other weights", {}};
    case Cause::order: return {"cause.order", "the batches have other content, or another order, although data, config and seeds are the same", {}};
    case Cause::code: return {"cause.code", "another build of Lockstep computed", {}};
    case Cause::environment: return named("cause.environment", "it was computed elsewhere: {key} is {after}, was {before}", of_kind(DriftKind::environment));
    case Cause::arithmetic: return {"cause.arithmetic", "arithmetic alone differs: data, config, seeds, batches, build and environment are the same", {}};
  }
  return {};
}

}  // namespace

bool MetricBand::holds() const noexcept {
  return before == after || (std::isnan(before) && std::isnan(after)) || std::abs(before - after) <= allowed;
}

Judgement judge(const RunRecord& before, const RunRecord& after, const std::vector<RunSummary>& repeats, bool whole) {
  Judgement out;
  out.divergence = compare_series(before, after, whole);
  out.drift = drift_between(before, after);
  out.cause = cause_of(before, after, out.divergence, out.drift);
  if (!out.divergence.first && out.cause == Cause::none) {
    out.verdict = Verdict::identical;
    return out;
  }
  const bool inputs_equal = out.cause == Cause::code || out.cause == Cause::environment || out.cause == Cause::arithmetic;
  if (!inputs_equal) return out;  // any difference of input, however close the metrics
  out.bands = bands_of(before.summary, after.summary, repeats);
  const bool within = !out.bands.empty() && std::all_of(out.bands.begin(), out.bands.end(), [](const MetricBand& band) { return band.holds(); });
  out.verdict = within ? Verdict::within_tolerance : Verdict::diverged;
  return out;
}

std::vector<RunSummary> repeats_of(const Project& project, const RunSummary& run) {
  std::vector<RunSummary> out;
  for (RunSummary& other : project.runs()) {
    // A reproduction repeats the same seeds: it says nothing about how results vary.
    const bool same = other.id != run.id && other.status == Status::finished && other.relation != "reproduces" && run.config_hash && other.config_hash == run.config_hash &&
                      other.data_fingerprint == run.data_fingerprint && other.seed != run.seed;
    if (same) out.push_back(std::move(other));
  }
  return out;
}

Message Judgement::reason() const { return reason_of(*this); }

Message Judgement::sentence() const {
  if (verdict == Verdict::identical && divergence.compared == 0) {
    return engine::plain_message("verdict.no_steps", "Nothing was computed that could be compared: no step of both was recorded. What was recorded before the first is the same");
  }
  if (verdict == Verdict::identical) {
    return {"verdict.identical", "Identical: every loss, batch, checksum and metric of {steps} steps is the same, bit for bit", {{"steps", std::to_string(divergence.compared)}}};
  }
  const std::string why = reason().english();
  if (!divergence.first) return {"verdict.other_inputs", "Nothing that was computed differs, but they are not the same experiment: {why}", {{"why", why}}};
  const FirstDifference& first = *divergence.first;
  const std::vector<Message::Argument> arguments{{"step", std::to_string(first.step)}, {"quantity", first.quantity}, {"why", why}};
  if (verdict == Verdict::within_tolerance) return {"verdict.within_tolerance", "Within tolerance: the bits of {quantity} part at step {step}, the final metrics agree; {why}", arguments};
  if (first.step == 0) return {"verdict.initial", "They part before the first step, in the initial weights: {why}", arguments};
  return {"verdict.diverged", "They part at step {step}, first in {quantity}: {why}", arguments};
}

std::string_view verdict_name(Verdict verdict) {
  static constexpr std::string_view names[] = {"identical", "within_tolerance", "diverged"};
  return names[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdict_from_name(std::string_view name) {
  for (const Verdict verdict : {Verdict::identical, Verdict::within_tolerance, Verdict::diverged})
    if (verdict_name(verdict) == name) return verdict;
  return std::nullopt;
}

std::string_view cause_name(Cause cause) {
  static constexpr std::string_view names[] = {"none", "data", "config", "seed", "initial_weights", "order", "code", "environment", "arithmetic"};
  return names[static_cast<std::size_t>(cause)];
}

std::string to_json(const Judgement& judgement) {
  using nlohmann::ordered_json;
  const auto& first = judgement.divergence.first;
  ordered_json out;
  out["verdict"] = verdict_name(judgement.verdict);
  out["first_step"] = first ? ordered_json(first->step) : ordered_json(nullptr);
  out["first_quantity"] = first ? ordered_json(first->quantity) : ordered_json(nullptr);
  out["cause"] = cause_name(judgement.cause);
  out["drift"] = ordered_json::array();
  for (const Drift& drift : judgement.drift)
    out["drift"].push_back({{"kind", drift_kind_name(drift.kind)}, {"key", drift.key}, {"before", drift.before}, {"after", drift.after}, {"effect", drift_effect_name(drift.effect)}});
  out["before"] = first ? ordered_json(first->before) : ordered_json(nullptr);
  out["after"] = first ? ordered_json(first->after) : ordered_json(nullptr);
  out["trend"] = trend_name(judgement.divergence.trend);
  out["compared_steps"] = judgement.divergence.compared;
  out["bands"] = ordered_json::array();
  for (const MetricBand& band : judgement.bands)
    out["bands"].push_back({{"metric", band.metric}, {"before", json_number(band.before)}, {"after", json_number(band.after)}, {"allowed", json_number(band.allowed)}, {"from_seeds", band.from_seeds}, {"holds", band.holds()}});
  out["sentence"] = judgement.sentence().english();
  return out.dump();
}

}  // namespace lockstep::tracking
