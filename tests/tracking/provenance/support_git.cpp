#include "support_git.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>

#include <filesystem>
#include <stdexcept>

using lockstep::tracking::CodeState;

// libgit2 1.5 forgets PCRE2's match data whenever a pattern does not match (git_regexp_match); it does so for the
// entries of .gitmodules, and no caller can free them.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libpcre2-8.so"; }

GitSandbox::GitSandbox() {
  // The person's own git settings must not matter, neither to the git program nor to libgit2.
  qputenv("HOME", folder_.path().toUtf8());
  qputenv("GIT_CONFIG_NOSYSTEM", "1");
  write("settings", "[safe]\n\tdirectory = *\n[protocol \"file\"]\n\tallow = always\n[init]\n\tdefaultBranch = main\n");
  qputenv("GIT_CONFIG_GLOBAL", path("settings").toUtf8());
  for (const char* who : {"AUTHOR", "COMMITTER"}) {
    qputenv(QByteArray("GIT_") + who + "_NAME", "A Person");
    qputenv(QByteArray("GIT_") + who + "_EMAIL", "person@example.org");
    qputenv(QByteArray("GIT_") + who + "_DATE", "1700000000 +0000");
  }
}

// Qt can't remove files whose names are not UTF-8.
GitSandbox::~GitSandbox() { std::filesystem::remove_all(folder_.path().toStdString()); }

QByteArray GitSandbox::git(const QString& repository, const QStringList& arguments, const QByteArray& input,
                           const QString& index_file) const {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  if (!index_file.isEmpty()) environment.insert("GIT_INDEX_FILE", index_file);
  process.setProcessEnvironment(environment);
  process.setWorkingDirectory(path(repository));
  process.start("git", arguments);
  process.write(input);
  process.closeWriteChannel();
  if (!process.waitForFinished(120000) || process.exitCode() != 0) {
    throw std::runtime_error("git " + arguments.join(' ').toStdString() + ": " + process.readAllStandardError().toStdString());
  }
  return process.readAllStandardOutput().trimmed();
}

void GitSandbox::write(const QString& relative, const QByteArray& content) const {
  QDir().mkpath(QFileInfo(path(relative)).path());
  QFile file(path(relative));
  if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
    throw std::runtime_error("can't write " + relative.toStdString());
  }
}

void GitSandbox::make_repository(const QString& name) const {
  QDir().mkpath(path(name));
  git(name, {"init", "-q"});
  write(name + "/train.py", "import this\n\nlearning_rate = 0.1\n\nfor step in range(10):\n    print(step)\n");
  write(name + "/data/a b.txt", "one\ntwo\nthree");
  QByteArray binary;
  for (int i = 0; i < 5000; ++i) binary.append(static_cast<char>((i * 7919) >> 3));
  write(name + "/weights.bin", binary);
  git(name, {"add", "-A"});
  git(name, {"commit", "-q", "-m", "First\n\nwith a body"});
}

CodeState GitSandbox::capture(const QString& relative) const {
  return lockstep::tracking::capture_code(path(relative).toStdString());
}

QByteArray GitSandbox::tree_on_disk(const QString& repository) const {
  const QString index = path("index-of-disk");
  QFile::remove(index);
  const QString own = QDir(path(repository)).filePath(git(repository, {"rev-parse", "--git-path", "index"}));
  if (QFile::exists(own)) {
    namespace fs = std::filesystem;
    QFile::copy(own, index);
    // git looks into files that are as new as its index; a copy that is newer would hide a change made just now.
    fs::last_write_time(index.toStdString(), fs::last_write_time(own.toStdString()));
  }
  git(repository, {"add", "-A"}, {}, index);
  return git(repository, {"write-tree"}, {}, index);
}

QByteArray GitSandbox::tree_of_patch(const QString& repository, const CodeState& state) const {
  std::filesystem::remove_all(path("checkout").toStdString());
  QDir().mkpath(path("checkout"));
  git("checkout", {"init", "-q"});
  if (!state.commit.empty()) {
    git("checkout", {"fetch", "-q", path(repository), "+refs/*:refs/fetched/*", "+HEAD:refs/fetched/head"});
    git("checkout", {"checkout", "-q", "--detach", QString::fromStdString(state.commit)});
  }
  if (!state.patch.empty()) git("checkout", {"apply", "--index", "-"}, QByteArray::fromStdString(state.patch));
  return git("checkout", {"write-tree"});
}
