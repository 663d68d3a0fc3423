// The text of the Compare page's tab "Code": commits and changed lines of two runs, and what is said where there is nothing.
#include <QtTest>

#include "ui/pages/compare/CodeDifference.h"

using namespace lockstep;

class TestCodeDifference : public QObject {
  Q_OBJECT

 private slots:
  void nothingDiffers() { QCOMPARE(ui::codeDifference({}), QStringLiteral("The code of both runs is the same, as far as it was recorded.")); }

  void commitsAndLines() {
    tracking::Comparison comparison;
    tracking::CommitLog log;
    log.only_before = {{std::string(40, 'a'), 1764547200000, "Ada", "Older"}};
    log.only_before_total = 1;
    log.only_after = {{std::string(40, 'b'), 1764547200000, "李", "学习率减半"}};
    log.only_after_total = 7;
    comparison.commits = log;
    comparison.patches.files = {{"train.py", tracking::PatchRelation::different, false, "-rate = 0.1\n+rate = 0.5\n"},
                                {"new.py", tracking::PatchRelation::only_after, false, "+x\n"},
                                {"w.bin", tracking::PatchRelation::only_before, true, ""},
                                {"tool", tracking::PatchRelation::different, false, ""}};
    const QStringList lines = ui::codeDifference(comparison).split('\n');
    QVERIFY(lines[1].startsWith("- aaaaaaaaaa  ") && lines[1].endsWith("Ada: Older"));
    QVERIFY(lines[2].startsWith("+ bbbbbbbbbb  ") && lines[2].endsWith(QStringLiteral("李: 学习率减半")));
    QCOMPARE(lines[3], QStringLiteral("+ and %n more commit(s)").replace("%n", "6"));
    const qsizetype at = lines.indexOf("train.py, changed for both runs, but not alike:");
    QVERIFY(at > 0);
    QCOMPARE(lines.mid(at + 1, 2), (QStringList{"-rate = 0.1", "+rate = 0.5"}));
    QVERIFY(lines.contains("new.py, changed for the second run only:") && lines.contains("w.bin, changed for the first run only:"));
    QVERIFY(lines.contains("A binary file.") && lines.contains("Its lines are the same; its name or mode differs."));
  }

  void aRepositoryThatIsGoneIsSaid() {
    tracking::Comparison comparison;
    comparison.commits = tracking::commits_between("/nowhere/at/all", std::string(40, 'a'), std::string(40, 'b'));
    QVERIFY2(ui::codeDifference(comparison).contains("/nowhere/at/all cannot be read any more"), qPrintable(ui::codeDifference(comparison)));
  }
};

QTEST_GUILESS_MAIN(TestCodeDifference)
#include "tst_code_difference.moc"
