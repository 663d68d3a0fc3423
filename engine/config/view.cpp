#include "engine/config/view.h"

#include <algorithm>

#include "engine/schema/check.h"

namespace lockstep::engine::config {
namespace {

using schema::Field;

std::string sub_key(const std::string& key, std::string_view name) {
  return (key.empty() ? "" : key + ".") + key_text(name);
}

class Viewer {
 public:
  Viewer(std::string_view text, const Catalog& catalog, View& out) : text_(text), catalog_(catalog), out_(out) {}

  void section(const Section& section, const Node* node) {
    switch (section.form) {
      case Form::table:
        block(section, std::string(section.path), node);
        break;
      case Form::list:
        for (std::size_t i = 0; node != nullptr && i < node->items.size(); ++i)
          block(section, std::string(section.path) + "." + std::to_string(i), &node->items[i]);
        break;
      case Form::free:
        free_table(section, node);
        break;
    }
  }

 private:
  void block(const Section& section, std::string key, const Node* node) {
    BlockView block{.section = &section, .key = std::move(key), .written = node != nullptr, .type = {}, .spec = nullptr, .fields = {}, .unknown = {}};
    if (section.family != Family::none) {
      FieldView type = field(type_field(section), block, node);
      type.is_type = true;
      for (const schema::TypeSpec& spec : type_specs(catalog_, section.family)) type.choices.push_back({std::string(spec.name), spec.help});
      const auto* written = std::get_if<std::string>(&type.value);
      block.type = written != nullptr ? *written : std::string(section.default_type);
      block.spec = find_spec(catalog_, section.family, block.type);
      block.fields.push_back(std::move(type));
    }
    schema::Arguments siblings;
    for (const Field* declared : fields_of(section, block.spec)) {
      FieldView view = field(*declared, block, node);
      view.applies = schema::unmet_condition(*declared, siblings) == nullptr;
      schema::Value value = view.written ? view.value : declared->default_value;
      if (view.applies && (view.written || !std::holds_alternative<std::monostate>(value))) siblings.set(std::string(declared->name), std::move(value));
      view.choices = choices(section, *declared);
      block.fields.push_back(std::move(view));
    }
    unknown_keys(section, node, block);
    out_.blocks.push_back(std::move(block));
  }

  void free_table(const Section& section, const Node* node) {
    BlockView block{.section = &section, .key = std::string(section.path), .written = node != nullptr, .type = {}, .spec = nullptr, .fields = {}, .unknown = {}};
    for (std::size_t i = 0; node != nullptr && i < node->entries.size(); ++i) {
      Field declared = section.fields.front();
      declared.name = node->entries[i].key;
      FieldView view = field(declared, block, node);
      view.field.name = section.fields.front().name;  // the entry's own name ends with the tree
      view.choices = choices(section, declared);
      block.fields.push_back(std::move(view));
    }
    out_.blocks.push_back(std::move(block));
  }

  [[nodiscard]] static Field type_field(const Section& section) {
    Field field{.name = "type", .kind = schema::Kind::text, .help = section.help};
    if (!section.default_type.empty()) field.default_value = std::string(section.default_type);
    field.required = section.default_type.empty() && section.family != Family::loss;
    return field;
  }

  [[nodiscard]] FieldView field(const Field& declared, const BlockView& block, const Node* table) const {
    FieldView view;
    view.field = declared;
    view.name = declared.name;
    view.key = sub_key(block.key, declared.name);
    const Node* node = table == nullptr ? nullptr : table->find(declared.name);
    if (node == nullptr) return view;
    view.written = true;
    view.text = written_text(*node);
    if (node->type == Node::Type::value) view.value = node->value;
    return view;
  }

  [[nodiscard]] std::string written_text(const Node& node) const {
    const bool value = node.type == Node::Type::value && node.region.end <= text_.size();
    return value ? std::string(text_.substr(node.region.begin, node.region.end - node.region.begin)) : found_text(node);
  }

  /// What the schema's table names, and what only the catalogue knows.
  [[nodiscard]] std::vector<Choice> choices(const Section& section, const Field& declared) const {
    std::vector<Choice> out;
    for (const std::string_view name : declared.choices) out.push_back({std::string(name), {}});
    if (section.path == "data" && declared.name == "dataset") {
      for (const KnownDataset& known : catalog_.datasets) out.push_back({std::string(known.name), known.help});
    }
    if (section.path == "model" && declared.name == "preset") {
      for (const std::string_view name : catalog_.model_presets) out.push_back({std::string(name), {}});
    }
    return out;
  }

  void unknown_keys(const Section& section, const Node* node, BlockView& block) const {
    const auto inner = subsections(section);
    for (std::size_t i = 0; node != nullptr && i < node->entries.size(); ++i) {
      const Entry& entry = node->entries[i];
      const bool known = std::any_of(block.fields.begin(), block.fields.end(), [&](const FieldView& f) { return f.name == entry.key; }) ||
                         std::any_of(inner.begin(), inner.end(), [&](const Section* s) { return section_key(*s) == entry.key; });
      if (!known) block.unknown.push_back({entry.key, sub_key(block.key, entry.key), written_text(entry.node), entry.node.type == Node::Type::value});
    }
  }

  std::string_view text_;
  const Catalog& catalog_;
  View& out_;
};

}  // namespace

View view_of(const Node& root, std::string_view text, const Catalog& catalog) {
  View out;
  Viewer viewer(text, catalog, out);
  for (const Section& section : sections()) viewer.section(section, section.path.empty() ? &root : find_path(root, split_key(section.path)));
  return out;
}

}  // namespace lockstep::engine::config
