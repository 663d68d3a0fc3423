#include "tracking/model/evaluation.h"

#include <limits>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/train/evaluate.h"
#include "engine/train/experiment.h"
#include "tracking/model/model_output.h"
#include "tracking/model/part_metrics.h"
#include "tracking/provenance/data_files.h"
#include "tracking/recorder/places.h"
#include "tracking/recorder/session.h"

namespace lockstep::tracking {

namespace {

using engine::Message;
using engine::data::Batch;
using engine::data::Dataset;
using engine::data::Part;

/// Evaluates one part after the other into one result; the last one's details are kept.
class Evaluator {
 public:
  Evaluator(TrainedModel& model, std::shared_ptr<const Dataset> dataset, const EvaluationOptions& options)
      : model_(model), dataset_(std::move(dataset)), options_(options) {
    const engine::schema::Arguments& loss = model.config().loss.arguments;
    if (loss.has("ignore_index")) ignored_ = loss.integer("ignore_index");
  }

  void evaluate(Part part, const std::string& name, const std::string& prefix, ModelEvaluation& into) {
    const engine::data::Preprocessing& form = model_.preprocessing();
    ConfusionMatrix confusion(form.class_names.size());
    RegressionErrors errors(static_cast<std::size_t>(form.target_width));
    engine::data::Loader loader(dataset_, part, engine::train::evaluation_loader_options(model_.config()));
    WorstSamples worst(options_.worst);
    into.points.clear();
    const std::int64_t all = loader.samples_per_epoch();
    std::int64_t done = 0;
    const engine::train::MetricSums sums = engine::train::evaluate(
        model_.network(), model_.loss(), loader, model_.device(), options_.context.stop, [&](const Batch& batch, const engine::Tensor& output) {
          if (form.classification) count(batch, output, confusion, worst);
          else compare(batch, output, errors, worst, all, into);
          done += batch.size();
          if (options_.context.progress) options_.context.progress("evaluating", done, all);
        });
    for (auto& metric : sums.metrics(prefix)) into.metrics.push_back(std::move(metric));
    if (!form.classification) {
      into.metrics.emplace_back(prefix + "/mse", errors.mse());
      into.metrics.emplace_back(prefix + "/mae", errors.mae());
      into.metrics.emplace_back(prefix + "/r2", errors.r2());
    }
    into.part = name;
    into.samples = all;
    into.worst = worst.take(*dataset_);
    if (form.classification) describe(confusion, into);
  }

 private:
  void count(const Batch& batch, const engine::Tensor& output, ConfusionMatrix& confusion, WorstSamples& worst) const {
    const std::vector<std::int64_t> predicted = predicted_classes(output);
    const std::int64_t* const right = batch.targets.as<std::int64_t>();
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      if (right[i] != ignored_) confusion.add(right[i], predicted[i]);
    }
    if (options_.worst == 0) return;
    const std::vector<float> logits = output.to_vector<float>();
    const std::size_t width = logits.size() / predicted.size();
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      if (right[i] != ignored_) worst.add(batch.indices[i], right[i], std::span(logits).subspan(i * width, width));
    }
  }

  void compare(const Batch& batch, const engine::Tensor& output, RegressionErrors& errors, WorstSamples& worst, std::int64_t all, ModelEvaluation& into) const {
    const std::span<const float> targets(batch.targets.as<float>(), static_cast<std::size_t>(batch.targets.shape.numel()));
    const std::vector<float> values = predicted_values(output, model_.loss().type());
    errors.add(targets, values);
    const std::size_t width = targets.size() / batch.indices.size();
    const auto most = static_cast<std::int64_t>(options_.points);
    const std::int64_t every = most > 0 ? (all + most - 1) / most : 0;
    for (std::size_t i = 0; i < batch.indices.size(); ++i) {
      const std::span<const float> target = targets.subspan(i * width, width);
      const std::span<const float> value = std::span(values).subspan(i * width, width);
      worst.add(batch.indices[i], target, value);
      if (every == 0 || (batch.position + static_cast<std::int64_t>(i)) % every != 0) continue;
      for (std::size_t k = 0; k < width; ++k) into.points.push_back({target[k], value[k]});
    }
  }

