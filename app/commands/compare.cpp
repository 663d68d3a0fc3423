// lockstep compare: what differs between runs, and why.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project_option.h"
#include "tracking/analysis/comparison.h"

namespace lockstep::app {

namespace {

using Rows = std::vector<std::vector<std::string>>;

struct CompareOptions {
  ProjectOption project;
  std::vector<std::string> runs;
  bool json = false;
};

/// A table cell: hashes and patches are long, and a terminal is not.
std::string cell(const std::string& value) {
  constexpr std::size_t most = 32;
  return value.empty() ? "-" : value.size() <= most ? value : value.substr(0, most - 1) + "…";
}

std::vector<std::string> header(const tracking::Comparison& comparison, const std::string& title) {
  std::vector<std::string> row{title};
  for (const tracking::RunSummary& run : comparison.runs) row.push_back(cell(run.name));
  return row;
}

void print_rows(const tracking::Comparison& comparison, const std::string& title, const std::vector<tracking::DifferenceRow>& differences) {
  if (differences.empty()) return;
  Rows rows{header(comparison, title)};
  for (const tracking::DifferenceRow& difference : differences) {
    std::vector<std::string> row{"  " + difference.key};
    for (const std::string& value : difference.values) row.push_back(cell(value));
    rows.push_back(std::move(row));
  }
  fmt::print("\n{}", text_table(rows));
}

void print_metrics(const tracking::Comparison& comparison) {
  Rows rows{header(comparison, "metrics (last; best where it is another)")};
  for (const tracking::MetricRow& metric : comparison.metrics) {
    std::vector<std::string> row{"  " + metric.key};
    for (const auto& value : metric.values) {
      if (!value) {
        row.emplace_back("-");
        continue;
      }
      const double best = metric.smaller_is_better ? value->minimum : value->maximum;
      row.push_back(best == value->last || !(metric.key.starts_with("val/") || metric.key.starts_with("test/")) ? short_number(value->last) : fmt::format("{} ({})", short_number(value->last), short_number(best)));
    }
    rows.push_back(std::move(row));
  }
  fmt::print("\n{}", text_table(rows));
}

/// Equal letters in a column are equal things.
void print_matrix(const tracking::Comparison& comparison) {
  Rows rows{{"run"}};
  for (const tracking::MatrixColumn& column : comparison.matrix) rows[0].push_back(column.name);
  for (std::size_t run = 0; run < comparison.runs.size(); ++run) {
    std::vector<std::string> row{fmt::format("{} {}", comparison.runs[run].id, cell(comparison.runs[run].name))};
    for (const tracking::MatrixColumn& column : comparison.matrix) {
      const int group = column.groups[run];
      row.push_back(group < 0 ? "-" : group < 26 ? std::string(1, static_cast<char>('A' + group)) : fmt::format("A{}", group));
    }
    rows.push_back(std::move(row));
  }
  fmt::print("\n{}", text_table(rows));
}

void print_commits(const char* sign, const std::vector<tracking::CommitLine>& commits, std::int64_t total) {
  for (const tracking::CommitLine& one : commits) {
    fmt::print("  {} {} {} {}: {}\n", sign, one.id.substr(0, 10), local_time(one.time), printable(one.author), printable(one.summary));
  }
  if (const auto rest = total - static_cast<std::int64_t>(commits.size()); rest > 0) fmt::print("  {} and {} more\n", sign, rest);
}

/// '-' is the first run's, '+' the second's.
void print_code(const tracking::Comparison& comparison) {
  if (const auto& log = comparison.commits; log) {
    fmt::print("\ncommits (- only the first run's code has, + only the second's)\n");
    if (!log->problem.code.empty()) fmt::print("  {}\n", printable(log->problem.english()));
    print_commits("-", log->only_before, log->only_before_total);
    print_commits("+", log->only_after, log->only_after_total);
  }
  for (const tracking::PatchedFile& file : comparison.patches.files) {
    fmt::print("\nuncommitted changes of {}\n", printable(file.path));
    if (file.binary) fmt::print("  a binary file\n");
    std::string_view rest = file.text;
    constexpr int most = 200;
    for (int line = 0; !rest.empty(); ++line) {
      if (line == most) {
        fmt::print("  … (all of it: --json)\n");
        break;
      }
      const std::size_t end = rest.find('\n');
      fmt::print("  {}\n", printable(rest.substr(0, end)));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
  }
}

void print_text(const tracking::Comparison& comparison) {
  fmt::print("{}\n", comparison.why.english());
  print_matrix(comparison);
  print_rows(comparison, "config", comparison.config);
  print_rows(comparison, "data", comparison.data);
  if (comparison.files && !comparison.files->empty()) fmt::print("  files {}\n", tracking::describe_files(*comparison.files, 20));
  print_rows(comparison, "code", comparison.code);
  print_code(comparison);
  print_rows(comparison, "seeds", comparison.seeds);
  print_rows(comparison, "environment", comparison.environment);
  print_metrics(comparison);
  for (const tracking::GroupDifference& one : comparison.significance) {
    fmt::print("{}: {} ± {} over {} seeds, then {} ± {} over {}: difference {} (95 % interval {} to {}, p = {})\n", one.metric, short_number(one.before.mean), short_number(one.before.deviation), one.before.count,
               short_number(one.after.mean), short_number(one.after.deviation), one.after.count, short_number(one.interval.difference), short_number(one.interval.low), short_number(one.interval.high), short_number(one.interval.p_value));
  }
}

int compare(const CompareOptions& options) {
  const tracking::Project project = options.project.open(false);
  std::vector<std::string> ids;
  for (const std::string& run : options.runs) ids.push_back(project.find(run).id);
  const tracking::Comparison comparison = tracking::compare_runs(project, ids);
  if (options.json) print_json(nlohmann::ordered_json::parse(tracking::to_json(comparison)));
  else print_text(comparison);
  return exit_done;
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "Show what differs between runs, and why");
  command->add_option("runs", options->runs, "Ids, beginnings of ids, or names; the first is what the others are compared with")->required()->type_name("RUN")->expected(2, static_cast<int>(tracking::most_compared));
  options->project.add_to(*command);
  command->add_flag("--json", options->json, "One JSON object on standard output");
  command->callback([options, &action] { action = [options] { return compare(*options); }; });
}

}  // namespace lockstep::app
