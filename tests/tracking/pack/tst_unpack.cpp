// What is in the way of unpacking, several processes at once, and a kill at any moment: the run is there in full, or nothing is.
#include <QtTest>

#include <csignal>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

#include "support_pack.h"
#include "tracking/pack/staging.h"
#include "tracking/pack/zip.h"

using namespace lockstep;
using namespace lockstep::test;
namespace fs = std::filesystem;
using tracking::Project;

namespace {

/// Runs `body` in a child process that is killed after so many microseconds. Returns whether it came to its end before.
template <class Body>
bool killed_after(std::int64_t microseconds, Body&& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      body();
    } catch (const std::exception&) { ::_exit(1); }
    ::_exit(0);
  }
  ::usleep(static_cast<useconds_t>(microseconds));
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

class TestUnpack : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<Workshop> m_shop;
  std::string m_run;
  fs::path path(std::string_view name) const { return m_shop->path(name); }
  tracking::Unpacked unpack(const fs::path& project) const { return tracking::unpack_run(path("run.zip"), project); }

 private slots:
  void initTestCase() {
    m_shop = std::make_unique<Workshop>();
    m_shop->write("data/train.csv", table(60));
    m_shop->write("other/valid.csv", table(20));
    Project here(path("here"));
    m_run = Workshop::train(here, table_config(), path("config.toml"), {}, 10).run;
    (void)tracking::pack_run(here, m_run, path("run.zip"), {.with_data = true});
  }

  void aRunThatIsThereAlreadyStaysAsItIs() {
    QCOMPARE(unpack(path("a")).run.id, m_run);
    const auto before = snapshot(path("a"));
    QCOMPARE(error_of([&] { (void)unpack(path("a")); }),
             "the run " + m_run + " is in " + path("a").string() + " already; nothing was changed");
    QVERIFY(snapshot(path("a")) == before);
    Project(path("a")).remove(std::vector<std::string>{m_run});
    const std::string trashed = error_of([&] { (void)unpack(path("a")); });
    QCOMPARE(trashed, "the run " + m_run + " is in the trash of " + path("a").string() + "; `lockstep restore " +
                          m_run + "` brings it back. Nothing was changed");
  }

  void whatIsInItsPlaceIsNotTouched() {
    { const Project made(path("b")); }
    for (const char* place : {"runs", "data"}) {
      m_shop->write(std::string("b/") + place + "/" + m_run + "/mine.txt", "mine");
      const auto before = snapshot(path("b"));
      const std::string error = error_of([&] { (void)unpack(path("b")); });
      QVERIFY2(error.find(std::string(place) + "/" + m_run + " is there already, and no run's; move it away") !=
                   std::string::npos,
               error.c_str());
      QVERIFY(snapshot(path("b")) == before);
      fs::remove_all(path("b") / place / m_run);
    }
    QCOMPARE(unpack(path("b")).run.id, m_run);
  }

  void aFileInTheProjectsPlace() {
    m_shop->write("c", "a file");
    QVERIFY(error_of([&] { (void)unpack(path("c")); }).find("cannot create") != std::string::npos);
    QVERIFY(error_of([&] { (void)unpack(path("c/d")); }).find("cannot create") != std::string::npos);
    QCOMPARE(read(path("c")), std::string("a file"));
  }

  /// The run's folder is in place already when the data's can't be made: it is taken back, and the catalogue's row too.
  void aFailureHalfWayUndoesAll() {
    for (const bool exists : {false, true}) {
      const std::string name = exists ? "half" : "half new";
      if (exists) { const Project made(path(name)); }
      m_shop->write(name + "/data", "a file of mine");
      const auto before = snapshot(path(name));
      const std::string error = error_of([&] { (void)unpack(path(name)); });
      QVERIFY2(error.find("cannot create") != std::string::npos && error.find("data/" + m_run) != std::string::npos,
               error.c_str());
      QVERIFY(snapshot(path(name)) == before);
      fs::remove(path(name) / "data");
      QCOMPARE(unpack(path(name)).run.id, m_run);
    }
  }

  void oneProcessAtATime() {
    {
      tracking::pack::Staging other(path("d"));
      QCOMPARE(error_of([&] { (void)unpack(path("d")); }),
               "another process is unpacking into " + path("d").string() + "; try again when it is done");
    }
    QVERIFY(!fs::exists(path("d")));
    QCOMPARE(unpack(path("d")).run.id, m_run);
  }

  void whatAKilledOneLeftIsRemoved() {
    // As after a kill between moving the folders into place and the catalogue's commit.
    Project project(path("e"));
    m_shop->write("e/unpacking/run/series.db", "half");
    m_shop->write("e/unpacking/moving", m_run);
    m_shop->write("e/runs/" + m_run + "/series.db", "half");
    m_shop->write("e/data/" + m_run + "/train.csv", "half");
    QCOMPARE(unpack(path("e")).run.id, m_run);
    QVERIFY(!fs::exists(path("e/unpacking")));
    // After the commit the same note means nothing: the run stays.
    m_shop->write("e/unpacking/moving", m_run);
    const auto before = snapshot(path("e/runs"));
    QVERIFY(error_of([&] { (void)unpack(path("e")); }).find("already; nothing was changed") != std::string::npos);
    QVERIFY(snapshot(path("e/runs")) == before && !fs::exists(path("e/unpacking")));
    // And a note that names no run leads nowhere.
    fs::create_directories(path("e/keep"));
    m_shop->write("e/unpacking/moving", "../keep");
    (void)error_of([&] { (void)unpack(path("e")); });
    QVERIFY(fs::exists(path("e/keep")) && fs::exists(path("e/runs") / m_run));
  }

  void killedAtAnyMoment() {
    QElapsedTimer timer;
    timer.start();
    (void)unpack(path("f0"));
    const qint64 whole = timer.nsecsElapsed() / 1000;
    int finished = 0;
    constexpr int times = 24;
    for (int i = 0; i < times; ++i) {
      const fs::path project = path("f" + std::to_string(i + 1));
      finished += killed_after(whole * (i + 1) / (times - 4), [&] { (void)unpack(project); }) ? 1 : 0;
      const std::string error = error_of([&] { (void)unpack(project); });
      QVERIFY2(error.empty() || error.find("already; nothing was changed") != std::string::npos, error.c_str());
      const Project there(project, {.create = false});
      QCOMPARE(there.runs().size(), std::size_t{1});
      QCOMPARE(there.document(m_run, "config.text"), std::optional(table_config()));
      tracking::RunReader reader = there.reader(m_run);
      QVERIFY(reader.series("train/loss").size() >= 10);
      QCOMPARE(read(project / "data" / m_run / "data/train.csv"), table(60));
      QVERIFY(!fs::exists(project / "unpacking"));
    }
    QVERIFY2(finished < times, "every one ended before it was killed");
  }

  void processesAtOnceUnpackItOnce() {
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        int code = 1;
        for (int attempt = 0; attempt < 2000 && code == 1; ++attempt) {
          const std::string error = error_of([&] { (void)unpack(path("g")); });
          if (error.empty()) code = 0;
          else if (error.find("already; nothing") != std::string::npos) code = 2;
          else if (error.find("another process is unpacking") == std::string::npos) code = 3;
          else ::usleep(1000);
        }
        ::_exit(code);
      }
      children.push_back(child);
    }
    std::vector<int> codes;
    for (const pid_t child : children) {
      int status = 0;
      ::waitpid(child, &status, 0);
      codes.push_back(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
    std::sort(codes.begin(), codes.end());
    QVERIFY((codes == std::vector<int>{0, 2, 2, 2}));
    QCOMPARE(Project(path("g")).runs().size(), std::size_t{1});
    QVERIFY(!fs::exists(path("g/unpacking")));
  }

  void moreEntriesThanSixteenBitsCount() {
    std::vector<ZipItem> items;
    for (int i = 0; i < 66'000; ++i) items.push_back({"documents/" + std::to_string(i), "x", Kind::file});
    write_zip(path("many.zip"), items);
    tracking::pack::ZipReader reader(path("many.zip"), 66'000);
    int count = 0;
    while (reader.next()) ++count;
    QCOMPARE(count, 66'000);
    QVERIFY(error_of([&] {
              tracking::pack::ZipReader few(path("many.zip"), 65'999);
            }).find("it holds 66000 entries; at most 65999 are unpacked") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestUnpack)
#include "tst_unpack.moc"
