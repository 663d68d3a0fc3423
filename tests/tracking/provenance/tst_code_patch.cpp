// Patches are proved by git itself: applied to a fresh checkout of the recorded commit, they give the tree on disk.
#include <QtTest>

#include <sys/stat.h>

#include "support_git.h"

using namespace lockstep::tracking;

class TestCodePatch : public QObject {
  Q_OBJECT
 private:
  GitSandbox box_;
  QString name_;
  int count_ = 0;

  /// Captures and lets git confirm the patch.
  CodeState confirmed() {
    const CodeState state = box_.capture(name_);
    for (const std::string& problem : state.problems) qWarning("%s", problem.c_str());
    [&] {
      QVERIFY(state.problems.empty());
      QCOMPARE(state.omitted_total, 0);
      QCOMPARE(box_.tree_of_patch(name_, state), box_.tree_on_disk(name_));
      if (state.patch.empty()) return;
      QCOMPARE(QByteArray::fromStdString(state.patch_sha256),
               QCryptographicHash::hash(QByteArray::fromStdString(state.patch), QCryptographicHash::Sha256).toHex());
      QCOMPARE(state.patch_bytes, state.patch.size());
    }();
    return state;
  }
  void write(const QString& file, const QByteArray& content) { box_.write(name_ + "/" + file, content); }
  QByteArray git(const QStringList& arguments) { return box_.git(name_, arguments); }

 private slots:
  void init() {
    name_ = QString("repository%1").arg(count_++);
    box_.make_repository(name_);
  }

  void clean() {
    const CodeState state = confirmed();
    QVERIFY(!state.dirty);
    QVERIFY(state.patch.empty());
    QVERIFY(state.patch_sha256.empty());
    QVERIFY(state.changed.empty());
  }

  void staged() {
    write("train.py", "print(1)\n");
    write("new.py", "print(2)\n");
    git({"add", "-A"});
    git({"rm", "-q", "data/a b.txt"});
    const CodeState state = confirmed();
    QVERIFY(state.dirty);
    QCOMPARE(state.staged, 3);
    QCOMPARE(state.unstaged + state.untracked, 0);
    QCOMPARE(state.changed, (std::vector<ChangedPath>{{"data/a b.txt", "", "deleted", true, false},
                                                      {"new.py", "", "added", true, false},
                                                      {"train.py", "", "modified", true, false}}));
  }

  void unstaged() {
    write("train.py", "print(1)\n");
    QFile::remove(box_.path(name_ + "/data/a b.txt"));
    const CodeState state = confirmed();
    QCOMPARE(state.unstaged, 2);
    QCOMPARE(state.changed, (std::vector<ChangedPath>{{"data/a b.txt", "", "deleted", false, true},
                                                      {"train.py", "", "modified", false, true}}));
  }

  void stagedThenChangedAgain() {
    write("train.py", "print(1)\n");
    write("new.py", "print(2)\n");
    git({"add", "-A"});
    write("train.py", "print(3)\n");
    write("new.py", "print(4)\n");
    const CodeState state = confirmed();
    QCOMPARE(state.changed, (std::vector<ChangedPath>{{"new.py", "", "added", true, true},
                                                      {"train.py", "", "modified", true, true}}));
    QVERIFY(state.patch.find("print(3)") != std::string::npos);
    QVERIFY(state.patch.find("print(1)") == std::string::npos);
  }

  void stagedThenGone() {
    write("new.py", "print(2)\n");
    git({"add", "-A"});
    QFile::remove(box_.path(name_ + "/new.py"));
    QVERIFY(confirmed().dirty);
  }

  void removedFromIndexButStillThere() {
    git({"rm", "-q", "--cached", "train.py"});
    git({"rm", "-q", "--cached", "weights.bin"});
    write("train.py", "print(1)\n");
    const CodeState state = confirmed();
    QCOMPARE(state.staged, 2);
    QCOMPARE(state.untracked, 2);
    QVERIFY(state.patch.find("deleted file") == std::string::npos);
  }

  void untracked() {
    write("empty.txt", "");
    write("new folder/deep/note.md", "a\n\tb\r\n  c without an end");
    write(".gitignore", "*.log\n");
    write("ignored.log", "not ours\n");
    const CodeState state = confirmed();
    QCOMPARE(state.untracked, 3);
    QVERIFY(state.patch.find("ignored.log") == std::string::npos);
    QCOMPARE(state.changed[2], (ChangedPath{"new folder/deep/note.md", "", "untracked", false, false}));
  }

