// Hashes of data files, checked with the system's sha256sum; errors, stopping, the cache.
#include <QtTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "engine/core/error.h"
#include "tracking/provenance/data_files.h"
#include "tracking/provenance/hash_cache.h"

using namespace lockstep::tracking;
namespace fs = std::filesystem;

class TestDataFiles : public QObject {
  Q_OBJECT
 private:
  std::unique_ptr<QTemporaryDir> box_;

  [[nodiscard]] fs::path at(const QString& relative) const { return box_->filePath(relative).toStdString(); }
  void write(const QString& relative, const QByteArray& content) const {
    QDir().mkpath(QFileInfo(box_->filePath(relative)).path());
    QFile file(box_->filePath(relative));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
  }
  [[nodiscard]] QByteArray shell(const QString& command) const {
    QProcess process;
    process.setWorkingDirectory(box_->path());
    process.start("sh", {"-c", command});
    process.waitForFinished();
    return process.readAllStandardOutput();
  }
  [[nodiscard]] HashOptions cached() const {
    HashOptions options;
    options.cache = at("cache/hashes");
    options.cache_after = std::chrono::milliseconds(0);
    return options;
  }
  template <class Error, class F>
  static QString error_of(F&& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

 private slots:
  void init() {
    box_ = std::make_unique<QTemporaryDir>();
    write("data/b.csv", "1,2\n");
    write("data/a/z.bin", QByteArray(3'000'001, '\7'));
    write("data/a.txt", "");
    write("data/.hidden", "x");
    write("data/\u6570.npy", "npy");
  }

  void agreesWithSha256sum() {
    for (const int threads : {1, 3}) {
      HashOptions options;
      options.threads = threads;
      const DataManifest manifest = hash_folder(at("data"), options);
      QByteArray listed;
      for (const DataFile& file : manifest.files) {
        listed += QByteArray::fromStdString(file.sha256 + "  " + file.path + "\n");
        QCOMPARE(file.bytes, fs::file_size(at("data") / file.path));
      }
      // LC_ALL=C sorts by bytes.
      QCOMPARE(listed, shell("cd data && find . -type f | cut -c3- | LC_ALL=C sort | xargs -d '\\n' sha256sum"));
      QCOMPARE(manifest.total_bytes, 3'000'001u + 4 + 1 + 3);
      QCOMPARE(QByteArray::fromStdString(manifest.sha256),
               shell("cd data && find . -type f | cut -c3- | LC_ALL=C sort | while read -r f; do printf '%s\\0%s\\0%s\\n' "
                     "\"$f\" $(stat -c %s \"$f\") $(sha256sum < \"$f\" | cut -c1-64); done | sha256sum").left(64));
    }
  }

  void filesByList() {
    const std::vector<fs::path> files{at("data/b.csv"), at("data/a.txt"), at("data/a/../b.csv")};
    const DataManifest manifest = hash_files(files, at("data"));
    QCOMPARE(manifest.files.size(), std::size_t{2});
    QCOMPARE(manifest.files[0].path, "a.txt");
    QCOMPARE(manifest.files[0].sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    QCOMPARE(manifest.files[1].path, "b.csv");
    QCOMPARE(hash_files(files, at("")).files[0].path, "data/a.txt");
  }

  void whereItLiesIsNoDifference() {
    const DataManifest before = hash_folder(at("data"));
    QVERIFY(QFile::rename(box_->filePath("data"), box_->filePath("moved")));
    const DataManifest after = hash_folder(at("moved/"));
    QCOMPARE(after.sha256, before.sha256);
    QVERIFY(differences(before, after).empty());
  }

  void everyByteCounts() {
    const DataManifest before = hash_folder(at("data"));
    QFile file(box_->filePath("data/a/z.bin"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(1'999'999);
    file.write("\6", 1);
    file.close();
    write("data/new.csv", "");
    QVERIFY(QFile::remove(box_->filePath("data/b.csv")));
    const DataManifest after = hash_folder(at("data"));
    QVERIFY(after.sha256 != before.sha256);
    const ManifestDifference difference = differences(before, after);
    QCOMPARE(difference.changed, std::vector<std::string>{"a/z.bin"});
    QCOMPARE(difference.added, std::vector<std::string>{"new.csv"});
    QCOMPARE(difference.removed, std::vector<std::string>{"b.csv"});
  }

  void linksAreFollowedAndLoopsEnd() {
    write("elsewhere/more.csv", "3,4\n");
    QVERIFY(QFile::link("../elsewhere", box_->filePath("data/linked")));
    QVERIFY(QFile::link("..", box_->filePath("data/a/up")));
    const DataManifest manifest = hash_folder(at("data"));
    QCOMPARE(manifest.files.size(), std::size_t{6});
    QCOMPARE(manifest.files[4].path, "linked/more.csv");
  }

  void errorsAreReportedTogether() {
    QVERIFY(QFile::link("nowhere", box_->filePath("data/broken")));
    QCOMPARE(::mkfifo(at("data/pipe").c_str(), 0600), 0);
    const QString text = error_of<lockstep::engine::DataError>([&] { (void)hash_folder(at("data")); });
    QCOMPARE(text, "2 of 7 data files in " + box_->filePath("data") +
                       " can't be read:\n  broken: No such file or directory\n  pipe: is no regular file");
    QCOMPARE(error_of<lockstep::engine::DataError>([&] { (void)hash_folder(at("missing")); }),
             "the data folder " + box_->filePath("missing") + " can't be read: No such file or directory");
    const std::vector<fs::path> folder{at("data/a")};
    QVERIFY(error_of<lockstep::engine::DataError>([&] { (void)hash_files(folder, at("data")); }).endsWith("a: is a folder"));
  }

  void noPermission() {
    if (::geteuid() == 0) QSKIP("root may read everything");
    QVERIFY(QFile::setPermissions(box_->filePath("data/b.csv"), {}));
    QVERIFY(error_of<lockstep::engine::DataError>([&] { (void)hash_folder(at("data")); }).endsWith("b.csv: Permission denied"));
  }

  void progressIsCompleteAndStopIsPrompt() {
    HashProgress last;
    std::atomic<int> inside{0};
    HashOptions options;
    options.threads = 3;
    options.progress = [&](const HashProgress& progress) {
      QCOMPARE(++inside, 1);
      QVERIFY(progress.bytes >= last.bytes && progress.files >= last.files);
      last = progress;
      --inside;
    };
    (void)hash_folder(at("data"), options);
    QCOMPARE(last.files, std::size_t{5});
    QCOMPARE(last.total_files, std::size_t{5});
    QCOMPARE(last.bytes, 3'000'009u);
    QCOMPARE(last.total_bytes, 3'000'009u);

    QFile large(box_->filePath("data/large"));  // sparse: 40 GB to hash, no room taken
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(40LL << 30));
    large.close();
    std::stop_source source;
    options.stop = source.get_token();
    options.progress = nullptr;
    std::chrono::steady_clock::time_point asked;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      asked = std::chrono::steady_clock::now();
      source.request_stop();
    });
    QVERIFY_EXCEPTION_THROWN((void)hash_folder(at("data"), options), lockstep::engine::Stopped);
    const auto late = std::chrono::steady_clock::now() - asked;
    stopper.join();
    qInfo("stopped after %lld ms", static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(late).count()));
    QVERIFY(late < std::chrono::seconds(1));
  }

