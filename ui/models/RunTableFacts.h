// What a run's record says that its row in the catalogue doesn't, as far as the table shows it: its model, data set, config.
#pragma once

#include <QString>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tracking/store/types.h"
#include "ui/widgets/Background.h"

namespace lockstep::tracking {
class Project;
}

namespace lockstep::ui {

struct ConfigValue {
  QString text;
  std::optional<double> number;
};

struct RunRowFacts {
  QString model;         ///< the preset's name, or the layers with parameters: "3 Linear"
  QString modelDetails;  ///< one line a layer
  QString dataset;
  std::int64_t changedFiles = 0;                             ///< of the code, when it was not as committed
  std::map<std::string, ConfigValue, std::less<>> config = {};  ///< by dotted key, without the layers
};

/// Any thread. A record that is damaged or not there yet leaves its part empty.
[[nodiscard]] RunRowFacts readFacts(const tracking::Project& project, const std::string& run);

/// Reads the facts of runs on a worker thread, each when it is first wanted and again when its record has grown.
class RunFactsReader {
 public:
  using Batch = std::vector<std::pair<std::string, std::shared_ptr<const RunRowFacts>>>;

  /// `take` hears of what was read, on the thread that calls want().
  RunFactsReader(std::filesystem::path project, std::function<void(const Batch&)> take);
  void want(const std::vector<tracking::RunSummary>& runs);

 private:
  void readOn();

  std::filesystem::path m_project;
  std::function<void(const Batch&)> m_take;
  std::unordered_map<std::string, std::uint64_t> m_asked;  ///< by run, what of its record was there
  std::vector<std::string> m_waiting;
  Background<Batch> m_background;
};

}  // namespace lockstep::ui
