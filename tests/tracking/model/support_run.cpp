#include "support_run.h"

#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

namespace fs = std::filesystem;
using namespace lockstep;

Workshop::Workshop() {
  qputenv("XDG_CACHE_HOME", folder_.filePath("cache").toUtf8());
  project_ = std::make_unique<tracking::Project>(path("project"));
}

fs::path Workshop::write(std::string_view name, std::string_view text) const {
  const fs::path file = path(name);
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("can't write " + file.string());
  return file;
}

fs::path Workshop::write_npy(std::string_view name, const std::vector<float>& values, std::string_view shape) const {
  std::string header = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': {}, }}", shape);
  header.append(64 - (10 + header.size() + 1) % 64, ' ');
  header += '\n';
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(header.size() & 0xFFU);
  text += static_cast<char>(header.size() >> 8U);
  text += header;
  text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  return write(name, text);
}

tracking::SessionResult Workshop::train(const std::string& config) {
  tracking::TrainRequest request;
  request.source = {config, path("config.toml")};
  request.code_folder = path("");
  request.threads = 1;
  tracking::SessionListener listener;
  tracking::SessionResult result = tracking::train_run(*project_, request, listener);
  if (result.error) std::rethrow_exception(result.error);
  return result;
}

tracking::TrainedModel Workshop::open(const std::string& run, const std::string& weights) {
  return tracking::TrainedModel::open(*project_, project_->find(run), {.weights = weights, .threads = 1});
}

std::string flowers_csv(int rows, bool with_target) {
  static constexpr const char* colours[] = {"red", "white", "blue"};
  static constexpr const char* kinds[] = {"aster", "be\"gonia", "rose, wild"};
  std::string out = with_target ? "width,height,colour,kind\n" : "width,height,colour\n";
  for (int i = 0; i < rows; ++i) {
    const int kind = i * 7 % 3;
    const double width = kind + 0.31 * ((i * 37) % 11) / 11.0;
    const double height = 2.0 - 0.5 * kind + 0.43 * ((i * 53) % 13) / 13.0;
    std::string target(kinds[kind]);
    if (const std::size_t quote = target.find('"'); quote != std::string::npos) target.insert(quote, "\"");
    out += fmt::format("{:.3f},{:.3f},{}", width, height, colours[(i / 3 + kind) % 3]);
    if (with_target) out += fmt::format(",\"{}\"", target);
    out += '\n';
  }
  return out;
}

std::string flowers_config() {
  return R"(config_version = 1
[run]
name = "flowers"
[data]
kind = "csv"
path = "flowers.csv"
target = "kind"
validation_fraction = 0.2
test_fraction = 0.25
batch_size = 16
[[model.layers]]
type = "Linear"
out_features = 8
[[model.layers]]
type = "BatchNorm1d"
[[model.layers]]
type = "ReLU"
[[model.layers]]
type = "Linear"
out_features = 3
[optimizer]
type = "SGD"
learning_rate = 0.05
[train]
epochs = 4
checkpoint_interval = 3
[reproducibility]
seed = 7
)";
}
