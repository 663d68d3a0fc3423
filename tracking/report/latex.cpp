// A report as a LaTeX fragment: sections and booktabs tables, for \input into a document of one's own.
#include <algorithm>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "engine/core/utf8.h"
#include "tracking/report/format.h"
#include "tracking/report/writers.h"

namespace lockstep::tracking::report {

namespace {

/// What pdflatex can't set as it is written, or takes for a command.
const std::map<std::string_view, std::string_view>& replacements() {
  static const std::map<std::string_view, std::string_view> all{{"\\", "\\textbackslash{}"},
                                                                {"{", "\\{"},
                                                                {"}", "\\}"},
                                                                {"$", "\\$"},
                                                                {"&", "\\&"},
                                                                {"#", "\\#"},
                                                                {"%", "\\%"},
                                                                {"_", "\\_"},
                                                                {"^", "\\textasciicircum{}"},
                                                                {"~", "\\textasciitilde{}"},
                                                                {"<", "\\textless{}"},
                                                                {">", "\\textgreater{}"},
                                                                {"|", "\\textbar{}"},
                                                                {"\"", "\\textquotedbl{}"},
                                                                {"'", "\\textquotesingle{}"},
                                                                {"`", "\\textasciigrave{}"},
                                                                {"-", "{-}"},
                                                                {"\n", " "},
                                                                {"\t", " "},
                                                                {"–", "--"},
                                                                {"\u00a0", "~"},
                                                                {"…", "\\ldots{}"},
                                                                {"×", "$\\times$"},
                                                                {"±", "$\\pm$"},
                                                                {"→", "$\\rightarrow$"},
                                                                {"≠", "$\\neq$"},
                                                                {"≈", "$\\approx$"},
                                                                {"·", "$\\cdot$"},
                                                                {"✓", ""},
                                                                {"✗", ""},
                                                                {"\xef\xbf\xbd", "?"},
                                                                {"[", "{[}"},
                                                                {"]", "{]}"},
                                                                {"*", "{*}"}};
  return all;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view one = text.substr(i, std::max<std::size_t>(engine::utf8_length(text, i), 1));
    const auto found = replacements().find(one);
    out += found == replacements().end() ? one : found->second;
    i += one.size();
  }
  return out;
}

/// A long word in a narrow column may break after these, which hyphenate nothing.
std::string breakable(std::string_view text) {
  std::string out;
  std::size_t word = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view one = text.substr(i, std::max<std::size_t>(engine::utf8_length(text, i), 1));
    word = one == " " ? 0 : word + 1;
    out += escaped(one);
    if (one == "/" || one == "." || one == "_" || word % 12 == 0) out += word > 0 ? "\\allowbreak{}" : "";
    i += one.size();
  }
  return out;
}

class Writer {
 public:
  explicit Writer(const Report& report) : report_(report), words_(report.language) {}

  std::string write() {
    body_ += fmt::format("\\section*{{{}}}\n{} $\\cdot$ {}\n", escaped(report_.title), escaped(report_.subtitle),
                         escaped(time_text(report_.time)));
    for (const Section& section : report_.sections) {
      body_ += fmt::format("\n\\subsection*{{{}}}\n", escaped(section.title));
      for (const Block& block : section.blocks) {
        body_ += '\n';
        std::visit([this](const auto& one) { write(one); }, block);
      }
    }
    return preamble() + body_;
  }

