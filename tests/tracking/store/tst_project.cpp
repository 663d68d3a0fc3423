// The catalogue: opening, lookup, editing, documents, trash, and each way a project can be wrong.
#include <QtTest>

#include <fstream>
#include <set>

#include "support_store.h"

using namespace lockstep::tracking;
using namespace lockstep::tracking::testing;
namespace fs = std::filesystem;

namespace {

void write_text(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string finished_run(Project& project, const std::string& name) {
  const auto writer = project.create_run({.name = name});
  writer->finish(Status::finished);
  return writer->id();
}

}  // namespace

class TestProject : public QObject {
  Q_OBJECT
 private slots:
  void findsTheNearestProject() {
    const TemporaryFolder folder;
    const Project project(folder.path());
    fs::create_directories(folder.path() / "a" / "b");
    QCOMPARE(find_project(folder.path() / "a" / "b"), folder.path());
    QCOMPARE(find_project(folder.path()), folder.path());
    qputenv("XDG_DATA_HOME", "/some/where");
    QCOMPARE(find_project("/"), fs::path("/some/where/lockstep/default"));
    qputenv("XDG_DATA_HOME", "relative");
    qputenv("HOME", "/home/person");
    QCOMPARE(find_project("/"), fs::path("/home/person/.local/share/lockstep/default"));
  }

  void wrongProjectsSayWhatIsWrong() {
    const TemporaryFolder folder;
    const fs::path at = folder.path();
    const std::string database = (at / "lockstep.db").string();
    const auto open = [&] { const Project project(at); };
    QCOMPARE(error_of([&] { const Project project(at, {.create = false}); }),
             at.string() + " is no Lockstep project: it has no lockstep.db");

    write_text(at / "lockstep.db", "this is a text of more than sixteen bytes, and no database at all");
    QCOMPARE(error_of(open), "cannot use " + database + ": it is not a database; move it away if it isn't Lockstep's");

    fs::remove(at / "lockstep.db");
    QCOMPARE(sqlite(at / "lockstep.db", "CREATE TABLE recipes(name)"), std::string());
    QCOMPARE(error_of(open), database + " belongs to another program; Lockstep leaves it alone. Choose another folder");

    fs::remove(at / "lockstep.db");
    QCOMPARE(error_of(open), std::string());
    QCOMPARE(sqlite(at / "lockstep.db", "PRAGMA user_version = 99"), std::string());
    QVERIFY(QString::fromStdString(error_of(open))
                .startsWith(QString::fromStdString(database + " was written by a newer Lockstep (its schema is 99,")));

    write_text(at / "file", "");
    QVERIFY(QString::fromStdString(error_of([&] {
              const Project project(at / "file" / "x");
            })).startsWith("cannot create the project folder "));
  }

  void rollbackJournalIsSaid() {
    const TemporaryFolder folder;
    {
      Project project(folder.path(), {.rollback_journal = true});
      QCOMPARE(project.notes().size(), std::size_t{1});
      QVERIFY(project.notes().front().english().find("rollback journal") != std::string::npos);
      const auto writer = project.create_run({.name = "slow"});
      record_steps(*writer, 1, 100);
      writer->flush();
      QCOMPARE(project.reader(writer->id()).series("train/loss").size(), std::size_t{100});
      writer->finish(Status::finished);
      QCOMPARE(sqlite(folder.path() / "lockstep.db", "PRAGMA journal_mode"), std::string("delete"));
      QCOMPARE(sqlite(writer->folder() / "series.db", "PRAGMA journal_mode"), std::string("delete"));
    }
    const Project again(folder.path());
    QVERIFY(again.notes().empty());
    QCOMPARE(sqlite(folder.path() / "lockstep.db", "PRAGMA journal_mode"), std::string("wal"));
  }

