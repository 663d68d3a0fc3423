// The pyramid, its M4 and the column of steps against brute force.
#include <QtTest>
#include <cmath>
#include <limits>
#include <random>

#include "ui/charts/SeriesPyramid.h"
#include "ui/charts/StepColumn.h"

using lockstep::ui::SeriesPyramid;
using lockstep::ui::StepColumn;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// Values as runs have them: f32 or f64, one in `bad` not finite, alone and in rows.
std::vector<double> randomValues(std::mt19937& random, std::size_t size, std::size_t bad, bool wide) {
  std::normal_distribution<double> normal;
  std::vector<double> out;
  while (out.size() < size) {
    const double value = normal(random);
    if (random() % bad != 0) {
      out.push_back(wide ? value : static_cast<double>(static_cast<float>(value)));
      continue;
    }
    const double kinds[] = {notANumber, infinite, -infinite};
    const double kind = kinds[random() % 3];
    for (std::size_t row = 1 + random() % 4; row > 0 && out.size() < size; --row) out.push_back(kind);
  }
  return out;
}

SeriesPyramid::Extremes bruteForce(const std::vector<double>& values, std::size_t first, std::size_t last) {
  SeriesPyramid::Extremes out;
  for (std::size_t i = first; i < last; ++i) {
    if (!std::isfinite(values[i])) continue;
    out.minimum = std::min(out.minimum, values[i]);
    out.maximum = std::max(out.maximum, values[i]);
  }
  return out;
}

bool same(const SeriesPyramid::Extremes& a, const SeriesPyramid::Extremes& b) { return a.minimum == b.minimum && a.maximum == b.maximum; }

}  // namespace

class TestSeriesPyramid : public QObject {
  Q_OBJECT

 private slots:
  void extremes_of_every_range_of_every_small_size() {
    std::mt19937 random(1);
    for (std::size_t size = 0; size <= 300; ++size) {
      const auto values = randomValues(random, size, 2 + random() % 30, size % 2 == 0);
      SeriesPyramid pyramid;
      for (const double value : values) pyramid.append(value);
      QCOMPARE(pyramid.size(), size);
      const std::size_t stride = size < 80 ? 1 : 3;
      for (std::size_t first = 0; first <= size; first += stride)
        for (std::size_t last = first; last <= size; last += stride)
          QVERIFY2(same(pyramid.extremes(first, last), bruteForce(values, first, last)), qPrintable(QStringLiteral("%1: %2 to %3").arg(size).arg(first).arg(last)));
    }
  }

  void it_grows_by_pieces_and_keeps_every_bit() {
    std::mt19937 random(2);
    const auto values = randomValues(random, 5000, 40, true);
    SeriesPyramid pyramid;
    std::size_t size = 0;
    while (size < values.size()) {
      for (std::size_t piece = std::min<std::size_t>(random() % 700, values.size() - size); piece > 0; --piece) pyramid.append(values[size++]);
      for (int trial = 0; trial < 50 && size > 0; ++trial) {
        const std::size_t first = random() % size, last = first + random() % (size - first + 1);
        QVERIFY(same(pyramid.extremes(first, last), bruteForce(values, first, last)));
      }
    }
    for (std::size_t i = 0; i < size; ++i) QVERIFY(pyramid[i] == values[i] || (std::isnan(pyramid[i]) && std::isnan(values[i])));
  }

  void every_column_keeps_its_ends_and_extremes() {
    std::mt19937 random(3);
    for (int trial = 0; trial < 60; ++trial) {
      const auto values = randomValues(random, 1 + random() % 20000, 1000, trial % 2 == 0);
      SeriesPyramid pyramid;
      for (const double value : values) pyramid.append(value);
      const std::size_t begin = random() % values.size(), end = begin + random() % (values.size() - begin) + 1, columns = 1 + random() % 400;
      std::vector<std::size_t> edges;
      for (std::size_t i = 0; i <= columns; ++i) edges.push_back(begin + (end - begin) * i / columns);
      const auto vertices = pyramid.decimate(edges);
      QVERIFY(vertices.size() <= 4 * columns + 2 + 4 * pyramid.gaps().size());
      for (std::size_t c = 0; c < columns; ++c) {
        SeriesPyramid::Extremes found;
        bool hasFirst = false, hasLast = false;
        std::size_t first = edges[c], last = edges[c + 1];
        const auto truth = bruteForce(values, first, last);
        if (!truth.any()) continue;
        while (!std::isfinite(values[first])) ++first;
        while (!std::isfinite(values[last - 1])) --last;
        for (const auto& vertex : vertices) {
          if (vertex.index < edges[c] || vertex.index >= edges[c + 1]) continue;
          found.minimum = std::min(found.minimum, vertex.y);
          found.maximum = std::max(found.maximum, vertex.y);
          hasFirst = hasFirst || (vertex.index == first && vertex.y == values[first]);
          hasLast = hasLast || (vertex.index == last - 1 && vertex.y == values[last - 1]);
        }
        QVERIFY(same(found, truth));
        QVERIFY(hasFirst && hasLast);
      }
    }
  }

