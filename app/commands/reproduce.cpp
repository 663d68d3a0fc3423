// lockstep reproduce: trains a recorded run once more, checked against its record at every step.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project_option.h"
#include "app/signals.h"
#include "app/training_output.h"
#include "tracking/reproduce/reproduce.h"

namespace lockstep::app {

namespace {

struct ReproduceOptions {
  ProjectOption project;
  std::string run;
  tracking::ReproduceRequest request;
  bool json = false;
};

/// What `train` prints, and each drift before it begins and the place where the runs part.
class ReproductionOutput final : public tracking::ReproductionListener {
 public:
  explicit ReproductionOutput(TrainingOutput& output) : output_(output) {}

  void created(const std::string& run, const std::string& name) override { output_.created(run, name); }
  void preparing(std::string_view what, std::int64_t done, std::int64_t total) override { output_.preparing(what, done, total); }
  void configured(const engine::config::Resolved& config, const engine::data::Dataset& dataset) override { output_.configured(config, dataset); }
  void started(const engine::train::RunStart& start) override { output_.started(start); }
  void step(const engine::train::StepEvent& event) override { output_.step(event); }
  void epoch(const engine::train::EpochEvent& event) override { output_.epoch(event); }
  void event(engine::train::EventLevel level, std::int64_t step, const engine::Message& message) override { output_.event(level, step, message); }
  void paused(bool now) override { output_.paused(now); }
  engine::train::Control control() override { return output_.control(); }

  void drifted(const std::vector<tracking::Drift>& drift) override {
    for (const tracking::Drift& one : drift) {
      const auto level = one.effect == tracking::DriftEffect::none ? engine::train::EventLevel::info : engine::train::EventLevel::warning;
      output_.event(level, 0, engine::plain_message("reproduce.drift", fmt::format("{} {} is {}, was {}: {}", tracking::drift_kind_name(one.kind), one.key, one.after, one.before, one.explanation().english())));
    }
  }
  void checked(std::int64_t step, const std::optional<tracking::FirstDifference>& parted) override {
    if (!parted || told_) return;
    told_ = true;
    output_.event(engine::train::EventLevel::warning, step, engine::Message{"reproduce.parted", "parted from the original at step {step}: {quantity} is {after}, was {before}",
                                                                            {{"step", std::to_string(parted->step)}, {"quantity", parted->quantity}, {"after", parted->after}, {"before", parted->before}}});
  }

 private:
  TrainingOutput& output_;
  bool told_ = false;
};

int exit_of(tracking::Verdict verdict) {
  switch (verdict) {
    case tracking::Verdict::identical: return exit_done;
    case tracking::Verdict::within_tolerance: return exit_within_tolerance;
    case tracking::Verdict::diverged: return exit_diverged;
  }
  return exit_failed;
}

int reproduce(ReproduceOptions options) {
  const StopOnSignal signals;
  tracking::Project project = options.project.open(false);
  options.request.run = project.find(options.run).id;
  TrainingOutput output(options.json);
  ReproductionOutput listener(output);
  const tracking::ReproductionResult result = tracking::reproduce_run(project, options.request, listener, signals.token());
  nlohmann::ordered_json more{{"of", result.of}};
  if (result.judgement) more.update(nlohmann::ordered_json::parse(tracking::to_json(*result.judgement)));
  const int ended = output.ended(result.session, more);
  if (!result.judgement) return ended;
  if (!options.json) fmt::print("{}: {}\n", tracking::verdict_name(result.judgement->verdict), result.judgement->sentence().english());
  return exit_of(result.judgement->verdict);
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App* command = app.add_subcommand("reproduce", "Train a run once more, check every step against its record, and say whether it repeats");
  command->add_option("run", options->run, "An id, the beginning of one, a name, or \"last\"")->required()->type_name("RUN");
  options->project.add_to(*command);
  command->add_flag("--accept-drift", options->request.accept_drift, "Begin although the data or the config changed");
  command->add_option("--threads", options->request.threads, "CPU threads; never changes a result")->check(CLI::Range(1, 1024));
  command->add_option("--device", options->request.device, "auto, cpu, cuda or cuda:N; default: the run's own");
  command->add_option("--set", options->request.overrides, "Override a setting that can't change a result: data.workers=0")->type_name("KEY=VALUE")->expected(1)->take_all();
  command->add_flag("--json", options->json, "One JSON object a line on standard output");
  command->callback([options, &action] { action = [options] { return reproduce(*options); }; });
}

}  // namespace lockstep::app
