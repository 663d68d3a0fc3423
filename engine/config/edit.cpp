#include "engine/config/edit.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/config/text_lines.h"
#include "engine/config/tree.h"
#include "engine/core/error.h"
#include "engine/schema/check.h"

namespace lockstep::engine::config {
namespace {

using Parts = std::vector<std::string>;

[[noreturn]] void fail(std::string_view key, const std::string& reason) {
  throw ValueError(
      Message{"config.edit", "can't set {key}: {reason}", {{"key", std::string(key)}, {"reason", reason}}});
}

Node parse(std::string_view text, std::string_view key) {
  auto read = read_toml(text);
  if (const auto* error = std::get_if<SyntaxError>(&read))
    fail(key, "line " + std::to_string(error->region.line) + ": " + error->message.english());
  return std::get<Node>(std::move(read));
}

/// The last value that belongs to the table's own lines: not to a table with a header of its own.
const Entry* last_own_entry(const Node& table) {
  const Entry* last = nullptr;
  for (const Entry& entry : table.entries) {
    const Node& node = entry.node;
    const bool own_header =
        node.header || (node.type == Node::Type::tables && !node.items.empty() && node.items.front().header);
    if (own_header) continue;
    const bool inline_value = node.region.begin > entry.key_region.begin;
    const Entry* candidate = inline_value || node.type != Node::Type::table ? &entry : last_own_entry(node);
    if (candidate != nullptr && (last == nullptr || candidate->node.region.end > last->node.region.end))
      last = candidate;
  }
  return last;
}

std::string insert_line(std::string_view text, std::size_t after, const std::string& line) {
  const std::size_t end = line_end(text, after);
  return replaced(text, end, end, std::string(line_break(text)) + line);
}

/// Before the first table of the document, where the keys without a table are.
std::string insert_at_top(std::string_view text, const std::string& line) {
  const bool marked = text.starts_with("\xEF\xBB\xBF");
  const std::size_t start = marked ? 3 : 0;
  return replaced(text, start, start, line + std::string(line_break(text)));
}

bool is_inline(std::string_view text, const Node& table) {
  return table.region.begin < text.size() && text[table.region.begin] == '{';
}

std::string insert_inline(std::string_view text, const Node& table, const std::string& setting) {
  if (table.entries.empty()) return replaced(text, table.region.begin, table.region.end, "{ " + setting + " }");
  const std::size_t end = table.entries.back().node.region.end;
  return replaced(text, end, end, ", " + setting);
}

/// Without the entry and the comma on its one side.
std::string remove_inline(std::string_view text, const Node& table, const Entry& entry) {
  const auto at = static_cast<std::size_t>(&entry - table.entries.data());
  if (at + 1 < table.entries.size()) return replaced(text, entry.key_region.begin, table.entries[at + 1].key_region.begin, "");
  if (at > 0) return replaced(text, table.entries[at - 1].node.region.end, entry.node.region.end, "");
  return replaced(text, table.region.begin, table.region.end, "{}");
}

std::string append_table(std::string_view text, const Parts& table, const std::string& setting) {
  const std::string newline(line_break(text));
  std::string out(text);
  if (!out.empty() && !out.ends_with('\n')) out += newline;
  if (!out.empty()) out += newline;
  return out + "[" + join_key(table) + "]" + newline + setting + newline;
}

/// A new setting `relative` = value in the table at `parts`, which exists.
std::string insert_into(std::string_view text, const Node& table, bool is_root, const std::string& setting) {
  if (!is_root && is_inline(text, table)) return insert_inline(text, table, setting);
  if (const Entry* last = last_own_entry(table)) {
    return insert_line(text, last->node.region.end, indent_of(text, last->key_region.begin) + setting);
  }
  if (is_root) return insert_at_top(text, setting);
  return insert_line(text, table.region.end, indent_of(text, table.region.begin) + setting);
}

/// A table that dotted keys made ("optimizer.type = …") is continued in the same way, by a longer key in its parent.
bool by_dotted_keys(std::string_view text, const Node& table) {
  return !table.header && !is_inline(text, table) && last_own_entry(table) != nullptr;
}

std::string insert_new(std::string_view text, const Node& root, std::string_view key, const Parts& parts,
                       const std::string& value) {
  for (std::size_t depth = parts.size() - 1;; --depth) {
    const Parts above(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(depth));
    const Parts below(parts.begin() + static_cast<std::ptrdiff_t>(depth), parts.end());
    const Node* node = depth == 0 ? &root : find_path(root, above);
    if (node == nullptr) continue;
    if (node->type != Node::Type::table)
      fail(key, join_key(above) + " is " + found_text(*node) + ", without " + below.front());
    const std::string setting = join_key(below) + " = " + value;
    const bool whole = below.size() == 1;
    if (depth == 0)
      return whole ? insert_into(text, root, true, setting)
                   : append_table(text, Parts(parts.begin(), parts.end() - 1), parts.back() + " = " + value);
    const bool dotted = by_dotted_keys(text, *node);
    const bool listed = std::any_of(above.begin(), above.end(), [](const std::string& p) {
      return p.find_first_not_of("0123456789") == std::string::npos;
    });
    if (!whole && !dotted && !is_inline(text, *node) && !listed)
      return append_table(text, Parts(parts.begin(), parts.end() - 1), key_text(parts.back()) + " = " + value);
    if (dotted) {
      const Entry* last = last_own_entry(*node);
      const std::size_t start = last->key_region.begin;
      const std::size_t line = line_start(text, start);
      // The dotted prefix as it is written, from the line's first key to the last part.
      const std::string prefix(
          text.substr(text.find_first_not_of(" \t", line), start - text.find_first_not_of(" \t", line)));
      return insert_line(text, last->node.region.end, indent_of(text, start) + prefix + setting);
    }
    if (!whole || node->header || is_inline(text, *node)) return insert_into(text, *node, false, setting);
    // Only tables inside it have headers, as [a.b] without [a]: it gets one of its own.
    return append_table(text, above, setting);
  }
}

}  // namespace

std::string set_value(std::string_view text, std::string_view key, const schema::Value& value) {
  const Parts parts = split_key(key);
  if (parts.empty()) fail(key, "not a key");
  const Node root = parse(text, key);
  const Node* node = find_path(root, parts);
  if (node != nullptr && (node->type == Node::Type::table || node->type == Node::Type::tables))
    fail(key, "it is " + found_text(*node));
  const std::string written = schema::to_toml(value);
  std::string out = node != nullptr ? replaced(text, node->region.begin, node->region.end, written)
                                    : insert_new(text, root, key, parts, written);
  const Node after = parse(out, key);
  const Node* set = find_path(after, parts);
  if (set == nullptr || schema::to_toml(set->value) != written)
    fail(key, "the text has no place for it; write it by hand");
  return out;
}

std::string remove_value(std::string_view text, std::string_view key) {
  const Parts parts = split_key(key);
  const Node root = parse(text, key);
  const Node* node = parts.empty() ? nullptr : find_path(root, parts);
  if (node == nullptr) return std::string(text);
  const Node* parent = parts.size() == 1 ? &root : find_path(root, Parts(parts.begin(), parts.end() - 1));
  const Entry* entry = parent == nullptr ? nullptr : parent->entry(parts.back());
  if (entry == nullptr || node->type == Node::Type::table || node->type == Node::Type::tables)
    fail(key, "it is " + found_text(*node));
  std::string out;
  if (parts.size() > 1 && is_inline(text, *parent)) {
    out = remove_inline(text, *parent, *entry);
  } else {
    const std::size_t begin = line_start(text, entry->key_region.begin);
    out = replaced(text, begin, next_line(text, node->region.end), "");
  }
  const Node after = parse(out, key);
  if (find_path(after, parts) != nullptr) fail(key, "its line could not be found");
  return out;
}

}  // namespace lockstep::engine::config
