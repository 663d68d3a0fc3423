#include "engine/config/schema_table.h"

#include <algorithm>
#include <string>

namespace lockstep::engine::config {
namespace {

using schema::Condition;
using schema::Effect;
using schema::Field;
using schema::Kind;
using schema::Range;
using schema::Value;

using namespace std::string_literals;

constexpr Range positive{.minimum = 0, .minimum_open = true};
constexpr Range at_least_zero{.minimum = 0};
constexpr Range at_least_one{.minimum = 1};
constexpr Range fraction{.minimum = 0, .maximum = 1, .maximum_open = true};
/// Seeds are 63 bits: what a TOML integer holds. 2^63 is the least double above them.
constexpr Range seed_range{.minimum = 0};

const Condition is_csv{"kind", {"csv"}};
const Condition is_images{"kind", {"images"}};
const Condition has_kind{"kind", {}};

Value integer(std::int64_t x) { return x; }

Section root() {
  return {.path = "",
          .help = "The document",
          .fields = {
              {.name = "config_version",
               .kind = Kind::integer,
               .default_value = integer(current_config_version),
               .help = "Version of this format; older ones are migrated when read",
               .range = at_least_one,
               .effect = Effect::presentation},
          }};
}

Section run() {
  constexpr auto shown = Effect::presentation;
  return {.path = "run",
          .help = "How the run is called and where it computes; never changes the experiment",
          .fields = {
              {.name = "name",
               .kind = Kind::text,
               .help = "Name of the run; left out: the file's name without its ending",
               .effect = shown},
              {.name = "device",
               .kind = Kind::text,
               .default_value = "auto"s,
               .help = "Where to compute: auto (a GPU that works, else the CPU), cpu, cuda, cuda:1",
               .effect = Effect::environment},
              {.name = "threads",
               .kind = Kind::integer,
               .default_value = integer(0),
               .help = "CPU threads; 0: one a core",
               .range = {.minimum = 0, .maximum = 1024},
               .effect = shown},
              {.name = "tags",
               .kind = Kind::texts,
               .default_value = std::vector<std::string>{},
               .help = "Words to find the run by",
               .effect = shown},
              {.name = "notes",
               .kind = Kind::text,
               .default_value = ""s,
               .help = "Anything worth remembering",
               .effect = shown},
              {.name = "code_dir",
               .kind = Kind::path,
               .help = "Folder whose git state is recorded; left out: the config's folder",
               .effect = shown},
          }};
}

std::vector<Field> data_source() {
  constexpr auto place = Effect::location;
  return {
      {.name = "dataset", .kind = Kind::text, .help = "A known data set; or else kind and path"},
      {.name = "kind",
       .kind = Kind::text,
       .help = "How the files at path are read",
       .choices = {"csv", "idx", "npy", "images"}},
      {.name = "path",
       .kind = Kind::path,
       .help = "The file (csv, idx, npy) or folder (images: one subfolder a class), relative to the config",
       .required = true,
       .effect = place,
       .conditions = {has_kind}},
      {.name = "validation_path",
       .kind = Kind::path,
       .help = "A validation part of its own",
       .effect = place,
       .conditions = {has_kind}},
      {.name = "test_path",
       .kind = Kind::path,
       .help = "A test part of its own",
       .effect = place,
       .conditions = {has_kind}},
      {.name = "validation_fraction",
       .kind = Kind::real,
       .default_value = 0.0,
       .help = "Share of the training data that is held out for validation; a known data set may have another default",
       .range = fraction},
      {.name = "test_fraction",
       .kind = Kind::real,
       .default_value = 0.0,
       .help = "Share that is held out for the test at the end; a known data set may have another default",
       .range = fraction},
  };
}

std::vector<Field> data_meaning() {
  return {
      {.name = "target",
       .kind = Kind::text,
       .help = "The target column: its name, or its position from 0; left out: the last",
       .conditions = {is_csv}},
      {.name = "header",
       .kind = Kind::boolean,
       .default_value = true,
       .help = "Whether the first row names the columns",
       .conditions = {is_csv}},
      {.name = "features",
       .kind = Kind::texts,
       .default_value = std::vector<std::string>{},
       .help = "Columns to learn from; empty: all but the target and the ignored",
       .conditions = {is_csv}},
      {.name = "ignore",
       .kind = Kind::texts,
       .default_value = std::vector<std::string>{},
       .help = "Columns to leave out",
       .conditions = {is_csv}},
      {.name = "missing",
       .kind = Kind::text,
       .default_value = "error"s,
       .help = "An empty field: refuse the file, put the training part's mean there, or drop the row",
       .choices = {"error", "mean", "drop"},
       .conditions = {is_csv}},
      {.name = "image_size",
       .kind = Kind::integers,
       .help = "Height and width that every image is brought to; left out: unequal sizes are an error",
       .unit = "pixels",
       .range = {.minimum = 1, .maximum = 16384},
       .count = 2,
       .conditions = {is_images}},
      {.name = "resize",
       .kind = Kind::text,
       .default_value = "fit"s,
       .help = "Keep the proportions with a border, cut the middle out, or stretch",
       .choices = {"fit", "crop", "stretch"},
       .conditions = {is_images, {"image_size", {}}}},
      {.name = "channels",
       .kind = Kind::integer,
       .help = "1: grey, 3: colour; left out: as the files are",
       .range = {.minimum = 1, .maximum = 3},
       .conditions = {is_images}},
      {.name = "normalize",
       .kind = Kind::text,
       .default_value = "standard"s,
       .help = "By mean and deviation of the training part, to [0, 1], or not at all",
       .choices = {"standard", "unit", "none"}},
  };
}

std::vector<Field> data_loading() {
  return {
      {.name = "sampler",
       .kind = Kind::text,
       .default_value = "shuffle"s,
       .help = "Order of an epoch: a new permutation, draws that meet every class equally often, or the data's own",
       .choices = {"shuffle", "weighted", "sequential"}},
      {.name = "batch_size",
       .kind = Kind::integer,
       .default_value = integer(32),
       .help = "Samples a micro-batch",
       .range = {.minimum = 1, .maximum = 1 << 24}},
      {.name = "drop_last",
       .kind = Kind::boolean,
       .default_value = false,
       .help = "Leave out an epoch's last batch when it is not full"},
      {.name = "workers",
       .kind = Kind::integer,
       .default_value = integer(2),
       .help = "Threads that prepare batches; 0: none. Never changes a result",
       .range = {.minimum = 0, .maximum = 256},
       .effect = Effect::presentation},
      {.name = "cache_mib",
       .kind = Kind::integer,
       .default_value = integer(1024),
       .help = "Memory for decoded samples. Never changes a result",
       .unit = "MiB",
       .range = {.minimum = 0, .maximum = 1 << 24},
       .effect = Effect::presentation},
  };
}

Section data() {
  Section section{.path = "data", .help = "What is learned from, and how it is fed", .fields = data_source()};
  for (auto&& part : {data_meaning(), data_loading()})
    section.fields.insert(section.fields.end(), part.begin(), part.end());
  return section;
}

Section column_types() {
  return {.path = "data.column_types",
          .help = "Types of a CSV's columns where they are not as they look; keys are column names",
          .form = Form::free,
          .fields = {
              {.name = "COLUMN",
               .kind = Kind::text,
               .help = "Type of the column; text becomes one input a word",
               .choices = {"integer", "real", "text"}},
          }};
}

Section augment() {
  return {.path = "data.augment",
          .help = "Random changes of the training samples, in this order",
          .form = Form::list,
          .family = Family::augment,
          .fields = {}};
}

Section model() {
  return {.path = "model",
          .help = "The network",
          .fields = {
              {.name = "preset",
               .kind = Kind::text,
               .help = "A model by name instead of [[model.layers]]",
               .effect = Effect::presentation},
              {.name = "init_from",
               .kind = Kind::text,
               .help = "Initial weights: run:ID or a safetensors file; left out: random by the seed",
               .effect = Effect::location},
          }};
}

Section layers() {
  return {.path = "model.layers",
          .help = "The layers in order; each takes the output of the one before unless told otherwise",
          .form = Form::list,
          .family = Family::layer,
          .fields = {
              {.name = "name",
               .kind = Kind::text,
               .help = "Path of its parameters and what other layers call it; left out: its position from 0"},
              {.name = "input",
               .kind = Kind::text,
               .help = "The layer whose output it takes: a name, a position from 0, or data"},
              {.name = "inputs", .kind = Kind::texts, .help = "The same for a layer that takes several"},
          }};
}

Section loss() {
  return {.path = "loss",
          .help = "What is minimised; type left out: CrossEntropyLoss for classes, else MSELoss",
          .family = Family::loss,
          .fields = {}};
}

Section optimizer() {
  return {.path = "optimizer",
          .help = "How the parameters move",
          .family = Family::optimizer,
          .fields = {
              {.name = "learning_rate",
               .kind = Kind::real,
               .default_value = 0.001,
               .help = "PyTorch's lr",
               .range = at_least_zero},
              {.name = "no_decay_norms_and_biases",
               .kind = Kind::boolean,
               .default_value = false,
               .help = "Weight decay on weights only, not on biases and norms"},
          }};
}

Section groups() {
  return {
      .path = "optimizer.groups",
      .help = "Parameters that are treated differently; each belongs to the first group that matches",
      .form = Form::list,
      .fields = {
          {.name = "parameters",
           .kind = Kind::texts,
           .help = "Names such as 0.weight or stem.bias, with * and ?",
           .required = true},
          {.name = "learning_rate", .kind = Kind::real, .help = "Instead of the optimizer's", .range = at_least_zero},
          {.name = "weight_decay", .kind = Kind::real, .help = "Instead of the optimizer's", .range = at_least_zero},
      }};
}

Section schedule() {
  return {.path = "schedule",
          .help = "How the learning rate changes from step to step",
          .family = Family::schedule,
          .default_type = "Constant",
          .fields = {}};
}

Section train() {
  constexpr auto shown = Effect::presentation;
  return {
      .path = "train",
      .help = "How long, and what is watched",
      .fields = {
          {.name = "epochs",
           .kind = Kind::integer,
           .help = "Times through the training part; or else steps",
           .range = {.minimum = 1, .maximum = 1e9}},
          {.name = "steps",
           .kind = Kind::integer,
           .help = "Optimizer steps; or else epochs",
           .range = {.minimum = 1, .maximum = 1e12}},
          {.name = "accumulate",
           .kind = Kind::integer,
           .default_value = integer(1),
           .help = "Micro-batches whose gradients make one step",
           .range = {.minimum = 1, .maximum = 1e6}},
          {.name = "clip_norm",
           .kind = Kind::real,
           .help = "Largest norm of all gradients together; left out: no limit",
           .range = positive},
          {.name = "clip_value",
           .kind = Kind::real,
           .help = "Largest absolute value of a gradient; left out: no limit",
           .range = positive},
          {.name = "early_stopping_patience",
           .kind = Kind::integer,
           .default_value = integer(0),
           .help = "Evaluations without a better monitor before stopping; 0: never",
           .unit = "epochs",
           .range = {.minimum = 0, .maximum = 1e9}},
          {.name = "monitor",
           .kind = Kind::text,
           .help = "Decides the best step, early stopping and plateaus; left out: val/loss, without a validation part "
                   "train/loss",
           .choices = {"val/loss", "val/accuracy", "train/loss", "train/accuracy"}},
          {.name = "stop_on_nonfinite",
           .kind = Kind::boolean,
           .default_value = false,
           .help = "Stop at the first loss or gradient that is not a finite number"},
          {.name = "graph_capture",
           .kind = Kind::boolean,
           .default_value = true,
           .help = "On a GPU, capture a step as a graph after its first executions and replay it. Never changes a result",
           .effect = shown},
          {.name = "log_interval",
           .kind = Kind::integer,
           .default_value = integer(1),
           .help = "Steps between two lines of output. Never changes a result",
           .unit = "steps",
           .range = {.minimum = 1, .maximum = 1e12},
           .effect = shown},
          {.name = "checkpoint_interval",
           .kind = Kind::integer,
           .default_value = integer(500),
           .help =
               "Steps between two checkpoints, besides one at each epoch's end; 0: only those. Never changes a result",
           .unit = "steps",
           .range = {.minimum = 0, .maximum = 1e12},
           .effect = shown},
      }};
}

Section precision() {
  return {.path = "precision",
          .help = "Number formats",
          .fields = {
              {.name = "compute",
               .kind = Kind::text,
               .default_value = "float32"s,
               .help = "Of activations and gradients; parameters stay float32",
               .choices = {"float32", "bfloat16", "float16"}},
              {.name = "tf32",
               .kind = Kind::boolean,
               .default_value = false,
               .help = "Let a GPU round the float32 inputs of matrix products and convolutions to TF32, 10 bits instead of 23: "
                       "faster, less exact. A CPU computes the same with and without",
               .earlier_behaviour = false},
          }};
}

Section reproducibility() {
  return {.path = "reproducibility",
          .help = "What makes the run repeat",
          .fields = {
              {.name = "seed",
               .kind = Kind::integer,
               .default_value = integer(0),
               .help = "Master seed of all random streams",
               .range = seed_range,
               .effect = Effect::seed},
              {.name = "strict",
               .kind = Kind::boolean,
               .default_value = true,
               .help = "Refuse operators that can't repeat bit for bit"},
              {.name = "isa",
               .kind = Kind::text,
               .default_value = "auto"s,
               .help = "CPU instructions to use at most; auto: the best there are, which is recorded",
               .choices = {"auto", "sse41", "avx2", "avx512"},
               .effect = Effect::environment},
          }};
}

Section seeds() {
  constexpr auto seed = Effect::seed;
  return {.path = "reproducibility.seeds",
          .help = "Seeds of single streams; left out: derived from the master seed",
          .fields = {
              {.name = "split",
               .kind = Kind::integer,
               .help = "Which samples are training, validation and test",
               .range = seed_range,
               .effect = seed},
              {.name = "init", .kind = Kind::integer, .help = "Initial weights", .range = seed_range, .effect = seed},
              {.name = "shuffle",
               .kind = Kind::integer,
               .help = "Order of the epochs",
               .range = seed_range,
               .effect = seed},
              {.name = "augment", .kind = Kind::integer, .help = "Augmentations", .range = seed_range, .effect = seed},
              {.name = "dropout", .kind = Kind::integer, .help = "Dropout masks", .range = seed_range, .effect = seed},
              {.name = "sample",
               .kind = Kind::integer,
               .help = "Draws of the weighted sampler",
               .range = seed_range,
               .effect = seed},
          }};
}

}  // namespace

std::span<const Section> sections() {
  static const std::vector<Section> table{root(),     run(),    data(),      column_types(),    augment(),
                                          model(),    layers(), loss(),      optimizer(),       groups(),
                                          schedule(), train(),  precision(), reproducibility(), seeds()};
  return table;
}

const Section* find_section(std::string_view path) {
  const auto all = sections();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Section& s) { return s.path == path; });
  return found == all.end() ? nullptr : &*found;
}

