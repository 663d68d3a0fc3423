#include "tracking/model/prediction.h"

#include <optional>

#include <fmt/format.h>

#include "engine/autograd/record.h"
#include "engine/data/dataset.h"
#include "engine/data/loader.h"
#include "engine/train/experiment.h"
#include "tracking/model/model_output.h"

namespace lockstep::tracking {

namespace {

using engine::Message;
using engine::data::Batch;
using engine::data::Dataset;
using engine::data::LoadContext;

/// Reads inputs one by one only to say what is wrong with each of them.
void throw_all_problems(const engine::data::Preprocessing& preprocessing, const std::vector<std::filesystem::path>& inputs, const LoadContext& context) {
  std::vector<std::string> problems;
  for (const std::filesystem::path& input : inputs) {
    try {
      (void)Dataset::load_with(preprocessing, {input}, false, context);
    } catch (const engine::DataError& error) {
      problems.emplace_back(error.what());
    } catch (const engine::FileError& error) {
      problems.emplace_back(error.what());
    }
  }
  if (problems.size() < 2) return;
  throw engine::DataError(Message{"predict.inputs", "{bad} of {all} inputs can't be used:\n{problems}",
                                  {{"bad", std::to_string(problems.size())}, {"all", std::to_string(inputs.size())}, {"problems", fmt::format("{}", fmt::join(problems, "\n"))}}});
}

std::shared_ptr<const Dataset> read_inputs(const engine::data::Preprocessing& preprocessing, const std::vector<std::filesystem::path>& inputs, const LoadContext& context) {
  try {
    return Dataset::load_with(preprocessing, inputs, false, context);
  } catch (const engine::DataError&) {
    throw_all_problems(preprocessing, inputs, context);
    throw;
  } catch (const engine::FileError&) {
    throw_all_problems(preprocessing, inputs, context);
    throw;
  }
}

std::vector<float> row_of(const std::vector<float>& rows, std::size_t row, std::size_t width) {
  const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(row * width);
  return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

}  // namespace

void predict(TrainedModel& model, const std::vector<std::filesystem::path>& inputs, const std::function<void(const Prediction&)>& result, const LoadContext& context) {
  const bool classification = model.preprocessing().classification;
  const std::shared_ptr<const Dataset> dataset = read_inputs(model.preprocessing(), inputs, context);
  engine::data::Loader loader(dataset, engine::data::Part::test, engine::train::evaluation_loader_options(model.config()));
  const engine::autograd::NoGrad no_grad;
  Batch batch;
  while (loader.next(batch, context.stop)) {
    engine::nn::ForwardContext forward = engine::nn::ForwardContext::evaluation();
    const engine::Tensor output = model.network().forward(engine::Tensor::from_host(batch.inputs, model.device()), forward);
    const std::vector<float> values = classification ? class_probabilities(output) : predicted_values(output, model.loss().type());
    const std::vector<std::int64_t> labels = classification ? predicted_classes(output) : std::vector<std::int64_t>();
    const std::size_t width = values.size() / static_cast<std::size_t>(batch.size());
    for (std::size_t i = 0; i < batch.indices.size(); ++i) {
      Prediction prediction;
      prediction.input = dataset->origin(batch.indices[i]);
      if (classification) prediction.label = labels[i];
      (classification ? prediction.probabilities : prediction.values) = row_of(values, i, width);
      result(prediction);
    }
  }
}

}  // namespace lockstep::tracking