  void ignoredButAdded() {
    write(".gitignore", "*.log\n");
    write("kept.log", "ours\n");
    git({"add", "-f", "kept.log"});
    const CodeState state = confirmed();
    QVERIFY(state.patch.find("kept.log") != std::string::npos);
  }

  void binary() {
    QByteArray bytes(3000, '\0');
    for (int i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i);
    write("new.bin", bytes);
    QFile weights(box_.path(name_ + "/weights.bin"));
    QVERIFY(weights.open(QIODevice::ReadWrite));
    weights.seek(2500);
    weights.write("\xff\x00\x01", 3);
    weights.close();
    const CodeState state = confirmed();
    QVERIFY(state.patch.find("GIT binary patch") != std::string::npos);
  }

  void binaryDeleted() {
    QFile::remove(box_.path(name_ + "/weights.bin"));
    QCOMPARE(confirmed().changed.at(0).change, "deleted");
  }

  void largeFileDeleted() {
    write("large.txt", QByteArray(3 << 20, 'x') + "\n");
    git({"add", "-A"});
    git({"commit", "-q", "-m", "large"});
    QFile::remove(box_.path(name_ + "/large.txt"));
    QVERIFY(confirmed().patch_bytes < 1000);
  }

  void renamed() {
    git({"mv", "train.py", "learn.py"});
    const CodeState staged = confirmed();
    QCOMPARE(staged.changed, (std::vector<ChangedPath>{{"learn.py", "train.py", "renamed", true, false}}));
    write("learn.py", git({"show", "HEAD:train.py"}) + "\nprint('end')\n");
    QCOMPARE(confirmed().changed.at(0).change, "renamed");
    QVERIFY(QFile::rename(box_.path(name_ + "/weights.bin"), box_.path(name_ + "/moved.bin")));  // without git mv
    const CodeState moved = confirmed();
    QCOMPARE(moved.changed.at(1), (ChangedPath{"moved.bin", "weights.bin", "renamed", false, true}));
    QVERIFY(moved.patch_bytes < 2000);
    QFile file(box_.path(name_ + "/moved.bin"));
    QVERIFY(file.open(QIODevice::Append));
    file.write("end");
    file.close();
    QCOMPARE(confirmed().changed.at(1).change, "renamed");
  }

  void nonAsciiNames() {
    write("\u6570\u636e/\u8bad\u7ec3.csv", "a,b\n1,2\n");
    write("na\u00efve \"quoted\".txt", "x\n");
    write("tab\there.txt", "y\n");
    write("back\\slash.txt", "z\n");
    const CodeState state = confirmed();
    QCOMPARE(state.untracked, 4);
    QCOMPARE(state.changed.back().path, std::string("\xe6\x95\xb0\xe6\x8d\xae/\xe8\xae\xad\xe7\xbb\x83.csv"));
    const QByteArray raw_name = box_.path(name_).toUtf8() + "/caf\xe9.txt";  // Latin-1: no UTF-8 at all
    FILE* file = std::fopen(raw_name.constData(), "w");
    QVERIFY(file != nullptr);
    std::fputs("latin\n", file);
    std::fclose(file);
    const CodeState latin_state = confirmed();
    QCOMPARE(code_state_from_json(to_json(latin_state)).changed, latin_state.changed);
  }

  void modesAndLinks() {
    QVERIFY(::chmod(box_.path(name_ + "/train.py").toUtf8().constData(), 0755) == 0);
    write("run.sh", "#!/bin/sh\n");
    QVERIFY(::chmod(box_.path(name_ + "/run.sh").toUtf8().constData(), 0755) == 0);
    QVERIFY(QFile::link("train.py", box_.path(name_ + "/link")));
    confirmed();
  }

  void fileBecomesLink() {
    QFile::remove(box_.path(name_ + "/train.py"));
    QVERIFY(QFile::link("weights.bin", box_.path(name_ + "/train.py")));
    QCOMPARE(confirmed().unstaged, 1);
    git({"add", "-A"});
    QCOMPARE(confirmed().staged, 1);
  }