std::string_view section_key(const Section& section) {
  const std::size_t dot = section.path.rfind('.');
  return dot == std::string_view::npos ? section.path : section.path.substr(dot + 1);
}

std::vector<const Section*> subsections(const Section& section) {
  std::vector<const Section*> out;
  for (const Section& other : sections()) {
    if (other.path.empty()) continue;
    const std::size_t dot = other.path.rfind('.');
    const std::string_view parent = dot == std::string_view::npos ? std::string_view{} : other.path.substr(0, dot);
    if (parent == section.path) out.push_back(&other);
  }
  return out;
}

std::span<const schema::TypeSpec> type_specs(const Catalog& catalog, Family family) {
  switch (family) {
    case Family::none: return {};
    case Family::layer: return catalog.layers;
    case Family::loss: return catalog.losses;
    case Family::optimizer: return catalog.optimizers;
    case Family::schedule: return catalog.schedules;
    case Family::augment: return catalog.augments;
  }
  return {};
}

const schema::TypeSpec* find_spec(const Catalog& catalog, Family family, std::string_view type) {
  const auto specs = type_specs(catalog, family);
  const auto found =
      std::find_if(specs.begin(), specs.end(), [&](const schema::TypeSpec& s) { return s.name == type; });
  return found == specs.end() ? nullptr : &*found;
}

std::string_view family_name(Family family) {
  switch (family) {
    case Family::none: return {};
    case Family::layer: return "layer";
    case Family::loss: return "loss";
    case Family::optimizer: return "optimizer";
    case Family::schedule: return "schedule";
    case Family::augment: return "augmentation";
  }
  return {};
}

std::vector<const schema::Field*> fields_of(const Section& section, const schema::TypeSpec* spec) {
  std::vector<const schema::Field*> out;
  const auto declared_by_type = [&](const schema::Field& field) {
    return spec != nullptr && std::any_of(spec->fields.begin(), spec->fields.end(),
                                          [&](const schema::Field& f) { return f.name == field.name; });
  };
  for (const schema::Field& field : section.fields) {
    if (!declared_by_type(field)) out.push_back(&field);
  }
  if (spec != nullptr) {
    for (const schema::Field& field : spec->fields) out.push_back(&field);
  }
  return out;
}

}  // namespace lockstep::engine::config
