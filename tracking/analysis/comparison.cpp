#include "tracking/analysis/comparison.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/config/catalog/catalog.h"
#include "engine/config/config.h"

namespace lockstep::tracking {

namespace {

using engine::Message;
using Records = std::vector<RunRecord>;

/// Rows under construction, in the order in which their keys came.
class Rows {
 public:
  explicit Rows(std::size_t runs) : runs_(runs) {}
  /// `otherwise`: what a run has of which nothing else is said.
  DifferenceRow& row(const std::string& key, DriftEffect effect, const std::string& otherwise = {}) {
    const auto [at, added] = places_.try_emplace(key, rows_.size());
    if (added) rows_.push_back({key, std::vector<std::string>(runs_, otherwise), effect});
    DifferenceRow& found = rows_[at->second];
    found.effect = std::max(found.effect, effect);
    return found;
  }
  /// Only what differs.
  [[nodiscard]] std::vector<DifferenceRow> take() {
    std::erase_if(rows_, [](const DifferenceRow& row) {
      return std::all_of(row.values.begin(), row.values.end(), [&](const std::string& value) { return value == row.values.front(); });
    });
    return std::move(rows_);
  }

 private:
  std::size_t runs_;
  std::vector<DifferenceRow> rows_;
  std::map<std::string, std::size_t> places_;
};

/// What drift_between() says of each run against the first, put side by side.
void add_drift(const Records& records, DriftKind kind, Rows& rows) {
  for (std::size_t i = 1; i < records.size(); ++i) {
    for (const Drift& drift : drift_between(records[0], records[i])) {
      const bool wanted = drift.kind == kind || (kind == DriftKind::environment && drift.kind == DriftKind::lockstep);
      if (!wanted || (kind == DriftKind::data && drift.key == "files")) continue;
      // What a run doesn't differ in, it has as the first has it.
      rows.row(drift.kind == DriftKind::lockstep ? "lockstep." + drift.key : drift.key, drift.effect, drift.before).values[i] = drift.after;
    }
  }
}

void add_dataset(const Records& records, Rows& rows) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto dataset = nlohmann::json::parse(records[i].dataset_json, nullptr, false);
    if (!dataset.is_object()) continue;
    for (const auto& [key, value] : dataset.items()) {
      if (key == "fingerprint") continue;
      if (key == "class_counts" && value.is_array()) {
        for (const auto& one : value) rows.row("class_counts." + one.value("class", std::string()), DriftEffect::meaning).values[i] = one["count"].dump();
      } else {
        rows.row(key, DriftEffect::meaning).values[i] = value.is_string() ? value.get<std::string>() : value.dump();
      }
    }
  }
}

std::vector<MetricRow> metric_rows(const Records& records) {
  std::set<std::string> keys;
  for (const RunRecord& record : records)
    for (const MetricSummary& metric : record.summary.metrics) keys.insert(metric.key);
  std::vector<MetricRow> out;
  for (const std::string& key : keys) {
    MetricRow row{key, key.ends_with("loss") || key.ends_with("mse") || key.ends_with("mae"), {}};
    for (const RunRecord& record : records) {
      const MetricSummary* metric = record.summary.metric(key);
      row.values.push_back(metric != nullptr ? std::optional(*metric) : std::nullopt);
    }
    out.push_back(std::move(row));
  }
  return out;
}

std::string seeds_text(const RunRecord& record) {
  std::string out;
  for (const auto& [stream, seed] : record.seeds)
    if (stream != "master" && stream != "algorithm") out += fmt::format("{}{} {}", out.empty() ? "" : ", ", stream, seed);
  return out;
}

std::string environment_text(const RunRecord& record) {
  if (!record.environment) return {};
  const auto& environment = *record.environment;
  const auto library = environment.libraries.find("onednn");
  return fmt::format("{}, {}, oneDNN {}, Lockstep {}", record.summary.device.value_or(""), environment.cpu.isa, library == environment.libraries.end() ? "" : library->second,
                     record.build ? record.build->source_hash.substr(0, 7) : "");
}

std::string code_text(const RunRecord& record) {
  if (!record.code) return {};
  if (record.code->commit.empty()) return record.code->kind == CodeKind::none ? "no repository" : "no commit";
  return record.code->patch_sha256.empty() ? record.code->commit : record.code->commit + " + " + record.code->patch_sha256;
}

/// The end of everything that was computed: equal texts mean equal bits.
std::string outcome_text(const RunRecord& record) {
  const Series& parameters = record.parameters;
  return parameters.size() == 0 ? std::string() : fmt::format("{:016x} at step {}", parameters.bits.back(), parameters.steps.back());
}

std::vector<MatrixColumn> matrix_of(const Records& records) {
  const auto column = [&](const char* name, auto&& text) {
    MatrixColumn out{name, {}, {}};
    std::map<std::string, int> numbers;
    for (const RunRecord& record : records) {
      std::string value = text(record);
      out.groups.push_back(value.empty() ? -1 : numbers.try_emplace(value, static_cast<int>(numbers.size())).first->second);
      out.values.push_back(std::move(value));
    }
    return out;
  };
  return {column("config", [](const RunRecord& record) { return record.summary.config_hash.value_or(""); }),
          column("code", code_text),
          column("data", [](const RunRecord& record) { return record.summary.data_fingerprint.value_or(""); }),
          column("seeds", seeds_text),
          column("environment", environment_text),
          column("initial_weights", [](const RunRecord& record) { return record.initial ? fmt::format("{:016x}", *record.initial) : std::string(); }),
          column("outcome", outcome_text)};
}

