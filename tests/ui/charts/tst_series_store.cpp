// A run's series fed as it grows equal those read at once: after appends, late evaluations, resumptions; smoothing, clock, log axis.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <bit>
#include <cmath>
#include <fstream>
#include <random>
#include <thread>

#include "tracking/store/project.h"
#include "ui/charts/Curve.h"
#include "ui/charts/SeriesFeed.h"
#include "ui/charts/SeriesStore.h"

using namespace lockstep;
using ui::LiveSeries;
using ui::SeriesStore;

namespace {

bool sameBits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b)); }

bool sameLine(const ui::SeriesPyramid& a, const ui::SeriesPyramid& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!sameBits(a[i], b[i])) return false;
  return true;
}

/// In words, what differs first; empty: nothing.
QString difference(const SeriesStore& left, const SeriesStore& right) {
  return left.read([&](const SeriesStore::Content& a) {
    return right.read([&](const SeriesStore::Content& b) -> QString {
      if (a.series.size() != b.series.size()) return QStringLiteral("%1 and %2 series").arg(a.series.size()).arg(b.series.size());
      if (a.clock.steps().size() != b.clock.steps().size()) return QStringLiteral("clocks");
      for (const auto& [key, one] : a.series) {
        const LiveSeries& other = b.series.at(key);
        if (one.size() != other.size()) return QStringLiteral("%1: %2 and %3 points").arg(QString::fromStdString(key)).arg(one.size()).arg(other.size());
        for (std::size_t i = 0; i < one.size(); ++i)
          if (one.steps()[i] != other.steps()[i]) return QStringLiteral("%1: step at %2").arg(QString::fromStdString(key)).arg(i);
        if (!sameLine(one.values(), other.values()) || !sameLine(one.positive(), other.positive())) return QStringLiteral("%1: values").arg(QString::fromStdString(key));
        if (one.smoothed().has_value() != other.smoothed().has_value()) return QStringLiteral("%1: smoothed or not").arg(QString::fromStdString(key));
        if (one.smoothed() && (!sameLine(one.smoothed()->line, other.smoothed()->line) || !sameLine(one.positiveSmoothed(), other.positiveSmoothed()))) return QStringLiteral("%1: smoothed").arg(QString::fromStdString(key));
      }
      return {};
    });
  });
}

}  // namespace

