// safetensors: what the format's own library writes, byte-identical output, and every way a file can be damaged.
#include <QtTest>

#include <sys/resource.h>

#include <csignal>
#include <cstring>

#include "engine/core/error.h"
#include "engine/io/atomic_file.h"
#include "engine/io/safetensors.h"

using namespace lockstep::engine;
using namespace lockstep::engine::io;

namespace {

std::string with_header(const std::string& header, const std::string& data) {
  const std::uint64_t size = header.size();
  std::string out(8, '\0');
  std::memcpy(out.data(), &size, 8);
  return out + header + data;
}

std::string error_of(const std::string& bytes) {
  try {
    (void)parse_safetensors(bytes, "weights.safetensors");
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

HostArray array_of(const std::vector<float>& values, const Shape& shape) {
  HostArray array(DType::f32, shape);
  std::memcpy(array.bytes.get(), values.data(), array.byte_size());
  return array;
}

}  // namespace

class TestSafetensors : public QObject {
  Q_OBJECT
 private slots:
  void readsWhatTheFormatsLibraryWrote() {
    const Safetensors file = read_safetensors(LOCKSTEP_SOURCE_DIR "/tests/data/io/by_library.safetensors");
    QCOMPARE(file.metadata.at("made_by"), std::string("safetensors"));
    const HostArray& matrix = file.tensors.at("matrix");
    QVERIFY(matrix.dtype == DType::f32 && matrix.shape == (Shape{2, 3}));
    for (int i = 0; i < 6; ++i) QCOMPARE(matrix.as<float>()[i], static_cast<float>(i) * 0.5F);
    QVERIFY(file.tensors.at("scalar").shape == Shape{});
    QCOMPARE(file.tensors.at("scalar").as<std::int64_t>()[0], std::int64_t{-7});
    QVERIFY(file.tensors.at("empty").shape == (Shape{0, 4}));
    QCOMPARE(static_cast<float>(file.tensors.at("half").as<float16>()[1]), 65504.0F);
    QCOMPARE(static_cast<float>(file.tensors.at("brain").as<bfloat16>()[0]), 1.5F);
  }

  void writesTheSameBytesAndReadsThemBack() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("ü 中文.safetensors").toStdString();
    Safetensors content;
    content.metadata = {{"b", "2"}, {"a", "1"}};
    content.tensors["z"] = array_of({1, 2, 3}, {3});
    content.tensors["a"] = array_of({4}, {});
    write_safetensors(path, content);
    const std::string first = read_file(path);
    write_safetensors(path, content);
    QCOMPARE(read_file(path), first);
    QCOMPARE(first.size() % 4, std::size_t{0});
    const Safetensors again = parse_safetensors(first, "x");
    QVERIFY(again.metadata == content.metadata);
    QCOMPARE(again.tensors.at("z").as<float>()[2], 3.0F);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
  }

  void damagedFilesAreRefused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const std::string& bytes, const char* reason) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(reason);
    };
    row("empty", "", "it has 0 bytes");
    row("huge header", std::string("\xff\xff\xff\xff\xff\xff\xff\x7f{}", 10), "its header claims");
    row("not json", with_header("{nonsense", ""), "not valid JSON");
    row("array", with_header("[]", ""), "does not begin with {");
    row("twice", with_header(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", "x"), "occurs twice");
    row("unknown dtype", with_header(R"({"a":{"dtype":"Q9","shape":[1],"data_offsets":[0,1]}})", "x"), "\"Q9\", which is not known here");
    row("hole", with_header(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})", "xy"), "a hole or an overlap");
    row("wrong size", with_header(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "xxxx"), "needs 8 bytes");
    row("overflow", with_header(R"({"a":{"dtype":"F64","shape":[4294967296,4294967296],"data_offsets":[0,4]}})", "xxxx"), "too large");
    row("negative", with_header(R"({"a":{"dtype":"F64","shape":[-1],"data_offsets":[0,4]}})", "xxxx"), "not a number of 0 or more");
    row("truncated", with_header(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", "xxxx"), "truncated or not its own");
    row("metadata", with_header(R"({"__metadata__":{"a":1}})", ""), "the metadata \"a\" is not a text");
    row("fields", with_header(R"({"a":{"dtype":"F32"}})", ""), "does not have dtype, shape and data_offsets");
  }
  void damagedFilesAreRefused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    const QString error = QString::fromStdString(error_of(bytes.toStdString()));
    QVERIFY2(error.contains(reason) && error.contains("weights.safetensors"), qPrintable(error));
  }

  // A limit on the size of files stands in for a full disk: the write fails half way.
  void aFailedWriteLosesNothing() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("kept").toStdString();
    write_atomically(path, "old");
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1024, before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    QString error = "accepted";
    try {
      write_atomically(path, std::string(100000, 'x'));
    } catch (const FileError& failure) {
      error = failure.what();
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY2(error.contains("kept") && error.contains("File too large"), qPrintable(error));
    QCOMPARE(read_file(path), std::string("old"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
  }

  void aMissingFolderIsNamed() {
    try {
      write_atomically("/nonexistent/folder/file", "x");
      QFAIL("accepted");
    } catch (const FileError& error) {
      QVERIFY(QString(error.what()).contains("/nonexistent/folder/file"));
      QVERIFY(QString(error.what()).contains("No such file or directory"));
    }
  }
};

QTEST_GUILESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
