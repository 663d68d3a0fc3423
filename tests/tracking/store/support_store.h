// What the store's tests share: a project in a temporary folder, the text of an error, a child process.
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "tracking/store/project.h"

namespace lockstep::tracking::testing {

/// A folder with a name that breaks careless code; gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  QTemporaryDir folder_;
  std::filesystem::path path_;
};

/// The English text of the engine::Error that `body` throws; empty when it throws none.
[[nodiscard]] std::string error_of(const std::function<void()>& body);

/// Runs `body` in a child process, which ends with exit code 0, or 1 when it throws. Returns its pid.
[[nodiscard]] int start_child(const std::function<void()>& body);
/// Its exit code, or -signal.
[[nodiscard]] int wait_for_child(int pid);

/// Records steps first … last of `train/loss` = 1/step with batch hash and checksum made of the step.
void record_steps(RunWriter& writer, std::int64_t first, std::int64_t last);

/// The answer of Debian's own sqlite3 program, so that the store is not asked about itself.
[[nodiscard]] std::string sqlite(const std::filesystem::path& database, const std::string& sql);

}  // namespace lockstep::tracking::testing
