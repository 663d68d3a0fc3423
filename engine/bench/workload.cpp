#include "engine/bench/workload.h"

#include "engine/core/error.h"
#include "engine/nn/model_preset.h"

namespace lockstep::engine::bench {

namespace {

using nn::LayerDescription;

LayerDescription layer(std::string type, std::initializer_list<std::pair<std::string, schema::Value>> arguments = {}) {
  LayerDescription description{.type = std::move(type)};
  for (const auto& [name, value] : arguments) description.arguments.set(name, value);
  return description;
}

LayerDescription linear(std::int64_t out) { return layer("Linear", {{"out_features", out}}); }
LayerDescription conv(std::int64_t out) { return layer("Conv2d", {{"out_channels", out}, {"kernel_size", std::vector<std::int64_t>{3, 3}}}); }

std::vector<LayerDescription> mlp_digits() { return {linear(64), layer("ReLU"), linear(10)}; }

std::vector<LayerDescription> mlp_mnist() {
  return {layer("Flatten"), linear(512), layer("ReLU"), linear(256), layer("ReLU"), linear(10)};
}

std::vector<LayerDescription> cnn_mnist() {
  return {conv(32), layer("ReLU"), conv(64), layer("ReLU"), layer("MaxPool2d", {{"kernel_size", std::vector<std::int64_t>{2, 2}}}),
          layer("Flatten"), linear(128), layer("ReLU"), linear(10)};
}

std::vector<LayerDescription> resnet20() { return nn::expand_model_preset("resnet20", 10); }

}  // namespace

std::span<const Workload> workloads() {
  static const std::vector<Workload> all{
      {.name = "mlp-digits", .help = "64-64-10 on 32 samples: bound by overhead", .input = {64}, .batch_size = 32, .optimizer = "AdamW", .layers = mlp_digits},
      {.name = "mlp-mnist", .help = "784-512-256-10 on 128 images", .input = {1, 28, 28}, .batch_size = 128, .optimizer = "AdamW", .layers = mlp_mnist},
      {.name = "cnn-mnist", .help = "Two convolutions and two linear layers on 64 images", .input = {1, 28, 28}, .batch_size = 64, .optimizer = "AdamW", .layers = cnn_mnist},
      {.name = "resnet20-cifar", .help = "resnet20 on 128 images of 32x32", .input = {3, 32, 32}, .batch_size = 128, .optimizer = "SGD", .layers = resnet20},
  };
  return all;
}

const Workload& workload(std::string_view name) {
  std::string names;
  for (const Workload& candidate : workloads()) {
    if (candidate.name == name) return candidate;
    names += (names.empty() ? "" : ", ") + std::string(candidate.name);
  }
  throw ValueError(Message{"bench.workload", "unknown workload \"{name}\"; there are {names}", {{"name", std::string(name)}, {"names", names}}});
}

}  // namespace lockstep::engine::bench
