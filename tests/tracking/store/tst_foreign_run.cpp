// A run that leaves a project or comes to one: held while it is copied, its series checked, its row added in one transaction.
#include <QtTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include "engine/core/sha256.h"
#include "support_store.h"
#include "tracking/store/foreign_run.h"

using namespace lockstep::tracking;
using namespace lockstep::tracking::testing;
namespace fs = std::filesystem;

class TestForeignRun : public QObject {
  Q_OBJECT

 private:
  static std::string finished_run(Project& project) {
    auto writer = project.create_run({.name = "of here", .seed = std::uint64_t{1} << 63U});
    record_steps(*writer, 1, 5000);
    writer->finish(Status::finished, {});
    return writer->id();
  }
  static ForeignRun foreign() {
    ForeignRun run;
    run.summary.id = "20260102-030405-abcd";
    run.summary.name = "from elsewhere";
    run.summary.notes = "notes";
    run.summary.tags = {"b", "a"};
    run.summary.status = Status::stopped;
    run.summary.reason = "stopped on request";
    run.summary.step = 7;
    run.summary.steps = 70;
    run.summary.created = 1;
    run.summary.started = 2;
    run.summary.ended = 3;
    run.summary.seed = ~std::uint64_t{0};
    run.summary.dirty = true;
    run.summary.parent = "20250101-000000-0000";
    run.summary.relation = "reproduces";
    run.summary.verdict = "diverged";
    run.summary.metrics = {{"loss", 1.5, 0.5, 2.5, 7, 3, 1}};
    run.texts = {{"config.text", "text"}, {"empty", ""}};
    return run;
  }

 private slots:
  void ids_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("right");
    QTest::newRow("right") << "20260102-030405-abcd" << true;
    for (const char* wrong :
         {"", "20260102-030405-abcD", "20260102-030405-abcde", "20260102-030405-abc", "2026010a-030405-abcd",
          "20260102/030405-abcd", "../60102-030405-abcd", "20260102-030405-ab/d"})
      QTest::newRow(wrong) << wrong << false;
  }
  void ids() {
    QFETCH(QString, id);
    QFETCH(bool, right);
    QCOMPARE(is_run_id(id.toStdString()), right);
  }

  void aCopyHasTheSameBytesEachTime() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const std::string id = finished_run(project);
    QVERIFY(is_run_id(id));
    const HeldRun held(project, id);
    QVERIFY(held.copy_series(folder.path() / "1.db") && held.copy_series(folder.path() / "2.db"));
    check_series(folder.path() / "1.db");
    QCOMPARE(sqlite(folder.path() / "1.db", "PRAGMA integrity_check; PRAGMA journal_mode"), std::string("ok\ndelete"));
    const auto hash = [&](const char* name) { return engine_hash(folder.path() / name); };
    QCOMPARE(hash("1.db"), hash("2.db"));
    QVERIFY(error_of([&] { (void)project.open_writer(id); }).find("is in use by process") != std::string::npos);
  }

  void onlyARunThatIsOverIsHeld() {
    const TemporaryFolder folder;
    Project project(folder.path());
    auto writer = project.create_run({.name = "live"});
    const std::string id = writer->id();
    QVERIFY(error_of([&] {
              const HeldRun held(project, id);
            }).find("is preparing; only a run that is over can be copied") != std::string::npos);
    writer.reset();
    {
      const HeldRun held(project, id);
      QCOMPARE(project.summary(id).status, Status::interrupted);
    }
    QCOMPARE(project.summary(id).status, Status::interrupted);
    QVERIFY(error_of([&] { const HeldRun held(project, "nothing"); }).find("there is no run") != std::string::npos);
  }

  void aForeignRunIsAsItWas() {
    const TemporaryFolder folder;
    const Project project(folder.path());
    const ForeignRun run = foreign();
    int placed = 0;
    adopt_run(project, run, [&] { ++placed; });
    QCOMPARE(placed, 1);
    const RunSummary found = project.find("from elsewhere");
    QVERIFY(found.id == run.summary.id && found.notes == run.summary.notes && found.tags == run.summary.tags &&
            found.status == run.summary.status && found.reason == run.summary.reason);
    QVERIFY(found.step == 7 && found.steps == 70 && found.created == 1 && found.started == 2 && found.ended == 3 &&
            found.seed == run.summary.seed && found.dirty == true);
    QVERIFY(found.parent == run.summary.parent && found.relation == run.summary.relation &&
            found.verdict == run.summary.verdict);
    QCOMPARE(found.metric("loss")->minimum, 0.5);
    QVERIFY(project.document(found.id, "config.text") == "text" && project.document(found.id, "empty") == "");
    QCOMPARE(error_of([&] { adopt_run(project, run, [&] { ++placed; }); }),
             "the run " + found.id + " is in " + folder.path().string() + " already; nothing was changed");
    QCOMPARE(placed, 1);
  }

  void whatFailsInPlaceUndoesAll() {
    const TemporaryFolder folder;
    const Project project(folder.path());
    QVERIFY(!error_of([&] {
               adopt_run(project, foreign(),
                         [] { throw lockstep::engine::FileError(lockstep::engine::plain_message("x", "no")); });
             }).empty());
    QVERIFY(project.runs().empty());
    for (const char* table : {"runs", "tags", "progress", "documents", "texts"})
      QCOMPARE(sqlite(folder.path() / "lockstep.db", std::string("SELECT count(*) FROM ") + table), std::string("0"));
    adopt_run(project, foreign(), [] {});
    QCOMPARE(project.runs().size(), std::size_t{1});
  }

  void seriesThatAreNotOurs() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const std::string id = finished_run(project);
    const HeldRun held(project, id);
    const fs::path file = folder.path() / "copy.db";
    const auto changed = [&](const std::string& sql) {
      fs::remove(file);
      (void)held.copy_series(file);
      SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(sql);
      return error_of([&] { check_series(file); });
    };
    QCOMPARE(changed("SELECT 1"), std::string());
    QVERIFY(changed("PRAGMA application_id = 1").find("it belongs to another program") != std::string::npos);
    QVERIFY(changed("PRAGMA user_version = 1000").find("by a newer Lockstep") != std::string::npos);
    QVERIFY(changed("PRAGMA user_version = 0").find("it is empty") != std::string::npos);
    QVERIFY(changed("CREATE INDEX more ON tails(attempt)").find("its tables are not those") != std::string::npos);
    QVERIFY(changed("INSERT INTO checkpoints VALUES ('x', 1, 'a/../../b', 1, 1)").find("outside the run's folder") !=
            std::string::npos);
    QVERIFY(!fs::exists(file.string() + "-wal") && !fs::exists(file.string() + "-journal"));
  }

 private:
  static std::string engine_hash(const fs::path& file) {
    QFile in(QString::fromStdString(file.string()));
    if (!in.open(QFile::ReadOnly)) return {};
    return lockstep::engine::sha256_hex(in.readAll().toStdString());
  }
};

QTEST_GUILESS_MAIN(TestForeignRun)
#include "tst_foreign_run.moc"