std::vector<SeedGroup> groups_of(const Records& records) {
  std::vector<SeedGroup> groups;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const RunSummary& run = records[i].summary;
    if (!run.config_hash || !run.data_fingerprint) continue;
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const SeedGroup& group) { return group.config_hash == *run.config_hash && group.data_fingerprint == *run.data_fingerprint; });
    if (found != groups.end()) found->runs.push_back(i);
    else groups.push_back({*run.config_hash, *run.data_fingerprint, {i}});
  }
  std::erase_if(groups, [](const SeedGroup& group) { return group.runs.size() < 2; });
  return groups;
}

std::vector<GroupDifference> significance_of(const Comparison& comparison) {
  std::vector<GroupDifference> out;
  const auto values = [&](const MetricRow& row, const SeedGroup& group) {
    std::vector<double> found;
    for (const std::size_t run : group.runs)
      if (row.values[run]) found.push_back(row.values[run]->last);
    return spread_of(found);
  };
  for (std::size_t i = 1; i < comparison.groups.size(); ++i) {
    for (const MetricRow& row : comparison.metrics) {
      if (!row.key.starts_with("val/") && !row.key.starts_with("test/")) continue;
      GroupDifference difference{row.key, 0, i, values(row, comparison.groups[0]), values(row, comparison.groups[i]), {}};
      if (difference.before.count < 2 || difference.after.count < 2) continue;
      difference.interval = welch(difference.before, difference.after);
      out.push_back(std::move(difference));
    }
  }
  return out;
}

/// The causes that set runs apart from the first, most frequent first.
Message why_of(const Comparison& comparison) {
  if (comparison.judgements.size() == 1) return comparison.judgements[0].sentence();
  std::map<Cause, int> counts;
  int identical = 0;
  for (const Judgement& judgement : comparison.judgements) {
    if (judgement.verdict == Verdict::identical) ++identical;
    else ++counts[judgement.cause];
  }
  if (counts.empty()) return {"compare.all_identical", "All {count} runs are identical, bit for bit", {{"count", std::to_string(comparison.runs.size())}}};
  std::string causes;
  for (const auto& [cause, count] : counts) causes += fmt::format("{}{} ({})", causes.empty() ? "" : ", ", cause_name(cause), count);
  return {"compare.causes", "Against {name}: {identical} of {others} identical; the others differ by {causes}",
          {{"name", comparison.runs[0].name}, {"identical", std::to_string(identical)}, {"others", std::to_string(comparison.judgements.size())}, {"causes", causes}}};
}

void compare_code(const RunRecord& before, const RunRecord& after, Comparison& out) {
  out.patch_before = before.patch;
  out.patch_after = after.patch;
  if (!before.code || !after.code) return;
  const std::string& first = before.code->commit;
  const std::string& second = after.code->commit;
  out.patches = compare_patches(before.patch, after.patch, first == second);
  // The later run's repository knows both, unless it was moved; then the earlier one's may.
  if (first.empty() || second.empty() || first == second) return;
  out.commits = commits_between(after.code->root, first, second);
  if (!out.commits->problem.code.empty() && before.code->root != after.code->root) {
    CommitLog other = commits_between(before.code->root, first, second);
    if (other.problem.code.empty()) out.commits = std::move(other);
  }
}

void check_runs(const std::vector<std::string>& runs) {
  if (runs.size() < 2 || runs.size() > most_compared) {
    throw engine::ValueError(Message{"compare.count", "found {found} runs; from 2 to {most} can be compared", {{"found", std::to_string(runs.size())}, {"most", std::to_string(most_compared)}}});
  }
  std::set<std::string> seen;
  for (const std::string& run : runs)
    if (!seen.insert(run).second) throw engine::ValueError(Message{"compare.twice", "the run {run} is given twice", {{"run", run}}});
}

}  // namespace

Comparison compare_runs(const Project& project, const std::vector<std::string>& runs) {
  check_runs(runs);
  Records records;
  for (const std::string& run : runs) records.push_back(read_record(project, run));

  Comparison out;
  for (const RunRecord& record : records) out.runs.push_back(record.summary);
  const auto table = [&](DriftKind kind) {
    Rows rows(records.size());
    add_drift(records, kind, rows);
    if (kind == DriftKind::data) add_dataset(records, rows);
    return rows.take();
  };
  out.config = table(DriftKind::config);
  out.data = table(DriftKind::data);
  out.code = table(DriftKind::code);
  out.environment = table(DriftKind::environment);
  out.seeds = table(DriftKind::seed);
  out.metrics = metric_rows(records);
  out.matrix = matrix_of(records);
  for (std::size_t i = 1; i < records.size(); ++i) out.judgements.push_back(judge(records[0], records[i], repeats_of(project, records[0].summary)));
  out.groups = groups_of(records);
  out.significance = significance_of(out);
  out.why = why_of(out);
  if (records.size() == 2) {
    compare_code(records[0], records[1], out);
    if (records[0].data && records[1].data) out.files = differences(*records[0].data, *records[1].data);
  }
  return out;
}

}  // namespace lockstep::tracking