  void fieldsComeBack() {
    const TemporaryFolder folder;
    Project project(folder.path());
    RunDraft draft;
    draft.name = "Lauf ü 'eins' \"zwei\" 三";
    draft.tags = {"基线", "b", "基线", "a"};
    draft.notes = "line one\nline two";
    draft.seed = 0xFFFFFFFFFFFFFFFFu;
    const auto writer = project.create_run(draft);
    RunSummary run = project.summary(writer->id());
    QCOMPARE(run.status, Status::preparing);
    QCOMPARE(run.name, draft.name);
    QCOMPARE(run.notes, draft.notes);
    QCOMPARE(run.tags, (std::vector<std::string>{"基线", "b", "a"}));
    QVERIFY(run.seed == draft.seed && !run.steps && !run.commit && !run.dirty && run.started && !run.ended);

    writer->update({.steps = 4220, .device = "cpu", .commit = "abc"});
    writer->update({.dirty = false, .config_hash = "c0", .data_fingerprint = "d0"});
    writer->set_status(Status::running);
    run = project.summary(writer->id());
    QVERIFY(run.steps == 4220 && run.device == "cpu" && run.commit == "abc" && run.dirty == false);
    QVERIFY(run.config_hash == "c0" && run.data_fingerprint == "d0");
    QCOMPARE(run.status, Status::running);
    writer->finish(Status::failed, "the label 12 is out of range");
    run = project.summary(writer->id());
    QCOMPARE(run.status, Status::failed);
    QCOMPARE(run.reason, std::string("the label 12 is out of range"));
    QVERIFY(run.ended >= run.started);

    project.edit(run.id, {.name = "other", .tags = std::vector<std::string>{"z"}});
    run = project.summary(run.id);
    QCOMPARE(run.name, std::string("other"));
    QCOMPARE(run.notes, draft.notes);
    QCOMPARE(run.tags, std::vector<std::string>{"z"});
  }

  void lookup() {
    const TemporaryFolder folder;
    Project project(folder.path());
    QCOMPARE(error_of([&] { static_cast<void>(project.find("last")); }),
             "there are no runs in " + folder.path().string() + " yet");
    const std::string first = finished_run(project, "same");
    const std::string second = finished_run(project, "same");
    const std::string third = finished_run(project, "2");  // also the beginning of every id
    QVERIFY((std::set<std::string>{first, second, third}.size() == 3));
    QVERIFY(QRegularExpression("^\\d{8}-\\d{6}-[0-9a-f]{4}$").match(QString::fromStdString(first)).hasMatch());
    QCOMPARE(project.find(first).id, first);
    QCOMPARE(project.find("same").id, second);
    QCOMPARE(project.find("last").id, third);
    QCOMPARE(project.find("2").id, third);
    const std::string text = error_of([&] { static_cast<void>(project.find(first.substr(0, 4))); });
    QVERIFY2(text.find("begins the ids of 3 runs: " + first) != std::string::npos, text.c_str());
    QCOMPARE(error_of([&] { static_cast<void>(project.find("none")); }),
             "there is no run \"none\" in " + folder.path().string() + "; `lockstep runs` lists them");
    QVERIFY(!error_of([&] { static_cast<void>(project.find("")); }).empty());
    QVERIFY(!error_of([&] { static_cast<void>(project.find("%")); }).empty());
    const std::vector<std::string> gone = {second, third};
    project.remove(gone);
    QCOMPARE(project.find("same").id, first);
    QCOMPARE(project.find("last").id, first);
    QCOMPARE(project.find(first.substr(0, 1)).id, first);  // unique now
  }

  void relations() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const std::string parent = finished_run(project, "parent");
    const std::string child = project.enqueue_run({.name = "again", .parent = parent, .relation = "reproduces"});
    const std::string other = project.enqueue_run({.name = "seed", .parent = parent, .relation = "seed_of"});
    QCOMPARE(project.summary(child).relation, std::string("reproduces"));
    QCOMPARE(project.children(parent, "reproduces"), std::vector<std::string>{child});
    QCOMPARE(project.children(parent), (std::vector<std::string>{child, other}));
    QVERIFY(project.children(child).empty());
  }

