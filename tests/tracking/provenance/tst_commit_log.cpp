// The commits between two states, against what git itself says of made repositories.
#include <QtTest>

#include "support_git.h"
#include "tracking/provenance/commit_log.h"

using namespace lockstep::tracking;

namespace {

/// Ids as `git log` has them.
QStringList ids(const std::vector<CommitLine>& lines) {
  QStringList out;
  for (const CommitLine& line : lines) out << QString::fromStdString(line.id);
  return out;
}

}  // namespace

class TestCommitLog : public QObject {
  Q_OBJECT

 private:
  GitSandbox m_sandbox;

  QString head() const { return m_sandbox.git("code", {"rev-parse", "HEAD"}); }
  QString commit(const QString& file, const QString& message) const {
    m_sandbox.write("code/" + file, message.toUtf8());
    m_sandbox.git("code", {"add", "."});
    m_sandbox.git("code", {"commit", "-q", "-m", message});
    return head();
  }
  CommitLog between(const QString& before, const QString& after, std::size_t most = 100) const {
    return commits_between(m_sandbox.path("code").toStdString(), before.toStdString(), after.toStdString(), most);
  }
  QStringList git_log(const QString& range) const {
    const QByteArray out = m_sandbox.git("code", {"log", "--topo-order", "--format=%H", range});
    return out.isEmpty() ? QStringList() : QString(out).split('\n');
  }

 private slots:
  void init() {
    QDir(m_sandbox.path("code")).removeRecursively();
    m_sandbox.make_repository("code");
  }

  void forwardAndBack() {
    const QString first = head();
    commit("a.py", "学习率减半\n\nbody");
    const QString last = commit("b.py", "Second");
    const CommitLog log = between(first, last);
    QVERIFY(log.problem.code.empty());
    QCOMPARE(QString::fromStdString(log.ancestor), first);
    QVERIFY(log.only_before.empty());
    QCOMPARE(ids(log.only_after), git_log(first + ".." + last));
    QCOMPARE(log.only_after_total, 2);
    QCOMPARE(QString::fromStdString(log.only_after[1].summary), QString("学习率减半"));
    QVERIFY(!log.only_after[1].author.empty() && log.only_after[1].time > 0);
    QCOMPARE(ids(between(last, first).only_before), ids(log.only_after));
    const CommitLog same = between(last, last);
    QVERIFY(same.only_before.empty() && same.only_after.empty() && QString::fromStdString(same.ancestor) == last);
  }

  void branchesAndMerges() {
    const QString base = head();
    const QString main_branch = m_sandbox.git("code", {"rev-parse", "--abbrev-ref", "HEAD"});
    m_sandbox.git("code", {"checkout", "-q", "-b", "other"});
    const QString left = commit("left.py", "Left");
    m_sandbox.git("code", {"checkout", "-q", main_branch});
    const QString right = commit("right.py", "Right");
    const CommitLog apart = between(left, right);
    QCOMPARE(QString::fromStdString(apart.ancestor), base);
    QCOMPARE(ids(apart.only_before), QStringList{left});
    QCOMPARE(ids(apart.only_after), QStringList{right});
    m_sandbox.git("code", {"merge", "-q", "--no-edit", "other"});
    const CommitLog merged = between(right, head());
    QCOMPARE(ids(merged.only_after).size(), git_log(right + ".." + head()).size());
    QVERIFY(ids(merged.only_after).contains(left));
  }

  void longHistoriesAreCut() {
    const QString first = head();
    for (int i = 0; i < 5; ++i) commit("f.py", QString::number(i));
    const CommitLog log = between(first, head(), 2);
    QCOMPARE(log.only_after.size(), std::size_t{2});
    QCOMPARE(log.only_after_total, 5);
  }

  void unrelatedHistories() {
    const QString first = head();
    m_sandbox.git("code", {"checkout", "-q", "--orphan", "new"});
    const QString other = commit("new.py", "Anew");
    const CommitLog log = between(first, other);
    QCOMPARE(log.problem.code, std::string("code.unrelated"));
    QVERIFY(log.ancestor.empty());
    QCOMPARE(ids(log.only_after), QStringList{other});
  }

  void whatIsNotThereIsSaid() {
    const QString here = head();
    const CommitLog unknown = between(here, QString(40, 'a'));
    QCOMPARE(unknown.problem.code, std::string("code.no_such_commit"));
    QVERIFY(unknown.problem.english().find(std::string(40, 'a')) != std::string::npos);
    QCOMPARE(between(here, "not a hash").problem.code, std::string("code.no_such_commit"));
    QDir(m_sandbox.path("code")).removeRecursively();
    QCOMPARE(between(here, here).problem.code, std::string("code.no_repository"));
  }
};

QTEST_GUILESS_MAIN(TestCommitLog)
#include "tst_commit_log.moc"
