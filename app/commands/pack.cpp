// lockstep pack, unpack: a run as one file, and from one.
#include "tracking/pack/pack.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project_option.h"
#include "app/signals.h"
#include "tracking/pack/unpack.h"

namespace lockstep::app {

namespace {

using nlohmann::ordered_json;

struct PackCommand {
  ProjectOption project;
  std::string run;
  std::string output;
  bool with_data = false;
  bool json = false;
};

struct UnpackCommand {
  ProjectOption project;
  std::string file;
  bool json = false;
};

std::string files_text(std::size_t count, std::uint64_t bytes) {
  return fmt::format("{} file{} ({} bytes)", count, count == 1 ? "" : "s", bytes);
}

int pack(const PackCommand& options) {
  const StopOnSignal signals;
  tracking::Project project = options.project.open(false);
  const tracking::RunSummary run = project.find(options.run);
  const tracking::Packed packed =
      tracking::pack_run(project, run.id, options.output, {options.with_data, signals.token()});
  for (const std::string& note : packed.notes) fmt::print(stderr, "lockstep: run {}: {}\n", run.id, note);
  if (options.json) {
    print_json({{"run", run.id},
                {"name", run.name},
                {"file", options.output},
                {"bytes", packed.bytes},
                {"entries", packed.entries},
                {"data_files", packed.data_files},
                {"data_bytes", packed.data_bytes},
                {"notes", packed.notes}});
    return exit_done;
  }
  const std::string data =
      packed.data_files > 0 ? ", with its data, " + files_text(packed.data_files, packed.data_bytes) : "";
  fmt::print("{}: run {} ({}){}, {} bytes\n", options.output, run.id, run.name, data, packed.bytes);
  return exit_done;
}

ordered_json needed_json(const tracking::Unpacked& unpacked) {
  if (!unpacked.needed) return nullptr;
  const tracking::NeededData& needed = *unpacked.needed;
  if (!needed.dataset.empty()) return {{"dataset", needed.dataset}};
  return {{"folder", needed.base}, {"files", needed.files}, {"bytes", needed.bytes}, {"missing", needed.missing}};
}

void print_needed(const tracking::Unpacked& unpacked) {
  if (unpacked.needed) {
    const tracking::NeededData& needed = *unpacked.needed;
    if (!needed.dataset.empty()) {
      fmt::print(
          "to go on with it or reproduce it, it needs the data set {}, which is found by itself where it is "
          "installed\n",
          needed.dataset);
    } else if (needed.missing > 0) {
      fmt::print(
          "to go on with it or reproduce it, it needs its data, which were not packed: {} in {}; {} of them missing "
          "there.\n"
          "Put them there, or pack it with --with-data\n",
          files_text(needed.files, needed.bytes), needed.base, needed.missing);
    } else {
      fmt::print("its data were not packed, but files of their names are in {}\n", needed.base);
    }
  }
  if (!unpacked.needed_weights.empty())
    fmt::print("to reproduce it, it needs its initial weights, which were not packed: {}\n", unpacked.needed_weights);
}

int unpack(const UnpackCommand& options) {
  const StopOnSignal signals;
  const tracking::Unpacked unpacked =
      tracking::unpack_run(options.file, options.project.path(), {.stop = signals.token()});
  const tracking::RunSummary& run = unpacked.run;
  if (options.json) {
    print_json({{"run", run.id},
                {"name", run.name},
                {"status", tracking::status_name(run.status)},
                {"project", unpacked.project.string()},
                {"from", unpacked.from},
                {"data_folder",
                 unpacked.data_folder.empty() ? ordered_json(nullptr) : ordered_json(unpacked.data_folder.string())},
                {"data_files", unpacked.data_files},
                {"data_bytes", unpacked.data_bytes},
                {"needs", needed_json(unpacked)},
                {"needs_weights",
                 unpacked.needed_weights.empty() ? ordered_json(nullptr) : ordered_json(unpacked.needed_weights)}});
    return exit_done;
  }
  fmt::print("run {} ({}, {}{}) is in {}\n", run.id, run.name, tracking::status_name(run.status),
             unpacked.from.empty() ? "" : ", trained on " + unpacked.from, unpacked.project.string());
  if (unpacked.data_files > 0)
    fmt::print("its data, {}, are in {}\n", files_text(unpacked.data_files, unpacked.data_bytes),
               unpacked.data_folder.string());
  print_needed(unpacked);
  return exit_done;
}

}  // namespace

void add_pack(CLI::App& app, Action& action) {
  auto options = std::make_shared<PackCommand>();
  CLI::App* command =
      app.add_subcommand("pack", "Write one file with everything that is needed to reproduce a run elsewhere");
  command->add_option("run", options->run, "An id, the beginning of one, a name, or \"last\"")
      ->required()
      ->type_name("RUN");
  options->project.add_to(*command);
  command->add_option("--output", options->output, "The file to write: run.lockstep.zip")
      ->required()
      ->type_name("FILE");
  command->add_flag("--with-data", options->with_data, "With the data files that it was trained on");
  command->add_flag("--json", options->json, "One JSON object a line on standard output");
  command->callback([options, &action] { action = [options] { return pack(*options); }; });
}

void add_unpack(CLI::App& app, Action& action) {
  auto options = std::make_shared<UnpackCommand>();
  CLI::App* command =
      app.add_subcommand("unpack", "Bring a packed run into a project, where it can be shown, reproduced and resumed");
  command->add_option("file", options->file, "What `lockstep pack` wrote")->required()->type_name("FILE");
  options->project.add_to(*command);
  command->add_flag("--json", options->json, "One JSON object a line on standard output");
  command->callback([options, &action] { action = [options] { return unpack(*options); }; });
}

}  // namespace lockstep::app
