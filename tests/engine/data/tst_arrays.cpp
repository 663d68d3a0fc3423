// IDX, NPY and NPZ against files that numpy and Python's struct wrote, and against hostile ones.
#include <QtTest>

#include <cmath>

#include "engine/data/array.h"
#include "engine/data/readers/idx.h"
#include "engine/data/readers/npy.h"
#include "support_data.h"

using namespace lockstep::engine;
using namespace lockstep::engine::data;
using support::contains;
using support::data_file;
using support::error_of;

namespace {

std::vector<double> values_of(const HostArray& array) {
  std::vector<double> out;
  for (std::int64_t i = 0; i < array.shape.numel(); ++i) {
    switch (array.dtype) {
      case DType::u8: out.push_back(array.as<std::uint8_t>()[i]); break;
      case DType::i64: out.push_back(static_cast<double>(array.as<std::int64_t>()[i])); break;
      case DType::f64: out.push_back(array.as<double>()[i]); break;
      default: out.push_back(array.as<float>()[i]); break;
    }
  }
  return out;
}

FileArray npy_file(const std::string& name) {
  const Bytes bytes = read_file(data_file("npy/" + name), support::work());
  return parse_npy(bytes, name);
}

std::string text_of(const std::filesystem::path& path) { return std::string(as_text(read_file(path, support::work()))); }

/// Sets the little-endian number at `at`.
std::string with_number(std::string text, std::size_t at, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) text[at + i] = static_cast<char>(value >> (8 * i));
  return text;
}

}  // namespace

class TestArrays : public QObject {
  Q_OBJECT
 private slots:
  void idxImagesAndLabels() {
    for (const char* path : {"idx", "idx/small", "idx/small-images-idx3-ubyte.gz", "idx/small-images-idx3-ubyte"}) {
      const Source source = read_idx_source(data_file(path), 0, true, support::work());
      QCOMPARE(source.shape, (Shape{1, 5, 4}));
      QCOMPARE(source.count, 12);
      QVERIFY(values_of(source.cached) == support::numbers(support::expected()["idx_images"]));
      const std::vector<double> labels(source.targets.labels.begin(), source.targets.labels.end());
      QVERIFY(labels == support::numbers(support::expected()["idx_labels"]));
      QCOMPARE(source.targets.class_names.size(), 3U);
      QCOMPARE(source.files.size(), 2U);
    }
  }

  void idxOfEveryType() {
    for (const char* type : {"i1", "i2", "i4", "f4", "f8"}) {
      const FileArray array = read_idx(data_file(std::string("idx/") + type + ".idx"), support::work());
      QVERIFY((values_of(array.values) == std::vector<double>{-3, 2, 100, -128}));
      QCOMPARE(is_floating_point(array.values.dtype), type[0] == 'f');
    }
  }

  void hostileIdx() {
    const auto parse = [](std::string_view text) { return error_of([&] { (void)parse_idx(as_bytes(text), "evil.idx"); }); };
    using namespace std::string_literals;
    VERIFY_CONTAINS(parse(""), "evil.idx: not an IDX file");
    VERIFY_CONTAINS(parse("\0\0\x08\x03\0\0"s), "ends within its header");
    VERIFY_CONTAINS(parse("\0\0\x07\x01\0\0\0\1a"s), "unknown IDX element type 0x07");
    VERIFY_CONTAINS(parse("\0\0\x08\x09"s), "9 dimensions");
    VERIFY_CONTAINS(parse("\0\0\x08\x01\0\0\0\5abc"s), "[5] = 5 bytes of data, it has 3");
    VERIFY_CONTAINS(parse("\0\0\x0E\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"s), "impossibly large");
  }

  void labelsAreChecked() {
    using namespace std::string_literals;
    const support::Folder folder;
    folder.write("a-images-idx3-ubyte", "\0\0\x08\x03\0\0\0\3\0\0\0\1\0\0\0\1abc"s);
    const auto read = [&] { return error_of([&] { (void)read_idx_source(folder.path() / "a", 2, true, support::work()); }); };
    VERIFY_CONTAINS(read(), "labels are missing: expected");
    folder.write("a-labels-idx1-ubyte", "\0\0\x08\x01\0\0\0\2\0\1"s);
    VERIFY_CONTAINS(read(), "has shape [2], but there are 3 samples");
    folder.write("a-labels-idx1-ubyte", "\0\0\x08\x01\0\0\0\3\0\7\1"s);
    const std::string error = read();
    VERIFY_CONTAINS(error, "sample 1 of ");
    VERIFY_CONTAINS(error, "label 7 is not in 0 … 1");
  }

