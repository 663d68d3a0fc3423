#include "tracking/recorder/preparation.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/isa.h"
#include "engine/backend/devices.h"
#include "engine/backend/gpu_monitor.h"
#include "engine/nn/network.h"
#include "engine/train/experiment.h"
#include "tracking/provenance/build_info.h"
#include "tracking/provenance/code_state.h"
#include "tracking/provenance/environment.h"
#include "tracking/recorder/gpu_watch.h"
#include "tracking/recorder/places.h"

namespace lockstep::tracking {

namespace {

using nlohmann::json;

json seeds_json(const engine::config::SeedSettings& seeds) {
  return {{"algorithm", engine::random_algorithm_version}, {"master", seeds.master},   {"split", seeds.split},     {"init", seeds.init},
          {"shuffle", seeds.shuffle},                      {"augment", seeds.augment}, {"dropout", seeds.dropout}, {"sample", seeds.sample}};
}

json dataset_json(const engine::data::Dataset& dataset) {
  const engine::data::DataFacts& facts = dataset.facts();
  const engine::data::Preview preview = dataset.preview(0);
  json counts = json::array();
  for (const auto& [name, count] : preview.class_counts) counts.push_back({{"class", name}, {"count", count}});
  json columns = json::array();
  for (const auto& [name, type] : preview.columns) columns.push_back({{"column", name}, {"type", type}});
  return {{"fingerprint", dataset.fingerprint()},
          {"split_hash", dataset.split_hash()},
          {"input_shape", std::vector<std::int64_t>(facts.input_shape.begin(), facts.input_shape.end())},
          {"classification", facts.classification},
          {"classes", facts.class_names},
          {"target_width", facts.target_width},
          {"train", facts.counts[0]},
          {"validation", facts.counts[1]},
          {"test", facts.counts[2]},
          {"class_counts", counts},
          {"columns", columns}};
}

/// The folder that all files lie in.
std::filesystem::path common_folder(const std::vector<std::filesystem::path>& files) {
  std::filesystem::path common = files.empty() ? std::filesystem::path("/") : std::filesystem::absolute(files.front()).parent_path();
  for (const std::filesystem::path& file : files) {
    const std::string path = std::filesystem::absolute(file).lexically_normal().string();
    while (common.has_relative_path() && !path.starts_with(common.string() + "/")) common = common.parent_path();
  }
  return common;
}

DataManifest hash_data(const engine::data::Dataset& dataset, bool rehash, engine::ThreadPool& pool, SessionListener& listener, const std::stop_token& stop) {
  HashOptions options;
  options.pool = &pool;
  options.stop = stop;
  options.cache = hash_cache_file();
  options.rehash = rehash;
  options.progress = [&](const HashProgress& p) { listener.preparing("hashing", static_cast<std::int64_t>(p.bytes), static_cast<std::int64_t>(p.total_bytes)); };
  return hash_files(dataset.files(), common_folder(dataset.files()), options);
}

}  // namespace

EnvironmentState environment_now(int threads, engine::Device device) {
  EnvironmentExtras extras;
  extras.isa = engine::cpu::isa_in_use();
  extras.threads = threads;
  extras.libraries["onednn"] = engine::cpu::onednn_version();
  extras.nvml = engine::nvml_library();
  if (is_gpu(device)) {
    const engine::DeviceReport gpu = engine::report_of(device);
    extras.gpu = {gpu.description, gpu.capability, gpu.memory_bytes};
    extras.cuda_of_driver = gpu.software.driver_cuda;
    extras.libraries["cuda"] = gpu.software.cuda;
    extras.libraries["cublas"] = gpu.software.cublas;
    extras.libraries["cudnn"] = gpu.software.cudnn;
  }
  return capture_environment(extras);
}

int threads_for(int requested, const engine::config::RunConfig& config) {
  if (requested > 0) return requested;
  return config.run.threads > 0 ? static_cast<int>(config.run.threads) : engine::usable_processors();
}

Prepared prepare(const engine::config::Document& document, bool rehash, int threads, SessionListener& listener, std::stop_token stop) {
  engine::ThreadPool pool(threads);
  engine::data::LoadContext context;
  context.pool = &pool;
  context.stop = stop;
  context.image_cache = static_cast<std::size_t>(document.settings().data.cache_mib) << 20U;
  context.progress = [&](std::string_view what, std::int64_t done, std::int64_t total) { listener.preparing(what, done, total); };
  Prepared out;
  out.dataset = engine::data::Dataset::load(engine::train::dataset_options(document.settings()), context);
  out.resolved = document.resolve(engine::train::config_facts(out.dataset->facts())).or_throw();
  out.manifest = hash_data(*out.dataset, rehash, pool, listener, stop);
  return out;
}

void record_beginning(RunWriter& writer, const engine::config::Document& document, const std::vector<std::string>& overrides, int threads, engine::Device device) {
  writer.put_document("config.text", document.source().text);
  writer.put_document("config.source.json", json{{"path", document.source().path.string()}, {"overrides", overrides}}.dump(2));
  writer.put_document("seeds.json", seeds_json(document.settings().reproducibility.seeds).dump(2));
  writer.put_document("lockstep.json", to_json(build_info()));
  writer.put_document("environment.json", to_json(environment_now(threads, device)));
}

void record_environment_of_attempt(RunWriter& writer, const std::optional<std::string>& first, std::int64_t step, int threads, engine::Device device) {
  const EnvironmentState now = environment_now(threads, device);
  writer.put_document(fmt::format("environment.attempt-{}.json", writer.attempt()), to_json(now));
  writer.put_document(fmt::format("lockstep.attempt-{}.json", writer.attempt()), to_json(build_info()));
  if (!first) return;
  std::string changed;
  for (const KeyDifference& difference : differences(environment_from_json(*first), now)) {
    changed += fmt::format("{}{} was {}, is {}", changed.empty() ? "" : "; ", difference.key, difference.before, difference.after);
  }
  if (!changed.empty()) writer.record_event({now_ms(), step, Severity::info, {"resume.environment", "goes on in another environment: {changed}", {{"changed", changed}}}});
}

void record_code(RunWriter& writer, const std::filesystem::path& folder, const std::filesystem::path& project, std::stop_token stop) {
  CodeOptions options;
  options.project = project;
  options.stop = stop;
  const CodeState code = capture_code(folder, options);
  writer.put_document("code.json", to_json(code));
  if (!code.patch.empty()) writer.put_document("code.patch", code.patch);
  RunFields fields;
  if (!code.commit.empty()) fields.commit = code.commit;
  if (code.kind == CodeKind::repository) fields.dirty = code.dirty;
  writer.update(fields);
}

void record_prepared(RunWriter& writer, const Prepared& prepared) {
  writer.put_document("config.toml", prepared.resolved.toml);
  writer.put_document("config.json", prepared.resolved.canonical_json);
  writer.put_document("data.json", to_json(prepared.manifest));
  writer.put_document("dataset.json", dataset_json(*prepared.dataset).dump(2));
  writer.put_document("preprocessing.json", prepared.dataset->preprocessing().to_json());
  RunFields fields;
  fields.config_hash = prepared.resolved.hash;
  fields.data_fingerprint = prepared.dataset->fingerprint();
  writer.update(fields);
  for (const std::string& warning : prepared.manifest.warnings) writer.log({now_ms(), Severity::warning, warning});
}

void record_model(RunWriter& writer, const engine::nn::Network& network) {
  json layers = json::array();
  for (const engine::nn::LayerSummary& row : network.summary()) {
    layers.push_back({{"path", row.path},
                      {"type", row.type},
                      {"output", std::vector<std::int64_t>(row.output.begin(), row.output.end())},
                      {"parameters", row.parameters},
                      {"dtype", engine::dtype_name(row.dtype)}});
  }
  const json out{{"layers", layers}, {"parameters", network.parameter_count()}, {"bytes", network.parameter_bytes()}};
  writer.put_document("model.json", out.dump(2));
}

}  // namespace lockstep::tracking
