// A TOML document as the config reads it: values with the place in the text that they came from, in the text's order.
// Hides the TOML library, whose tables are sorted and whose columns count code points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/error.h"
#include "engine/schema/value.h"

namespace lockstep::engine::config {

enum class Origin : std::uint8_t {
  text,    ///< the config's text
  set,     ///< --set on the command line
  preset,  ///< the model's preset
};

/// A place in a text: bytes [begin, end), and the line and column (in code points, both from 1) for a person.
struct Region {
  std::size_t begin = 0;
  std::size_t end = 0;
  int line = 0;
  int column = 0;
  Origin origin = Origin::text;
};

struct Entry;

struct Node {
  enum class Type : std::uint8_t { value, table, tables, unsupported };

  Type type = Type::table;
  schema::Value value;         ///< type value; an empty list is a list of no integers
  std::vector<Entry> entries;  ///< type table
  std::vector<Node> items;     ///< type tables
  std::string found;           ///< type unsupported: what it is, "a date"
  Region region;               ///< of a table with a header: the header
  bool header = false;         ///< a table written as [name] or [[name]], not inline or by dotted keys

  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] Node* find(std::string_view key);
  [[nodiscard]] const Entry* entry(std::string_view key) const;
};

struct Entry {
  std::string key;
  Region key_region;
  Node node;
};

/// What makes a text no TOML document, and where.
struct SyntaxError {
  Message message;
  Region region;
  std::string key;  ///< the key or table that it is about, where that is known
};

/// Files and texts beyond this are refused unread: no config is a hundredth of it.
inline constexpr std::size_t largest_config = std::size_t{4} << 20U;

/// @returns the document's root table, or the first error: too large, not UTF-8, empty, or not TOML
[[nodiscard]] std::variant<Node, SyntaxError> read_toml(std::string_view text);
/// One value as it stands right of "=", e.g. of --set; a text that is no TOML value is taken as a string.
[[nodiscard]] Node read_value(std::string_view text);
/// The parts of a dotted key with TOML's quoting; empty when it is none.
[[nodiscard]] std::vector<std::string> split_key(std::string_view key);
/// The parts as one dotted key, quoted where needed.
[[nodiscard]] std::string join_key(const std::vector<std::string>& parts);
/// One part, quoted where it is not a bare key.
[[nodiscard]] std::string key_text(std::string_view part);
/// The node at a dotted key, where list positions are numbers from 0 ("model.layers.0.type"); null when absent.
[[nodiscard]] const Node* find_path(const Node& root, const std::vector<std::string>& parts);

/// What a node is, for "found …": "a table", "3 tables", "\"abc\" (a text)".
[[nodiscard]] std::string found_text(const Node& node);

}  // namespace lockstep::engine::config
