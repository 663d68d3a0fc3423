// A small catalogue of layers and the like, so that the config is tested without the engine.
#pragma once

#include "engine/config/config.h"

namespace lockstep::engine::config {

[[nodiscard]] const Catalog& test_catalog();
/// A config without mistakes: the digits, one convolution, AdamW.
[[nodiscard]] std::string good_config();

}  // namespace lockstep::engine::config
