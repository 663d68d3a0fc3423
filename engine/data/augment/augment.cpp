// The chain, and the one list of augmentations.
#include "engine/data/augment/augment.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/data/augment/types.h"

namespace lockstep::engine::data {

std::span<const AugmentType> augment_types() {
  static const std::array<AugmentType, 5> types{random_crop_type(), random_horizontal_flip_type(), random_vertical_flip_type(), random_rotation_type(),
                                                random_translation_type()};
  return types;
}

AugmentChain::AugmentChain(const std::vector<AugmentConfig>& configs, const Shape& sample_shape, DType dtype) : dtype_(dtype) {
  shapes_.push_back(sample_shape);
  for (const AugmentConfig& config : configs) {
    if (sample_shape.size() != 3) {
      throw ValueError(Message{"data.augment_table", "data.augment: {type} is for images; these samples are {shape}",
                               {{"type", config.type}, {"shape", sample_shape.to_string()}}});
    }
    const auto types = augment_types();
    const auto type = std::find_if(types.begin(), types.end(), [&](const AugmentType& t) { return t.spec.name == config.type; });
    if (type == types.end()) {
      std::string names;
      for (const AugmentType& t : types) names += fmt::format("{}{}", names.empty() ? "" : ", ", t.spec.name);
      throw ValueError(Message{"data.unknown_augment", "unknown augmentation \"{type}\"; allowed are {names}", {{"type", config.type}, {"names", names}}});
    }
    steps_.push_back(type->make(config.arguments));
    shapes_.push_back(steps_.back()->output_shape(shapes_.back()));
  }
  for (const Shape& shape : shapes_) {
    buffer_bytes_ = std::max(buffer_bytes_, static_cast<std::size_t>(shape.numel()) * item_size(dtype));
  }
}

const std::byte* AugmentChain::apply(const std::byte* sample, std::byte* a, std::byte* b, const RandomStream& stream, std::int64_t position) const {
  const std::byte* current = sample;
  std::byte* out = a;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Shape& shape = shapes_[i];
    const Draws draws(stream, position, i * draws_per_augment);
    steps_[i]->apply({current, shape[1], shape[2], shape[0], dtype_}, out, draws);
    current = out;
    out = out == a ? b : a;
  }
  return current;
}

}  // namespace lockstep::engine::data
