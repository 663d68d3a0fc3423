#include "engine/ops/copy/copy.h"

#include "engine/ops/kernel_table.h"
#include "engine/ops/tensor_list.h"

namespace lockstep::engine::ops {

void copy_many(std::span<const Tensor> destinations, std::span<const Tensor> sources, const Tensor& gate) {
  if (destinations.size() != sources.size()) throw_shape("copy_many", "expected {} tensors, received {}", destinations.size(), sources.size());
  if (destinations.empty()) return;
  if (gate.defined()) check_values("copy_many", gate, destinations[0], DType::i64, 1);
  std::vector<View> views;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    check_same_kind("copy_many", destinations[i], sources[i]);
    if (sources[i].shape() != destinations[i].shape() || sources[i].strides() != destinations[i].strides() || !is_dense(sources[i])) {
      throw_shape("copy_many", "expected a dense tensor {} with strides {}, received {} with strides {}", destinations[i].shape().to_string(),
                  destinations[i].strides().to_string(), sources[i].shape().to_string(), sources[i].strides().to_string());
    }
    views.push_back(destinations[i].view());
  }
  for (const Tensor& source : sources) views.push_back(source.view());
  Backend& backend = destinations[0].backend();
  backend.launch(backend.kernels().copy.many, static_cast<const View*>(views.data()), static_cast<std::int64_t>(sources.size()), gate.defined() ? gate.view() : View{});
  for (const Tensor& destination : destinations) destination.bump_version();
}

}  // namespace lockstep::engine::ops
