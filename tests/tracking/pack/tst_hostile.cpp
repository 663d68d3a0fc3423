// Packs that are damaged or meant to do harm are refused with the reason, and the project is byte for byte as before: both
// one that exists and one that would have been made.
#include <QtTest>

#include <sys/stat.h>

#include <fstream>
#include <functional>

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

#include "engine/core/sha256.h"
#include "support_pack.h"
#include "tracking/pack/staging.h"
#include "tracking/provenance/data_files.h"
#include "tracking/recorder/unpacked.h"

using namespace lockstep;
using namespace lockstep::test;
namespace fs = std::filesystem;
using nlohmann::json;
using Items = std::vector<ZipItem>;

namespace {

using Change = std::function<void(Items&)>;

struct Case {
  Change change;
  bool fitting = true;  ///< the manifest is made to fit again afterwards
  QString expected;
};

void change_manifest(Items& items, const std::function<void(json&)>& change) {
  json manifest = json::parse(items.front().content);
  change(manifest);
  items.front().content = manifest.dump();
}

json& entry(json& manifest, const std::string& path) {
  for (json& one : manifest["entries"]) {
    if (one["path"] == path) return one;
  }
  throw std::runtime_error("no entry " + path);
}

/// Replaces a text by another of the same size, wherever it stands in the file.
void patch(const fs::path& file, const std::string& from, const std::string& to, int from_nth = 0) {
  QVERIFY(from.size() == to.size());
  std::string bytes = read(file);
  int nth = 0;
  for (std::size_t at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + 1)) {
    if (nth++ >= from_nth) bytes.replace(at, to.size(), to);
  }
  QVERIFY(nth > from_nth);
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

class TestHostile : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<Workshop> m_shop;
  std::map<std::string, Case> m_cases;
  std::string m_run;
  fs::path path(std::string_view name) const { return m_shop->path(name); }
  Items items() const { return read_zip(path("good.zip")); }

  void add(const char* name, const QString& expected, Change change, bool fitting = true) {
    m_cases[name] = {std::move(change), fitting, expected};
  }
  void add_name(const char* name, const std::string& entry_name, const QString& expected) {
    add(name, expected, [entry_name](Items& items) { items.push_back({entry_name, "x", Kind::file}); });
  }

  /// Unpacking into a project that exists and into one that doesn't: this error, and nothing changed.
  void expect_refused(const fs::path& file, const QString& expected, const tracking::UnpackOptions& options = {}) {
    for (const char* where : {"there", "new/place"}) {
      const auto before = snapshot(path(where));
      const std::string error = error_of([&] { (void)tracking::unpack_run(file, path(where), options); });
      QVERIFY2(QString::fromStdString(error).contains(expected), error.c_str());
      QVERIFY2(error.find(file.string()) != std::string::npos, error.c_str());
      const auto after = snapshot(path(where));
      for (const auto& [name, content] : after)
        QVERIFY2(before.contains(name) && before.at(name) == content, name.c_str());
      QVERIFY(after.size() == before.size());
    }
    QVERIFY(!fs::exists(path("new")));
    QVERIFY(!fs::exists(path("escaped")) && !fs::exists("/tmp/lockstep-escaped"));
  }

 private slots:
  void initTestCase() {
    m_shop = std::make_unique<Workshop>();
    m_shop->write("data/train.csv", table(60));
    m_shop->write("other/valid.csv", table(20));
    tracking::Project here(path("here"));
    m_run = Workshop::train(here, table_config(), path("config.toml"), {}, 10).run;
    (void)tracking::pack_run(here, m_run, path("good.zip"), {.with_data = true});
    tracking::Project there(path("there"));
    (void)Workshop::train(there, table_config(), path("config.toml"), {}, 5);
    names();
    manifests();
    contents();
  }

