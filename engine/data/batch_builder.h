// One batch from its place in the epoch's order: a pure function, the same on any thread.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>

#include "engine/data/augment/augment.h"
#include "engine/data/loader.h"
#include "engine/data/normalize.h"

namespace lockstep::engine::data {

/// A thread's buffers.
struct Scratch {
  std::vector<std::byte> sample;
  std::vector<std::byte> a;
  std::vector<std::byte> b;
};

class BatchBuilder {
 public:
  BatchBuilder(std::shared_ptr<const Dataset> dataset, bool augment, std::uint64_t augment_seed, Inputs inputs);

  [[nodiscard]] Scratch scratch() const;
  /// Fills `batch` from `indices`, the samples from `position` on of `epoch`'s order. Memory that something else still
  /// holds is left to it and new memory taken. @throws Stopped between samples, DataError naming the sample's file
  void build(std::int64_t epoch, std::int64_t position, std::span<const std::int64_t> indices, Scratch& scratch, Batch& batch,
             const std::stop_token& stop) const;

 private:
  void write_inputs(std::int64_t epoch, std::int64_t position, std::span<const std::int64_t> indices, Scratch& scratch, HostArray& inputs,
                    const std::stop_token& stop) const;
  void write_targets(std::span<const std::int64_t> indices, HostArray& targets) const;

  std::shared_ptr<const Dataset> dataset_;
  AugmentChain augment_;
  std::uint64_t augment_seed_;
  Inputs inputs_;
  Normalizer normalizer_;
  std::optional<ImageView> crop_from_;  ///< without augmentation, but with a cropped input: the middle is taken
};

}  // namespace lockstep::engine::data
