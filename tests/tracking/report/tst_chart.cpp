// Axes, decimation and the SVG of a chart, against the data that went in.
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

#include "tracking/report/chart.h"
#include "tracking/report/writers.h"

using namespace lockstep::tracking::report;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();

Chart chart_of(std::vector<double> y) {
  Chart chart;
  chart.title = "Loss";
  chart.x_title = "step";
  chart.x_high = static_cast<double>(y.size());
  Curve curve;
  curve.label = "a <b> & \"c\"";
  curve.points = static_cast<std::int64_t>(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) curve.x.push_back(static_cast<double>(i + 1));
  curve.y = std::move(y);
  chart.curves.push_back(std::move(curve));
  return chart;
}

struct Parsed {
  QList<QPolygonF> lines;
  int circles = 0;
  int marks = 0;  ///< paths: those of the curve and their sample in the legend
};

Parsed parse(const std::string& svg) {
  Parsed out;
  QXmlStreamReader xml(QByteArray::fromStdString(svg));
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("circle")) ++out.circles;
    if (xml.name() == QLatin1String("path")) ++out.marks;
    if (xml.name() != QLatin1String("polyline")) continue;
    QPolygonF line;
    const QString points = xml.attributes().value(QLatin1String("points")).toString();
    for (const QString& point : points.split(QLatin1Char(' ')))
      line << QPointF(point.section(QLatin1Char(','), 0, 0).toDouble(),
                      point.section(QLatin1Char(','), 1, 1).toDouble());
    out.lines << line;
  }
  if (xml.hasError()) qFatal("the SVG is damaged: %s", qPrintable(xml.errorString()));
  return out;
}

}  // namespace

class TestReportChart : public QObject {
  Q_OBJECT

