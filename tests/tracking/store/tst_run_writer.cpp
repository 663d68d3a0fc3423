// Recording and reading a run: values, attempts, events, commands, and a ring that is full.
#include <QtTest>

#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "support_store.h"
#include "tracking/store/lease.h"
#include "tracking/store/run_writer_impl.h"

using namespace lockstep::tracking;
using namespace lockstep::tracking::testing;
namespace fs = std::filesystem;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

std::string read_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

class TestRunWriter : public QObject {
  Q_OBJECT
 private slots:
  void everyBitComesBack() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const auto writer = project.create_run({.name = "bits"});
    const SeriesId loss = writer->series("train/loss");
    QVERIFY(writer->series("train/loss") == loss);
    const double payload = std::bit_cast<double>(0x7FF800000000BEEFu);
    const double values[] = {1.5,
                             nan_value,
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity(),
                             -0.0,
                             1e308,
                             payload,
                             0.1};
    std::int64_t step = 0;
    for (const double value : values) {
      const Sample sample[] = {{loss, value}};
      ++step;
      writer->record_step({step, 1, sample, static_cast<std::uint64_t>(step) << 60, std::nullopt});
    }
    writer->flush();
    RunReader reader = project.reader(writer->id());
    const auto check = [&] {
      const Series series = reader.series("train/loss");
      QCOMPARE(series.size(), std::size(values));
      for (std::size_t i = 0; i < series.size(); ++i) {
        QCOMPARE(series.steps[i], static_cast<std::int64_t>(i) + 1);
        QCOMPARE(series.bits[i], std::bit_cast<std::uint64_t>(values[i]));
      }
      const Series hashes = reader.series("batch_hash");
      QVERIFY(hashes.type == SeriesType::bits && hashes.bits[7] == std::uint64_t{8} << 60);
    };
    check();  // from the tails
    const RunSummary live = project.summary(writer->id());
    QCOMPARE(live.step, std::int64_t{8});
    const MetricSummary* metric = live.metric("train/loss");
    QVERIFY(metric != nullptr && live.metrics.size() == 1);
    QVERIFY(metric->last == 0.1 && metric->last_step == 8 && metric->maximum_step == 3 && metric->minimum_step == 4);
    writer->finish(Status::finished);
    check();  // from chunks
    QCOMPARE(sqlite(writer->folder() / "series.db", "SELECT count(*) FROM tails"), std::string("0"));
    QVERIFY(!fs::exists(writer->folder() / "reserve"));
    QCOMPARE(reader.series("no/such").size(), std::size_t{0});
    QCOMPARE(error_of([&] { record_steps(*writer, 9, 9); }),
             "run " + writer->id() + " is over: nothing more can be recorded");
  }

  void whoReadsAPauseReadsItsSteps() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const auto writer = project.create_run({.name = "pause"});
    for (std::int64_t last = 10; last <= 50; last += 10) {
      record_steps(*writer, last - 9, last);
      writer->set_status(last % 20 == 0 ? Status::paused : Status::running);
      QCOMPARE(project.summary(writer->id()).step, last);
    }
  }

  void aMillionPoints() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const auto writer = project.create_run({.name = "bulk"});
    constexpr std::int64_t steps = 250000;
    record_steps(*writer, 1, steps);  // with epoch, time, batch hash and checksum
    writer->finish(Status::finished);
    RunReader reader = project.reader(writer->id());
    const std::string keys[] = {"train/loss", "batch_hash", "parameters"};
    const std::vector<Series> series = reader.series(keys);
    for (const Series& one : series) QCOMPARE(one.size(), static_cast<std::size_t>(steps));
    for (std::size_t i = 0; i < steps; ++i) {
      const auto step = static_cast<std::int64_t>(i) + 1;
      if (series[0].steps[i] != step || series[0].value(i) != 1.0 / static_cast<double>(step) ||
          series[2].bits[i] != ~static_cast<std::uint64_t>(step)) {
        QFAIL(("step " + std::to_string(step)).c_str());
      }
    }
    const Series end = reader.series("train/loss", steps - 4);
    QCOMPARE(end.size(), std::size_t{5});
    QCOMPARE(end.steps.front(), steps - 4);
    QVERIFY(static_cast<double>(fs::file_size(writer->folder() / "series.db")) / (5 * steps) < 10);
  }

  // A slow run: the rows of tails stay few, and no point is lost or doubled where they are folded.
  void tailsAreFolded() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const auto writer = project.create_run({.name = "slow"});
    constexpr std::int64_t steps = 600;
    for (std::int64_t step = 1; step <= steps; ++step) {
      record_steps(*writer, step, step);
      writer->flush();
    }
    QVERIFY(std::stoi(sqlite(writer->folder() / "series.db", "SELECT count(*) FROM tails")) <= 256);
    const Series series = project.reader(writer->id()).series("train/loss");
    QCOMPARE(series.size(), static_cast<std::size_t>(steps));
    for (std::size_t i = 0; i < series.size(); ++i) QCOMPARE(series.steps[i], static_cast<std::int64_t>(i) + 1);
    QCOMPARE(sqlite(writer->folder() / "series.db", "SELECT count(*) FROM chunks WHERE series = 1"), std::string("1"));
  }

  // A ring of a few records: the trainer waits instead of losing points.
  void aFullRingWaits() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const std::string id = project.enqueue_run({.name = "small ring"});
    {
      RunWriter writer(
          WriterStart{folder.path(), id, store::Lease(project.run_folder(id)), store::Journal::automatic, 0, {}, 64});
      record_steps(writer, 1, 20000);
      const std::vector<Sample> many(40, {writer.series("train/loss"), 0.0});
      QCOMPARE(error_of([&] {
                 writer.record_step({20001, 0, many, {}, {}});
               }),
               std::string("86 words are too many for one step"));
      writer.finish(Status::finished);
    }
    const Series series = project.reader(id).series("train/loss");
    QCOMPARE(series.size(), std::size_t{20000});
    QCOMPARE(series.steps.back(), std::int64_t{20000});
  }

  void seriesOfOthersAreRefused() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const auto writer = project.create_run({});
    const Sample unknown[] = {{SeriesId{77}, 1.0}};
    QCOMPARE(error_of([&] {
               writer->record_step({1, 1, unknown, {}, {}});
             }),
             std::string("series 77 was not opened by this writer"));
    QCOMPARE(error_of([&] { static_cast<void>(writer->series("batch_hash")); }),
             std::string("the series \"batch_hash\" holds something else already; choose another key"));
    QVERIFY(!error_of([&] { static_cast<void>(writer->series("")); }).empty());
    QCOMPARE(error_of([&] { writer->finish(Status::running); }), std::string("a run can't finish as \"running\""));
  }

  void attemptsOverlap() {
    const TemporaryFolder folder;
    Project project(folder.path());
    std::string id;
    {
      const auto writer = project.create_run({.name = "resumed"});
      id = writer->id();
      record_steps(*writer, 1, 700);
      writer->record_evaluation(
          {.time = 1, .step = 650, .part = "validation", .weights = "current", .metrics = {{"val/loss", -5.0}}});
      writer->flush();
    }  // its process goes away without a word
    QCOMPARE(project.summary(id).status, Status::interrupted);
    RunReader reader = project.reader(id);
    QCOMPARE(reader.series("train/loss").size(), std::size_t{700});
    {
      const auto writer = project.open_writer(id, 500);
      QCOMPARE(writer->attempt(), 2);
      QCOMPARE(project.summary(id).status, Status::preparing);
      QCOMPARE(reader.series("train/loss").size(), std::size_t{700});  // it has recorded nothing yet
      const Sample other[] = {{writer->series("train/loss"), 42.0}};
      writer->record_step({501, 5, other, {}, {}});
      writer->flush();
      const Series series = reader.series("train/loss");
      QCOMPARE(series.size(), std::size_t{501});
      QCOMPARE(series.value(500), 42.0);
      QCOMPARE(series.value(499), 1.0 / 500);
      QCOMPARE(reader.series("val/loss").size(), std::size_t{0});
      const RunSummary run = project.summary(id);
      QCOMPARE(run.step, std::int64_t{501});
      QVERIFY(run.metric("val/loss") == nullptr);  // its best was in the hidden part
      QCOMPARE(run.metric("train/loss")->minimum_step, std::int64_t{500});
      QCOMPARE(run.metric("train/loss")->maximum, 42.0);
      writer->finish(Status::stopped, "asked");
    }
    QCOMPARE(reader.series_of_attempt("train/loss", 1).size(), std::size_t{700});
    QCOMPARE(reader.series_of_attempt("val/loss", 1).value(0), -5.0);
    QCOMPARE(reader.series_of_attempt("train/loss", 2).size(), std::size_t{1});
    const std::vector<Attempt> attempts = reader.attempts();
    QCOMPARE(attempts.size(), std::size_t{2});
    QVERIFY(!attempts[0].status && attempts[0].last_step == 700 &&
            attempts[0].pid == QCoreApplication::applicationPid());
    QVERIFY(attempts[1].from_step == 500 && attempts[1].status == Status::stopped && attempts[1].reason == "asked");
  }

  void eventsEvaluationsAndTheRest() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const auto writer = project.create_run({});
    RunReader reader = project.reader(writer->id());
    writer->record_event({.time = 5,
                          .step = 3,
                          .severity = Severity::warning,
                          .message = {"train.not_finite", "{layer} is not finite", {{"layer", "stem \xff"}}}});
    writer->record_evaluation({.time = 6,
                               .step = 4,
                               .part = "test",
                               .weights = "best",
                               .metrics = {{"test/loss", nan_value}, {"test/accuracy", 0.5}}});
    writer->record_checkpoint({4, "last", "checkpoints/4", 10, 7});
    writer->record_checkpoint({8, "last", "checkpoints/8", 11, 8});
    writer->record_checkpoint({4, "best", "checkpoints/4", 10, 7});
    const Metric system[] = {{"system/memory", 1e9}};
    writer->record_system(1700000000000, system);
    writer->log({.time = 1700000000123, .severity = Severity::error, .text = "first\nsecond"});
    writer->flush();
    QVERIFY(reader.changed());
    QVERIFY(!reader.changed());
    const std::vector<Event> events = reader.events();
    QCOMPARE(events.size(), std::size_t{1});
    QVERIFY(events[0].severity == Severity::warning && events[0].step == 3 && events[0].attempt == 1);
    QCOMPARE(events[0].message.english(), std::string("stem \xEF\xBF\xBD is not finite"));
    QVERIFY(reader.events(1).empty());
    const std::vector<Evaluation> evaluations = reader.evaluations();
    QCOMPARE(evaluations.size(), std::size_t{1});
    QVERIFY(evaluations[0].weights == "best" && std::isnan(evaluations[0].metrics[0].value) &&
            evaluations[0].metrics[1].value == 0.5);
    QCOMPARE(reader.series("test/accuracy").steps, std::vector<std::int64_t>{4});
    QCOMPARE(reader.checkpoints().size(), std::size_t{2});
    QCOMPARE(reader.checkpoint("last")->path, std::string("checkpoints/8"));
    QVERIFY(!reader.checkpoint("other"));
    QVERIFY(reader.series("system/memory").axis == SeriesAxis::time);
    QVERIFY(project.summary(writer->id()).metric("system/memory") == nullptr);
    QCOMPARE(read_text(reader.log_file()), std::string("2023-11-14T22:13:20.123Z error first\n    second\n"));
    QVERIFY(fs::is_directory(writer->checkpoint_folder()));
    QCOMPARE(reader.series_list().size(), std::size_t{3});
  }

  void commandsArriveInTime() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const auto writer = project.create_run({.name = "asked"});
    const auto wait_for_command = [&] {
      QElapsedTimer timer;
      timer.start();
      std::optional<Command> command;
      while (!(command = writer->poll_command()) && timer.elapsed() < 5000) QThread::msleep(5);
      return std::pair(command, timer.elapsed());
    };
    QVERIFY(!writer->poll_command());
    project.send(writer->id(), Command::pause);
    const auto [pause, pause_ms] = wait_for_command();
    QVERIFY(pause == Command::pause);
    project.send(writer->id(), Command::stop);
    project.send(writer->id(), Command::resume);  // too late: a stop stays
    const auto [stop, stop_ms] = wait_for_command();
    QVERIFY(stop == Command::stop);
    qInfo("a command arrived after %lld and %lld ms, of 500 promised", static_cast<long long>(pause_ms), static_cast<long long>(stop_ms));
    writer->finish(Status::stopped);
    QCOMPARE(error_of([&] { project.send(writer->id(), Command::pause); }),
             "run " + writer->id() + " can't take the command pause: it is stopped");
    const auto again = project.open_writer(writer->id());
    QTest::qWait(300);
    QVERIFY(!again->poll_command());
  }

  void queuedRuns() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const std::string id = project.enqueue_run({.name = "later"});
    const std::string unwanted = project.enqueue_run({.name = "never"});
    QCOMPARE(project.summary(id).status, Status::queued);
    QVERIFY(!project.summary(id).started && project.reader(id).series_list().empty() &&
            project.reader(id).attempts().empty());
    project.send(unwanted, Command::stop);
    QCOMPARE(project.summary(unwanted).status, Status::stopped);
    const auto writer = project.open_writer(id);
    QVERIFY(writer->attempt() == 1 && project.summary(id).started);
    const std::string text = error_of([&] { static_cast<void>(project.open_writer(id)); });
    QVERIFY2(
        text.find("run " + id + " is in use by process " + std::to_string(QCoreApplication::applicationPid())) == 0,
        text.c_str());
  }
};

QTEST_GUILESS_MAIN(TestRunWriter)
#include "tst_run_writer.moc"
