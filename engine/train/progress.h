// Where a training run stands: everything but the tensors that its future depends on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/data/loader.h"
#include "engine/train/evaluate.h"
#include "engine/train/monitor.h"

namespace lockstep::engine::train {

/// The optimizer step that is being put together from micro-batches.
struct Window {
  std::int64_t batches = 0;
  std::int64_t samples = 0;
  double loss = 0;    ///< Σ loss × weight
  double weight = 0;
  std::uint64_t hash = 0;
};

struct Progress {
  std::int64_t step = 0;        ///< steps done
  data::Position position;      ///< of the next micro-batch
  Window window;
  bool epoch_done = false;      ///< its last step is done, its evaluation is not
  MetricSums epoch;             ///< of the epoch so far
  Monitor monitor;
  bool nonfinite_seen = false;
  bool stopped_early = false;

  /// JSON; doubles as the bits that they are.
  [[nodiscard]] std::string to_json() const;
  /// @throws FileError for text that to_json() of this or an older version did not write
  [[nodiscard]] static Progress from_json(std::string_view json, const std::string& file);
};

}  // namespace lockstep::engine::train
