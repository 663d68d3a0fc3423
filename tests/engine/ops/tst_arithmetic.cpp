// Arithmetic with broadcasting, sums, fills and copies between dtypes: beside plain loops over indices, for every dtype they
// take, any strides, and the same bits however often and with however many threads.
#include <QtTest>

#include <limits>

#include "engine/autograd/gradcheck.h"
#include "engine/core/error.h"
#include "engine/ops/arithmetic/arithmetic.h"
#include "engine/ops/reduce/reduce.h"
#include "engine/ops/unary/unary.h"
#include "engine/ops/views/views.h"
#include "op_test.h"

using namespace lockstep::engine;
using namespace lockstep::test;

namespace {

struct Binary {
  const char* name;
  Tensor (*apply)(const Tensor&, const Tensor&);
  double (*number)(double, double);
};
const std::vector<Binary> binaries{{"add", ops::add, [](double a, double b) { return a + b; }},
                                   {"subtract", ops::subtract, [](double a, double b) { return a - b; }},
                                   {"multiply", ops::multiply, [](double a, double b) { return a * b; }},
                                   {"divide", ops::divide, [](double a, double b) { return a / b; }}};

/// Where the row-major element `index` of `shape` lies in a row-major tensor of `of`, which is broadcast to it.
std::size_t broadcast_index(std::int64_t index, const Shape& shape, const Shape& of) {
  std::int64_t at = 0;
  std::int64_t step = 1;
  for (std::size_t back = 1; back <= shape.size(); ++back) {
    const std::int64_t place = index % shape[shape.size() - back];
    index /= shape[shape.size() - back];
    if (back > of.size()) continue;
    const std::int64_t size = of[of.size() - back];
    at += (size == 1 ? 0 : place) * step;
    step *= size;
  }
  return static_cast<std::size_t>(at);
}

/// Sums by the definition, in double.
std::vector<double> plain_sum(const Tensor& x, const std::vector<bool>& reduced) {
  const std::vector<double> values = values_of(x);
  Shape kept;
  for (std::size_t axis = 0; axis < x.dim(); ++axis) kept.push_back(reduced[axis] ? 1 : x.size(axis));
  std::vector<double> out(static_cast<std::size_t>(kept.numel()), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) out[broadcast_index(static_cast<std::int64_t>(i), x.shape(), kept)] += values[i];
  return out;
}

}  // namespace

class TestArithmetic : public QObject {
  Q_OBJECT
 private slots:
  void binariesBroadcast() {
    const std::vector<std::pair<Shape, Shape>> shapes{{{3, 4}, {3, 4}}, {{3, 4}, {4}},          {{3, 1}, {1, 4}}, {{2, 3, 4, 5}, {3, 1, 5}}, {{}, {2, 3}},
                                                      {{1}, {1}},       {{2, 1, 3}, {1, 5, 1}}, {{0, 3}, {3}},    {{700}, {700}},          {{33, 65}, {33, 1}}};
    for (const auto& [left, right] : shapes) {
      for (const DType dtype : {DType::f32, DType::f64}) {
        const Tensor a = normal_tensor(left, 1, dtype);
        const Tensor b = ops::affine(normal_tensor(right, 2, dtype), 1.0, 3.0);
        const std::vector<double> x = values_of(a);
        const std::vector<double> y = values_of(b);
        for (const Binary& binary : binaries) {
          const Tensor out = binary.apply(a, b);
          const std::vector<double> values = values_of(out);
          for (std::size_t i = 0; i < values.size(); ++i) {
            const auto index = static_cast<std::int64_t>(i);
            const double exact = binary.number(x[broadcast_index(index, out.shape(), left)], y[broadcast_index(index, out.shape(), right)]);
            // Each is one operation, rounded once.
            QCOMPARE(values[i], dtype == DType::f32 ? static_cast<double>(static_cast<float>(exact)) : exact);
          }
          QVERIFY(bytes_of(binary.apply(strided(a), strided(b))) == bytes_of(out));
        }
      }
    }
  }

  void gradientsOfBroadcasts() {
    for (const Binary& binary : binaries) {
      const auto f = [&](const std::vector<Tensor>& in) { return binary.apply(in[0], in[1]); };
      for (const auto& [left, right] : std::vector<std::pair<Shape, Shape>>{{{2, 3}, {3}}, {{2, 1}, {1, 3}}, {{}, {2}}}) {
        const std::string found = autograd::gradcheck(f, {normal_tensor(left, 3, DType::f64), ops::affine(normal_tensor(right, 4, DType::f64), 0.2, 2.0)});
        QVERIFY2(found.empty(), (std::string(binary.name) + ": " + found).c_str());
      }
    }
    const std::string affine = autograd::gradcheck([](const std::vector<Tensor>& in) { return ops::affine(in[0], -2.5, 1.0); }, {normal_tensor({2, 3}, 5, DType::f64)});
    QVERIFY2(affine.empty(), affine.c_str());
  }

