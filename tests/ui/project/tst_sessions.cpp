// Runs that the window starts: on a thread of this process, beside it in another, stopped, resumed, failed and refused.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/config/config.h"
#include "tracking/recorder/places.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"

using namespace lockstep;
using tracking::Status;

class TestSessions : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;

  static tracking::TrainRequest request(std::vector<std::string> overrides) {
    engine::config::Options options;
    options.preset_folders = tracking::preset_folders();
    tracking::TrainRequest out;
    out.source = engine::config::load("preset:digits-mlp", options).or_throw();
    out.overrides = std::move(overrides);
    out.code_folder = LOCKSTEP_SOURCE_DIR;
    return out;
  }
  [[nodiscard]] std::filesystem::path folder() const { return m_folder->path().toStdString(); }

 private slots:
  void initTestCase() {
    qRegisterMetaType<Status>();
    qputenv("LOCKSTEP_RESOURCES", LOCKSTEP_SOURCE_DIR "/resources");
    qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
  }
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void a_run_trains_here_and_its_end_is_told() {
    ui::ProjectFeed feed(folder());
    ui::Sessions sessions(folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"));
    QSignalSpy created(&sessions, &ui::Sessions::created), ended(&sessions, &ui::Sessions::ended);
    sessions.train(request({"train.epochs=1"}));
    QVERIFY(sessions.isBusy());
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
    QCOMPARE(created.count(), 1);
    QVERIFY(!sessions.isBusy());
    QCOMPARE(ended[0][1].value<Status>(), Status::finished);
    QTRY_VERIFY(feed.run(created[0][0].toString().toStdString()) != nullptr);
    QTRY_COMPARE(feed.run(created[0][0].toString().toStdString())->status, Status::finished);
  }

  void a_run_is_stopped_and_resumed() {
    ui::ProjectFeed feed(folder());
    ui::Sessions sessions(folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"));
    QSignalSpy created(&sessions, &ui::Sessions::created), ended(&sessions, &ui::Sessions::ended);
    sessions.train(request({"train.epochs=1000"}));
    QTRY_COMPARE_WITH_TIMEOUT(created.count(), 1, 60000);
    const std::string run = created[0][0].toString().toStdString();
    QTRY_VERIFY_WITH_TIMEOUT(feed.run(run) != nullptr && feed.run(run)->step > 0, 60000);
    QVERIFY(!sessions.stop("another"));
    QVERIFY(sessions.stop(run));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 10000);
    QCOMPARE(ended[0][1].value<Status>(), Status::stopped);
    feed.refresh();
    const std::int64_t step = feed.run(run)->step;
    sessions.resume({.run = run});
    QTRY_VERIFY_WITH_TIMEOUT(feed.run(run)->status == Status::running && feed.run(run)->step > step, 60000);
    sessions.stopOwn();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 10000);
  }

  void a_second_run_trains_in_a_process_of_its_own() {
    ui::ProjectFeed feed(folder());
    ui::Sessions sessions(folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"));
    QSignalSpy ended(&sessions, &ui::Sessions::ended), refused(&sessions, &ui::Sessions::refused);
    sessions.train(request({"train.epochs=100000"}));
    tracking::TrainRequest beside = request({"train.epochs=1"});
    beside.name = "beside";
    sessions.train(beside);
    const auto besides = [&]() -> const tracking::RunSummary* {
      for (const auto& run : feed.runs())
        if (run.name == "beside") return &run;
      return nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(besides() != nullptr && besides()->status == Status::finished, 60000);
    QVERIFY(sessions.isBusy());
    // One that fails after it came into being tells so in its record, not as a run that never began.
    beside.name = "fails";
    beside.overrides = {"train.epochs=2", "optimizer.learning_rate=1e30", "train.stop_on_nonfinite=true"};
    sessions.train(beside);
    QTRY_VERIFY_WITH_TIMEOUT(!feed.runs().empty() && feed.runs().back().name == "fails" && feed.runs().back().status == Status::failed, 60000);
    QTest::qWait(700);  // two looks at the process
    QCOMPARE(refused.count(), 0);
    sessions.stopOwn();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 10000);
  }

  void what_can_not_begin_is_refused_in_words() {
    ui::Sessions sessions(folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"));
    QSignalSpy refused(&sessions, &ui::Sessions::refused);
    sessions.train(request({"run.device=\"cuda\""}));
    QTRY_COMPARE_WITH_TIMEOUT(refused.count(), 1, 10000);
    QVERIFY2(refused[0][0].toString().contains(QStringLiteral("cuda")), qPrintable(refused[0][0].toString()));
    QVERIFY(!sessions.isBusy());
    // The same from a process of its own, whose error output is all that tells it.
    sessions.train(request({"train.epochs=100000"}));
    sessions.train(request({"run.device=\"cuda\""}));
    QTRY_COMPARE_WITH_TIMEOUT(refused.count(), 2, 20000);
    QVERIFY2(refused[1][0].toString().contains(QStringLiteral("cuda")), qPrintable(refused[1][0].toString()));
  }

  void a_run_is_reproduced_here_and_beside() {
    ui::ProjectFeed feed(folder());
    ui::Sessions sessions(folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"));
    QSignalSpy created(&sessions, &ui::Sessions::created), ended(&sessions, &ui::Sessions::ended);
    sessions.train(request({"train.epochs=1"}));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
    const std::string original = created[0][0].toString().toStdString();
    sessions.reproduce({.run = original});
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 60000);
    feed.refresh();
    QCOMPARE(feed.run(created[1][0].toString().toStdString())->verdict, std::optional<std::string>("identical"));
    sessions.train(request({"train.epochs=100000"}));
    sessions.reproduce({.run = original});
    QTRY_VERIFY_WITH_TIMEOUT(std::count_if(feed.runs().begin(), feed.runs().end(), [](const auto& run) { return run.verdict == "identical"; }) == 2, 60000);
    sessions.stopOwn();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 3, 10000);
  }

  void a_program_that_is_not_there_is_told() {
    ui::Sessions sessions(folder(), QStringLiteral("/nonexistent/lockstep"));
    QSignalSpy refused(&sessions, &ui::Sessions::refused);
    sessions.train(request({"train.epochs=100000"}));
    sessions.train(request({}));
    QTRY_COMPARE(refused.count(), 1);
    QVERIFY(refused[0][0].toString().contains(QStringLiteral("/nonexistent/lockstep")));
  }

  void ending_the_window_stops_the_run_with_its_checkpoint() {
    std::string run;
    {
      ui::ProjectFeed feed(folder());
      ui::Sessions sessions(folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"));
      QSignalSpy created(&sessions, &ui::Sessions::created);
      sessions.train(request({"train.epochs=100000"}));
      QTRY_COMPARE_WITH_TIMEOUT(created.count(), 1, 60000);
      run = created[0][0].toString().toStdString();
      QTRY_VERIFY_WITH_TIMEOUT(feed.run(run) != nullptr && feed.run(run)->step > 0, 60000);
    }
    tracking::Project project(folder());
    QCOMPARE(project.summary(run).status, Status::stopped);
    QVERIFY(std::filesystem::exists(tracking::checkpoint_of(project, project.summary(run))));
  }

  // Last: nothing brings a GPU back into this process.
  void a_gpu_that_is_lost_ends_the_run_and_not_the_window() {
    if (!QFileInfo::exists(QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/liblockstep_cuda_emulated.so"))) QSKIP("this build has no emulated GPU: the CUDA toolkit or cuDNN was not found");
    qputenv("LOCKSTEP_FAKE_FAULT", "launch:400");
    ui::ProjectFeed feed(folder());
    ui::Sessions sessions(folder(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep"));
    QSignalSpy created(&sessions, &ui::Sessions::created), ended(&sessions, &ui::Sessions::ended), refused(&sessions, &ui::Sessions::refused);
    tracking::TrainRequest on_gpu = request({});
    on_gpu.device = "cuda-emulated";
    sessions.train(on_gpu);
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() + refused.count() == 1, 60000);
    QVERIFY2(refused.isEmpty(), qPrintable(refused.value(0).value(0).toString()));
    QCOMPARE(ended[0][1].value<Status>(), Status::failed);
    feed.refresh();
    const QString reason = QString::fromStdString(feed.run(created[0][0].toString().toStdString())->reason);
    QVERIFY2(reason.contains(QStringLiteral("the GPU stopped working")) && reason.contains(QStringLiteral("start Lockstep again")), qPrintable(reason));
    // It says so to the next that asks for it, and the CPU trains as before.
    sessions.train(on_gpu);
    QTRY_COMPARE_WITH_TIMEOUT(refused.count(), 1, 60000);
    QVERIFY2(refused[0][0].toString().contains(QStringLiteral("start Lockstep again")), qPrintable(refused[0][0].toString()));
    sessions.train(request({"train.epochs=1", "run.device=\"cpu\""}));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 60000);
    QCOMPARE(ended[1][1].value<Status>(), Status::finished);
  }
};

QTEST_GUILESS_MAIN(TestSessions)
#include "tst_sessions.moc"
