// From checked settings to plain members.
#include "engine/config/run_config.h"

#include "engine/config/settings.h"

namespace lockstep::engine::config {
namespace {

/// A block's settings with C++ types; what is not set leaves the member's own default.
class Reader {
 public:
  Reader(const Settings& settings, std::string_view section, const std::filesystem::path& config)
      : block_(settings.find(section)), config_(config) {}
  Reader(const Block& block, const std::filesystem::path& config) : block_(&block), config_(config) {}

  void read(std::string_view name, std::string& to) const {
    if (has(name)) to = block_->values.text(name);
  }
  void read(std::string_view name, std::int64_t& to) const {
    if (has(name)) to = block_->values.integer(name);
  }
  void read(std::string_view name, double& to) const {
    if (has(name)) to = block_->values.real(name);
  }
  void read(std::string_view name, std::optional<double>& to) const {
    if (has(name)) to = block_->values.real(name);
  }
  void read(std::string_view name, bool& to) const {
    if (has(name)) to = block_->values.boolean(name);
  }
  void read(std::string_view name, std::vector<std::string>& to) const {
    if (has(name)) to = block_->values.texts(name);
  }
  void read(std::string_view name, std::optional<std::vector<std::int64_t>>& to) const {
    if (has(name)) to = block_->values.integers(name);
  }
  void read(std::string_view name, std::filesystem::path& to) const {
    if (has(name)) to = absolute_path(block_->values.text(name), config_);
  }
  void read(std::string_view name, std::uint64_t& to) const {
    if (has(name)) to = static_cast<std::uint64_t>(block_->values.integer(name));
  }

  [[nodiscard]] schema::Arguments arguments() const {
    return block_ == nullptr ? schema::Arguments{} : arguments_of(*block_);
  }

