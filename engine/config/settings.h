// A config between text and use: its settings by section, checked, with the places they came from. Internal to this folder.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/config.h"
#include "engine/config/schema_table.h"
#include "engine/config/tree.h"

namespace lockstep::engine::config {

/// One table of the document: [optimizer], or one of [[model.layers]].
struct Block {
  const Section* section = nullptr;
  std::size_t index = 0;  ///< its position, in a list
  const schema::TypeSpec* spec = nullptr;
  schema::Arguments values;                            ///< what was written and the defaults; `type` too
  std::map<std::string, Region, std::less<>> regions;  ///< of the values that were written, fit or not
  Region region;

  /// "optimizer.learning_rate", "model.layers.2.kernel_size"
  [[nodiscard]] std::string key(std::string_view field) const;
  /// Of the field's value if written, else of the table.
  [[nodiscard]] Region region_of(std::string_view field) const;
  [[nodiscard]] std::string text(std::string_view field) const;  ///< empty when not set
};

/// What the block's type takes, without the section's own fields.
[[nodiscard]] schema::Arguments arguments_of(const Block& block);

/// What is known of a layer beyond its settings.
struct LayerPlace {
  std::vector<std::int64_t> inputs;
  std::optional<LayerInference> inference;
};

struct Settings {
  std::vector<Block> blocks;  ///< in canonical order
  std::vector<LayerPlace> layers;

  [[nodiscard]] Block* find(std::string_view section);
  [[nodiscard]] const Block* find(std::string_view section) const;
  [[nodiscard]] std::vector<Block*> list(std::string_view section);
  [[nodiscard]] std::vector<const Block*> list(std::string_view section) const;
};

/// Collects the mistakes of one check.
class Errors {
 public:
  explicit Errors(std::string file) : file_(std::move(file)) {}

  void add(const Region& region, std::string key, Message message);
  /// In the order of the text, what is missing altogether at the end; those of --set and of the model's preset last.
  [[nodiscard]] std::vector<ConfigError> take();
  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }

 private:
  struct Item {
    Region region;
    ConfigError error;
  };
  std::string file_;
  std::vector<Item> items_;
};

/// What a check works with.
struct Context {
  const Catalog& catalog;
  const std::filesystem::path& path;  ///< of the config
  bool check_files = true;
  std::optional<DataFacts> facts;  ///< of the data itself; else what the catalogue knows of the data set
  Errors& errors;
};

/// Each table against its fields: unknown keys, kinds, ranges, choices, conditions, defaults.
[[nodiscard]] Settings check_tables(const Node& root, Context& context);
/// What no single field can say: one of two keys, references between tables, defaults that follow from others.
void check_together(Settings& settings, Context& context);
/// Which layer feeds which, and every layer's shapes and inferred arguments as far as the input's shape is known.
void infer_layers(Settings& settings, Context& context);

[[nodiscard]] RunConfig to_run_config(const Settings& settings, const std::filesystem::path& path);
/// All settings as TOML, in the table's order, paths absolute.
[[nodiscard]] std::string to_resolved_toml(const Settings& settings, const std::filesystem::path& path);
/// RFC 8785 JSON of what decides the experiment.
[[nodiscard]] std::string to_canonical_json(const Settings& settings);

/// The message with these arguments too.
[[nodiscard]] inline Message with(Message message, const std::vector<Message::Argument>& more) {
  message.arguments.insert(message.arguments.end(), more.begin(), more.end());
  return message;
}

/// The absolute, lexically normal form of a path that is relative to the config's folder.
[[nodiscard]] std::filesystem::path absolute_path(const std::string& written, const std::filesystem::path& config);

}  // namespace lockstep::engine::config
