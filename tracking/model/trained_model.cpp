#include "tracking/model/trained_model.h"

#include <nlohmann/json.hpp>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/isa.h"
#include "engine/config/catalog/catalog.h"
#include "engine/config/config.h"
#include "engine/io/safetensors.h"
#include "engine/train/checkpoint.h"
#include "engine/train/experiment.h"
#include "engine/train/progress.h"
#include "tracking/recorder/places.h"
#include "tracking/recorder/preparation.h"
#include "tracking/recorder/session.h"

namespace lockstep::tracking {

namespace {

using engine::Message;

std::string recorded(const Project& project, const RunSummary& run, std::string_view name) {
  std::optional<std::string> text = project.document(run.id, name);
  if (text) return std::move(*text);
  throw engine::ValueError(Message{"model.no_document", "the record of run {run} has no {name}: it ended before its config and data were recorded, so there is no model to use",
                                   {{"run", run.id}, {"name", std::string(name)}}});
}

/// The config as it was resolved. Its data need not exist any more.
engine::config::RunConfig recorded_config(const Project& project, const RunSummary& run, const engine::data::Preprocessing& preprocessing) {
  const nlohmann::json source = nlohmann::json::parse(recorded(project, run, "config.source.json"));
  engine::config::Options options;
  options.preset_folders = preset_folders();
  options.overrides = location_overrides(project, run);
  options.check_files = false;
  engine::config::DataFacts facts;
  facts.input = preprocessing.input_shape;
  facts.classification = preprocessing.classification;
  facts.classes = static_cast<std::int64_t>(preprocessing.class_names.size());
  facts.target_size = preprocessing.target_width;
  auto document = engine::config::check({recorded(project, run, "config.toml"), source.at("path").get<std::string>()}, engine::config::catalog(), options);
  return document.or_throw().resolve(facts).or_throw().run;
}

/// "best" or "last": checkpoint_of() may have given the one for the other.
std::string kind_of(const Project& project, const RunSummary& run, const std::filesystem::path& checkpoint) {
  RunReader reader = project.reader(run.id);
  for (const Checkpoint& known : reader.checkpoints()) {
    if (project.run_folder(run.id) / known.path == checkpoint) return known.kind;
  }
  return "last";
}

void pin_if_possible(const std::string& isa) {
  try {
    engine::cpu::pin_isa(isa);
  } catch (const engine::DeviceError&) {
    // Another processor computes other last bits; the model is as usable there.
  }
}

}  // namespace

TrainedModel TrainedModel::open(Project& project, const RunSummary& run, const ModelOptions& options) {
  if (!options.weights.empty() && options.weights != "best" && options.weights != "last") {
    throw engine::ValueError(Message{"model.weights", "found weights \"{found}\"; allowed are \"best\", \"last\"", {{"found", options.weights}}});
  }
  const std::filesystem::path checkpoint = checkpoint_of(project, run, options.weights);
  TrainedModel model;
  model.run_ = run;
  model.device_ = options.device;
  model.preprocessing_ = engine::data::Preprocessing::from_json(recorded(project, run, "preprocessing.json"));
  model.config_ = recorded_config(project, run, model.preprocessing_);
  if (options.pin_isa) pin_if_possible(model.config_.reproducibility.isa);
  if (!options.keep_threads) engine::cpu_backend().set_threads(threads_for(options.threads, model.config_));
  model.network_ = std::make_unique<engine::nn::Network>(engine::train::make_network(model.config_, model.preprocessing_.input_shape, options.device));
  model.loss_ = engine::nn::make_loss(model.config_.loss.type, model.config_.loss.arguments, options.device);
  model.weights_ = kind_of(project, run, checkpoint);
  model.load_weights(checkpoint);
  return model;
}

void TrainedModel::load_weights(const std::filesystem::path& checkpoint) {
  const engine::io::Safetensors file = engine::io::read_safetensors(checkpoint);
  const std::string name = checkpoint.string();
  const auto progress = file.metadata.find("progress");
  if (progress == file.metadata.end()) {
    throw engine::FileError(Message{"checkpoint.not_one", "{path} is not a checkpoint of Lockstep: its metadata has no \"{key}\"", {{"path", name}, {"key", "progress"}}});
  }
  step_ = engine::train::Progress::from_json(progress->second, name).step;
  const engine::nn::LoadReport report = network_->load_state(engine::train::model_state(file));
  if (!report.complete()) {
    throw engine::FileError(Message{"checkpoint.other_model", "{path} does not fit this model:\n{report}", {{"path", name}, {"report", report.to_string()}}});
  }
}

}  // namespace lockstep::tracking
