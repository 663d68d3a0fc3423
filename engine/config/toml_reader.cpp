// The only file that knows the TOML library.
#include <algorithm>
#include <optional>

#include <toml++/toml.h>

#include "engine/config/tree.h"
#include "engine/core/utf8.h"
#include "engine/schema/check.h"

namespace lockstep::engine::config {
namespace {

/// Byte offsets of lines, to turn the library's positions (line, code point) into bytes.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {
    starts_.push_back(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(i + 1);
    }
  }

  [[nodiscard]] std::size_t offset(toml::source_position at) const {
    if (at.line == 0 || at.line > starts_.size()) return text_.size();
    std::size_t i = starts_[at.line - 1];
    for (toml::source_index column = 1; column < at.column && i < text_.size(); ++column) {
      ++i;
      while (i < text_.size() && (static_cast<unsigned char>(text_[i]) & 0xC0U) == 0x80U) ++i;
    }
    return i;
  }

  [[nodiscard]] Region region(const toml::source_region& source) const {
    return {offset(source.begin), offset(source.end), static_cast<int>(source.begin.line),
            static_cast<int>(source.begin.column), Origin::text};
  }

  [[nodiscard]] Region at(std::size_t byte) const {
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), byte);
    const std::size_t line = std::max<std::size_t>(1, static_cast<std::size_t>(next - starts_.begin()));
    int column = 1;
    for (std::size_t i = starts_[line - 1]; i < byte; ++i) {
      if ((static_cast<unsigned char>(text_[i]) & 0xC0U) != 0x80U) ++column;
    }
    return {byte, byte, static_cast<int>(line), column, Origin::text};
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

std::optional<SyntaxError> check_utf8(std::string_view text, const Lines& lines) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) {
      constexpr std::string_view digits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(text[i]);
      const std::string hex{'0', 'x', digits[byte >> 4U], digits[byte & 15U]};
      return SyntaxError{
          {"config.bad_utf8", "found the byte {byte}, which is not UTF-8; save the file as UTF-8", {{"byte", hex}}},
          lines.at(i),
          {}};
    }
    i += length;
  }
  return std::nullopt;
}

schema::Value list_value(const toml::array& array, bool& fits) {
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
  std::vector<std::string> texts;
  for (const toml::node& item : array) {
    if (const auto* i = item.as_integer()) {
      integers.push_back(i->get());
      reals.push_back(static_cast<double>(i->get()));
    } else if (const auto* f = item.as_floating_point()) {
      reals.push_back(f->get());
    } else if (const auto* s = item.as_string()) {
      texts.push_back(s->get());
    }
  }
  if (integers.size() == array.size()) return integers;
  if (reals.size() == array.size()) return reals;
  fits = texts.size() == array.size();
  return texts;
}

Node unsupported(std::string what) {
  Node node;
  node.type = Node::Type::unsupported;
  node.found = std::move(what);
  return node;
}

Node value_node(schema::Value value) {
  Node node;
  node.type = Node::Type::value;
  node.value = std::move(value);
  return node;
}

class Converter {
 public:
  explicit Converter(std::string_view text) : text_(text), lines_(text) {}

  [[nodiscard]] Node convert(const toml::node& from) const {
    Node node = content(from);
    node.region = lines_.region(from.source());
    const bool is_table = node.type == Node::Type::table || node.type == Node::Type::tables;
    node.header = is_table && node.region.begin < text_.size() && text_[node.region.begin] == '[' && !from.is_array();
    // [a.b] makes a table a too, which the library places at that header: it has none of its own.
    for (const Entry& entry : node.entries) node.header = node.header && entry.node.region.begin != node.region.begin;
    return node;
  }

 private:
  [[nodiscard]] Node content(const toml::node& from) const {
    if (const auto* v = from.as_boolean()) return value_node(v->get());
    if (const auto* v = from.as_integer()) return value_node(v->get());
    if (const auto* v = from.as_floating_point()) return value_node(v->get());
    if (const auto* v = from.as_string()) return value_node(v->get());
    if (const auto* table = from.as_table()) return table_node(*table);
    if (const auto* array = from.as_array()) return array_node(*array);
    return unsupported("a date or time");
  }

  [[nodiscard]] Node table_node(const toml::table& table) const {
    Node node;
    for (const auto& [key, value] : table) {
      node.entries.push_back({std::string(key.str()), lines_.region(key.source()), convert(value)});
    }
    std::stable_sort(node.entries.begin(), node.entries.end(),
                     [](const Entry& a, const Entry& b) { return a.key_region.begin < b.key_region.begin; });
    return node;
  }

  [[nodiscard]] Node array_node(const toml::array& array) const {
    const auto tables =
        std::count_if(array.begin(), array.end(), [](const toml::node& item) { return item.is_table(); });
    if (!array.empty() && static_cast<std::size_t>(tables) == array.size()) {
      Node node;
      node.type = Node::Type::tables;
      for (const toml::node& item : array) node.items.push_back(convert(item));
      return node;
    }
    bool fits = true;
    schema::Value value = list_value(array, fits);
    return fits ? value_node(std::move(value)) : unsupported("a list of mixed kinds");
  }

