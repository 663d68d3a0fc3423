// Every format: well-formed, escaped, complete, and the same bytes whatever the locale and the time zone.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QXmlStreamReader>
#include <QtTest>
#include <clocale>
#include <cmath>
#include <cstring>
#include <ctime>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>

#include "support_report.h"

using namespace lockstep;
using namespace lockstep::test;
using namespace lockstep::tracking::report;
using nlohmann::json;

namespace {

Report hand_made() {
  Report report;
  report.title = hostile_name();
  report.subtitle = "a_b";
  tracking::RunSummary run;
  run.id = "1";
  run.name = hostile_name();
  run.metrics.push_back(
      {"val/loss", std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity(), 1e308, 3, 1, 2});
  report.runs = {run};
  Table table{"caption | with a pipe", {{"Key | x"}, {"Number", Align::right, {}}}, {}};
  table.rows.push_back({{.text = hostile_name()}, {.text = "0.1235", .exact = "0.12345678901234567"}});
  table.rows.push_back(
      {{.text = "[optional] *", .tone = Tone::bad}, {.text = "identical", .sign = "✓", .group = 3, .code = true}});
  Chart chart{.title = "loss", .description = {}, .x_title = "step", .y_title = "loss", .bands = {}, .curves = {}};
  chart.curves.push_back({.label = hostile_name(),
                          .run = "1",
                          .key = "k",
                          .points = 3,
                          .x = {1, 2, 3},
                          .y = {1, std::numeric_limits<double>::quiet_NaN(), 3}});
  report.sections = {
      {"one",
       hostile_name(),
       {Paragraph{hostile_name(), Tone::good, true, "✓"},
        Facts{{{hostile_name(), {.text = hostile_name(), .exact = hostile_name()}}}}, std::move(table),
        std::move(chart),
        Code{hostile_name(), "diff", "+added <b>\n-removed\n```\n\\end{verbatim}\\input{/etc/passwd}\n"}}}};
  return report;
}

/// Elements, their attributes and all texts of a page; an error of the parser fails the test.
struct Page {
  QStringList elements;
  QStringList references;  ///< src and href, and everything else that fetches
  QString text;
  QString language;
};

Page parse(const std::string& html) {
  Page page;
  QXmlStreamReader xml(QByteArray::fromStdString(html));
  while (!xml.atEnd()) {
    xml.readNext();
    if (xml.isCharacters()) page.text += xml.text();
    if (!xml.isStartElement()) continue;
    page.elements << xml.name().toString();
    for (const QXmlStreamAttribute& attribute : xml.attributes()) {
      const QString name = attribute.name().toString();
      if (QStringList{"src", "href", "srcset", "action", "data", "poster", "background"}.contains(name))
        page.references << attribute.value().toString();
      if (name.startsWith(QLatin1String("on"))) page.references << name;
      if (name == QLatin1String("lang") && xml.name() == QLatin1String("html"))
        page.language = attribute.value().toString();
    }
  }
  if (xml.hasError())
    qFatal("not well-formed: %s at line %lld", qPrintable(xml.errorString()), static_cast<long long>(xml.lineNumber()));
  return page;
}

}  // namespace

