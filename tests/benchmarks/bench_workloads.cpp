// The engine's training workloads, timed; prints the same JSON lines as the PyTorch script that they are compared with.
// bench_workloads [--threads N] [--steps N] [--weights FILE] [WORKLOAD…]; with --weights the losses of the steps.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/bench/workload.h"

using namespace lockstep::engine;

int main(int argc, char** argv) {
  int threads = cpu_backend().threads();
  std::int64_t steps = 40;
  std::string weights;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--threads" && i + 1 < argc) threads = std::atoi(argv[++i]);
    else if (argument == "--steps" && i + 1 < argc) steps = std::atoll(argv[++i]);
    else if (argument == "--weights" && i + 1 < argc) weights = argv[++i];
    else names.push_back(argument);
  }
  if (names.empty()) {
    for (const auto& work : bench::workloads()) names.emplace_back(work.name);
  }
  try {
    for (const std::string& name : names) {
      if (!weights.empty()) {
        fmt::print("{{\"workload\": \"{}\", \"losses\": [{}]}}\n", name, fmt::join(bench::run_from_weights(name, weights, steps, {.threads = threads}), ", "));
      } else {
        const bench::BenchResult r = bench::run_workload(name, steps, {.threads = threads});
        fmt::print("{{\"workload\": \"{}\", \"step_ms\": {:.4f}, \"samples_per_s\": {:.1f}, \"peer\": \"lockstep 0.1.0\", \"threads\": {}, \"dtype\": \"{}\"}}\n",
                   r.workload, r.step_ms, r.samples_per_s, r.threads, r.dtype);
      }
      std::fflush(stdout);
    }
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
