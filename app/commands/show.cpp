// lockstep show: everything that is recorded about a run.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project_option.h"

namespace lockstep::app {

namespace {

using nlohmann::ordered_json;

struct ShowOptions {
  ProjectOption project;
  std::string run;
  std::string document;
  bool json = false;
};

std::string_view severity_word(tracking::Severity severity) {
  static constexpr std::string_view words[] = {"info", "warning", "error"};
  return words[static_cast<std::size_t>(severity)];
}

ordered_json record_json(const tracking::Project& project, const std::string& run) {
  ordered_json out = ordered_json::object();
  for (const std::string& name : project.document_names(run)) {
    const std::string text = project.document(run, name).value_or("");
    if (name.ends_with(".json")) out[name.substr(0, name.size() - 5)] = ordered_json::parse(text, nullptr, false);
    else out[name] = text;
  }
  return out;
}

ordered_json show_json(const tracking::Project& project, const tracking::RunSummary& run) {
  ordered_json out = run_json(run);
  tracking::RunReader reader = project.reader(run.id);
  out["folder"] = reader.folder().string();
  for (const tracking::Attempt& attempt : reader.attempts()) {
    out["attempts"].push_back({{"number", attempt.number}, {"from_step", attempt.from_step}, {"last_step", attempt.last_step ? ordered_json(*attempt.last_step) : ordered_json(nullptr)},
                               {"started", attempt.started}, {"ended", attempt.ended ? ordered_json(*attempt.ended) : ordered_json(nullptr)}, {"host", attempt.host}, {"pid", attempt.pid},
                               {"status", attempt.status ? ordered_json(tracking::status_name(*attempt.status)) : ordered_json(nullptr)}, {"reason", attempt.reason}});
  }
  for (const tracking::Event& event : reader.events()) {
    out["events"].push_back({{"time", event.time}, {"step", event.step}, {"severity", severity_word(event.severity)}, {"code", event.message.code}, {"message", event.message.english()}});
  }
  for (const tracking::Evaluation& evaluation : reader.evaluations()) {
    ordered_json metrics = ordered_json::object();
    for (const tracking::Metric& metric : evaluation.metrics) metrics[metric.key] = json_number(metric.value);
    out["evaluations"].push_back({{"step", evaluation.step}, {"part", evaluation.part}, {"weights", evaluation.weights}, {"metrics", metrics}});
  }
  for (const tracking::Checkpoint& checkpoint : reader.checkpoints()) {
    out["checkpoints"].push_back({{"step", checkpoint.step}, {"kind", checkpoint.kind}, {"path", checkpoint.path}, {"bytes", checkpoint.bytes}});
  }
  out["record"] = record_json(project, run.id);
  return out;
}

std::string text_of(const ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_null() ? std::string("-") : value.dump();
}

/// A row for each value of an object, nested keys with dots; what is empty is left out.
void flatten(const ordered_json& value, const std::string& prefix, std::vector<std::vector<std::string>>& rows) {
  for (const auto& [key, child] : value.items()) {
    const std::string name = prefix.empty() ? key : prefix + "." + key;
    if (child.is_object()) flatten(child, name, rows);
    else if (child.empty() || (child.is_string() && child.get_ref<const std::string&>().empty())) continue;  // nothing to say
    else if (!child.is_array() || child.size() <= 16) rows.push_back({"  " + name, text_of(child)});
    else rows.push_back({"  " + name, fmt::format("({} entries; show --document prints all)", child.size())});
  }
}

void print_section(const std::string& title, const ordered_json& object) {
  if (!object.is_object() || object.empty()) return;
  std::vector<std::vector<std::string>> rows;
  flatten(object, "", rows);
  fmt::print("\n{}\n{}", title, text_table(rows));
}

void print_text(const tracking::Project& project, const tracking::RunSummary& run) {
  fmt::print("{}  {}  {}{}\n", run.id, run.name, tracking::status_name(run.status), run.reason.empty() ? "" : ": " + run.reason);
  ordered_json all = show_json(project, run);
  ordered_json head = run_json(run);
  for (const char* key : {"run", "name", "status", "reason", "metrics"}) head.erase(key);
  if (run.started) head["started"] = local_time(*run.started);
  if (run.ended) head["ended"] = local_time(*run.ended);
  print_section("run", head);
  print_section("metrics (last values)", all["metrics"]);
  const ordered_json& record = all["record"];
  if (record.contains("config.toml")) fmt::print("\nconfig, resolved\n{}\n", record["config.toml"].get<std::string>());
  for (const char* name : {"seeds", "code", "dataset", "data", "environment", "lockstep", "initial", "weights"}) {
    if (record.contains(name)) print_section(name, record[name]);
  }
  for (const ordered_json& event : all.value("events", ordered_json::array())) {
    fmt::print("\n{} at step {}: {}\n", event["severity"].get<std::string>(), event["step"].get<std::int64_t>(), event["message"].get<std::string>());
  }
  fmt::print("\nfolder {}\n", all["folder"].get<std::string>());
}

int show(const ShowOptions& options) {
  const tracking::Project project = options.project.open(false);
  const tracking::RunSummary run = project.find(options.run);
  if (!options.document.empty()) {
    const auto text = project.document(run.id, options.document);
    if (!text) {
      throw engine::ValueError(engine::Message{"show.document", "the run {run} has no document \"{name}\"; it has {names}",
                                               {{"run", run.id}, {"name", options.document}, {"names", fmt::format("{}", fmt::join(project.document_names(run.id), ", "))}}});
    }
    fmt::print("{}", *text);
  } else if (options.json) {
    print_json(show_json(project, run));
  } else {
    print_text(project, run);
  }
  return exit_done;
}

}  // namespace

void add_show(CLI::App& app, Action& action) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Show everything that is recorded about a run");
  command->add_option("run", options->run, "An id, the beginning of one, a name, or \"last\"")->required()->type_name("RUN");
  options->project.add_to(*command);
  command->add_option("--document", options->document, "Print one document of the record as it is, e.g. code.patch")->type_name("NAME");
  command->add_flag("--json", options->json, "One JSON object a line on standard output");
  command->callback([options, &action] { action = [options] { return show(*options); }; });
}

}  // namespace lockstep::app
