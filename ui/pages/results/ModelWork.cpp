#include "ui/pages/results/ModelWork.h"

#include <QImageReader>
#include <QThreadPool>

#include "engine/backend/devices.h"
#include "engine/core/host_memory.h"
#include "engine/core/thread_pool.h"
#include "tracking/model/export.h"
#include "ui/pages/results/RunTab.h"

namespace lockstep::ui {

namespace {

using tracking::TrainedModel;

constexpr std::size_t worstSamples = 60;
constexpr std::size_t scatterSamples = 4000;
constexpr std::size_t mostPictures = 500;
constexpr int pictureSide = 48;

/// Work of seconds takes no thread from those that wait for a file.
class LongWork {
 public:
  LongWork() { QThreadPool::globalInstance()->releaseThread(); }
  ~LongWork() { QThreadPool::globalInstance()->reserveThread(); }
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;
};

/// The device that the run trained on, where it still is there.
engine::Device deviceOf(const tracking::RunSummary& run) {
  try {
    return engine::choose_device(run.device.value_or("auto"));
  } catch (const engine::DeviceError&) {
    return engine::choose_device("cpu");
  }
}

TrainedModel openModel(const ModelChoice& choice, bool computes) {
  tracking::Project project = openForReading(choice.project);
  const tracking::RunSummary run = project.summary(choice.run);
  tracking::ModelOptions options;
  options.weights = choice.weights;
  options.keep_threads = true;
  if (computes) options.device = deviceOf(run);
  return TrainedModel::open(project, run, options);
}

engine::data::LoadContext contextOf(engine::ThreadPool& pool, const SharedProgress& progress, const std::stop_token& stop) {
  engine::data::LoadContext context;
  context.pool = &pool;
  context.stop = stop;
  context.progress = [progress](std::string_view what, std::int64_t done, std::int64_t total) {
    progress->what = what == "evaluating" ? WorkProgress::computing : WorkProgress::reading;
    progress->total = total;
    progress->done = done;
  };
  return context;
}

QImage smallPicture(const std::string& path) {
  QImageReader reader(QString::fromStdString(path));
  const QSize size = reader.size();
  if (size.isValid()) reader.setScaledSize(size.scaled(pictureSide, pictureSide, Qt::KeepAspectRatio));
  return reader.read();
}

}  // namespace

EvaluatedModel evaluateModel(const ModelChoice& choice, bool acceptDrift, const SharedProgress& progress, const std::stop_token& stop) {
  const LongWork guard;
  TrainedModel model = openModel(choice, true);
  const tracking::Project project = openForReading(choice.project);
  engine::ThreadPool pool(engine::usable_processors());
  tracking::EvaluationOptions options;
  options.accept_drift = acceptDrift;
  options.worst = worstSamples;
  options.points = scatterSamples;
  options.context = contextOf(pool, progress, stop);
  EvaluatedModel out;
  out.used = {model.weights(), model.step()};
  out.loss = model.config().loss.type;
  out.evaluation = tracking::evaluate_own_parts(model, project, options);
  return out;
}

PredictedInputs predictInputs(const ModelChoice& choice, const std::vector<std::filesystem::path>& inputs, const SharedProgress& progress, const std::stop_token& stop) {
  const LongWork guard;
  TrainedModel model = openModel(choice, true);
  engine::ThreadPool pool(engine::usable_processors());
  const tracking::PredictionFormat format(model.preprocessing());
  PredictedInputs out;
  out.used = {model.weights(), model.step()};
  out.classification = model.preprocessing().classification;
  out.classes = model.preprocessing().class_names;
  out.csvHeader = format.csv_header();
  tracking::predict(model, inputs, [&](const tracking::Prediction& prediction) {
    out.csv += format.csv_row(prediction);
    out.json += (out.predictions.empty() ? "[\n" : ",\n") + format.json_row(prediction);
    if (out.pictures.size() < mostPictures && model.preprocessing().kind == "images") out.pictures.push_back(smallPicture(prediction.input));
    out.predictions.push_back(prediction);
    progress->what = WorkProgress::computing;
    progress->done = static_cast<std::int64_t>(out.predictions.size());
  }, contextOf(pool, progress, stop));
  out.json += out.predictions.empty() ? "[]\n" : "\n]\n";
  return out;
}

SavedModel saveModel(const ModelChoice& choice, const std::filesystem::path& output) {
  const TrainedModel model = openModel(choice, false);
  tracking::export_model(model, output);
  return {{model.weights(), model.step()}, model.network().parameter_count(), std::filesystem::file_size(output)};
}

}  // namespace lockstep::ui
