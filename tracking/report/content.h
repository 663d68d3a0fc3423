// What a report says, before any format: a title, and sections of blocks. Built once from the records of one run or of several;
// each format is a small writer that walks it. Texts are in the report's language, valid UTF-8 without control characters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tracking/report/words.h"
#include "tracking/store/project.h"

namespace lockstep::tracking::report {

/// How a text is meant; formats show it beside the sign and the word, never by colour alone.
enum class Tone { plain, quiet, good, warning, bad };

/// One value. `exact` is all of it where `text` is shortened: a whole hash, every digit.
struct Cell {
  std::string text;
  std::string exact = {};
  std::string sign = {};  ///< "✓", before the text; formats without such characters leave it out
  Tone tone = Tone::plain;
  int group = -1;     ///< in a matrix: cells of a column with the same number hold the same thing
  bool code = false;  ///< a hash, a key, a path: set in a fixed width
};

struct Paragraph {
  std::string text;
  Tone tone = Tone::plain;
  bool lead = false;  ///< the sentence that says it all
  std::string sign = {};
};

struct Fact {
  std::string label;
  Cell value;
};
struct Facts {
  std::vector<Fact> rows;
};

enum class Align { left, right };
struct Column {
  std::string title;
  Align align = Align::left;
  std::string exact = {};
};
/// The first column names the row. A table with no rows says so by `empty` or is left out.
struct Table {
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

/// A curve's points, decimated so that no pixel of a chart of `Chart::columns` columns is lost; NaN and infinities among them.
struct Curve {
  std::string label;
  std::string run;  ///< its id
  std::string key;
  std::int64_t points = 0;  ///< before decimation
  std::vector<double> x;
  std::vector<double> y;
  int style = 0;       ///< colour and dash, see chart.h
  bool faint = false;  ///< the raw points behind a smoothed curve; not in the legend
  bool dots = false;   ///< few points: each is marked
  int overlays =
      0;  ///< how many earlier curves of the chart are the same, point for point: dashed, so that all can be seen
};
/// Mean ± deviation over seeds.
struct Band {
  std::string label;
  std::vector<double> x;
  std::vector<double> low;
  std::vector<double> high;
  int style = 0;
};
struct Chart {
  std::string title;
  std::string description;  ///< in words, for those who don't see it
  std::string x_title;
  std::string y_title;
  bool log_y = false;
  double x_low = 0;
  double x_high = 1;
  std::vector<Band> bands;
  std::vector<Curve> curves;
};

struct Code {
  std::string caption;
  std::string language;  ///< "toml", "diff", "sh"
  std::string text;
};

using Block = std::variant<Paragraph, Facts, Table, Chart, Code>;

struct Section {
  std::string id;  ///< stable and ASCII: "curves"
  std::string title;
  std::vector<Block> blocks;
};

struct Report {
  Language language = Language::english;
  std::string title;
  std::string subtitle;
  std::int64_t time = 0;             ///< when the newest of the runs ended (or was last heard of), UTC milliseconds
  std::vector<RunSummary> runs;      ///< as given
  std::string comparison_json = {};  ///< of several runs: what `compare --json` prints
  std::vector<Section> sections;
};

/// @throws ValueError for an unknown run, none, or more than can be compared; FileError
[[nodiscard]] Report build_report(const Project& project, const std::vector<std::string>& runs, Language language);

}  // namespace lockstep::tracking::report
