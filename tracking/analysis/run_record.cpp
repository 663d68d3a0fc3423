#include "tracking/analysis/run_record.h"

#include <array>
#include <charconv>

#include <nlohmann/json.hpp>

namespace lockstep::tracking {

namespace {

using nlohmann::json;

std::uint64_t from_hex(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) throw engine::ValueError(engine::Message{"record.checksum", "the recorded checksum \"{text}\" is damaged", {{"text", text}}});
  return value;
}

json parsed(const std::string& text, const char* what) {
  json value = json::parse(text, nullptr, false);
  if (!value.is_object()) throw engine::ValueError(engine::Message{"record.damaged", "the recorded {what} is damaged", {{"what", what}}});
  return value;
}

}  // namespace

RunRecord read_record(const Project& project, const std::string& run) {
  RunRecord out;
  out.summary = project.summary(run);
  const auto document = [&](const char* name) { return project.document(run, name); };
  out.config_toml = document("config.toml").value_or("");
  out.dataset_json = document("dataset.json").value_or("");
  out.patch = document("code.patch").value_or("");
  if (const auto text = document("seeds.json")) {
    const json seeds = parsed(*text, "seeds");
    for (const auto& [name, seed] : seeds.items())
      if (seed.is_number_integer()) out.seeds[name] = seed.get<std::uint64_t>();
  }
  if (const auto text = document("code.json")) out.code = code_state_from_json(*text);
  if (const auto text = document("environment.json")) out.environment = environment_from_json(*text);
  out.arithmetic_json = document("arithmetic.json").value_or("");
  if (const auto text = document("lockstep.json")) out.build = build_info_from_json(*text);
  if (const auto text = document("data.json")) out.data = data_manifest_from_json(*text);
  if (const auto text = document("initial.json")) out.initial = from_hex(parsed(*text, "initial state").value("parameters", ""));

  RunReader reader = project.reader(run);
  static const std::array<std::string, 4> keys{"batch_hash", "train/loss", "parameters", "gradient_norm"};
  std::vector<Series> series = reader.series(keys);
  out.batch_hash = std::move(series[0]);
  out.loss = std::move(series[1]);
  out.parameters = std::move(series[2]);
  out.gradient_norm = std::move(series[3]);
  out.evaluations = reader.evaluations();
  return out;
}

}  // namespace lockstep::tracking
