#include "tracking/provenance/commit_log.h"

#include <string_view>
#include <utility>

#include "tracking/provenance/git_handles.h"

namespace lockstep::tracking {

namespace {

using Walk = git::Handle<git_revwalk, git_revwalk_free>;

/// Counting goes on to here: histories of a hundred thousand commits are not walked to their end for a number.
constexpr std::int64_t most_counted = 10000;

std::string first_line(const char* text) {
  const std::string_view all = text == nullptr ? std::string_view() : std::string_view(text);
  return std::string(all.substr(0, all.find('\n')));
}

CommitLine line_of(const git_commit* commit) {
  CommitLine out;
  out.id = git::hex(git_commit_id(commit));
  out.time = static_cast<std::int64_t>(git_commit_time(commit)) * 1000;
  const git_signature* const author = git_commit_author(commit);
  out.author = author == nullptr ? std::string() : first_line(author->name);
  out.summary = first_line(git_commit_message(commit));
  return out;
}

git::Commit find_commit(git_repository* repository, const std::string& id, git_oid& oid) {
  git_commit* found = nullptr;
  if (git_oid_fromstr(&oid, id.c_str()) < 0 || git_commit_lookup(&found, repository, &oid) < 0) return nullptr;
  return git::Commit(found);
}

void walk(git_repository* repository, const git_oid& from, const git_oid& without, std::size_t most, std::vector<CommitLine>& lines, std::int64_t& total) {
  git_revwalk* made = nullptr;
  git::check(git_revwalk_new(&made, repository));
  const Walk walk(made);
  git::check(git_revwalk_sorting(made, GIT_SORT_TOPOLOGICAL | GIT_SORT_TIME));
  git::check(git_revwalk_push(made, &from));
  git::check(git_revwalk_hide(made, &without));
  git_oid id;
  for (int result = git_revwalk_next(&id, made); result != GIT_ITEROVER && total < most_counted; result = git_revwalk_next(&id, made)) {
    git::check(result);
    if (lines.size() < most) {
      git_commit* commit = nullptr;
      git::check(git_commit_lookup(&commit, repository, &id));
      lines.push_back(line_of(git::Commit(commit).get()));
    }
    ++total;
  }
}

void read_log(CommitLog& log, const std::string& root, const std::string& before, const std::string& after, std::size_t most) {
  git_repository* opened = nullptr;
  if (git_repository_open(&opened, root.c_str()) < 0) {
    log.problem = {"code.no_repository", "the repository {path} cannot be read any more: {reason}", {{"path", root}, {"reason", git::last_error()}}};
    return;
  }
  const git::Repository repository(opened);
  git_oid first;
  git_oid second;
  for (const auto& [id, oid] : {std::pair(&before, &first), std::pair(&after, &second)}) {
    if (find_commit(opened, *id, *oid)) continue;
    log.problem = {"code.no_such_commit", "the repository {path} does not hold the commit {commit}: it was rewritten, or is another or a shallow copy", {{"path", root}, {"commit", *id}}};
    return;
  }
  git_oid base;
  const int shared = git_merge_base(&base, opened, &first, &second);
  if (shared == GIT_ENOTFOUND) log.problem = {"code.unrelated", "the two commits have no common history", {}};
  else git::check(shared);
  if (shared == 0) log.ancestor = git::hex(&base);
  walk(opened, first, second, most, log.only_before, log.only_before_total);
  walk(opened, second, first, most, log.only_after, log.only_after_total);
}

}  // namespace

CommitLog commits_between(const std::filesystem::path& root, const std::string& before, const std::string& after, std::size_t most) {
  CommitLog log;
  const git::Library library;
  try {
    read_log(log, root.string(), before, after, most);
  } catch (const git::Failure& failure) {
    log = {};
    log.problem = {"code.no_log", "the commits between the two cannot be read: {reason}", {{"reason", failure.what()}}};
  }
  return log;
}

}  // namespace lockstep::tracking
