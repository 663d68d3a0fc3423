// lockstep report: one run or several as a document to read, print, paste or compute with.
#include <filesystem>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project_option.h"
#include "tracking/analysis/comparison.h"
#include "tracking/report/writers.h"
#include "ui/report/PdfWriter.h"

namespace lockstep::app {

namespace {

namespace report = tracking::report;

struct ReportOptions {
  ProjectOption project;
  std::vector<std::string> runs;
  std::string output;
  std::string language = "en";
  bool json = false;
};

int write_report(const ReportOptions& options) {
  // What can be wrong with the call is found before anything is read.
  const report::Format format = report::format_of(options.output);
  const tracking::Project project = options.project.open(false);
  std::vector<std::string> ids;
  for (const std::string& run : options.runs) ids.push_back(project.find(run).id);
  if (format == report::Format::pdf) ui::preparePrinting();
  const report::Report content = report::build_report(
      project, ids, report::language_from_name(options.language).value_or(report::Language::english));
  if (format == report::Format::pdf) ui::writePdf(content, options.output);
  else report::write_report(project, content, format, options.output);
  const std::uintmax_t bytes = std::filesystem::file_size(options.output);
  if (options.json)
    print_json({{"output", options.output},
                {"format", report::format_name(format)},
                {"language", options.language},
                {"bytes", bytes},
                {"runs", ids}});
  else
    fmt::print("{}: {} on {} run{}, {} bytes\n", options.output, report::format_name(format), ids.size(),
               ids.size() == 1 ? "" : "s", bytes);
  return exit_done;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand(
      "report", "Write a report on a run, or on several compared, as HTML, PDF, Markdown, LaTeX, CSV or JSON");
  command->add_option("runs", options->runs, "Ids, beginnings of ids, or names; several are compared with the first")
      ->required()
      ->type_name("RUN")
      ->expected(1, static_cast<int>(tracking::most_compared));
  command
      ->add_option("--output", options->output,
                   "The file to write; its extension tells the format: .html, .pdf, .md, .tex, .csv (every recorded "
                   "point), .json")
      ->required()
      ->type_name("FILE");
  command->add_option("--language", options->language, "Of the texts: en (the default) or zh_CN")
      ->check(CLI::IsMember({"en", "zh_CN"}))
      ->type_name("LANGUAGE");
  options->project.add_to(*command);
  command->add_flag("--json", options->json, "One JSON object on standard output: what was written where");
  command->callback([options, &action] { action = [options] { return write_report(*options); }; });
}

}  // namespace lockstep::app