class TestReportFormats : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<ReportProject> m_project;
  std::string m_run, m_other, m_hostile;

  [[nodiscard]] std::string csv(const Report& report) const {
    std::string out;
    to_csv(m_project->project(), report, [&](std::string_view piece) { out += piece; });
    return out;
  }

 private slots:
  void initTestCase() {
    m_project = std::make_unique<ReportProject>();
    m_run = m_project->train("run");
    m_other = m_project->train("diverges", {"optimizer.learning_rate=1e30"});  // NaN from the first steps on
    m_hostile = m_project->train(hostile_name(), {"run.notes=\"a\\nb\"", "run.tags=[\"<i>\"]"});
  }

  void html_fetches_nothing_and_is_well_formed_data() {
    QTest::addColumn<QStringList>("runs");
    QTest::addColumn<bool>("chinese");
    QTest::newRow("one") << QStringList{"run"} << false;
    QTest::newRow("chinese") << QStringList{"run"} << true;
    QTest::newRow("hostile") << QStringList{"hostile"} << false;
    QTest::newRow("three") << QStringList{"run", "other", "hostile"} << false;
  }
  void html_fetches_nothing_and_is_well_formed() {
    QFETCH(QStringList, runs);
    QFETCH(bool, chinese);
    std::vector<std::string> ids;
    for (const QString& run : runs) ids.push_back(run == "run" ? m_run : run == "other" ? m_other : m_hostile);
    const std::string html = to_html(m_project->report(ids, chinese ? Language::chinese : Language::english));
    QVERIFY(html.starts_with("<!DOCTYPE html>\n"));
    const Page page = parse(html);
    QCOMPARE(page.language, QString(chinese ? "zh-CN" : "en"));
    for (const QString& reference : page.references) QVERIFY2(reference.startsWith('#'), qPrintable(reference));
    for (const char* element : {"script", "link", "img", "iframe", "object", "embed", "base", "form", "foreignObject"})
      QVERIFY2(!page.elements.contains(QLatin1String(element)), element);
    QVERIFY(html.find("url(") == std::string::npos);
    QVERIFY(html.find("@import") == std::string::npos);
    QVERIFY(page.elements.count("svg") >= 4 && page.elements.contains("polyline"));
    QVERIFY(page.elements.contains("thead") && page.elements.contains("caption"));
    if (runs.contains("hostile"))
      QVERIFY(
          page.text.contains(QString::fromUtf8("<script>alert('x')</script> \"q\" & $100% #1_a^b~c\\d {e} | `f` *g*")));
  }

  void hostile_texts_stay_texts_in_html() {
    // Built by hand: nothing has been cleaned but what is in these texts must still be escaped.
    Report report = m_project->report({m_hostile});
    report.sections.push_back(hand_made().sections[0]);
    for (Section& section : report.sections) section.title = "x";
    std::string html = to_html(report);
    html.erase(std::remove_if(html.begin(), html.end(), [](char c) { return c == '\x01' || c == '\x1b'; }), html.end());
    const Page page = parse(html);
    QVERIFY(!page.elements.contains("b") && !page.elements.contains("i"));
    QVERIFY(page.text.contains("+added <b>"));
  }

  void csv_gives_back_every_bit() {
    const Report report = m_project->report({m_run, m_other});
    QStringList lines = QString::fromStdString(csv(report)).split('\n');
    QCOMPARE(lines.takeFirst(), QString("run,key,step,value"));
    QCOMPARE(lines.takeLast(), QString());
    std::map<std::tuple<std::string, std::string, std::int64_t>, std::string> values;
    for (const QString& line : lines) {
      const QStringList fields = line.split(',');
      QCOMPARE(fields.size(), 4);
      values[{fields[0].toStdString(), fields[1].toStdString(), fields[2].toLongLong()}] = fields[3].toStdString();
    }
    std::size_t points = 0;
    int not_finite = 0;
    for (const std::string& run : {m_run, m_other}) {
      auto reader = m_project->project().reader(run);
      for (const auto& info : reader.series_list()) {
        const tracking::Series series = reader.series(info.key);
        if (info.axis != tracking::SeriesAxis::step) continue;
        for (std::size_t i = 0; i < series.size(); ++i, ++points) {
          const std::string& text = values.at({run, info.key, series.steps[i]});
          if (series.type == tracking::SeriesType::bits) {
            const int base = info.key == "epoch" || info.key == "time" ? 10 : 16;
            QCOMPARE(std::strtoull(text.c_str(), nullptr, base), series.bits[i]);
          } else if (std::isfinite(series.value(i))) {
            const double value = std::strtod(text.c_str(), nullptr);
            QCOMPARE(std::memcmp(&value, &series.bits[i], 8), 0);
          } else {
            ++not_finite;
            QCOMPARE(text, std::isnan(series.value(i)) ? std::string("NaN")
                           : series.value(i) > 0       ? std::string("Infinity")
                                                       : std::string("-Infinity"));
          }
        }
      }
    }
    QCOMPARE(points, values.size());
    QCOMPARE(points, static_cast<std::size_t>(lines.size()));
    QVERIFY(not_finite > 10);
  }

  void json_has_its_keys() {
    const json one = json::parse(to_json(m_project->report({m_run})));
    for (const char* key : {"lockstep_report", "kind", "language", "title", "subtitle", "time", "runs", "sections"})
      QVERIFY2(one.contains(key), key);
    QCOMPARE(one["lockstep_report"].get<int>(), 1);
    QCOMPARE(one["kind"].get<std::string>(), std::string("run"));
    QVERIFY(!one.contains("comparison"));
    QCOMPARE(one["runs"][0]["run"].get<std::string>(), m_run);
    QCOMPARE(one["runs"][0]["metrics"]["val/loss"]["last"].get<double>(),
             m_project->project().summary(m_run).metric("val/loss")->last);
    for (const auto& section : one["sections"])
      for (const auto& block : section["blocks"])
        QVERIFY((std::set<std::string>{"paragraph", "facts", "table", "chart", "code"}.contains(
            block["type"].get<std::string>())));
    const json two = json::parse(to_json(m_project->report({m_run, m_other}, Language::chinese)));
    QCOMPARE(two["kind"].get<std::string>(), std::string("comparison"));
    QCOMPARE(two["comparison"]["cause"].get<std::string>(), std::string("config"));
    QCOMPARE(two["runs"][1]["metrics"]["train/loss"]["last"].get<std::string>(), std::string("NaN"));
    const json made = json::parse(to_json(hand_made()));
    QCOMPARE(made["runs"][0]["metrics"]["val/loss"]["minimum"].get<std::string>(), std::string("-Infinity"));
    QCOMPARE(made["sections"][0]["blocks"][2]["rows"][0][1]["exact"].get<std::string>(),
             std::string("0.12345678901234567"));
  }

  void markdown_tables_keep_their_cells() {
    const QString text = QString::fromStdString(to_markdown(hand_made()));
    QVERIFY(!text.contains("<script>") && !text.contains("https://"));
    QVERIFY2(text.contains("| Key \\| x | Number |") && text.contains("|:--|--:|"), qPrintable(text));
    static const QRegularExpression bar("(?<!\\\\)\\|");
    for (const QString& line : text.split('\n'))
      if (line.startsWith("| &lt;script"))
        QVERIFY2(line.count(bar) == 3 || line.count(bar) == 7, qPrintable(line));  // two columns, or a curve's six
    // The fence is longer than what is inside.
    QVERIFY(text.contains("\n````diff\n+added"));
    QVERIFY(text.contains("\n````\n"));
  }

  void latex_takes_nothing_for_a_command() {
    const QString text = QString::fromStdString(to_latex(hand_made()));
    QVERIFY2(text.contains("\\$100\\% \\#1\\_a\\textasciicircum{}b\\textasciitilde{}c\\textbackslash{}d \\{e\\} "
                           "\\textbar{} \\textasciigrave{}f\\textasciigrave{}"),
             qPrintable(text));
    QCOMPARE(text.count("\\end{verbatim}"), 1);
    QVERIFY(text.contains("xeCJK"));
    QVERIFY(text.contains("{[}optional{]} {*}"));
    QVERIFY(!text.contains(QString::fromUtf8("✓")));
    const QString plain = QString::fromStdString(to_latex(m_project->report({m_run})));
    QVERIFY(!plain.contains("xeCJK") && plain.contains("\\toprule"));
    for (const QChar c : plain) QVERIFY2(c.unicode() < 0x180, qPrintable(QString(c)));  // pdflatex sets no more
  }

  void latex_compiles() {
    const QString latex = QStandardPaths::findExecutable("pdflatex");
    if (latex.isEmpty()) QSKIP("no pdflatex on this machine");
    QTemporaryDir folder;
    for (const std::vector<std::string>& runs : {std::vector<std::string>{m_run}, {m_run, m_other}}) {
      write_report(m_project->project(), m_project->report(runs), Format::latex,
                   folder.filePath("report.tex").toStdString());
      QFile document(folder.filePath("whole.tex"));
      QVERIFY(document.open(QIODevice::WriteOnly));
      document.write(
          "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs,longtable,array,textcomp}"
          "\n\\begin{document}\n\\input{report.tex}\n\\end{document}\n");
      document.close();
      QProcess process;
      process.setWorkingDirectory(folder.path());
      process.start(latex, {"-interaction=nonstopmode", "-halt-on-error", "whole.tex"});
      QVERIFY(process.waitForFinished(120000));
      QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput().right(2000).constData());
    }
  }

  void the_same_bytes_in_every_zone_and_locale() {
    const auto all = [&] {
      std::vector<std::string> out;
      for (const Language language : {Language::english, Language::chinese}) {
        for (const std::vector<std::string>& runs : {std::vector<std::string>{m_run}, {m_run, m_other, m_hostile}}) {
          const Report report = m_project->report(runs, language);
          for (std::string text :
               {to_html(report), to_markdown(report), to_latex(report), to_json(report), csv(report)})
            out.push_back(std::move(text));
        }
      }
      return out;
    };
    const auto before = all();
    QVERIFY(before == all());
    qputenv("TZ", "Asia/Tokyo");
    tzset();
    const std::string locale = std::setlocale(LC_ALL, nullptr);
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"})
      if (std::setlocale(LC_ALL, name) != nullptr) break;
    const auto after = all();
    std::setlocale(LC_ALL, locale.c_str());
    qunsetenv("TZ");
    tzset();
    QVERIFY(before == after);
  }

  void a_file_is_written_whole_or_not_at_all() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("report.html").toStdString();
    const Report report = m_project->report({m_run});
    write_report(m_project->project(), report, Format::html, file);
    write_report(m_project->project(), report, Format::html, file);  // replaces
    QFile written(QString::fromStdString(file.string()));
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll().toStdString(), to_html(report));
    QVERIFY_EXCEPTION_THROWN(
        write_report(m_project->project(), report, Format::csv, file.parent_path() / "no" / "such" / "x.csv"),
        engine::FileError);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"report.html"});
  }

  void formats_are_told_by_extensions() {
    QCOMPARE(format_of("a/b.HTML"), Format::html);
    QCOMPARE(format_of("b.tex"), Format::latex);
    for (const char* file : {"report", "report.docx", ".html.", "html"}) {
      try {
        (void)format_of(file);
        QFAIL(file);
      } catch (const engine::ValueError& error) {
        QVERIFY(QByteArray(error.what()).contains(".html, .pdf, .md, .tex, .csv, .json"));
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestReportFormats)
#include "tst_formats.moc"
