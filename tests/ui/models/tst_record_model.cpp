// The record as a tree: nothing of a document is lost, known values read as a person says them, copies are whole.
#include <QAbstractItemModelTester>
#include <QtTest>

#include <nlohmann/json.hpp>

#include "tracking/provenance/build_info.h"
#include "tracking/provenance/code_state.h"
#include "tracking/provenance/environment.h"
#include "ui/models/Cells.h"
#include "ui/models/RecordModel.h"
#include "ui/models/RecordReader.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

/// The item at names from a section down; fails the test where there is none.
QModelIndex at(const QAbstractItemModel& model, const QStringList& names) {
  QModelIndex found;
  for (const QString& name : names) {
    bool has = false;
    for (int row = 0; row < model.rowCount(found) && !has; ++row) {
      const QModelIndex child = model.index(row, RecordModel::name, found);
      if (child.data().toString() != name) continue;
      found = child;
      has = true;
    }
    if (!has) return {};
  }
  return found;
}
QString valueAt(const QAbstractItemModel& model, const QStringList& names) { return at(model, names).siblingAtColumn(RecordModel::value).data().toString(); }
QString exactAt(const QAbstractItemModel& model, const QStringList& names) { return exactText(at(model, names).siblingAtColumn(RecordModel::value)); }

constexpr const char* seedsJson = R"json({"algorithm":1,"master":42,"split":18446744073709551615})json";
constexpr const char* dataJson = R"json({"base":"/data","total_bytes":53379,"sha256":"aaaaaaaaaaaaaaaa","files":[{"path":"x.csv","bytes":53379,"sha256":"34af3b9b1a8afa59"}]})json";
constexpr const char* datasetJson = R"json({"fingerprint":"4c077cc6776cb0be","train":1258,"input_shape":[1,8,8],"class_counts":[{"class":"cat","count":1200}]})json";
constexpr const char* layersJson = R"json({"layers":[{"path":"1","type":"Linear","output":[256],"parameters":16640,"dtype":"float32"}],"parameters":50826,"bytes":203304})json";
constexpr const char* laterJson = R"json({"fresh_key":{"inner":[{"name":"n","worth":12.5}]},"flag":true})json";

RunRecord record() {
  RunRecord out;
  out.run.id = "20261130-120000-abcd";
  out.run.name = "a run";
  out.run.status = tracking::Status::finished;
  out.run.config_hash = std::string(64, 'c');
  out.folder = "/projects/x/runs/20261130-120000-abcd";
  return out;
}

}  // namespace

