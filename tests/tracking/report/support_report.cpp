#include "support_report.h"

#include <QFile>
#include <QRegularExpression>
#include <QtTest>
#include <fstream>

#include <fmt/format.h>

namespace lockstep::test {

using namespace tracking;

namespace {

constexpr const char* config = R"(
[data]
kind = "csv"
path = "../table.csv"
validation_fraction = 0.2
test_fraction = 0.2
batch_size = 6

[[model.layers]]
type = "Linear"
out_features = 8

[[model.layers]]
type = "ReLU"

[[model.layers]]
type = "Linear"
out_features = 2

[optimizer]
type = "SGD"
learning_rate = 0.1

[train]
epochs = 10

[reproducibility]
seed = 7
)";

}  // namespace

ReportProject::ReportProject() : project_(std::filesystem::path(folder_.path().toStdString()) / "project") {
  std::ofstream table(folder() / "table.csv");
  table << "a,b,c,target\n";
  for (int row = 0; row < 60; ++row)
    table << fmt::format("{},{},{},{}\n", row % 7, row % 5, (row * 13) % 11, row % 7 > 3 ? "yes" : "no");
}

std::string ReportProject::train(const std::string& name, const std::vector<std::string>& overrides) {
  TrainRequest request;
  request.source = {config, project_.folder() / "config.toml"};
  request.overrides = overrides;
  request.name = name;
  request.code_folder = folder();
  SessionListener quiet;
  const SessionResult result = train_run(project_, request, quiet);
  if (result.status != Status::finished) qFatal("the run failed: %s", result.reason.c_str());
  return result.run;
}

std::string ReportProject::reproduce(const std::string& run) {
  ReproduceRequest request;
  request.run = run;
  ReproductionListener quiet;
  return reproduce_run(project_, request, quiet).session.run;
}

std::string ReportProject::failed(const std::string& name) {
  const auto writer = project_.create_run({.name = name});
  writer->finish(Status::failed, "the disk is <full> & \"hot\"");
  return writer->id();
}

std::string text_of(const report::Report& report, std::string_view section) {
  std::string out;
  const auto cell = [&](const report::Cell& one) { out += one.sign + one.text + "\n"; };
  struct Visitor {
    std::string& out;
    const decltype(cell)& add;
    void operator()(const report::Paragraph& block) const { out += block.sign + block.text + "\n"; }
    void operator()(const report::Facts& block) const {
      for (const auto& fact : block.rows) out += fact.label + ": ", add(fact.value);
    }
    void operator()(const report::Table& block) const {
      out += block.caption + "\n";
      for (const auto& column : block.columns) out += column.title + "\n";
      for (const auto& row : block.rows)
        for (const auto& one : row) add(one);
    }
    void operator()(const report::Chart& block) const { out += block.title + "\n" + block.description + "\n"; }
    void operator()(const report::Code& block) const { out += block.caption + "\n" + block.text + "\n"; }
  };
  for (const auto& one : report.sections)
    if (one.id == section)
      for (const auto& block : one.blocks) std::visit(Visitor{out, cell}, block);
  return out;
}

namespace {

void collect(const std::filesystem::path& path, const char* pattern, std::set<QString>& texts) {
  QFile file(QString::fromStdString(path.string()));
  if (!file.open(QIODevice::ReadOnly)) qFatal("%s is not there", path.c_str());
  const QString source = QString::fromUtf8(file.readAll());
  // LITERALS: one text, maybe in several pieces.
  QString whole = QString::fromLatin1(pattern);
  const QRegularExpression expression(
      whole.replace(QLatin1String("LITERALS"), QLatin1String(R"re(((?:"(?:[^"\\]|\\.)*"\s*)+))re")));
  const QRegularExpression literal(QLatin1String(R"re("((?:[^"\\]|\\.)*)")re"));
  for (auto it = expression.globalMatch(source); it.hasNext();) {
    const QRegularExpressionMatch match = it.next();
    for (int i = 1; i <= match.lastCapturedIndex(); ++i) {
      QString text;
      for (auto piece = literal.globalMatch(match.captured(i)); piece.hasNext();) text += piece.next().captured(1);
      if (!text.isEmpty()) texts.insert(text);
    }
  }
}

}  // namespace

std::set<QString> texts_of_reports() {
  std::set<QString> texts;
  const std::filesystem::path root = LOCKSTEP_SOURCE_DIR;
  for (const char* folder : {"tracking/report", "ui/report"}) {
    for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
      if (entry.path().extension() != ".cpp") continue;
      collect(entry.path(), R"re(words_?\(\s*LITERALS)re", texts);
      collect(entry.path(), R"re(words_?\.count\([^"]*LITERALS,\s*LITERALS)re", texts);
    }
  }
  collect(root / "tracking/analysis/verdict.cpp", R"re("(?:verdict|cause)\.[a-z_]+",\s*LITERALS)re", texts);
  for (const char* file : {"engine/train/trainer.cpp", "engine/train/nonfinite.cpp"})
    collect(root / file, R"re("train\.(?:stopped_early|no_best|nonfinite_[a-z]+)",\s*LITERALS)re", texts);
  return texts;
}

std::string hostile_name() {
  return "<script>alert('x')</script> \"q\" & $100% #1_a^b~c\\d {e} | `f` *g* \x01\x1b[31m \xe2\x80\xae"
         "abc https://example.com/?a=1 \xe4\xb8\xad\xe6\x96\x87";
}

}  // namespace lockstep::test
