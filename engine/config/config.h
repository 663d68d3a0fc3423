// The config: one TOML document, checked against one schema. Text in; a resolved config, its hash, or every error out.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/config/run_config.h"
#include "engine/config/tree.h"
#include "engine/core/error.h"
#include "engine/core/shape.h"
#include "engine/schema/field.h"

namespace lockstep::engine::config {

/// What the defaults follow from the data. Shapes are without the batch dimension.
struct DataFacts {
  Shape input;                   ///< of the first layer: [C, H, W] of images, [F] of tables; after augmentation
  bool classification = true;    ///< integer or text targets
  std::int64_t classes = 0;      ///< of a classification; 0: not known
  std::int64_t target_size = 1;  ///< of a regression: values a sample

  friend bool operator==(const DataFacts&, const DataFacts&) = default;
};

/// A data set that `data.dataset` names.
struct KnownDataset {
  std::string_view name;
  std::string_view help;
  double validation_fraction = 0;  ///< defaults for it
  double test_fraction = 0;
  bool has_test_part = false;  ///< then test_fraction doesn't apply
  DataFacts facts;             ///< before augmentation
};

/// What one layer makes of its inputs.
struct LayerInference {
  Shape output;                 ///< without the batch dimension
  schema::Arguments arguments;  ///< as given, with the inferred ones filled in
  std::int64_t parameters = 0;
};

/// One layer of a model preset, as [[model.layers]] would write it.
struct PresetLayer {
  std::string type;
  std::string name;
  std::vector<std::string> inputs;
  schema::Arguments arguments;
};

/// Everything that `type = …` and `dataset = …` may name. The spans must outlive what is made with them.
struct Catalog {
  std::span<const schema::TypeSpec> layers;
  std::span<const schema::TypeSpec> losses;
  std::span<const schema::TypeSpec> optimizers;
  std::span<const schema::TypeSpec> schedules;
  std::span<const schema::TypeSpec> augments;
  std::span<const KnownDataset> datasets;
  /// @throws ShapeError, ValueError saying what doesn't fit
  std::function<LayerInference(std::string_view type, const schema::Arguments& arguments,
                               std::span<const Shape> inputs)>
      infer_layer;
  /// Whether the last layer's output (without the batch) and the data's targets suit the loss. @throws ShapeError, ValueError
  std::function<void(std::string_view loss, const schema::Arguments& arguments, const Shape& output,
                     const DataFacts& facts)>
      check_output;
  std::vector<std::string_view> model_presets;
  /// `outputs`: classes, or target values of a regression.
  std::function<std::vector<PresetLayer>(std::string_view preset, std::int64_t outputs)> expand_preset;
  /// A sample's shape after [[data.augment]]. @throws ValueError where one can't be applied
  std::function<Shape(const std::vector<AugmentConfig>& augments, const Shape& sample)> augmented_shape;
};

/// One mistake: where, which key, what was found and what is allowed.
struct ConfigError {
  std::string file;  ///< as given; "--set" for one of the command line
  int line = 0;      ///< from 1; 0: the whole file
  int column = 0;    ///< in code points, from 1
  std::string key;   ///< "model.layers.2.kernel_size"; may be empty
  Message message;

  /// "fashion.toml:12:9: optimizer.learning_rate: found …; allowed is …"
  [[nodiscard]] std::string english() const;
};

/// A config that can't be used, thrown by the callers of this library. what() is one error a line.
class ConfigFailure : public Error {
 public:
  explicit ConfigFailure(std::vector<ConfigError> errors);
  [[nodiscard]] const std::vector<ConfigError>& errors() const noexcept { return errors_; }

 private:
  std::vector<ConfigError> errors_;
};

/// The text of a config and where it came from.
struct Source {
  std::string text;
  std::filesystem::path path;  ///< the file; relative paths inside are relative to its folder
};

struct Options {
  std::vector<std::string> overrides = {};                 ///< --set: "optimizer.learning_rate=0.01", applied in order
  std::vector<std::filesystem::path> preset_folders = {};  ///< searched in order for NAME.toml
  bool check_files = true;                                 ///< whether data paths must exist
};

/// A resolved config. Everything a run records about its settings.
struct Resolved {
  RunConfig run;
  std::string toml;                             ///< all settings in the schema's order; reads back to the same config
  std::string canonical_json;                   ///< RFC 8785; only what decides the experiment
  std::string hash;                             ///< SHA-256 of canonical_json, 64 hexadecimal digits
  std::map<std::string, schema::Value> values;  ///< by dotted key, as in `toml`
};

/// Either a value or the list of all errors, in the order of the text.
template <class T>
struct Outcome {
  std::optional<T> value;
  std::vector<ConfigError> errors;

  [[nodiscard]] bool ok() const noexcept { return value.has_value(); }
  /// @throws ConfigFailure with all the errors
  [[nodiscard]] T& or_throw() {
    if (!value) throw ConfigFailure(errors);
    return *value;
  }
};

/// A config whose text is without mistakes as far as can be told without reading its data.
class Document {
 public:
  struct State;

  explicit Document(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  [[nodiscard]] const Source& source() const noexcept;
  /// The settings as far as they are known: without the data, loss.type and inferred sizes may be missing.
  [[nodiscard]] const RunConfig& settings() const noexcept;
  /// Where the value of a key is in the text; nothing when the text doesn't set it. Keys are as in errors.
  [[nodiscard]] std::optional<Region> region(std::string_view key) const;
  /// Fills in what follows from the data. @returns errors where the layers don't fit it
  [[nodiscard]] Outcome<Resolved> resolve(const DataFacts& facts) const;

 private:
  std::shared_ptr<const State> state_;
};

/// Reads a file, refusing one that is too large before reading it. `preset:NAME` stands for a preset's file.
[[nodiscard]] Outcome<Source> load(std::string_view path_or_preset, const Options& options = {});
/// Checks a text. After a syntax error that one is reported, else all errors at once.
[[nodiscard]] Outcome<Document> check(Source source, const Catalog& catalog, const Options& options = {});

/// The file of a preset, or an error that lists those that exist.
[[nodiscard]] Outcome<std::filesystem::path> find_preset(std::string_view name,
                                                         const std::vector<std::filesystem::path>& folders);
[[nodiscard]] std::vector<std::string> list_presets(const std::vector<std::filesystem::path>& folders);

/// A key that two resolved configs don't agree on; a side that doesn't have it is empty.
struct Difference {
  std::string key;
  std::string left;  ///< as in TOML
  std::string right;
  schema::Effect effect = schema::Effect::experiment;
};
/// The differences of two resolved configs' TOML, in the first's order, then what only the second has.
[[nodiscard]] std::vector<Difference> diff(std::string_view left_toml, std::string_view right_toml,
                                           const Catalog& catalog);
/// Whether `key` ("train.log_interval", "model.layers.3.kernel_size") can change the result; nothing for an unknown key.
[[nodiscard]] std::optional<schema::Effect> effect_of(std::string_view key, const Catalog& catalog);

/// The whole schema as a Markdown reference.
[[nodiscard]] std::string schema_markdown(const Catalog& catalog);

}  // namespace lockstep::engine::config
