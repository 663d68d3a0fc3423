// Tables of a list as pieces of text: comments, blank lines, line breaks and the way that the list is written stay.
#include <QtTest>

#include "engine/config/edit.h"
#include "engine/config/tree.h"
#include "engine/core/error.h"
#include "tests/engine/config/support_text.h"

using namespace lockstep::engine;
using namespace lockstep::engine::config;
using namespace std::string_literals;

namespace {

const std::string first =
    "# the stem: 中文 ü\n"
    "[[model.layers]]  # first\n"
    "type = \"Conv2d\"\n"
    "kernel_size = [3,  # high\n"
    "               3]\n"
    "# stride = 2";
const std::string second =
    "[[model.layers]]\n"
    "type = \"ReLU\"";
const std::string third =
    "  [[model.layers]]\n"
    "  type = \"Linear\" # head";
const std::string before = "# top\n[data]\ndataset = \"digits\"\n\n";
const std::string after = "\n\n[train]\nepochs = 3\n";
const std::string text = before + first + "\n\n# --- middle ---\n\n" + second + "\n\n\n" + third + after;

const std::vector<Setting> relu{{"type", "ReLU"s}};
const std::vector<Setting> dropout{{"type", "Dropout"s}, {"p", 0.5}};

template <class F>
std::string error_of(F&& f) {
  try {
    static_cast<void>(f());
  } catch (const ValueError& e) { return e.what(); }
  return "no error";
}

std::string crlf(std::string in) {
  for (std::size_t i = 0; (i = in.find('\n', i)) != std::string::npos; i += 2) in.insert(i, "\r");
  return in;
}

}  // namespace

