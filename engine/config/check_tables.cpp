// Each table of the document against its section of the schema.
#include <algorithm>
#include <set>

#include "engine/config/settings.h"
#include "engine/schema/check.h"
#include "engine/schema/suggest.h"

namespace lockstep::engine::config {
namespace {

using schema::Field;

/// `with_hint` where a name is near, else `plain`: whole sentences, so that they can be translated.
Message unknown_name(const Message& plain, const Message& with_hint, std::string_view name, const std::vector<std::string_view>& candidates) {
  const std::string nearest = schema::nearest_name(name, candidates);
  return with(nearest.empty() ? plain : with_hint, {{"name", std::string(name)}, {"allowed", schema::join(candidates)}, {"nearest", nearest}});
}

class TableChecker {
 public:
  TableChecker(Context& context, Settings& settings) : context_(context), settings_(settings) {}

  void section(const Section& section, const Node* node) {
    switch (section.form) {
      case Form::table: table(section, node); break;
      case Form::list: list(section, node); break;
      case Form::free: free_table(section, node); break;
    }
  }

 private:
  void wrong_form(const Section& section, const Node& node, std::string allowed) {
    context_.errors.add(node.region, std::string(section.path),
                        {"config.wrong_form",
                         "found {found}; allowed is {allowed}",
                         {{"found", found_text(node)}, {"allowed", std::move(allowed)}}});
  }

  void table(const Section& section, const Node* node) {
    if (node != nullptr && node->type != Node::Type::table) {
      wrong_form(section, *node, "one table, written once as [" + std::string(section.path) + "]");
      return;
    }
    block(section, node, 0, false);
    for (const Section* inner : subsections(section)) {
      this->section(*inner, node == nullptr ? nullptr : node->find(section_key(*inner)));
    }
  }

  void list(const Section& section, const Node* node) {
    if (node == nullptr) return;
    const auto* empty = std::get_if<std::vector<std::int64_t>>(&node->value);
    if (node->type == Node::Type::value && empty != nullptr && empty->empty()) return;
    if (node->type != Node::Type::tables) {
      wrong_form(section, *node, "a list of tables, each written as [[" + std::string(section.path) + "]]");
      return;
    }
    for (std::size_t i = 0; i < node->items.size(); ++i)
      block(section, &node->items[i], i, i + 1 == node->items.size());
  }

  void free_table(const Section& section, const Node* node) {
    if (node == nullptr) return;
    if (node->type != Node::Type::table) {
      wrong_form(section, *node, "one table, written once as [" + std::string(section.path) + "]");
      return;
    }
    Block block{.section = &section, .index = 0, .spec = nullptr, .values = {}, .regions = {}, .region = node->region};
    for (const Entry& entry : node->entries) read_field(block, section.fields.front(), entry);
    settings_.blocks.push_back(std::move(block));
  }

  void block(const Section& section, const Node* node, std::size_t index, bool is_last) {
    static const Node absent;
    Block block{.section = &section, .index = index, .spec = nullptr, .values = {}, .regions = {}, .region = {}};
    if (node == nullptr) node = &absent;
    block.region = node->region;
    const bool type_known = section.family == Family::none || select_type(block, *node);
    const auto fields = fields_of(section, block.spec);
    std::set<std::string_view> bad;
    for (const Entry& entry : node->entries) {
      if (is_structure(section, entry.key)) continue;
      const auto field =
          std::find_if(fields.begin(), fields.end(), [&](const Field* f) { return f->name == entry.key; });
      if (field != fields.end()) {
        if (!read_field(block, **field, entry)) bad.insert((*field)->name);
      } else if (type_known) {
        unknown_key(block, entry, fields);
      }
    }
    fill(block, *node, fields, bad, section.family == Family::layer && is_last);
    settings_.blocks.push_back(std::move(block));
  }

  static bool is_structure(const Section& section, std::string_view key) {
    if (section.family != Family::none && key == "type") return true;
    const auto inner = subsections(section);
    return std::any_of(inner.begin(), inner.end(), [&](const Section* s) { return section_key(*s) == key; });
  }

  /// @returns whether the type is known; where it follows the data and these aren't known yet, it is not.
  bool select_type(Block& block, const Node& node) {
    const Section& section = *block.section;
    const Entry* entry = node.entry("type");
    std::string type(section.default_type);
    if (entry != nullptr) {
      const Field field{.name = "type", .kind = schema::Kind::text};
      if (!read_field(block, field, *entry)) return false;
      type = block.values.text("type");
    } else if (type.empty() && section.family == Family::loss) {
      if (!context_.facts) return false;
      type = context_.facts->classification ? "CrossEntropyLoss" : "MSELoss";
    } else if (type.empty()) {
      context_.errors.add(block.region, block.key("type"),
                          {"config.missing",
                           "required, but missing; allowed is one of {allowed}",
                           {{"allowed", schema::join(type_names(section.family))}}});
      return false;
    }
    block.values.set("type", type);
    block.spec = find_spec(context_.catalog, section.family, type);
    if (block.spec != nullptr) return true;
    context_.errors.add(block.region_of("type"), block.key("type"),
                        unknown_name({"config.unknown_type", "unknown {family} \"{name}\"; Known: {allowed}", {{"family", std::string(family_name(section.family))}}},
                                     {"config.unknown_type", "unknown {family} \"{name}\"; did you mean \"{nearest}\"? Known: {allowed}", {{"family", std::string(family_name(section.family))}}},
                                     type, type_names(section.family)));
    return false;
  }

