// Tables of a list: inserted, removed, moved and copied as pieces of text.
#include <algorithm>
#include <optional>
#include <vector>

#include "engine/config/edit.h"
#include "engine/config/text_lines.h"
#include "engine/config/tree.h"
#include "engine/core/error.h"
#include "engine/schema/check.h"

namespace lockstep::engine::config {
namespace {

/// The bytes of one table of a list: [begin, end), with its comments, without the line break behind it.
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
};

[[noreturn]] void fail(std::string_view list, const std::string& reason) {
  throw ValueError(
      Message{"config.edit", "can't set {key}: {reason}", {{"key", std::string(list)}, {"reason", reason}}});
}

Node parse(std::string_view text, std::string_view list) {
  auto read = read_toml(text);
  if (const auto* error = std::get_if<SyntaxError>(&read))
    fail(list, "line " + std::to_string(error->region.line) + ": " + error->message.english());
  return std::get<Node>(std::move(read));
}

void collect_headers(const Node& node, std::vector<std::size_t>& out) {
  if (node.header) out.push_back(node.region.begin);
  for (const Entry& entry : node.entries) collect_headers(entry.node, out);
  for (const Node& item : node.items) collect_headers(item, out);
}

/// The last byte that the table's settings, or those of tables inside it, reach to.
std::size_t last_byte(const Node& node) {
  std::size_t end = node.type == Node::Type::value || node.type == Node::Type::unsupported || node.header ? node.region.end : 0;
  for (const Entry& entry : node.entries) end = std::max({end, entry.key_region.begin, last_byte(entry.node)});
  for (const Node& item : node.items) end = std::max(end, last_byte(item));
  return end;
}

/// The start of a header's line, or of the comments right above it, which are not above `limit`.
std::size_t with_comments_above(std::string_view text, std::size_t header, std::size_t limit) {
  std::size_t begin = line_start(text, header);
  while (begin > limit) {
    const std::size_t above = line_start(text, begin - 1);
    if (above < limit || !is_comment_line(text, above)) break;
    begin = above;
  }
  return begin;
}

/// A table that ends with the byte `last`, with the comments right below that are not right above the next header.
std::size_t with_comments_below(std::string_view text, const std::vector<std::size_t>& headers, std::size_t last) {
  std::size_t end = line_end(text, last);
  const auto next = std::upper_bound(headers.begin(), headers.end(), last);
  const std::size_t stop = next == headers.end() ? text.size() : with_comments_above(text, *next, next_line(text, last));
  while (next_line(text, end) < stop && is_comment_line(text, next_line(text, end))) end = line_end(text, next_line(text, end));
  return end;
}

bool is_inline(std::string_view text, const Node& table) {
  return table.region.begin < text.size() && text[table.region.begin] == '{';
}

/// A list in a text, in pieces.
class List {
 public:
  List(std::string_view text, std::string_view name) : text_(text), name_(name), parts_(split_key(name)), root_(parse(text, name)) {
    if (parts_.empty()) fail(name, "not a key");
    collect_headers(root_, headers_);
    std::sort(headers_.begin(), headers_.end());
    node_ = find_path(root_, parts_);
    if (node_ == nullptr || is_empty_array()) return;
    if (node_->type != Node::Type::tables) fail(name, "it is " + found_text(*node_));
    is_inline_ = is_inline(text, node_->items.front());
    for (const Node& item : node_->items) pieces_.push_back(is_inline_ ? Piece{item.region.begin, item.region.end} : piece_of(item));
  }

  [[nodiscard]] std::size_t size() const { return pieces_.size(); }
  void need(std::size_t index) const {
    if (index >= size()) fail(std::string(name_) + "." + std::to_string(index), "there are " + std::to_string(size()));
  }
  [[nodiscard]] std::string_view piece(std::size_t i) const { return text_.substr(pieces_[i].begin, pieces_[i].end - pieces_[i].begin); }

  [[nodiscard]] std::string inserted(std::size_t index, std::span<const Setting> settings) const {
    const std::string newline(line_break(text_));
    if (is_empty_array()) return replaced(text_, node_->region.begin, node_->region.end, "[" + inline_table(settings) + "]");
    if (size() == 0) return first_table(block(settings, ""));
    if (index < size()) {
      const std::size_t at = pieces_[index].begin;
      return replaced(text_, at, at, is_inline_ ? inline_table(settings) + between_items() : block(settings, indent(index)) + newline + newline);
    }
    return after(size() - 1, is_inline_ ? inline_table(settings) : block(settings, indent(size() - 1)));
  }

  /// With `table` right after the one at `index`.
  [[nodiscard]] std::string after(std::size_t index, std::string_view table) const {
    const std::string newline(line_break(text_));
    const std::size_t at = pieces_[index].end;
    return replaced(text_, at, at, (is_inline_ ? between_items() : newline + newline) + std::string(table));
  }