  void inPlaceAndNotFinite() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    Tensor target = normal_tensor({5, 7}, 6);
    const Tensor source = normal_tensor({5, 7}, 7);
    const Tensor sum = ops::add(target, source);
    ops::add_in_place(target, strided(source));
    QVERIFY(bytes_of(target) == bytes_of(sum));
    const Tensor x = Make::from_vector<double>({1, -1, 0, inf}, {4});
    const Tensor zero = Make::full({4}, 0.0, DType::f64);
    const std::vector<double> quotients = values_of(ops::divide(x, zero));
    QVERIFY(quotients[0] == inf && quotients[1] == -inf && std::isnan(quotients[2]) && quotients[3] == inf);
    QVERIFY(std::isnan(values_of(ops::multiply(x, zero))[3]));
    QVERIFY(std::isnan(values_of(ops::sum(ops::multiply(x, zero)))[0]));
  }

  void sumsOverAnyAxes() {
    for (const Shape& shape : {Shape{6, 7}, Shape{2, 3, 4, 5}, Shape{40, 1, 90}, Shape{1}, Shape{3, 2000}, Shape{2000, 3}, Shape{50000}, Shape{17, 9, 33}}) {
      const Tensor x = normal_tensor(shape, 8);
      const Tensor wide = x.to(DType::f64);
      for (unsigned set = 1; set < 1U << shape.size(); ++set) {
        Dims axes;
        std::vector<bool> reduced(shape.size(), false);
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
          if ((set >> axis & 1U) == 0) continue;
          axes.push_back(static_cast<std::int64_t>(axis));
          reduced[axis] = true;
        }
        const std::vector<double> expected = plain_sum(x, reduced);
        const Tensor exact = Make::from_vector(expected, {static_cast<std::int64_t>(expected.size())});
        const auto flat = [](const Tensor& t) { return ops::reshape(t, {-1}); };
        const Tensor sum = ops::sum(x, axes);
        const auto where = [&](const std::string& found) { return fmt::format("{} axes {:b}: {}", shape.to_string(), set, found); };
        const std::string found = difference(flat(sum), exact, 1e-5, 2e-4);
        QVERIFY2(found.empty(), where(found).c_str());
        const std::string found_wide = difference(flat(ops::sum(wide, axes)), exact, 1e-12, 1e-11);
        QVERIFY2(found_wide.empty(), where(found_wide).c_str());
        QCOMPARE(ops::sum(x, axes, true).dim(), x.dim());
        QVERIFY(bytes_of(ops::sum(x, axes)) == bytes_of(sum));
      }
      const std::string swept = thread_sweep([&] { return std::vector<Tensor>{ops::sum(x), ops::mean(x), ops::sum(x, {0})}; });
      QVERIFY2(swept.empty(), swept.c_str());
    }
    QCOMPARE(ops::sum(integer_tensor({999}, 1000, 9)).to_vector<std::int64_t>()[0], [] {
      std::int64_t total = 0;
      for (const std::int64_t value : integer_tensor({999}, 1000, 9).to_vector<std::int64_t>()) total += value;
      return total;
    }());
    QCOMPARE(ops::sum(Make::empty({0, 3})).item(), 0.0);
    QVERIFY(values_of(ops::sum(Make::empty({0, 3}), {0})) == std::vector<double>(3, 0.0));
    QVERIFY(std::isnan(ops::mean(Make::empty({0})).item()));
  }

  void gradientsOfSums() {
    const Tensor x = normal_tensor({2, 3, 4}, 10, DType::f64);
    for (const Dims& axes : {Dims{0}, Dims{1}, Dims{0, 2}}) {
      const std::string found = autograd::gradcheck([&](const std::vector<Tensor>& in) { return ops::sum(ops::multiply(in[0], in[0]), axes); }, {x});
      QVERIFY2(found.empty(), found.c_str());
    }
    const std::string found = autograd::gradcheck([](const std::vector<Tensor>& in) { return ops::mean(ops::square(in[0])); }, {x});
    QVERIFY2(found.empty(), found.c_str());
  }

  // Between all dtypes, from and to any strides: what the CPU gives, bit for bit.
  void copiesConvert() {
    const std::vector<DType> dtypes{DType::f64, DType::f32, DType::bf16, DType::f16, DType::i64, DType::u8, DType::boolean};
    const std::vector<float> values{0.0F, -0.0F, 1.0F, 2.0F, 3.0F, 100.0F, 0.5F, 1.5F, 7.0F, 65504.0F, 1e-5F, 200.0F};
    for (const DType from : dtypes) {
      for (const DType to : dtypes) {
        const std::size_t count = from == DType::f32 || from == DType::f64 ? values.size() : 6;
        if ((to == DType::u8 || to == DType::boolean) && count > 6) continue;  // what does not fit has no value to agree on
        const std::vector<float> given(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
        const Tensor host = Tensor::from_vector(given, {2, static_cast<std::int64_t>(count) / 2}).to(from);
        const Tensor here = host.to(test_device());
        QCOMPARE(bytes_of(here), bytes_of(host));
        const auto name = fmt::format("{} to {}", dtype_name(from), dtype_name(to));
        QVERIFY2(bytes_of(here.to(to)) == bytes_of(host.to(to)), name.c_str());
        QVERIFY2(bytes_of(strided(here).to(to)) == bytes_of(host.to(to)), name.c_str());
        QVERIFY2(bytes_of(ops::transpose(here, 0, 1).to(to)) == bytes_of(ops::transpose(host, 0, 1).to(to)), name.c_str());
      }
      for (const double value : {0.0, 1.0, 42.0}) QCOMPARE(bytes_of(Make::full({3, 5}, value, from)), bytes_of(Tensor::full({3, 5}, value, from)));
    }
    Tensor room = Make::full({4, 6}, 9.0);
    ops::narrow(room, 1, 2, 3).fill(1.0);
    QCOMPARE(ops::sum(room).item(), 9.0 * 12 + 12.0);
  }

  void errorsSayWhatWasExpected() {
    QVERIFY_THROWS_EXCEPTION(ShapeError, (void)ops::add(normal_tensor({2, 3}, 1), normal_tensor({2}, 1)));
    QVERIFY_THROWS_EXCEPTION(ShapeError, (void)ops::add(normal_tensor({2}, 1), normal_tensor({2}, 1, DType::f64)));
  }
};

LOCKSTEP_OP_TEST(TestArithmetic)
#include "tst_arithmetic.moc"
