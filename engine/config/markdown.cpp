// The schema as a reference for people: what the table says, and nothing else.
#include "engine/config/config.h"
#include "engine/config/schema_table.h"
#include "engine/schema/check.h"

namespace lockstep::engine::config {
namespace {

std::string escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string default_text(const schema::Field& field) {
  if (!std::holds_alternative<std::monostate>(field.default_value))
    return "`" + schema::to_toml(field.default_value) + "`";
  if (field.required) return "required";
  return field.inferred ? "inferred" : "";
}

std::string meaning(const schema::Field& field) {
  std::string out(field.help);
  if (!field.unit.empty()) out += " (" + std::string(field.unit) + ")";
  for (const schema::Condition& condition : field.conditions) out += "; where " + schema::condition_text(condition);
  return out;
}

void write_fields(const std::vector<schema::Field>& fields, std::string& out) {
  if (fields.empty()) return;
  out += "| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const schema::Field& field : fields) {
    out += "| `" + std::string(field.name) + "` | " + escape(schema::allowed_text(field)) + " | " +
           escape(default_text(field)) + " | " + escape(meaning(field)) + " |\n";
  }
  out += "\n";
}

}  // namespace

std::string schema_markdown(const Catalog& catalog) {
  std::string out = "# Config reference\n\n";
  for (const Section& section : sections()) {
    if (section.path.empty()) {
      out += "## Top level\n\n";
    } else {
      const bool list = section.form == Form::list;
      out += "## `" + std::string(list ? "[[" : "[") + std::string(section.path) + (list ? "]]" : "]") + "`\n\n";
    }
    out += std::string(section.help) + ".\n\n";
    write_fields(section.fields, out);
    for (const schema::TypeSpec& spec : type_specs(catalog, section.family)) {
      out += "### `type = \"" + std::string(spec.name) + "\"`\n\n" + std::string(spec.help) + ".\n\n";
      write_fields(spec.fields, out);
    }
  }
  if (catalog.datasets.empty()) return out;
  out += "## Known data sets\n\n";
  for (const KnownDataset& known : catalog.datasets)
    out += "- `" + std::string(known.name) + "`: " + std::string(known.help) + "\n";
  return out;
}

}  // namespace lockstep::engine::config
