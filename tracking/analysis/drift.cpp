#include "tracking/analysis/drift.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/config/catalog/catalog.h"
#include "engine/config/config.h"
#include "tracking/provenance/json_support.h"

namespace lockstep::tracking {

namespace {

using engine::Message;
using engine::schema::Effect;
using nlohmann::json;

void add_data(const RunRecord& before, const RunRecord& after, std::vector<Drift>& out) {
  const auto& was = before.summary.data_fingerprint;
  const auto& is = after.summary.data_fingerprint;
  // Files that changed without changing a sample (a comment, a compression level) don't change the experiment.
  const bool other_samples = was && is && *was != *is;
  const DriftEffect effect = other_samples ? DriftEffect::meaning : DriftEffect::none;
  if (other_samples) out.push_back({DriftKind::data, "fingerprint", *was, *is, effect});
  if (!before.data || !after.data) return;
  const ManifestDifference files = differences(*before.data, *after.data);
  if (files.empty()) return;
  out.push_back({DriftKind::data, "files", fmt::format("{} files", before.data->files.size()), describe_files(files), effect});
}

DriftEffect drift_effect(Effect effect) {
  switch (effect) {
    case Effect::experiment:
    case Effect::seed: return DriftEffect::meaning;
    case Effect::environment: return DriftEffect::bits;
    case Effect::location:
    case Effect::presentation: return DriftEffect::none;
  }
  return DriftEffect::meaning;
}

void add_config(const RunRecord& before, const RunRecord& after, std::vector<Drift>& out) {
  if (before.config_toml.empty() || after.config_toml.empty()) return;
  for (const auto& difference : engine::config::diff(before.config_toml, after.config_toml, engine::config::catalog())) {
    if (difference.key.starts_with("reproducibility.seed")) continue;  // the recorded seeds say it better
    out.push_back({DriftKind::config, difference.key, difference.left, difference.right, drift_effect(difference.effect)});
  }
  const auto& was = before.summary.config_hash;
  const auto& is = after.summary.config_hash;
  const bool explained = std::any_of(out.begin(), out.end(), [](const Drift& drift) { return drift.kind == DriftKind::config && drift.effect == DriftEffect::meaning; });
  if (was && is && *was != *is && !explained) out.push_back({DriftKind::config, "hash", *was, *is, DriftEffect::meaning});
}

void add_seeds(const RunRecord& before, const RunRecord& after, std::vector<Drift>& out) {
  for (const auto& [stream, seed] : before.seeds) {
    const auto other = after.seeds.find(stream);
    if (other == after.seeds.end() || other->second == seed) continue;
    // The master seed alone does nothing: each stream's own decides.
    out.push_back({DriftKind::seed, stream, std::to_string(seed), std::to_string(other->second), stream == "master" ? DriftEffect::none : DriftEffect::meaning});
  }
}

void add_keys(DriftKind kind, const std::vector<KeyDifference>& keys, DriftEffect effect, std::vector<Drift>& out) {
  for (const KeyDifference& key : keys) out.push_back({kind, key.key, key.before, key.after, effect});
}

void add_code(const RunRecord& before, const RunRecord& after, std::vector<Drift>& out) {
  if (!before.code || !after.code) return;
  // The training engine runs none of this code: it matters where it makes the data, and those are compared themselves.
  for (const KeyDifference& key : differences(*before.code, *after.code)) {
    if (key.key == "folder" || key.key == "root") continue;
    out.push_back({DriftKind::code, key.key, key.before, key.after, DriftEffect::none});
  }
}

DriftEffect environment_effect(const std::string& key, bool on_gpu) {
  if (key.starts_with("gpu.") && !on_gpu) return DriftEffect::none;  // it lay idle
  static constexpr std::array may_change_bits{"cpu.isa", "cpu.features", "libraries.onednn", "libraries.cu", "gpu."};
  for (const char* prefix : may_change_bits)
    if (key.starts_with(prefix)) return DriftEffect::bits;
  return DriftEffect::none;
}

void add_environment(const RunRecord& before, const RunRecord& after, std::vector<Drift>& out) {
  if (before.summary.device != after.summary.device)
    out.push_back({DriftKind::environment, "device", before.summary.device.value_or(""), after.summary.device.value_or(""), DriftEffect::bits});
  if (!before.environment || !after.environment) return;
  const auto is_cpu = [](const RunRecord& record) { return record.summary.device == "cpu"; };
  const bool on_gpu = !is_cpu(before) || !is_cpu(after);
  for (const KeyDifference& key : differences(*before.environment, *after.environment))
    out.push_back({DriftKind::environment, key.key, key.before, key.after, environment_effect(key.key, on_gpu)});
}

/// Where a GPU was given another algorithm for the same operation. Operations that only one of them had follow from the config,
/// or from how far it came.
void add_algorithms(const RunRecord& before, const RunRecord& after, std::vector<Drift>& out) {
  if (before.arithmetic_json.empty() || after.arithmetic_json.empty()) return;
  const auto algorithms = [](const std::string& text) {
    const json value = json::parse(text, nullptr, false);
    return value.is_object() ? member(value, "algorithms", json::object()) : json::object();
  };
  for (const KeyDifference& key : json_differences(algorithms(before.arithmetic_json), algorithms(after.arithmetic_json), {}))
    if (!key.before.empty() && !key.after.empty()) out.push_back({DriftKind::environment, "algorithms." + key.key, key.before, key.after, DriftEffect::bits});
}

}  // namespace

std::string describe_files(const ManifestDifference& difference, std::size_t most) {
  std::vector<std::string> parts;
  std::vector<std::string> names;
  const auto add = [&](const char* what, const std::vector<std::string>& paths) {
    if (paths.empty()) return;
    parts.push_back(fmt::format("{} {}", paths.size(), what));
    names.insert(names.end(), paths.begin(), paths.end());
  };
  add("changed", difference.changed);
  add("added", difference.added);
  add("removed", difference.removed);
  const bool more = names.size() > most;
  if (more) names.resize(most);
  return fmt::format("{}: {}{}", fmt::join(parts, ", "), fmt::join(names, ", "), more ? ", …" : "");
}

std::vector<Drift> drift_between(const RunRecord& before, const RunRecord& after) {
  std::vector<Drift> out;
  add_data(before, after, out);
  add_config(before, after, out);
  add_seeds(before, after, out);
  add_code(before, after, out);
  if (before.build && after.build) add_keys(DriftKind::lockstep, differences(*before.build, *after.build), DriftEffect::bits, out);
  add_environment(before, after, out);
  add_algorithms(before, after, out);
  return out;
}

std::string_view drift_kind_name(DriftKind kind) {
  static constexpr std::string_view names[] = {"data", "config", "seed", "code", "lockstep", "environment"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view drift_effect_name(DriftEffect effect) {
  static constexpr std::string_view names[] = {"none", "bits", "meaning"};
  return names[static_cast<std::size_t>(effect)];
}

Message Drift::explanation() const {
  if (effect == DriftEffect::meaning) {
    switch (kind) {
      case DriftKind::data: return {"drift.data", "other samples: every result may change", {}};
      case DriftKind::seed: return {"drift.seed", "other random draws: every result may change", {}};
      default: return {"drift.config", "another experiment: every result may change", {}};
    }
  }
  if (effect == DriftEffect::bits) return {"drift.bits", "may change the last bits of results", {}};
  if (kind == DriftKind::code) return {"drift.code", "changes no result unless this code makes the data, which are compared themselves", {}};
  if (kind == DriftKind::data) return {"drift.files", "the decoded samples are the same: changes no result", {}};
  return {"drift.none", "changes no result", {}};
}

}  // namespace lockstep::tracking
