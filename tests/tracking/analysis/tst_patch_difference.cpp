// Two patches against each other: what a person is shown is how the code differs. Patches by git itself, and texts that are none.
#include <QtTest>

#include "tracking/analysis/patch_difference.h"

using namespace lockstep::tracking;

namespace {

const std::string rate_low = R"(diff --git a/train.py b/train.py
index 1111111..2222222 100644
--- a/train.py
+++ b/train.py
@@ -10,5 +10,5 @@ def main():
     model = make()
     model.eval()
-    rate = 1.0
+    rate = 0.1
     fit(model, rate)
     save(model)
)";
const std::string rate_high = R"(diff --git a/train.py b/train.py
index 1111111..3333333 100644
--- a/train.py
+++ b/train.py
@@ -10,5 +10,6 @@ def main():
     model = make()
     model.eval()
-    rate = 1.0
+    rate = 0.5
+    print(rate)
     fit(model, rate)
     save(model)
)";

std::string text(const PatchDifference& difference, std::size_t i = 0) { return i < difference.files.size() ? difference.files[i].text : "no such file"; }

}  // namespace

class TestPatchDifference : public QObject {
  Q_OBJECT

 private slots:
  void theSameChangeIsNone() {
    const PatchDifference difference = compare_patches(rate_low, rate_low, true);
    QVERIFY(difference.files.empty());
    QCOMPARE(difference.same, std::size_t{1});
    // Hashes of blobs, and lines that lie elsewhere because of changes before them, are no difference.
    std::string shifted = rate_low;
    shifted.replace(shifted.find("2222222"), 7, "4444444");
    shifted.replace(shifted.find("@@ -10,5 +10,5 @@"), 17, "@@ -10,5 +19,5 @@");
    QVERIFY(compare_patches(rate_low, shifted, true).files.empty());
    QVERIFY(compare_patches("", "", true).files.empty());
  }

  void linesAsEachRunHadThem() {
    const PatchDifference difference = compare_patches(rate_low, rate_high, true);
    QCOMPARE(difference.files.size(), std::size_t{1});
    QCOMPARE(difference.files[0].path, std::string("train.py"));
    QCOMPARE(difference.files[0].relation, PatchRelation::different);
    QCOMPARE(text(difference), std::string("     model = make()\n     model.eval()\n-    rate = 0.1\n+    rate = 0.5\n+    print(rate)\n     fit(model, rate)\n     save(model)\n"));
  }

  void aChangeThatOneRunLacksIsShownAgainstTheCommit() {
    const std::string expected = "     model = make()\n     model.eval()\n-    rate = 0.1\n+    rate = 1.0\n     fit(model, rate)\n     save(model)\n";
    const PatchDifference difference = compare_patches(rate_low, "", true);
    QCOMPARE(difference.files[0].relation, PatchRelation::only_before);
    QCOMPARE(text(difference), expected);
    // Both changed the file, but in other places: each place against the commit's lines.
    const std::string elsewhere = "diff --git a/train.py b/train.py\n--- a/train.py\n+++ b/train.py\n@@ -40,3 +40,2 @@\n a\n-b\n c\n";
    QCOMPARE(text(compare_patches(rate_low, elsewhere, true)), expected + " …\n a\n-b\n c\n");
  }

  void newRenamedAndBinaryFiles() {
    const std::string added = "diff --git a/new file.py b/new file.py\nnew file mode 100644\nindex 0000000..1\n--- /dev/null\n+++ b/new file.py\n@@ -0,0 +1,2 @@\n+one\n+two\n";
    const PatchDifference fresh = compare_patches("", added, true);
    QCOMPARE(fresh.files[0].path, std::string("new file.py"));
    QCOMPARE(fresh.files[0].relation, PatchRelation::only_after);
    QCOMPARE(text(fresh), std::string("+one\n+two\n"));
    const std::string binary = "diff --git a/w.bin b/w.bin\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZ\n\nliteral 0\nHcmV?d00001\n\n";
    const PatchDifference bytes = compare_patches(binary, "", true);
    QVERIFY(bytes.files[0].binary && bytes.files[0].text.empty());
    const std::string renamed = "diff --git a/old.py b/new.py\nsimilarity index 100%\nrename from old.py\nrename to new.py\n";
    QCOMPARE(compare_patches(renamed, "", true).files[0].path, std::string("new.py"));
  }

  void otherCommitsCompareThePatchesOwnLines() {
    std::string moved = rate_high;
    moved.replace(moved.find("@@ -10,5 +10,6 @@"), 17, "@@ -90,5 +90,6 @@");
    QVERIFY(text(compare_patches(rate_low, moved, false)).find("-    rate = 0.1\n+    rate = 0.5\n") != std::string::npos);
    // The same commit by name, but lines that contradict: the same fallback.
    std::string contradicting = rate_high;
    contradicting.replace(contradicting.find("model = make()"), 14, "model = load()");
    QVERIFY(text(compare_patches(rate_low, contradicting, true)).find("-    model = make()\n+    model = load()\n") != std::string::npos);
  }

  void anyTextIsAccepted() {
    for (const char* const bad : {"diff --git ", "diff --git a b\n@@ -", "@@ -1 +1 @@\n+x\n", "diff --git a/x b/x\n@@ -99999999999999999999,1 +1 @@\n+x\n", "diff --git a/x b/x\n@@\n\n\\ No newline\n"}) {
      (void)compare_patches(bad, rate_low, true);
      (void)compare_patches(rate_low, bad, false);
    }
    // Every prefix of a patch, and every byte of it turned into another.
    for (std::size_t i = 0; i <= rate_high.size(); ++i) {
      (void)compare_patches(rate_high.substr(0, i), rate_low, true);
      std::string changed = rate_high;
      if (i < changed.size()) changed[i] = static_cast<char>(changed[i] ^ 0x15);
      (void)compare_patches(changed, rate_low, i % 2 == 0);
    }
    QVERIFY(compare_patches("nothing of a patch", "", true).files.empty());
  }
};

QTEST_GUILESS_MAIN(TestPatchDifference)
#include "tst_patch_difference.moc"
