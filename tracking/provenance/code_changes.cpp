#include "tracking/provenance/code_changes.h"

#include <sys/stat.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/sha256.h"

namespace lockstep::tracking {

namespace {

/// Tracked files up to this size are compared byte by byte; beyond it libgit2's binary deltas take seconds.
constexpr std::uint64_t comparable_bytes = std::uint64_t{8} << 20;
/// Renames are looked for among at most so many new files: it reads them all.
constexpr std::size_t rename_candidates = 500;

/// One delta of a diff that goes into the patch, or is left out with a reason.
struct Part {
  git_diff* diff = nullptr;
  std::size_t index = 0;
  std::string path;
  std::uint64_t bytes = 0;  ///< on disk, or of the commit's file where it was deleted
  git_delta_t status = GIT_DELTA_UNMODIFIED;
};

const char* change_name(git_delta_t status) {
  switch (status) {
    case GIT_DELTA_ADDED: return "added";
    case GIT_DELTA_DELETED: return "deleted";
    case GIT_DELTA_RENAMED: return "renamed";
    case GIT_DELTA_TYPECHANGE: return "typechange";
    case GIT_DELTA_UNTRACKED: return "untracked";
    case GIT_DELTA_CONFLICTED: return "conflicted";
    case GIT_DELTA_UNREADABLE: return "unreadable";
    default: return "modified";
  }
}

std::string delta_path(const git_diff_delta& delta) {
  return delta.new_file.path != nullptr ? delta.new_file.path : delta.old_file.path;
}

bool is_plain(const std::string& path) {
  return std::ranges::all_of(path, [](char c) { return c > ' ' && c < 127 && c != '"' && c != '\\'; });
}

class Changes {
 public:
  Changes(git_repository* repository, git_tree* head, const CodeOptions& options, CodeState& state)
      : repository_(repository), head_(head), options_(options), state_(state) {}

  void capture() {
    git_index* raw = nullptr;
    git::check(git_repository_index(&raw, repository_));
    index_.reset(raw);
    diff_all();
    diff_contradictions();
    find_renames();
    list_changes();
    write_patch();
  }

 private:
  git_diff_options diff_options();
  void run(git::Diff& out, int (*make)(git_diff**, Changes&, const git_diff_options*), const git_diff_options& options);
  void diff_all();
  void diff_contradictions();
  void find_renames();
  void list_changes();
  void take(git_diff* diff, bool contradictions);
  void write_patch();
  void add_part(const Part& part);
  std::string text_of(const Part& part) const;
  std::uint64_t bytes_on_disk(const std::string& path) const;
  void omit(const std::string& path, std::uint64_t bytes, std::string reason);
  void stop_if_asked() const {
    if (options_.stop.stop_requested()) throw engine::Stopped();
  }

