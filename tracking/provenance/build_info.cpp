#include "tracking/provenance/build_info.h"

#include "lockstep_build.h"  // written at build time by cmake/LockstepBuildInfo.cmake; nothing else includes it
#include "tracking/provenance/json_support.h"

namespace lockstep::tracking {

using nlohmann::json;

namespace {

constexpr const char* what = "build";

json to_json_value(const BuildInfo& info) {
  return {{"version", info.version},         {"commit", info.commit},     {"dirty", info.dirty},
          {"source_hash", info.source_hash}, {"compiler", info.compiler}, {"flags", info.flags},
          {"build_type", info.build_type}};
}

}  // namespace

const BuildInfo& build_info() {
  static const BuildInfo info{build::version,  build::commit, build::dirty,     build::source_hash,
                              build::compiler, build::flags,  build::build_type};
  return info;
}

std::string to_json(const BuildInfo& info) { return to_json_value(info).dump(); }

BuildInfo build_info_from_json(std::string_view text) {
  const json value = parse_record(text, what);
  try {
    return {text_member(value, "version"),     text_member(value, "commit"),   member(value, "dirty", false),
            text_member(value, "source_hash"), text_member(value, "compiler"), text_member(value, "flags"),
            text_member(value, "build_type")};
  } catch (const json::exception& error) {
    damaged_record(what, error.what());
  }
}

std::vector<KeyDifference> differences(const BuildInfo& before, const BuildInfo& after) {
  return json_differences(to_json_value(before), to_json_value(after), {});
}

}  // namespace lockstep::tracking
