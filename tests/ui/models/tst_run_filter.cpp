// The filter of the runs' table: what each way of writing a condition lets through, and what is said of a text that can't be read.
#include <QtTest>
#include <cmath>
#include <limits>

#include "ui/models/RunFilter.h"
#include "ui/models/RunTableFacts.h"

using namespace lockstep;
using ui::RunFilter;
using ui::RunRow;

class TestRunFilter : public QObject {
  Q_OBJECT

  std::vector<RunRow> m_rows;

  void add(const std::string& name, tracking::Status status, double accuracy, double loss, const std::function<void(tracking::RunSummary&)>& more = {}) {
    RunRow row;
    row.run.id = "20261201-00000" + std::to_string(m_rows.size()) + "-abcd";
    row.run.name = name;
    row.run.status = status;
    row.run.metrics = {{"train/loss", loss, loss, loss, 1, 1, 1}, {"val/accuracy", accuracy, accuracy, accuracy, 1, 1, 1}};
    row.run.device = "cpu";
    if (more) more(row.run);
    auto facts = std::make_shared<ui::RunRowFacts>();
    facts->model = "3 Linear";
    facts->dataset = "digits";
    facts->config = {{"optimizer.type", {"AdamW", std::nullopt}}, {"optimizer.learning_rate", {"0.003", 0.003}}};
    row.facts = facts;
    row.searched = ui::searchedText(row);
    m_rows.push_back(row);
  }
  [[nodiscard]] QString names(const RunFilter& filter) const {
    QStringList found;
    for (const RunRow& row : m_rows) {
      if (filter.matches(row)) found << QString::fromStdString(row.run.name);
    }
    return found.join(QLatin1Char(' '));
  }

 private slots:
  void initTestCase() {
    using tracking::Status;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    add("cnn-wide", Status::finished, 0.95, 0.1, [](auto& run) {
      run.tags = {"baseline", "two words"};
      run.seed = 42;
      run.started = 1767225600000;  // 2026-01-01
      run.ended = *run.started + 90000;
      run.step = 100;
      run.steps = 100;
      run.data_fingerprint = "9ae1ff";
    });
    add("cnn-small", Status::running, 0.9, 0.2, [](auto& run) {
      run.tags = {"Baseline2"};
      run.seed = 18446744073709551615U;
      run.commit = "3f2a9c7";
      run.dirty = true;
      run.step = 50;
      run.steps = 100;
    });
    add("mlp", Status::failed, nan, nan, [](auto& run) { run.notes = "Diverged: see step 12"; });
    add("lr-1e-1", Status::finished, 0.5, std::numeric_limits<double>::infinity(), [](auto& run) {
      run.verdict = "diverged";
      run.seed = 7;
    });
    m_rows[1].checked = true;
  }