 private:
  [[nodiscard]] std::string preamble() const {
    // Beyond Latin a font must be chosen, which pdflatex can't.
    const bool wide =
        std::any_of(body_.begin(), body_.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xc6; });
    std::string out =
        "% A fragment for \\input. It needs, in the preamble:\n%   \\usepackage{booktabs,longtable,array,textcomp}\n";
    out += wide ? "% and, for it has characters beyond Latin, xelatex or lualatex with\n%   \\usepackage{xeCJK} "
                  "\\setCJKmainfont{Noto Sans CJK SC} \\setCJKmonofont{Noto Sans CJK SC}\n"
                : "%   \\usepackage[T1]{fontenc} (with pdflatex)\n";
    return out +
           "% Compiled alone:\n%   \\documentclass{article} ... \\begin{document} \\input{this file} "
           "\\end{document}\n\n";
  }

  static std::string cell_text(const Cell& cell, bool narrow) {
    const std::string text = narrow ? breakable(cell.text) : escaped(cell.text);
    return cell.code ? fmt::format("\\texttt{{{}}}", text) : text;
  }

  void write(const Paragraph& block) {
    body_ += block.lead ? fmt::format("\\noindent\\textbf{{{}}}\\par\n", escaped(block.text))
                        : fmt::format("\\noindent {}\\par\n", escaped(block.text));
  }

  void write(const Facts& block) {
    body_ += "{\\small\n\\begin{longtable}[l]{@{}l>{\\raggedright\\arraybackslash}p{0.64\\linewidth}@{}}\n\\toprule\n";
    for (const Fact& fact : block.rows) {
      Cell value = fact.value;
      if (value.code && !value.exact.empty()) value.text = value.exact;
      body_ += fmt::format("{} & {} \\\\\n", escaped(fact.label), cell_text(value, true));
    }
    body_ += "\\bottomrule\n\\end{longtable}}\n";
  }

  static bool is_crowded(const Table& table) { return table.columns.size() > 6; }

  /// Columns of numbers are as wide as they are; of long texts the rest of the line is shared by their lengths.
  static std::vector<double> shares(const Table& table) {
    std::vector<double> widths;
    double all = 0, wanting = 0;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      std::size_t width = display_width(table.columns[i].title);
      for (const auto& row : table.rows)
        width = std::max(width, display_width(row[i].text) * (row[i].code ? 12 : 10) / 10);
      widths.push_back(static_cast<double>(width + 2));
      all += widths.back();
    }
    const double line = is_crowded(table) ? 88 : 68;  // characters of article's text width
    if (all <= line) return std::vector<double>(widths.size(), 0);
    double room = line;
    for (std::size_t i = 0; i < widths.size(); ++i)
      (table.columns[i].align == Align::left && widths[i] > 12 ? wanting : room) +=
          table.columns[i].align == Align::left && widths[i] > 12 ? widths[i] : -widths[i];
    for (std::size_t i = 0; i < widths.size(); ++i)
      widths[i] = table.columns[i].align == Align::left && widths[i] > 12
                      ? std::max(0.08, 0.9 * std::max(room, 20.0) / line * widths[i] / wanting)
                      : 0;
    return widths;
  }

  void write(const Table& block) {
    if (block.rows.empty()) return;
    const std::vector<double> share = shares(block);
    std::string columns, titles;
    for (std::size_t i = 0; i < block.columns.size(); ++i) {
      columns += share[i] > 0 ? fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.3f}\\linewidth}}", share[i])
                 : block.columns[i].align == Align::right ? "r"
                                                          : "l";
      titles += (i == 0 ? "" : " & ") + escaped(block.columns[i].title);
    }
    if (!block.caption.empty())
      body_ += fmt::format("\\noindent\\textbf{{{}}}\\par\\nopagebreak\n", escaped(block.caption));
    body_ += fmt::format("{{{}\n", is_crowded(block) ? "\\scriptsize\\setlength{\\tabcolsep}{3pt}" : "\\small");
    body_ += fmt::format("\\begin{{longtable}}[l]{{@{{}}{}@{{}}}}\n", columns);
    body_ += fmt::format(
        "\\toprule\n{0} \\\\\n\\midrule\n\\endfirsthead\n\\toprule\n{0} "
        "\\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n",
        titles);
    for (const auto& row : block.rows) {
      for (std::size_t i = 0; i < row.size(); ++i) body_ += (i == 0 ? "" : " & ") + cell_text(row[i], share[i] > 0);
      body_ += " \\\\\n";
    }
    body_ += "\\end{longtable}}\n";
  }

  void write(const Chart& block) { write(chart_table(block, words_)); }

  void write(const Code& block) {
    // The one thing that ends a verbatim is taken apart, or a text could go on as commands.
    std::string text = block.text;
    constexpr std::string_view end = "\\end{verbatim}";
    for (std::size_t at = 0; (at = text.find(end, at)) != std::string::npos; at += end.size() + 1)
      text.insert(at + 4, " ");
    body_ += fmt::format("\\noindent {}\n{{\\scriptsize\n\\begin{{verbatim}}\n{}{}\\end{{verbatim}}}}\n",
                         escaped(block.caption), text, text.ends_with('\n') ? "" : "\n");
  }

  const Report& report_;
  Words words_;
  std::string body_;
};

}  // namespace

std::string to_latex(const Report& report) { return Writer(report).write(); }

}  // namespace lockstep::tracking::report
