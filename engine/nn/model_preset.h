// Models by name: `[model] preset = "resnet20"`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/nn/network.h"

namespace lockstep::engine::nn {

struct ModelPreset {
  std::string_view name;
  std::string_view help;
  /// `outputs`: classes, or target values of a regression.
  std::vector<LayerDescription> (*layers)(std::int64_t outputs);
};

[[nodiscard]] std::span<const ModelPreset> model_presets();
/// The layers of a preset. @throws ValueError listing the presets
[[nodiscard]] std::vector<LayerDescription> expand_model_preset(std::string_view name, std::int64_t outputs);

}  // namespace lockstep::engine::nn
