// The runs' table: brought up to date in place under random changes, sorted by value, filtered, with columns that come and go.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>
#include <limits>

#include "ui/models/RunFilterModel.h"
#include "ui/models/RunTableModel.h"

using namespace lockstep;
using tracking::RunSummary;
using tracking::Status;
using ui::RunColumn;

namespace {

constexpr double nan_ = std::numeric_limits<double>::quiet_NaN();

RunSummary makeRun(int number, double loss) {
  RunSummary run;
  run.id = "run-" + std::to_string(10000 + number);
  run.name = "net " + std::to_string(number);
  run.status = Status::finished;
  run.created = 1000 * number;
  run.started = 1000 * number;
  run.ended = 1000 * number + 500;
  run.metrics = {{"train/loss", loss, loss, loss, 1, 1, 1}};
  return run;
}

}  // namespace

class TestRunTable : public QObject {
  Q_OBJECT

  static QStringList column(const QAbstractItemModel& model, int column) {
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row) cells << model.index(row, column).data().toString();
    return cells;
  }

 private slots:
  void random_changes_keep_the_models_sound() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    ui::RunFilterModel shown(model);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QAbstractItemModelTester proxyTester(&shown, QAbstractItemModelTester::FailureReportingMode::Fatal);
    shown.sort(model.columnOf(RunColumn::loss), Qt::DescendingOrder);
    shown.setFilter(ui::RunFilter::parse(QStringLiteral("loss < 0.8")).filter);
    QRandomGenerator random(3);
    std::vector<RunSummary> all, now;
    for (int i = 0; i < 60; ++i) all.push_back(makeRun(i, random.generateDouble()));
    for (int round = 0; round < 150; ++round) {
      now.clear();
      for (RunSummary& run : all) {
        if (random.bounded(4) == 0) run.metrics[0] = {"train/loss", random.bounded(5) == 0 ? nan_ : random.generateDouble(), 0, 1, round, 1, 1};
        if (random.bounded(6) == 0) run.status = random.bounded(2) == 0 ? Status::running : Status::finished;
        if (random.bounded(9) == 0) run.name += "x";
        if (random.bounded(10) != 0) now.push_back(run);
      }
      model.setRuns(now);
      if (round % 20 == 0) model.addColumn(RunColumn(RunColumn::metric, "m/" + std::to_string(round)));
      if (round % 30 == 0) model.removeColumn(model.columnCount() - 1);
      QCOMPARE(model.rowCount(), static_cast<int>(now.size()));
      int passing = 0;
      for (std::size_t i = 0; i < now.size(); ++i) {
        QCOMPARE(model.row(static_cast<int>(i)).run.id, now[i].id);
        QCOMPARE(model.index(static_cast<int>(i), model.columnOf(RunColumn::name)).data().toString().toStdString(), now[i].name);
        passing += now[i].metrics[0].last < 0.8 ? 1 : 0;
      }
      QCOMPARE(shown.rowCount(), passing);
      for (int row = 1; row < shown.rowCount(); ++row)
        QVERIFY(shown.row(shown.index(row - 1, 0)).run.metrics[0].last >= shown.row(shown.index(row, 0)).run.metrics[0].last);
    }
    model.setRuns({});
    QCOMPARE(model.rowCount(), 0);
  }

  void a_list_in_another_order_is_taken_too() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRuns({makeRun(1, 1), makeRun(2, 2), makeRun(3, 3)});
    model.setRuns({makeRun(3, 3), makeRun(1, 1), makeRun(2, 2)});
    QCOMPARE(column(model, model.columnOf(RunColumn::name)), (QStringList{"net 3", "net 1", "net 2"}));
  }

  void only_what_changed_is_told() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    std::vector<RunSummary> runs;
    for (int i = 0; i < 500; ++i) runs.push_back(makeRun(i, 0.5));
    model.setRuns(runs);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged), moved(&model, &QAbstractItemModel::layoutChanged), reset(&model, &QAbstractItemModel::modelReset);
    model.setRuns(runs);
    QCOMPARE(changed.count(), 0);
    runs[17].metrics[0].last = 0.25;
    runs[17].metrics[0].last_step = 2;
    model.setRuns(runs);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), model.index(17, model.columnOf(RunColumn::best)));
    QCOMPARE(changed[0][1].toModelIndex(), model.index(17, model.columnOf(RunColumn::loss)));
    changed.clear();
    // NaN after NaN is no change.
    runs[17].metrics[0].last = runs[17].metrics[0].minimum = nan_;
    model.setRuns(runs);
    QCOMPARE(changed.count(), 1);
    model.setRuns(runs);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(moved.count() + reset.count(), 0);
  }

  void sorts_by_value_with_nan_and_nothing_last_both_ways() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    ui::RunFilterModel shown(model);
    const double infinity = std::numeric_limits<double>::infinity();
    std::vector<RunSummary> runs{makeRun(1, nan_), makeRun(2, 10), makeRun(3, 9), makeRun(4, 0), makeRun(5, infinity), makeRun(6, -1)};
    runs[3].metrics.clear();
    model.setRuns(runs);
    const int name = model.columnOf(RunColumn::name), loss = model.columnOf(RunColumn::loss);
    shown.sort(loss, Qt::AscendingOrder);
    QCOMPARE(column(shown, name), (QStringList{"net 6", "net 3", "net 2", "net 5", "net 1", "net 4"}));
    shown.sort(loss, Qt::DescendingOrder);
    QCOMPARE(column(shown, name), (QStringList{"net 5", "net 2", "net 3", "net 6", "net 1", "net 4"}));
    // A value that becomes NaN sinks at once.
    runs[4].metrics[0].last = nan_;
    model.setRuns(runs);
    QCOMPARE(column(shown, name).mid(0, 3), (QStringList{"net 2", "net 3", "net 6"}));
    QCOMPARE(shown.index(0, loss).data(ui::RunTableModel::exactRole).toString(), QStringLiteral("10"));
  }

  void names_sort_by_their_numbers_and_seeds_to_the_last_bit() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    ui::RunFilterModel shown(model);
    std::vector<RunSummary> runs{makeRun(10, 1), makeRun(9, 1), makeRun(100, 1)};
    runs[0].seed = 18446744073709551615U;
    runs[1].seed = 18446744073709551614U;
    runs[2].name = "Net 9";
    model.setRuns(runs);
    const int name = model.columnOf(RunColumn::name), seed = model.columnOf(RunColumn::seed);
    shown.sort(name, Qt::AscendingOrder);
    QCOMPARE(column(shown, name), (QStringList{"net 9", "Net 9", "net 10"}));
    shown.sort(seed, Qt::AscendingOrder);
    QCOMPARE(column(shown, seed), (QStringList{"18446744073709551614", "18446744073709551615", ""}));
  }

  void held_rows_change_but_neither_move_nor_vanish() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    ui::RunFilterModel shown(model);
    std::vector<RunSummary> runs{makeRun(1, 0.1), makeRun(2, 0.2), makeRun(3, 0.3)};
    model.setRuns(runs);
    shown.setFilter(ui::RunFilter::parse(QStringLiteral("loss < 1")).filter);
    const int loss = model.columnOf(RunColumn::loss);
    shown.sort(loss, Qt::AscendingOrder);
    shown.setHeld(true);
    runs[0].metrics[0].last = 0.25;
    runs[1].metrics[0].last = 5;
    model.setRuns(runs);
    QCOMPARE(column(shown, loss), (QStringList{"0.25", "5", "0.3"}));
    shown.setHeld(false);
    QCOMPARE(column(shown, loss), (QStringList{"0.25", "0.3"}));
  }

  void a_column_that_goes_leaves_the_order_alone() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    ui::RunFilterModel shown(model);
    model.setRuns({makeRun(1, 0.3), makeRun(2, 0.1), makeRun(3, 0.2)});
    const RunColumn extra(RunColumn::metric, "train/loss");
    model.addColumn(RunColumn(RunColumn::config, "a.b"));
    model.addColumn(extra);
    shown.sort(model.columnOf(extra), Qt::DescendingOrder);
    model.removeColumn(model.columnOf(RunColumn(RunColumn::config, "a.b")));
    QCOMPARE(shown.sortColumn(), model.columnOf(extra));
    QCOMPARE(column(shown, model.columnOf(RunColumn::name)), (QStringList{"net 1", "net 3", "net 2"}));
    model.removeColumn(model.columnOf(extra));
    QCOMPARE(shown.sortColumn(), -1);
  }

  void any_metric_and_config_key_can_be_a_column() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    std::vector<RunSummary> runs{makeRun(1, 0.5), makeRun(2, 0.25)};
    runs[1].metrics.push_back({"val/f1", 0.123456789, 0, 1, 1, 1, 1});
    model.setRuns(runs);
    auto facts = std::make_shared<ui::RunRowFacts>();
    facts->dataset = "digits";
    facts->model = "2 Linear";
    facts->config = {{"optimizer.type", {"SGD", std::nullopt}}};
    model.setFacts({{"run-10001", facts}});
    QVERIFY(model.metricKeys().contains("val/f1"));
    QVERIFY(model.configKeys().contains("optimizer.type"));
    const auto metric = RunColumn::fromKey(QStringLiteral("metric:val/f1"));
    const auto config = RunColumn::fromKey(QStringLiteral("config:optimizer.type"));
    QVERIFY(metric && config);
    model.addColumn(*metric);
    model.addColumn(*config);
    model.addColumn(*metric);  // once only
    const int at = model.columnOf(*metric);
    QCOMPARE(model.columnCount(), static_cast<int>(ui::RunTableModel::givenColumns().size()) + 2);
    QCOMPARE(model.headerData(at, Qt::Horizontal).toString(), QStringLiteral("val/f1"));
    QCOMPARE(model.index(0, at).data().toString(), QString());
    QCOMPARE(model.index(1, at).data().toString(), QStringLiteral("0.1235"));
    QCOMPARE(model.index(1, at).data(Qt::ToolTipRole).toString(), QStringLiteral("0.123456789"));
    QCOMPARE(model.index(0, model.columnOf(*config)).data().toString(), QStringLiteral("SGD"));
    QCOMPARE(model.index(0, model.columnOf(RunColumn::data)).data().toString(), QStringLiteral("digits"));
    model.removeColumn(at);
    QCOMPARE(model.columnOf(*metric), -1);
    QVERIFY(!RunColumn::fromKey(QStringLiteral("metric:")));
    QVERIFY(!RunColumn::fromKey(QStringLiteral("colour")));
    for (const RunColumn& column : ui::RunTableModel::givenColumns()) QVERIFY(RunColumn::fromKey(column.key()) == column);
  }

  void tells_of_a_run_in_words() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    RunSummary run = makeRun(1, nan_);
    run.commit = "3f2a9c7d11";
    run.dirty = true;
    run.status = Status::running;
    run.ended.reset();
    run.started = tracking::now_ms() - 5 * 60000 - 1000;
    run.step = 61;
    run.steps = 100;
    model.setRuns({run});
    auto facts = std::make_shared<ui::RunRowFacts>();
    facts->changedFiles = 3;
    model.setFacts({{run.id, facts}});
    const auto cell = [&](RunColumn::Kind column, int role = Qt::DisplayRole) { return model.index(0, model.columnOf(column)).data(role).toString(); };
    QCOMPARE(cell(RunColumn::commit), QStringLiteral("3f2a9c7 •"));
    QVERIFY(cell(RunColumn::commit, Qt::ToolTipRole).contains(QStringLiteral("uncommitted changes in 3 file")));
    QCOMPARE(cell(RunColumn::progress), QStringLiteral("61 %"));
    QCOMPARE(cell(RunColumn::progress, Qt::ToolTipRole), QStringLiteral("step 61 of 100"));
    QCOMPARE(cell(RunColumn::loss), QStringLiteral("NaN"));
    QCOMPARE(cell(RunColumn::started), QStringLiteral("5 min ago"));
    QVERIFY(cell(RunColumn::duration).startsWith(QStringLiteral("5:0")));
    run.status = Status::failed;
    run.reason = "the loss is NaN";
    model.setRuns({run});
    QCOMPARE(cell(RunColumn::status, Qt::ToolTipRole), QStringLiteral("the loss is NaN"));
    QCOMPARE(cell(RunColumn::progress), QStringLiteral("step 61"));
    run.status = Status::finished;
    run.verdict = "identical";
    model.setRuns({run});
    QCOMPARE(cell(RunColumn::status), QStringLiteral("✓ identical"));
    QCOMPARE(cell(RunColumn::progress), QStringLiteral("done"));
  }

  void checks_are_kept_for_runs_that_come_back() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    QSignalSpy told(&model, &ui::RunTableModel::checkedChanged);
    model.setChecked({"run-10002", "run-10009"}, true);
    model.setRuns({makeRun(1, 1), makeRun(2, 1)});
    QCOMPARE(model.checkedRuns(), (std::vector<std::string>{"run-10002"}));
    model.setRuns({makeRun(1, 1)});
    QVERIFY(model.checkedRuns().empty());
    QVERIFY(told.count() >= 2);
    model.setRuns({makeRun(1, 1), makeRun(2, 1), makeRun(9, 1)});
    QCOMPARE(model.checkedRuns(), (std::vector<std::string>{"run-10002", "run-10009"}));
    const QModelIndex box = model.index(0, model.columnOf(RunColumn::checked));
    QVERIFY(model.flags(box).testFlag(Qt::ItemIsUserCheckable));
    QVERIFY(model.setData(box, Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(box.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    QCOMPARE(model.checkedRuns().size(), std::size_t{3});
  }

  void a_name_is_edited_only_where_that_leads_somewhere() {
    ui::RunTableModel model(ui::RunTableModel::givenColumns());
    model.setRuns({makeRun(1, 1)});
    const QModelIndex name = model.index(0, model.columnOf(RunColumn::name));
    QVERIFY(!model.flags(name).testFlag(Qt::ItemIsEditable));
    QVERIFY(!model.setData(name, QStringLiteral("other")));
    QStringList told;
    model.setRename([&](const std::string& id, const QString& to) {
      told << QString::fromStdString(id) + QLatin1Char(' ') + to;
      return true;
    });
    QVERIFY(model.flags(name).testFlag(Qt::ItemIsEditable));
    QVERIFY(!model.setData(name, QStringLiteral("  ")));
    QVERIFY(!model.setData(name, QStringLiteral("net 1")));
    QVERIFY(model.setData(name, QStringLiteral(" better ")));
    QCOMPARE(told, (QStringList{"run-10001 better"}));
  }
};

QTEST_MAIN(TestRunTable)
#include "tst_run_table.moc"
