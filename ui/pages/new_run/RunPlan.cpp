#include "ui/pages/new_run/RunPlan.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine/config/catalog/catalog.h"
#include "engine/config/tree.h"
#include "engine/data/dataset.h"
#include "engine/schema/check.h"
#include "engine/train/experiment.h"

namespace lockstep::ui {

namespace {

namespace config = engine::config;
namespace data = engine::data;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(RunPlan)
};

constexpr std::int64_t picturesShown = 24;
constexpr std::int64_t rowsShown = 12;
constexpr qsizetype columnsShown = 50;

QString batchShape(const engine::Shape& shape) {
  const std::string text = shape.to_string();
  return QString::fromStdString(shape.empty() ? "[N]" : "[N, " + text.substr(1));
}

/// The decoded bytes [H, W, C] as a picture, over the range of values that can occur or, of reals, that do.
QImage picture(const data::Dataset& dataset, std::int64_t index) {
  const data::Preprocessing& p = dataset.preprocessing();
  const auto channels = static_cast<int>(p.sample_shape[0]);
  const auto height = static_cast<int>(p.sample_shape[1]);
  const auto width = static_cast<int>(p.sample_shape[2]);
  std::vector<std::byte> scratch(dataset.sample_bytes());
  const std::byte* bytes = dataset.sample(index, scratch.data());
  const auto values = static_cast<std::size_t>(p.sample_shape.numel());
  std::vector<float> real(values);
  float low = 0;
  float high = static_cast<float>(p.sample_maximum);
  if (p.sample_dtype == engine::DType::u8) {
    for (std::size_t i = 0; i < values; ++i) real[i] = static_cast<float>(std::to_integer<int>(bytes[i]));
  } else {
    std::copy_n(reinterpret_cast<const float*>(bytes), values, real.begin());
    low = *std::min_element(real.begin(), real.end());
    high = *std::max_element(real.begin(), real.end());
  }
  const float scale = high > low ? 255.0F / (high - low) : 0.0F;
  QImage out(width, height, QImage::Format_RGB32);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto at = static_cast<std::size_t>((y * width + x) * channels);
      const auto level = [&](int c) { return std::clamp(static_cast<int>(std::lround((real[at + static_cast<std::size_t>(c)] - low) * scale)), 0, 255); };
      out.setPixel(x, y, channels >= 3 ? qRgb(level(0), level(1), level(2)) : qRgb(level(0), level(0), level(0)));
    }
  }
  return out;
}

/// Spread over the data, so that a sorted file shows more than its first class.
std::vector<std::int64_t> shownSamples(const data::Dataset& dataset) {
  const auto& training = dataset.indices(data::Part::train);
  std::vector<std::int64_t> out;
  const auto count = static_cast<std::int64_t>(training.size());
  for (std::int64_t i = 0; i < std::min(picturesShown, count); ++i) out.push_back(training[static_cast<std::size_t>(i * count / std::min(picturesShown, count))]);
  return out;
}

void addPictures(const data::Dataset& dataset, const std::stop_token& stop, DataPlan& out) {
  const auto channels = dataset.preprocessing().sample_shape[0];
  if (channels != 1 && channels != 3) return;
  for (const std::int64_t index : shownSamples(dataset)) {
    if (stop.stop_requested()) return;
    SamplePicture one{.image = picture(dataset, index), .label = {}, .origin = QString::fromStdString(dataset.origin(index))};
    const data::Targets& targets = dataset.targets();
    if (targets.present && targets.classification) {
      one.label = QString::fromStdString(targets.class_names[static_cast<std::size_t>(targets.labels[static_cast<std::size_t>(index)])]);
    } else if (targets.present) {
      one.label = QString::number(static_cast<double>(targets.values[static_cast<std::size_t>(index * targets.width)]), 'g', 4);
    }
    out.pictures.push_back(std::move(one));
  }
}

void addRows(const data::Dataset& dataset, const data::Preview& preview, DataPlan& out) {
  const data::Preprocessing& p = dataset.preprocessing();
  const QString target = p.target.empty() ? Words::tr("Target") : QString::fromStdString(p.target);
  out.columns << target + QLatin1Char('\n') + (p.classification ? Words::tr("%n class(es)", nullptr, static_cast<int>(p.class_names.size())) : Words::tr("real"));
  for (const auto& [name, type] : preview.columns) out.columns << QString::fromStdString(name + "\n" + type);
  for (const auto& row : preview.rows) {
    QStringList shown;
    for (std::size_t i = 1; i < row.size(); ++i) shown << QString::fromStdString(row[i]);
    out.rows << shown;
  }
  // Arrays of numbers have no names: their values stand under their positions.
  for (qsizetype i = out.columns.size(); !out.rows.isEmpty() && i < out.rows.front().size(); ++i) out.columns << QString::number(i - 1);
  if (out.columns.size() <= columnsShown) return;
  const qsizetype left = out.columns.size() - columnsShown;
  out.columns.resize(columnsShown);
  out.columns << Words::tr("%n more", nullptr, static_cast<int>(left));
  for (QStringList& row : out.rows) row.resize(columnsShown);
}

