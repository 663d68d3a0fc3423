// Several runs side by side: tables of what differs, the matrix, repeats over seeds, and the JSON of all of it.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "engine/backend/cpu/cpu_backend.h"
#include "support_experiment.h"
#include "tracking/analysis/comparison.h"

using namespace lockstep;
using test::Experiment;

class TestComparison : public QObject {
  Q_OBJECT

  static const tracking::MatrixColumn& column(const tracking::Comparison& comparison, const char* name) {
    for (const auto& one : comparison.matrix)
      if (one.name == name) return one;
    qFatal("no column %s", name);
  }
  static std::string error_of(const tracking::Project& project, const std::vector<std::string>& runs) {
    try {
      static_cast<void>(tracking::compare_runs(project, runs));
    } catch (const engine::ValueError& error) {
      return error.what();
    }
    return {};
  }

 private slots:
  void initTestCase() { engine::cpu_backend().set_threads(2); }

  void three_runs() {
    Experiment experiment;
    experiment.write_table();
    const std::string config = Experiment::table_config();
    const std::string first = experiment.train(config), same = experiment.train(config, {"data.workers=0"}), other = experiment.train(config, {"optimizer.learning_rate=0.1", "optimizer.momentum=0.9"});
    const auto comparison = tracking::compare_runs(experiment.project(), {first, same, other});
    QCOMPARE(comparison.judgements[0].verdict, tracking::Verdict::identical);
    QCOMPARE(comparison.judgements[1].cause, tracking::Cause::config);
    QCOMPARE(comparison.why.english(), std::string("Against original: 1 of 2 identical; the others differ by config (1)"));
    // Only what differs, each with the value of each run.
    std::map<std::string, std::vector<std::string>> rows;
    for (const auto& row : comparison.config) rows[row.key] = row.values;
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows["data.workers"], (std::vector<std::string>{"2", "0", "2"}));
    QCOMPARE(rows["optimizer.learning_rate"], (std::vector<std::string>{"0.05", "0.05", "0.1"}));
    QCOMPARE(rows["optimizer.momentum"], (std::vector<std::string>{"0.0", "0.0", "0.9"}));
    QVERIFY(comparison.data.empty() && comparison.seeds.empty() && comparison.code.empty() && comparison.environment.empty());
    QCOMPARE(column(comparison, "config").groups, (std::vector<int>{0, 0, 1}));
    QCOMPARE(column(comparison, "data").groups, (std::vector<int>{0, 0, 0}));
    QCOMPARE(column(comparison, "initial_weights").groups, (std::vector<int>{0, 0, 0}));
    QCOMPARE(column(comparison, "outcome").groups, (std::vector<int>{0, 0, 1}));
  }

  void data_that_differ() {
    Experiment experiment;
    experiment.write_table();
    const std::string first = experiment.train(Experiment::table_config());
    auto lines = experiment.table_lines();
    lines.pop_back();
    experiment.write_lines(lines);
    const std::string second = experiment.train(Experiment::table_config());
    const auto comparison = tracking::compare_runs(experiment.project(), {first, second});
    QCOMPARE(comparison.files->changed, std::vector<std::string>{"table.csv"});
    std::map<std::string, std::vector<std::string>> rows;
    for (const auto& row : comparison.data) rows[row.key] = row.values;
    QCOMPARE(rows["train"], (std::vector<std::string>{"96", "95"}));
    QCOMPARE(rows["class_counts.c"], (std::vector<std::string>{"32", "31"}));
    QVERIFY(comparison.why.english().find("the data are not the same (1 changed: table.csv)") != std::string::npos);
  }

  void two_configs_over_seeds() {
    Experiment experiment;
    experiment.write_table();
    std::vector<std::string> runs;
    for (const char* rate : {"optimizer.learning_rate=0.05", "optimizer.learning_rate=0.2"})
      for (const char* seed : {"1", "2", "3"})
        runs.push_back(experiment.train(Experiment::table_config(), {rate, std::string("reproducibility.seed=") + seed, "data.validation_fraction=0.25"}));
    const auto comparison = tracking::compare_runs(experiment.project(), runs);
    QCOMPARE(comparison.groups.size(), std::size_t{2});
    QCOMPARE(comparison.groups[1].runs, (std::vector<std::size_t>{3, 4, 5}));
    const auto loss = std::find_if(comparison.significance.begin(), comparison.significance.end(), [](const auto& one) { return one.metric == "val/loss"; });
    QVERIFY(loss != comparison.significance.end());
    // By hand, from the runs' own metrics.
    double first = 0, second = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      first += comparison.runs[i].metric("val/loss")->last / 3;
      second += comparison.runs[i + 3].metric("val/loss")->last / 3;
    }
    QVERIFY(std::abs(loss->interval.difference - (second - first)) < 1e-12);
    QVERIFY(loss->interval.low < loss->interval.difference && loss->interval.difference < loss->interval.high);

    const auto object = QJsonDocument::fromJson(QByteArray::fromStdString(tracking::to_json(comparison))).object();
    for (const char* key : {"runs", "why", "config", "data", "code", "environment", "seeds", "metrics", "matrix", "judgements", "significance"}) QVERIFY2(object.contains(key), key);
    QCOMPARE(object["judgements"].toArray().size(), 5);
    QVERIFY(!object.contains("verdict"));  // that is of two runs
  }

  void what_can_not_be_compared_is_told() {
    Experiment experiment;
    experiment.write_table();
    const std::string run = experiment.train(Experiment::table_config());
    QCOMPARE(error_of(experiment.project(), {run}), std::string("found 1 runs; from 2 to 50 can be compared"));
    QCOMPARE(error_of(experiment.project(), {run, run}), "the run " + run + " is given twice");
    QVERIFY(error_of(experiment.project(), {run, "nothing"}).find("nothing") != std::string::npos);
  }

  void a_run_without_steps_compares_too() {
    Experiment experiment;
    experiment.write_table();
    const std::string run = experiment.train(Experiment::table_config());
    const std::string queued = experiment.project().enqueue_run({.name = "waits"});
    const auto comparison = tracking::compare_runs(experiment.project(), {run, queued});
    QCOMPARE(column(comparison, "config").groups, (std::vector<int>{0, -1}));
    QVERIFY(comparison.judgements[0].divergence.first.has_value());
  }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