  void lines_are_cut_where_values_are_not_finite() {
    SeriesPyramid pyramid;
    for (const double value : {1.0, 2.0, notANumber, 3.0, infinite, infinite, 4.0, 5.0}) pyramid.append(value);
    QCOMPARE(pyramid.gaps().size(), std::size_t{2});
    QCOMPARE(pyramid.gaps()[1].first, std::size_t{4});
    QCOMPARE(pyramid.gaps()[1].last, std::size_t{6});
    for (const std::vector<std::size_t>& edges : {std::vector<std::size_t>{0, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {3, 5}}) {
      std::vector<double> starts;
      for (const auto& vertex : pyramid.decimate(edges))
        if (vertex.starts) starts.push_back(vertex.y);
      QCOMPARE(starts, edges.front() == 3 ? std::vector<double>({3}) : std::vector<double>({1, 3, 4}));
    }
  }

  void a_line_leads_in_from_beyond_both_edges() {
    SeriesPyramid pyramid;
    for (int i = 0; i < 100; ++i) pyramid.append(i);
    const std::vector<std::size_t> edges{40, 60};
    const auto vertices = pyramid.decimate(edges);
    QCOMPARE(vertices.front().index, std::size_t{39});
    QCOMPARE(vertices.back().index, std::size_t{60});
    QVERIFY(!vertices[1].starts && !vertices.back().starts);
    // Between two points nothing lies: the line through is still there.
    const std::vector<std::size_t> nothing{50};
    QCOMPARE(pyramid.decimate(nothing).size(), std::size_t{2});
  }

  void a_column_full_of_gaps_stays_small() {
    SeriesPyramid pyramid;
    for (int i = 0; i < 10000; ++i) pyramid.append(i % 2 == 0 ? i : notANumber);
    const std::vector<std::size_t> edges{0, 10000};
    const auto vertices = pyramid.decimate(edges);
    QVERIFY(vertices.size() < 40);
    QCOMPARE(std::max_element(vertices.begin(), vertices.end(), [](const auto& a, const auto& b) { return a.y < b.y; })->y, 9998.0);
  }

  void memory_is_a_third_more_than_the_column() {
    SeriesPyramid narrow, wide, visible(SeriesPyramid::Precision::visible);
    for (auto* one : {&narrow, &wide, &visible}) one->reserve(1'000'000);
    for (int i = 0; i < 1'000'000; ++i) {
      narrow.append(static_cast<double>(static_cast<float>(i) * 0.25F));
      wide.append(i * 0.1);
      visible.append(i * 0.1);
    }
    QVERIFY2(static_cast<double>(narrow.bytes()) < 1.33 * 4e6, qPrintable(QString::number(narrow.bytes())));
    QVERIFY(static_cast<double>(wide.bytes()) < 1.33 * 8e6);
    QVERIFY(static_cast<double>(visible.bytes()) < 1.33 * 4e6);
  }

  void sizes_that_f32_does_not_hold_are_kept() {
    for (const auto precision : {SeriesPyramid::Precision::exact, SeriesPyramid::Precision::visible}) {
      SeriesPyramid pyramid(precision);
      const std::vector<double> values{1, 0.5, 1e308, -1e308, 1e-300, 0, -0.0};
      for (const double value : values) pyramid.append(value);
      for (std::size_t i = 0; i < values.size(); ++i) QCOMPARE(pyramid[i], values[i]);
      QVERIFY(same(pyramid.extremes(0, values.size()), bruteForce(values, 0, values.size())));
      QVERIFY(pyramid.gaps().empty());
    }
  }

  void steps_are_found_whether_even_or_not() {
    std::mt19937 random(4);
    for (int trial = 0; trial < 300; ++trial) {
      StepColumn column;
      std::vector<std::int64_t> truth;
      std::int64_t step = static_cast<std::int64_t>(random() % 100) - 50;
      const bool even = trial % 3 == 0;
      const std::int64_t stride = static_cast<std::int64_t>(random() % 5);
      for (std::size_t i = random() % 60; i > 0; --i) {
        truth.push_back(step);
        column.append(step);
        step += even ? stride : static_cast<std::int64_t>(random() % 4);
      }
      QCOMPARE(column.size(), truth.size());
      if (even) QCOMPARE(column.bytes(), std::size_t{0});
      for (std::size_t i = 0; i < truth.size(); ++i) QCOMPARE(column[i], truth[i]);
      for (std::int64_t at = -60; at < 300; ++at) QCOMPARE(column.lowerBound(at), static_cast<std::size_t>(std::lower_bound(truth.begin(), truth.end(), at) - truth.begin()));
    }
  }
};

QTEST_GUILESS_MAIN(TestSeriesPyramid)
#include "tst_series_pyramid.moc"
