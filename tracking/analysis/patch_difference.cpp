#include "tracking/analysis/patch_difference.h"

#include <algorithm>
#include <map>
#include <set>

#include "tracking/analysis/patch_text.h"
#include "tracking/provenance/git_handles.h"

namespace lockstep::tracking {

namespace {

using Base = std::map<std::int64_t, std::string>;

/// Between lines that no patch shows: the same on both sides, so that a comparison keeps its place.
constexpr const char* gap = "…";

/// The commit's lines that either patch shows; false where they contradict each other.
bool merge_bases(const FilePatch& before, const FilePatch& after, Base& out) {
  out = before.base;
  for (const auto& [number, line] : after.base) {
    const auto [at, added] = out.emplace(number, line);
    if (!added && at->second != line) return false;
  }
  return true;
}

/// The file as a patch leaves it, over the lines of `base`.
std::string state_after(const FilePatch& patch, const Base& base) {
  std::set<std::int64_t> places;
  for (const auto& [number, line] : base) places.insert(number);
  for (const auto& [number, lines] : patch.inserted) places.insert(number);
  std::string out;
  std::int64_t expected = 0;
  for (const std::int64_t place : places) {
    const auto line = base.find(place);
    if (place > expected && line != base.end() && expected != 0) out.append(gap).push_back('\n');
    if (line != base.end()) {
      if (!patch.removed.contains(place)) out.append(line->second).push_back('\n');
      expected = place + 1;
    }
    if (const auto inserted = patch.inserted.find(place); inserted != patch.inserted.end()) {
      for (const std::string& one : inserted->second) out.append(one).push_back('\n');
    }
  }
  return out;
}

using Diffed = git::Handle<git_patch, git_patch_free>;

std::string unified(const std::string& before, const std::string& after) {
  git_patch* made = nullptr;
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  options.context_lines = 3;
  options.flags = GIT_DIFF_FORCE_TEXT;
  if (git_patch_from_buffers(&made, before.data(), before.size(), nullptr, after.data(), after.size(), nullptr, &options) < 0) return {};
  const Diffed patch(made);
  std::string out;
  for (std::size_t hunk = 0; hunk < git_patch_num_hunks(made); ++hunk) {
    if (hunk != 0) out.append(" ").append(gap).push_back('\n');
    const int lines = git_patch_num_lines_in_hunk(made, hunk);
    for (int i = 0; i < lines; ++i) {
      const git_diff_line* line = nullptr;
      if (git_patch_get_line_in_hunk(&line, made, hunk, static_cast<std::size_t>(i)) < 0) continue;
      if (line->origin != '+' && line->origin != '-' && line->origin != ' ') continue;
      out.push_back(line->origin);
      out.append(line->content, line->content_len);
      if (out.back() != '\n') out.push_back('\n');
    }
  }
  return out;
}

std::string text_of(const FilePatch& before, const FilePatch& after, bool same_commit) {
  Base base;
  if (same_commit && merge_bases(before, after, base)) return unified(state_after(before, base), state_after(after, base));
  return unified(state_after(before, before.base), state_after(after, after.base));
}

}  // namespace

PatchDifference compare_patches(std::string_view before, std::string_view after, bool same_commit) {
  const git::Library library;
  const std::map<std::string, FilePatch> first = parse_patch(before);
  const std::map<std::string, FilePatch> second = parse_patch(after);
  std::set<std::string> paths;
  for (const auto* files : {&first, &second})
    for (const auto& [path, file] : *files) paths.insert(path);
  const FilePatch untouched;
  PatchDifference out;
  for (const std::string& path : paths) {
    const auto a = first.find(path), b = second.find(path);
    const FilePatch& one = a == first.end() ? untouched : a->second;
    const FilePatch& other = b == second.end() ? untouched : b->second;
    if (one.whole == other.whole) {
      ++out.same;
      continue;
    }
    PatchedFile file;
    file.path = path;
    file.relation = b == second.end() ? PatchRelation::only_before : a == first.end() ? PatchRelation::only_after : PatchRelation::different;
    file.binary = one.binary || other.binary;
    if (!file.binary) file.text = text_of(one, other, same_commit);
    out.files.push_back(std::move(file));
  }
  return out;
}

const char* patch_relation_name(PatchRelation relation) noexcept {
  switch (relation) {
    case PatchRelation::only_before: return "only_before";
    case PatchRelation::only_after: return "only_after";
    case PatchRelation::different: break;
  }
  return "different";
}

}  // namespace lockstep::tracking
