// lockstep resume, pause, stop: what can be asked of a run that lives, or lived, in any process.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project_option.h"
#include "app/signals.h"
#include "app/training_output.h"
#include "tracking/recorder/session.h"

namespace lockstep::app {

namespace {

struct RunOptions {
  ProjectOption project;
  std::string run;
  bool json = false;
  bool accept_drift = false;
  int threads = 0;
  std::string device;
};

std::shared_ptr<RunOptions> add_run_options(CLI::App& command) {
  auto options = std::make_shared<RunOptions>();
  command.add_option("run", options->run, "An id, the beginning of one, a name, or \"last\"")->required()->type_name("RUN");
  options->project.add_to(command);
  command.add_flag("--json", options->json, "One JSON object a line on standard output");
  return options;
}

int send(const RunOptions& options, tracking::Command command) {
  tracking::Project project = options.project.open(false);
  const tracking::RunSummary run = project.find(options.run);
  // Sent even to a run that is recorded as paused: a resume asked just before may not be recorded yet.
  project.send(run.id, command);
  const bool paused_already = command == tracking::Command::pause && run.status == tracking::Status::paused;
  if (options.json) print_json({{"run", run.id}, {"asked", tracking::command_name(command)}, {"status", tracking::status_name(run.status)}});
  else if (paused_already) fmt::print("asked {} {} to pause, which is recorded as paused already\n", run.id, run.name);
  else fmt::print("asked {} {} to {}\n", run.id, run.name, tracking::command_name(command));
  return exit_done;
}

int resume(const RunOptions& options) {
  const StopOnSignal signals;
  tracking::Project project = options.project.open(false);
  const tracking::RunSummary run = project.find(options.run);
  if (tracking::is_live(run.status)) return send(options, tracking::Command::resume);
  TrainingOutput output(options.json);
  return output.ended(tracking::resume_run(project, {run.id, options.accept_drift, options.device, options.threads}, output, signals.token()));
}

}  // namespace

void add_resume(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("resume", "Let a paused run go on, or continue one that was stopped or interrupted");
  const auto options = add_run_options(*command);
  command->add_flag("--accept-drift", options->accept_drift, "Go on although the config, the data or Lockstep itself changed");
  command->add_option("--threads", options->threads, "CPU threads; never changes a result")->check(CLI::Range(1, 1024));
  command->add_option("--device", options->device, "auto, cpu, cuda or cuda:N; default: the run's own");
  command->callback([options, &action] { action = [options] { return resume(*options); }; });
}

void add_pause(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("pause", "Pause a run, whichever process trains it");
  const auto options = add_run_options(*command);
  command->callback([options, &action] { action = [options] { return send(*options, tracking::Command::pause); }; });
}

void add_stop(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("stop", "Stop a run with a checkpoint, whichever process trains it");
  const auto options = add_run_options(*command);
  command->callback([options, &action] { action = [options] { return send(*options, tracking::Command::stop); }; });
}

}  // namespace lockstep::app
