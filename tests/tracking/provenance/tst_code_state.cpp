// What is said of a repository in each of the states it can be in, and that none of them is an error.
#include <QtTest>

#include <chrono>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/error.h"
#include "support_git.h"

using namespace lockstep::tracking;

class TestCodeState : public QObject {
  Q_OBJECT
 private:
  GitSandbox box_;
  QString name_;
  int count_ = 0;
  QByteArray git(const QStringList& arguments) { return box_.git(name_, arguments); }

 private slots:
  void init() {
    name_ = QString("repository%1").arg(count_++);
    box_.make_repository(name_);
  }

  void branchCommitAndRemote() {
    git({"remote", "add", "origin", "https://person:secret@example.org/group/project.git"});
    const CodeState state = box_.capture(name_ + "/data");
    QVERIFY(state.kind == CodeKind::repository);
    QCOMPARE(QByteArray::fromStdString(state.commit), git({"rev-parse", "HEAD"}));
    QCOMPARE(state.commit_time, 1700000000000);
    QCOMPARE(state.summary, "First");
    QCOMPARE(state.branch, "main");
    QCOMPARE(state.remote, "https://example.org/group/project.git");
    QCOMPARE(QString::fromStdString(state.root), QFileInfo(box_.path(name_)).canonicalFilePath());
    QCOMPARE(QString::fromStdString(state.folder), box_.path(name_ + "/data"));
    QVERIFY(!state.detached && !state.worktree && !state.no_commit && !state.other_owner && !state.index_locked);
  }

  void credentials_data() {
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("clean");
    QTest::newRow("password") << "https://a:b@host/x.git" << "https://host/x.git";
    QTest::newRow("token") << "https://ghp_token@host:8443/x" << "https://host:8443/x";
    QTest::newRow("at sign in password") << "https://a:b@c@host/x" << "https://host/x";
    QTest::newRow("query") << "https://host/x?private_token=abc" << "https://host/x";
    QTest::newRow("ssh") << "ssh://git:pw@host:22/x" << "ssh://git@host:22/x";
    QTest::newRow("scp") << "git@host:group/x.git" << "git@host:group/x.git";
    QTest::newRow("at sign in path") << "https://host/a@b/x" << "https://host/a@b/x";
    QTest::newRow("path") << "/srv/git/x.git" << "/srv/git/x.git";
  }
  void credentials() {
    QFETCH(QString, url);
    QFETCH(QString, clean);
    QCOMPARE(QString::fromStdString(without_credentials(url.toStdString())), clean);
  }

  void anyRemoteIsBetterThanNone() {
    QVERIFY(box_.capture(name_).remote.empty());
    git({"remote", "add", "mirror", "https://token@example.org/mirror"});
    QCOMPARE(box_.capture(name_).remote, "https://example.org/mirror");
  }

  void upstreamsRemoteComesFirst() {
    git({"remote", "add", "origin", "https://example.org/origin"});
    git({"remote", "add", "fork", "https://example.org/fork"});
    QCOMPARE(box_.capture(name_).remote, "https://example.org/origin");
    git({"config", "branch.main.remote", "fork"});
    git({"config", "branch.main.merge", "refs/heads/main"});
    QCOMPARE(box_.capture(name_).remote, "https://example.org/fork");
  }

  void detached() {
    git({"checkout", "-q", "--detach"});
    const CodeState state = box_.capture(name_);
    QVERIFY(state.detached);
    QVERIFY(state.branch.empty());
    QCOMPARE(QByteArray::fromStdString(state.commit), git({"rev-parse", "HEAD"}));
  }

  void worktree() {
    git({"worktree", "add", "-q", "-b", "side", box_.path("side")});
    box_.write("side/train.py", "print(1)\n");
    const CodeState state = box_.capture("side");
    QVERIFY(state.worktree);
    QCOMPARE(state.branch, "side");
    QCOMPARE(state.unstaged, 1);
    QCOMPARE(box_.tree_of_patch(name_, state), box_.tree_on_disk("side"));
  }