  void describe(const ConfusionMatrix& confusion, ModelEvaluation& into) const {
    into.classes = model_.preprocessing().class_names;
    into.confusion = confusion.counts();
    into.per_class.clear();
    for (std::size_t c = 0; c < into.classes.size(); ++c) {
      ClassAccuracy of{into.classes[c], 0, into.confusion[c][c]};
      for (const std::int64_t count : into.confusion[c]) of.samples += count;
      into.per_class.push_back(std::move(of));
    }
  }

  TrainedModel& model_;
  std::shared_ptr<const Dataset> dataset_;
  const EvaluationOptions& options_;
  std::optional<std::int64_t> ignored_;
};

std::string joined(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 10;
  const std::vector<std::string> first(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), shown)));
  return fmt::format("{}{}", fmt::join(first, ", "), names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "");
}

/// Which files are not those that the run read.
void add_changed_files(const std::string& recorded, const Dataset& dataset, const EvaluationOptions& options, std::vector<std::string>& drift) {
  const DataManifest before = data_manifest_from_json(recorded);
  HashOptions hashing;
  hashing.pool = options.context.pool;
  hashing.stop = options.context.stop;
  const ManifestDifference files = differences(before, hash_files(dataset.files(), before.base, hashing));
  if (!files.changed.empty()) drift.push_back("changed files: " + joined(files.changed));
  if (!files.added.empty()) drift.push_back("new files: " + joined(files.added));
  if (!files.removed.empty()) drift.push_back("files that are gone: " + joined(files.removed));
}

std::vector<std::string> drift_of(const TrainedModel& model, const Project& project, const Dataset& dataset, const EvaluationOptions& options) {
  std::vector<std::string> drift;
  const RunSummary& run = model.run();
  if (const std::string was = run.data_fingerprint.value_or(""); was != dataset.fingerprint()) {
    drift.push_back(fmt::format("the data's fingerprint is {}, was {}", dataset.fingerprint().substr(0, 12), was.substr(0, 12)));
    if (const auto manifest = project.document(run.id, "data.json")) add_changed_files(*manifest, dataset, options, drift);
  }
  if (const auto facts = project.document(run.id, "dataset.json")) {
    const std::string was = nlohmann::json::parse(*facts).value("split_hash", "");
    if (was != dataset.split_hash()) drift.push_back(fmt::format("the split's hash is {}, was {}", dataset.split_hash().substr(0, 12), was.substr(0, 12)));
  }
  if (dataset.preprocessing().to_json() != model.preprocessing().to_json()) drift.push_back("what was fitted on the training part (normalisation, columns) is another");
  return drift;
}

}  // namespace

double ClassAccuracy::accuracy() const noexcept {
  return samples > 0 ? static_cast<double>(correct) / static_cast<double>(samples) : std::numeric_limits<double>::quiet_NaN();
}

ModelEvaluation evaluate_own_parts(TrainedModel& model, const Project& project, const EvaluationOptions& options) {
  engine::data::LoadContext context = options.context;
  context.image_cache = static_cast<std::size_t>(model.config().data.cache_mib) << 20U;
  std::shared_ptr<const Dataset> dataset = Dataset::load(engine::train::dataset_options(model.config()), context);
  ModelEvaluation out;
  out.drift = drift_of(model, project, *dataset, options);
  if (!out.drift.empty()) {
    if (!options.accept_drift) {
      throw DriftError(Message{"evaluate.drift", "the data of run {run} are not those it was trained on: {drift}. Pass --accept-drift to evaluate on them all the same",
                               {{"run", model.run().id}, {"drift", fmt::format("{}", fmt::join(out.drift, "; "))}}});
    }
    dataset = dataset->with_preprocessing(model.preprocessing());
  }
  const auto& counts = dataset->facts().counts;
  if (counts[1] == 0 && counts[2] == 0) {
    throw engine::ValueError(Message{"evaluate.no_parts", "the run {run} has neither a validation nor a test part; name other data with --data PATH", {{"run", model.run().id}}});
  }
  Evaluator evaluator(model, dataset, options);
  if (counts[1] > 0) evaluator.evaluate(Part::validation, "validation", "val", out);
  if (counts[2] > 0) evaluator.evaluate(Part::test, "test", "test", out);
  return out;
}

ModelEvaluation evaluate_on(TrainedModel& model, const std::vector<std::filesystem::path>& paths, const EvaluationOptions& options) {
  Evaluator evaluator(model, Dataset::load_with(model.preprocessing(), paths, true, options.context), options);
  ModelEvaluation out;
  evaluator.evaluate(Part::test, "test", "test", out);
  return out;
}

}  // namespace lockstep::tracking
