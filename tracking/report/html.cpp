// A report as one HTML file that is well-formed XML too, so that any parser reads it.
#include <array>

#include "tracking/provenance/utc_time.h"
#include "tracking/report/format.h"
#include "tracking/report/html_style.h"
#include "tracking/report/writers.h"
#include "tracking/report/xml.h"

namespace lockstep::tracking::report {

namespace {

constexpr int group_colours = 8;

std::string_view tone_class(Tone tone) {
  static constexpr std::array<std::string_view, 5> names{"", "quiet", "good", "warning", "bad"};
  return names[static_cast<std::size_t>(tone)];
}

/// ` class="a b"`, or nothing.
std::string classes(std::initializer_list<std::string_view> names) {
  std::string all;
  for (const std::string_view name : names)
    if (!name.empty()) all += (all.empty() ? "" : " ") + std::string(name);
  return all.empty() ? all : fmt::format(" class=\"{}\"", all);
}

std::string sign(const std::string& text) {
  return text.empty() ? text : fmt::format("<span class=\"sign\" aria-hidden=\"true\">{}</span>", xml(text));
}

/// What is inside a cell; the whole of what is shortened shows on hover.
std::string inside(const Cell& cell) {
  const std::string_view tag = cell.code ? "code" : "span";
  const std::string title =
      cell.exact.empty() || cell.exact == cell.text ? "" : fmt::format(" title=\"{}\"", xml(cell.exact));
  const std::string tone = classes({tone_class(cell.tone)});
  const std::string text = sign(cell.sign) + xml(cell.text);
  if (!cell.code && title.empty() && tone.empty()) return text;
  return fmt::format("<{0}{1}{2}>{3}</{0}>", tag, tone, title, text);
}

class Writer {
 public:
  explicit Writer(const Report& report) : report_(report), words_(report.language) {}

  std::string write() {
    head();
    out_ += "<main>\n";
    for (const Section& section : report_.sections) {
      add("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n", xml(section.id),
          xml(section.title));
      for (const Block& block : section.blocks) std::visit([this](const auto& one) { write(one); }, block);
      out_ += "</section>\n";
    }
    add("</main>\n<footer>\n<p>{}</p>\n</footer>\n</body>\n</html>\n",
        xml(words_("Written by Lockstep from what the runs recorded. The whole of a shortened number or hash shows "
                   "when the pointer rests on it.")));
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    out_ += fmt::format(form, std::forward<Arguments>(arguments)...);
  }

  void head() {
    const std::string_view language = report_.language == Language::chinese ? "zh-CN" : "en";
    add("<!DOCTYPE html>\n<html lang=\"{0}\" xml:lang=\"{0}\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta "
        "charset=\"utf-8\"/>\n<title>{1}</title>\n",
        language, xml(report_.title));
    add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"generator\" "
        "content=\"Lockstep\"/>\n<meta name=\"referrer\" "
        "content=\"no-referrer\"/>\n<style>{}</style>\n</head>\n<body>\n",
        html_style);
    add("<header>\n<h1>{}</h1>\n<p class=\"subtitle\"><bdi>{}</bdi> · <time datetime=\"{}\">{}</time></p>\n<nav "
        "aria-label=\"{}\">\n<ul>\n",
        xml(report_.title), xml(report_.subtitle), utc_text(report_.time), time_text(report_.time),
        xml(words_("Contents")));
    for (const Section& section : report_.sections)
      add("<li><a href=\"#{}\">{}</a></li>\n", xml(section.id), xml(section.title));
    out_ += "</ul>\n</nav>\n</header>\n";
  }

  void write(const Paragraph& block) {
    add("<p{}>{}{}</p>\n", classes({block.lead ? "lead" : "", tone_class(block.tone)}), sign(block.sign),
        xml(block.text));
  }

  void write(const Facts& block) {
    out_ += "<dl>\n";
    for (const Fact& fact : block.rows) add("<div><dt>{}</dt><dd>{}</dd></div>\n", xml(fact.label), inside(fact.value));
    out_ += "</dl>\n";
  }

  void write(const Table& block) {
    out_ += "<div class=\"table\">\n<table>\n";
    if (!block.caption.empty()) add("<caption>{}</caption>\n", xml(block.caption));
    out_ += "<thead><tr>";
    const auto grouped_column = [&](std::size_t column) {
      return !block.rows.empty() && block.rows[0][column].group >= 0;
    };
    for (std::size_t i = 0; i < block.columns.size(); ++i)
      add("<th scope=\"col\"{}>{}</th>",
          classes({block.columns[i].align == Align::right ? "right" : "", grouped_column(i) ? "group" : ""}),
          xml(block.columns[i].title));
    out_ += "</tr></thead>\n<tbody>\n";
    for (const auto& row : block.rows) {
      out_ += "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string group = row[i].group < 0 ? "" : fmt::format("group g{}", row[i].group % group_colours);
        const bool is_short = (i == 0 || !row[i].sign.empty()) && display_width(row[i].text) <= 28;
        const std::string look =
            classes({block.columns[i].align == Align::right ? "right" : "", group, is_short ? "short" : ""});
        if (i == 0) add("<th scope=\"row\"{}>{}</th>", look, inside(row[i]));
        else add("<td{}>{}</td>", look, inside(row[i]));
      }
      out_ += "</tr>\n";
    }
    out_ += "</tbody>\n</table>\n</div>\n";
  }

  void write(const Chart& block) {
    add("<figure>\n<figcaption>{}</figcaption>\n{}</figure>\n", xml(block.title), to_svg(block, words_, charts_++));
  }

  void write(const Code& block) {
    add("<figure class=\"code\">\n<figcaption>{}</figcaption>\n<pre tabindex=\"0\"><code>", xml(block.caption));
    if (block.language == "diff") lines(block.text);
    else out_ += xml(block.text);
    out_ += "</code></pre>\n</figure>\n";
  }

  /// A patch: what was added and removed told by colour too.
  void lines(const std::string& text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const std::string line = text.substr(begin, end - begin);
      const std::string_view name = line.starts_with("+++") || line.starts_with("---") || line.starts_with("diff ") ||
                                            line.starts_with("@@") || line.starts_with("index ")
                                        ? "place"
                                    : line.starts_with('+') ? "added"
                                    : line.starts_with('-') ? "removed"
                                                            : "";
      if (name.empty()) out_ += xml(line);
      else add("<span class=\"{}\">{}</span>", name, xml(line));
      out_ += '\n';
      begin = end + 1;
    }
  }

  const Report& report_;
  Words words_;
  std::string out_;
  int charts_ = 0;
};

}  // namespace

std::string to_html(const Report& report) { return Writer(report).write(); }

}  // namespace lockstep::tracking::report
