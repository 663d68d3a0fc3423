// How the code of two runs differs.
#include <algorithm>

#include "tracking/report/builders.h"
#include "tracking/report/format.h"

namespace lockstep::tracking::report {

namespace {

constexpr std::size_t most_bytes = 16384;

/// At most `most_bytes`, to the end of a line.
std::string beginning(const std::string& text) {
  std::size_t end = std::min(text.size(), most_bytes);
  if (end < text.size()) end = std::max<std::size_t>(text.rfind('\n', end), 1);
  return text.substr(0, end);
}

void add_commits(const std::string& label, const std::vector<CommitLine>& commits, std::int64_t total, const Words& words, Section& section) {
  if (commits.empty()) return;
  Table table;
  table.caption = words("Commits that only {run} builds on: {count}", {{"run", label}, {"count", std::to_string(total)}});
  table.columns = {{words("Commit")}, {words("Time")}, {words("Author")}, {words("Subject")}};
  for (const CommitLine& one : commits) table.rows.push_back({hash_cell(one.id), time_cell(one.time), long_cell(one.author, 40), long_cell(one.summary, 100)});
  section.blocks.emplace_back(std::move(table));
}

Section commits_section(const CommitLog& log, const std::vector<std::string>& labels, const Words& words) {
  Section section{"commits", words("Commits between the two"), {}};
  if (!log.problem.code.empty()) section.blocks.emplace_back(Paragraph{words(log.problem)});
  add_commits(labels[0], log.only_before, log.only_before_total, words, section);
  add_commits(labels[1], log.only_after, log.only_after_total, words, section);
  return section;
}

std::string file_title(const PatchedFile& file, const std::vector<std::string>& labels, const Words& words) {
  if (file.relation == PatchRelation::only_before) return words("{path}, changed for {run} only", {{"path", file.path}, {"run", labels[0]}});
  if (file.relation == PatchRelation::only_after) return words("{path}, changed for {run} only", {{"path", file.path}, {"run", labels[1]}});
  return words("{path}, changed for both, but not alike", {{"path", file.path}});
}

Section changes_section(const PatchDifference& patches, const std::vector<std::string>& labels, const Words& words) {
  Section section{"changes", words("How the uncommitted changes differ"), {}};
  section.blocks.emplace_back(Paragraph{words("Lines as each run had them: - is {first}, + is {second}.", {{"first", labels[0]}, {"second", labels[1]}})});
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < patches.files.size(); ++i) {
    const PatchedFile& file = patches.files[i];
    if (bytes > 4 * most_bytes) {
      section.blocks.emplace_back(Paragraph{words("{count} more files differ.", {{"count", std::to_string(patches.files.size() - i)}})});
      break;
    }
    const std::string title = file_title(file, labels, words);
    if (file.binary) section.blocks.emplace_back(Paragraph{words("{title}: a binary file.", {{"title", title}})});
    else if (file.text.empty()) section.blocks.emplace_back(Paragraph{words("{title}: its lines are the same, its name or mode differs.", {{"title", title}})});
    else section.blocks.emplace_back(Code{title, "diff", beginning(file.text)});
    bytes += file.text.size();
  }
  return section;
}

Section patches_section(const Comparison& comparison, const std::vector<std::string>& labels, const Words& words) {
  Section section{"patches", words("Recorded patches"), {}};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& patch = i == 0 ? comparison.patch_before : comparison.patch_after;
    if (patch.empty()) continue;
    std::string shown = beginning(patch);
    section.blocks.emplace_back(Code{shown.size() < patch.size() ? words("{run}, the beginning of its patch", {{"run", labels[i]}}) : labels[i], "diff", std::move(shown)});
  }
  return section;
}

}  // namespace

void add_code_sections(const Comparison& comparison, const std::vector<std::string>& labels, const Words& words, std::vector<Section>& sections) {
  if (comparison.commits) sections.push_back(commits_section(*comparison.commits, labels, words));
  if (!comparison.patches.files.empty()) sections.push_back(changes_section(comparison.patches, labels, words));
  if (comparison.patch_before != comparison.patch_after) sections.push_back(patches_section(comparison, labels, words));
}

}  // namespace lockstep::tracking::report