  git_repository* repository_;
  git_tree* head_;
  const CodeOptions& options_;
  CodeState& state_;
  git::Index index_;
  git::Diff merged_;          ///< commit → index → disk
  git::Diff contradictions_;  ///< commit → disk for paths where the index says something else than the disk
  std::set<std::string> contradicting_;
  std::set<std::string> staged_paths_;
  std::set<std::string> unstaged_paths_;
  std::vector<std::string> large_;  ///< untracked files beyond the cap, kept away from everything that reads contents
  std::vector<Part> parts_;
};

git_diff_options Changes::diff_options() {
  git_diff_options options;
  git::check(git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION));
  options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS | GIT_DIFF_SHOW_UNTRACKED_CONTENT |
                  GIT_DIFF_SHOW_BINARY | GIT_DIFF_INCLUDE_UNREADABLE | GIT_DIFF_IGNORE_SUBMODULES;
  options.ignore_submodules = GIT_SUBMODULE_IGNORE_ALL;
  options.id_abbrev = GIT_OID_HEXSZ;  // git apply takes binary patches with whole ids only
  options.old_prefix = "a";           // whatever the user's diff.noprefix says
  options.new_prefix = "b";
  options.payload = this;
  options.progress_cb = [](const git_diff*, const char*, const char*, void* payload) {
    return static_cast<Changes*>(payload)->options_.stop.stop_requested() ? static_cast<int>(GIT_EUSER) : 0;
  };
  options.notify_cb = [](const git_diff*, const git_diff_delta* delta, const char*, void* payload) {
    auto& self = *static_cast<Changes*>(payload);
    if (delta->status != GIT_DELTA_UNTRACKED || delta->new_file.size <= self.options_.file_cap_bytes) return 0;
    if (delta->new_file.path[0] != '\0' && std::string_view(delta->new_file.path).ends_with('/')) return 0;
    self.large_.emplace_back(delta->new_file.path);
    return 1;
  };
  return options;
}

void Changes::run(git::Diff& out, int (*make)(git_diff**, Changes&, const git_diff_options*),
                  const git_diff_options& options) {
  git_diff* raw = nullptr;
  const int result = make(&raw, *this, &options);
  stop_if_asked();
  git::check(result);
  out.reset(raw);
}

void Changes::diff_all() {
  git_diff_options options = diff_options();
  options.flags |= GIT_DIFF_INCLUDE_TYPECHANGE;
  git::Diff work;
  run(merged_, [](git_diff** diff, Changes& self, const git_diff_options* o) {
    return git_diff_tree_to_index(diff, self.repository_, self.head_, self.index_.get(), o);
  }, options);
  run(work, [](git_diff** diff, Changes& self, const git_diff_options* o) {
    return git_diff_index_to_workdir(diff, self.repository_, self.index_.get(), o);
  }, options);

  std::set<std::string> removed_from_index;
  for (std::size_t i = 0; i < git_diff_num_deltas(merged_.get()); ++i) {
    const git_diff_delta& delta = *git_diff_get_delta(merged_.get(), i);
    if (delta.status == GIT_DELTA_CONFLICTED) continue;  // counted once, below
    ++state_.staged;
    staged_paths_.insert(delta_path(delta));
    if (delta.status == GIT_DELTA_DELETED) removed_from_index.insert(delta_path(delta));
    if (delta.status == GIT_DELTA_TYPECHANGE) contradicting_.insert(delta_path(delta));
  }
  for (std::size_t i = 0; i < git_diff_num_deltas(work.get()); ++i) {
    const git_diff_delta& delta = *git_diff_get_delta(work.get(), i);
    const std::string path = delta_path(delta);
    if (delta.status == GIT_DELTA_UNTRACKED) {
      ++state_.untracked;
      if (removed_from_index.contains(path)) contradicting_.insert(path);
    } else if (delta.status == GIT_DELTA_CONFLICTED) {
      ++state_.conflicted;
      contradicting_.insert(path);
    } else {
      ++state_.unstaged;
      unstaged_paths_.insert(path);
      if (delta.status == GIT_DELTA_TYPECHANGE) contradicting_.insert(path);
    }
  }
  state_.untracked += static_cast<std::int64_t>(large_.size());
  git::check(git_diff_merge(merged_.get(), work.get()));
}

/// Merging two diffs misses what the index denies: a file removed from the index that is still there, a conflict, a
/// file that became a link. For these the commit is compared with the disk itself.
void Changes::diff_contradictions() {
  if (contradicting_.empty()) return;
  std::vector<char*> paths;
  for (const std::string& path : contradicting_) paths.push_back(const_cast<char*>(path.c_str()));
  git_diff_options options = diff_options();
  options.notify_cb = nullptr;
  options.flags |= GIT_DIFF_DISABLE_PATHSPEC_MATCH;
  options.pathspec = git_strarray{paths.data(), paths.size()};
  run(contradictions_, [](git_diff** diff, Changes& self, const git_diff_options* o) {
    return git_diff_tree_to_workdir(diff, self.repository_, self.head_, o);
  }, options);
}

void Changes::find_renames() {
  if (!contradicting_.empty()) return;  // a file that is deleted for the index only must not become a rename's source
  std::size_t sources = 0;
  std::size_t targets = 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < git_diff_num_deltas(merged_.get()); ++i) {
    const git_diff_delta& delta = *git_diff_get_delta(merged_.get(), i);
    if (delta.status == GIT_DELTA_DELETED) ++sources;
    if (delta.status != GIT_DELTA_ADDED && delta.status != GIT_DELTA_UNTRACKED) continue;
    ++targets;
    bytes += bytes_on_disk(delta_path(delta));
  }
  if (sources == 0 || targets == 0 || targets > rename_candidates || bytes > options_.patch_cap_bytes) return;
  git_diff_find_options options;
  git::check(git_diff_find_options_init(&options, GIT_DIFF_FIND_OPTIONS_VERSION));
  options.flags = GIT_DIFF_FIND_RENAMES | GIT_DIFF_FIND_FOR_UNTRACKED;
  git::check(git_diff_find_similar(merged_.get(), &options));
  stop_if_asked();
}

