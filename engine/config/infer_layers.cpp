// The graph of layers: which feeds which, and the shapes and arguments that follow.
#include <algorithm>
#include <charconv>

#include "engine/config/settings.h"
#include "engine/schema/check.h"
#include "engine/schema/suggest.h"

namespace lockstep::engine::config {
namespace {

class LayerGraph {
 public:
  LayerGraph(Settings& settings, Context& context)
      : settings_(settings), context_(context), layers_(settings.list("model.layers")) {}

  void run() {
    settings_.layers.assign(layers_.size(), {});
    for (std::size_t i = 0; i < layers_.size(); ++i) check_name(i);
    for (std::size_t i = 0; i < layers_.size(); ++i) connect(i);
    if (!context_.facts || context_.facts->input.empty() || !context_.catalog.infer_layer) return;
    for (std::size_t i = 0; i < layers_.size(); ++i) infer(i);
    if (!layers_.empty()) check_output();
  }

 private:
  void error(const Block& block, std::string_view field, Message message) {
    context_.errors.add(block.region_of(field), block.key(field), std::move(message));
  }

  /// What its parameters are called by: the name, or else the position.
  [[nodiscard]] std::string path(std::size_t i) const {
    return layers_[i]->values.has("name") ? layers_[i]->text("name") : std::to_string(i);
  }

  void check_name(std::size_t i) {
    const Block& layer = *layers_[i];
    const std::string name = path(i);
    if (name.empty() || name == "data") {
      error(layer, "name",
            {"config.bad_name",
             "found {found}; allowed is a name that is not empty and not \"data\"",
             {{"found", schema::quote(name)}}});
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (path(j) != name) continue;
      error(layer, "name",
            {"config.duplicate",
             "found {found}, which model.layers.{other} is called already; names must differ",
             {{"found", schema::quote(name)}, {"other", std::to_string(j)}}});
      return;
    }
  }

  void connect(std::size_t i) {
    const Block& layer = *layers_[i];
    std::vector<std::int64_t>& inputs = settings_.layers[i].inputs;
    const bool one = layer.values.has("input");
    const bool several = layer.values.has("inputs");
    if (one && several) {
      error(layer, "inputs", {"config.exclusive", "found both input and inputs; allowed is one of them", {}});
    } else if (one) {
      reference(i, "input", layer.values.text("input"), inputs);
    } else if (several) {
      for (const std::string& name : layer.values.texts("inputs")) reference(i, "inputs", name, inputs);
      if (layer.values.texts("inputs").empty())
        error(layer, "inputs", {"config.out_of_range", "found []; allowed is at least one layer", {}});
    } else {
      inputs.push_back(static_cast<std::int64_t>(i) - 1);  // the layer before; of the first, the data (-1)
    }
  }

  void reference(std::size_t i, std::string_view field, const std::string& name, std::vector<std::int64_t>& inputs) {
    if (name == "data") {
      inputs.push_back(LayerConfig::data_input);
      return;
    }
    std::vector<std::string> names;
    std::int64_t found = LayerConfig::data_input;
    for (std::size_t j = 0; j < i; ++j) {  // names first, then positions
      if (layers_[j]->values.has("name")) names.push_back(path(j));
      if (path(j) == name) found = static_cast<std::int64_t>(j);
    }
    for (std::size_t j = 0; j < i && found < 0; ++j) {
      if (std::to_string(j) == name) found = static_cast<std::int64_t>(j);
    }
    if (found >= 0) {
      inputs.push_back(found);
      return;
    }
    names.emplace_back("data");
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string nearest = schema::nearest_name(name, views);
    error(*layers_[i], field,
          with(nearest.empty() ? Message{"config.unknown_layer_name", "no earlier layer is called \"{name}\"; Allowed: {allowed}, or a position from 0", {}}
                           : Message{"config.unknown_layer_name", "no earlier layer is called \"{name}\"; did you mean \"{nearest}\"? Allowed: {allowed}, or a position from 0", {}},
               {{"name", name}, {"nearest", nearest}, {"allowed", schema::join(views)}}));
  }

