#include "engine/nn/model_preset.h"

#include <array>

#include "engine/nn/layers/infer.h"

namespace lockstep::engine::nn {

namespace {

/// Collects layers under names.
class Builder {
 public:
  void add(std::string type, std::string name, std::initializer_list<std::pair<std::string, schema::Value>> arguments = {},
           std::vector<std::string> inputs = {}) {
    LayerDescription layer{.type = std::move(type), .name = std::move(name), .inputs = std::move(inputs)};
    for (const auto& [key, value] : arguments) layer.arguments.set(key, value);
    layers_.push_back(std::move(layer));
  }
  [[nodiscard]] std::vector<LayerDescription> take() { return std::move(layers_); }

 private:
  std::vector<LayerDescription> layers_;
};

void add_convolution(Builder& model, const std::string& name, std::int64_t channels, std::int64_t kernel, std::int64_t stride,
                     std::vector<std::string> inputs = {}) {
  model.add("Conv2d", name, {{"out_channels", channels}, {"kernel_size", ints({kernel, kernel})}, {"stride", ints({stride, stride})},
                             {"padding", ints({kernel / 2, kernel / 2})}, {"bias", false}}, std::move(inputs));
}

/// He et al. 2015, section 4.2: two 3×3 convolutions and a shortcut, which is a 1×1 convolution where shapes change.
/// The names are those that PyTorch gives to such a block ("3.conv1.weight", "6.shortcut.0.weight").
std::string add_residual_block(Builder& model, const std::string& name, const std::string& input, std::int64_t channels, std::int64_t stride, bool same_shape) {
  add_convolution(model, name + ".conv1", channels, 3, stride, {input});
  model.add("BatchNorm2d", name + ".bn1");
  model.add("ReLU", name + ".relu1");
  add_convolution(model, name + ".conv2", channels, 3, 1);
  model.add("BatchNorm2d", name + ".bn2");
  std::string shortcut = input;
  if (!same_shape) {
    add_convolution(model, name + ".shortcut.0", channels, 1, stride, {input});
    shortcut = name + ".shortcut.1";
    model.add("BatchNorm2d", shortcut);
  }
  model.add("Add", name + ".add", {}, {name + ".bn2", shortcut});
  model.add("ReLU", name + ".relu2");
  return name + ".relu2";
}

/// Three stages of `blocks` residual blocks with 16, 32 and 64 channels: 6 blocks + 2 layers with weights.
std::vector<LayerDescription> cifar_resnet(std::int64_t blocks, std::int64_t outputs) {
  Builder model;
  add_convolution(model, "0", 16, 3, 1);
  model.add("BatchNorm2d", "1");
  model.add("ReLU", "2");
  std::string last = "2";
  std::int64_t channels = 16;
  std::int64_t index = 3;
  for (const std::int64_t width : {16, 32, 64}) {
    for (std::int64_t block = 0; block < blocks; ++block) {
      const std::int64_t stride = block == 0 && width > 16 ? 2 : 1;
      last = add_residual_block(model, std::to_string(index++), last, width, stride, stride == 1 && channels == width);
      channels = width;
    }
  }
  model.add("AdaptiveAvgPool2d", std::to_string(index), {{"output_size", ints({1, 1})}});
  model.add("Flatten", std::to_string(index + 1));
  model.add("Linear", std::to_string(index + 2), {{"out_features", outputs}});
  return model.take();
}

constexpr std::array presets{
    ModelPreset{"resnet20", "Residual network of He et al. 2015 for images of 32×32: 0.27 M parameters", [](std::int64_t outputs) { return cifar_resnet(3, outputs); }},
    ModelPreset{"resnet32", "The same with five blocks a stage: 0.47 M parameters", [](std::int64_t outputs) { return cifar_resnet(5, outputs); }},
    ModelPreset{"resnet56", "The same with nine blocks a stage: 0.85 M parameters", [](std::int64_t outputs) { return cifar_resnet(9, outputs); }},
};

}  // namespace

std::span<const ModelPreset> model_presets() { return presets; }

std::vector<LayerDescription> expand_model_preset(std::string_view name, std::int64_t outputs) {
  std::string names;
  for (const ModelPreset& preset : presets) {
    if (preset.name == name) return preset.layers(outputs);
    names += (names.empty() ? "" : ", ") + std::string(preset.name);
  }
  throw ValueError(Message{"nn.unknown_preset", "unknown model preset \"{name}\"; there are {names}", {{"name", std::string(name)}, {"names", names}}});
}

}  // namespace lockstep::engine::nn