class TestSeriesStore : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<tracking::Project> m_project;
  std::unique_ptr<tracking::RunWriter> m_writer;
  std::mt19937 m_random{5};

  void train(std::int64_t from, std::int64_t to, double offset = 0) {
    const auto loss = m_writer->series("train/loss"), rate = m_writer->series("learning_rate");
    std::normal_distribution<double> normal;
    for (std::int64_t step = from; step <= to; ++step) {
      const double value = step % 37 == 0 ? std::nan("") : step % 41 == 0 ? -0.5 : std::abs(normal(m_random)) + offset;
      const tracking::Sample values[] = {{loss, value}, {rate, 0.1 / static_cast<double>(step)}};
      m_writer->record_step({.step = step, .epoch = 1, .values = values});
      if (step % 50 == 0) evaluate(step, "val/loss", value);
      const tracking::Metric memory[] = {{"system/memory_resident", 1e6 + static_cast<double>(step)}};
      if (step % 20 == 0) m_writer->record_system(tracking::now_ms(), memory);
    }
    m_writer->flush();
  }
  void evaluate(std::int64_t step, const std::string& key, double value) {
    m_writer->record_evaluation({.time = tracking::now_ms(), .step = step, .part = "validation", .weights = "current", .metrics = {{key, value}}});
  }
  std::unique_ptr<SeriesStore> fresh(double smoothing) {
    auto store = std::make_unique<SeriesStore>(m_writer->folder());
    store->setSmoothing(smoothing);
    store->update();
    return store;
  }
  static LiveSeries copyOf(const SeriesStore& store, const std::string& key) {
    return store.read([&](const SeriesStore::Content& content) { return content.series.at(key); });
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_project = std::make_unique<tracking::Project>(m_folder->path().toStdString());
    m_writer = m_project->create_run({.name = "run"});
  }

  void smoothing_is_tensorboards_in_closed_form() {
    // out_n = Σ sⁿ⁻ⁱ (1−s) y_i / (1 − sⁿ), i counting finite values.
    std::normal_distribution<double> normal;
    for (const double s : {0.0, 0.3, 0.6, 0.9, 0.99, 1.0}) {
      ui::Smoothing smoothing(s);
      std::vector<double> finite;
      for (int i = 0; i < 400; ++i) {
        const double y = i % 29 == 28 ? std::nan("") : i % 31 == 30 ? -INFINITY : normal(m_random);
        const double out = smoothing.next(y);
        if (!std::isfinite(y)) {
          QVERIFY(sameBits(out, y));
          continue;
        }
        finite.push_back(y);
        double sum = 0;
        for (std::size_t k = 0; k < finite.size(); ++k) sum += std::pow(s, static_cast<double>(finite.size() - 1 - k)) * (1 - s) * finite[k];
        const double expected = sum / (s < 1 ? 1 - std::pow(s, static_cast<double>(finite.size())) : 1);
        QVERIFY2(std::abs(out - expected) < 1e-9, qPrintable(QStringLiteral("s %1 at %2: %3, not %4").arg(s).arg(i).arg(out).arg(expected)));
      }
    }
    ui::Smoothing constant(0.97);
    for (int i = 0; i < 1000; ++i) QVERIFY(std::abs(constant.next(3.5) - 3.5) < 1e-12);
  }

  void fed_by_pieces_equals_read_at_once() {
    const auto live = fresh(0.6);
    QVERIFY(live->isLoaded());
    QVERIFY(!live->update());
    std::int64_t step = 0;
    for (const int piece : {1, 1, 40, 3, 500, 5000, 2}) {
      train(step + 1, step + piece);
      step += piece;
      QVERIFY(live->update());
      QVERIFY(!live->update());
      QCOMPARE(difference(*live, *fresh(0.6)), QString());
      QCOMPARE(copyOf(*live, "train/loss").size(), static_cast<std::size_t>(step));
    }
  }

  void an_evaluation_of_an_earlier_step_arrives_late() {
    const auto live = fresh(0);
    train(1, 120);
    live->update();
    evaluate(60, "test/loss", 0.5);   // the best weights', at the end
    m_writer->flush();
    QVERIFY(live->update());
    evaluate(60, "test/loss", 0.4);   // the same step again
    evaluate(60, "test/accuracy", 0.9);
    m_writer->flush();
    QVERIFY(live->update());
    QCOMPARE(copyOf(*live, "test/loss").size(), std::size_t{2});
    QCOMPARE(copyOf(*live, "test/loss").values()[1], 0.4);
    QCOMPARE(difference(*live, *fresh(0)), QString());
  }

  void a_resumed_run_writes_earlier_steps_again() {
    const auto live = fresh(0.9);
    train(1, 300);
    live->update();
    m_writer->finish(tracking::Status::stopped);
    const std::string id = m_writer->id();
    m_writer = m_project->open_writer(id, 200);
    live->update();
    QCOMPARE(copyOf(*live, "train/loss").size(), std::size_t{300});  // nothing is hidden before it has a step of its own
    train(201, 230, 100);
    QVERIFY(live->update());
    LiveSeries loss = copyOf(*live, "train/loss");
    QCOMPARE(loss.size(), std::size_t{230});
    QVERIFY(loss.values()[229] > 90);
    QCOMPARE(difference(*live, *fresh(0.9)), QString());
    train(231, 400);
    live->update();
    QCOMPARE(difference(*live, *fresh(0.9)), QString());
    // Again, while nobody looked.
    m_writer->finish(tracking::Status::stopped);
    m_writer = m_project->open_writer(id, 100);
    train(101, 150, 1000);
    live->update();
    QCOMPARE(copyOf(*live, "train/loss").size(), std::size_t{150});
    QCOMPARE(difference(*live, *fresh(0.9)), QString());
  }

  void another_smoothing_is_of_all_the_data() {
    const auto live = fresh(0.6);
    train(1, 500);
    live->update();
    live->setSmoothing(0.95);
    train(501, 600);
    live->update();
    QCOMPARE(difference(*live, *fresh(0.95)), QString());
    QVERIFY(!copyOf(*live, "val/loss").smoothed());
    QVERIFY(!copyOf(*live, "learning_rate").smoothed());
    live->setSmoothing(0);
    QVERIFY(!copyOf(*live, "train/loss").smoothed());
  }

  void a_logarithmic_axis_hides_what_is_not_above_zero() {
    LiveSeries series;
    const std::vector<double> values{1, 0, 10, -3, std::nan(""), INFINITY, -INFINITY, 100};
    for (std::size_t i = 0; i < values.size(); ++i) series.append(static_cast<std::int64_t>(i), values[i]);
    QCOMPARE(series.nonPositive(), std::int64_t{2});
    QCOMPARE(series.positive().extremes(0, values.size()).minimum, 1.0);
    QCOMPARE(series.positive().extremes(0, values.size()).maximum, 100.0);
    QVERIFY(std::isnan(series.positive()[1]) && std::isnan(series.positive()[3]));
    QCOMPARE(series.values().extremes(0, values.size()).minimum, -3.0);
    LiveSeries all;
    for (int i = 1; i < 100; ++i) all.append(i, i);
    QCOMPARE(&all.positive(), &all.values());  // nothing is kept twice where nothing is hidden
  }

  void the_clock_leaves_out_the_night_between_attempts() {
    tracking::Attempt first{.number = 1, .from_step = 0, .last_step = 20, .started = 1000};
    tracking::Attempt second{.number = 2, .from_step = 10, .last_step = 30, .started = 1'000'000};
    ui::RunClock clock({first, second});
    for (std::int64_t step = 1; step <= 10; ++step) clock.append(step, 1000 + step * 100);
    for (std::int64_t step = 11; step <= 20; ++step) clock.append(step, 1'000'000 + (step - 10) * 200);
    QCOMPARE(clock.workedAt(10), 1000.0);
    QCOMPARE(clock.workedAt(11), 1200.0);
    QCOMPARE(clock.workedAt(20), 3000.0);
    QCOMPARE(clock.workedAt(0), 100.0);
    QCOMPARE(clock.workedAt(99), 3000.0);
    QCOMPARE(clock.stepAt(1500), 5.0);
    QCOMPARE(clock.stepAt(1550), 5.5);
    QCOMPARE(clock.stepAt(1'000'300), 11.5);
    QCOMPARE(clock.stepAt(500'000), 10.0);
    // A clock that is set back never turns the axis around.
    clock.append(21, 1'000'100);
    QCOMPARE(clock.workedAt(21), 3000.0);
  }

  void places_on_the_axis_are_found_again() {
    const auto store = fresh(0);
    train(1, 400);
    store->update();
    store->setStepsPerEpoch(100);
    for (const std::string key : {"train/loss", "val/loss", "system/memory_resident"}) {
      for (const auto axis : {ui::XAxis::step, ui::XAxis::epoch, ui::XAxis::time}) {
        store->read([&](const SeriesStore::Content& content) {
          const LiveSeries& series = content.series.at(key);
          const ui::XScale scale(series, content.clock, 100, axis);
          for (std::size_t i = 0; i < series.size(); ++i) {
            if (i > 0) QVERIFY(scale.at(i) >= scale.at(i - 1));
            QCOMPARE(scale.at(scale.nearest(scale.at(i))), scale.at(i));
            QVERIFY(scale.lowerBound(scale.at(i)) <= i);
          }
          if (key == "val/loss" && axis == ui::XAxis::epoch) QCOMPARE(scale.at(3), 2.0);
        });
      }
    }
  }

  void it_is_read_while_it_grows() {
    const auto live = fresh(0.5);
    std::atomic<bool> done = false;
    std::size_t largest = 0;
    std::thread reader([&] {
      while (!done) {
        largest = std::max(largest, live->read([](const SeriesStore::Content& content) {
          const auto found = content.series.find("train/loss");
          if (found == content.series.end()) return std::size_t{0};
          const auto extremes = found->second.values().extremes(0, found->second.size());
          return extremes.any() && found->second.smoothed() && found->second.smoothed()->line.size() == found->second.size() ? found->second.size() : std::size_t{0};
        }));
      }
    });
    for (int piece = 0; piece < 20; ++piece) {
      train(1 + piece * 100, 100 + piece * 100);
      live->update();
    }
    QTRY_VERIFY(largest > 0);
    done = true;
    reader.join();
    QCOMPARE(difference(*live, *fresh(0.5)), QString());
  }

  void a_feed_tells_what_is_new_while_watched() {
    train(1, 10);
    ui::SeriesFeed feed(m_writer->folder());
    QSignalSpy changed(&feed, &ui::SeriesFeed::changed);
    feed.setLive(true);
    QCOMPARE(changed.count(), 0);
    feed.setWatched(true);
    QTRY_COMPARE(changed.count(), 1);
    train(11, 20);
    QTRY_COMPARE(changed.count(), 2);
    QCOMPARE(copyOf(*feed.store(), "train/loss").size(), std::size_t{20});
    feed.setSmoothing(0.4);
    feed.setSmoothing(0.8);
    QTRY_VERIFY(copyOf(*feed.store(), "train/loss").smoothed() && copyOf(*feed.store(), "train/loss").smoothed()->mean.weight() == 0.8);
  }

  void a_run_that_can_not_be_read_says_so_once() {
    train(1, 10);
    m_writer.reset();
    const auto folder = m_project->run_folder(m_project->runs().front().id);
    std::ofstream(folder / "series.db", std::ios::trunc) << std::string(8192, 'x');
    for (const char* beside : {"series.db-wal", "series.db-shm"}) std::filesystem::remove(folder / beside);
    ui::SeriesFeed feed(folder);
    QSignalSpy failed(&feed, &ui::SeriesFeed::failed);
    feed.setLive(true);
    feed.setWatched(true);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY2(failed[0][0].toString().contains(QStringLiteral("series.db")), qPrintable(failed[0][0].toString()));
  }
};

QTEST_GUILESS_MAIN(TestSeriesStore)
#include "tst_series_store.moc"