  [[nodiscard]] std::string who(std::int64_t index) const {
    if (index < 0) return "the data";
    const Block& layer = *layers_[static_cast<std::size_t>(index)];
    const std::string name = layer.text("name");
    return "model.layers." + std::to_string(index) + " (" + layer.text("type") +
           (name.empty() ? "" : " \"" + name + "\"") + ")";
  }

  void infer(std::size_t i) {
    Block& layer = *layers_[i];
    LayerPlace& place = settings_.layers[i];
    std::vector<Shape> shapes;
    for (const std::int64_t input : place.inputs) {
      if (input < 0) {
        shapes.push_back(context_.facts->input);
        continue;
      }
      const auto& earlier = settings_.layers[static_cast<std::size_t>(input)].inference;
      if (!earlier) return;  // its error is reported there
      shapes.push_back(earlier->output);
    }
    if (layer.spec == nullptr || shapes.empty() || !arguments_complete(layer, i)) return;
    try {
      place.inference = context_.catalog.infer_layer(layer.spec->name, arguments_of(layer), shapes);
    } catch (const Error& e) {
      mismatch(layer, place, shapes, e);
      return;
    }
    take_inferred(layer, place);
  }

  /// Whether nothing that is required is missing; the last layer's out_features follow the data.
  bool arguments_complete(Block& layer, std::size_t i) {
    for (const schema::Field& field : layer.spec->fields) {
      if (!field.required || layer.values.has(field.name) || schema::unmet_condition(field, layer.values) != nullptr)
        continue;
      const bool follows =
          i + 1 == layers_.size() && field.name == "out_features" && !layer.regions.contains(field.name);
      const std::int64_t size = context_.facts->classification ? context_.facts->classes : context_.facts->target_size;
      if (!follows || size < 1) return false;
      layer.values.set("out_features", size);
    }
    return true;
  }

  void mismatch(const Block& layer, const LayerPlace& place, const std::vector<Shape>& shapes, const Error& e) {
    std::string inputs;
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      if (k > 0) inputs += " and ";
      inputs += shapes[k].to_string() + " from " + who(place.inputs[k]);
    }
    error(layer, "",
          {"config.shape_mismatch",
           "{type} gets {inputs} (without the batch): {reason}",
           {{"type", layer.text("type")}, {"inputs", inputs}, {"reason", e.what()}}});
  }

  void take_inferred(Block& layer, LayerPlace& place) {
    for (const schema::Field& field : layer.spec->fields) {
      const auto found = place.inference->arguments.values().find(field.name);
      if (!field.inferred || found == place.inference->arguments.values().end()) continue;
      if (layer.values.has(field.name) && layer.values.values().find(field.name)->second != found->second) {
        error(layer, field.name,
              {"config.shape_mismatch",
               "found {found}, but {inputs} gives {allowed}; leave it out, or make them agree",
               {{"found", schema::to_toml(layer.values.values().find(field.name)->second)},
                {"inputs", who(place.inputs.front())},
                {"allowed", schema::to_toml(found->second)}}});
      }
      layer.values.set(std::string(field.name), found->second);
    }
  }

  /// The last layer's output against the targets.
  void check_output() {
    const auto& last = settings_.layers.back().inference;
    const Block* loss = settings_.find("loss");
    if (!last || loss == nullptr || loss->spec == nullptr || !context_.catalog.check_output) return;
    try {
      context_.catalog.check_output(loss->spec->name, arguments_of(*loss), last->output, *context_.facts);
    } catch (const Error& e) {
      error(*layers_.back(), "",
            {"config.output_mismatch",
             "the last layer gives {found} (without the batch), which doesn't suit {loss} on this data: {reason}",
             {{"found", last->output.to_string()}, {"loss", loss->text("type")}, {"reason", e.what()}}});
    }
  }

  Settings& settings_;
  Context& context_;
  std::vector<Block*> layers_;
};

}  // namespace

void infer_layers(Settings& settings, Context& context) { LayerGraph(settings, context).run(); }

}  // namespace lockstep::engine::config
