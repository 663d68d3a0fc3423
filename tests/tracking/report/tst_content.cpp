// What a report says of runs that were really trained, and that it says it in Chinese too.
#include <QRegularExpression>
#include <QtTest>
#include <algorithm>
#include <set>

#include "support_report.h"
#include "tracking/report/format.h"

using namespace lockstep;
using namespace lockstep::test;
using namespace lockstep::tracking::report;

namespace {

bool is_chinese(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xe3; });
}

std::vector<std::string> ids_of(const Report& report) {
  std::vector<std::string> out;
  for (const Section& section : report.sections) out.push_back(section.id);
  return out;
}

}  // namespace

class TestReportContent : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<ReportProject> m_project;
  std::string m_base, m_again, m_seed, m_faster, m_faster_seed, m_hostile;

 private slots:
  void initTestCase() {
    m_project = std::make_unique<ReportProject>();
    m_base = m_project->train("base");
    m_again = m_project->reproduce(m_base);
    m_seed = m_project->train("base", {"reproducibility.seed=8"});
    m_faster = m_project->train("faster", {"optimizer.learning_rate=0.2"});
    m_faster_seed = m_project->train("faster", {"optimizer.learning_rate=0.2", "reproducibility.seed=9"});
    m_hostile = m_project->train(hostile_name());
  }

  void one_run_has_everything_that_was_recorded() {
    const Report report = m_project->report({m_base});
    QCOMPARE(ids_of(report),
             (std::vector<std::string>{"summary", "curves", "results", "verdicts", "config", "model", "seeds", "data",
                                       "code", "environment", "history", "reproduce"}));
    QCOMPARE(report.title, std::string("base"));
    const tracking::RunSummary run = m_project->project().summary(m_base);
    QCOMPARE(report.time, *run.ended);
    const auto has = [&](const char* section, const std::string& text) {
      const std::string all = text_of(report, section);
      if (all.find(text) == std::string::npos) qWarning("%s has no \"%s\":\n%s", section, text.c_str(), all.c_str());
      return all.find(text) != std::string::npos;
    };
    QVERIFY(has("summary", "Run: " + m_base));
    QVERIFY(has("summary", "Config hash: " + run.config_hash->substr(0, 7)));
    QVERIFY(has("summary", "Finished after 60 steps"));
    QVERIFY(has("config", "learning_rate = 0.1"));
    QVERIFY(has("seeds", "master\n7\n"));
    QVERIFY(has("data", "table.csv"));
    QVERIFY(has("data", "36 training, 12 validation, 12 test"));
    QVERIFY(has("code", "not in a git repository"));
    QVERIFY(has("environment", "Instruction set in use"));
    QVERIFY(has("model", "Linear"));
    QVERIFY(has("history", "✓finished"));
    QVERIFY(has("reproduce", "lockstep reproduce " + m_base));
  }

  void how_a_gpu_computed_is_told() {
    QVERIFY(text_of(m_project->report({m_base}), "environment").find("Algorithms chosen on the GPU") == std::string::npos);  // a run on the CPU
    const auto writer = m_project->project().create_run({.name = "on a GPU"});
    tracking::EnvironmentState environment;
    environment.gpu.driver = "580.65.06";
    environment.gpu.used = {"NVIDIA H200", "9.0", 150'000'000'000};
    environment.libraries["cudnn"] = "9.19.0";
    writer->put_document("environment.json", tracking::to_json(environment));
    writer->put_document("arithmetic.json", R"({"device":"cuda:0","strict":true,"tf32":true,"graph":"captured","algorithms":{"conv2d forward":"IMPLICIT_GEMM"}})");
    writer->finish(tracking::Status::finished);
    const std::string told = text_of(m_project->report({writer->id()}), "environment");
    for (const char* text : {"GPU that computed: NVIDIA H200, ", "compute capability 9.0", "GPU driver: 580.65.06", "cudnn\n9.19.0", "Strict: yes", "TF32: yes", "Step as a graph: captured and replayed",
                             "conv2d forward\nIMPLICIT_GEMM"})
      QVERIFY2(told.find(text) != std::string::npos, (std::string(text) + " is not in\n" + told).c_str());
  }

  void every_digit_of_a_metric_is_kept() {
    const Report report = m_project->report({m_base});
    const tracking::RunSummary run = m_project->project().summary(m_base);
    const Table& table = *blocks_of<Table>(report, "results").at(0);
    QCOMPARE(table.rows.size(), run.metrics.size());
    for (std::size_t i = 0; i < run.metrics.size(); ++i) {
      QCOMPARE(table.rows[i][0].text, run.metrics[i].key);
      QCOMPARE(std::strtod(table.rows[i][1].exact.c_str(), nullptr), run.metrics[i].last);
      QCOMPARE(std::stoll(table.rows[i][2].exact), run.metrics[i].last_step);
      QVERIFY(table.rows[i][1].text.size() <= table.rows[i][1].exact.size() + 3);
    }
  }

  void the_verdict_stands_on_both_runs() {
    QVERIFY(text_of(m_project->report({m_again}), "verdicts")
                .find("✓This run reproduces " + m_base +
                      ". Identical: every loss, batch, checksum and metric of 60 steps") == 0);
    const Report original = m_project->report({m_base});
    const Table& reproductions = *blocks_of<Table>(original, "verdicts").at(0);
    QCOMPARE(reproductions.rows.size(), std::size_t{1});
    QCOMPARE(reproductions.rows[0][0].text, m_again);
    QCOMPARE(reproductions.rows[0][2].text, std::string("identical"));
    QCOMPARE(text_of(m_project->report({m_seed}), "verdicts"), std::string("This run has not been reproduced yet.\n"));
    const std::string chinese_text = text_of(m_project->report({m_again}, Language::chinese), "verdicts");
    QVERIFY2(chinese_text.find("完全一致：60 步") != std::string::npos, chinese_text.c_str());
  }

  void curves_are_the_recorded_points() {
    const Report report = m_project->report({m_base});
    const tracking::Series loss = m_project->project().reader(m_base).series("train/loss");
    const Chart& chart = *blocks_of<Chart>(report, "curves").at(0);
    QCOMPARE(chart.title, std::string("Loss"));
    const Curve& raw = chart.curves.at(0);
    QVERIFY(raw.faint && raw.key == "train/loss");
    QCOMPARE(raw.y.size(), loss.size());
    for (std::size_t i = 0; i < loss.size(); ++i) QCOMPARE(raw.y[i], loss.value(i));
    const std::set<std::string> expected{"Loss", "Accuracy", "Learning rate", "Gradient norm"};
    std::set<std::string> titles;
    for (const Chart* one : blocks_of<Chart>(report, "curves")) titles.insert(one->title);
    QCOMPARE(titles, expected);
  }

  void two_runs_say_why_they_differ() {
    const Report report = m_project->report({m_base, m_faster});
    const std::string why = text_of(report, "why");
    QVERIFY2(why.find("≠They part at step 1, first in parameters: the config differs: optimizer.learning_rate is 0.2, "
                      "was 0.1.") == 0,
             why.c_str());
    const std::string differences = text_of(report, "differences");
    QVERIFY2(differences.find("optimizer.learning_rate\n0.1\n0.2\n") != std::string::npos, differences.c_str());
    const std::string chinese_why = text_of(m_project->report({m_base, m_faster}, Language::chinese), "why");
    QVERIFY2(chinese_why.find(
                 "≠从第 1 步开始偏离，首先是 parameters：配置不同：optimizer.learning_rate 现为 0.2，原为 0.1。") == 0,
             chinese_why.c_str());
  }

  void identical_runs_share_a_column_and_lie_on_each_other() {
    const Report report = m_project->report({m_base, m_again});
    QVERIFY(text_of(report, "why").find("✓Identical") == 0);
    const Table& matrix = *blocks_of<Table>(report, "matrix").at(0);
    for (std::size_t column = 2; column + 1 < matrix.columns.size(); ++column)
      QCOMPARE(matrix.rows[0][column].group, matrix.rows[1][column].group);
    const Chart& chart = *blocks_of<Chart>(report, "curves").at(0);
    QCOMPARE(chart.curves.at(1).overlays, 1);
  }

  void seeds_are_told_apart_from_configs() {
    const Report report = m_project->report({m_base, m_seed, m_faster, m_faster_seed});
    const auto tables = blocks_of<Table>(report, "spread");
    QCOMPARE(tables.size(), std::size_t{2});
    const tracking::RunSummary a = m_project->project().summary(m_base), b = m_project->project().summary(m_seed);
    const auto row = std::find_if(tables[0]->rows.begin(), tables[0]->rows.end(),
                                  [](const auto& cells) { return cells[0].text == "val/loss"; });
    QVERIFY(row != tables[0]->rows.end());
    QCOMPARE(std::strtod((*row)[4].exact.c_str(), nullptr),
             (a.metric("val/loss")->last + b.metric("val/loss")->last) / 2);
    bool banded = false;
    for (const Chart* chart : blocks_of<Chart>(report, "curves"))
      banded = banded || (chart->title == "val/loss" && chart->bands.size() == 2);
    QVERIFY(banded);
  }

  void many_runs_are_rows() {
    std::vector<std::string> runs{m_base, m_again, m_seed, m_faster, m_faster_seed, m_hostile};
    const Report report = m_project->report(runs);
    const Table& table = *blocks_of<Table>(report, "metrics").at(0);
    QCOMPARE(table.rows.size(), runs.size());
    QVERIFY(table.columns.size() <= 6);
    QVERIFY(text_of(report, "why").find("2 of 5 identical") != std::string::npos);
  }

  void texts_from_elsewhere_are_made_fit() {
    const Report report = m_project->report({m_hostile});
    QVERIFY(report.title.find('\x01') == std::string::npos && report.title.find('\x1b') == std::string::npos);
    QVERIFY(report.title.find("\xe2\x80\xae") == std::string::npos);
    QVERIFY(report.title.find("<script>") == 0);
    QCOMPARE(clean("a\xff"
                   "b\r\nc\x7f\xe2\x81\xa6"),
             std::string("a\xef\xbf\xbd"
                         "b\nc\xef\xbf\xbd\xef\xbf\xbd"));
    QCOMPARE(shortened("中文字符", 3), std::string("中文…"));
    QCOMPARE(shortened("中文字", 3), std::string("中文字"));
  }

  void a_run_that_recorded_nothing_has_a_report() {
    const std::string run = m_project->failed("early");
    const Report report = m_project->report({run});
    QVERIFY(text_of(report, "summary").find("✗Failed after 0 steps: the disk is <full>") == 0);
    QCOMPARE(text_of(report, "curves"), std::string("No series was recorded.\n"));
    for (const char* section : {"config", "model", "seeds", "data", "code", "environment"})
      QCOMPARE(text_of(report, section), std::string("The run ended before this was recorded.\n"));
    const Report compared = m_project->report({m_base, run});
    QVERIFY(!text_of(compared, "matrix").empty());
  }

  void wrong_calls_say_so() {
    QVERIFY_EXCEPTION_THROWN((void)m_project->report({}), engine::ValueError);
    QVERIFY_EXCEPTION_THROWN((void)m_project->report({"nothing"}), engine::ValueError);
    QVERIFY_EXCEPTION_THROWN((void)m_project->report({m_base, m_base}), engine::ValueError);
    QVERIFY_EXCEPTION_THROWN((void)m_project->report(std::vector<std::string>(51, m_base)), engine::ValueError);
  }

  /// Every text that is given to Words, and every sentence of the analysis, has its Chinese, with the same arguments.
  void every_text_has_its_chinese() {
    const std::set<QString> texts = texts_of_reports();
    QVERIFY(texts.size() > 220);
    for (const QString& text : texts) {
      const auto translated = chinese(text.toStdString());
      QVERIFY2(translated, qPrintable("no Chinese for: " + text));
      static const QRegularExpression argument(QStringLiteral("\\{[a-z]+\\}"));
      std::multiset<QString> before, after;
      for (auto it = argument.globalMatch(text); it.hasNext();) before.insert(it.next().captured());
      for (auto it =
               argument.globalMatch(QString::fromUtf8(translated->data(), static_cast<qsizetype>(translated->size())));
           it.hasNext();)
        after.insert(it.next().captured());
      QVERIFY2(before == after, qPrintable(text));
    }
  }

  void titles_are_chinese_where_they_are_words() {
    for (const std::vector<std::string>& runs : {std::vector<std::string>{m_base}, {m_base, m_faster, m_seed}}) {
      for (const Section& section : m_project->report(runs, Language::chinese).sections)
        QVERIFY2(is_chinese(section.title), section.title.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(TestReportContent)
#include "tst_content.moc"
