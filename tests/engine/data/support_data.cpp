#include "support_data.h"

#include <QFile>
#include <QJsonDocument>

#include <fstream>

#include "engine/core/error.h"

namespace support {

namespace fs = std::filesystem;

fs::path data_file(const std::string& relative) { return fs::path(LOCKSTEP_SOURCE_DIR) / "tests/data/data" / relative; }

const QJsonObject& expected() {
  static const QJsonObject object = [] {
    QFile file(QString::fromStdString(data_file("expected.json").string()));
    if (!file.open(QIODevice::ReadOnly)) qFatal("expected.json is missing");
    return QJsonDocument::fromJson(file.readAll()).object();
  }();
  return object;
}

std::vector<double> numbers(const QJsonValue& value) {
  std::vector<double> out;
  for (const auto& item : value.toArray()) {
    if (item.isArray()) {
      for (const double number : numbers(item)) out.push_back(number);
    } else {
      out.push_back(item.toDouble());
    }
  }
  return out;
}

fs::path Folder::write(const std::string& name, std::string_view content) const {
  const fs::path file = path() / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

void Folder::copy(const std::string& from_data, const std::string& to) const {
  fs::create_directories((path() / to).parent_path());
  fs::copy_file(data_file(from_data), path() / to);
}

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const lockstep::engine::Error& error) {
    return error.what();
  }
  return {};
}

const lockstep::engine::data::Work& work() {
  static const lockstep::engine::data::LoadContext context;
  static const lockstep::engine::data::Work value(context);
  return value;
}

Epoch read_epoch(lockstep::engine::data::Loader& loader) {
  Epoch out;
  lockstep::engine::data::Batch batch;
  while (loader.next(batch)) {
    out.indices.insert(out.indices.end(), batch.indices.begin(), batch.indices.end());
    out.inputs.insert(out.inputs.end(), batch.inputs.as<float>(), batch.inputs.as<float>() + batch.inputs.shape.numel());
    out.labels.insert(out.labels.end(), batch.targets.as<std::int64_t>(), batch.targets.as<std::int64_t>() + batch.size());
  }
  return out;
}

}  // namespace support
