// A folder to make git repositories in with the real git program, and git's own word on whether a patch is right.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include "tracking/provenance/code_state.h"

class GitSandbox {
 public:
  GitSandbox();
  ~GitSandbox();
  GitSandbox(const GitSandbox&) = delete;
  GitSandbox& operator=(const GitSandbox&) = delete;
  /// A path in the sandbox.
  [[nodiscard]] QString path(const QString& relative) const { return folder_.filePath(relative); }
  /// git's output, without the last line end; std::runtime_error with git's own words when it fails.
  QByteArray git(const QString& repository, const QStringList& arguments, const QByteArray& input = {},
                 const QString& index_file = {}) const;
  void write(const QString& relative, const QByteArray& content) const;
  /// A repository at `name` with three committed files: "train.py", "data/a b.txt" and the binary "weights.bin".
  void make_repository(const QString& name) const;
  [[nodiscard]] lockstep::tracking::CodeState capture(const QString& relative) const;
  /// The tree that the repository's files are (all but ignored ones).
  [[nodiscard]] QByteArray tree_on_disk(const QString& repository) const;
  /// The tree that a fresh checkout of the state's commit has once the patch is applied to it.
  [[nodiscard]] QByteArray tree_of_patch(const QString& repository, const lockstep::tracking::CodeState& state) const;

 private:
  QTemporaryDir folder_;
};