  [[nodiscard]] std::string without(std::size_t index) const {
    if (is_inline_) {
      if (size() == 1) return replaced(text_, pieces_[0].begin, pieces_[0].end, "");
      if (index + 1 < size()) return replaced(text_, pieces_[index].begin, pieces_[index + 1].begin, "");
      return replaced(text_, pieces_[index - 1].end, pieces_[index].end, "");
    }
    std::size_t begin = pieces_[index].begin;
    std::size_t end = next_line(text_, pieces_[index].end);
    while (end < text_.size() && is_blank_line(text_, end)) end = next_line(text_, end);
    while (end == text_.size() && begin > 0 && is_blank_line(text_, begin - 1)) begin = line_start(text_, begin - 1);
    return replaced(text_, begin, end, "");
  }

  [[nodiscard]] std::string reordered(const std::vector<std::size_t>& order) const {
    std::string out;
    std::size_t at = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      out += text_.substr(at, pieces_[i].begin - at);
      out += piece(order[i]);
      at = pieces_[i].end;
    }
    return out += text_.substr(at);
  }

 private:
  [[nodiscard]] bool is_empty_array() const {
    if (node_ == nullptr || node_->type != Node::Type::value) return false;
    const auto* values = std::get_if<std::vector<std::int64_t>>(&node_->value);
    return values != nullptr && values->empty();
  }

  [[nodiscard]] Piece piece_of(const Node& item) const {
    const auto own = std::lower_bound(headers_.begin(), headers_.end(), item.region.begin);
    const std::size_t limit = own == headers_.begin() ? 0 : next_line(text_, *(own - 1));
    return {with_comments_above(text_, item.region.begin, limit), with_comments_below(text_, headers_, last_byte(item))};
  }

  [[nodiscard]] std::string indent(std::size_t index) const { return indent_of(text_, node_->items[index].region.begin); }

  [[nodiscard]] std::string block(std::span<const Setting> settings, const std::string& indent) const {
    std::string out = indent + "[[" + join_key(parts_) + "]]";
    for (const auto& [name, value] : settings) out += std::string(line_break(text_)) + indent + key_text(name) + " = " + schema::to_toml(value);
    return out;
  }

  [[nodiscard]] static std::string inline_table(std::span<const Setting> settings) {
    std::string out;
    for (const auto& [name, value] : settings) out += (out.empty() ? "" : ", ") + key_text(name) + " = " + schema::to_toml(value);
    return out.empty() ? "{}" : "{ " + out + " }";
  }

  /// What stands between the tables of an inline array, so that one a line stays one a line.
  [[nodiscard]] std::string between_items() const {
    if (size() > 1) {
      const std::string_view between = text_.substr(pieces_[size() - 2].end, pieces_[size() - 1].begin - pieces_[size() - 2].end);
      if (between.find('#') == std::string_view::npos) return std::string(between);
    }
    const std::string indent = indent_of(text_, pieces_.back().begin);
    const bool own_line = line_start(text_, pieces_.back().begin) + indent.size() == pieces_.back().begin;
    return own_line ? "," + std::string(line_break(text_)) + indent : ", ";
  }

  [[nodiscard]] std::string first_table(const std::string& table) const {
    const std::string newline(line_break(text_));
    const std::vector<std::string> above(parts_.begin(), parts_.end() - 1);
    const Node* parent = above.empty() ? nullptr : find_path(root_, above);
    if (parent != nullptr && parent->header) {
      std::size_t last = parent->region.end;
      for (const Entry& entry : parent->entries) {
        const bool elsewhere = entry.node.header || (!entry.node.items.empty() && entry.node.items.front().header);
        if (!elsewhere) last = std::max(last, last_byte(entry.node));
      }
      const std::size_t end = with_comments_below(text_, headers_, last);
      return replaced(text_, end, end, newline + newline + table);
    }
    std::string out(text_);
    if (!out.empty() && !out.ends_with('\n')) out += newline;
    if (!out.empty()) out += newline;
    return out + table + newline;
  }

  std::string_view text_;
  std::string_view name_;
  std::vector<std::string> parts_;
  Node root_;
  std::vector<std::size_t> headers_;  ///< of all tables, ascending
  const Node* node_ = nullptr;
  bool is_inline_ = false;
  std::vector<Piece> pieces_;
};

/// The edited text, where it is TOML and its list has as many tables as it should.
std::string checked(std::string out, std::string_view list, std::size_t size) {
  if (List(out, list).size() != size) fail(list, "the text has no place for it; write it by hand");
  return out;
}

}  // namespace

std::string insert_item(std::string_view text, std::string_view list, std::size_t index, std::span<const Setting> settings) {
  const List before(text, list);
  if (index > before.size()) before.need(index);
  return checked(before.inserted(index, settings), list, before.size() + 1);
}

std::string remove_item(std::string_view text, std::string_view list, std::size_t index) {
  const List before(text, list);
  before.need(index);
  return checked(before.without(index), list, before.size() - 1);
}

std::string move_item(std::string_view text, std::string_view list, std::size_t from, std::size_t to) {
  const List before(text, list);
  before.need(from);
  before.need(to);
  std::vector<std::size_t> order(before.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  order.erase(order.begin() + static_cast<std::ptrdiff_t>(from));
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(to), from);
  return checked(before.reordered(order), list, before.size());
}

std::string duplicate_item(std::string_view text, std::string_view list, std::size_t index) {
  const List before(text, list);
  before.need(index);
  return checked(before.after(index, before.piece(index)), list, before.size() + 1);
}

}  // namespace lockstep::engine::config
