#include "tracking/provenance/environment.h"
#include "tracking/provenance/json_support.h"

namespace lockstep::tracking {

using nlohmann::json;

namespace {

constexpr const char* what = "environment";

json map_to_json(const std::map<std::string, std::string>& map) {
  json out = json::object();
  for (const auto& [key, value] : map) out[key] = text_to_json(value);
  return out;
}

json to_json_value(const EnvironmentState& state) {
  json devices = json::array();
  for (const GpuState& gpu : state.gpu.devices) devices.push_back({{"name", gpu.name}, {"memory_bytes", gpu.memory_bytes}});
  json gpu{{"status", text_to_json(state.gpu.status)}, {"driver", state.gpu.driver}, {"cuda", state.gpu.cuda}, {"devices", devices}};
  const UsedGpu& used = state.gpu.used;
  if (!used.name.empty()) gpu["used"] = {{"name", text_to_json(used.name)}, {"capability", used.capability}, {"memory_bytes", used.memory_bytes}};
  return {{"captured", state.captured},
          {"os", {{"name", text_to_json(state.os.name)}, {"kernel", state.os.kernel}, {"machine", state.os.machine},
                  {"hostname", text_to_json(state.os.hostname)}}},
          {"cpu", {{"model", text_to_json(state.cpu.model)}, {"features", state.cpu.features}, {"isa", state.cpu.isa},
                   {"physical_cores", state.cpu.physical_cores}, {"logical_cores", state.cpu.logical_cores},
                   {"affinity", state.cpu.affinity}, {"cgroup_limit", state.cpu.cgroup_limit},
                   {"threads", state.cpu.threads}}},
          {"memory", {{"total_bytes", state.memory.total_bytes}, {"available_bytes", state.memory.available_bytes},
                      {"cgroup_limit_bytes", state.memory.cgroup_limit_bytes}}},
          {"gpu", std::move(gpu)},
          {"libraries", map_to_json(state.libraries)},
          {"variables", map_to_json(state.variables)},
          {"locale", text_to_json(state.locale)},
          {"time_zone", text_to_json(state.time_zone)}};
}

std::map<std::string, std::string> map_from_json(const json& value, const char* key) {
  std::map<std::string, std::string> out;
  const json object = member(value, key, json::object());
  for (const auto& [name, inner] : object.items()) out[name] = text_from_json(inner);
  return out;
}

EnvironmentState from_json_value(const json& value) {
  EnvironmentState state;
  state.captured = member(value, "captured", std::int64_t{0});
  const json os = member(value, "os", json::object());
  state.os = {text_member(os, "name"), text_member(os, "kernel"), text_member(os, "machine"), text_member(os, "hostname")};
  const json cpu = member(value, "cpu", json::object());
  state.cpu = {text_member(cpu, "model"),
               text_member(cpu, "features"),
               text_member(cpu, "isa"),
               member(cpu, "physical_cores", std::int64_t{0}),
               member(cpu, "logical_cores", std::int64_t{0}),
               text_member(cpu, "affinity"),
               member(cpu, "cgroup_limit", 0.0),
               member(cpu, "threads", std::int64_t{0})};
  const json memory = member(value, "memory", json::object());
  state.memory = {member(memory, "total_bytes", std::uint64_t{0}), member(memory, "available_bytes", std::uint64_t{0}),
                  member(memory, "cgroup_limit_bytes", std::uint64_t{0})};
  const json gpu = member(value, "gpu", json::object());
  state.gpu.status = text_member(gpu, "status");
  state.gpu.driver = text_member(gpu, "driver");
  state.gpu.cuda = text_member(gpu, "cuda");
  for (const json& device : member(gpu, "devices", json::array())) {
    state.gpu.devices.push_back({text_member(device, "name"), member(device, "memory_bytes", std::uint64_t{0})});
  }
  const json used = member(gpu, "used", json::object());
  state.gpu.used = {text_member(used, "name"), text_member(used, "capability"), member(used, "memory_bytes", std::uint64_t{0})};
  state.libraries = map_from_json(value, "libraries");
  state.variables = map_from_json(value, "variables");
  state.locale = text_member(value, "locale");
  state.time_zone = text_member(value, "time_zone");
  return state;
}

}  // namespace

std::string to_json(const EnvironmentState& state) { return to_json_value(state).dump(); }

EnvironmentState environment_from_json(std::string_view text) {
  try {
    return from_json_value(parse_record(text, what));
  } catch (const json::exception& error) {
    damaged_record(what, error.what());
  }
}

std::vector<KeyDifference> differences(const EnvironmentState& before, const EnvironmentState& after) {
  return json_differences(to_json_value(before), to_json_value(after), {"captured", "memory.available_bytes"});
}

}  // namespace lockstep::tracking
