// The order of a check: text, tree, version, --set, tables, rules between them, layers.
#include "engine/config/config.h"

#include <algorithm>

#include "engine/config/overrides.h"
#include "engine/config/settings.h"
#include "engine/core/sha256.h"

namespace lockstep::engine::config {

struct Document::State {
  Source source;
  Catalog catalog;
  bool check_files = true;
  Node written;                           ///< as the text has it
  Node root;                              ///< after migrations and --set
  std::vector<Override> layer_overrides;  ///< applied once a preset's layers are there
  RunConfig settings;
};

namespace {

std::string text_at(const Node& root, const std::vector<std::string>& path) {
  const Node* node = find_path(root, path);
  const auto* text = node == nullptr ? nullptr : std::get_if<std::string>(&node->value);
  return text == nullptr ? std::string() : *text;
}

/// What is known of the data without reading it: a known data set's facts, or the size that images are brought to.
std::optional<DataFacts> facts_without_data(const Node& root, const Catalog& catalog) {
  const std::string dataset = text_at(root, {"data", "dataset"});
  for (const KnownDataset& known : catalog.datasets) {
    if (known.name == dataset) return known.facts;
  }
  if (text_at(root, {"data", "kind"}) != "images") return std::nullopt;
  DataFacts facts;
  const Node* size = find_path(root, {"data", "image_size"});
  const Node* channels = find_path(root, {"data", "channels"});
  const auto* hw = size == nullptr ? nullptr : std::get_if<std::vector<std::int64_t>>(&size->value);
  const auto* c = channels == nullptr ? nullptr : std::get_if<std::int64_t>(&channels->value);
  if (hw != nullptr && hw->size() == 2 && c != nullptr) facts.input = Shape{*c, (*hw)[0], (*hw)[1]};
  return facts;
}

/// Puts the layers of model.preset into the tree where the data says how many outputs they have.
/// @returns whether the tree's layers are all there
bool expand_preset(Node& root, const Catalog& catalog, const std::optional<DataFacts>& facts, Errors& errors) {
  const std::string name = text_at(root, {"model", "preset"});
  if (name.empty()) return true;
  if (const Node* layers = find_path(root, {"model", "layers"})) {
    errors.add(layers->region, "model.layers",
               {"config.exclusive",
                "found both {a} and {b}; allowed is one of them",
                {{"a", "model.preset"}, {"b", "[[model.layers]]"}}});
    return true;
  }
  const bool known =
      std::find(catalog.model_presets.begin(), catalog.model_presets.end(), name) != catalog.model_presets.end();
  const std::int64_t outputs = !facts ? 0 : facts->classification ? facts->classes : facts->target_size;
  if (!known || !catalog.expand_preset || outputs < 1) return false;
  insert_preset(root, catalog.expand_preset(name, outputs));
  return true;
}

/// The sizes that the first layer gets, where they are known without the data.
void augment_facts(const Settings& settings, Context& context) {
  const std::vector<const Block*> blocks = settings.list("data.augment");
  if (blocks.empty() || !context.facts || context.facts->input.empty() || !context.catalog.augmented_shape) return;
  std::vector<AugmentConfig> augments;
  for (const Block* block : blocks) {
    if (block->spec == nullptr) return;  // its error is reported already
    augments.push_back({block->text("type"), arguments_of(*block)});
  }
  try {
    context.facts->input = context.catalog.augmented_shape(augments, context.facts->input);
  } catch (const Error& e) {
    context.errors.add(blocks.front()->region, "data.augment",
                       {"config.shape_mismatch",
                        "can't be applied to {found}: {reason}",
                        {{"found", context.facts->input.to_string()}, {"reason", e.what()}}});
    context.facts->input = {};
  }
}

Settings build(const Document::State& state, std::optional<DataFacts> facts, std::vector<ConfigError>& errors_out) {
  Errors errors(state.source.path.string());
  std::vector<ConfigError> override_errors;
  Node root = state.root;
  const bool measured = facts.has_value();
  if (!measured) facts = facts_without_data(root, state.catalog);
  if (expand_preset(root, state.catalog, facts, errors)) {
    for (const Override& override : state.layer_overrides) {
      if (auto error = apply_override(root, override)) override_errors.push_back(std::move(*error));
    }
  }
  Context context{state.catalog, state.source.path, state.check_files, facts, errors};
  Settings settings = check_tables(root, context);
  check_together(settings, context);
  if (!measured) augment_facts(settings, context);
  infer_layers(settings, context);
  errors_out = errors.take();
  errors_out.insert(errors_out.end(), override_errors.begin(), override_errors.end());
  return settings;
}

void flatten(const Node& node, const std::string& prefix, std::map<std::string, schema::Value>& out) {
  const std::string dot = prefix.empty() ? "" : prefix + ".";
  if (node.type == Node::Type::value) out[prefix] = node.value;
  for (std::size_t i = 0; i < node.items.size(); ++i) flatten(node.items[i], dot + std::to_string(i), out);
  for (const Entry& entry : node.entries) flatten(entry.node, dot + key_text(entry.key), out);
}

ConfigError at_region(const Source& source, const SyntaxError& error) {
  return {source.path.string(), error.region.line, error.region.column, error.key, error.message};
}

ConfigError empty_error(const Source& source) {
  return {source.path.string(),
          0,
          0,
          {},
          {"config.empty",
           "found {found}; required are [data], [[model.layers]] or model.preset, optimizer.type, and train.epochs or "
           "train.steps",
           {{"found", source.text.empty() ? "an empty file" : "no settings"}}}};
}

}  // namespace

std::string ConfigError::english() const {
  std::string out = file;
  if (line > 0) out += ":" + std::to_string(line) + ":" + std::to_string(column);
  if (!out.empty()) out += ": ";
  if (!key.empty()) out += key + ": ";
  return out + message.english();
}

namespace {
std::string all_english(const std::vector<ConfigError>& errors) {
  std::string out;
  for (const ConfigError& error : errors) out += (out.empty() ? "" : "\n") + error.english();
  return out;
}
}  // namespace

ConfigFailure::ConfigFailure(std::vector<ConfigError> errors)
    : Error(Message{"config.errors", "{errors}", {{"errors", all_english(errors)}}}), errors_(std::move(errors)) {}

const Source& Document::source() const noexcept { return state_->source; }
const RunConfig& Document::settings() const noexcept { return state_->settings; }

std::optional<Region> Document::region(std::string_view key) const {
  const Node* node = find_path(state_->written, split_key(key));
  if (node == nullptr || node->region.line == 0) return std::nullopt;
  return node->region;
}

Outcome<Resolved> Document::resolve(const DataFacts& facts) const {
  Outcome<Resolved> out;
  const Settings settings = build(*state_, facts, out.errors);
  if (!out.errors.empty()) return out;
  Resolved resolved;
  resolved.run = to_run_config(settings, state_->source.path);
  resolved.toml = to_resolved_toml(settings, state_->source.path);
  resolved.canonical_json = to_canonical_json(settings);
  resolved.hash = sha256_hex(resolved.canonical_json);
  const auto tree = read_toml(resolved.toml);
  flatten(std::get<Node>(tree), {}, resolved.values);
  out.value = std::move(resolved);
  return out;
}

Outcome<Document> check(Source source, const Catalog& catalog, const Options& options) {
  Outcome<Document> out;
  auto read = read_toml(source.text);
  if (const auto* error = std::get_if<SyntaxError>(&read)) {
    out.errors.push_back(at_region(source, *error));
    return out;
  }
  auto state = std::make_shared<Document::State>();
  state->written = std::get<Node>(std::move(read));
  state->root = state->written;
  state->catalog = catalog;
  state->check_files = options.check_files;
  state->source = std::move(source);
  if (state->root.entries.empty()) {
    out.errors.push_back(empty_error(state->source));
    return out;
  }
  if (auto message = migrate(state->root, current_config_version, migrations())) {
    const Region region = state->root.find("config_version")->region;
    out.errors.push_back(
        {state->source.path.string(), region.line, region.column, "config_version", std::move(*message)});
    return out;
  }
  std::vector<ConfigError> override_errors;
  for (const std::string& text : options.overrides) {
    const auto override = read_override(text);
    if (!override) {
      override_errors.push_back(bad_override(text));
    } else if (is_of_layers(*override)) {
      state->layer_overrides.push_back(*override);
    } else if (auto error = apply_override(state->root, *override)) {
      override_errors.push_back(std::move(*error));
    }
  }
  const Settings settings = build(*state, std::nullopt, out.errors);
  out.errors.insert(out.errors.end(), override_errors.begin(), override_errors.end());
  if (!out.errors.empty()) return out;
  state->settings = to_run_config(settings, state->source.path);
  out.value = Document(std::move(state));
  return out;
}

}  // namespace lockstep::engine::config
