// Owners for libgit2's objects, and its errors as one exception that never leaves capture_code.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include <git2.h>

namespace lockstep::tracking::git {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* object) const noexcept { Free(object); }
};
template <class T, auto Free>
using Handle = std::unique_ptr<T, Freed<Free>>;

using Repository = Handle<git_repository, git_repository_free>;
using Reference = Handle<git_reference, git_reference_free>;
using Commit = Handle<git_commit, git_commit_free>;
using Tree = Handle<git_tree, git_tree_free>;
using Index = Handle<git_index, git_index_free>;
using Diff = Handle<git_diff, git_diff_free>;
using Patch = Handle<git_patch, git_patch_free>;
using Config = Handle<git_config, git_config_free>;
using ConfigIterator = Handle<git_config_iterator, git_config_iterator_free>;
using Submodule = Handle<git_submodule, git_submodule_free>;
using Odb = Handle<git_odb, git_odb_free>;

/// libgit2 is counted: each user initialises and ends it.
class Library {
 public:
  Library() {
    git_libgit2_init();
    // Owners are recorded by us. libgit2 asks so that a foreign config can't make it act, but here it only reads:
    // it never runs hooks, filters or any other program.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
  }
  ~Library() { git_libgit2_shutdown(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
};

class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[nodiscard]] inline std::string last_error() {
  const git_error* error = git_error_last();
  return error != nullptr && error->message != nullptr ? error->message : "unknown libgit2 error";
}

/// Turns a negative result into a Failure with libgit2's own words.
inline void check(int result) {
  if (result < 0) throw Failure(last_error());
}

[[nodiscard]] inline std::string hex(const git_oid* id) {
  if (id == nullptr || git_oid_is_zero(id) != 0) return {};
  char text[GIT_OID_HEXSZ + 1];
  return git_oid_tostr(text, sizeof text, id);
}

}  // namespace lockstep::tracking::git
