// A comparison as JSON.
#include "tracking/analysis/comparison.h"
#include "tracking/analysis/json_number.h"

namespace lockstep::tracking {

namespace {

using nlohmann::ordered_json;

ordered_json rows_json(const std::vector<DifferenceRow>& rows) {
  ordered_json out = ordered_json::array();
  for (const DifferenceRow& row : rows) out.push_back({{"key", row.key}, {"values", row.values}, {"effect", drift_effect_name(row.effect)}});
  return out;
}

ordered_json metrics_json(const std::vector<MetricRow>& rows) {
  ordered_json out = ordered_json::array();
  for (const MetricRow& row : rows) {
    ordered_json last = ordered_json::array(), best = ordered_json::array();
    for (const auto& value : row.values) {
      last.push_back(value ? json_number(value->last) : ordered_json(nullptr));
      best.push_back(value ? json_number(row.smaller_is_better ? value->minimum : value->maximum) : ordered_json(nullptr));
    }
    out.push_back({{"key", row.key}, {"last", last}, {"best", best}});
  }
  return out;
}

ordered_json spread_json(const Spread& spread) { return {{"count", spread.count}, {"mean", json_number(spread.mean)}, {"deviation", json_number(spread.deviation)}}; }

ordered_json commits_json(const CommitLog& log) {
  const auto lines = [](const std::vector<CommitLine>& commits) {
    ordered_json out = ordered_json::array();
    for (const CommitLine& one : commits) out.push_back({{"commit", one.id}, {"time", one.time}, {"author", one.author}, {"summary", one.summary}});
    return out;
  };
  ordered_json out{{"ancestor", log.ancestor},
                   {"only_before", lines(log.only_before)},
                   {"only_before_total", log.only_before_total},
                   {"only_after", lines(log.only_after)},
                   {"only_after_total", log.only_after_total}};
  if (!log.problem.code.empty()) out["problem"] = log.problem.english();
  return out;
}

ordered_json patches_json(const PatchDifference& patches) {
  ordered_json out = ordered_json::array();
  for (const PatchedFile& file : patches.files) out.push_back({{"path", file.path}, {"relation", patch_relation_name(file.relation)}, {"binary", file.binary}, {"text", file.text}});
  return out;
}

}  // namespace

std::string to_json(const Comparison& comparison) {
  ordered_json out;
  if (comparison.judgements.size() == 1) out = ordered_json::parse(to_json(comparison.judgements[0]));
  out["runs"] = ordered_json::array();
  for (const RunSummary& run : comparison.runs) out["runs"].push_back({{"run", run.id}, {"name", run.name}, {"status", status_name(run.status)}});
  out["why"] = comparison.why.english();
  out["config"] = rows_json(comparison.config);
  out["data"] = rows_json(comparison.data);
  out["code"] = rows_json(comparison.code);
  out["environment"] = rows_json(comparison.environment);
  out["seeds"] = rows_json(comparison.seeds);
  if (comparison.files) out["files"] = {{"added", comparison.files->added}, {"removed", comparison.files->removed}, {"changed", comparison.files->changed}};
  if (comparison.commits) out["commits"] = commits_json(*comparison.commits);
  if (comparison.runs.size() == 2) out["patches"] = patches_json(comparison.patches);
  out["metrics"] = metrics_json(comparison.metrics);
  out["matrix"] = ordered_json::array();
  for (const MatrixColumn& column : comparison.matrix) out["matrix"].push_back({{"column", column.name}, {"groups", column.groups}, {"values", column.values}});
  out["judgements"] = ordered_json::array();
  for (const Judgement& judgement : comparison.judgements) out["judgements"].push_back(ordered_json::parse(to_json(judgement)));
  out["significance"] = ordered_json::array();
  for (const GroupDifference& one : comparison.significance) {
    out["significance"].push_back({{"metric", one.metric}, {"first", spread_json(one.before)}, {"second", spread_json(one.after)}, {"difference", json_number(one.interval.difference)},
                                   {"low", json_number(one.interval.low)}, {"high", json_number(one.interval.high)}, {"p_value", json_number(one.interval.p_value)}});
  }
  // Messages of commits and lines of code are anyone's bytes.
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace lockstep::tracking