 private slots:
  void ticks_are_round_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<bool>("log");
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("accuracy") << 0.43 << 0.998 << false << QStringList{"0.4", "0.6", "0.8", "1.0"};
    QTest::newRow("steps") << 0.0 << 1200.0 << false << QStringList{"0", "500", "1,000", "1,500"};
    QTest::newRow("many steps") << 0.0 << 1.5e6 << false << QStringList{"0", "500,000", "1M", "1.5M"};
    QTest::newRow("tiny") << 0.0 << 3e-6 << false << QStringList{"0", "1e-06", "2e-06", "3e-06"};
    QTest::newRow("negative") << -1.0 << 1.0 << false << QStringList{"-1.0", "-0.5", "0", "0.5", "1.0"};
    QTest::newRow("one value") << 3.0 << 3.0 << false << QStringList{"2.6", "2.8", "3.0", "3.2", "3.4"};
    QTest::newRow("log") << 0.0005 << 20.0 << true << QStringList{"0.001", "0.01", "0.1", "1", "10"};
  }
  void ticks_are_round() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(bool, log);
    QFETCH(QStringList, labels);
    const Axis axis = make_axis(low, high, 5, log, true);
    QStringList found;
    for (const Tick& tick : axis.ticks) found << QString::fromStdString(tick.label);
    QCOMPARE(found, labels);
    QVERIFY(axis.place(low) >= 0 && axis.place(high) <= 1 + 1e-12);
  }

  void decimation_loses_no_extreme() {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    std::vector<double> x, y;
    for (int i = 0; i < 200000; ++i) {
      x.push_back(i);
      y.push_back(i % 977 == 0 ? nan_value : i % 31337 == 5 ? infinity : normal(random));
    }
    constexpr int columns = 500;
    const auto kept = decimated(x, y, 0, 200000, columns);
    QVERIFY(kept.size() <= 7 * columns);
    QVERIFY(std::is_sorted(kept.begin(), kept.end()) && std::adjacent_find(kept.begin(), kept.end()) == kept.end());
    std::map<int, std::array<double, 4>> all, some;  // least, greatest, first, last a column
    const auto see = [&](std::map<int, std::array<double, 4>>& columns_seen, std::size_t i) {
      if (!std::isfinite(y[i])) return;
      auto [at, added] = columns_seen.try_emplace(static_cast<int>(x[i] / 400), std::array{y[i], y[i], y[i], y[i]});
      at->second = {std::min(at->second[0], y[i]), std::max(at->second[1], y[i]), at->second[2], y[i]};
    };
    for (std::size_t i = 0; i < y.size(); ++i) see(all, i);
    for (const std::size_t i : kept) see(some, i);
    QVERIFY(all == some);
    QVERIFY(std::any_of(kept.begin(), kept.end(), [&](std::size_t i) { return std::isinf(y[i]); }));
    // Few points are all kept.
    QCOMPARE(decimated(std::span(x).first(100), std::span(y).subspan(1, 100), 0, 100, 1500).size(), std::size_t{100});
  }

  void a_line_is_where_its_data_are() {
    const Chart chart = chart_of({1, 5, 2, 9, 3});
    const Parsed parsed = parse(to_svg(chart, Words(Language::english)));
    QCOMPARE(parsed.lines.size(), 1);
    const QPolygonF& line = parsed.lines[0];
    QCOMPARE(line.size(), 5);
    const Axis y = y_axis(chart);
    QCOMPARE(y.low, 0.0);
    QCOMPARE(y.high, 10.0);
    // The plot is 250 high: down is less.
    QVERIFY(std::abs((line[0].y() - line[3].y()) - 250 * 0.8) < 0.02);
    QVERIFY(std::abs((line[0].y() - line[1].y()) - 250 * 0.4) < 0.02);
    QCOMPARE(line.boundingRect().top(), line[3].y());
    for (int i = 1; i < line.size(); ++i) QVERIFY(line[i].x() > line[i - 1].x());
  }

  void gaps_split_and_are_marked() {
    const Parsed parsed =
        parse(to_svg(chart_of({1, 2, nan_value, 3, infinity, 4, 5, -infinity}), Words(Language::english)));
    QCOMPARE(parsed.lines.size(), 2);  // 1–2 and 4–5
    QCOMPARE(parsed.circles, 1);       // 3 stands alone
    QCOMPARE(parsed.marks, 6);         // three marks, and what they mean in the legend
    QCOMPARE(parse(to_svg(chart_of({nan_value, nan_value}), Words(Language::english))).lines.size(), 0);
  }

  void it_is_an_svg_that_draws() {
    Chart chart = chart_of({1, 2, 3});
    chart.description = "rises & <shines>";
    const QByteArray svg = QByteArray::fromStdString(to_svg(chart, Words(Language::chinese)));
    QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    QVERIFY(svg.contains("role=\"img\"") && svg.contains("<title id=\"chart-0-title\">Loss</title>") &&
            svg.contains("rises &amp; &lt;shines&gt;"));
    QImage image(760, 340, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    int blue = 0;
    for (int y = 0; y < 250; ++y)
      for (int x = 80; x < 740; ++x) blue += qBlue(image.pixel(x, y)) > qRed(image.pixel(x, y)) + 60;
    QVERIFY2(blue > 300, qPrintable(QString::number(blue)));
  }

  void smoothing_has_no_bias_and_passes_what_is_not_finite() {
    const auto constant = smoothed(std::vector<double>(20, 3.0), 0.9);
    for (const double value : constant) QVERIFY(std::abs(value - 3) < 1e-12);
    const auto odd = smoothed(std::vector<double>{1, nan_value, infinity, 1}, 0.9);
    QVERIFY(std::isnan(odd[1]) && std::isinf(odd[2]) && std::abs(odd[3] - 1) < 1e-12);
  }

  void fifty_curves_have_styles_of_their_own_as_long_as_they_can() {
    std::set<std::pair<std::string_view, std::vector<int>>> styles;
    for (int i = 0; i < 24; ++i) styles.emplace(curve_style(i).light, curve_style(i).dashes);
    QCOMPARE(styles.size(), std::size_t{24});
    QCOMPARE(curve_style(24).light, curve_style(0).light);
  }
};

QTEST_MAIN(TestReportChart)
#include "tst_chart.moc"
