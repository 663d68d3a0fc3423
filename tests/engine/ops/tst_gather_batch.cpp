// Batches gathered and normalised on a device: the bits that the loader's normaliser gives, for bytes and floats, images and
// tables, with and without indices.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/data/normalize.h"
#include "engine/ops/gather_batch/gather_batch.h"
#include "op_test.h"

using namespace lockstep::engine;
using namespace lockstep::test;

namespace {

struct Given {
  data::Preprocessing preprocessing;
  HostArray samples;  ///< [M, …]
};

/// `samples` samples of the shape, with values that cover their dtype.
Given given(const Shape& shape, DType dtype, std::int64_t samples) {
  Given out;
  out.preprocessing.sample_shape = out.preprocessing.input_shape = shape;
  out.preprocessing.sample_dtype = dtype;
  out.preprocessing.normalize = data::Normalize::standard;
  for (std::int64_t c = 0; c < shape[0]; ++c) {
    out.preprocessing.shift.push_back(0.1F + 31.7F * static_cast<float>(c));
    out.preprocessing.scale.push_back(1.0F / (3.3F + static_cast<float>(c)));
  }
  Shape all = shape;
  all.insert(0, samples);
  out.samples = HostArray(dtype, all, shape.size() == 3);
  const RandomStream stream(5, StreamKind::init, "tests");
  for (std::int64_t i = 0; i < all.numel(); ++i) {
    if (dtype == DType::u8) out.samples.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(stream.below(256, 0, static_cast<std::uint64_t>(i)));
    else out.samples.as<float>()[i] = static_cast<float>(100 * stream.normal(0, static_cast<std::uint64_t>(i)));
  }
  return out;
}

}  // namespace

class TestGatherBatch : public QObject {
  Q_OBJECT
 private slots:
  void hasTheNormalisersBits() {
    for (const Shape& shape : {Shape{7}, Shape{1}, Shape{1, 5, 6}, Shape{3, 8, 9}, Shape{64, 2, 2}}) {
      for (const DType dtype : {DType::u8, DType::f32}) {
        const Given data = given(shape, dtype, 37);
        const Tensor samples = Tensor::from_host(data.samples, test_device());
        const Tensor shift = Make::from_vector(data.preprocessing.shift, {shape[0]});
        const Tensor scale = Make::from_vector(data.preprocessing.scale, {shape[0]});
        const data::Normalizer normalizer(data.preprocessing);
        for (const std::vector<std::int64_t>& index : {std::vector<std::int64_t>{}, {36}, {5, 0, 5, 36, 12}}) {
          const bool all = index.empty();
          Shape out_shape = shape;
          out_shape.insert(0, all ? 37 : static_cast<std::int64_t>(index.size()));
          HostArray expected(DType::f32, out_shape, shape.size() == 3);
          for (std::int64_t n = 0; n < out_shape[0]; ++n) {
            const std::int64_t from = all ? n : index[static_cast<std::size_t>(n)];
            normalizer.apply(data.samples.bytes.get() + static_cast<std::size_t>(from * shape.numel()) * item_size(dtype), expected.as<float>() + n * shape.numel());
          }
          Tensor out = Tensor::empty(out_shape, DType::f32, test_device(), shape.size() == 3 ? MemoryFormat::channels_last : MemoryFormat::contiguous);
          ops::gather_batch(out, samples, all ? Tensor() : Make::from_vector(index, {out_shape[0]}), shift, scale);
          QVERIFY2(bytes_of(out) == bytes_of(Tensor::from_host(expected)), fmt::format("{} {} {}", shape.to_string(), dtype_name(dtype), index.size()).c_str());
        }
      }
    }
  }

  void anEmptyBatch() {
    Tensor out = Make::empty({0, 3});
    ops::gather_batch(out, Make::full({5, 3}, 1.0), Make::from_vector<std::int64_t>({}, {0}), Make::zeros({3}), Make::zeros({3}));
    QCOMPARE(out.numel(), std::int64_t{0});
  }

  void errorsSayWhatWasExpected() {
    const Tensor shift = Make::zeros({3});
    Tensor out = Make::empty({2, 3});
    QVERIFY_THROWS_EXCEPTION(ShapeError, ops::gather_batch(out, Make::full({5, 3}, 1.0), {}, shift, shift));
    QVERIFY_THROWS_EXCEPTION(ShapeError, ops::gather_batch(out, Make::full({5, 3}, 1.0), Make::full({2}, 1.0), shift, shift));
    QVERIFY_THROWS_EXCEPTION(ShapeError, ops::gather_batch(out, Make::full({2, 3}, 1.0, DType::f64), {}, shift, shift));
    QVERIFY_THROWS_EXCEPTION(ShapeError, ops::gather_batch(out, Make::full({2, 3}, 1.0), {}, Make::zeros({2}), shift));
    QVERIFY_THROWS_EXCEPTION(ShapeError, ops::gather_batch(out, Make::full({2, 3, 1, 1}, 1.0), {}, shift, shift));
  }
};

LOCKSTEP_OP_TEST(TestGatherBatch)
#include "tst_gather_batch.moc"
