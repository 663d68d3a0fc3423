// Where a run's result comes from: config, model, seeds, data, code, machine, and how to do it again.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "tracking/provenance/json_support.h"
#include "tracking/report/builders.h"
#include "tracking/report/format.h"

namespace lockstep::tracking::report {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_files = 20;
constexpr std::size_t most_changes = 50;
constexpr std::size_t most_patch_lines = 200;

Paragraph nothing(const Words& words) { return {words("The run ended before this was recorded."), Tone::quiet}; }

ordered_json parsed(const std::optional<std::string>& text) {
  return text ? ordered_json::parse(*text, nullptr, false) : ordered_json(nullptr);
}

std::string text_of(const ordered_json& value) {
  return value.is_string() ? value.get<std::string>()
                           : value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string shape_text(const ordered_json& shape) {
  if (!shape.is_array()) return text_of(shape);
  std::string out;
  for (const auto& size : shape) out += (out.empty() ? "" : " × ") + text_of(size);
  return out;
}

/// Adds facts that have something to say.
class FactList {
 public:
  void add(std::string label, const std::string& value) {
    if (!value.empty()) facts_.rows.push_back({std::move(label), {.text = value}});
  }
  void add(std::string label, Cell value) { facts_.rows.push_back({std::move(label), std::move(value)}); }
  void hash(std::string label, const std::string& value) {
    if (!value.empty()) facts_.rows.push_back({std::move(label), hash_cell(value)});
  }
  void into(Section& section) {
    if (!facts_.rows.empty()) section.blocks.emplace_back(std::move(facts_));
  }

 private:
  Facts facts_;
};

std::string first_lines(const std::string& text, std::size_t most, bool& cut) {
  std::size_t at = 0;
  for (std::size_t line = 0; line < most && at != std::string::npos; ++line) {
    at = text.find('\n', at);
    if (at != std::string::npos) ++at;
  }
  cut = at != std::string::npos && at < text.size();
  return cut ? text.substr(0, at) : text;
}

void add_changes(const CodeState& code, const Words& words, Section& section) {
  if (code.changed_total > 0) {
    Table table{
        words("Files that are not as in the commit"), {{words("Path")}, {words("Change")}, {words("Where")}}, {}};
    for (const ChangedPath& one : code.changed) {
      if (table.rows.size() == most_changes) break;
      const auto where = [&]() -> std::string {
        if (one.staged && one.unstaged) return words("staged and unstaged");
        if (one.staged) return words("staged");
        return one.change == "untracked" ? words("untracked") : words("unstaged");
      };
      table.rows.push_back({code_cell(one.old_path.empty() ? one.path : one.old_path + " → " + one.path),
                            code_cell(one.change),
                            {.text = where()}});
    }
    if (static_cast<std::int64_t>(table.rows.size()) < code.changed_total)
      table.caption = words("Files that are not as in the commit, the first {shown} of {all}",
                            {{"shown", std::to_string(table.rows.size())}, {"all", grouped(code.changed_total)}});
    section.blocks.emplace_back(std::move(table));
  }
  if (code.omitted_total > 0) {
    Table table{words("Changed files whose content is not recorded"),
                {{words("Path")}, {words("Size"), Align::right, {}}, {words("Reason")}},
                {}};
    for (const OmittedPath& one : code.omitted)
      if (table.rows.size() < most_changes)
        table.rows.push_back({code_cell(one.path),
                              {.text = bytes_text(one.bytes), .exact = std::to_string(one.bytes)},
                              {.text = one.reason}});
    section.blocks.emplace_back(std::move(table));
  }
}

std::string repository_text(const CodeState& code, const Words& words) {
  switch (code.kind) {
    case CodeKind::repository:
      return code.no_commit ? words("a git repository without a commit") : words("a git repository");
    case CodeKind::none: return words("not in a git repository");
    case CodeKind::bare: return words("a git repository without a working tree");
    case CodeKind::unreadable: return words("a git repository that can't be read");
  }
  return {};
}

}  // namespace

Section config_section(const Source& source) {
  const auto& [project, record, words] = source;
  Section section{"config", words("Config"), {}};
  if (record.config_toml.empty()) {
    section.blocks.emplace_back(nothing(words));
    return section;
  }
  const ordered_json written = parsed(source.document("config.source.json"));
  FactList facts;
  if (written.is_object()) {
    if (written.contains("path")) facts.add(words("Read from"), code_cell(text_of(written["path"])));
    for (const auto& one : written.value("overrides", ordered_json::array()))
      facts.add("--set", code_cell(text_of(one)));
  }
  facts.hash(words("Hash of what decides the experiment"), record.summary.config_hash.value_or(""));
  facts.into(section);
  section.blocks.emplace_back(
      Code{words("Resolved: every default and inferred size filled in"), "toml", record.config_toml});
  return section;
}

Section model_section(const Source& source) {
  const auto& words = source.words;
  Section section{"model", words("Model"), {}};
  const ordered_json model = parsed(source.document("model.json"));
  if (!model.is_object()) {
    section.blocks.emplace_back(nothing(words));
    return section;
  }
  Table table{words.count(model.value("parameters", std::int64_t{0}), "{n} parameter", "{n} parameters"),
              {{words("Layer")},
               {words("Type")},
               {words("Output"), Align::right, {}},
               {words("Type of number")},
               {words("Parameters"), Align::right, {}}},
              {}};
  for (const auto& layer : model.value("layers", ordered_json::array())) {
    table.rows.push_back({code_cell(layer.value("path", "")),
                          {.text = layer.value("type", "")},
                          {.text = layer.contains("output") ? shape_text(layer["output"]) : "–"},
                          {.text = layer.value("dtype", "")},
                          count_cell(layer.value("parameters", std::int64_t{0}))});
  }
  section.blocks.emplace_back(std::move(table));
  return section;
}

Section seeds_section(const Source& source) {
  const auto& [project, record, words] = source;
  Section section{"seeds", words("Seeds"), {}};
  if (record.seeds.empty()) {
    section.blocks.emplace_back(nothing(words));
    return section;
  }
  Table table{words("What each stream of random values begins from"),
              {{words("Stream")}, {words("Seed"), Align::right, {}}},
              {}};
  for (const auto& [stream, seed] : record.seeds)
    if (stream != "algorithm") table.rows.push_back({code_cell(stream), {.text = std::to_string(seed)}});
  section.blocks.emplace_back(std::move(table));
  return section;
}

Section data_section(const Source& source) {
  const auto& [project, record, words] = source;
  Section section{"data", words("Data"), {}};
  const ordered_json dataset = ordered_json::parse(record.dataset_json, nullptr, false);
  FactList facts;
  if (record.data) {
    facts.add(words("Folder"), code_cell(record.data->base));
    facts.add(
        words("Files"),
        words("{files}, {size}",
              {{"files", words.count(static_cast<std::int64_t>(record.data->files.size()), "{n} file", "{n} files")},
               {"size", bytes_text(record.data->total_bytes)}}));
    facts.hash(words("Hash of all files"), record.data->sha256);
  }
  facts.hash(words("Fingerprint of samples, labels and order"), record.summary.data_fingerprint.value_or(""));
  if (dataset.is_object()) {
    const auto count = [&](const char* key) {
      return dataset.contains(key) && dataset[key].is_number_integer() ? grouped(dataset[key].get<std::int64_t>())
                                                                       : "0";
    };
    facts.add(words("Samples"),
              words("{train} training, {validation} validation, {test} test",
                    {{"train", count("train")}, {"validation", count("validation")}, {"test", count("test")}}));
    if (dataset.contains("split_hash")) facts.hash(words("Hash of the split"), text_of(dataset["split_hash"]));
    if (dataset.contains("input_shape")) facts.add(words("Shape of a sample"), shape_text(dataset["input_shape"]));
  }
  facts.into(section);
  if (dataset.is_object() && dataset.contains("class_counts") && !dataset["class_counts"].empty()) {
    const ordered_json& counts = dataset["class_counts"];
    constexpr std::size_t most_classes = 30;
    Table table{words("Samples by class"), {{words("Class")}, {words("Samples"), Align::right, {}}}, {}};
    if (counts.size() > most_classes)
      table.caption = words("Samples by class, the first {shown} of {all}",
                            {{"shown", std::to_string(most_classes)}, {"all", std::to_string(counts.size())}});
    for (const auto& one : counts)
      if (table.rows.size() < most_classes)
        table.rows.push_back({{.text = one.value("class", "")}, count_cell(one.value("count", std::int64_t{0}))});
    section.blocks.emplace_back(std::move(table));
  }
  if (record.data) {
    const auto& files = record.data->files;
    Table table{words("Files"), {{words("Path")}, {words("Size"), Align::right, {}}, {words("SHA-256")}}, {}};
    if (files.size() > most_files)
      table.caption =
          words("Files, the first {shown} of {all}",
                {{"shown", std::to_string(most_files)}, {"all", grouped(static_cast<std::int64_t>(files.size()))}});
    for (const DataFile& file : files)
      if (table.rows.size() < most_files)
        table.rows.push_back({code_cell(file.path),
                              {.text = bytes_text(file.bytes), .exact = std::to_string(file.bytes)},
                              hash_cell(file.sha256)});
    section.blocks.emplace_back(std::move(table));
  }
  if (section.blocks.empty()) section.blocks.emplace_back(nothing(words));
  return section;
}

Section code_section(const Source& source) {
  const auto& [project, record, words] = source;
  Section section{"code", words("Code"), {}};
  if (!record.code) {
    section.blocks.emplace_back(nothing(words));
    return section;
  }
  const CodeState& code = *record.code;
  FactList facts;
  facts.add(words("Folder"), code_cell(code.folder));
  facts.add(words("State"), repository_text(code, words));
  facts.hash(words("Commit"), code.commit);
  facts.add(words("Subject"), code.summary);
  if (code.commit_time != 0) facts.add(words("Committed"), time_cell(code.commit_time));
  facts.add(words("Branch"), code.branch);
  facts.add(words("Remote"), code.remote);
  if (!code.patch_sha256.empty()) {
    Cell patch = hash_cell(code.patch_sha256);
    facts.add(words("Patch"), std::move(patch));
    facts.add(words("Size of the patch"), bytes_text(code.patch_bytes));
  }
  for (const SubmoduleState& one : code.submodules)
    facts.add(words("Submodule {path}", {{"path", one.path}}),
              hash_cell(one.commit.empty() ? one.head_commit : one.commit));
  for (const std::string& problem : code.problems) facts.add(words("Could not be read"), problem);
  facts.into(section);
  add_changes(code, words, section);
  if (!record.patch.empty()) {
    bool cut = false;
    Code patch{words("The patch from the commit to what was run"), "diff",
               first_lines(record.patch, most_patch_lines, cut)};
    if (cut)
      patch.caption =
          words("The first {lines} lines of the patch; all of it: lockstep show {run} --document code.patch",
                {{"lines", std::to_string(most_patch_lines)}, {"run", record.summary.id}});
    section.blocks.emplace_back(std::move(patch));
  }
  return section;
}

/// How a GPU computed; nothing on the CPU.
void add_arithmetic(const RunRecord& record, const Words& words, Section& section) {
  const nlohmann::json value = nlohmann::json::parse(record.arithmetic_json, nullptr, false);
  if (!value.is_object()) return;
  const auto yes_or_no = [&](const char* key) { return member(value, key, false) ? words("yes") : words("no"); };
  FactList facts;
  facts.add(words("Strict"), yes_or_no("strict"));
  facts.add("TF32", yes_or_no("tf32"));
  const std::string graph = member(value, "graph", std::string());
  facts.add(words("Step as a graph"), graph == "captured" ? words("captured and replayed") : graph == "off" ? words("switched off") : words("not captured"));
  facts.into(section);
  Table algorithms{words("Algorithms chosen on the GPU"), {{words("Operation")}, {words("Algorithm")}}, {}};
  const nlohmann::json chosen = member(value, "algorithms", nlohmann::json::object());
  for (const auto& [operation, algorithm] : chosen.items())
    algorithms.rows.push_back({code_cell(operation), code_cell(algorithm.is_string() ? algorithm.get<std::string>() : algorithm.dump())});
  if (!algorithms.rows.empty()) section.blocks.emplace_back(std::move(algorithms));
}

Section environment_section(const Source& source) {
  const auto& [project, record, words] = source;
  Section section{"environment", words("Environment"), {}};
  if (record.environment) {
    const EnvironmentState& state = *record.environment;
    FactList facts;
    facts.add(words("Operating system"), state.os.name);
    facts.add(words("Kernel"), fmt::format("{}, {}", state.os.kernel, state.os.machine));
    facts.add(words("Host"), state.os.hostname);
    facts.add(words("CPU"), state.cpu.model);
    facts.add(words("Instruction set in use"), state.cpu.isa);
    facts.add(words("Cores and threads"),
              words("{cores} cores, {threads} threads used", {{"cores", std::to_string(state.cpu.physical_cores)},
                                                              {"threads", std::to_string(state.cpu.threads)}}));
    facts.add(words("Memory"), bytes_text(state.memory.total_bytes));
    for (const GpuState& gpu : state.gpu.devices)
      facts.add(words("GPU"), fmt::format("{}, {}", gpu.name, bytes_text(gpu.memory_bytes)));
    if (state.gpu.devices.empty()) facts.add(words("GPU"), state.gpu.status);
    facts.add(words("GPU driver"), state.gpu.driver);
    facts.add("CUDA", state.gpu.cuda);
    if (const UsedGpu& used = state.gpu.used; !used.name.empty())
      facts.add(words("GPU that computed"), words("{name}, {memory}, compute capability {capability}", {{"name", used.name}, {"memory", bytes_text(used.memory_bytes)}, {"capability", used.capability}}));
    facts.add(words("Locale and time zone"), fmt::format("{}, {}", state.locale, state.time_zone));
    facts.into(section);
    Table libraries{words("Libraries as loaded"), {{words("Library")}, {words("Version")}}, {}};
    for (const auto& [name, version] : state.libraries) libraries.rows.push_back({code_cell(name), {.text = version}});
    if (!libraries.rows.empty()) section.blocks.emplace_back(std::move(libraries));
    Table variables{words("Variables that may matter"), {{words("Variable")}, {words("Value")}}, {}};
    for (const auto& [name, value] : state.variables) variables.rows.push_back({code_cell(name), code_cell(value)});
    if (!variables.rows.empty()) section.blocks.emplace_back(std::move(variables));
  }
  add_arithmetic(record, words, section);
  if (record.build) {
    FactList facts;
    facts.add(words("Lockstep"), record.build->version);
    facts.hash(words("Lockstep's commit"), record.build->commit);
    facts.hash(words("Hash of its sources"), record.build->source_hash);
    facts.add(words("Compiler"), record.build->compiler);
    facts.add(words("Flags"), code_cell(fmt::format("{} ({})", record.build->flags, record.build->build_type)));
    facts.into(section);
  }
  if (section.blocks.empty()) section.blocks.emplace_back(nothing(words));
  return section;
}

Section reproduce_section(const Source& source) {
  const auto& [project, record, words] = source;
  const std::string& id = record.summary.id;
  Section section{"reproduce", words("How to do it again"), {}};
  section.blocks.emplace_back(
      Paragraph{words("In the project's folder. The first command trains the run once more and compares every step "
                      "with the record; the others do it by hand.")});
  std::string text = fmt::format("lockstep reproduce {}\n", id);
  if (!record.config_toml.empty()) {
    text += "\n";
    if (record.code && !record.code->commit.empty()) text += fmt::format("git checkout {}\n", record.code->commit);
    if (!record.patch.empty()) text += fmt::format("lockstep show {} --document code.patch | git apply\n", id);
    text += fmt::format("lockstep show {0} --document config.toml > {0}.toml\nlockstep train {0}.toml\n", id);
  }
  section.blocks.emplace_back(Code{words("Commands"), "sh", std::move(text)});
  return section;
}

}  // namespace lockstep::tracking::report