void Changes::take(git_diff* diff, bool contradictions) {
  for (std::size_t i = 0; i < git_diff_num_deltas(diff); ++i) {
    const git_diff_delta& delta = *git_diff_get_delta(diff, i);
    const std::string path = delta_path(delta);
    if (delta.status == GIT_DELTA_UNMODIFIED || (!contradictions && contradicting_.contains(path))) continue;
    Part part{diff, i, path, bytes_on_disk(path), delta.status};
    if (delta.status == GIT_DELTA_DELETED) {
      git_odb* raw = nullptr;
      git::check(git_repository_odb(&raw, repository_));
      const git::Odb odb(raw);
      std::size_t size = 0;
      git_object_t type = GIT_OBJECT_INVALID;
      git::check(git_odb_read_header(&size, &type, odb.get(), &delta.old_file.id));
      part.bytes = size;
    }
    parts_.push_back(part);
    ChangedPath changed{path, {}, change_name(delta.status), staged_paths_.contains(path), unstaged_paths_.contains(path)};
    if (delta.status == GIT_DELTA_RENAMED) {
      changed.old_path = delta.old_file.path;
      changed.staged = changed.staged || staged_paths_.contains(changed.old_path);
      changed.unstaged = changed.unstaged || unstaged_paths_.contains(changed.old_path);
    }
    state_.changed.push_back(std::move(changed));
  }
}

void Changes::list_changes() {
  take(merged_.get(), false);
  if (contradictions_) take(contradictions_.get(), true);
  for (const std::string& path : large_) state_.changed.push_back({path, {}, "untracked", false, false});
  std::ranges::stable_sort(state_.changed, {}, &ChangedPath::path);
  state_.changed_total = static_cast<std::int64_t>(state_.changed.size());
  if (state_.changed.size() > options_.list_cap) state_.changed.resize(options_.list_cap);
  state_.dirty = state_.staged + state_.unstaged + state_.untracked + state_.conflicted > 0;
}

