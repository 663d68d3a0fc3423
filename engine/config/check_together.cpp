// The rules between settings that no single field can say, and the defaults that follow from other settings.
#include <algorithm>
#include <filesystem>

#include "engine/config/settings.h"
#include "engine/schema/check.h"
#include "engine/schema/suggest.h"

namespace lockstep::engine::config {
namespace {

const KnownDataset* known_dataset(const Catalog& catalog, std::string_view name) {
  const auto found = std::find_if(catalog.datasets.begin(), catalog.datasets.end(),
                                  [&](const KnownDataset& d) { return d.name == name; });
  return found == catalog.datasets.end() ? nullptr : &*found;
}

/// Exactly one of two keys, or at most one where `required` is false.
void one_of_two(const Block& block, std::string_view a, std::string_view b, bool required, Context& context) {
  const bool has_a = block.regions.contains(a);  // written, if only with a mistake
  const bool has_b = block.regions.contains(b);
  const Message::Argument name_a{"a", std::string(a)};
  const Message::Argument name_b{"b", std::string(b)};
  if (has_a && has_b) {
    context.errors.add(block.region_of(b), block.key(b),
                       {"config.exclusive", "found both {a} and {b}; allowed is one of them", {name_a, name_b}});
  } else if (required && !has_a && !has_b) {
    context.errors.add(block.region, block.key(a),
                       {"config.missing", "required, but missing; allowed is one of {a} and {b}", {name_a, name_b}});
  }
}

void check_dataset_name(const Block& data, Context& context) {
  std::vector<std::string_view> names;
  for (const KnownDataset& known : context.catalog.datasets) names.push_back(known.name);
  const std::string name = data.text("dataset");
  const std::string nearest = schema::nearest_name(name, names);
  context.errors.add(
      data.region_of("dataset"), data.key("dataset"),
      with(nearest.empty() ? Message{"config.unknown_dataset", "unknown data set \"{name}\"; known: {allowed}, or kind and path", {}}
                           : Message{"config.unknown_dataset", "unknown data set \"{name}\"; did you mean \"{nearest}\"? Known: {allowed}, or kind and path", {}},
           {{"name", name}, {"nearest", nearest}, {"allowed", schema::join(names)}}));
}

/// Where a known data set has its own split, its fractions are the defaults.
void known_dataset_defaults(Block& data, Context& context) {
  if (!data.values.has("dataset")) return;
  const KnownDataset* known = known_dataset(context.catalog, data.values.text("dataset"));
  if (known == nullptr) {
    check_dataset_name(data, context);
    return;
  }
  if (!data.regions.contains("validation_fraction")) data.values.set("validation_fraction", known->validation_fraction);
  if (!data.regions.contains("test_fraction"))
    data.values.set("test_fraction", known->has_test_part ? 0.0 : known->test_fraction);
  if (known->has_test_part && data.values.has("test_fraction") && data.values.real("test_fraction") > 0) {
    context.errors.add(data.region_of("test_fraction"), data.key("test_fraction"),
                       {"config.not_applicable",
                        "{dataset} has a test part of its own; leave it out",
                        {{"dataset", std::string(known->name)}}});
  }
}

void check_part(const Block& data, const std::string& part, Context& context) {
  const std::string fraction = part + "_fraction";
  const std::string path = part + "_path";
  if (data.values.has(path) && data.values.has(fraction) && data.values.real(fraction) > 0) {
    context.errors.add(
        data.region_of(fraction), data.key(fraction),
        {"config.exclusive", "found both {a} and {b}; allowed is one of them", {{"a", path}, {"b", fraction}}});
  }
}

void check_data(Block& data, Context& context) {
  one_of_two(data, "dataset", "kind", true, context);
  known_dataset_defaults(data, context);
  check_part(data, "validation", context);
  check_part(data, "test", context);
  const double held_out = (data.values.has("validation_fraction") ? data.values.real("validation_fraction") : 0) +
                          (data.values.has("test_fraction") ? data.values.real("test_fraction") : 0);
  if (held_out >= 1) {
    context.errors.add(data.region_of("test_fraction"), data.key("test_fraction"),
                       {"config.out_of_range",
                        "validation_fraction and test_fraction add up to {found}; less than 1 is allowed, so that "
                        "something is left to train on",
                        {{"found", schema::to_toml(held_out)}}});
  }
  if (data.values.has("channels") && data.values.integer("channels") == 2) {
    context.errors.add(data.region_of("channels"), data.key("channels"),
                       {"config.out_of_range", "found 2; allowed is 1 (grey) or 3 (colour)", {}});
  }
  if (context.facts && !context.facts->classification && data.text("sampler") == "weighted") {
    context.errors.add(data.region_of("sampler"), data.key("sampler"),
                       {"config.not_applicable",
                        "\"weighted\" draws classes equally often, but the target is a real number; allowed are "
                        "\"shuffle\" and \"sequential\"",
                        {}});
  }
}

bool has_validation_part(const Block& data) {
  return data.values.has("validation_path") ||
         (data.values.has("validation_fraction") && data.values.real("validation_fraction") > 0);
}

void check_train(Block& train, const Block& data, Context& context) {
  one_of_two(train, "epochs", "steps", true, context);
  const bool validation = has_validation_part(data);
  if (!train.values.has("monitor")) {
    if (!train.regions.contains("monitor"))
      train.values.set("monitor", std::string(validation ? "val/loss" : "train/loss"));
  } else if (!validation && train.values.text("monitor").starts_with("val/")) {
    context.errors.add(
        train.region_of("monitor"), train.key("monitor"),
        {"config.not_applicable",
         "found \"{found}\", but there is no validation part; set data.validation_fraction, or monitor a train/ metric",
         {{"found", train.values.text("monitor")}}});
  }
  if (context.facts && !context.facts->classification && train.values.has("monitor") &&
      train.values.text("monitor").ends_with("accuracy")) {
    context.errors.add(train.region_of("monitor"), train.key("monitor"),
                       {"config.not_applicable",
                        "found \"{found}\", but the target is a real number, which has no accuracy; monitor a loss",
                        {{"found", train.values.text("monitor")}}});
  }
}

/// A plateau is judged as the monitor is: accuracies upwards, all else downwards.
void check_plateau(Block& schedule, const Block& train, Context& context) {
  if (schedule.text("type") != "ReduceLROnPlateau" || !train.values.has("monitor") || !schedule.values.has("mode")) return;
  const std::string& monitor = train.values.text("monitor");
  const std::string mode = monitor.ends_with("accuracy") ? "max" : "min";
  if (!schedule.regions.contains("mode")) {
    schedule.values.set("mode", mode);
  } else if (schedule.values.text("mode") != mode) {
    context.errors.add(schedule.region_of("mode"), schedule.key("mode"),
                       {"config.not_applicable",
                        "found \"{found}\", but train.monitor is \"{monitor}\", for which \"{mode}\" is better; leave it out",
                        {{"found", schedule.values.text("mode")}, {"monitor", monitor}, {"mode", mode}}});
  }
}

void check_model(const Settings& settings, const Block& model, Context& context) {
  if (!model.values.has("preset")) {
    if (settings.list("model.layers").empty()) {
      context.errors.add(
          model.region, "model.layers",
          {"config.missing", "required, but missing; allowed is at least one [[model.layers]], or model.preset", {}});
    }
    return;
  }
  const auto& presets = context.catalog.model_presets;
  const std::string name = model.values.text("preset");
  if (std::find(presets.begin(), presets.end(), name) != presets.end()) return;
  const std::string nearest = schema::nearest_name(name, presets);
  context.errors.add(model.region_of("preset"), "model.preset",
                     with(nearest.empty() ? Message{"config.unknown_preset", "unknown model \"{name}\"; Known: {allowed}", {}}
                                          : Message{"config.unknown_preset", "unknown model \"{name}\"; did you mean \"{nearest}\"? Known: {allowed}", {}},
                          {{"name", name}, {"nearest", nearest}, {"allowed", schema::join(presets)}}));
}

void check_path(const Block& block, std::string_view field, Context& context) {
  const std::string written = block.text(field);
  if (!context.check_files || written.empty()) return;
  const std::filesystem::path path = absolute_path(written, context.path);
  std::error_code error;
  if (std::filesystem::exists(path, error)) return;
  context.errors.add(
      block.region_of(field), block.key(field),
      {"config.no_such_file",
       "found {found}, but there is no file or folder {path}; a relative path starts at the config's folder",
       {{"found", schema::quote(written)}, {"path", path.string()}}});
}

void check_paths(const Settings& settings, Context& context) {
  for (const Block& block : settings.blocks) {
    for (const schema::Field* field : fields_of(*block.section, block.spec)) {
      if (field->kind == schema::Kind::path) check_path(block, field->name, context);
    }
  }
  const Block* model = settings.find("model");
  if (model != nullptr && !model->text("init_from").starts_with("run:")) check_path(*model, "init_from", context);
}

void check_device(const Block& run, Context& context) {
  const std::string device = run.text("device");
  const bool numbered = device.starts_with("cuda:") && device.size() > 5 && device.size() < 9 &&
                        std::all_of(device.begin() + 5, device.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (device.empty() || device == "auto" || device == "cpu" || device == "cuda" || numbered) return;
  context.errors.add(run.region_of("device"), run.key("device"),
                     {"config.not_a_choice",
                      "found {found}; allowed is one of \"auto\", \"cpu\", \"cuda\", \"cuda:1\"",
                      {{"found", schema::quote(device)}}});
}

void check_name(const Block& run, Context& context) {
  const std::string name = run.text("name");
  if (std::none_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; })) return;
  context.errors.add(run.region_of("name"), run.key("name"), {"config.control_character", "a run's name is one line of text without control characters", {}});
}

}  // namespace

void check_together(Settings& settings, Context& context) {
  Block* run = settings.find("run");
  Block* data = settings.find("data");
  Block* train = settings.find("train");
  Block* model = settings.find("model");
  Block* reproducibility = settings.find("reproducibility");
  Block* seeds = settings.find("reproducibility.seeds");
  if (run != nullptr) {
    if (!run->values.has("name")) run->values.set("name", context.path.stem().string());
    check_name(*run, context);
    check_device(*run, context);
  }
  if (data != nullptr) check_data(*data, context);
  if (train != nullptr && data != nullptr) check_train(*train, *data, context);
  Block* schedule = settings.find("schedule");
  if (schedule != nullptr && train != nullptr) check_plateau(*schedule, *train, context);
  if (model != nullptr) check_model(settings, *model, context);
  if (reproducibility != nullptr && seeds != nullptr && reproducibility->values.has("seed")) {
    const auto master = static_cast<std::uint64_t>(reproducibility->values.integer("seed"));
    for (const schema::Field& field : seeds->section->fields) {
      if (!seeds->values.has(field.name))
        seeds->values.set(std::string(field.name), static_cast<std::int64_t>(derived_seed(master, field.name)));
    }
  }
  check_paths(settings, context);
}

}  // namespace lockstep::engine::config