class TestRecordModel : public QObject {
  Q_OBJECT
 private slots:
  void aTreeIsATree() {
    RecordModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    RecordFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    RecordItem file{QStringLiteral("a.csv"), QStringLiteral("1 KiB · 1234567"), QStringLiteral("1024 · 1234567890"), {}, Tone::plain, {}};
    RecordItem files{QStringLiteral("Files"), QStringLiteral("2 in all"), {}, {}, Tone::plain, {file, {QStringLiteral("b.csv"), QStringLiteral("x"), {}, {}, Tone::plain, {}}}};
    model.setItems({{QStringLiteral("Run"), {}, {}, {}, Tone::plain, {}}, {QStringLiteral("Data"), {}, {}, {}, Tone::plain, {files}}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(valueAt(model, {QStringLiteral("Data"), QStringLiteral("Files"), QStringLiteral("a.csv")}), QStringLiteral("1 KiB · 1234567"));
    // Found by what only the whole value has; its parents come along, its sibling doesn't.
    filter.setWords(QStringLiteral("890"));
    QCOMPARE(filter.rowCount(), 1);
    const QModelIndex kept = at(filter, {QStringLiteral("Data"), QStringLiteral("Files")});
    QVERIFY(kept.isValid());
    QCOMPARE(filter.rowCount(kept), 1);
    // A parent that fits brings everything below it.
    filter.setWords(QStringLiteral("files"));
    QCOMPARE(filter.rowCount(at(filter, {QStringLiteral("Data"), QStringLiteral("Files")})), 2);
    filter.setWords(QStringLiteral("nothing like it"));
    QCOMPARE(filter.rowCount(), 0);
    filter.setWords({});
    model.setItems({});
    QCOMPARE(filter.rowCount(), 0);
  }

  void knownValuesReadAsWords() {
    RunRecord of = record();
    of.documents["seeds.json"] = seedsJson;
    of.documents["data.json"] = dataJson;
    of.documents["dataset.json"] = datasetJson;
    of.documents["model.json"] = layersJson;
    of.attempts.push_back({1, 0, 40, 1000, 2000, "box", 17, tracking::Status::stopped, "asked for"});
    of.checkpoints.push_back({760, "best", "checkpoints/best.safetensors", 612696, 3000});
    RecordModel model;
    model.setItems(recordItems(of));
    // A seed keeps every digit, in words that are not those of the file.
    QCOMPARE(valueAt(model, {QStringLiteral("Seeds"), QStringLiteral("Split into parts")}), QStringLiteral("18446744073709551615"));
    QCOMPARE(valueAt(model, {QStringLiteral("Config"), QStringLiteral("Hash")}), QStringLiteral("ccccccc"));
    QCOMPARE(exactAt(model, {QStringLiteral("Config"), QStringLiteral("Hash")}), QString(64, u'c'));
    QVERIFY(at(model, {QStringLiteral("Config"), QStringLiteral("Hash")}).siblingAtColumn(1).data(Qt::ToolTipRole).toString().startsWith(QString(64, u'c')));
    QCOMPARE(valueAt(model, {QStringLiteral("Data"), QStringLiteral("Fingerprint")}), QStringLiteral("4c077cc"));
    QCOMPARE(valueAt(model, {QStringLiteral("Data"), QStringLiteral("A sample's shape")}), QStringLiteral("[1, 8, 8]"));
    QCOMPARE(valueAt(model, {QStringLiteral("Data"), QStringLiteral("Files"), QStringLiteral("x.csv")}), QStringLiteral("52.1 KiB · 34af3b9"));
    QCOMPARE(exactAt(model, {QStringLiteral("Data"), QStringLiteral("Files"), QStringLiteral("x.csv")}), QStringLiteral("53379 · 34af3b9b1a8afa59"));
    QCOMPARE(valueAt(model, {QStringLiteral("Data"), QStringLiteral("Samples of each class"), QStringLiteral("cat")}), QStringLiteral("1,200"));
    QCOMPARE(valueAt(model, {QStringLiteral("Model"), QStringLiteral("Layers"), QStringLiteral("1")}), QStringLiteral("Linear · [256] · 16,640 · float32"));
    QCOMPARE(valueAt(model, {QStringLiteral("Attempts"), QStringLiteral("Attempt 1"), QStringLiteral("How it ended")}), QString::fromUtf8("■ stopped"));
    QCOMPARE(valueAt(model, {QStringLiteral("Attempts"), QStringLiteral("Attempt 1"), QStringLiteral("Host")}), QStringLiteral("box"));
    QCOMPARE(valueAt(model, {QStringLiteral("Checkpoints"), QStringLiteral("Best"), QStringLiteral("Step")}), QStringLiteral("760"));
  }

  void everyLeafOfEveryDocumentIsThere() {
    RunRecord of = record();
    tracking::CodeState code;
    code.kind = tracking::CodeKind::repository;
    code.commit = std::string(40, 'e');
    code.branch = "main";
    code.remote = "https://example.org/x.git";
    code.summary = "A commit";
    code.root = "/home/x/\xff";  // a name that is no UTF-8 is kept too
    code.dirty = true;
    code.staged = 1;
    code.changed = {{"src/a.cpp", "src/old.cpp", "renamed", true, false}};
    code.changed_total = 1;
    code.omitted = {{"big.bin", 99999999, "larger than 1048576 bytes"}};
    code.omitted_total = 1;
    code.submodules = {{"lib", std::string(40, 'a'), std::string(40, 'b'), true}};
    code.problems = {"no permission: secret.txt"};
    code.patch_sha256 = std::string(64, 'd');
    code.patch_bytes = 321;
    of.documents["code.json"] = tracking::to_json(code);
    of.documents["code.patch"] = "diff --git a b\n";
    tracking::EnvironmentState environment = tracking::capture_environment({"oneDNN X, Highway Y", 3, {{"onednn", "9.9"}}});
    environment.gpu.devices = {{"H200", 150000000000}};
    environment.gpu.used = {"NVIDIA H200", "9.0", 150000000000};
    of.documents["arithmetic.json"] = R"({"device":"cuda:0","strict":true,"tf32":false,"graph":"captured","algorithms":{"conv2d forward [8, 3, 32, 32]":"IMPLICIT_PRECOMP_GEMM"}})";
    environment.variables["OMP_NUM_THREADS"] = "7";
    of.documents["environment.json"] = tracking::to_json(environment);
    of.documents["lockstep.json"] = tracking::to_json(tracking::build_info());
    of.documents["a_later_version.json"] = laterJson;
    QString all;
    RecordModel model;
    model.setItems(recordItems(of));
    std::function<void(const QModelIndex&)> collect = [&](const QModelIndex& parent) {
      for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        all += index.data().toString() + u'\n' + exactText(index.siblingAtColumn(1)) + u'\n' + index.siblingAtColumn(1).data().toString() + u'\n';
        collect(index);
      }
    };
    collect({});
    for (const auto& [name, text] : of.documents) {
      if (!name.ends_with(".json")) continue;
      const nlohmann::json flat = nlohmann::json::parse(text).flatten();
      for (const auto& [path, leaf] : flat.items()) {
        if (!leaf.is_string() || leaf.get<std::string>().empty()) continue;
        if (path.ends_with("/bytes") && leaf.is_string()) continue;  // hexadecimal of bytes that are no UTF-8, shown as text
        const QString expected = QString::fromStdString(leaf.get<std::string>());
        QVERIFY2(all.contains(expected), (name + path + " = " + leaf.get<std::string>()).c_str());
      }
      for (const auto& [path, leaf] : flat.items()) {
        if (!leaf.is_number() || leaf == 0) continue;
        QVERIFY2(all.contains(QString::fromStdString(leaf.dump())), (name + path + " = " + leaf.dump()).c_str());
      }
    }
    QCOMPARE(valueAt(model, {QStringLiteral("Environment"), QStringLiteral("GPU"), QStringLiteral("Used by the run"), QStringLiteral("Compute capability")}), QStringLiteral("9.0"));
    const QString arithmetic = QStringLiteral("Arithmetic on the GPU");
    QCOMPARE(valueAt(model, {arithmetic, QStringLiteral("Step as a graph")}), QStringLiteral("captured"));
    QCOMPARE(valueAt(model, {arithmetic, QStringLiteral("TF32")}), QStringLiteral("no"));
    QCOMPARE(valueAt(model, {arithmetic, QStringLiteral("Algorithms chosen"), QStringLiteral("conv2d forward [8, 3, 32, 32]")}), QStringLiteral("IMPLICIT_PRECOMP_GEMM"));
    QVERIFY(all.contains(QStringLiteral("/home/x/\uFFFD")));
    QCOMPARE(valueAt(model, {QStringLiteral("Code"), QStringLiteral("Changed files"), QStringLiteral("src/a.cpp")}), QStringLiteral("renamed · src/old.cpp · staged"));
    QVERIFY(whyNoPatch(of).isEmpty());
  }

  void whyThereIsNoPatch_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("why");
    QTest::newRow("no repository") << QStringLiteral("{\"kind\":\"none\"}") << QStringLiteral("none, because the folder lies in no git repository");
    QTest::newRow("bare") << QStringLiteral("{\"kind\":\"bare\"}") << QStringLiteral("none, because the repository has no working tree");
    QTest::newRow("unreadable") << QStringLiteral("{\"kind\":\"unreadable\"}") << QStringLiteral("none, because the repository could not be opened");
    QTest::newRow("clean") << QStringLiteral("{\"kind\":\"repository\",\"dirty\":false}") << QStringLiteral("none, because every file was as in the commit");
    QTest::newRow("left out") << QStringLiteral("{\"kind\":\"repository\",\"dirty\":true,\"omitted_total\":2}") << QStringLiteral("none, because every change was left out; the reasons stand beside the files");
  }
  void whyThereIsNoPatch() {
    QFETCH(QString, code);
    QFETCH(QString, why);
    RunRecord of = record();
    of.documents["code.json"] = code.toStdString();
    QCOMPARE(whyNoPatch(of), why);
    RecordModel model;
    model.setItems(recordItems(of));
    QCOMPARE(valueAt(model, {QStringLiteral("Code"), QStringLiteral("Patch")}), why);
  }

