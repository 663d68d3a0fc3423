// What must survive: SIGKILL in mid-write, many processes at once, a full disk, and a database of an earlier version.
#include <QtTest>

#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <random>

#include "support_store.h"
#include "tracking/store/database.h"
#include "tracking/store/schema.h"

using namespace lockstep::tracking;
using namespace lockstep::tracking::testing;
namespace fs = std::filesystem;

namespace {

/// Records for ever, saying after each flush how far that went.
void record_until_killed(const fs::path& folder, const std::string& id, std::int64_t from_step) {
  Project project(folder);
  const auto writer = project.open_writer(id, from_step);
  writer->set_status(Status::running);
  for (std::int64_t step = from_step;; step += 97) {
    record_steps(*writer, step + 1, step + 97);
    writer->record_event(
        {.time = 1, .step = step, .severity = Severity::info, .message = {"test.event", "at {step}", {}}});
    writer->flush();
    std::ofstream(writer->folder() / "flushed", std::ios::app) << step + 97 << '\n';
  }
}

std::int64_t last_flushed(const fs::path& run) {
  std::ifstream file(run / "flushed");
  std::int64_t last = 0;
  for (std::int64_t step = 0; file >> step;) last = step;
  return last;
}

}  // namespace

class TestCrash : public QObject {
  Q_OBJECT
 private slots:
  void killedAtRandomMoments() {
    const TemporaryFolder folder;
    std::string id;
    {
      Project project(folder.path());
      id = project.enqueue_run({.name = "victim"});
    }
    const fs::path run = folder.path() / "runs" / id;
    std::mt19937 random(3);
    std::int64_t from_step = 0;
    for (int round = 1; round <= 5; ++round) {
      const int child = start_child([&] { record_until_killed(folder.path(), id, from_step); });
      const std::int64_t before = last_flushed(run);
      QTRY_VERIFY_WITH_TIMEOUT(last_flushed(run) > before, 20000);
      QTest::qWait(static_cast<int>(random() % 250));
      {
        Project project(folder.path());
        QCOMPARE(project.summary(id).status, Status::running);
      }
      QCOMPARE(::kill(child, SIGKILL), 0);
      QCOMPARE(wait_for_child(child), -SIGKILL);
      const std::int64_t flushed = last_flushed(run);

      Project project(folder.path());
      const RunSummary summary = project.summary(id);
      QCOMPARE(summary.status, Status::interrupted);
      QVERIFY(summary.ended.has_value() && summary.step >= flushed);
      RunReader reader = project.reader(id);
      const Series loss = reader.series("train/loss");
      QVERIFY(static_cast<std::int64_t>(loss.size()) >= flushed);
      for (std::size_t i = 0; i < loss.size(); ++i) {
        if (loss.steps[i] != static_cast<std::int64_t>(i) + 1 || loss.value(i) != 1.0 / static_cast<double>(i + 1))
          QFAIL("a point is wrong");
      }
      QCOMPARE(reader.series("parameters").size(), loss.size());
      QCOMPARE(static_cast<int>(reader.attempts().size()), round);
      QCOMPARE(sqlite(folder.path() / "lockstep.db", "PRAGMA integrity_check"), std::string("ok"));
      QCOMPARE(sqlite(run / "series.db", "PRAGMA integrity_check"), std::string("ok"));
      from_step = flushed / 2;
    }
    Project project(folder.path());
    QCOMPARE(sqlite(folder.path() / "lockstep.db", "SELECT status FROM runs"), std::string("running"));
    QCOMPARE(project.mark_interrupted(), std::vector<std::string>{id});
    QCOMPARE(sqlite(folder.path() / "lockstep.db", "SELECT status FROM runs"), std::string("interrupted"));
    QVERIFY(project.mark_interrupted().empty());
  }

  // Four writers and two readers on one project for two seconds: nobody hears that the database is locked.
  void manyProcesses() {
    const TemporaryFolder folder;
    static_cast<void>(Project(folder.path()).notes());
    const auto end = now_ms() + 2000;
    std::vector<int> children;
    for (int i = 0; i < 4; ++i) {
      children.push_back(start_child([&] {
        Project project(folder.path());
        const auto writer = project.create_run({.name = "one of four"});
        std::int64_t step = 0;
        for (; now_ms() < end; step += 50) {
          record_steps(*writer, step + 1, step + 50);
          writer->update({.steps = step});
          writer->flush();
        }
        writer->finish(Status::finished);
        if (static_cast<std::int64_t>(project.reader(writer->id()).series("train/loss").size()) != step)
          throw std::runtime_error("points are missing");
      }));
    }
    for (int i = 0; i < 2; ++i) {
      children.push_back(start_child([&] {
        std::size_t most = 0;
        while (now_ms() < end) {
          Project project(folder.path());
          for (const RunSummary& run : project.runs()) {
            if (run.status == Status::interrupted) throw std::runtime_error("a live run reads interrupted");
            most = std::max(most, project.reader(run.id).series("train/loss").size());
          }
        }
        if (most == 0) throw std::runtime_error("the reader saw nothing");
      }));
    }
    for (const int child : children) QCOMPARE(wait_for_child(child), 0);
    QCOMPARE(Project(folder.path()).runs().size(), std::size_t{4});
  }

  // Two processes make the same project at the same moment.
  void createdByManyAtOnce() {
    const TemporaryFolder folder;
    std::vector<int> children;
    for (int i = 0; i < 6; ++i) {
      children.push_back(start_child([&] { static_cast<void>(Project(folder.path()).enqueue_run({.name = "x"})); }));
    }
    for (const int child : children) QCOMPARE(wait_for_child(child), 0);
    QCOMPARE(Project(folder.path()).runs().size(), std::size_t{6});
  }