  void submodule() {
    box_.make_repository("library");
    git({"submodule", "--quiet", "add", box_.path("library"), "vendor/library"});
    const QByteArray commit = box_.git("library", {"rev-parse", "HEAD"});
    const CodeState added = box_.capture(name_);
    QCOMPARE(added.submodules.size(), std::size_t{1});
    QVERIFY(added.submodules[0].head_commit.empty());
    git({"commit", "-q", "-m", "submodule"});
    const CodeState clean = box_.capture(name_);
    QVERIFY(!clean.dirty);
    QCOMPARE(clean.submodules.at(0).path, "vendor/library");
    QCOMPARE(QByteArray::fromStdString(clean.submodules[0].commit), commit);
    QCOMPARE(QByteArray::fromStdString(clean.submodules[0].head_commit), commit);
    QVERIFY(!clean.submodules[0].dirty);
    box_.write(name_ + "/vendor/library/train.py", "changed\n");
    QVERIFY(box_.capture(name_).submodules.at(0).dirty);
    box_.git(name_ + "/vendor/library", {"commit", "-q", "-am", "moved on"});
    const CodeState moved = box_.capture(name_);
    QVERIFY(moved.dirty && moved.submodules.at(0).dirty);
    QCOMPARE(QByteArray::fromStdString(moved.submodules[0].commit), box_.git(name_ + "/vendor/library", {"rev-parse", "HEAD"}));
    QCOMPARE(QByteArray::fromStdString(moved.submodules[0].head_commit), commit);
    QCOMPARE(differences(clean, moved).size(), std::size_t{2});
    QCOMPARE(differences(clean, moved)[1].key, "submodules");
  }

  void submoduleNotCheckedOut() {
    box_.make_repository("unfetched");
    git({"submodule", "--quiet", "add", box_.path("unfetched"), "vendor"});
    git({"commit", "-q", "-m", "submodule"});
    box_.git("", {"clone", "-q", box_.path(name_), box_.path("clone")});
    const CodeState state = box_.capture("clone");
    QVERIFY(!state.dirty);
    QVERIFY(state.submodules.at(0).commit.empty());
    QVERIFY(!state.submodules[0].head_commit.empty());
  }

  void noRepository() {
    QDir().mkpath(box_.path("plain"));
    for (const QString& folder : {box_.path("plain"), box_.path("missing")}) {
      const CodeState state = capture_code(folder.toStdString());
      QVERIFY(state.kind == CodeKind::none);
      QVERIFY(state.commit.empty() && state.problems.empty() && state.patch.empty() && !state.dirty);
      QCOMPARE(QString::fromStdString(state.folder), folder);
    }
  }

  void bare() {
    box_.git("", {"clone", "-q", "--bare", box_.path(name_), box_.path("bare.git")});
    const CodeState state = box_.capture("bare.git");
    QVERIFY(state.kind == CodeKind::bare);
    QCOMPARE(QByteArray::fromStdString(state.commit), git({"rev-parse", "HEAD"}));
    QVERIFY(state.patch.empty() && !state.dirty && state.problems.empty());
  }

  void anotherOwner() {
    if (::geteuid() != 0) QSKIP("only root can give a file to another user");
    box_.write(name_ + "/train.py", "print(1)\n");
    QCOMPARE(::chown(box_.path(name_).toUtf8().constData(), 12345, 12345), 0);
    QCOMPARE(::chown(box_.path(name_ + "/.git").toUtf8().constData(), 12345, 12345), 0);
    const CodeState state = box_.capture(name_);
    QVERIFY(state.kind == CodeKind::repository);
    QVERIFY(state.other_owner);
    QCOMPARE(state.unstaged, 1);
    QCOMPARE(box_.tree_of_patch(name_, state), box_.tree_on_disk(name_));
  }

  void unknownExtension() {
    git({"config", "core.repositoryformatversion", "1"});
    git({"config", "extensions.timeTravel", "true"});
    const CodeState state = box_.capture(name_);
    QVERIFY(state.kind == CodeKind::unreadable);
    QCOMPARE(state.problems.size(), std::size_t{1});
    QVERIFY2(QString::fromStdString(state.problems[0]).contains("unsupported extension name extensions.timetravel"),
             state.problems[0].c_str());
  }

  void damagedIndex() {
    box_.write(name_ + "/.git/index", "not an index");
    const CodeState state = box_.capture(name_);
    QVERIFY(state.kind == CodeKind::repository);
    QVERIFY(!state.commit.empty());
    QVERIFY(!state.problems.empty());
    QVERIFY2(state.problems[0].starts_with("the changes can't be read: "), state.problems[0].c_str());
  }

  void lockedIndex() {
    box_.write(name_ + "/.git/index.lock", "");
    box_.write(name_ + "/train.py", "print(1)\n");
    const CodeState state = box_.capture(name_);
    QVERIFY(state.index_locked);
    QVERIFY(state.problems.empty());
    QCOMPARE(state.unstaged, 1);
  }

