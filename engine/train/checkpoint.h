// Checkpoints: one safetensors file that holds parameters, buffers, optimizer state and partial gradients as tensors, and
// where the run stands as JSON in its metadata. One file, so that it is whole or not there.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "engine/io/safetensors.h"
#include "engine/train/experiment.h"
#include "engine/train/progress.h"

namespace lockstep::engine::train {

/// What says which run a checkpoint belongs to; compared when it is resumed.
using CheckpointIdentity = std::map<std::string, std::string>;

/// Everything that resuming needs. @throws FileError
void save_checkpoint(const std::filesystem::path& path, const Experiment& experiment, const Progress& progress, const CheckpointIdentity& identity);
/// Puts everything back. @throws FileError for a file that is damaged or is not this model's
[[nodiscard]] Progress load_checkpoint(const std::filesystem::path& path, Experiment& experiment);

/// Where a checkpoint stands, without a model to put it in. @throws FileError
[[nodiscard]] Progress checkpoint_progress(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path checkpoint_file(const std::filesystem::path& folder, const std::string& kind);

/// The model's tensors of a checkpoint under PyTorch's names ("0.weight"); of any other safetensors file all tensors.
[[nodiscard]] nn::NamedTensors model_state(const io::Safetensors& file);
/// Copies the weights of a checkpoint, or of any safetensors file, into a network where name and shape match.
nn::LoadReport load_weights(const std::filesystem::path& path, nn::Network& network);

}  // namespace lockstep::engine::train