class TestEditList : public QObject {
  Q_OBJECT
 private slots:
  void inserts() {
    QCOMPARE(insert_item(text, "model.layers", 0, dropout),
             before + "[[model.layers]]\ntype = \"Dropout\"\np = 0.5\n\n" + text.substr(before.size()));
    QCOMPARE(insert_item(text, "model.layers", 2, relu),
             before + first + "\n\n# --- middle ---\n\n" + second + "\n\n\n  [[model.layers]]\n  type = \"ReLU\"\n\n" + third + after);
    QCOMPARE(insert_item(text, "model.layers", 3, relu),
             before + first + "\n\n# --- middle ---\n\n" + second + "\n\n\n" + third + "\n\n  [[model.layers]]\n  type = \"ReLU\"" + after);
    QCOMPARE(insert_item("[[model.layers]]", "model.layers", 1, relu), "[[model.layers]]\n\n[[model.layers]]\ntype = \"ReLU\"");
  }
  void insertsTheFirst() {
    QCOMPARE(insert_item("", "model.layers", 0, relu), "[[model.layers]]\ntype = \"ReLU\"\n");
    QCOMPARE(insert_item("[data]\nkind = \"csv\" # c\n# more\n\n[train]\n", "data.augment", 0, relu),
             "[data]\nkind = \"csv\" # c\n# more\n\n[[data.augment]]\ntype = \"ReLU\"\n\n[train]\n");
    QCOMPARE(insert_item("[train]\nepochs = 1", "model.layers", 0, relu), "[train]\nepochs = 1\n\n[[model.layers]]\ntype = \"ReLU\"\n");
    QCOMPARE(insert_item("model.layers = []\n", "model.layers", 0, dropout), "model.layers = [{ type = \"Dropout\", p = 0.5 }]\n");
  }
  void removes() {
    QCOMPARE(remove_item(text, "model.layers", 0), before + "# --- middle ---\n\n" + second + "\n\n\n" + third + after);
    QCOMPARE(remove_item(text, "model.layers", 1), before + first + "\n\n# --- middle ---\n\n" + third + after);
    QCOMPARE(remove_item(text, "model.layers", 2), before + first + "\n\n# --- middle ---\n\n" + second + "\n\n\n[train]\nepochs = 3\n");
    QCOMPARE(remove_item("[a]\nb = 1\n\n[[model.layers]]\ntype = \"ReLU\"\n", "model.layers", 0), "[a]\nb = 1\n");
  }
  void moves() {
    QCOMPARE(move_item(text, "model.layers", 0, 1), before + second + "\n\n# --- middle ---\n\n" + first + "\n\n\n" + third + after);
    QCOMPARE(move_item(text, "model.layers", 2, 0), before + third + "\n\n# --- middle ---\n\n" + first + "\n\n\n" + second + after);
    QCOMPARE(move_item(text, "model.layers", 1, 1), text);
    for (std::size_t from = 0; from < 3; ++from) {
      for (std::size_t to = 0; to < 3; ++to) QCOMPARE(move_item(move_item(text, "model.layers", from, to), "model.layers", to, from), text);
    }
  }
  void duplicates() {
    QCOMPARE(duplicate_item(text, "model.layers", 0),
             before + first + "\n\n" + first + "\n\n# --- middle ---\n\n" + second + "\n\n\n" + third + after);
    QCOMPARE(duplicate_item("a = [{ type = \"A\" }]\n", "a", 0), "a = [{ type = \"A\" }, { type = \"A\" }]\n");
  }
  void keepsLineBreaks() {
    QCOMPARE(insert_item(crlf(text), "model.layers", 1, relu), crlf(insert_item(text, "model.layers", 1, relu)));
    QCOMPARE(remove_item(crlf(text), "model.layers", 0), crlf(remove_item(text, "model.layers", 0)));
    QCOMPARE(move_item(crlf(text), "model.layers", 0, 2), crlf(move_item(text, "model.layers", 0, 2)));
    QCOMPARE(duplicate_item(crlf(text), "model.layers", 2), crlf(duplicate_item(text, "model.layers", 2)));
  }
  void inlineLists() {
    const std::string one_a_line =
        "[model]\n"
        "layers = [\n"
        "  { type = \"A\" }, # the first\n"
        "  { type = \"B\", p = 1 },\n"
        "  { type = \"C\" },\n"
        "]\n";
    QCOMPARE(insert_item(one_a_line, "model.layers", 3, relu),
             "[model]\nlayers = [\n  { type = \"A\" }, # the first\n  { type = \"B\", p = 1 },\n  { type = \"C\" },\n  { type = \"ReLU\" },\n]\n");
    QCOMPARE(insert_item(one_a_line, "model.layers", 1, relu),
             "[model]\nlayers = [\n  { type = \"A\" }, # the first\n  { type = \"ReLU\" },\n  { type = \"B\", p = 1 },\n  { type = \"C\" },\n]\n");
    QCOMPARE(remove_item(one_a_line, "model.layers", 2),
             "[model]\nlayers = [\n  { type = \"A\" }, # the first\n  { type = \"B\", p = 1 },\n]\n");
    QCOMPARE(move_item(one_a_line, "model.layers", 1, 2),
             "[model]\nlayers = [\n  { type = \"A\" }, # the first\n  { type = \"C\" },\n  { type = \"B\", p = 1 },\n]\n");
    QCOMPARE(remove_item("model.layers = [{ type = \"A\" }]\n", "model.layers", 0), "model.layers = []\n");
  }
  void onlyTheTablesOfThatList() {
    const std::string apart = "[[model.layers]]\ntype = \"A\"\n\n[loss]\ntype = \"L\"\n\n[[model.layers]]\ntype = \"B\"\n";
    QCOMPARE(move_item(apart, "model.layers", 0, 1), "[[model.layers]]\ntype = \"B\"\n\n[loss]\ntype = \"L\"\n\n[[model.layers]]\ntype = \"A\"\n");
    QCOMPARE(remove_item(apart, "model.layers", 1), "[[model.layers]]\ntype = \"A\"\n\n[loss]\ntype = \"L\"\n");
  }
  void removesFromInlineTables() {
    QCOMPARE(remove_value("loss = { type = \"A\", p = 1, q = 2 }\n", "loss.p"), "loss = { type = \"A\", q = 2 }\n");
    QCOMPARE(remove_value("loss = { type = \"A\", p = 1 }\n", "loss.p"), "loss = { type = \"A\" }\n");
    QCOMPARE(remove_value("loss = { p = 1 } # c\n", "loss.p"), "loss = {} # c\n");
  }
  void whatCannotBeDone() {
    QCOMPARE(error_of([] { return remove_item(text, "model.layers", 3); }), "can't set model.layers.3: there are 3"s);
    QCOMPARE(error_of([] { return insert_item(text, "model.layers", 4, relu); }), "can't set model.layers.4: there are 3"s);
    QCOMPARE(error_of([] { return insert_item(text, "train", 0, relu); }), "can't set train: it is a table"s);
    QCOMPARE(error_of([] { return insert_item("a = \n", "a", 0, relu); }), "can't set a: line 1: not valid TOML: expected value, saw '\\n'"s);
    QVERIFY(error_of([] { return insert_item("model = { preset = \"x\" }\n", "model.layers", 0, relu); }) != "no error");
  }
};

QTEST_GUILESS_MAIN(TestEditList)
#include "tst_edit_list.moc"