  void lfsPointers() {
    const QByteArray pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:"
                               "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";
    box_.write(name_ + "/.gitattributes", "*.npy filter=lfs diff=lfs merge=lfs -text\n");
    box_.write(name_ + "/big.npy", pointer);
    git({"add", "-A"});
    git({"commit", "-q", "-m", "lfs"});
    QVERIFY(!box_.capture(name_).dirty);
    QVERIFY(box_.capture(name_).lfs);
    QCOMPARE(box_.capture(name_).lfs_pointers, 1);
    box_.write(name_ + "/big.npy", QByteArray(12345, 'x'));
    const CodeState fetched = box_.capture(name_);
    QCOMPARE(fetched.lfs_pointers, 0);
    QCOMPARE(fetched.omitted, (std::vector<OmittedPath>{{"big.npy", 12345, "kept by Git LFS, whose filter is not run"}}));
  }

  void jsonRoundTrip() {
    git({"checkout", "-q", "--detach"});
    box_.write(name_ + "/train.py", "print(1)\n");
    box_.write(name_ + "/new.npy", QByteArray(2 << 20, 'x'));
    const CodeState state = box_.capture(name_);
    const CodeState back = code_state_from_json(to_json(state));
    QCOMPARE(to_json(back), to_json(state));
    QCOMPARE(back.changed, state.changed);
    QCOMPARE(back.omitted, state.omitted);
    QCOMPARE(back.patch_sha256, state.patch_sha256);
    QVERIFY(back.patch.empty());
    QVERIFY(differences(state, back).empty());
  }

  void damagedJsonSaysSo() {
    try {
      (void)code_state_from_json("{\"commit\": 3");
      QFAIL("accepted");
    } catch (const lockstep::engine::ValueError& error) {
      QCOMPARE(error.what(), "the recorded code state can't be read: it is not a JSON object. The record is damaged, or a "
                             "newer Lockstep wrote it.");
    }
    QVERIFY_EXCEPTION_THROWN((void)code_state_from_json("{\"kind\": \"moon\"}"), lockstep::engine::ValueError);
    QVERIFY_EXCEPTION_THROWN((void)code_state_from_json("{\"dirty\": \"x\"}"), lockstep::engine::ValueError);
  }

  void differencesNameKeys() {
    const CodeState before = box_.capture(name_);
    box_.git("", {"clone", "-q", box_.path(name_), box_.path("elsewhere")});
    box_.git("elsewhere", {"remote", "remove", "origin"});
    QVERIFY(differences(before, box_.capture("elsewhere")).empty());
    box_.write(name_ + "/train.py", "print(1)\n");
    std::vector<std::string> keys;
    for (const KeyDifference& difference : differences(before, box_.capture(name_))) keys.push_back(difference.key);
    QCOMPARE(keys, (std::vector<std::string>{"changed", "changed_total", "counts.unstaged", "dirty", "patch.bytes", "patch.sha256"}));
  }

  void nothingIsWrittenToTheRepository() {
    box_.write(name_ + "/train.py", "print(1)\n");
    const QString index = box_.path(name_ + "/.git/index");
    const QDateTime before = QFileInfo(index).lastModified();
    const QByteArray files = git({"count-objects"});
    (void)box_.capture(name_);
    QCOMPARE(QFileInfo(index).lastModified(), before);
    QCOMPARE(git({"count-objects"}), files);
  }

  // 1 s is the target; the time is printed, not asserted, since the machine may be busy.
  void fiftyThousandFiles() {
    for (int i = 0; i < 50000; ++i) box_.write(QString("%1/d%2/e%3/f%4.txt").arg(name_).arg(i % 50).arg(i % 500).arg(i), "x");
    git({"add", "-A"});
    git({"commit", "-q", "-m", "many"});
    box_.write(name_ + "/train.py", "print(1)\n");
    QElapsedTimer timer;
    timer.start();
    const CodeState state = box_.capture(name_);
    qInfo("50,000 files: %lld ms", static_cast<long long>(timer.elapsed()));
    QCOMPARE(state.unstaged, 1);
    QCOMPARE(state.changed_total, 1);

    std::stop_source source;
    CodeOptions options;
    options.stop = source.get_token();
    std::chrono::steady_clock::time_point asked;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      asked = std::chrono::steady_clock::now();
      source.request_stop();
    });
    QVERIFY_EXCEPTION_THROWN((void)capture_code(box_.path(name_).toStdString(), options), lockstep::engine::Stopped);
    const auto late = std::chrono::steady_clock::now() - asked;
    stopper.join();
    qInfo("stopped after %lld ms", static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(late).count()));
    QVERIFY(late < std::chrono::seconds(1));
  }
};

QTEST_GUILESS_MAIN(TestCodeState)
#include "tst_code_state.moc"
