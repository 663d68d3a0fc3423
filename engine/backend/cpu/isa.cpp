#include "engine/backend/cpu/isa.h"

#include <fstream>

#include <dnnl.hpp>
#include <fmt/format.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include "engine/core/error.h"

namespace lockstep::engine::cpu {

namespace {

struct Level {
  std::string_view name;
  dnnl::cpu_isa onednn;
  std::int64_t better;  ///< Highway's targets above this level: lower bits are better
};

// Highway numbers its targets so that a better one has a lower bit.
const Level levels[] = {{"sse41", dnnl::cpu_isa::sse41, HWY_SSE4 - 1}, {"avx2", dnnl::cpu_isa::avx2, HWY_AVX2 - 1}, {"avx512", dnnl::cpu_isa::avx512_core, 0}};

std::string_view onednn_name(dnnl::cpu_isa isa) {
  switch (isa) {
    case dnnl::cpu_isa::sse41: return "SSE4.1";
    case dnnl::cpu_isa::avx: return "AVX";
    case dnnl::cpu_isa::avx2: return "AVX2";
    case dnnl::cpu_isa::avx2_vnni: return "AVX2_VNNI";
    case dnnl::cpu_isa::avx512_core: return "AVX512_CORE";
    case dnnl::cpu_isa::avx512_core_vnni: return "AVX512_CORE_VNNI";
    case dnnl::cpu_isa::avx512_core_bf16: return "AVX512_CORE_BF16";
    case dnnl::cpu_isa::avx512_core_amx: return "AVX512_CORE_AMX";
    default: return "ALL";
  }
}

}  // namespace

void pin_isa(std::string_view isa) {
  // oneDNN takes one choice a process, and says no to a second one, even the same.
  static std::string chosen = "auto";
  if (isa == chosen) return;
  if (isa == "auto") {
    throw DeviceError(plain_message("isa.pinned", fmt::format("this process computes with the instruction set \"{}\", which an earlier run asked for; start the run in a "
                                                              "process of its own", chosen)));
  }
  for (const Level& level : levels) {
    if (level.name != isa) continue;
    if (isa == "avx512" && (hwy::SupportedTargets() & (HWY_AVX3 | HWY_AVX3_DL)) == 0) {
      throw DeviceError(plain_message("isa.absent", "reproducibility.isa = \"avx512\" needs a processor with AVX-512; this one is " + processor_name()));
    }
    if (dnnl::set_max_cpu_isa(level.onednn) != dnnl::status::success) {
      throw DeviceError(plain_message("isa.late", fmt::format("reproducibility.isa = \"{}\" cannot be applied any more: this process has already computed with another "
                                                              "instruction set. Start the run in a process of its own", isa)));
    }
    hwy::DisableTargets(level.better);
    hwy::GetChosenTarget().DeInit();
    chosen = isa;
    return;
  }
  throw ValueError(plain_message("isa.name", fmt::format("\"{}\" is no instruction set; allowed are auto, sse41, avx2 and avx512", isa)));
}

std::string isa_in_use() {
  const std::int64_t targets = hwy::SupportedTargets();
  return fmt::format("oneDNN {}, Highway {}", onednn_name(dnnl::get_effective_cpu_isa()), hwy::TargetName(targets & -targets));
}

std::string onednn_version() {
  const dnnl_version_t* version = dnnl_version();
  return fmt::format("{}.{}.{}", version->major, version->minor, version->patch);
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "an unknown processor";
}

}  // namespace lockstep::engine::cpu