  void documentsAreStoredOnce() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const auto a = project.create_run({.name = "a"});
    const auto b = project.create_run({.name = "b"});
    std::string patch(300000, 'x');
    patch[7] = '\0';
    for (const auto& writer : {a.get(), b.get()}) {
      writer->put_document("config.text", "# ü\nseed = 1\n");
      writer->put_document("code.patch", patch);
      writer->put_document("empty", "");
    }
    QCOMPARE(project.document_names(a->id()), (std::vector<std::string>{"code.patch", "config.text", "empty"}));
    QCOMPARE(project.document(a->id(), "config.text").value(), std::string("# ü\nseed = 1\n"));
    QVERIFY(project.document(b->id(), "code.patch").value() == patch);
    QCOMPARE(project.document(b->id(), "empty").value(), std::string());
    QVERIFY(!project.document(b->id(), "missing"));
    QCOMPARE(sqlite(folder.path() / "lockstep.db", "SELECT count(*) FROM texts"), std::string("2"));
    const fs::path file = a->folder() / "documents" / "code.patch";
    QCOMPARE(fs::hard_link_count(file), std::uintmax_t{2});
    a->put_document("code.patch", "smaller now");
    QCOMPARE(project.document(a->id(), "code.patch").value(), std::string("smaller now"));
    QVERIFY(project.document(b->id(), "code.patch").value() == patch);

    write_text(b->folder() / "documents" / "code.patch", "somebody else was here");
    QCOMPARE(error_of([&] { static_cast<void>(project.document(b->id(), "code.patch")); }),
             "the document \"code.patch\" of run " + b->id() + " is not what was recorded: its SHA-256 differs");
    QCOMPARE(error_of([&] { a->put_document("../x", ""); }),
             std::string("\"../x\" can't name a document: use letters, digits, '.', '_' and '-'"));
  }

  void trash() {
    const TemporaryFolder folder;
    Project project(folder.path());
    const std::string kept = finished_run(project, "kept");
    const std::string thrown = finished_run(project, "thrown");
    const auto live = project.create_run({.name = "live"});
    live->put_document("config.text", "only here");
    const std::vector<std::string> with_live = {thrown, live->id()};
    QCOMPARE(error_of([&] { project.remove(with_live); }),
             "run " + live->id() + " is preparing and can't be deleted; stop it first");
    QVERIFY(project.trash().empty());  // all or none
    const std::vector<std::string> ids = {thrown};
    QCOMPARE(error_of([&] { project.purge(ids); }), "run " + thrown + " is not in the trash; delete it first");
    project.remove(ids);
    QCOMPARE(project.runs().size(), std::size_t{2});
    QCOMPARE(project.find_in_trash("thrown").id, thrown);
    QVERIFY(error_of([&] { static_cast<void>(project.open_writer(thrown)); }).find("is in the trash") !=
            std::string::npos);
    project.restore(ids);
    QCOMPARE(project.runs().size(), std::size_t{3});

    live->finish(Status::stopped);
    const std::vector<std::string> both = {thrown, live->id()};
    project.remove(both);
    QCOMPARE(project.purge(), std::size_t{2});
    QVERIFY(project.trash().empty());
    QVERIFY(!fs::exists(project.run_folder(thrown)));
    QVERIFY(fs::exists(project.run_folder(kept)));
    QCOMPARE(sqlite(folder.path() / "lockstep.db", "SELECT count(*) FROM texts"), std::string("0"));
  }

  void filter() {
    RunSummary run;
    run.id = "20261130-120000-abcd";
    run.name = "Fashion CNN";
    run.tags = {"baseline"};
    run.status = Status::finished;
    QVERIFY(RunFilter{}.matches(run));
    QVERIFY(RunFilter{.text = "fashion"}.matches(run));
    QVERIFY(RunFilter{.text = "BASE"}.matches(run));
    QVERIFY(!RunFilter{.text = "mlp"}.matches(run));
    QVERIFY(!RunFilter{.tag = "base"}.matches(run));
    QVERIFY((RunFilter{.tag = "baseline", .status = Status::finished}.matches(run)));
    QVERIFY(!(RunFilter{.status = Status::failed}.matches(run)));
  }

  void changesAreSeen() {
    const TemporaryFolder folder;
    Project project(folder.path());
    Project other(folder.path());
    static_cast<void>(project.changed());
    QVERIFY(!project.changed());
    const std::string id = other.enqueue_run({.name = "new"});
    QVERIFY(project.changed());
    QVERIFY(!project.changed());
    other.edit(id, {.notes = "n"});
    QVERIFY(project.changed());
  }
};

QTEST_GUILESS_MAIN(TestProject)
#include "tst_project.moc"
