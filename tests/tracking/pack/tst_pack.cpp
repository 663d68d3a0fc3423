// A run that was packed is the same elsewhere: every document, point, checkpoint and metric; and it goes on there to the
// same parameters as here.
#include <QtTest>

#include <bit>
#include <cstdlib>
#include <ctime>

#include <nlohmann/json.hpp>

#include "engine/core/sha256.h"
#include "engine/core/thread_pool.h"
#include "support_pack.h"
#include "tracking/model/evaluation.h"
#include "tracking/pack/data_layout.h"
#include "tracking/provenance/data_files.h"
#include "tracking/recorder/unpacked.h"

using namespace lockstep;
using namespace lockstep::test;
namespace fs = std::filesystem;
using tracking::Project;
using tracking::RunSummary;

namespace {

void compare_summaries(const RunSummary& here, const RunSummary& there) {
  QCOMPARE(there.id, here.id);
  QCOMPARE(there.name, here.name);
  QCOMPARE(there.notes, here.notes);
  QVERIFY(there.tags == here.tags);
  QCOMPARE(there.status, here.status);
  QCOMPARE(there.reason, here.reason);
  QCOMPARE(there.step, here.step);
  QCOMPARE(there.created, here.created);
  QVERIFY(there.steps == here.steps && there.started == here.started && there.ended == here.ended &&
          there.device == here.device && there.seed == here.seed);
  QVERIFY(there.commit == here.commit && there.dirty == here.dirty && there.config_hash == here.config_hash &&
          there.data_fingerprint == here.data_fingerprint);
  QCOMPARE(there.parent, here.parent);
  QCOMPARE(there.relation, here.relation);
  QCOMPARE(there.metrics.size(), here.metrics.size());
  for (std::size_t i = 0; i < here.metrics.size(); ++i) {
    const auto& a = here.metrics[i];
    const auto& b = there.metrics[i];
    QCOMPARE(b.key, a.key);
    QCOMPARE(std::bit_cast<std::uint64_t>(b.last), std::bit_cast<std::uint64_t>(a.last));
    QCOMPARE(std::bit_cast<std::uint64_t>(b.minimum), std::bit_cast<std::uint64_t>(a.minimum));
    QCOMPARE(std::bit_cast<std::uint64_t>(b.maximum), std::bit_cast<std::uint64_t>(a.maximum));
    QVERIFY(b.last_step == a.last_step && b.minimum_step == a.minimum_step && b.maximum_step == a.maximum_step);
  }
}

void compare_documents(const Project& here, const Project& there, const std::string& run) {
  std::vector<std::string> names = there.document_names(run);
  QCOMPARE(std::erase(names, "unpacked.json"), std::size_t{1});
  QVERIFY(names == here.document_names(run));
  for (const std::string& name : names) QVERIFY2(there.document(run, name) == here.document(run, name), name.c_str());
}

void compare_series(tracking::RunReader here, tracking::RunReader there) {
  QCOMPARE(there.series_list().size(), here.series_list().size());
  QVERIFY(here.series_list().size() > 5);
  for (const tracking::SeriesInfo& info : here.series_list()) {
    const tracking::Series a = here.series(info.key);
    const tracking::Series b = there.series(info.key);
    QVERIFY2(a.steps == b.steps && a.bits == b.bits && a.type == b.type && a.axis == b.axis, info.key.c_str());
    QVERIFY(a.size() > 0);
  }
  QCOMPARE(there.attempts().size(), here.attempts().size());
  for (std::size_t i = 0; i < here.attempts().size(); ++i) {
    const auto a = here.attempts()[i];
    const auto b = there.attempts()[i];
    QVERIFY(a.host == b.host && a.pid == b.pid && a.started == b.started && a.ended == b.ended &&
            a.status == b.status && a.reason == b.reason && a.from_step == b.from_step && a.last_step == b.last_step);
  }
  QCOMPARE(there.events().size(), here.events().size());
  for (std::size_t i = 0; i < here.events().size(); ++i)
    QCOMPARE(there.events()[i].message.english(), here.events()[i].message.english());
  QCOMPARE(there.evaluations().size(), here.evaluations().size());
  QVERIFY(!here.evaluations().empty());
  QCOMPARE(there.checkpoints().size(), here.checkpoints().size());
  for (const tracking::Checkpoint& checkpoint : here.checkpoints()) {
    QCOMPARE(there.checkpoint(checkpoint.kind)->path, checkpoint.path);
    QVERIFY(read(there.folder() / checkpoint.path) == read(here.folder() / checkpoint.path));
  }
  QVERIFY(!read(here.log_file()).empty());
  QVERIFY(read(there.log_file()) == read(here.log_file()));
}

std::string resumed_parameters(Project& project, const std::string& run) {
  tracking::SessionListener listener;
  const tracking::SessionResult result = tracking::resume_run(project, {.run = run, .threads = 1}, listener);
  if (result.error) std::rethrow_exception(result.error);
  return result.parameters;
}

}  // namespace

