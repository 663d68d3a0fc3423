// From descriptions to layers with inputs and shapes: what Network checks before it builds anything.
#include <algorithm>
#include <charconv>

#include "engine/nn/network.h"
#include "engine/schema/arguments.h"

namespace lockstep::engine::nn {

namespace {

Message at_layer(std::size_t index, Message message) {
  message.text = "layer {layer}: " + message.text;
  message.arguments.emplace_back("layer", std::to_string(index));
  return message;
}

std::size_t position_in(std::string_view text, std::size_t count) {
  std::size_t position = count;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), position);
  return error == std::errc() && end == text.data() + text.size() ? position : count;
}

class Planner {
 public:
  explicit Planner(const Shape& input) : input_(input) {}

  void add(const LayerDescription& description) {
    PlannedLayer layer;
    layer.type = &layer_type(description.type);
    layer.path = description.name.empty() ? std::to_string(layers_.size()) : description.name;
    check_path(layer.path);
    layer.inputs = inputs_of(description);
    std::vector<Shape> shapes;
    for (const std::int64_t i : layer.inputs) shapes.push_back(i < 0 ? input_ : layers_[static_cast<std::size_t>(i)].plan.output);
    layer.plan = infer_layer(description.type, schema::with_defaults(layer.type->spec, description.arguments), shapes);
    layers_.push_back(std::move(layer));
  }
  [[nodiscard]] std::size_t size() const noexcept { return layers_.size(); }
  [[nodiscard]] std::vector<PlannedLayer> take() { return std::move(layers_); }

 private:
  void check_path(const std::string& path) const {
    const bool taken = path == "data" || std::any_of(layers_.begin(), layers_.end(), [&](const PlannedLayer& l) { return l.path == path; });
    if (taken) throw ValueError(Message{"nn.layer_name", "the name \"{name}\" is taken already", {{"name", path}}});
  }

  std::vector<std::int64_t> inputs_of(const LayerDescription& description) const {
    if (description.inputs.empty()) return {static_cast<std::int64_t>(layers_.size()) - 1};
    std::vector<std::int64_t> inputs;
    for (const std::string& name : description.inputs) inputs.push_back(find_input(name));
    return inputs;
  }

  std::int64_t find_input(const std::string& name) const {
    if (name == "data") return -1;
    const auto named = std::find_if(layers_.begin(), layers_.end(), [&](const PlannedLayer& l) { return l.path == name; });
    if (named != layers_.end()) return named - layers_.begin();
    const std::size_t position = position_in(name, layers_.size());
    if (position < layers_.size()) return static_cast<std::int64_t>(position);
    throw ValueError(Message{"nn.layer_input", "its input \"{name}\" is no earlier layer's name or position, nor data", {{"name", name}}});
  }

  const Shape& input_;
  std::vector<PlannedLayer> layers_;
};

}  // namespace

LayerError::LayerError(std::size_t index, Message message) : ShapeError(at_layer(index, std::move(message))), index_(index) {}

std::vector<PlannedLayer> plan_layers(std::span<const LayerDescription> layers, const Shape& input) {
  if (layers.empty()) throw ValueError(plain_message("nn.no_layers", "a network needs at least one layer"));
  Planner planner(input);
  for (const LayerDescription& description : layers) {
    try {
      planner.add(description);
    } catch (const ShapeError& error) {
      throw LayerError(planner.size(), Message{error.message().code, description.type + ": " + error.message().text, error.message().arguments});
    } catch (const ValueError& error) {
      throw LayerError(planner.size(), error.message());
    }
  }
  return planner.take();
}

}  // namespace lockstep::engine::nn
