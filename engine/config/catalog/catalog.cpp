#include "engine/config/catalog/catalog.h"

#include <map>

#include "engine/data/augment/augment.h"
#include "engine/data/known.h"
#include <algorithm>

#include "engine/nn/layer_type.h"
#include "engine/nn/loss_type.h"
#include "engine/nn/model_preset.h"
#include "engine/optim/optimizer.h"
#include "engine/optim/schedule.h"

namespace lockstep::engine::config {
namespace {

/// What the known data sets hold, so that a model is checked before a byte of them is read.
const std::map<std::string_view, DataFacts>& facts_of_known() {
  static const std::map<std::string_view, DataFacts> facts{
      {"digits", {.input = {1, 8, 8}, .classes = 10}},
      {"fashion-mnist", {.input = {1, 28, 28}, .classes = 10}},
  };
  return facts;
}

std::vector<KnownDataset> datasets() {
  std::vector<KnownDataset> out;
  for (const data::KnownDataset& known : data::known_dataset_table()) {
    const auto facts = facts_of_known().find(known.name);
    out.push_back({known.name, known.help, known.validation_fraction, known.test_fraction, known.test_fraction == 0,
                   facts == facts_of_known().end() ? DataFacts{} : facts->second});
  }
  return out;
}

std::vector<schema::TypeSpec> augment_specs() {
  std::vector<schema::TypeSpec> out;
  for (const data::AugmentType& type : data::augment_types()) out.push_back(type.spec);
  return out;
}

LayerInference infer_layer(std::string_view type, const schema::Arguments& arguments, std::span<const Shape> inputs) {
  nn::LayerPlan plan = nn::infer_layer(type, arguments, inputs);
  return {plan.output, std::move(plan.arguments), plan.parameters};
}

void check_output(std::string_view loss, const schema::Arguments& arguments, const Shape& output,
                  const DataFacts& facts) {
  const auto types = nn::loss_types();
  const auto type = std::find_if(types.begin(), types.end(), [&](const nn::LossType& t) { return t.spec.name == loss; });
  if (type != types.end() && type->classification && !facts.classification) {
    throw ValueError(Message{"config.loss_kind", "{loss} needs classes, but the target is a real number; use MSELoss, or read the target as text",
                             {{"loss", std::string(loss)}}});
  }
  // One logit may stand for two classes; every other loss of numbers would take labels for quantities.
  if (type != types.end() && !type->classification && facts.classification && !(loss == "BCEWithLogitsLoss" && facts.classes == 2)) {
    throw ValueError(Message{"config.loss_kind", "{loss} compares numbers, but the target has {classes} classes; use CrossEntropyLoss",
                             {{"loss", std::string(loss)}, {"classes", std::to_string(facts.classes)}}});
  }
  nn::make_loss(loss, arguments)->check_output(output, facts.classification ? facts.classes : facts.target_size);
}

std::vector<PresetLayer> expand_preset(std::string_view preset, std::int64_t outputs) {
  std::vector<PresetLayer> out;
  for (nn::LayerDescription& layer : nn::expand_model_preset(preset, outputs)) {
    out.push_back({std::move(layer.type), std::move(layer.name), std::move(layer.inputs), std::move(layer.arguments)});
  }
  return out;
}

Shape augmented_shape(const std::vector<AugmentConfig>& augments, const Shape& sample) {
  std::vector<data::AugmentConfig> configs;
  for (const AugmentConfig& augment : augments) configs.push_back({augment.type, augment.arguments});
  return data::AugmentChain(configs, sample, DType::u8).output_shape();
}

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> out;
  for (const nn::ModelPreset& preset : nn::model_presets()) out.push_back(preset.name);
  return out;
}

}  // namespace

const Catalog& catalog() {
  static const std::vector<schema::TypeSpec> augments = augment_specs();
  static const std::vector<KnownDataset> known = datasets();
  static const Catalog all{
      nn::layer_specs(), nn::loss_specs(), optim::optimizer_specs(), optim::schedule_specs(), augments,       known,
      infer_layer,       check_output,     preset_names(),           expand_preset,           augmented_shape};
  return all;
}

}  // namespace lockstep::engine::config
