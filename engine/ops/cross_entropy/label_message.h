// What is said of a label that is none of the classes, by every backend.
#pragma once

#include <cstdint>
#include <string>

#include "engine/core/error.h"

namespace lockstep::engine::kernels::cross_entropy {

[[nodiscard]] inline Message label_message(std::int64_t classes, std::int64_t label, std::int64_t sample) {
  return {"loss.label",
          "[cross_entropy] expected labels from 0 to {most}, received {label} for sample {sample} of the batch. Check the target column "
          "and the model's number of outputs",
          {{"most", std::to_string(classes - 1)}, {"label", std::to_string(label)}, {"sample", std::to_string(sample)}}};
}

}  // namespace lockstep::engine::kernels::cross_entropy