  void aMillionFilesAreCopiedWhole() {
    RunRecord of = record();
    nlohmann::json files = nlohmann::json::array();
    constexpr int many = 5000;
    for (int i = 0; i < many; ++i) files.push_back({{"path", "images/" + std::to_string(i) + ".png"}, {"bytes", i}, {"sha256", std::string(64, 'a')}});
    of.documents["data.json"] = nlohmann::json{{"files", files}}.dump();
    RecordModel model;
    model.setItems(recordItems(of));
    const QModelIndex list = at(model, {QStringLiteral("Data"), QStringLiteral("Files")});
    QCOMPARE(model.rowCount(list), 1001);
    const QString rest = exactText(model.index(1000, 1, list));
    QCOMPARE(rest.count(u'\n'), many - 1001);
    QVERIFY(rest.endsWith(QStringLiteral("images/4999.png · 4999 · ") + QString(64, u'a')));
    QCOMPARE(model.index(1000, 1, list).data().toString(), QStringLiteral("4000 more; they are in a copy of this value"));
  }

  void aDamagedDocumentIsSaidToBeOne() {
    RunRecord of = record();
    of.documents["seeds.json"] = "{\"master\": 4";
    of.documents["model.json"] = "{\"parameters\": 7}";
    RecordModel model;
    model.setItems(recordItems(of));
    QVERIFY(valueAt(model, {QStringLiteral("seeds.json")}).contains(QStringLiteral("damaged")));
    QCOMPARE(exactAt(model, {QStringLiteral("seeds.json")}), QStringLiteral("{\"master\": 4"));
    QCOMPARE(valueAt(model, {QStringLiteral("Model"), QStringLiteral("Parameters")}), QStringLiteral("7"));
  }
};

QTEST_MAIN(TestRecordModel)
#include "tst_record_model.moc"