  void poolIsUsed() {
    lockstep::engine::ThreadPool pool(2);
    HashOptions options;
    options.pool = &pool;
    QCOMPARE(hash_folder(at("data"), options).sha256, hash_folder(at("data")).sha256);
  }

  void cacheSavesReading() {
    const DataManifest first = hash_folder(at("data"), cached());
    QCOMPARE(first.from_cache, std::size_t{0});
    const DataManifest second = hash_folder(at("data"), cached());
    QCOMPARE(second.from_cache, std::size_t{5});
    QCOMPARE(second.sha256, first.sha256);
    HashOptions again = cached();
    again.rehash = true;
    QCOMPARE(hash_folder(at("data"), again).from_cache, std::size_t{0});
  }

  void cacheSeesChangesThatKeepSizeAndTime() {
    const DataManifest first = hash_folder(at("data"), cached());
    struct stat status {};
    QCOMPARE(::stat(at("data/b.csv").c_str(), &status), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    write("data/b.csv", "9,2\n");
    const timespec times[2] = {status.st_atim, status.st_mtim};
    QCOMPARE(::utimensat(AT_FDCWD, at("data/b.csv").c_str(), times, 0), 0);
    const DataManifest second = hash_folder(at("data"), cached());
    QCOMPARE(second.from_cache, std::size_t{4});
    QCOMPARE(differences(first, second).changed, std::vector<std::string>{"b.csv"});
  }

  void freshFilesAreNotCached() {
    HashOptions options = cached();
    options.cache_after = std::chrono::hours(1);
    (void)hash_folder(at("data"), options);
    QCOMPARE(hash_folder(at("data"), options).from_cache, std::size_t{0});
  }

  void damagedCacheIsNoCache() {
    const DataManifest first = hash_folder(at("data"), cached());
    QFile file(box_->filePath("cache/hashes"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    file.close();
    const qsizetype digit = text.indexOf(QByteArray::fromStdString(first.files[1].sha256));
    text[digit] = text[digit] == '0' ? '1' : '0';  // another hash than was computed: the line's check fails
    write("cache/hashes", text);
    const DataManifest second = hash_folder(at("data"), cached());
    QCOMPARE(second.from_cache, std::size_t{4});
    QCOMPARE(second.sha256, first.sha256);
    write("cache/hashes", "\x80garbage");
    QCOMPARE(hash_folder(at("data"), cached()).from_cache, std::size_t{0});
  }

  void cacheKeepsWhatOthersWrote() {
    const FileIdentity one{"/one", 1, 2, 3, 4};
    const FileIdentity two{"/two words", 5, -6, 7, 8};
    HashCache first(at("shared"));
    HashCache second(at("shared"));
    first.insert(one, std::string(64, 'a'));
    second.insert(two, std::string(64, 'b'));
    first.save();
    second.save();
    const HashCache both(at("shared"));
    QCOMPARE(both.size(), std::size_t{2});
    QVERIFY(both.find(one) == std::string(64, 'a'));
    QVERIFY(both.find(two) == std::string(64, 'b'));
    FileIdentity other = two;
    other.inode = 9;
    QVERIFY(!both.find(other));
  }

  void cacheThatCannotBeWrittenIsAWarning() {
    HashOptions options = cached();
    options.cache = at("data/b.csv/hashes");
    const DataManifest manifest = hash_folder(at("data"), options);
    QCOMPARE(manifest.files.size(), std::size_t{5});
    QCOMPARE(manifest.warnings.size(), std::size_t{1});
    QVERIFY(QString::fromStdString(manifest.warnings[0]).contains("can't be written"));
  }

  void jsonRoundTrip() {
    const QByteArray raw_name = box_->path().toUtf8() + "/data/caf\xe9";  // no UTF-8
    FILE* file = std::fopen(raw_name.constData(), "w");
    QVERIFY(file != nullptr);
    std::fclose(file);
    const DataManifest manifest = hash_folder(at("data"));
    const std::string json = to_json(manifest);
    const DataManifest back = data_manifest_from_json(json);
    std::remove(raw_name.constData());
    QCOMPARE(back.files, manifest.files);
    QCOMPARE(back.sha256, manifest.sha256);
    QCOMPARE(back.base, manifest.base);
    QCOMPARE(to_json(back), json);
    std::string forged = json;
    forged.replace(forged.find("b.csv"), 5, "c.csv");
    QCOMPARE(error_of<lockstep::engine::ValueError>([&] { (void)data_manifest_from_json(forged); }),
             "the recorded data manifest can't be read: its hash is not that of the files it lists. The record is damaged, or "
             "a newer Lockstep wrote it.");
  }
};

QTEST_GUILESS_MAIN(TestDataFiles)
#include "tst_data_files.moc"
