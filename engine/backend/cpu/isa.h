// The instruction set that the CPU's kernels use: recorded with each run, since it decides bits, and pinned on request.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::engine::cpu {

/// Restricts oneDNN and our own kernels to at most "sse41", "avx2" or "avx512"; "auto" changes nothing. To be called
/// before the first kernel runs. @throws DeviceError where the processor lacks it or kernels have already run
void pin_isa(std::string_view isa);

/// "oneDNN AVX512_CORE_BF16, Highway AVX3_DL"
[[nodiscard]] std::string isa_in_use();
/// "2.6.3"
[[nodiscard]] std::string onednn_version();
/// From /proc/cpuinfo.
[[nodiscard]] std::string processor_name();

}  // namespace lockstep::engine::cpu