  void gzipDamage() {
    const std::string packed = text_of(data_file("idx/small-images-idx3-ubyte.gz"));
    const auto unpack = [](std::string_view text) { return error_of([&] { (void)gunzip(as_bytes(text), "x.gz", support::work()); }); };
    QCOMPARE(unpack(packed), std::string());
    VERIFY_CONTAINS(unpack(packed.substr(0, packed.size() / 2)), "x.gz: damaged gzip data: it ends too early");
    std::string flipped = packed;
    flipped[packed.size() - 6] = static_cast<char>(flipped[packed.size() - 6] ^ 1);
    VERIFY_CONTAINS(unpack(flipped), "x.gz: damaged gzip data: incorrect");
    VERIFY_CONTAINS(unpack(packed + "tail"), "4 unknown bytes after its end");
    QCOMPARE(gunzip(as_bytes(packed + packed), "two", support::work()).size(), 2 * gunzip(as_bytes(packed), "one", support::work()).size());
  }

  void npyOfEveryTypeAndOrder() {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(data_file("npy"))) {
      const std::string name = entry.path().filename().string();
      if (!name.ends_with("_C.npy") && !name.ends_with("_F.npy") && !name.starts_with("version")) continue;
      const FileArray array = npy_file(name);
      QCOMPARE(array.values.shape, (Shape{2, 3}));
      const auto want = name.starts_with("b1") ? std::vector<double>{0, 1, 1, 1, 1, 1} : std::vector<double>{0, 1, 2, 3, 100, 5};
      QVERIFY2(values_of(array.values) == want, name.c_str());
      ++files;
    }
    QCOMPARE(files, 19 * 2 + 3);
  }

  void npyThatCantBeRead() {
    VERIFY_CONTAINS(error_of([] { (void)npy_file("complex.npy"); }), "elements of type '<c16' can't be read");
    VERIFY_CONTAINS(error_of([] { (void)npy_file("structured.npy"); }), "structured arrays can't be read");
    const auto parse = [](std::string_view text) { return error_of([&] { (void)parse_npy(as_bytes(text), "evil.npy"); }); };
    const auto with_header = [](std::string_view header) {
      std::string text("\x93NUMPY\x01\x00", 8);
      text += static_cast<char>(header.size());
      text += '\0';
      return text + std::string(header);
    };
    VERIFY_CONTAINS(parse("PNG"), "evil.npy: not an NPY file");
    VERIFY_CONTAINS(parse(with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}")), "[3] of '<f4' = 12 bytes of data, it has 0");
    VERIFY_CONTAINS(parse(with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775807, 9)}")), "impossibly large");
    VERIFY_CONTAINS(parse(with_header("{'descr': '<f4', 'shape': (3,)}")), "header lacks");
    VERIFY_CONTAINS(parse(with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (-3,)}")), "must hold sizes");
    VERIFY_CONTAINS(parse(with_header("{'descr: 1")), "a quote that does not end");
    VERIFY_CONTAINS(parse(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)), "impossibly long");
    VERIFY_CONTAINS(parse(std::string("\x93NUMPY\x09\x00\x01\x00 ", 11)), "version 9 is unknown");
  }

  void npzStoredAndDeflated() {
    const Source labels = read_npy_source(data_file("npy/stored.npz"), 0, true, support::work());
    QCOMPARE(labels.shape, (Shape{3}));
    QVERIFY(values_of(labels.cached) == support::numbers(support::expected()["npz_x"]));
    QVERIFY((labels.targets.labels == std::vector<std::int64_t>{0, 1, 2, 0, 1, 2, 0, 1, 2}));
    const Source values = read_npy_source(data_file("npy/deflated.npz"), 0, true, support::work());
    QCOMPARE(values.targets.width, 2);
    QVERIFY(!values.targets.classification);
    const auto want = support::numbers(support::expected()["npz_t"]);
    QVERIFY(std::equal(want.begin(), want.end(), values.targets.values.begin(), [](double a, float b) { return static_cast<float>(a) == b; }));
    for (const char* path : {"npy/pair", "npy/pair/x.npy"}) {
      QCOMPARE(read_npy_source(data_file(path), 0, true, support::work()).content_hash, labels.content_hash);
    }
    VERIFY_CONTAINS(error_of([] { (void)read_npy_source(data_file("npy/names.npz"), 0, true, support::work()); }), "it holds a, b; expected inputs called x");
  }

  void imagesInEitherOrder() {
    const auto want = support::numbers(support::expected()["npz_hwc"]);
    for (const char* path : {"npy/nchw.npz", "npy/nhwc.npz"}) {
      const Source source = read_npy_source(data_file(path), 0, true, support::work());
      QCOMPARE(source.shape, (Shape{3, 6, 5}));
      QVERIFY(values_of(source.cached) == want);
    }
  }

  void notFiniteIsListed() {
    std::string text("\x93NUMPY\x01\x00", 8);
    const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}";
    text += static_cast<char>(header.size());
    text += std::string(1, '\0') + header;
    for (const float value : {1.0F, std::nanf(""), 3.0F, INFINITY}) text.append(reinterpret_cast<const char*>(&value), 4);
    const FileArray array = parse_npy(as_bytes(text), "x.npy");
    const std::string error = error_of([&] { (void)source_of_arrays(array, std::nullopt, 0, "x.npy", support::work()); });
    VERIFY_CONTAINS(error, "x.npy: 2 problems:");
    VERIFY_CONTAINS(error, "sample 0 of x.npy: value 1 is not a number");
    VERIFY_CONTAINS(error, "sample 1 of x.npy: value 1 is infinite");
  }

  void hostileZip() {
    const std::string archive = text_of(data_file("npy/deflated.npz"));
    const std::vector<std::string> wanted{"x", "y"};
    const auto open = [&](std::string_view text, const Work& limits) { return error_of([&] { (void)unzip(as_bytes(text), wanted, "a.npz", limits); }); };
    QCOMPARE(open(archive, support::work()), std::string());
    VERIFY_CONTAINS(open(archive.substr(0, archive.size() / 2), support::work()), "a.npz: not a ZIP archive, or a truncated one");
    const std::size_t entry = archive.find("PK\x01\x02");
    VERIFY_CONTAINS(open(with_number(archive, entry + 24, 0xFFFFFF0, 4), support::work()), "size is impossible");
    VERIFY_CONTAINS(open(with_number(archive, entry + 24, 100, 4), support::work()), "larger than its header says");
    VERIFY_CONTAINS(open(with_number(archive, entry + 16, 1, 4), support::work()), "its checksum is wrong");
    VERIFY_CONTAINS(open(with_number(archive, entry + 42, 0xFFFFFF, 4), support::work()), "damaged or truncated");
    LoadContext small;
    small.memory_budget = 100;
    VERIFY_CONTAINS(open(archive, Work(small)), "the budget for data is 100 bytes");
  }

  // 20 MB of zeros in 20 KB: refused by the budget, not by the machine.
  void gzipBomb() {
    const QByteArray zeros = qCompress(QByteArray(20'000'000, '\0'), 9);
    // qCompress writes a zlib stream after 4 bytes; as gzip: header, the raw deflate data, no valid trailer needed here.
    const std::string deflate(zeros.constData() + 6, static_cast<std::size_t>(zeros.size()) - 10);
    const std::string bomb = std::string("\x1f\x8b\x08\0\0\0\0\0\0\3", 10) + deflate;
    LoadContext small;
    small.memory_budget = 1'000'000;
    VERIFY_CONTAINS(error_of([&] { (void)gunzip(as_bytes(bomb), "bomb.gz", Work(small)); }), "bomb.gz needs");
  }

  void unreadableFiles() {
    VERIFY_CONTAINS(error_of([] { (void)read_file("/nowhere/x.csv", support::work()); }), "can't read /nowhere/x.csv: No such file or directory");
    VERIFY_CONTAINS(error_of([] { (void)read_file(data_file("npy"), support::work()); }), "it is a folder");
  }
};

QTEST_GUILESS_MAIN(TestArrays)
#include "tst_arrays.moc"