void describeFile(std::string& key, const std::filesystem::path& path) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(path, error);
  key += "\n" + path.string() + "|" + (error ? "" : std::to_string(time.time_since_epoch().count()));
  const auto size = std::filesystem::is_regular_file(path, error) ? std::filesystem::file_size(path, error) : 0;
  key += "|" + std::to_string(size);
}

void planSteps(const config::RunConfig& config, RunPlan& plan) {
  const std::int64_t samples = plan.data->counts[0];
  const std::int64_t batch = config.data.batch_size;
  const std::int64_t batches = config.data.drop_last ? samples / batch : (samples + batch - 1) / batch;
  const std::int64_t perEpoch = (batches + config.train.accumulate - 1) / config.train.accumulate;
  plan.steps = config.train.steps > 0 ? config.train.steps : config.train.epochs * perEpoch;
}

}  // namespace

std::string dataKey(const config::RunConfig& config) {
  const config::DataSettings& d = config.data;
  const auto list = [](const auto& values) { return engine::schema::to_toml(engine::schema::Value(values)); };
  std::string key = d.dataset + "|" + d.kind + "|" + std::to_string(d.validation_fraction) + "|" + std::to_string(d.test_fraction) + "|" +
                    std::to_string(config.reproducibility.seeds.split) + "|" + d.target + "|" + (d.header ? "h" : "-") + "|" + list(d.features) + list(d.ignore) + d.missing;
  for (const auto& [column, type] : d.column_types) key += "|" + column + "=" + type;
  if (d.image_size) key += list(*d.image_size);
  key += "|" + d.resize + std::to_string(d.channels);
  for (const auto& path : {d.path, d.validation_path, d.test_path}) {
    if (!path.empty()) describeFile(key, path);
  }
  return key;
}

std::shared_ptr<const DataPlan> readData(const config::RunConfig& config, const std::stop_token& stop, const ReadingProgress& progress) {
  data::DatasetOptions options = engine::train::dataset_options(config);
  options.augment.clear();  // changes shapes alone, which are known without reading again
  options.normalize = data::Normalize::none;
  data::LoadContext context;
  context.stop = stop;
  context.progress = progress;
  context.image_cache = std::size_t{64} << 20U;  // only a few pictures are shown
  const std::shared_ptr<const data::Dataset> dataset = data::Dataset::load(options, context);
  auto out = std::make_shared<DataPlan>();
  out->sample = dataset->preprocessing().sample_shape;
  out->facts = engine::train::config_facts(dataset->facts());
  out->counts = dataset->facts().counts;
  const bool images = dataset->preprocessing().is_image();
  const data::Preview preview = dataset->preview(images ? 0 : rowsShown);
  for (const auto& [name, count] : preview.class_counts) out->classes.emplace_back(QString::fromStdString(name), count);
  if (images) addPictures(*dataset, stop, *out);
  else addRows(*dataset, preview, *out);
  return out;
}

RunPlan planRun(const config::Document& document, std::shared_ptr<const DataPlan> data) {
  RunPlan plan;
  plan.data = std::move(data);
  const config::RunConfig& settings = document.settings();
  config::DataFacts facts = plan.data->facts;
  if (!settings.data.augment.empty()) facts.input = config::catalog().augmented_shape(settings.data.augment, plan.data->sample);
  auto outcome = document.resolve(facts);
  if (!outcome.ok()) {
    const std::string& text = document.source().text;
    const auto tree = config::read_toml(text);
    plan.mistakes = mistakesOf(outcome.errors, text, std::get_if<config::Node>(&tree));
    return plan;
  }
  const config::RunConfig& run = outcome.value->run;
  for (std::size_t i = 0; i < run.model.layers.size(); ++i) {
    const config::LayerConfig& layer = run.model.layers[i];
    const QString name = layer.name.empty() ? QString::number(i) : QString::fromStdString(layer.name);
    plan.layers.push_back({name, QString::fromStdString(layer.type), batchShape(layer.output_shape), layer.parameters,
                           QString::fromUtf8(engine::dtype_name(run.precision.compute).data(), static_cast<qsizetype>(engine::dtype_name(run.precision.compute).size()))});
    plan.parameters += layer.parameters;
    plan.activationBytes += layer.output_shape.numel() * run.data.batch_size * static_cast<std::int64_t>(engine::item_size(run.precision.compute));
  }
  plan.parameterBytes = plan.parameters * static_cast<std::int64_t>(engine::item_size(engine::DType::f32));
  planSteps(run, plan);
  plan.values = std::move(outcome.value->values);
  return plan;
}

}  // namespace lockstep::ui
