// lockstep bench: the speed of a training step on fixed workloads, in the form that the PyTorch script prints.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "engine/backend/devices.h"
#include "engine/bench/workload.h"
#include "tracking/provenance/build_info.h"

namespace lockstep::app {

namespace {

struct BenchOptions {
  std::vector<std::string> workloads;
  int threads = 0;
  std::int64_t steps = 40;
  std::string weights;
  std::string device = "cpu";
  bool eager = false;
  bool recorded = false;
  bool json = false;
};

engine::bench::Conditions conditions_of(const BenchOptions& options) {
  return {.threads = options.threads, .device = engine::choose_device(options.device), .capture = !options.eager, .recorded = options.recorded};
}

int bench_from_weights(const BenchOptions& options) {
  if (options.workloads.size() != 1) {
    throw engine::ValueError(engine::plain_message("bench.weights", "--weights starts one workload; name exactly one"));
  }
  const std::vector<double> losses = engine::bench::run_from_weights(options.workloads.front(), options.weights, options.steps, conditions_of(options));
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const double loss : losses) list.push_back(json_number(loss));
  if (options.json) print_json({{"workload", options.workloads.front()}, {"losses", list}});
  else for (std::size_t i = 0; i < losses.size(); ++i) fmt::print("step {:>3}  loss {:.9g}\n", i + 1, losses[i]);
  return exit_done;
}

int bench(const BenchOptions& options) {
  if (!options.weights.empty()) return bench_from_weights(options);
  std::vector<std::string> names = options.workloads;
  if (names.empty()) {
    for (const engine::bench::Workload& workload : engine::bench::workloads()) names.emplace_back(workload.name);
  }
  const engine::bench::Conditions conditions = conditions_of(options);
  for (const std::string& name : names) {
    const engine::bench::BenchResult result = engine::bench::run_workload(name, options.steps, conditions);
    if (options.json) {
      print_json({{"workload", result.workload}, {"step_ms", result.step_ms}, {"samples_per_s", result.samples_per_s},
                  {"peer", "lockstep " + tracking::build_info().version}, {"threads", result.threads}, {"dtype", result.dtype}, {"device", engine::device_name(conditions.device)}, {"recorded", conditions.recorded}});
    } else {
      fmt::print("{:16} {:10.4f} ms a step {:10.0f} samples/s  {}, {} threads, {}\n", result.workload, result.step_ms, result.samples_per_s,
                 engine::device_name(conditions.device), result.threads, result.dtype);
    }
  }
  return exit_done;
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Time training steps of fixed workloads");
  command->add_option("workloads", options->workloads, "mlp-digits, mlp-mnist, cnn-mnist, resnet20-cifar; default: all")->type_name("WORKLOAD");
  command->add_option("--threads", options->threads, "CPU threads; default: all")->check(CLI::Range(1, 1024));
  command->add_option("--steps", options->steps, "Steps that count, after five that warm up")->check(CLI::Range(1, 1000000));
  command->add_option("--weights", options->weights, "Start from the parameters and the batch of this safetensors file and print the losses")->type_name("FILE");
  command->add_option("--device", options->device, "auto, cpu, cuda or cuda:1; default: cpu")->type_name("DEVICE");
  command->add_flag("--eager", options->eager, "On a GPU: launch each step's work anew instead of replaying it as a graph");
  command->add_flag("--recorded", options->recorded, "Compute what a run records of each step too: what it costs beside a step without");
  command->add_flag("--json", options->json, "One JSON object a line on standard output");
  command->callback([options, &action] { action = [options] { return bench(*options); }; });
}

}  // namespace lockstep::app