  void fileBecomesFolderAndBack() {
    QFile::remove(box_.path(name_ + "/train.py"));
    write("train.py/main.py", "print(1)\n");
    QDir(box_.path(name_ + "/data")).removeRecursively();
    write("data", "now a file\n");
    confirmed();
  }

  void conflict() {
    git({"checkout", "-q", "-b", "other"});
    write("train.py", "ours\n");
    git({"commit", "-q", "-am", "ours"});
    git({"checkout", "-q", "main"});
    write("train.py", "theirs\n");
    git({"commit", "-q", "-am", "theirs"});
    QProcess merge;
    merge.setWorkingDirectory(box_.path(name_));
    merge.start("git", {"merge", "-q", "other"});
    QVERIFY(merge.waitForFinished());
    QVERIFY(merge.exitCode() != 0);
    const CodeState state = confirmed();
    QCOMPARE(state.conflicted, 1);
    QVERIFY(state.patch.find("<<<<<<<") != std::string::npos);
  }

  void peoplesSettingsDoNotMatter() {
    git({"config", "diff.noprefix", "true"});
    git({"config", "diff.mnemonicPrefix", "true"});
    git({"config", "core.abbrev", "7"});
    write("train.py", "print(1)\n");
    write("new.bin", QByteArray("\0\1\2\3", 4));
    confirmed();
  }

  void noCommitYet() {
    name_ += "-empty";
    QDir().mkpath(box_.path(name_));
    git({"init", "-q"});
    write("staged.py", "print(1)\n");
    git({"add", "-A"});
    write("untracked.py", "print(2)\n");
    const CodeState state = confirmed();
    QVERIFY(state.no_commit);
    QVERIFY(state.commit.empty());
    QCOMPARE(state.branch, "main");
    QCOMPARE(state.staged, 1);
    QCOMPARE(state.untracked, 1);
  }

  void sameStateGivesSamePatch() {
    write("train.py", "print(1)\n");
    write("new.py", "print(2)\n");
    const CodeState one = confirmed();
    const CodeState two = confirmed();
    QCOMPARE(one.patch_sha256, two.patch_sha256);
    QVERIFY(differences(one, two).empty());
  }

  void largeUntrackedFileIsLeftOut() {
    write("train.py", "print(1)\n");
    const QString large = box_.path(name_ + "/data/large.npy");
    QFile file(large);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(50LL << 20));
    file.close();
    const CodeState state = box_.capture(name_);
    QCOMPARE(state.untracked, 1);
    QCOMPARE(state.omitted, (std::vector<OmittedPath>{{"data/large.npy", 50u << 20, "larger than 1048576 bytes"}}));
    QVERIFY(state.dirty);
    QVERIFY(QFile::remove(large));
    QCOMPARE(box_.tree_of_patch(name_, state), box_.tree_on_disk(name_));
    QCOMPARE(state.changed, (std::vector<ChangedPath>{{"data/large.npy", "", "untracked", false, false},
                                                      {"train.py", "", "modified", false, true}}));
  }

  void totalCapKeepsWhatIsTracked() {
    write("train.py", "print(1)\n");
    for (int i = 0; i < 10; ++i) write(QString("a%1.txt").arg(i), QByteArray(1000, 'a') + "\n");
    CodeOptions options;
    options.patch_cap_bytes = 5000;
    const CodeState state = capture_code(box_.path(name_).toStdString(), options);
    QVERIFY(state.patch.find("print(1)") != std::string::npos);
    QVERIFY(state.patch_bytes <= 5000);
    QVERIFY(state.omitted_total >= 6);
    QCOMPARE(state.omitted.at(0).reason, "the patch would grow beyond 5000 bytes");
    QCOMPARE(state.omitted.at(0).bytes, 1001u);
    for (const OmittedPath& path : state.omitted) QVERIFY(QFile::remove(box_.path(name_ + "/" + path.path.c_str())));
    QCOMPARE(box_.tree_of_patch(name_, state), box_.tree_on_disk(name_));
  }

  void nestedRepositoryIsLeftOut() {
    box_.make_repository(name_ + "/nested");
    const CodeState state = box_.capture(name_);
    QCOMPARE(state.omitted, (std::vector<OmittedPath>{{"nested/", 0, "a git repository of its own inside this one"}}));
    QVERIFY(state.dirty);
  }
};

QTEST_GUILESS_MAIN(TestCodePatch)
#include "tst_code_patch.moc"
