// The code that a run was started from: what git says about the folder that its config lies in, and a patch that brings
// a checkout of the recorded commit to the same state. Read through libgit2 alone: nothing is written to the repository,
// and no program, hook or filter of it is run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/provenance/difference.h"

namespace lockstep::tracking {

enum class CodeKind {
  repository,  ///< a repository with a working tree
  none,        ///< the folder lies in no git repository
  bare,        ///< a repository without a working tree: a commit, never a patch
  unreadable,  ///< a repository that can't be opened (damaged, an unknown extension); `problems` says why
};

/// One path that is not as in the commit.
struct ChangedPath {
  std::string path;      ///< relative to the repository's root, bytes as on disk
  std::string old_path;  ///< where it was in the commit, when renamed; else empty
  std::string change;    ///< added, modified, deleted, renamed, typechange, untracked, conflicted, unreadable
  bool staged = false;
  bool unstaged = false;
  bool operator==(const ChangedPath&) const = default;
};

/// A changed path whose content is not in the patch.
struct OmittedPath {
  std::string path;
  std::uint64_t bytes = 0;  ///< size on disk
  std::string reason;       ///< English, e.g. "larger than 1048576 bytes"
  bool operator==(const OmittedPath&) const = default;
};

struct SubmoduleState {
  std::string path;
  std::string commit;       ///< checked out now; empty when not checked out
  std::string head_commit;  ///< what the recorded commit of the repository says; empty when it is new
  bool dirty = false;       ///< another commit than recorded, or changes inside it
  bool operator==(const SubmoduleState&) const = default;
};

struct CodeState {
  CodeKind kind = CodeKind::none;
  std::string folder;  ///< the folder asked about, absolute
  std::string root;    ///< the working tree's root (bare: the git folder), absolute
  std::string commit;  ///< 40 hexadecimal digits; empty when there is no commit yet
  std::int64_t commit_time = 0;  ///< the committer's, UTC milliseconds
  std::string summary;           ///< first line of the commit's message
  std::string branch;            ///< short name; empty when detached
  std::string remote;            ///< URL of the branch's remote, else of origin, without credentials
  bool detached = false;
  bool no_commit = false;    ///< a repository whose first commit is yet to come: the patch applies to an empty one
  bool worktree = false;     ///< a linked worktree
  bool other_owner = false;  ///< it belongs to another user, where git itself would refuse (safe.directory)
  bool index_locked = false;  ///< another git program was at work
  bool lfs = false;           ///< Git LFS is in use
  std::int64_t lfs_pointers = 0;  ///< LFS files whose content was never fetched: only the pointer lies on disk

  bool dirty = false;
  std::int64_t staged = 0;
  std::int64_t unstaged = 0;
  std::int64_t untracked = 0;
  std::int64_t conflicted = 0;
  std::vector<ChangedPath> changed;  ///< in byte order, at most `list_cap` of them
  std::int64_t changed_total = 0;
  std::vector<OmittedPath> omitted;  ///< at most `list_cap` of them
  std::int64_t omitted_total = 0;
  std::vector<SubmoduleState> submodules;
  std::vector<std::string> problems;  ///< what could not be read, in English

  std::string patch;         ///< for `git apply`, from the commit to the files on disk. Not in the JSON: stored by its hash
  std::string patch_sha256;  ///< empty when there is no patch
  std::uint64_t patch_bytes = 0;
};

struct CodeOptions {
  std::uint64_t file_cap_bytes = std::uint64_t{1} << 20;   ///< of an untracked file, and of one file's part of the patch
  std::uint64_t patch_cap_bytes = std::uint64_t{16} << 20;  ///< of the whole patch; tracked files come first
  std::size_t list_cap = 10000;
  /// A Lockstep project's folder: when it lies in the repository, its catalogue and runs are no code of the user's. They
  /// are not even opened: closing a database's file in this process would drop the locks that SQLite holds on it.
  std::filesystem::path project = {};
  std::stop_token stop;
};

/// Never an error: what can't be read is recorded as such. Throws only engine::Stopped.
[[nodiscard]] CodeState capture_code(const std::filesystem::path& folder, const CodeOptions& options = {});

/// A remote's URL without passwords, tokens and queries; user names stay for ssh only.
[[nodiscard]] std::string without_credentials(std::string_view url);

/// Keys as the members above, `kind` by its name, the counts under "counts", the patch as {"sha256", "bytes"}.
[[nodiscard]] std::string to_json(const CodeState& state);
/// ValueError where the text is damaged. `patch` stays empty.
[[nodiscard]] CodeState code_state_from_json(std::string_view text);
/// Keys that differ; where the repository lies on disk, and who owns it, is no difference.
[[nodiscard]] std::vector<KeyDifference> differences(const CodeState& before, const CodeState& after);

}  // namespace lockstep::tracking