  void lets_through_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const QString all = QStringLiteral("cnn-wide cnn-small mlp lr-1e-1");
    const auto row = [](const char* text, const QString& expected) { QTest::newRow(text) << QString::fromUtf8(text) << expected; };
    row("", all);
    row("   ", all);
    row("cnn", "cnn-wide cnn-small");
    row("CNN wide", "cnn-wide");
    row("digits linear", all);
    row("step 12", "mlp");
    row("\"see step 12\"", "mlp");
    row("\"see 12\"", "");
    row("name:cnn", "cnn-wide cnn-small");
    row("name:\"1e-1\"", "lr-1e-1");
    row("Name:CNN", "cnn-wide cnn-small");
    row("tag:baseline", "cnn-wide");
    row("tag:BASELINE2", "cnn-small");
    row("tag:\"two words\"", "cnn-wide");
    row("tag:base", "");
    row("status:failed", "mlp");
    row("status:fi", "cnn-wide lr-1e-1");
    row("status:diverged", "lr-1e-1");
    row("-status:failed", "cnn-wide cnn-small lr-1e-1");
    row("-cnn", "mlp lr-1e-1");
    row("is:live", "cnn-small");
    row("is:dirty", "cnn-small");
    row("is:checked", "cnn-small");
    row("seed:42", "cnn-wide");
    row("seed:18446744073709551615", "cnn-small");
    row("seed:18446744073709551614", "");
    row("commit:3F2A", "cnn-small");
    row("commit:f2a", "");
    row("data:9ae1", "cnn-wide");
    row("data:digi", all);
    row("model:linear", all);
    row("device:cpu", all);
    row("id:000002", "mlp");
    row("notes:diverged", "mlp");
    row("val/accuracy > 0.9", "cnn-wide");
    row("val/accuracy>0.9", "cnn-wide");
    row("val/accuracy >= 0.9", "cnn-wide cnn-small");
    row("val/accuracy ≥ 90%", "cnn-wide cnn-small");
    row("val/accuracy < 0.9", "lr-1e-1");
    row("val/accuracy = nan", "mlp");
    row("val/accuracy != nan", "cnn-wide cnn-small lr-1e-1");
    row("train/loss > 1e3", "lr-1e-1");
    row("train/loss = ∞", "lr-1e-1");
    row("loss <= 0.2", "cnn-wide cnn-small");
    row("-loss <= 0.2", "mlp lr-1e-1");
    row("best > 0.9", "cnn-wide");
    row("progress >= 50", "cnn-wide cnn-small");
    row("progress < 60%", "cnn-small");
    row("step > 50", "cnn-wide");
    row("duration > 1m", "cnn-wide");
    row("duration > 90", "");
    row("started > 2025-12-31", "cnn-wide");
    row("seed < 10", "lr-1e-1");
    row("optimizer.learning_rate = 0.003", all);
    row("optimizer.learning_rate > 0.003", "");
    row("optimizer.type = adamw", all);
    row("optimizer.type != AdamW", "");
    row("optimizer.type != SGD", all);
    row("optimizer.type:adam", all);
    row("no/such > 1", "");
    row("no.such = text", "");
    row("val/accuracy > 0.4 name:cnn -is:dirty", "cnn-wide");
  }
  void lets_through() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const RunFilter::Parsed parsed = RunFilter::parse(text);
    QVERIFY2(!parsed.error, qPrintable(parsed.error ? parsed.error->message : QString()));
    QCOMPARE(names(parsed.filter), expected);
  }

  void says_what_is_wrong_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::addColumn<int>("position");
    const auto row = [](const char* text, const char* message, int position) { QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(message) << position; };
    row("tga:baseline", "There is no field “tga”. Did you mean “tag:”?", 0);
    row("cnn xyzzy:1", "There is no field “xyzzy”. There are: name, tag, status, is, notes, model, data, device, commit, seed, id. A text with a colon in it can stand in quotation marks.", 4);
    row(":x", "A field's name must stand before the colon, such as tag:baseline.", 0);
    row("tag:", "Something must stand right after “tag:”, such as tag:baseline.", 0);
    row("status: failed", "Something must stand right after “status:”, such as status:failed.", 0);
    row("status:broken", "“broken” is no status. There are: queued, preparing, running, paused, finished, stopped, interrupted, failed, identical, within_tolerance, diverged.", 7);
    row("is:good", "“is:” can be followed by checked, live or dirty, not by “good”.", 3);
    row("seed:abc", "A seed is a whole number, not “abc”.", 5);
    row("seed:-1", "A seed is a whole number, not “-1”.", 5);
    row("\"open", "The quotation mark before open is never closed.", 0);
    row("> 3", "A name must stand before >, such as val/accuracy > 0.9.", 0);
    row("val/accuracy >", "A value must stand after “val/accuracy >”, such as 0.9.", 0);
    row("val/accuracy > high", "“high” is not a number; only = and != compare texts.", 15);
    row("step > many", "“many” is not a number, and step is one.", 7);
    row("started > yesterday", "“yesterday” is no date: write started > 2026-11-30.", 10);
  }
  void says_what_is_wrong() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    QFETCH(int, position);
    const RunFilter::Parsed parsed = RunFilter::parse(text);
    QVERIFY(parsed.error.has_value());
    QCOMPARE(parsed.error->message, message);
    QCOMPARE(parsed.error->position, position);
    QVERIFY(parsed.error->position + parsed.error->length <= text.size());
  }

  void names_the_keys_that_it_asks_for() {
    const auto parsed = RunFilter::parse(QStringLiteral("val/accuracy > 0.9 optimizer.type:adam step > 3 cnn"));
    QCOMPARE(parsed.filter.keys(), (std::vector<std::string>{"val/accuracy", "optimizer.type"}));
  }

  void any_text_is_read_without_harm() {
    QRandomGenerator random(7);
    const QString letters = QStringLiteral("a:\"<>=!-/ .1né%≥");
    for (int i = 0; i < 20000; ++i) {
      QString text;
      for (int n = random.bounded(24); n > 0; --n) text += letters[random.bounded(static_cast<int>(letters.size()))];
      const auto parsed = RunFilter::parse(text);
      QVERIFY(!parsed.error || !parsed.error->message.isEmpty());
      for (const RunRow& row : m_rows) (void)parsed.filter.matches(row);
    }
  }
};

QTEST_MAIN(TestRunFilter)
#include "tst_run_filter.moc"
