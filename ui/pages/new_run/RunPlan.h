// What a config will run: its data as they were read, its layers with their shapes, its steps. Computed off the GUI thread;
// values only.
#pragma once

#include <QImage>
#include <QString>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/config/config.h"
#include "ui/pages/new_run/Mistake.h"

namespace lockstep::ui {

/// A picture of the data, as it is before normalisation and augmentation.
struct SamplePicture {
  QImage image;
  QString label;
  QString origin;
};

/// What was read of the data. Immutable, shared.
struct DataPlan {
  engine::Shape sample;                ///< of one sample, before augmentation
  engine::config::DataFacts facts;     ///< likewise
  std::array<std::int64_t, 3> counts{};  ///< train, validation, test
  std::vector<std::pair<QString, std::int64_t>> classes;
  std::vector<SamplePicture> pictures;
  QStringList columns;      ///< tables: of `rows`, with their types
  QList<QStringList> rows;  ///< the first samples
};

struct LayerPlan {
  QString name;  ///< "0" or what it is called
  QString type;
  QString output;  ///< "[N, 32, 28, 28]"
  std::int64_t parameters = 0;
  QString dtype;
};

struct RunPlan {
  std::shared_ptr<const DataPlan> data;
  std::vector<LayerPlan> layers;
  std::int64_t parameters = 0;
  std::int64_t parameterBytes = 0;
  std::int64_t activationBytes = 0;  ///< of all layers' outputs for one batch
  std::int64_t steps = 0;
  std::map<std::string, engine::schema::Value> values;  ///< all settings, resolved
  std::vector<Mistake> mistakes;                        ///< where the layers don't fit the data; then the rest is empty
};

/// What the data depend on: where it is equal, they need not be read again. Files are known by size and time.
[[nodiscard]] std::string dataKey(const engine::config::RunConfig& config);

using ReadingProgress = std::function<void(std::string_view what, std::int64_t done, std::int64_t total)>;
/// @throws what Dataset::load does
[[nodiscard]] std::shared_ptr<const DataPlan> readData(const engine::config::RunConfig& config, const std::stop_token& stop, const ReadingProgress& progress);
[[nodiscard]] RunPlan planRun(const engine::config::Document& document, std::shared_ptr<const DataPlan> data);

}  // namespace lockstep::ui