 private:
  [[nodiscard]] bool has(std::string_view name) const { return block_ != nullptr && block_->values.has(name); }
  const Block* block_;
  const std::filesystem::path& config_;
};

RunSettings run_settings(const Reader& r) {
  RunSettings out;
  r.read("name", out.name);
  r.read("device", out.device);
  r.read("threads", out.threads);
  r.read("tags", out.tags);
  r.read("notes", out.notes);
  r.read("code_dir", out.code_dir);
  return out;
}

DataSettings data_settings(const Settings& settings, const std::filesystem::path& config) {
  const Reader r(settings, "data", config);
  DataSettings out;
  r.read("dataset", out.dataset);
  r.read("kind", out.kind);
  r.read("path", out.path);
  r.read("validation_path", out.validation_path);
  r.read("test_path", out.test_path);
  r.read("validation_fraction", out.validation_fraction);
  r.read("test_fraction", out.test_fraction);
  r.read("target", out.target);
  r.read("header", out.header);
  r.read("features", out.features);
  r.read("ignore", out.ignore);
  r.read("missing", out.missing);
  r.read("image_size", out.image_size);
  r.read("resize", out.resize);
  r.read("channels", out.channels);
  r.read("normalize", out.normalize);
  r.read("sampler", out.sampler);
  r.read("batch_size", out.batch_size);
  r.read("drop_last", out.drop_last);
  r.read("workers", out.workers);
  r.read("cache_mib", out.cache_mib);
  if (const Block* types = settings.find("data.column_types")) {
    for (const auto& [column, value] : types->values.values()) out.column_types[column] = std::get<std::string>(value);
  }
  for (const Block* augment : settings.list("data.augment"))
    out.augment.push_back({augment->text("type"), arguments_of(*augment)});
  return out;
}

ModelSettings model_settings(const Settings& settings, const std::filesystem::path& config) {
  const Reader r(settings, "model", config);
  ModelSettings out;
  r.read("preset", out.preset);
  r.read("init_from", out.init_from);
  if (!out.init_from.empty() && !out.init_from.starts_with("run:"))
    out.init_from = absolute_path(out.init_from, config).string();
  const auto layers = settings.list("model.layers");
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const Block& block = *layers[i];
    LayerConfig layer;
    layer.type = block.text("type");
    layer.name = block.text("name");
    layer.arguments = arguments_of(block);
    layer.line = block.region.line;
    if (i < settings.layers.size()) {
      layer.inputs = settings.layers[i].inputs;
      if (const auto& inference = settings.layers[i].inference) {
        layer.output_shape = inference->output;
        layer.parameters = inference->parameters;
      }
    }
    out.layers.push_back(std::move(layer));
  }
  return out;
}

OptimizerSettings optimizer_settings(const Settings& settings, const std::filesystem::path& config) {
  const Reader r(settings, "optimizer", config);
  OptimizerSettings out;
  r.read("type", out.type);
  r.read("learning_rate", out.learning_rate);
  r.read("no_decay_norms_and_biases", out.no_decay_norms_and_biases);
  out.arguments = r.arguments();
  out.arguments.set("learning_rate", out.learning_rate);
  for (const Block* block : settings.list("optimizer.groups")) {
    const Reader g(*block, config);
    ParameterGroup group;
    g.read("parameters", group.parameters);
    g.read("learning_rate", group.learning_rate);
    g.read("weight_decay", group.weight_decay);
    out.groups.push_back(std::move(group));
  }
  return out;
}

TrainSettings train_settings(const Reader& r) {
  TrainSettings out;
  r.read("epochs", out.epochs);
  r.read("steps", out.steps);
  r.read("accumulate", out.accumulate);
  r.read("clip_norm", out.clip_norm);
  r.read("clip_value", out.clip_value);
  r.read("early_stopping_patience", out.early_stopping_patience);
  r.read("monitor", out.monitor);
  r.read("stop_on_nonfinite", out.stop_on_nonfinite);
  r.read("graph_capture", out.graph_capture);
  r.read("log_interval", out.log_interval);
  r.read("checkpoint_interval", out.checkpoint_interval);
  return out;
}

ReproducibilitySettings reproducibility_settings(const Settings& settings, const std::filesystem::path& config) {
  const Reader r(settings, "reproducibility", config);
  const Reader s(settings, "reproducibility.seeds", config);
  ReproducibilitySettings out;
  r.read("strict", out.strict);
  r.read("isa", out.isa);
  r.read("seed", out.seeds.master);
  s.read("split", out.seeds.split);
  s.read("init", out.seeds.init);
  s.read("shuffle", out.seeds.shuffle);
  s.read("augment", out.seeds.augment);
  s.read("dropout", out.seeds.dropout);
  s.read("sample", out.seeds.sample);
  return out;
}

PrecisionSettings precision_settings(const Reader& r) {
  std::string compute = "float32";
  r.read("compute", compute);
  PrecisionSettings out{.compute = compute == "bfloat16" ? DType::bf16 : compute == "float16" ? DType::f16 : DType::f32};
  r.read("tf32", out.tf32);
  return out;
}

}  // namespace

std::uint64_t SeedSettings::of(StreamKind kind) const noexcept {
  switch (kind) {
    case StreamKind::split: return split;
    case StreamKind::init: return init;
    case StreamKind::shuffle: return shuffle;
    case StreamKind::augment: return augment;
    case StreamKind::dropout: return dropout;
    case StreamKind::sample: return sample;
  }
  return master;
}

std::uint64_t derived_seed(std::uint64_t master, std::string_view name) noexcept {
  return mix64(master ^ hash_name(name)) >> 1U;
}

RunConfig to_run_config(const Settings& settings, const std::filesystem::path& path) {
  const Reader loss(settings, "loss", path);
  const Reader schedule(settings, "schedule", path);
  RunConfig out;
  out.run = run_settings(Reader(settings, "run", path));
  out.data = data_settings(settings, path);
  out.model = model_settings(settings, path);
  loss.read("type", out.loss.type);
  out.loss.arguments = loss.arguments();
  out.optimizer = optimizer_settings(settings, path);
  schedule.read("type", out.schedule.type);
  out.schedule.arguments = schedule.arguments();
  out.train = train_settings(Reader(settings, "train", path));
  out.precision = precision_settings(Reader(settings, "precision", path));
  out.reproducibility = reproducibility_settings(settings, path);
  return out;
}

}  // namespace lockstep::engine::config
