// What the data tests share: files of tests/data/data, files written on the spot, and the text of an error.
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/files.h"
#include "engine/data/loader.h"

namespace support {

[[nodiscard]] std::filesystem::path data_file(const std::string& relative);
/// tests/data/data/expected.json, which make.py wrote.
[[nodiscard]] const QJsonObject& expected();
[[nodiscard]] std::vector<double> numbers(const QJsonValue& array);

/// A folder that lasts as long as the object.
class Folder {
 public:
  std::filesystem::path write(const std::string& name, std::string_view content) const;
  void copy(const std::string& from_data, const std::string& to) const;
  [[nodiscard]] std::filesystem::path path() const { return folder_.path().toStdString(); }

 private:
  QTemporaryDir folder_;
};

/// The text of what f throws; "" when it throws nothing of ours.
[[nodiscard]] std::string error_of(const std::function<void()>& f);
[[nodiscard]] inline bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

[[nodiscard]] const lockstep::engine::data::Work& work();

/// All batches of the part from `from` to the epoch's end, as one flat list of values and one of targets.
struct Epoch {
  std::vector<std::int64_t> indices;
  std::vector<float> inputs;
  std::vector<std::int64_t> labels;
  friend bool operator==(const Epoch&, const Epoch&) = default;
};
[[nodiscard]] Epoch read_epoch(lockstep::engine::data::Loader& loader);

}  // namespace support

#define VERIFY_CONTAINS(text, part) QVERIFY2(support::contains(text, part), (text).c_str())
