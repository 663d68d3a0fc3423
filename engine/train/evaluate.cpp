#include "engine/train/evaluate.h"

#include <limits>

#include "engine/autograd/record.h"
#include "engine/train/step_results.h"

namespace lockstep::engine::train {

void MetricSums::add(const nn::BatchMetrics& batch) {
  loss += batch.loss_sum;
  weight += batch.weight;
  samples += batch.samples;
  if (batch.correct >= 0) {
    classification = true;
    correct += batch.correct;
  }
}

MetricList MetricSums::metrics(std::string_view prefix) const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  MetricList out;
  out.emplace_back(std::string(prefix) + "/loss", weight > 0 ? loss / weight : none);
  if (classification) {
    out.emplace_back(std::string(prefix) + "/accuracy", samples > 0 ? static_cast<double>(correct) / static_cast<double>(samples) : none);
  }
  return out;
}

MetricSums evaluate(nn::Network& network, nn::Loss& loss, data::Loader& loader, Device device, std::stop_token stop,
                    const std::function<void(const data::Batch&, const Tensor& output)>& inspect, BatchInputs* inputs) {
  const autograd::NoGrad no_grad;
  MetricSums sums;
  sums.classification = loss.is_classification();
  StepResults results(device);
  data::Batch batch;
  loader.start({});
  while (loader.next(batch, stop)) {
    if (stop.stop_requested()) throw Stopped();
    nn::ForwardContext context = nn::ForwardContext::evaluation();
    const Tensor output = network.forward(inputs != nullptr ? inputs->of(batch.inputs) : Tensor::from_host(batch.inputs, device), context);
    if (batch.targets.bytes) {
      const Tensor target = Tensor::from_host(batch.targets, device);
      results.loss.copy_from(loss.compute(output, target));
      if (sums.classification) loss.count(output, target, results.counts);
      const StepValues values = results.read();
      sums.add(loss.metrics(values.loss, values.counts, output.shape(), batch.targets));
    }
    if (inspect) inspect(batch, output);
  }
  return sums;
}

}  // namespace lockstep::engine::train