  void theGoodOneIsGood() {
    write_zip(path("again.zip"), with_fitting_manifest(items()));
    QCOMPARE(tracking::unpack_run(path("again.zip"), path("good")).run.id, m_run);
  }

  void refused_data() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, one] : m_cases) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
  void refused() {
    QFETCH(QString, name);
    const Case& one = m_cases.at(name.toStdString());
    Items changed = items();
    one.change(changed);
    if (one.fitting) changed = with_fitting_manifest(changed);
    write_zip(path("bad.zip"), changed);
    expect_refused(path("bad.zip"), one.expected);
  }

 private:
  void names() {
    const QString none = "which no pack holds";
    const QString no_text = "whose name is not made of letters, digits and slashes";
    add_name("absolute path", "/tmp/lockstep-escaped", none);
    add_name("path upwards", "../escaped", none);
    add_name("path upwards inside", "documents/../../escaped", none);
    add_name("checkpoint upwards", "checkpoints/../../x.safetensors", none);
    add_name("backslashes", "documents\\..\\..\\escaped", no_text);
    add_name("backslash in a document", "documents/..\\x", no_text);
    add_name("drive letter", "C:/escaped", none);
    add_name("hidden document", "documents/.x", none);
    add_name("folder in a document", "documents/a/b", none);
    add_name("no checkpoint", "checkpoints/x.sh", none);
    add_name("data by another name", "data/train.csv", none);
    add_name("foreign note of places", "documents/unpacked.json", none);
    add_name("lock", "lock", none);
    add_name("not in ASCII", "documents/ü", no_text);
    add(
        "NUL in the manifest", none,
        [](Items& items) {
          change_manifest(items, [](json& m) { entry(m, "log.txt")["path"] = std::string("log.txt\0x", 9); });
        },
        false);
    const auto of_kind = [this](const char* name, Kind kind) {
      add(
          name, "is a link, a folder or a device",
          [kind](Items& items) {
            item(items, "log.txt") = {"log.txt", "/etc/passwd", kind};
          },
          false);
    };
    of_kind("symbolic link", Kind::symlink);
    add(
        "folder", "is a link, a folder or a device",
        [](Items& items) {
          items.insert(items.begin() + 1, {"documents/", "", Kind::folder});
        },
        false);
    add(
        "twice in the file", "holds \"log.txt\" twice", [](Items& items) { items.push_back(item(items, "log.txt")); },
        false);
    add(
        "the manifest twice", "holds \"manifest.json\" twice", [](Items& items) { items.push_back(items.front()); },
        false);
    add("twice in the manifest", "names \"log.txt\" twice",
        [](Items& items) { items.push_back(item(items, "log.txt")); });
    add(
        "not in the manifest", "holds \"documents/more\", which its manifest does not name",
        [](Items& items) {
          items.push_back({"documents/more", "x", Kind::file});
        },
        false);
    add(
        "missing", "lacks \"log.txt\", which its manifest names",
        [](Items& items) { std::erase_if(items, [](const ZipItem& i) { return i.name == "log.txt"; }); }, false);
  }

  void manifests() {
    const auto manifest = [this](const char* name, const QString& expected, const std::function<void(json&)>& change) {
      add(
          name, expected, [change](Items& items) { change_manifest(items, change); }, false);
    };
    add(
        "not JSON", "its manifest.json is none of Lockstep's", [](Items& items) { items.front().content = "{"; },
        false);
    add(
        "deep JSON", "its manifest.json is none of Lockstep's",
        [](Items& items) { items.front().content = std::string(1'000'000, '['); }, false);
    add(
        "a list", "its manifest.json is none of Lockstep's", [](Items& items) { items.front().content = "[]"; }, false);
    add(
        "no manifest", "does not begin with manifest.json", [](Items& items) { items.erase(items.begin()); }, false);
    add(
        "manifest not first", "does not begin with manifest.json", [](Items& items) { std::swap(items[0], items[1]); },
        false);
    add(
        "empty ZIP", "it is no ZIP file, or not all of one", [](Items& items) { items.clear(); }, false);
    manifest("another format", "none of Lockstep's", [](json& m) { m["format"] = "other"; });
    manifest("newer version", "was made by a newer Lockstep (its format is 2, this program knows 1)",
             [](json& m) { m["version"] = 2; });
    manifest("no version", "it has no version", [](json& m) { m["version"] = "1"; });
    manifest("no id", "\"../../x\" is no run's id", [](json& m) { m["run"] = "../../x"; });
    manifest("nearly an id", "\"20260101-000000-abcG\" is no run's id",
             [](json& m) { m["run"] = "20260101-000000-abcG"; });
    manifest("another id", "its record.json is of another run", [](json& m) { m["run"] = "20260101-000000-abcd"; });
    manifest("no entries", "has no list of entries", [](json& m) { m["entries"] = 3; });
    manifest("entry without a size", "an entry has no size", [](json& m) { m["entries"][0].erase("bytes"); });
    manifest("negative size", "an entry has no size", [](json& m) { m["entries"][0]["bytes"] = -1; });
    manifest("entry without a hash", "an entry has no SHA-256", [](json& m) { entry(m, "log.txt")["sha256"] = "x"; });
    manifest("wrong hash", "\"log.txt\" is not what was packed: its SHA-256 differs",
             [](json& m) { entry(m, "log.txt")["sha256"] = std::string(64, '0'); });
    manifest("declares too little", "not the 3 that its manifest says",
             [](json& m) { entry(m, "log.txt")["bytes"] = 3; });
    manifest("declares too much", "not the 300000 that its manifest says",
             [](json& m) { entry(m, "log.txt")["bytes"] = 300000; });
    manifest("declares a bomb", "more than 200 times as many",
             [](json& m) { entry(m, "log.txt")["bytes"] = std::uint64_t{1} << 39U; });
    manifest("declares beyond the limit", "the most that are unpacked",
             [](json& m) { entry(m, "log.txt")["bytes"] = std::uint64_t{1} << 63U; });
    manifest("sizes that overflow", "the most that are unpacked", [](json& m) {
      for (json& one : m["entries"]) one["bytes"] = (std::uint64_t{1} << 40U) - 1;
    });
    manifest("no record", "lacks record.json", [](json& m) {
      m["entries"].erase(std::find(m["entries"].begin(), m["entries"].end(), entry(m, "record.json")));
    });
    manifest("huge record", "its record.json has 99999999 bytes",
             [](json& m) { entry(m, "record.json")["bytes"] = 99999999; });
    add("too many documents", "documents; at most 1000 are unpacked", [](Items& items) {
      for (int i = 0; i < 1001; ++i) items.push_back({"documents/d" + std::to_string(i), "", Kind::file});
    });
    add(
        "huge manifest", "its manifest.json is larger than 67108864 bytes",
        [](Items& items) { items.front().content += std::string(std::size_t{65} << 20U, ' '); }, false);
  }

  void change_record(const char* name, const QString& expected, const std::function<void(json&)>& change) {
    add(name, expected, [change](Items& items) {
      json record = json::parse(item(items, "record.json").content);
      change(record);
      item(items, "record.json").content = record.dump();
    });
  }
  void change_series(const char* name, const QString& expected, const std::string& sql) {
    add(name, expected, [this, sql](Items& items) {
      m_shop->write("changed.db", item(items, "series.db").content);
      SQLite::Database(path("changed.db").string(), SQLite::OPEN_READWRITE).exec(sql);
      item(items, "series.db").content = read(path("changed.db"));
    });
  }
  void change_data(const char* name, const QString& expected, const std::function<void(json&)>& change) {
    add(name, expected, [change](Items& items) {
      json manifest = json::parse(item(items, "documents/data.json").content);
      change(manifest);
      // The hash over all is made to fit, so that the paths are what is looked at.
      engine::Sha256 hash;
      for (const json& file : manifest["files"]) {
        hash.update(file["path"].get<std::string>() + std::string(1, '\0') +
                    std::to_string(file["bytes"].get<std::uint64_t>()) + std::string(1, '\0') +
                    file["sha256"].get<std::string>() + "\n");
      }
      manifest["sha256"] = hash.hex();
      item(items, "documents/data.json").content = manifest.dump();
    });
  }

  void contents() {
    change_record("record of a live run", "its run is running, but only runs that are over are packed",
                  [](json& r) { r["status"] = "running"; });
    change_record("record of no status", "record.json is damaged", [](json& r) { r["status"] = "x"; });
    change_record("record without a name", "record.json is damaged", [](json& r) { r.erase("name"); });
    change_record("record with another type", "record.json is damaged", [](json& r) { r["steps"] = "many"; });
    change_record("metric that is no number", "a metric's value is no number",
                  [](json& r) { r["metrics"][0]["last"] = "12"; });
    add("record that is no JSON", "record.json is damaged",
        [](Items& items) { item(items, "record.json").content = "no"; });

    add("series that is no database", "\"series.db\" is of no use",
        [](Items& items) { item(items, "series.db").content = "no database"; });
    add("empty series", "it belongs to another program",
        [](Items& items) { item(items, "series.db").content.clear(); });
    add("damaged series", "is no series.db of Lockstep", [](Items& items) {
      std::string& bytes = item(items, "series.db").content;
      for (std::size_t i = 4096; i < bytes.size(); i += 7) bytes[i] = static_cast<char>(bytes[i] ^ 0x5A);
    });
    change_series("series of another program", "it belongs to another program", "PRAGMA application_id = 7");
    change_series("newer series", "it was written by a newer Lockstep", "PRAGMA user_version = 99");
    change_series("series with a trigger", "its tables are not those that Lockstep makes",
                  "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM attempts; END");
    change_series("series with a view", "its tables are not those that Lockstep makes",
                  "ALTER TABLE events RENAME TO e; CREATE VIEW events AS SELECT * FROM e");
    change_series("series that lacks a table", "its tables are not those that Lockstep makes", "DROP TABLE tails");
    change_series("checkpoint outside", "a checkpoint outside the run's folder: ../../x",
                  "UPDATE checkpoints SET path = '../../x'");
    change_series("checkpoint elsewhere", "a checkpoint outside the run's folder: /etc/x",
                  "UPDATE checkpoints SET path = '/etc/x'");

    add("checkpoint that is none", "\"checkpoints/last.safetensors\" is of no use",
        [](Items& items) { item(items, "checkpoints/last.safetensors").content = "no"; });
    add("checkpoint cut short", "\"checkpoints/last.safetensors\" is of no use",
        [](Items& items) { item(items, "checkpoints/last.safetensors").content.resize(2000); });
    add("weights that are none", "\"initial.safetensors\" is of no use", [](Items& items) {
      items.push_back({"initial.safetensors", std::string(8, '\xff'), Kind::file});
    });

    add("config that is no TOML", "its record is damaged",
        [](Items& items) { item(items, "documents/config.toml").content = "[["; });
    add("data manifest that is none", "its record is damaged",
        [](Items& items) { item(items, "documents/data.json").content = "{}"; });
    change_data("data upwards", "leads out of their folder",
                [](json& m) { m["files"][0]["path"] = "../../../escaped"; });
    change_data("data anywhere", "leads out of their folder",
                [](json& m) { m["files"][0]["path"] = "/tmp/lockstep-escaped"; });
    change_data("data with a NUL", "leads out of their folder",
                [](json& m) { m["files"][0]["path"] = std::string("a\0b", 3); });
    change_data("data below nothing", "leads out of their folder", [](json& m) { m["base"] = "relative"; });
    change_data("data twice", "have the file \"same\" twice", [](json& m) {
      for (json& file : m["files"]) file["path"] = "same";
    });
    change_data("data that are not there", "lacks the data file",
                [](json& m) { m["files"][0]["sha256"] = std::string(64, 'a'); });
    change_data("data of another size", "lacks the data file", [](json& m) { m["files"][0]["bytes"] = 5; });
    change_data("data below a file", "have \"same\" as a file and as a folder", [](json& m) {
      m["files"][0]["path"] = "same";
      m["files"][1]["path"] = "same/below";
    });
    add("data that nothing names", "which its documents/data.json does not name", [](Items& items) {
      items.push_back({"data/" + engine::sha256_hex("x"), "x", Kind::file});
    });
    add("data called by another hash", "a data file is not called by its SHA-256", [](Items& items) {
      items.push_back({"data/" + std::string(64, 'a'), "x", Kind::file});
    });
    add("data without a manifest", "no documents/data.json that names them",
        [](Items& items) { std::erase_if(items, [](const ZipItem& i) { return i.name == "documents/data.json"; }); });
  }

 private slots:
  void otherFiles() {
    const std::string good = read(path("good.zip"));
    expect_refused(m_shop->write("bad.zip", "no ZIP at all"), "it is no ZIP file, or not all of one");
    expect_refused(m_shop->write("bad.zip", ""), "it is no ZIP file, or not all of one");
    for (const std::size_t tenths : {1U, 5U, 9U})
      expect_refused(m_shop->write("bad.zip", good.substr(0, good.size() * tenths / 10)), "it is no ZIP file, or");
    expect_refused(m_shop->write("bad.zip", good.substr(0, good.size() - 1)), "it is no ZIP file, or");
    std::string flipped = good;
    flipped[good.find("checkpoints/last.safetensors") + 500] ^= 1;
    expect_refused(m_shop->write("bad.zip", flipped), "\"checkpoints/last.safetensors\" is");
    const auto missing = snapshot(path("there"));
    QVERIFY(error_of([&] {
              (void)tracking::unpack_run(path("absent.zip"), path("there"));
            }).find("there is no such file") != std::string::npos);
    QVERIFY(error_of([&] { (void)tracking::unpack_run(path("data"), path("there")); }).find("it is no file") !=
            std::string::npos);
    QVERIFY(snapshot(path("there")) == missing);
  }

  void namesThatOnlyTheZipHas() {
    write_zip(path("bad.zip"), items());
    patch(path("bad.zip"), "documents/config.text", std::string("documents\0config.text", 21));
    expect_refused(path("bad.zip"), "whose name is not made of letters, digits and slashes");
    write_zip(path("bad.zip"), items());
    patch(path("bad.zip"), "documents/config.text", std::string("documents/config.tex\0", 21));
    expect_refused(path("bad.zip"), "whose name is not made of letters, digits and slashes");
    write_zip(path("bad.zip"), items());
    patch(path("bad.zip"), "log.txt", "../x.tx");
    expect_refused(path("bad.zip"), "\"../x.tx\", which its manifest does not name");
    write_zip(path("bad.zip"), items());
    patch(path("bad.zip"), "log.txt", "l\ng.txt");
    expect_refused(path("bad.zip"), "whose name is not made of letters, digits and slashes");
    write_zip(path("bad.zip"), items());
    patch(path("bad.zip"), "documents/model.json", "documents\\model.json");
    expect_refused(path("bad.zip"), "whose name is not made of letters, digits and slashes");
    write_zip(path("bad.zip"), items());
    patch(path("bad.zip"), "log.txt", "LOG.txt", 1);
    expect_refused(path("bad.zip"), "its entry \"LOG.txt\" has another name at its content");
    m_shop->write("bad.zip", read(path("good.zip")) + "behind it");
    expect_refused(path("bad.zip"), "it is no ZIP file, or not all of one");
  }

  void entriesThatAreNoFilesByTheirMode_data() {
    QTest::addColumn<unsigned>("mode");
    QTest::newRow("device") << unsigned(S_IFCHR);
    QTest::newRow("disk") << unsigned(S_IFBLK);
    QTest::newRow("pipe") << unsigned(S_IFIFO);
    QTest::newRow("socket") << unsigned(S_IFSOCK);
    QTest::newRow("link") << unsigned(S_IFLNK);
    QTest::newRow("folder") << unsigned(S_IFDIR);
  }
  void entriesThatAreNoFilesByTheirMode() {
    QFETCH(unsigned, mode);
    write_zip(path("bad.zip"), items());
    std::string bytes = read(path("bad.zip"));
    // APPNOTE 4.3.12: in a directory's header the mode is at 40 and the name at 46.
    const std::size_t header = bytes.rfind("log.txt") - 46;
    QCOMPARE(bytes.substr(header, 4), std::string("PK\1\2"));
    bytes[header + 41] = static_cast<char>(mode >> 8U);
    expect_refused(m_shop->write("bad.zip", bytes), "is a link, a folder or a device");
  }

  void aDirectoryAtTheEndThatSaysOtherwise() {
    // The ZIP's directory gives log.txt's size as another than its content is.
    Items changed = items();
    item(changed, "log.txt").content = std::string(100'000, 'a');
    changed = with_fitting_manifest(changed);
    write_zip(path("bad.zip"), changed);
    const std::string right("\xa0\x86\x01\x00", 4);
    patch(path("bad.zip"), right, std::string("\x10\x00\x00\x00", 4));
    expect_refused(path("bad.zip"), "log.txt");
  }

  void aBombIsStoppedByTheLimits() {
    Items changed = items();
    item(changed, "log.txt").content = std::string(std::size_t{20} << 20U, 'a');
    changed = with_fitting_manifest(changed);
    write_zip(path("bomb.zip"), changed);
    tracking::UnpackOptions dense;
    dense.limits.small_bytes = std::uint64_t{1} << 20U;
    expect_refused(path("bomb.zip"), "more than 200 times as many", dense);
    tracking::UnpackOptions large;
    large.limits.total_bytes = std::uint64_t{10} << 20U;
    expect_refused(path("bomb.zip"), "unpacked it would take more than 10485760 bytes", large);
    tracking::UnpackOptions many;
    many.limits.entries = 3;
    expect_refused(path("bomb.zip"), "entries; at most 3 are unpacked", many);
    QCOMPARE(tracking::unpack_run(path("bomb.zip"), path("dense")).run.id, m_run);  // small enough not to matter
  }

  void aFullDiskIsToldBeforehandAndMeanwhile() {
    Items changed = items();
    item(changed, "log.txt").content = std::string(std::size_t{40} << 20U, 'a');
    write_zip(path("large.zip"), with_fitting_manifest(changed));
    tracking::UnpackOptions full;
    full.free_space = [](const fs::path&) { return std::uint64_t{70} << 20U; };
    expect_refused(path("large.zip"), "has only 73400320 bytes free", full);
    int calls = 0;
    tracking::UnpackOptions filling;
    filling.free_space = [&](const fs::path&) {
      return ++calls % 2 == 1 ? std::uint64_t{1} << 40U : std::uint64_t{1000};
    };
    expect_refused(path("large.zip"), "has only 1000 bytes free", filling);
    QCOMPARE(calls, 4);
  }

  void aStopLeavesNothing() {
    std::stop_source stop;
    stop.request_stop();
    const auto before = snapshot(path("there"));
    QVERIFY_EXCEPTION_THROWN((void)tracking::unpack_run(path("good.zip"), path("there"), {.stop = stop.get_token()}),
                             engine::Stopped);
    QVERIFY(snapshot(path("there")) == before);
  }
};

QTEST_GUILESS_MAIN(TestHostile)
#include "tst_hostile.moc"
