// Values as cells, and words for what the store and the analysis name.
#include <algorithm>
#include <array>
#include <map>

#include <nlohmann/json.hpp>

#include "tracking/provenance/utc_time.h"
#include "tracking/report/builders.h"
#include "tracking/report/format.h"

namespace lockstep::tracking::report {

Cell number_cell(double value) {
  Cell cell{.text = short_number(value), .exact = exact_number(value)};
  if (!std::isfinite(value)) cell.tone = Tone::bad;
  return cell;
}

Cell count_cell(std::int64_t value) { return {.text = grouped(value), .exact = std::to_string(value)}; }

Cell hash_cell(const std::string& hash) {
  if (hash.empty()) return {.text = "–", .tone = Tone::quiet};
  return {.text = short_hash(hash), .exact = hash, .code = true};
}

Cell code_cell(const std::string& text) { return {.text = text, .code = true}; }

Cell long_cell(const std::string& text, std::size_t most) {
  Cell cell{.text = shortened(text, most)};
  if (cell.text != text) cell.exact = text;
  return cell;
}

Cell time_cell(std::int64_t milliseconds) { return {.text = time_text(milliseconds), .exact = utc_text(milliseconds)}; }

Cell status_cell(Status status, const Words& words) {
  switch (status) {
    case Status::queued: return {.text = words("queued"), .sign = "○", .tone = Tone::quiet};
    case Status::preparing: return {.text = words("preparing"), .sign = "◌"};
    case Status::running: return {.text = words("running"), .sign = "●"};
    case Status::paused: return {.text = words("paused"), .sign = "◐", .tone = Tone::warning};
    case Status::finished: return {.text = words("finished"), .sign = "✓", .tone = Tone::good};
    case Status::stopped: return {.text = words("stopped"), .sign = "■", .tone = Tone::warning};
    case Status::interrupted: return {.text = words("interrupted"), .sign = "▲", .tone = Tone::warning};
    case Status::failed: return {.text = words("failed"), .sign = "✗", .tone = Tone::bad};
  }
  return {};
}

Cell verdict_cell(Verdict verdict, const Words& words) {
  switch (verdict) {
    case Verdict::identical: return {.text = words("identical"), .sign = "✓", .tone = Tone::good};
    case Verdict::within_tolerance: return {.text = words("within tolerance"), .sign = "≈", .tone = Tone::warning};
    case Verdict::diverged: return {.text = words("diverged"), .sign = "≠", .tone = Tone::bad};
  }
  return {};
}

std::string cause_words(Cause cause, const Words& words) {
  switch (cause) {
    case Cause::none: return words("none");
    case Cause::data: return words("data");
    case Cause::config: return words("config");
    case Cause::seed: return words("seed");
    case Cause::initial_weights: return words("initial weights");
    case Cause::order: return words("order of the batches");
    case Cause::code: return words("Lockstep's build");
    case Cause::environment: return words("environment");
    case Cause::arithmetic: return words("arithmetic");
  }
  return {};
}

std::string effect_words(DriftEffect effect, const Words& words) {
  switch (effect) {
    case DriftEffect::none: return words("changes no result");
    case DriftEffect::bits: return words("may change last bits");
    case DriftEffect::meaning: return words("another experiment");
  }
  return {};
}

std::string relation_words(const std::string& relation, const Words& words) {
  if (relation == "reproduces") return words("Reproduces");
  if (relation == "seed_of") return words("Another seed of");
  if (relation == "init_from") return words("Initial weights from");
  return words("Comes from");
}

namespace {

/// "1 changed, 2 added: a, b" with its words in the language; see describe_files().
std::string files_words(std::string text, const Words& words) {
  const std::size_t colon = text.find(": ");
  std::string out, counts = text.substr(0, colon);
  for (std::size_t begin = 0; begin < counts.size();) {
    const std::size_t end = std::min(counts.find(", ", begin), counts.size());
    const std::string part = counts.substr(begin, end - begin);
    const std::size_t space = part.find(' ');
    if (space == std::string::npos) return text;
    const std::string n = part.substr(0, space), kind = part.substr(space + 1);
    if (!out.empty()) out += words(", ");
    if (kind == "changed") out += words("{n} changed", {{"n", n}});
    else if (kind == "added") out += words("{n} added", {{"n", n}});
    else if (kind == "removed") out += words("{n} removed", {{"n", n}});
    else return text;
    begin = end + 2;
  }
  return colon == std::string::npos ? out : out + text.substr(colon);
}

}  // namespace

std::string sentence(const Judgement& judgement, const Words& words) {
  engine::Message why = judgement.reason();
  for (auto& [name, value] : why.arguments)
    if (name == "files") value = files_words(value, words);
  engine::Message whole = judgement.sentence();
  for (auto& [name, value] : whole.arguments)
    if (name == "why") value = words(why);
  return words(whole) + words(".");
}

std::optional<Judgement> recorded_judgement(const std::string& text) {
  using nlohmann::json;
  const json value = json::parse(text, nullptr, false);
  if (!value.is_object()) return std::nullopt;
  try {
    Judgement out;
    const auto verdict = verdict_from_name(value.at("verdict").get<std::string>());
    if (!verdict) return std::nullopt;
    out.verdict = *verdict;
    for (int i = 0; i <= static_cast<int>(Cause::arithmetic); ++i)
      if (cause_name(static_cast<Cause>(i)) == value.at("cause").get<std::string>()) out.cause = static_cast<Cause>(i);
    out.divergence.compared = value.value("compared_steps", std::int64_t{0});
    const auto text_of = [&](const char* key) {
      return value.contains(key) && value[key].is_string() ? value[key].get<std::string>() : std::string();
    };
    if (value.at("first_step").is_number_integer())
      out.divergence.first = FirstDifference{value["first_step"].get<std::int64_t>(), text_of("first_quantity"),
                                             text_of("before"), text_of("after")};
    for (const json& one : value.value("drift", json::array())) {
      Drift drift{DriftKind::environment, one.at("key"), one.at("before"), one.at("after"), DriftEffect::none};
      for (int i = 0; i <= static_cast<int>(DriftKind::environment); ++i)
        if (drift_kind_name(static_cast<DriftKind>(i)) == one.at("kind").get<std::string>())
          drift.kind = static_cast<DriftKind>(i);
      for (int i = 0; i <= static_cast<int>(DriftEffect::meaning); ++i)
        if (drift_effect_name(static_cast<DriftEffect>(i)) == one.at("effect").get<std::string>())
          drift.effect = static_cast<DriftEffect>(i);
      out.drift.push_back(std::move(drift));
    }
    return out;
  } catch (const json::exception&) { return std::nullopt; }
}

Table drift_table(const std::vector<Drift>& drift, const Words& words) {
  Table table{words("What was not as in the original"),
              {{words("Part")}, {words("Key")}, {words("Then")}, {words("Now")}, {words("Effect")}},
              {}};
  constexpr std::size_t most = 48;
  for (const Drift& one : drift) {
    const auto kind = [&]() -> std::string {
      switch (one.kind) {
        case DriftKind::data: return words("data");
        case DriftKind::config: return words("config");
        case DriftKind::seed: return words("seed");
        case DriftKind::code: return words("code");
        case DriftKind::lockstep: return words("Lockstep");
        case DriftKind::environment: return words("environment");
      }
      return {};
    };
    table.rows.push_back({{.text = kind()},
                          code_cell(one.key),
                          long_cell(one.before.empty() ? "–" : one.before, most),
                          long_cell(one.after.empty() ? "–" : one.after, most),
                          {.text = effect_words(one.effect, words),
                           .tone = one.effect == DriftEffect::meaning ? Tone::bad
                                   : one.effect == DriftEffect::bits  ? Tone::warning
                                                                      : Tone::quiet}});
  }
  return table;
}

std::vector<std::string> run_labels(const std::vector<RunSummary>& runs) {
  std::map<std::string, int> names;
  std::map<std::string, int> tails;
  const auto tail = [](const RunSummary& run) { return run.id.substr(run.id.rfind('-') + 1); };
  for (const RunSummary& run : runs) ++names[run.name], ++tails[run.name + " " + tail(run)];
  std::vector<std::string> out;
  for (const RunSummary& run : runs) {
    const std::string ended = run.name + " " + tail(run);
    out.push_back(names[run.name] == 1 && !run.name.empty() ? run.name
                  : tails[ended] == 1                       ? ended
                                                            : run.name + " " + run.id);
  }
  return out;
}

}  // namespace lockstep::tracking::report