  void aFullDiskEndsTheRunAsFailed_data() {
    QTest::addColumn<bool>("said");
    QTest::newRow("the trainer says failed") << true;
    QTest::newRow("the trainer says finished") << false;
  }

  // A limit on the size of files stands for the full disk: writes fail in the same places.
  void aFullDiskEndsTheRunAsFailed() {
    QFETCH(const bool, said);
    const TemporaryFolder folder;
    static_cast<void>(Project(folder.path()).notes());
    const int child = start_child([&] {
      ::signal(SIGXFSZ, SIG_IGN);
      Project project(folder.path());
      const auto writer = project.create_run({.name = "full"});
      writer->set_status(Status::running);
      record_steps(*writer, 1, 100);
      writer->flush();
      const rlimit limit = {3 << 20, 3 << 20};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      std::string text = error_of([&] {
        for (std::int64_t step = 100;; step += 10000) {
          record_steps(*writer, step + 1, step + 10000);
          writer->flush();
        }
      });
      if (text.find((writer->folder() / "series.db").string()) == std::string::npos)
        throw std::runtime_error("the error names no path: " + text);
      const std::string again =
          error_of([&] { writer->finish(said ? Status::failed : Status::finished, said ? text : ""); });
      if (again != (said ? "" : text)) throw std::runtime_error("finish says: " + again);
    });
    QCOMPARE(wait_for_child(child), 0);
    Project project(folder.path());
    const RunSummary run = project.find("full");
    QCOMPARE(run.status, Status::failed);
    QVERIFY2(run.reason.find("cannot use ") == 0 && run.reason.find("series.db: ") != std::string::npos,
             run.reason.c_str());
    const Series loss = project.reader(run.id).series("train/loss");
    QVERIFY(loss.size() >= 100 && static_cast<std::int64_t>(loss.size()) == loss.steps.back());
    QCOMPARE(sqlite(project.run_folder(run.id) / "series.db", "PRAGMA integrity_check"), std::string("ok"));
  }

  // tests/data/store/make_v1.py wrote this project with the first released schema.
  void aProjectOfVersion1Opens() {
    const TemporaryFolder folder;
    fs::create_directories(folder.path());
    fs::copy(fs::path(LOCKSTEP_SOURCE_DIR) / "tests" / "data" / "store" / "v1", folder.path(),
             fs::copy_options::recursive);
    Project project(folder.path());
    const RunSummary run = project.find("golden");
    QCOMPARE(run.id, std::string("20261130-120000-abcd"));
    QCOMPARE(run.status, Status::finished);
    QVERIFY(run.seed == 42 && run.dirty == true && run.steps == 3 && run.step == 3 && run.commit == "c0ffee");
    QCOMPARE(run.tags, std::vector<std::string>{"基线"});
    QCOMPARE(run.metric("train/loss")->last, 0.25);
    QCOMPARE(project.document(run.id, "config.text").value(), std::string("seed = 42\n"));
    RunReader reader = project.reader(run.id);
    const Series loss = reader.series("train/loss");
    QCOMPARE(loss.steps, (std::vector<std::int64_t>{1, 2, 3}));
    QVERIFY(loss.value(0) == 1.0 && loss.value(1) == 0.5 && loss.value(2) == 0.25);
    QCOMPARE(reader.series("batch_hash").bits, (std::vector<std::uint64_t>{0xFFFFFFFFFFFFFFFFu, 7, 8}));
    QCOMPARE(reader.attempts().size(), std::size_t{1});
    QCOMPARE(reader.checkpoint("last")->path, std::string("checkpoints/3"));
  }

  // The machinery, with a second version that this test makes up.
  void migrationsRunForwardAfterABackup() {
    using namespace lockstep::tracking::store;
    const TemporaryFolder folder;
    static_cast<void>(Project(folder.path()).enqueue_run({.name = "old"}));
    const fs::path path = folder.path() / "lockstep.db";
    const auto released = catalogue_schema().migrations;
    std::vector<const char*> next(released.begin(), released.end()), broken = next;
    next.push_back("ALTER TABLE runs ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'");
    broken.push_back("ALTER TABLE runs ADD COLUMN colour TEXT; INSERT INTO nowhere VALUES (1)");
    const std::string now = std::to_string(released.size()), later = std::to_string(next.size());
    const Schema next_schema{catalogue_schema().application_id, next};
    OpenedDatabase opened = open_database(path, false, Journal::automatic);
    QVERIFY(error_of([&] {
              migrate(opened.database, path, {catalogue_schema().application_id, broken});
            }).find("nowhere") != std::string::npos);
    QCOMPARE(sqlite(path, "PRAGMA user_version"), now);  // as if nothing had happened
    migrate(opened.database, path, next_schema);
    migrate(opened.database, path, next_schema);
    QCOMPARE(sqlite(path, "PRAGMA user_version; SELECT name, colour FROM runs"), later + "\nold|red");
    const fs::path backup = folder.path() / ("lockstep.db.backup-v" + now);
    QCOMPARE(sqlite(backup, "PRAGMA user_version; SELECT name FROM runs; PRAGMA integrity_check"),
             now + "\nold\nok");
    QVERIFY(error_of([&] { static_cast<void>(Project(folder.path())); }).find("was written by a newer Lockstep") !=
            std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestCrash)
#include "tst_crash.moc"
