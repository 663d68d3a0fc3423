// What the program works from: a resolved config (defaults and inferred sizes filled in) as plain members.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/rng.h"
#include "engine/core/shape.h"
#include "engine/schema/value.h"

namespace lockstep::engine::config {

/// [run]: never changes the experiment.
struct RunSettings {
  std::string name;
  std::string device = "auto";  ///< "auto", "cpu", "cuda" or "cuda:N"
  std::int64_t threads = 0;     ///< 0: all cores
  std::vector<std::string> tags;
  std::string notes;
  std::filesystem::path code_dir;  ///< absolute; empty: the config's folder
};

/// One [[data.augment]], in the order of the file.
struct AugmentConfig {
  std::string type;
  schema::Arguments arguments;
};

/// [data]. All paths are absolute; a part that is not given is empty.
struct DataSettings {
  std::string dataset;  ///< a known data set, or empty where `kind` says how `path` is read
  std::string kind;     ///< "csv", "idx", "npy" or "images"; empty with `dataset`
  std::filesystem::path path;
  std::filesystem::path validation_path;
  std::filesystem::path test_path;
  double validation_fraction = 0;
  double test_fraction = 0;  ///< 0 too where a known data set has its own test part

  // csv
  std::string target;  ///< a column's name or index; empty: the last
  bool header = true;
  std::vector<std::string> features;  ///< empty: all columns but the target and the ignored
  std::vector<std::string> ignore;
  std::string missing = "error";                    ///< "error", "mean", "drop"
  std::map<std::string, std::string> column_types;  ///< column name to "integer", "real" or "text"

  // images
  std::optional<std::vector<std::int64_t>> image_size;  ///< [H, W]
  std::string resize = "fit";                           ///< "fit", "crop", "stretch"
  std::int64_t channels = 0;                            ///< 1 or 3; 0: as the files are

  std::string normalize = "standard";  ///< "standard", "unit", "none"
  std::vector<AugmentConfig> augment;

  std::string sampler = "shuffle";  ///< "shuffle", "weighted" (classes equally often), "sequential"
  std::int64_t batch_size = 32;
  bool drop_last = false;
  std::int64_t workers = 2;       ///< loader threads; 0: none. Never changes a result
  std::int64_t cache_mib = 1024;  ///< memory for decoded samples. Never changes a result
};

/// One layer. Its module path is its name, or else its index ("0.weight", as in PyTorch's Sequential); the path is the
/// place of its initial values and dropout masks, so that the name is part of the experiment.
struct LayerConfig {
  static constexpr std::int64_t data_input = -1;  ///< in `inputs`: the batch itself

  std::string type;
  std::string name;                  ///< empty when not given
  std::vector<std::int64_t> inputs;  ///< indices of earlier layers, or data_input; never empty
  schema::Arguments arguments;       ///< defaults and inferred values filled in
  Shape output_shape;                ///< without the batch dimension; as inferred
  std::int64_t parameters = 0;       ///< number of trainable values
  int line = 0;                      ///< in the config's text, from 1; 0: from a model preset
};

/// [model]. With a preset the layers are known once the data is: Document::resolve().
struct ModelSettings {
  std::vector<LayerConfig> layers;
  std::string preset;     ///< where the layers came from; empty: written in the config
  std::string init_from;  ///< "run:ID" or an absolute path of a safetensors file; empty: random initial weights
};

struct LossSettings {
  std::string type;
  schema::Arguments arguments;
};

/// [[optimizer.groups]]: parameters that are treated differently. A parameter belongs to the first group that matches.
struct ParameterGroup {
  std::vector<std::string> parameters;  ///< patterns with * and ?, of names such as "0.weight" or "stem.bias"
  std::optional<double> learning_rate;
  std::optional<double> weight_decay;
};

struct OptimizerSettings {
  std::string type;
  double learning_rate = 0;     ///< also in `arguments`
  schema::Arguments arguments;  ///< everything that the type takes, learning_rate too
  bool no_decay_norms_and_biases = false;
  std::vector<ParameterGroup> groups;
};

struct ScheduleSettings {
  std::string type;
  schema::Arguments arguments;
};

struct TrainSettings {
  std::int64_t epochs = 0;  ///< 0: `steps` decides
  std::int64_t steps = 0;   ///< 0: `epochs` decides
  std::int64_t accumulate = 1;
  std::optional<double> clip_norm;
  std::optional<double> clip_value;
  std::int64_t early_stopping_patience = 0;  ///< evaluations without a better value; 0: off
  std::string monitor;                       ///< "val/loss", or "train/loss" without a validation part
  bool stop_on_nonfinite = false;
  bool graph_capture = true;  ///< of a step, where the device can
  std::int64_t log_interval = 1;
  std::int64_t checkpoint_interval = 500;
};

struct PrecisionSettings {
  DType compute = DType::f32;
  bool tf32 = false;  ///< GPUs: products and convolutions may round their f32 inputs to TF32
};

/// The master seed and each stream's seed, as used.
struct SeedSettings {
  std::uint64_t master = 0;
  std::uint64_t split = 0;
  std::uint64_t init = 0;
  std::uint64_t shuffle = 0;
  std::uint64_t augment = 0;
  std::uint64_t dropout = 0;
  std::uint64_t sample = 0;

  [[nodiscard]] std::uint64_t of(StreamKind kind) const noexcept;
};

/// The seed of the stream `name` ("split", "init", "shuffle", "augment", "dropout", "sample") where the config doesn't set
/// one: mix64(master ⊕ hash_name(name)) >> 1, so that a TOML integer can hold it.
[[nodiscard]] std::uint64_t derived_seed(std::uint64_t master, std::string_view name) noexcept;

struct ReproducibilitySettings {
  SeedSettings seeds;
  bool strict = true;        ///< refuses operators that can't repeat bit for bit
  std::string isa = "auto";  ///< "auto", "sse41", "avx2", "avx512"
};

struct RunConfig {
  RunSettings run;
  DataSettings data;
  ModelSettings model;
  LossSettings loss;
  OptimizerSettings optimizer;
  ScheduleSettings schedule;
  TrainSettings train;
  PrecisionSettings precision;
  ReproducibilitySettings reproducibility;
};

}  // namespace lockstep::engine::config
