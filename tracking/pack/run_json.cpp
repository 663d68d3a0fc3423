#include "tracking/pack/run_json.h"

#include <bit>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "tracking/pack/zip.h"
#include "tracking/provenance/json_support.h"

namespace lockstep::tracking::pack {

namespace {

using nlohmann::json;

template <class T>
json optional_json(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

template <class T>
void read_optional(const json& object, const char* key, std::optional<T>& into) {
  const auto found = object.find(key);
  if (found != object.end() && !found->is_null()) into = found->get<T>();
}

std::string bits_of(double value) { return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value)); }

double real_of(const json& value) {
  const auto& text = value.get_ref<const std::string&>();
  std::uint64_t bits = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  if (text.size() != 16 || result.ec != std::errc() || result.ptr != text.data() + text.size())
    throw engine::ValueError(engine::plain_message("pack.bits", "a metric's value is no number"));
  return std::bit_cast<double>(bits);
}

MetricSummary metric_of(const json& value) {
  MetricSummary metric;
  metric.key = value.at("key").get<std::string>();
  metric.last = real_of(value.at("last"));
  metric.minimum = real_of(value.at("minimum"));
  metric.maximum = real_of(value.at("maximum"));
  metric.last_step = value.at("last_step").get<std::int64_t>();
  metric.minimum_step = value.at("minimum_step").get<std::int64_t>();
  metric.maximum_step = value.at("maximum_step").get<std::int64_t>();
  return metric;
}

RunSummary read(const json& value) {
  RunSummary run;
  run.id = value.at("id").get<std::string>();
  run.name = text_from_json(value.at("name"));
  run.notes = text_from_json(value.at("notes"));
  for (const json& tag : value.at("tags")) run.tags.push_back(text_from_json(tag));
  run.status = status_from_name(value.at("status").get<std::string>());
  run.reason = text_from_json(value.at("reason"));
  run.step = value.at("step").get<std::int64_t>();
  run.created = value.at("created").get<std::int64_t>();
  run.parent = text_from_json(value.at("parent"));
  run.relation = text_from_json(value.at("relation"));
  read_optional(value, "steps", run.steps);
  read_optional(value, "started", run.started);
  read_optional(value, "ended", run.ended);
  read_optional(value, "device", run.device);
  read_optional(value, "seed", run.seed);
  read_optional(value, "commit", run.commit);
  read_optional(value, "dirty", run.dirty);
  read_optional(value, "config_hash", run.config_hash);
  read_optional(value, "data_fingerprint", run.data_fingerprint);
  read_optional(value, "verdict", run.verdict);
  for (const json& metric : value.at("metrics")) run.metrics.push_back(metric_of(metric));
  return run;
}

}  // namespace

std::string run_to_json(const RunSummary& run) {
  json tags = json::array();
  for (const std::string& tag : run.tags) tags.push_back(text_to_json(tag));
  json metrics = json::array();
  for (const MetricSummary& metric : run.metrics) {
    metrics.push_back({{"key", metric.key},
                       {"last", bits_of(metric.last)},
                       {"minimum", bits_of(metric.minimum)},
                       {"maximum", bits_of(metric.maximum)},
                       {"last_step", metric.last_step},
                       {"minimum_step", metric.minimum_step},
                       {"maximum_step", metric.maximum_step}});
  }
  return json{{"id", run.id},
              {"name", text_to_json(run.name)},
              {"notes", text_to_json(run.notes)},
              {"tags", tags},
              {"status", status_name(run.status)},
              {"reason", text_to_json(run.reason)},
              {"step", run.step},
              {"steps", optional_json(run.steps)},
              {"created", run.created},
              {"started", optional_json(run.started)},
              {"ended", optional_json(run.ended)},
              {"device", optional_json(run.device)},
              {"seed", optional_json(run.seed)},
              {"commit", optional_json(run.commit)},
              {"dirty", optional_json(run.dirty)},
              {"config_hash", optional_json(run.config_hash)},
              {"data_fingerprint", optional_json(run.data_fingerprint)},
              {"parent", text_to_json(run.parent)},
              {"relation", text_to_json(run.relation)},
              {"verdict", optional_json(run.verdict)},
              {"metrics", metrics}}
             .dump(1) +
         "\n";
}

RunSummary run_from_json(std::string_view text, const std::string& id, const std::string& pack) {
  RunSummary run;
  try {
    run = read(json::parse(text));
  } catch (const json::exception& error) {
    refuse(pack, std::string("its record.json is damaged: ") + error.what());
  } catch (const engine::Error& error) { refuse(pack, std::string("its record.json is damaged: ") + error.what()); }
  if (run.id != id) refuse(pack, "its record.json is of another run than its manifest.json");
  if (!is_terminal(run.status))
    refuse(pack, "its run is " + std::string(status_name(run.status)) + ", but only runs that are over are packed");
  return run;
}

}  // namespace lockstep::tracking::pack
