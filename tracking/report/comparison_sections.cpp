// Several runs side by side: why they differ, who shares what with whom, only what differs, and what seeds say about it.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "tracking/report/builders.h"
#include "tracking/report/format.h"

namespace lockstep::tracking::report {

namespace {

constexpr std::size_t side_by_side = 4;  ///< runs that fit as columns; more are rows
constexpr std::size_t keys_a_table = 5;
constexpr std::size_t long_keys_a_table = 3;  ///< of seeds: twenty digits each
constexpr std::size_t long_value = 40;

Cell dash() { return {.text = "–", .tone = Tone::quiet}; }

Paragraph why(const Comparison& comparison, const Words& words) {
  if (comparison.judgements.size() == 1) {
    const Judgement& judgement = comparison.judgements[0];
    const Cell verdict = verdict_cell(judgement.verdict, words);
    return {sentence(judgement, words), verdict.tone, true, verdict.sign};
  }
  std::map<Cause, int> causes;
  int identical = 0;
  for (const Judgement& judgement : comparison.judgements) {
    if (judgement.verdict == Verdict::identical) ++identical;
    else ++causes[judgement.cause];
  }
  if (causes.empty())
    return {words("All {count} runs are identical, bit for bit", {{"count", std::to_string(comparison.runs.size())}}) +
                words("."),
            Tone::good, true, "✓"};
  std::string list;
  for (const auto& [cause, count] : causes)
    list += (list.empty() ? std::string() : words(", ")) +
            words("{cause} ({count})", {{"cause", cause_words(cause, words)}, {"count", std::to_string(count)}});
  return {words("Against {name}: {identical} of {others} identical; the others differ by {causes}",
                {{"name", run_labels(comparison.runs)[0]},
                 {"identical", std::to_string(identical)},
                 {"others", std::to_string(comparison.judgements.size())},
                 {"causes", list}}) +
              words("."),
          Tone::plain, true, "≠"};
}

std::string matrix_title(const std::string& column, const Words& words) {
  if (column == "config") return words("Config");
  if (column == "code") return words("Code");
  if (column == "data") return words("Data");
  if (column == "seeds") return words("Seeds");
  if (column == "environment") return words("Environment");
  if (column == "initial_weights") return words("Initial weights");
  if (column == "outcome") return words("Outcome");
  return column;
}

/// "A", "B", …, "Z", "AA": equal marks in a column are equal things.
std::string mark(int group) {
  std::string out(1, static_cast<char>('A' + group % 26));
  return group < 26 ? out : mark(group / 26 - 1) + out;
}

Section matrix_section(const Comparison& comparison, const std::vector<std::string>& labels, const Words& words) {
  Section section{"matrix", words("Who shares what"), {}};
  section.blocks.emplace_back(
      Paragraph{words("Equal letters in a column are the same thing, bit for bit."), Tone::quiet});
  Table table{words("Reproducibility matrix"), {{words("Run")}, {words("Status")}}, {}};
  for (const MatrixColumn& column : comparison.matrix) table.columns.push_back({matrix_title(column.name, words)});
  table.columns.push_back({words("Against the first")});
  for (std::size_t run = 0; run < comparison.runs.size(); ++run) {
    std::vector<Cell> row{{.text = labels[run], .exact = comparison.runs[run].id},
                          status_cell(comparison.runs[run].status, words)};
    for (const MatrixColumn& column : comparison.matrix) {
      const int group = column.groups[run];
      if (group < 0) {
        row.push_back(dash());
        continue;
      }
      const bool hash =
          !column.values[run].empty() && column.values[run].find_first_not_of("0123456789abcdef") == std::string::npos;
      row.push_back({.text = hash ? mark(group) + "\u00a0" + short_hash(column.values[run]) : mark(group),
                     .exact = column.values[run],
                     .group = group});
    }
    row.push_back(run == 0 ? Cell{.text = words("the first"), .tone = Tone::quiet}
                           : verdict_cell(comparison.judgements[run - 1].verdict, words));
    table.rows.push_back(std::move(row));
  }
  section.blocks.emplace_back(std::move(table));
  return section;
}

Cell value_cell(const std::string& value) {
  if (value.empty()) return dash();
  // Whole hashes help nobody on paper; both differ in the first seven.
  if (value.size() >= 32 && value.find_first_not_of("0123456789abcdef") == std::string::npos) return hash_cell(value);
  return long_cell(value, long_value);
}

/// Runs as columns while they fit; else runs are rows, and the keys come a few at a time.
void add_rows(const std::string& caption, const std::vector<std::string>& keys,
              const std::vector<std::vector<Cell>>& values, const std::vector<std::string>& labels, Align align,
              std::size_t at_once, const Words& words, Section& section) {
  if (keys.empty()) return;
  if (labels.size() <= side_by_side) {
    Table table{caption, {{words("Key")}}, {}};
    for (const std::string& label : labels) table.columns.push_back({label, align, {}});
    for (std::size_t k = 0; k < keys.size(); ++k) {
      std::vector<Cell> row{code_cell(keys[k])};
      row.insert(row.end(), values[k].begin(), values[k].end());
      table.rows.push_back(std::move(row));
    }
    section.blocks.emplace_back(std::move(table));
    return;
  }
  for (std::size_t begin = 0; begin < keys.size(); begin += at_once) {
    const std::size_t end = std::min(begin + at_once, keys.size());
    Table table{caption, {{words("Run")}}, {}};
    for (std::size_t k = begin; k < end; ++k) table.columns.push_back({keys[k], align, {}});
    for (std::size_t run = 0; run < labels.size(); ++run) {
      std::vector<Cell> row{{.text = labels[run]}};
      for (std::size_t k = begin; k < end; ++k) row.push_back(values[k][run]);
      table.rows.push_back(std::move(row));
    }
    section.blocks.emplace_back(std::move(table));
  }
}

/// Of many runs: a value, and which runs have it. Sets of runs that differ in one thing are seen at once.
void add_by_value(const std::string& caption, const std::vector<const DifferenceRow*>& rows,
                  const std::vector<std::string>& labels, const Words& words, Section& section) {
  if (rows.empty()) return;
  constexpr std::size_t named = 3;
  Table table{caption, {{words("Key")}, {words("Value")}, {words("Number"), Align::right, {}}, {words("Runs")}}, {}};
  for (const DifferenceRow* row : rows) {
    std::vector<std::string> seen;
    for (const std::string& value : row->values)
      if (std::find(seen.begin(), seen.end(), value) == seen.end()) seen.push_back(value);
    for (const std::string& value : seen) {
      std::vector<std::string> runs;
      for (std::size_t run = 0; run < labels.size(); ++run)
        if (row->values[run] == value) runs.push_back(labels[run]);
      std::string some;
      for (std::size_t i = 0; i < std::min(runs.size(), named); ++i)
        some += (i == 0 ? std::string() : words(", ")) + runs[i];
      if (runs.size() > named) some += words(" and {count} more", {{"count", std::to_string(runs.size() - named)}});
      table.rows.push_back(
          {code_cell(row->key), value_cell(value), count_cell(static_cast<std::int64_t>(runs.size())), {.text = some}});
    }
  }
  section.blocks.emplace_back(std::move(table));
}

void add_differences(const std::string& caption, const std::vector<DifferenceRow>& rows,
                     const std::vector<std::string>& labels, const Words& words, Section& section) {
  std::vector<std::string> keys;
  std::vector<std::vector<Cell>> values;
  std::vector<const DifferenceRow*> shared;
  bool long_values = false;
  for (const DifferenceRow& row : rows) {
    const std::size_t distinct = std::set<std::string>(row.values.begin(), row.values.end()).size();
    if (labels.size() > side_by_side && distinct <= labels.size() / 2) {
      shared.push_back(&row);
      continue;
    }
    keys.push_back(row.key);
    values.emplace_back();
    for (const std::string& value : row.values) {
      values.back().push_back(value_cell(value));
      long_values = long_values || values.back().back().text.size() > 16;
    }
  }
  add_by_value(caption, shared, labels, words, section);
  add_rows(caption, keys, values, labels, Align::left, long_values ? long_keys_a_table : keys_a_table, words, section);
}

std::string some_paths(const std::vector<std::string>& paths) {
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(paths.size(), 10); ++i) out += (i == 0 ? "" : ", ") + paths[i];
  return paths.size() > 10 ? out + ", …" : out;
}

Section differences_section(const Comparison& comparison, const std::vector<std::string>& labels, const Words& words) {
  Section section{"differences", words("Only what differs"), {}};
  add_differences(words("Config"), comparison.config, labels, words, section);
  add_differences(words("Data"), comparison.data, labels, words, section);
  if (comparison.files && !comparison.files->empty()) {
    Facts facts;
    const auto add = [&](const std::string& label, const std::vector<std::string>& paths) {
      if (!paths.empty())
        facts.rows.push_back(
            {label,
             {.text = words("{count}: {paths}", {{"count", grouped(static_cast<std::int64_t>(paths.size()))},
                                                 {"paths", some_paths(paths)}})}});
    };
    add(words("Files added"), comparison.files->added);
    add(words("Files removed"), comparison.files->removed);
    add(words("Files changed"), comparison.files->changed);
    section.blocks.emplace_back(std::move(facts));
  }
  add_differences(words("Code"), comparison.code, labels, words, section);
  add_differences(words("Seeds"), comparison.seeds, labels, words, section);
  add_differences(words("Environment"), comparison.environment, labels, words, section);
  if (section.blocks.empty())
    section.blocks.emplace_back(
        Paragraph{words("Config, data, code, seeds and environment are the same in all of them."), Tone::quiet});
  return section;
}

Section metrics_section(const Comparison& comparison, const std::vector<std::string>& labels, const Words& words) {
  Section section{"metrics", words("Metrics"), {}};
  std::vector<std::string> keys, evaluated;
  std::vector<std::vector<Cell>> last, best;
  for (const MetricRow& row : comparison.metrics) {
    const bool has_best = row.key.starts_with("val/") || row.key == "train/epoch_loss";
    keys.push_back(row.key);
    last.emplace_back();
    if (has_best) evaluated.push_back(row.key), best.emplace_back();
    for (const auto& value : row.values) {
      last.back().push_back(value ? number_cell(value->last) : dash());
      if (!has_best) continue;
      Cell cell = value ? number_cell(row.smaller_is_better ? value->minimum : value->maximum) : dash();
      if (value)
        cell.exact = words("{value}, at step {step}",
                           {{"value", cell.exact},
                            {"step", grouped(row.smaller_is_better ? value->minimum_step : value->maximum_step)}});
      best.back().push_back(std::move(cell));
    }
  }
  add_rows(words("Last values"), keys, last, labels, Align::right, keys_a_table, words, section);
  add_rows(words("Best values"), evaluated, best, labels, Align::right, keys_a_table, words, section);
  if (section.blocks.empty()) section.blocks.emplace_back(Paragraph{words("No metric was recorded."), Tone::quiet});
  return section;
}

Spread last_values(const MetricRow& row, const SeedGroup& group) {
  std::vector<double> found;
  for (const std::size_t run : group.runs)
    if (row.values[run]) found.push_back(row.values[run]->last);
  return spread_of(found);
}

/// Groups of runs that differ by their seeds alone: how much a result varies, and whether two configs differ by more.
std::optional<Section> seeds_spread_section(const Comparison& comparison, const std::vector<std::string>& labels,
                                            const Words& words) {
  if (comparison.groups.empty()) return std::nullopt;
  Section section{"spread", words("Over seeds"), {}};
  const auto name = [&](const SeedGroup& group) {
    return words("{name} and {count} more",
                 {{"name", labels[group.runs[0]]}, {"count", std::to_string(group.runs.size() - 1)}});
  };
  Table spread{words("Mean and deviation of the last values, over runs of one config and data"),
               {{words("Metric")},
                {words("Runs")},
                {words("Config")},
                {words("Number"), Align::right, {}},
                {words("Mean"), Align::right, {}},
                {words("Deviation"), Align::right, {}}},
               {}};
  for (const SeedGroup& group : comparison.groups) {
    for (const MetricRow& row : comparison.metrics) {
      if (!row.key.starts_with("val/") && !row.key.starts_with("test/")) continue;
      const Spread one = last_values(row, group);
      if (one.count > 1)
        spread.rows.push_back({code_cell(row.key),
                               {.text = name(group)},
                               hash_cell(group.config_hash),
                               count_cell(one.count),
                               number_cell(one.mean),
                               number_cell(one.deviation)});
    }
  }
  section.blocks.emplace_back(std::move(spread));
  if (comparison.significance.empty()) return section;
  Table table{words("Difference of the means, with its 95 % interval (Welch)"),
              {{words("Metric")},
               {words("First")},
               {words("Second")},
               {words("Difference"), Align::right, {}},
               {words("From"), Align::right, {}},
               {words("To"), Align::right, {}},
               {"p", Align::right, {}},
               {words("Reading")}},
              {}};
  for (const GroupDifference& one : comparison.significance) {
    const bool apart = one.interval.low > 0 || one.interval.high < 0;
    table.rows.push_back({code_cell(one.metric),
                          {.text = name(comparison.groups[one.first])},
                          {.text = name(comparison.groups[one.second])},
                          number_cell(one.interval.difference),
                          number_cell(one.interval.low),
                          number_cell(one.interval.high),
                          number_cell(one.interval.p_value),
                          apart ? Cell{.text = words("more than seeds explain"), .sign = "≠", .tone = Tone::good}
                                : Cell{.text = words("no more than seeds explain"), .sign = "≈", .tone = Tone::quiet}});
  }
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace

std::vector<Section> comparison_sections(const Comparison& comparison, const Words& words) {
  const std::vector<std::string> labels = run_labels(comparison.runs);
  std::vector<Section> out;
  out.push_back({"why", words("Why do they differ?"), {why(comparison, words)}});
  if (comparison.judgements.size() == 1 && comparison.judgements[0].divergence.first) {
    const auto& [step, quantity, before, after] = *comparison.judgements[0].divergence.first;
    Facts facts;
    facts.rows.push_back({words("First step that differs"), count_cell(step)});
    facts.rows.push_back({words("First quantity"), code_cell(quantity)});
    facts.rows.push_back({labels[0], code_cell(before.empty() ? "–" : before)});
    facts.rows.push_back({labels[1], code_cell(after.empty() ? "–" : after)});
    facts.rows.push_back({words("Steps compared"), count_cell(comparison.judgements[0].divergence.compared)});
    out.back().blocks.emplace_back(std::move(facts));
  }
  out.push_back(matrix_section(comparison, labels, words));
  out.push_back(metrics_section(comparison, labels, words));
  if (auto spread = seeds_spread_section(comparison, labels, words)) out.push_back(std::move(*spread));
  out.push_back(differences_section(comparison, labels, words));
  return out;
}

}  // namespace lockstep::tracking::report
