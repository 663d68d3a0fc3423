// A config's text seen through the schema, as a form shows it: every field that a section has, what is written for it, and
// whether it applies. Says nothing about mistakes: check() does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/config/schema_table.h"
#include "engine/config/tree.h"

namespace lockstep::engine::config {

/// One of the values that a field may have.
struct Choice {
  std::string name;
  std::string_view help = {};  ///< may be empty
  std::string shown = {};      ///< instead of the name, where more is to be said

  friend bool operator==(const Choice&, const Choice&) = default;
};

struct FieldView {
  schema::Field field;  ///< as declared; for `type` made from the section's family
  std::string name;     ///< the key's last part: of a free table's fields what a person called it
  std::string key;      ///< "model.layers.2.kernel_size"
  bool is_type = false;
  bool applies = true;  ///< its conditions hold
  bool written = false;
  schema::Value value;           ///< as written; monostate where it is not, or is no value (a table)
  std::string text;              ///< the value as it stands in the text
  std::vector<Choice> choices;  ///< closed list of values; empty: any that fits
};

/// A key that the table doesn't have.
struct UnknownKey {
  std::string name;
  std::string key;
  std::string text;
  bool removable = false;  ///< a value, not a table
};

/// One table: [optimizer], or one of [[model.layers]].
struct BlockView {
  const Section* section = nullptr;
  std::string key;  ///< "optimizer", "model.layers.2"; empty for the root
  bool written = false;
  std::string type;                          ///< as written, else the default; empty: none
  const schema::TypeSpec* spec = nullptr;    ///< of `type`
  std::vector<FieldView> fields;
  std::vector<UnknownKey> unknown;
};

struct View {
  std::vector<BlockView> blocks;  ///< in the table's order; of a list as many as it has, of a free table and any other one
};

[[nodiscard]] View view_of(const Node& root, std::string_view text, const Catalog& catalog);

}  // namespace lockstep::engine::config
