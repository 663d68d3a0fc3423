#include "support_experiment.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QtTest>
#include <fstream>

#include <fmt/format.h>

namespace lockstep::test {

Experiment::Experiment() : project_(std::filesystem::path(folder_.path().toStdString()) / "project") {}

void Experiment::write_table() {
  std::vector<std::string> lines;
  std::string header;
  for (int column = 0; column < 64; ++column) header += fmt::format("x{},", column);
  lines.push_back(header + "class");
  for (int row = 0; row < table_rows; ++row) {
    std::string line;
    for (int column = 0; column < 64; ++column) line += fmt::format("{},", ((row * 37 + column * 101) % 256) / 256.0);
    lines.push_back(line + (row % 3 == 0 ? "a" : row % 3 == 1 ? "b" : "c"));
  }
  write_lines(lines);
}

std::vector<std::string> Experiment::table_lines() const {
  std::ifstream file(folder() / "table.csv");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

void Experiment::write_lines(const std::vector<std::string>& lines) const {
  std::ofstream file(folder() / "table.csv");
  for (const std::string& line : lines) file << line << '\n';
}

void Experiment::write_picture(const QString& path, int number) const {
  QImage image(12, 12, QImage::Format_Grayscale8);
  for (int y = 0; y < 12; ++y)
    for (int x = 0; x < 12; ++x) image.setPixelColor(x, y, QColor::fromHsv(0, 0, (number * 53 + x * 17 + y * 29) % 256));
  QDir().mkpath(QFileInfo(path).path());
  QVERIFY(image.save(path, nullptr, 100));
}

void Experiment::write_pictures(int each, const char* extension, bool reversed) const {
  QDir(folder_.filePath("pictures")).removeRecursively();
  for (int i = 0; i < 2 * each; ++i) {
    const int number = reversed ? 2 * each - 1 - i : i;
    write_picture(folder_.filePath(QStringLiteral("pictures/%1/%2.%3").arg(number < each ? "cat" : "dog").arg(number % each, 3, 10, QLatin1Char('0')).arg(extension)), number);
  }
}

namespace {

constexpr const char* rest = R"(
[optimizer]
type = "SGD"
learning_rate = 0.05

[train]
epochs = 2

[reproducibility]
seed = 7
)";

}  // namespace

std::string Experiment::table_config(const std::string& more) {
  return std::string(R"(
[data]
kind = "csv"
path = "../table.csv"
sampler = "sequential"
normalize = "none"
batch_size = 8

[[model.layers]]
type = "Linear"
out_features = 32

[[model.layers]]
type = "ReLU"

[[model.layers]]
type = "Dropout"
p = 0.2

[[model.layers]]
type = "Linear"
out_features = 3
)") + rest + more;
}

std::string Experiment::picture_config(const std::string& more) {
  return std::string(R"(
[data]
kind = "images"
path = "../pictures"
sampler = "sequential"
normalize = "none"
batch_size = 4

[[data.augment]]
type = "RandomCrop"
padding = 2

[[model.layers]]
type = "Flatten"

[[model.layers]]
type = "Linear"
out_features = 2
)") + rest + more;
}

std::string Experiment::train(const std::string& config, const std::vector<std::string>& overrides) {
  tracking::TrainRequest request;
  request.source = {config, project_.folder() / "config.toml"};
  request.overrides = overrides;
  request.name = "original";
  request.code_folder = folder();
  tracking::SessionListener quiet;
  const tracking::SessionResult result = tracking::train_run(project_, request, quiet);
  if (result.status != tracking::Status::finished) qFatal("the run failed: %s", result.reason.c_str());
  return result.run;
}

tracking::ReproductionResult Experiment::reproduce(tracking::ReproduceRequest request) {
  tracking::ReproductionListener quiet;
  return tracking::reproduce_run(project_, request, quiet);
}

}  // namespace lockstep::test
