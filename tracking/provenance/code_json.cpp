#include <array>

#include "tracking/provenance/code_state.h"
#include "tracking/provenance/json_support.h"

namespace lockstep::tracking {

using nlohmann::json;

namespace {

constexpr const char* what = "code state";
constexpr std::array<std::pair<CodeKind, const char*>, 4> kinds{{{CodeKind::repository, "repository"},
                                                                 {CodeKind::none, "none"},
                                                                 {CodeKind::bare, "bare"},
                                                                 {CodeKind::unreadable, "unreadable"}}};

json lists_to_json(const CodeState& state) {
  json changed = json::array();
  for (const ChangedPath& path : state.changed) {
    json entry{{"path", text_to_json(path.path)}, {"change", path.change}, {"staged", path.staged}, {"unstaged", path.unstaged}};
    if (!path.old_path.empty()) entry["old_path"] = text_to_json(path.old_path);
    changed.push_back(std::move(entry));
  }
  json omitted = json::array();
  for (const OmittedPath& path : state.omitted) {
    omitted.push_back({{"path", text_to_json(path.path)}, {"bytes", path.bytes}, {"reason", text_to_json(path.reason)}});
  }
  json submodules = json::array();
  for (const SubmoduleState& submodule : state.submodules) {
    submodules.push_back({{"path", text_to_json(submodule.path)}, {"commit", submodule.commit},
                          {"head_commit", submodule.head_commit}, {"dirty", submodule.dirty}});
  }
  json problems = json::array();
  for (const std::string& problem : state.problems) problems.push_back(text_to_json(problem));
  return {{"changed", changed}, {"omitted", omitted}, {"submodules", submodules}, {"problems", problems}};
}

json to_json_value(const CodeState& state) {
  json out = lists_to_json(state);
  for (const auto& [kind, name] : kinds) {
    if (kind == state.kind) out["kind"] = name;
  }
  out.update({{"folder", text_to_json(state.folder)},
              {"root", text_to_json(state.root)},
              {"commit", state.commit},
              {"commit_time", state.commit_time},
              {"summary", text_to_json(state.summary)},
              {"branch", text_to_json(state.branch)},
              {"remote", text_to_json(state.remote)},
              {"detached", state.detached},
              {"no_commit", state.no_commit},
              {"worktree", state.worktree},
              {"other_owner", state.other_owner},
              {"index_locked", state.index_locked},
              {"lfs", {{"used", state.lfs}, {"pointers", state.lfs_pointers}}},
              {"dirty", state.dirty},
              {"counts", {{"staged", state.staged}, {"unstaged", state.unstaged}, {"untracked", state.untracked},
                          {"conflicted", state.conflicted}}},
              {"changed_total", state.changed_total},
              {"omitted_total", state.omitted_total},
              {"patch", {{"sha256", state.patch_sha256}, {"bytes", state.patch_bytes}}}});
  return out;
}

void lists_from_json(const json& value, CodeState& state) {
  for (const json& entry : member(value, "changed", json::array())) {
    state.changed.push_back({text_member(entry, "path"), text_member(entry, "old_path"), text_member(entry, "change"),
                             member(entry, "staged", false), member(entry, "unstaged", false)});
  }
  for (const json& entry : member(value, "omitted", json::array())) {
    state.omitted.push_back({text_member(entry, "path"), member(entry, "bytes", std::uint64_t{0}), text_member(entry, "reason")});
  }
  for (const json& entry : member(value, "submodules", json::array())) {
    state.submodules.push_back({text_member(entry, "path"), text_member(entry, "commit"), text_member(entry, "head_commit"),
                                member(entry, "dirty", false)});
  }
  for (const json& entry : member(value, "problems", json::array())) state.problems.push_back(text_from_json(entry));
}

CodeState from_json_value(const json& value) {
  CodeState state;
  lists_from_json(value, state);
  const std::string kind_name = text_member(value, "kind", "none");
  bool known = false;
  for (const auto& [kind, name] : kinds) {
    if (kind_name == name) state.kind = kind;
    known = known || kind_name == name;
  }
  if (!known) damaged_record(what, "unknown kind \"" + kind_name + "\"");
  state.folder = text_member(value, "folder");
  state.root = text_member(value, "root");
  state.commit = text_member(value, "commit");
  state.commit_time = member(value, "commit_time", std::int64_t{0});
  state.summary = text_member(value, "summary");
  state.branch = text_member(value, "branch");
  state.remote = text_member(value, "remote");
  state.detached = member(value, "detached", false);
  state.no_commit = member(value, "no_commit", false);
  state.worktree = member(value, "worktree", false);
  state.other_owner = member(value, "other_owner", false);
  state.index_locked = member(value, "index_locked", false);
  const json lfs = member(value, "lfs", json::object());
  state.lfs = member(lfs, "used", false);
  state.lfs_pointers = member(lfs, "pointers", std::int64_t{0});
  state.dirty = member(value, "dirty", false);
  const json counts = member(value, "counts", json::object());
  state.staged = member(counts, "staged", std::int64_t{0});
  state.unstaged = member(counts, "unstaged", std::int64_t{0});
  state.untracked = member(counts, "untracked", std::int64_t{0});
  state.conflicted = member(counts, "conflicted", std::int64_t{0});
  state.changed_total = member(value, "changed_total", std::int64_t{0});
  state.omitted_total = member(value, "omitted_total", std::int64_t{0});
  const json patch = member(value, "patch", json::object());
  state.patch_sha256 = text_member(patch, "sha256");
  state.patch_bytes = member(patch, "bytes", std::uint64_t{0});
  return state;
}

}  // namespace

std::string to_json(const CodeState& state) { return to_json_value(state).dump(); }

CodeState code_state_from_json(std::string_view text) {
  try {
    return from_json_value(parse_record(text, what));
  } catch (const json::exception& error) {
    damaged_record(what, error.what());
  }
}

std::vector<KeyDifference> differences(const CodeState& before, const CodeState& after) {
  return json_differences(to_json_value(before), to_json_value(after),
                          {"folder", "root", "worktree", "other_owner", "index_locked", "problems"});
}

}  // namespace lockstep::tracking
