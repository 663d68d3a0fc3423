// A text through the schema: what a form shows of it.
#include <QtTest>

#include <algorithm>

#include "engine/config/view.h"
#include "tests/engine/config/support_catalog.h"
#include "tests/engine/config/support_text.h"

using namespace lockstep::engine;
using namespace lockstep::engine::config;

namespace {

View view(const std::string& text) { return view_of(std::get<Node>(read_toml(text)), text, test_catalog()); }

const BlockView* block(const View& view, std::string_view key) {
  const auto found = std::find_if(view.blocks.begin(), view.blocks.end(), [&](const BlockView& b) { return b.key == key; });
  return found == view.blocks.end() ? nullptr : &*found;
}

const FieldView* field(const View& view, std::string_view key) {
  for (const BlockView& block : view.blocks) {
    for (const FieldView& field : block.fields) {
      if (field.key == key) return &field;
    }
  }
  return nullptr;
}

}  // namespace

class TestView : public QObject {
  Q_OBJECT
 private slots:
  void everyFieldOfTheSchemaIsThere() {
    const View empty = view("");
    for (const Section& section : sections()) {
      if (section.form != Form::table) continue;
      QVERIFY2(block(empty, section.path) != nullptr, std::string(section.path).c_str());
      for (const schema::Field& declared : section.fields) {
        const std::string key = (section.path.empty() ? "" : std::string(section.path) + ".") + std::string(declared.name);
        const FieldView* shown = field(empty, key);
        QVERIFY2(shown != nullptr, key.c_str());
        QVERIFY(!shown->written && shown->text.empty());
      }
    }
    QVERIFY(block(empty, "model.layers.0") == nullptr);
  }
  void whatIsWritten() {
    const std::string text = "[data]\nbatch_size = 1_000 # c\n[[model.layers]]\ntype = \"Linear\"\nout_features = 3\n[[model.layers]]\ntype = \"Nothing\"\n";
    const View shown = view(text);
    QCOMPARE(field(shown, "data.batch_size")->text, "1_000");
    QVERIFY(field(shown, "data.batch_size")->value == schema::Value(std::int64_t{1000}));
    QVERIFY(field(shown, "model.layers.0.out_features")->written);
    QCOMPARE(std::string(block(shown, "model.layers.0")->spec->name), "Linear");
    QVERIFY(block(shown, "model.layers.1")->spec == nullptr);
    QCOMPARE(block(shown, "model.layers.1")->type, "Nothing");
    QVERIFY(field(shown, "model.layers.1.type")->is_type);
    QCOMPARE(field(shown, "model.layers.1.type")->choices.size(), test_catalog().layers.size());
  }
  void whatApplies() {
    QVERIFY(!field(view(""), "data.path")->applies);
    const View csv = view("data.kind = \"csv\"\n");
    QVERIFY(field(csv, "data.path")->applies && field(csv, "data.header")->applies && !field(csv, "data.resize")->applies);
    QVERIFY(!field(view("data.kind = \"images\"\n"), "data.resize")->applies);
    QVERIFY(field(view("data = { kind = \"images\", image_size = [8, 8] }\n"), "data.resize")->applies);
  }
  void choices() {
    const View shown = view("");
    QCOMPARE(field(shown, "data.sampler")->choices.size(), std::size_t{3});
    QCOMPARE(field(shown, "data.dataset")->choices.size(), test_catalog().datasets.size());
    QCOMPARE(field(shown, "model.preset")->choices.size(), test_catalog().model_presets.size());
  }
  void freeTablesAndUnknownKeys() {
    const View shown = view("[data]\nbatchsize = 3\n[data.column_types]\n\"größe\" = \"real\"\n[optimizer.x]\n");
    QCOMPARE(field(shown, "data.column_types.\"größe\"")->name, "größe");
    QCOMPARE(field(shown, "data.column_types.\"größe\"")->choices.size(), std::size_t{3});
    const auto& unknown = block(shown, "data")->unknown;
    QCOMPARE(unknown.size(), std::size_t{1});
    QCOMPARE(unknown[0].key, "data.batchsize");
    QCOMPARE(unknown[0].text, "3");
    QVERIFY(unknown[0].removable);
    QVERIFY(!block(shown, "optimizer")->unknown[0].removable);
  }
};

QTEST_GUILESS_MAIN(TestView)
#include "tst_view.moc"
