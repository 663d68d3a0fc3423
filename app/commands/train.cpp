// lockstep train: trains a config and records the run.
#include <iostream>
#include <iterator>
#include <limits>

#include <CLI/CLI.hpp>

#include "app/commands/commands.h"
#include "app/project_option.h"
#include "app/run_name.h"
#include "app/signals.h"
#include "app/training_output.h"
#include "engine/config/catalog/catalog.h"
#include "tracking/recorder/places.h"
#include "tracking/recorder/session.h"

namespace lockstep::app {

namespace {

struct TrainOptions {
  ProjectOption project;
  std::string config;
  bool from_stdin = false;
  std::string code;
  std::vector<std::string> overrides;
  std::string name;
  std::string device;
  int threads = 0;
  int seeds = 1;
  bool rehash = false;
  bool json = false;
};

/// With --stdin the text is not the file's: a window's draft, or what a script made.
engine::config::Source read_source(const TrainOptions& options) {
  engine::config::Options loading;
  loading.preset_folders = tracking::preset_folders();
  if (!options.from_stdin) return engine::config::load(options.config, loading).or_throw();
  engine::config::Source source;
  source.path = options.config.starts_with("preset:") ? engine::config::find_preset(options.config.substr(7), loading.preset_folders).or_throw()
                                                      : std::filesystem::absolute(options.config);
  source.text.assign(std::istreambuf_iterator<char>(std::cin), {});
  return source;
}

/// Where the code lies that a run is started from: the config's folder, for a preset the working directory.
std::filesystem::path code_folder(const std::string& config, const std::filesystem::path& file) {
  return config.starts_with("preset:") ? std::filesystem::current_path() : std::filesystem::absolute(file).parent_path();
}

std::uint64_t master_seed(const tracking::TrainRequest& request) {
  engine::config::Options options;
  options.overrides = request.overrides;
  options.preset_folders = tracking::preset_folders();
  return engine::config::check(request.source, engine::config::catalog(), options).or_throw().settings().reproducibility.seeds.master;
}

int train(const TrainOptions& options) {
  const StopOnSignal signals;
  tracking::TrainRequest request;
  request.source = read_source(options);
  request.overrides = options.overrides;
  request.name = options.name;
  request.device = options.device;
  request.threads = options.threads;
  request.rehash = options.rehash;
  request.code_folder = options.code.empty() ? code_folder(options.config, request.source.path) : std::filesystem::absolute(options.code);
  const std::uint64_t first_seed = master_seed(request);  // and the config's mistakes are told before a project is made
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (first_seed > largest - static_cast<std::uint64_t>(options.seeds - 1)) {
    throw engine::ValueError(engine::Message{"train.seeds",
                                             "--seeds {count} begins with the seed {first} and goes beyond the largest, {largest}; choose a smaller reproducibility.seed",
                                             {{"count", std::to_string(options.seeds)}, {"first", std::to_string(first_seed)}, {"largest", std::to_string(largest)}}});
  }
  tracking::Project project = options.project.open(true);
  int code = exit_done;
  for (int i = 0; i < options.seeds; ++i) {
    tracking::TrainRequest one = request;
    if (i > 0) one.overrides.push_back("reproducibility.seed=" + std::to_string(first_seed + static_cast<std::uint64_t>(i)));
    TrainingOutput output(options.json);
    const tracking::SessionResult result = tracking::train_run(project, one, output, signals.token());
    const int ended = output.ended(result);
    if (i == 0) {
      request.parent = result.run;
      request.relation = "seed_of";
    }
    code = std::max(code, ended);
    if (ended == exit_stopped) break;
  }
  return code;
}

}  // namespace

void add_train(CLI::App& app, Action& action) {
  auto options = std::make_shared<TrainOptions>();
  CLI::App* command = app.add_subcommand("train", "Train a config and record the run");
  command->add_option("config", options->config, "A TOML file, or preset:NAME")->required()->type_name("CONFIG.toml|preset:NAME");
  options->project.add_to(*command);
  command->add_flag("--stdin", options->from_stdin, "Read the config's text from standard input; CONFIG says where it would lie");
  command->add_option("--code", options->code, "The folder whose code is recorded; else the config's")->type_name("DIR")->check(CLI::ExistingDirectory);
  command->add_option("--set", options->overrides, "Override a setting: optimizer.learning_rate=0.01")->type_name("KEY=VALUE")->expected(1)->take_all();
  command->add_option("--name", options->name, "The run's name")->check(check_run_name);
  command->add_option("--seeds", options->seeds, "Train this many times, with the seed and those after it")->check(CLI::Range(1, 1000));
  command->add_option("--threads", options->threads, "CPU threads; never changes a result")->check(CLI::Range(1, 1024));
  command->add_option("--device", options->device, "auto, cpu, cuda or cuda:N");
  command->add_flag("--rehash", options->rehash, "Hash every data file anew instead of trusting the cache");
  command->add_flag("--json", options->json, "One JSON object a line on standard output");
  command->callback([options, &action] { action = [options] { return train(*options); }; });
}

}  // namespace lockstep::app
