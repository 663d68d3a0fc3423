// Editing the text in place: everything that is not the value stays as it was written.
#include <QtTest>

#include "engine/config/edit.h"
#include "engine/config/tree.h"
#include "engine/core/error.h"
#include "tests/engine/config/support_catalog.h"
#include "tests/engine/config/support_text.h"

using namespace lockstep::engine;
using namespace lockstep::engine::config;
using namespace std::string_literals;

namespace {

const std::string text =
    "# top comment\n"
    "config_version = 1\n"
    "\n"
    "[optimizer]  # how\n"
    "  type = \"AdamW\"   # the usual\n"
    "  betas = [0.9,  # first\n"
    "           0.95]\n"
    "\n"
    "[[model.layers]]\n"
    "type = \"ReLU\"\n"
    "\n"
    "[[model.layers]]  # second\n"
    "type = \"Linear\"\n"
    "out_features = 10 # classes\n"
    "\n"
    "[run]\n"
    "name = \"中文 ü\" # named\n"
    "tags = []\n";

std::string edited(const std::string& from, const std::string& to) {
  std::string out = text;
  const std::size_t at = out.find(from);
  if (at == std::string::npos) qFatal("no such text");
  return out.replace(at, from.size(), to);
}

std::string error_of(const std::string& in, const std::string& key) {
  try {
    static_cast<void>(set_value(in, key, std::int64_t{1}));
  } catch (const ValueError& e) { return e.what(); }
  return "no error";
}

}  // namespace

class TestEdit : public QObject {
  Q_OBJECT
 private slots:
  void replacesInPlace() {
    QCOMPARE(set_value(text, "optimizer.type", "SGD"s), edited("\"AdamW\"", "\"SGD\""));
    QCOMPARE(set_value(text, "optimizer.betas", std::vector<double>{0.8, 0.9}),
             edited("[0.9,  # first\n           0.95]", "[0.8, 0.9]"));
    QCOMPARE(set_value(text, "model.layers.1.out_features", std::int64_t{3}), edited("= 10 #", "= 3 #"));
    QCOMPARE(set_value(text, "run.name", "a \"b\""s), edited("\"中文 ü\"", "\"a \\\"b\\\"\""));
    QCOMPARE(set_value(text, "run.tags", std::vector<std::string>{"x"}), edited("tags = []", "tags = [\"x\"]"));
  }
  void addsToItsTable() {
    QCOMPARE(set_value(text, "optimizer.learning_rate", 0.01),
             edited("           0.95]\n", "           0.95]\n  learning_rate = 0.01\n"));
    QCOMPARE(set_value(text, "model.layers.0.name", "a"s),
             edited("type = \"ReLU\"\n", "type = \"ReLU\"\nname = \"a\"\n"));
    QCOMPARE(set_value(text, "run.notes", "n"s), text + "notes = \"n\"\n");
    QCOMPARE(set_value("[run]", "run.notes", "n"s), "[run]\nnotes = \"n\"");
  }
  void addsATable() {
    QCOMPARE(set_value(text, "train.epochs", std::int64_t{3}), text + "\n[train]\nepochs = 3\n");
    QCOMPARE(set_value("", "train.epochs", std::int64_t{3}), "[train]\nepochs = 3\n");
    QCOMPARE(set_value(text, "model.init_from", "run:1"s), text + "\n[model]\ninit_from = \"run:1\"\n");
    QCOMPARE(set_value("x = 1", "reproducibility.seeds.init", std::int64_t{3}),
             "x = 1\n\n[reproducibility.seeds]\ninit = 3\n");
    QCOMPARE(set_value("[reproducibility]\nseed = 1\n[train]\n", "reproducibility.seeds.init", std::int64_t{3}),
             "[reproducibility]\nseed = 1\n[train]\n\n[reproducibility.seeds]\ninit = 3\n");
    QCOMPARE(set_value("[run]\n", "config_version", std::int64_t{1}), "config_version = 1\n[run]\n");
  }
  void followsTheWayThatItIsWritten() {
    QCOMPARE(set_value("optimizer.type = \"SGD\"  # x\n[run]\n", "optimizer.momentum", 0.9),
             "optimizer.type = \"SGD\"  # x\noptimizer.momentum = 0.9\n[run]\n");
    QCOMPARE(set_value("loss = { type = \"A\" }\n", "loss.p", true), "loss = { type = \"A\", p = true }\n");
    QCOMPARE(set_value("loss = {}\n", "loss.p", true), "loss = { p = true }\n");
    QCOMPARE(set_value("model.layers = [{type = \"A\"}, {type = \"B\"}]\n", "model.layers.1.p", std::int64_t{2}),
             "model.layers = [{type = \"A\"}, {type = \"B\", p = 2}]\n");
    QCOMPARE(set_value("[run]\r\nname = \"a\"\r\n[train]\r\n", "run.notes", "b"s),
             "[run]\r\nname = \"a\"\r\nnotes = \"b\"\r\n[train]\r\n");
    QCOMPARE(set_value("\xEF\xBB\xBF"
                       "a = 1 # é\n",
                       "a", std::int64_t{2}),
             "\xEF\xBB\xBF"
             "a = 2 # é\n");
  }
  void removes() {
    QCOMPARE(remove_value(text, "optimizer.betas"), edited("  betas = [0.9,  # first\n           0.95]\n", ""));
    QCOMPARE(remove_value(text, "run.tags"), edited("tags = []\n", ""));
    QCOMPARE(remove_value(text, "run.device"), text);
  }
  void whatCannotBeSet() {
    QCOMPARE(error_of(text, "model.layers"), "can't set model.layers: it is a list of 2 tables"s);
    QCOMPARE(error_of(text, "model.layers.5.p"),
             "can't set model.layers.5.p: model.layers is a list of 2 tables, without 5"s);
    QCOMPARE(error_of(text, "run.name.first"),
             "can't set run.name.first: run.name is \"中文 ü\" (a text), without first"s);
    QCOMPARE(error_of("a = \n", "a"), "can't set a: line 1: not valid TOML: expected value, saw '\\n'"s);
    QCOMPARE(error_of(text, "a b"), "can't set a b: not a key"s);
  }
  // Setting any key to its own value changes nothing that the text means.
  void everyValueOfAGoodConfig() {
    for (const char* key :
         {"data.dataset", "data.batch_size", "model.layers.0.kernel_size", "optimizer.learning_rate", "train.epochs"}) {
      const auto before = std::get<Node>(read_toml(good_config()));
      const std::string same = set_value(good_config(), key, find_path(before, split_key(key))->value);
      QCOMPARE(same, good_config());
    }
  }
};

QTEST_GUILESS_MAIN(TestEdit)
#include "tst_edit.moc"