  [[nodiscard]] std::vector<std::string_view> type_names(Family family) const {
    std::vector<std::string_view> names;
    for (const schema::TypeSpec& spec : type_specs(context_.catalog, family)) names.push_back(spec.name);
    return names;
  }

  /// @returns whether the value fits; it is then set.
  bool read_field(Block& block, const Field& field, const Entry& entry) {
    const std::string name = block.section->form == Form::free ? entry.key : std::string(field.name);
    block.regions.emplace(name, entry.node.region);
    if (entry.node.type != Node::Type::value) {
      context_.errors.add(entry.node.region, block.key(name),
                          {"config.wrong_type",
                           "found {found}; allowed is {allowed}",
                           {{"found", found_text(entry.node)}, {"allowed", allowed_text(field)}}});
      return false;
    }
    schema::Value value = entry.node.value;
    if (auto message = check_value(field, value)) {
      context_.errors.add(entry.node.region, block.key(name), std::move(*message));
      return false;
    }
    block.values.set(name, std::move(value));
    return true;
  }

  void unknown_key(const Block& block, const Entry& entry, const std::vector<const Field*>& fields) {
    std::vector<std::string_view> names;
    if (block.section->family != Family::none) names.emplace_back("type");
    for (const Field* field : fields) names.push_back(field->name);
    for (const Section* inner : subsections(*block.section)) names.push_back(section_key(*inner));
    Message message = unknown_name({"config.unknown_key", "unknown key \"{name}\"; Allowed here: {allowed}", {}},
                                   {"config.unknown_key", "unknown key \"{name}\"; did you mean \"{nearest}\"? Allowed here: {allowed}", {}}, entry.key, names);
    const std::string owners = other_types_with(block, entry.key);
    if (!owners.empty()) {
      message = {
          "config.key_of_other_type",
          "{type} takes no \"{name}\" ({owners} does). Allowed here: {allowed}",
          {{"type", block.text("type")}, {"name", entry.key}, {"owners", owners}, {"allowed", schema::join(names)}}};
    }
    context_.errors.add(entry.key_region, block.key(entry.key), std::move(message));
  }

  [[nodiscard]] std::string other_types_with(const Block& block, std::string_view key) const {
    std::vector<std::string_view> owners;
    for (const schema::TypeSpec& spec : type_specs(context_.catalog, block.section->family)) {
      const bool has =
          std::any_of(spec.fields.begin(), spec.fields.end(), [&](const Field& f) { return f.name == key; });
      if (has && owners.size() < 3) owners.push_back(spec.name);
    }
    return schema::join(owners);
  }

  /// Conditions, defaults and required fields, in the schema's order: a condition looks at fields before it.
  void fill(Block& block, const Node& node, const std::vector<const Field*>& fields,
            const std::set<std::string_view>& bad, bool is_last_layer) {
    for (const Field* field : fields) {
      const Entry* entry = node.entry(field->name);
      const schema::Condition* unmet = schema::unmet_condition(*field, block.values);
      if (unmet != nullptr) {
        if (entry != nullptr && !bad.contains(unmet->key)) not_applicable(block, *field, *entry, *unmet);
        block.values.set(std::string(field->name), {});
        continue;
      }
      if (block.values.has(field->name) || bad.contains(field->name)) continue;
      if (!std::holds_alternative<std::monostate>(field->default_value)) {
        block.values.set(std::string(field->name), field->default_value);
      } else if (field->required && !(is_last_layer && field->name == "out_features")) {
        context_.errors.add(block.region, block.key(field->name),
                            {"config.missing",
                             "required, but missing; allowed is {allowed}: {help}",
                             {{"allowed", allowed_text(*field)}, {"help", std::string(field->help)}}});
      }
    }
  }

  void not_applicable(const Block& block, const Field& field, const Entry& entry, const schema::Condition& unmet) {
    const std::string have =
        block.values.has(unmet.key) ? schema::to_toml(block.values.values().find(unmet.key)->second) : "not set";
    context_.errors.add(
        entry.key_region, block.key(field.name),
        {"config.not_applicable",
         "applies only where {condition}; here {key} is {found}",
         {{"condition", schema::condition_text(unmet)}, {"key", std::string(unmet.key)}, {"found", have}}});
  }

  Context& context_;
  Settings& settings_;
};

}  // namespace

Settings check_tables(const Node& root, Context& context) {
  Settings settings;
  TableChecker(context, settings).section(sections().front(), &root);
  // The document is read depth first; the canonical order is the table's.
  const auto* first = sections().data();
  std::stable_sort(settings.blocks.begin(), settings.blocks.end(),
                   [&](const Block& a, const Block& b) { return a.section - first < b.section - first; });
  return settings;
}

}  // namespace lockstep::engine::config