std::uint64_t Changes::bytes_on_disk(const std::string& path) const {
  struct stat status {};
  const std::string full = state_.root + "/" + path;
  return ::lstat(full.c_str(), &status) == 0 && !S_ISDIR(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
}

void Changes::omit(const std::string& path, std::uint64_t bytes, std::string reason) {
  ++state_.omitted_total;
  if (state_.omitted.size() < options_.list_cap) state_.omitted.push_back({path, bytes, std::move(reason)});
}

std::string Changes::text_of(const Part& part) const {
  // The removal of a large file needs none of its bytes: git takes an empty binary literal for the new content.
  const git_diff_delta& delta = *git_diff_get_delta(part.diff, part.index);
  if (part.status == GIT_DELTA_DELETED && part.bytes > options_.file_cap_bytes && is_plain(part.path)) {
    return fmt::format("diff --git a/{0} b/{0}\ndeleted file mode {1:06o}\nindex {2}..{3:040}\nGIT binary patch\n"
                       "literal 0\nHcmV?d00001\n\n", part.path, static_cast<unsigned>(delta.old_file.mode),
                       git::hex(&delta.old_file.id), 0);
  }
  git_patch* raw = nullptr;
  git::check(git_patch_from_diff(&raw, part.diff, part.index));
  const git::Patch patch(raw);
  git_buf buffer{};
  if (patch) git::check(git_patch_to_buf(&buffer, patch.get()));
  std::string text = buffer.ptr != nullptr ? std::string(buffer.ptr, buffer.size) : std::string();
  git_buf_dispose(&buffer);
  // libgit2 ends a renamed binary file of the same content with a line that git apply refuses; the headers say it all.
  if (part.status == GIT_DELTA_RENAMED && git_oid_equal(&delta.old_file.id, &delta.new_file.id) != 0) {
    const std::size_t binary = text.find("\nBinary files ");
    if (binary != std::string::npos) text.resize(binary + 1);
  }
  return text;
}

void Changes::add_part(const Part& part) {
  const std::uint64_t left = options_.patch_cap_bytes - state_.patch.size();
  const char* filter = nullptr;
  if (git_attr_get(&filter, repository_, 0, part.path.c_str(), "filter") == 0 && filter != nullptr &&
      std::string_view(filter) == "lfs") {
    return omit(part.path, part.bytes, "kept by Git LFS, whose filter is not run");
  }
  if (part.path.ends_with('/')) return omit(part.path, 0, "a git repository of its own inside this one");
  if (part.status == GIT_DELTA_UNREADABLE) return omit(part.path, part.bytes, "can't be read: check its permissions");
  if (part.status == GIT_DELTA_UNTRACKED && part.bytes > left) {
    return omit(part.path, part.bytes, fmt::format("the patch would grow beyond {} bytes", options_.patch_cap_bytes));
  }
  if (part.status != GIT_DELTA_DELETED && part.bytes > std::max(comparable_bytes, options_.file_cap_bytes)) {
    return omit(part.path, part.bytes, fmt::format("larger than {} bytes", std::max(comparable_bytes, options_.file_cap_bytes)));
  }
  std::string text;
  try {
    text = text_of(part);
  } catch (const git::Failure& failure) {  // gone or unreadable since the comparison
    return omit(part.path, part.bytes, failure.what());
  }
  // Half again: a patch may be longer than its file (prefixes, base-85, both directions of a binary change).
  if (text.size() > options_.file_cap_bytes + options_.file_cap_bytes / 2 + 4096) {
    return omit(part.path, part.bytes, fmt::format("its patch has {} bytes", text.size()));
  }
  if (text.size() > left) {
    return omit(part.path, part.bytes, fmt::format("the patch would grow beyond {} bytes", options_.patch_cap_bytes));
  }
  state_.patch += text;
}

void Changes::write_patch() {
  for (const bool untracked : {false, true}) {  // what is tracked matters more when the cap is reached
    for (const Part& part : parts_) {
      stop_if_asked();
      if ((part.status == GIT_DELTA_UNTRACKED) == untracked) add_part(part);
    }
  }
  for (const std::string& path : large_) {
    omit(path, bytes_on_disk(path), fmt::format("larger than {} bytes", options_.file_cap_bytes));
  }
  if (state_.patch.empty()) return;
  state_.patch_sha256 = engine::sha256_hex(state_.patch);
  state_.patch_bytes = state_.patch.size();
}

}  // namespace

void capture_changes(git_repository* repository, git_tree* head, const CodeOptions& options, CodeState& state) {
  Changes(repository, head, options, state).capture();
}

}  // namespace lockstep::tracking
