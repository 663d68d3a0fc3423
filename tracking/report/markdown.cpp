// A report as GitHub's Markdown.
#include <algorithm>

#include <fmt/format.h>

#include "tracking/report/format.h"
#include "tracking/report/writers.h"

namespace lockstep::tracking::report {

namespace {

/// Everything that Markdown or HTML would take for itself is escaped; a line end becomes a space.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\t') {
      out += ' ';
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (std::string_view("\\`*_[]|~$>").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  // A colon and slashes would become a link.
  for (std::size_t at = 0; (at = out.find("://", at)) != std::string::npos; at += 7) out.replace(at, 1, "&#58;");
  return out;
}

/// A line's beginning could be a heading, a list or a rule.
std::string line(std::string_view text) {
  std::string out = escaped(text);
  if (!out.empty() && std::string_view("#+-=").find(out[0]) != std::string_view::npos) out.insert(out.begin(), '\\');
  const std::size_t digits = out.find_first_not_of("0123456789");
  if (digits != 0 && digits != std::string::npos && (out[digits] == '.' || out[digits] == ')'))
    out.insert(digits, "\\");
  return out;
}

/// Whole hashes and all digits: there is no hovering here, and Markdown is kept.
std::string cell_text(const Cell& cell) {
  std::string text = escaped(cell.text);
  if (!cell.sign.empty()) text = cell.sign + " " + text;
  if (!cell.code || cell.text.find_first_of("`|\n\\<&") != std::string::npos) return text;
  return "`" + cell.text + "`";
}

class Writer {
 public:
  explicit Writer(const Report& report) : report_(report), words_(report.language) {}

  std::string write() {
    add("# {}\n\n{} · {}\n", escaped(report_.title), line(report_.subtitle), time_text(report_.time));
    for (const Section& section : report_.sections) {
      add("\n## {}\n", escaped(section.title));
      for (const Block& block : section.blocks) {
        out_ += '\n';
        std::visit([this](const auto& one) { write(one); }, block);
      }
    }
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    out_ += fmt::format(form, std::forward<Arguments>(arguments)...);
  }

  void write(const Paragraph& block) {
    const std::string text = block.sign.empty() ? line(block.text) : block.sign + " " + escaped(block.text);
    if (block.lead) add("> {}\n", text);
    else add("{}\n", text);
  }

  void write(const Facts& block) {
    out_ += "| | |\n|:--|:--|\n";
    for (const Fact& fact : block.rows) {
      // A hash in full: here nothing can be hovered over.
      Cell value = fact.value;
      if (value.code && !value.exact.empty()) value.text = value.exact;
      add("| {} | {} |\n", escaped(fact.label), cell_text(value));
    }
  }

  void write(const Table& block) {
    if (!block.caption.empty()) add("**{}**\n\n", escaped(block.caption));
    std::string rule = "|";
    out_ += '|';
    for (const Column& column : block.columns) {
      add(" {} |", escaped(column.title));
      rule += column.align == Align::right ? "--:|" : ":--|";
    }
    out_ += "\n" + rule + "\n";
    for (const auto& row : block.rows) {
      out_ += '|';
      for (const Cell& cell : row) add(" {} |", cell_text(cell));
      out_ += '\n';
    }
  }

  void write(const Chart& block) { write(chart_table(block, words_)); }

  void write(const Code& block) {
    // The fence is longer than any run of backticks inside.
    std::size_t longest = 2, run = 0;
    for (const char c : block.text) {
      run = c == '`' ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    add("**{}**\n\n{}{}\n{}{}{}\n", escaped(block.caption), fence, block.language, block.text,
        block.text.ends_with('\n') ? "" : "\n", fence);
  }

  const Report& report_;
  Words words_;
  std::string out_;
};

}  // namespace

std::string to_markdown(const Report& report) { return Writer(report).write(); }

}  // namespace lockstep::tracking::report