class TestPack : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<Workshop> m_shop;
  fs::path path(std::string_view name) const { return m_shop->path(name); }
  std::string digits() const { return read(LOCKSTEP_SOURCE_DIR "/resources/presets/digits-mlp.toml"); }
  /// A run of the table, stopped half way.
  std::string stopped_table_run(Project& project) const {
    m_shop->write("data/train.csv", table(60));
    m_shop->write("other/valid.csv", table(20));
    return Workshop::train(project, table_config(), path("config.toml"), {}, 10).run;
  }

 private slots:
  void initTestCase() {
    qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
    qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
  }
  void init() { m_shop = std::make_unique<Workshop>(); }

  void aTrainedRunIsTheSameElsewhere() {
    Project here(path("here"));
    const std::string run = Workshop::train(here, digits(), path("digits.toml"),
                                            {"train.epochs=2", "run.tags=[\"a\", \"ü\"]", "run.notes=\"中文\""})
                                .run;
    here.edit(run, {.name = "renamed", .tags = std::vector<std::string>{"b", "a"}});
    {
      auto writer = here.open_writer(run, 1000);
      writer->put_document("code.patch", std::string(300'000, 'p'));
      writer->finish(tracking::Status::finished, {});
    }
    const tracking::Packed packed = tracking::pack_run(here, run, path("run.zip"));
    QCOMPARE(packed.bytes, static_cast<std::uint64_t>(fs::file_size(path("run.zip"))));
    QVERIFY(packed.data_files == 0 && packed.notes.empty());
    const tracking::Unpacked unpacked = tracking::unpack_run(path("run.zip"), path("some/where/else"));
    Project there(path("some/where/else"), {.create = false});
    compare_summaries(here.summary(run), unpacked.run);
    compare_summaries(here.summary(run), there.find("renamed"));
    compare_documents(here, there, run);
    compare_series(here.reader(run), there.reader(run));
    QCOMPARE(unpacked.needed->dataset, std::string("digits"));
    QVERIFY(tracking::location_overrides(there, there.summary(run)).empty());
    QVERIFY(!fs::exists(path("some/where/else/unpacking")) && !fs::exists(path("some/where/else/data")));
    auto model = tracking::TrainedModel::open(there, there.find("last"), {.threads = 1});
    engine::ThreadPool pool(1);
    tracking::EvaluationOptions how;
    how.context.pool = &pool;
    QVERIFY(!tracking::evaluate_own_parts(model, there, how).metrics.empty());
  }

  void theSameRunGivesTheSameBytes() {
    Project here(path("here"));
    const std::string run = stopped_table_run(here);
    (void)tracking::pack_run(here, run, path("1.zip"), {.with_data = true});
    const QByteArray zone = qgetenv("TZ");
    qputenv("TZ", "Pacific/Auckland");
    ::tzset();
    (void)tracking::pack_run(here, run, path("2.zip"), {.with_data = true});
    zone.isNull() ? (void)qunsetenv("TZ") : (void)qputenv("TZ", zone);
    ::tzset();
    QVERIFY(read(path("1.zip")) == read(path("2.zip")));
    (void)tracking::unpack_run(path("1.zip"), path("there"));
    Project there(path("there"));
    fs::remove_all(path("data"));
    (void)tracking::pack_run(there, run, path("3.zip"), {.with_data = true});
    const auto first = read_zip(path("1.zip"));
    const auto third = read_zip(path("3.zip"));
    QCOMPARE(third.size(), first.size());
    for (std::size_t i = 0; i < first.size(); ++i)
      QVERIFY2(first[i].name == third[i].name && first[i].content == third[i].content, first[i].name.c_str());
    QVERIFY(read(path("1.zip")) == read(path("3.zip")));
  }

  void aStoppedRunGoesOnElsewhereWithItsData() {
    Project here(path("here"));
    const std::string run = stopped_table_run(here);
    const tracking::Packed packed = tracking::pack_run(here, run, path("run.zip"), {.with_data = true});
    QCOMPARE(packed.data_files, std::size_t{2});
    const std::string expected = resumed_parameters(here, run);
    QCOMPARE(expected.size(), std::size_t{16});
    fs::rename(path("data"), path("gone"));
    fs::rename(path("other"), path("gone other"));

    const tracking::Unpacked unpacked = tracking::unpack_run(path("run.zip"), path("there"));
    QCOMPARE(unpacked.data_files, std::size_t{2});
    QVERIFY(!unpacked.needed);
    QCOMPARE(read(unpacked.data_folder / "data/train.csv"), table(60));
    QCOMPARE(read(unpacked.data_folder / "other/valid.csv"), table(20));
    QVERIFY(!unpacked.from.empty());
    {
      Project there(path("there"));
      const std::vector<std::string> overrides = tracking::location_overrides(there, there.summary(run));
      QCOMPARE(overrides.size(), std::size_t{2});
      QCOMPARE(overrides[0], "data.path=\"" + (unpacked.data_folder / "data/train.csv").string() + "\"");
      QCOMPARE(overrides[1], "data.validation_path=\"" + (unpacked.data_folder / "other/valid.csv").string() + "\"");
      engine::config::Document moved = tracking::recorded_config(there, there.summary(run), overrides);
      QCOMPARE(moved.resolve({.input = {2}, .classification = true, .classes = 2}).or_throw().hash,
               there.summary(run).config_hash.value());
      auto model = tracking::TrainedModel::open(there, there.summary(run), {.threads = 1});
      engine::ThreadPool pool(1);
      tracking::EvaluationOptions how;
      how.context.pool = &pool;
      const tracking::ModelEvaluation evaluation = tracking::evaluate_own_parts(model, there, how);
      QVERIFY(evaluation.drift.empty());
      QCOMPARE(evaluation.samples, std::int64_t{20});
    }
    fs::rename(path("there"), path("moved"));  // what was unpacked moves with its project
    Project moved(path("moved"));
    QCOMPARE(resumed_parameters(moved, run), expected);
    QCOMPARE(moved.summary(run).status, tracking::Status::finished);
  }

  void withoutItsDataItSaysWhatItNeeds() {
    Project here(path("here"));
    const std::string run = stopped_table_run(here);
    (void)tracking::pack_run(here, run, path("run.zip"));
    fs::remove(path("other/valid.csv"));
    const tracking::Unpacked unpacked = tracking::unpack_run(path("run.zip"), path("there"));
    QVERIFY(unpacked.needed.has_value());
    QCOMPARE(unpacked.needed->base, path("").parent_path().string());
    QCOMPARE(unpacked.needed->files, std::size_t{2});
    QCOMPARE(unpacked.needed->missing, std::size_t{1});
    Project there(path("there"));
    const std::string error = error_of([&] { (void)resumed_parameters(there, run); });
    QVERIFY2(error.find("data.validation_path") != std::string::npos && error.find("valid.csv") != std::string::npos,
             error.c_str());
  }

  void imagesInFoldersKeepTheirNames() {
    for (int i = 0; i < 6; ++i) {
      m_shop->write("bilder/äpfel/" + std::to_string(i) + " ü 图.png", image(40 * i));
      m_shop->write("bilder/梨/" + std::to_string(i) + ".png", image(40 * i + 20));
    }
    m_shop->write("bilder/梨/copy.png", image(20));  // the same content twice
    const std::string config =
        "[data]\nkind = \"images\"\npath = \"bilder\"\nbatch_size = 4\n[[model.layers]]\ntype = "
        "\"Flatten\"\n[[model.layers]]\ntype = \"Linear\"\nout_features = 2\n"
        "[optimizer]\ntype = \"SGD\"\nlearning_rate = 0.01\n[train]\nepochs = 3\ncheckpoint_interval = 1\n";
    Project here(path("here"));
    const std::string run = Workshop::train(here, config, path("images.toml"), {}, 5).run;
    const tracking::Packed packed = tracking::pack_run(here, run, path("run.zip"), {.with_data = true});
    QCOMPARE(packed.data_files, std::size_t{13});
    std::size_t contents = 0;
    for (const ZipItem& item : read_zip(path("run.zip"))) contents += item.name.starts_with("data/") ? 1U : 0U;
    QCOMPARE(contents, std::size_t{12});
    const auto before = snapshot(path("bilder"));
    const std::string expected = resumed_parameters(here, run);
    fs::remove_all(path("bilder"));
    const tracking::Unpacked unpacked = tracking::unpack_run(path("run.zip"), path("there"));
    QVERIFY(snapshot(unpacked.data_folder) == before);
    Project there(path("there"));
    QCOMPARE(resumed_parameters(there, run), expected);
  }

  void initialWeightsComeAlong() {
    Project here(path("here"));
    m_shop->write("data/train.csv", table(60));
    m_shop->write("other/valid.csv", table(20));
    const std::string first = Workshop::train(here, table_config(), path("config.toml")).run;
    const std::string second =
        Workshop::train(here, table_config(), path("config.toml"), {"model.init_from=\"run:" + first + "\""}).run;
    (void)tracking::pack_run(here, second, path("run.zip"), {.with_data = true});
    const tracking::Unpacked unpacked = tracking::unpack_run(path("run.zip"), path("there"));
    QVERIFY(unpacked.needed_weights.empty());
    QCOMPARE(unpacked.run.parent, first);
    QCOMPARE(unpacked.run.relation, std::string("init_from"));
    Project there(path("there"));
    const auto document =
        tracking::recorded_config(there, unpacked.run, tracking::location_overrides(there, unpacked.run));
    QCOMPARE(read(document.settings().model.init_from), read(tracking::checkpoint_of(here, here.summary(first))));

    here.remove(std::vector<std::string>{first});
    const tracking::Packed without = tracking::pack_run(here, second, path("without.zip"));
    QCOMPARE(without.notes.size(), std::size_t{1});
    QVERIFY2(without.notes[0].find("initial weights (run:" + first) != std::string::npos, without.notes[0].c_str());
    QCOMPARE(tracking::unpack_run(path("without.zip"), path("third")).needed_weights, "run:" + first);
  }

  void aFolderOfCodeThatIsNotHereDoesNotMatter() {
    Project here(path("here"));
    m_shop->write("data/train.csv", table(60));
    m_shop->write("other/valid.csv", table(20));
    m_shop->write("code/a.txt", "a");
    const std::string run =
        Workshop::train(here, table_config(), path("config.toml"), {"run.code_dir=\"code\""}, 10).run;
    (void)tracking::pack_run(here, run, path("run.zip"), {.with_data = true});
    const std::string expected = resumed_parameters(here, run);
    fs::remove_all(path("code"));
    (void)tracking::unpack_run(path("run.zip"), path("there"));
    Project there(path("there"));
    QCOMPARE(resumed_parameters(there, run), expected);
  }

  void knownDataSetsAreNotPacked() {
    Project here(path("here"));
    const std::string run = Workshop::train(here, digits(), path("digits.toml"), {"train.epochs=1"}).run;
    const tracking::Packed packed = tracking::pack_run(here, run, path("run.zip"), {.with_data = true});
    QCOMPARE(packed.data_files, std::size_t{0});
    QCOMPARE(packed.notes,
             std::vector<std::string>{"its data set is a known one, which Lockstep finds by itself: it is not packed"});
  }

  void changedDataAreListedAndNothingIsWritten() {
    Project here(path("here"));
    const std::string run = stopped_table_run(here);
    m_shop->write("data/train.csv", table(61));
    m_shop->write("run.zip", "old");
    const std::string changed =
        error_of([&] { (void)tracking::pack_run(here, run, path("run.zip"), {.with_data = true}); });
    QVERIFY2(changed.find("not what the run " + run + " was trained on") != std::string::npos &&
                 changed.find("data/train.csv") != std::string::npos,
             changed.c_str());
    QVERIFY(changed.find("valid.csv") == std::string::npos);
    fs::remove(path("other/valid.csv"));
    const std::string missing =
        error_of([&] { (void)tracking::pack_run(here, run, path("run.zip"), {.with_data = true}); });
    QVERIFY2(missing.find("other/valid.csv") != std::string::npos, missing.c_str());
    QCOMPARE(read(path("run.zip")), std::string("old"));
    for (const auto& file : fs::directory_iterator(path("")))
      QVERIFY2(file.path().extension() != ".tmp", file.path().c_str());
  }

  void aRunThatIsNotOverIsNotPacked() {
    Project here(path("here"));
    auto writer = here.create_run({.name = "live"});
    const std::string live = writer->id();
    QCOMPARE(error_of([&] { (void)tracking::pack_run(here, live, path("run.zip")); }),
             "the run " + live + " is preparing; only a run that is over can be copied. Stop it, or wait for its end");
    const std::string queued = here.enqueue_run({.name = "queued"});
    QVERIFY(error_of([&] { (void)tracking::pack_run(here, queued, path("run.zip")); }).find("is queued; only") !=
            std::string::npos);
    QVERIFY(!fs::exists(path("run.zip")));
    writer.reset();  // its process is gone
    (void)tracking::pack_run(here, live, path("run.zip"));
    const tracking::Unpacked unpacked = tracking::unpack_run(path("run.zip"), path("there"));
    QCOMPARE(unpacked.run.status, tracking::Status::interrupted);
    QCOMPARE(here.summary(live).status, tracking::Status::interrupted);
    QVERIFY(unpacked.run.ended == here.summary(live).ended);
    QVERIFY(error_of([&] {
              (void)tracking::pack_run(here, live, path("no/folder/run.zip"));
            }).find("there is no such folder") != std::string::npos);
    QVERIFY(error_of([&] { (void)tracking::pack_run(here, live, path("here")); }).find("it is a folder") !=
            std::string::npos);
  }

  void aFolderOfOneClassIsAboveItsFiles() {
    tracking::DataManifest manifest;
    manifest.base = "/d/train/only";
    manifest.files = {{"1.png", 1, std::string(64, 'a')}};
    const auto layout = tracking::pack::data_layout(manifest, {{"data.path", "/d/train"}, {"model.init_from", "/x/y"}});
    QCOMPARE(layout.base.string(), std::string("only"));
    QCOMPARE(layout.locations.at("data.path").string(), std::string("."));
    QCOMPARE(layout.locations.size(), std::size_t{1});
    const auto apart =
        tracking::pack::data_layout(manifest, {{"data.path", "/d/train/"}, {"data.test_path", "/e/test"}});
    QCOMPARE(apart.base.string(), std::string("d/train/only"));
    QCOMPARE(apart.locations.at("data.path").string(), std::string("d/train"));
    QCOMPARE(apart.locations.at("data.test_path").string(), std::string("e/test"));
    for (const char* bad : {"../x", "/x", "a//b", "a/./b", "a/..", "", "."}) {
      manifest.files[0].path = bad;
      QVERIFY2(error_of([&] { (void)tracking::pack::data_layout(manifest, {}); }).find("leads out of their folder") !=
                   std::string::npos,
               bad);
    }
  }

  void whatARunWithoutSeriesHasIsPacked() {
    Project here(path("here"));
    const std::string run = here.enqueue_run({.name = "never ran"});
    here.send(run, tracking::Command::stop);
    (void)tracking::pack_run(here, run, path("run.zip"));
    QVERIFY(error_of([&] {
              (void)tracking::pack_run(here, run, path("data.zip"), {.with_data = true});
            }).find("ended before its data were recorded") != std::string::npos);
    QCOMPARE(tracking::unpack_run(path("run.zip"), path("there")).run.reason, std::string("stopped before it started"));
  }
};

QTEST_GUILESS_MAIN(TestPack)
#include "tst_pack.moc"
