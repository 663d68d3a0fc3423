// A model's weights as a file that PyTorch reads: safetensors with the tensors' names and layouts of torch.nn, and everything
// that is needed to use them in its metadata.
#pragma once

#include <filesystem>
#include <string>

#include "engine/io/safetensors.h"
#include "tracking/model/trained_model.h"

namespace lockstep::tracking {

/// What an exported file says about where its weights come from.
struct ExportOrigin {
  std::string run;
  std::string name;
  std::string config_hash;
  std::string weights;  ///< "best", "last"
  std::int64_t step = 0;
};

/// The tensors are those of state_dict(): "0.weight" [out, in, kH, kW], "1.running_mean", "1.num_batches_tracked". Metadata,
/// all of it text: "format" "pt"; "lockstep_export" the version of this form; "run", "name", "config_hash", "weights", "step";
/// "classes" a JSON list of their names in label order (absent for a regression); "preprocessing" as the run recorded it;
/// "model" {"input": shape, "layers": [{"path", "type", "inputs": [-1 is the data], "arguments": {PyTorch's names},
/// "output": shape, "parameters"}], "parameters"}. Shapes are without the batch dimension.
[[nodiscard]] engine::io::Safetensors export_content(const engine::nn::Network& network, const engine::data::Preprocessing& preprocessing, const ExportOrigin& origin);

/// The same model gives the same bytes; the file is whole or not there. @throws FileError
void export_model(const TrainedModel& model, const std::filesystem::path& output);

}  // namespace lockstep::tracking
