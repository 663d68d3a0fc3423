#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "tracking/provenance/code_changes.h"
#include "tracking/provenance/code_state.h"
#include "tracking/provenance/git_handles.h"

namespace lockstep::tracking {

namespace fs = std::filesystem;

namespace {

std::string without_end_slash(const char* path) {
  std::string text = path != nullptr ? path : "";
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

bool owned_by_another(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && status.st_uid != ::geteuid();
}

git::Repository open(const fs::path& folder, CodeState& state) {
  git_repository* raw = nullptr;
  const int result = git_repository_open_ext(&raw, folder.c_str(), 0, nullptr);
  if (result == 0) {
    state.kind = git_repository_is_bare(raw) != 0 ? CodeKind::bare : CodeKind::repository;
  } else if (result != GIT_ENOTFOUND) {
    state.kind = CodeKind::unreadable;
    state.problems.push_back("the git repository can't be opened: " + git::last_error());
  }
  return git::Repository(raw);
}

/// A path as a pattern of gitignore that means itself.
std::string as_pattern(const std::string& path) {
  std::string out;
  for (const char c : path) {
    if (std::string_view("*?[]\\ #!").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// Rules of this process alone; nothing is written to the repository.
void leave_out_project(git_repository* repository, const CodeOptions& options, const CodeState& state) {
  if (options.project.empty()) return;
  std::error_code ignored;
  const fs::path relative = fs::weakly_canonical(options.project, ignored).lexically_relative(fs::weakly_canonical(state.root, ignored));
  if (relative.empty() || *relative.begin() == "..") return;
  const std::string folder = relative == "." ? std::string("/") : "/" + as_pattern(relative.generic_string()) + "/";
  git::check(git_ignore_add_rule(repository, (folder + "lockstep.db*\n" + folder + "runs/\n").c_str()));
}

void read_head(git_repository* repository, CodeState& state, git::Tree& tree) {
  state.detached = git_repository_head_detached(repository) == 1;
  git_reference* raw = nullptr;
  const int result = git_repository_head(&raw, repository);
  const git::Reference head(raw);
  if (result == GIT_EUNBORNBRANCH || result == GIT_ENOTFOUND) {
    state.no_commit = true;
    git_reference* symbolic = nullptr;
    git::check(git_reference_lookup(&symbolic, repository, "HEAD"));
    const git::Reference owner(symbolic);
    const char* target = git_reference_symbolic_target(symbolic);
    const std::string_view name = target != nullptr ? target : "";
    state.branch = name.starts_with("refs/heads/") ? name.substr(11) : name;
    return;
  }
  git::check(result);
  if (!state.detached) state.branch = git_reference_shorthand(head.get());
  state.commit = git::hex(git_reference_target(head.get()));
  git_commit* commit_raw = nullptr;
  git::check(git_commit_lookup(&commit_raw, repository, git_reference_target(head.get())));
  const git::Commit commit(commit_raw);
  state.commit_time = git_commit_time(commit.get()) * 1000;
  const char* summary = git_commit_summary(commit.get());
  state.summary = summary != nullptr ? summary : "";
  git_tree* tree_raw = nullptr;
  git::check(git_commit_tree(&tree_raw, commit.get()));
  tree.reset(tree_raw);
}

std::string config_text(git_config* config, const std::string& key) {
  git_buf buffer{};
  std::string text = git_config_get_string_buf(&buffer, config, key.c_str()) == 0 ? buffer.ptr : "";
  git_buf_dispose(&buffer);
  return text;
}

/// The URL of the branch's remote, else of origin, else the first there is. Read from the config itself: libgit2 1.5
/// loses 20 KB for each config entry that its own look-up of remotes passes by.
void read_remote(git_repository* repository, CodeState& state) {
  git_config* raw = nullptr;
  git::check(git_repository_config_snapshot(&raw, repository));
  const git::Config config(raw);
  std::string url;
  if (!state.branch.empty()) {
    const std::string name = config_text(raw, "branch." + state.branch + ".remote");
    if (!name.empty()) url = config_text(raw, "remote." + name + ".url");
  }
  if (url.empty()) url = config_text(raw, "remote.origin.url");
  if (url.empty()) {
    git_config_iterator* iterator_raw = nullptr;
    git::check(git_config_iterator_new(&iterator_raw, raw));
    const git::ConfigIterator iterator(iterator_raw);
    for (git_config_entry* entry = nullptr; url.empty() && git_config_next(&entry, iterator_raw) == 0;) {
      const std::string_view key(entry->name);
      if (key.starts_with("remote.") && key.ends_with(".url")) url = entry->value;
    }
  }
  state.remote = without_credentials(url);
}

void read_submodules(git_repository* repository, const CodeOptions& options, CodeState& state) {
  std::vector<std::string> paths;
  git::check(git_submodule_foreach(
      repository,
      [](git_submodule* submodule, const char*, void* payload) {
        static_cast<std::vector<std::string>*>(payload)->emplace_back(git_submodule_path(submodule));
        return 0;
      },
      &paths));
  std::ranges::sort(paths);
  for (const std::string& path : paths) {
    if (options.stop.stop_requested()) throw engine::Stopped();
    git_submodule* raw = nullptr;
    git::check(git_submodule_lookup(&raw, repository, path.c_str()));
    const git::Submodule submodule(raw);
    SubmoduleState found;
    found.path = path;
    found.commit = git::hex(git_submodule_wd_id(raw));
    found.head_commit = git::hex(git_submodule_head_id(raw));
    unsigned int status = 0;
    git::check(git_submodule_status(&status, repository, path.c_str(), GIT_SUBMODULE_IGNORE_NONE));
    found.dirty = GIT_SUBMODULE_STATUS_IS_UNMODIFIED(status) == 0 && (status & GIT_SUBMODULE_STATUS_WD_UNINITIALIZED) == 0;
    state.dirty = state.dirty || found.dirty;
    state.submodules.push_back(std::move(found));
  }
}

/// An LFS pointer left in place of its file is a small text of about 130 bytes.
bool is_pointer(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::getline(file, line);
  return line == "version https://git-lfs.github.com/spec/v1";
}

void read_lfs(git_repository* repository, const CodeOptions& options, CodeState& state) {
  std::ifstream attributes(state.root + "/.gitattributes");
  std::stringstream text;
  text << attributes.rdbuf();
  state.lfs = text.str().find("filter=lfs") != std::string::npos;
  if (!state.lfs) return;
  git_index* raw = nullptr;
  git::check(git_repository_index(&raw, repository));
  const git::Index index(raw);
  for (std::size_t i = 0; i < git_index_entrycount(raw); ++i) {
    if (options.stop.stop_requested()) throw engine::Stopped();
    const git_index_entry* entry = git_index_get_byindex(raw, i);
    if (entry->file_size < 100 || entry->file_size > 1024) continue;
    const char* filter = nullptr;
    git::check(git_attr_get(&filter, repository, 0, entry->path, "filter"));
    if (filter != nullptr && std::string_view(filter) == "lfs" && is_pointer(state.root + "/" + entry->path)) {
      ++state.lfs_pointers;
    }
  }
}

}  // namespace

std::string without_credentials(std::string_view url) {
  const std::size_t scheme_end = url.find("://");
  if (scheme_end == std::string_view::npos) return std::string(url);  // a path, or user@host:path, which holds no password
  const std::string_view scheme = url.substr(0, scheme_end);
  std::string_view rest = url.substr(scheme_end + 3);
  const bool ssh = scheme == "ssh" || scheme == "git+ssh" || scheme == "ssh+git";
  if (!ssh) rest = rest.substr(0, rest.find_first_of("?#"));
  const std::size_t slash = rest.find('/');
  const std::size_t at = rest.substr(0, slash).rfind('@');
  std::string user;
  if (at != std::string_view::npos) {
    if (ssh) user = std::string(rest.substr(0, std::min(at, rest.find(':')))) + "@";
    rest = rest.substr(at + 1);
  }
  return fmt::format("{}://{}{}", scheme, user, rest);
}

CodeState capture_code(const fs::path& folder, const CodeOptions& options) {
  const git::Library library;
  CodeState state;
  std::error_code ignored;
  state.folder = fs::absolute(folder, ignored).lexically_normal().string();
  const git::Repository repository = open(folder, state);
  if (!repository) return state;
  git_repository* raw = repository.get();
  const char* git_folder = git_repository_path(raw);
  state.root = without_end_slash(state.kind == CodeKind::bare ? git_folder : git_repository_workdir(raw));
  state.worktree = git_repository_is_worktree(raw) == 1;
  state.other_owner = owned_by_another(state.root) || owned_by_another(without_end_slash(git_folder));
  state.index_locked = fs::exists(std::string(git_folder) + "index.lock", ignored);

  git::Tree tree;
  const auto attempt = [&](const char* what, const std::function<void()>& read) {
    if (options.stop.stop_requested()) throw engine::Stopped();
    try {
      read();
      return true;
    } catch (const git::Failure& failure) {
      state.problems.push_back(fmt::format("{} can't be read: {}", what, failure.what()));
      return false;
    }
  };
  const bool has_head = attempt("the current commit", [&] { read_head(raw, state, tree); });
  attempt("the remote", [&] { read_remote(raw, state); });
  if (state.kind == CodeKind::bare) return state;
  attempt("the project's place", [&] { leave_out_project(raw, options, state); });
  // Without the commit's tree there is nothing that a patch could start from.
  if (has_head) attempt("the changes", [&] { capture_changes(raw, tree.get(), options, state); });
  attempt("the submodules", [&] { read_submodules(raw, options, state); });
  attempt("the LFS attributes", [&] { read_lfs(raw, options, state); });
  return state;
}

}  // namespace lockstep::tracking