  std::string_view text_;
  Lines lines_;
};

std::string after_last_colon(std::string_view description) {
  constexpr std::string_view prefix = "Error while parsing ";
  if (!description.starts_with(prefix)) return std::string(description);
  const std::size_t colon = description.find(": ");
  return std::string(colon == std::string_view::npos ? description : description.substr(colon + 2));
}

/// The table that the lines after the last header belong to, as a key ("model.layers.2"): its header's name, and in a list
/// the last position.
std::vector<std::string> open_table(std::string_view before, const Node& root) {
  std::size_t header = std::string_view::npos;
  for (std::size_t start = 0; start < before.size();) {
    const std::size_t first = before.find_first_not_of(" \t", start);
    if (first != std::string_view::npos && before[first] == '[') header = first;
    const std::size_t end = before.find('\n', start);
    start = end == std::string_view::npos ? before.size() : end + 1;
  }
  if (header == std::string_view::npos) return {};
  const std::size_t name = before.find_first_not_of('[', header);
  const std::size_t close = before.find(']', header);
  if (name == std::string_view::npos || close == std::string_view::npos || close < name) return {};
  std::vector<std::string> key = split_key(before.substr(name, close - name));
  const Node* table = find_path(root, key);
  if (table != nullptr && table->type == Node::Type::tables) key.push_back(std::to_string(table->items.size() - 1));
  return key;
}

/// "cannot redefine existing …" in a person's words, with the line of the first.
std::optional<SyntaxError> duplicate(std::string_view text, std::string_view description, const Region& region,
                                     const Lines& lines) {
  const std::size_t said = description.find("cannot redefine existing ");
  const std::size_t open = said == std::string_view::npos ? said : description.find('\'', said);
  const std::size_t close = open == std::string_view::npos ? open : description.find('\'', open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  const std::string name(description.substr(open + 1, close - open - 1));
  const std::size_t before_it = text.substr(0, region.begin).rfind('\n');
  const std::size_t line_start = before_it == std::string_view::npos ? 0 : before_it + 1;
  const std::size_t first_char = std::min(text.find_first_not_of(" \t", line_start), text.size() - 1);
  const bool is_table = text[first_char] == '[';
  // What stands before the offending line is a document of its own; the first is in it.
  const auto before = read_toml(text.substr(0, line_start));
  const Node* root = std::get_if<Node>(&before);
  std::vector<std::string> key = split_key(name);
  if (root != nullptr && !is_table) {
    const std::vector<std::string> table = open_table(text.substr(0, line_start), *root);
    key.insert(key.begin(), table.begin(), table.end());
  }
  const Node* first = root == nullptr ? nullptr : find_path(*root, key);
  SyntaxError error{
      {"config.duplicate", "{what} is written twice; keep one of them", {{"what", is_table ? "[" + name + "]" : name}}},
      lines.at(first_char),
      join_key(key)};
  if (first != nullptr && first->region.line > 0) {
    error.message.text = "{what} is written twice, first in line {first}; keep one of them";
    error.message.arguments.emplace_back("first", std::to_string(first->region.line));
  }
  return error;
}

SyntaxError syntax_error(std::string_view text, const toml::parse_error& error, const Lines& lines) {
  const Region region = lines.region(error.source());
  const std::string_view description = error.description();
  if (auto twice = duplicate(text, description, region, lines)) return *twice;
  return {{"config.syntax", "not valid TOML: {detail}", {{"detail", after_last_colon(description)}}}, region, {}};
}

}  // namespace

std::variant<Node, SyntaxError> read_toml(std::string_view text) {
  if (text.size() > largest_config) {
    return SyntaxError{{"config.too_large",
                        "found {found} bytes; a config has at most {allowed}. Is this the right file?",
                        {{"found", std::to_string(text.size())}, {"allowed", std::to_string(largest_config)}}},
                       {},
                       {}};
  }
  const Lines lines(text);
  if (auto bad = check_utf8(text, lines)) return *bad;
  try {
    const toml::table table = toml::parse(text);
    return Converter(text).convert(table);
  } catch (const toml::parse_error& error) { return syntax_error(text, error, lines); }
}

Node read_value(std::string_view text) {
  try {
    const toml::table table = toml::parse("v = " + std::string(text));
    const toml::node* value = table.get("v");
    if (value != nullptr && table.size() == 1) return Converter({}).convert(*value);
  } catch (const toml::parse_error&) {  // not TOML: the string itself
  }
  return value_node(std::string(text));
}

std::vector<std::string> split_key(std::string_view key) {
  std::vector<std::string> parts;
  if (key.find_first_of("\n\r=#") != std::string_view::npos && key.find_first_of("\"'") == std::string_view::npos)
    return parts;
  try {
    const toml::table table = toml::parse(std::string(key) + " = 0");
    const toml::table* at = &table;
    while (at != nullptr && at->size() == 1) {
      parts.emplace_back(at->begin()->first.str());
      at = at->begin()->second.as_table();
    }
    if (at != nullptr) parts.clear();
  } catch (const toml::parse_error&) { parts.clear(); }
  return parts;
}

}  // namespace lockstep::engine::config
