// lockstep predict: what a run's model says of files.
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/model_options.h"
#include "engine/core/thread_pool.h"
#include "engine/io/atomic_file.h"
#include "tracking/model/prediction.h"
#include "tracking/recorder/preparation.h"

namespace lockstep::app {

namespace {

struct PredictOptions {
  ModelCommandOptions model;
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path output;
  bool json = false;
};

using Write = std::function<void(std::string_view)>;
using Receive = std::function<void(const tracking::Prediction&)>;
/// Makes the predictions and hands them over one by one.
using Predictions = std::function<void(const Receive&)>;

/// A header and a row a sample; nothing where the inputs can't be read.
void write_csv(const tracking::PredictionFormat& format, const Predictions& predictions, const Write& write) {
  bool begun = false;
  predictions([&](const tracking::Prediction& prediction) {
    if (!begun) write(format.csv_header());
    begun = true;
    write(format.csv_row(prediction));
  });
}

/// A list of objects, one a line.
void write_json(const tracking::PredictionFormat& format, const Predictions& predictions, const Write& write) {
  bool begun = false;
  predictions([&](const tracking::Prediction& prediction) {
    write(begun ? ",\n" : "[\n");
    begun = true;
    write(format.json_row(prediction));
  });
  write(begun ? "\n]\n" : "[]\n");
}

int predict(const PredictOptions& options) {
  const std::string extension = options.output.extension().string();
  if (!options.output.empty() && extension != ".csv" && extension != ".json") {
    throw engine::ValueError(engine::Message{"predict.output", "found --output {found}; allowed are files that end in .csv or .json", {{"found", options.output.string()}}});
  }
  tracking::Project project = options.model.project.open(false);
  tracking::TrainedModel model = options.model.open(project);
  const tracking::PredictionFormat format(model.preprocessing());
  engine::ThreadPool pool(tracking::threads_for(options.model.threads, model.config()));
  engine::data::LoadContext context;
  context.pool = &pool;
  std::int64_t count = 0;
  const Predictions predictions = [&](const Receive& result) {
    tracking::predict(model, options.inputs, [&](const tracking::Prediction& prediction) {
      ++count;
      result(prediction);
    }, context);
  };
  const Write print = [](std::string_view text) { fmt::print("{}", text); };
  if (!options.output.empty()) {
    engine::io::write_atomically(options.output, [&](const engine::io::ByteSink& sink) {
      const Write write = [&](std::string_view text) { sink(std::as_bytes(std::span(text))); };
      if (extension == ".csv") write_csv(format, predictions, write);
      else write_json(format, predictions, write);
    });
    fmt::print(stderr, "{}: {} predictions with the {} weights of run {}, step {}\n", options.output.string(), count, model.weights(), model.run().id, model.step());
  } else if (options.json) {
    predictions([&](const tracking::Prediction& prediction) { print(format.json_row(prediction) + "\n"); });
  } else {
    write_csv(format, predictions, print);
  }
  return exit_done;
}

}  // namespace

void add_predict(CLI::App& app, Action& action) {
  auto options = std::make_shared<PredictOptions>();
  CLI::App* command = app.add_subcommand("predict", "Apply a run's model to files: CSV rows, images, IDX or NPY");
  options->model.add_to(*command, true);
  command->add_option("inputs", options->inputs, "Files, or folders of images")->required()->type_name("INPUT");
  CLI::Option* output = command->add_option("--output", options->output, "Write to a file instead of standard output")->type_name("FILE.{csv,json}");
  command->add_flag("--json", options->json, "One JSON object a line on standard output instead of CSV")->excludes(output);
  command->callback([options, &action] { action = [options] { return predict(*options); }; });
}

}  // namespace lockstep::app
