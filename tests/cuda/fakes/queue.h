// The fake device's queue: every stream's work in order, done at once or as late as the rules of CUDA allow.
//
// Eager: work is done when it is enqueued. Late ("deferred"): nothing is done before the host waits, and then only what that
// wait needs, so that a missing cudaStreamWaitEvent reads what was never written. Early: nothing before the host waits, then
// whatever other streams may do first, so that a buffer given back too soon is overwritten. Random: any order that is allowed.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lockstep::fakes {

enum class Mode { eager, late, early, random };

/// From LOCKSTEP_FAKE_QUEUE=eager|deferred|late|early|random[:seed]; eager where it is not set. Deferred is late.
[[nodiscard]] Mode mode() noexcept;
/// Does all that is still enqueued first.
void set_mode(Mode mode, std::uint64_t seed = 1);
[[nodiscard]] bool parse_mode(std::string_view text, Mode& mode, std::uint64_t& seed);

/// Work of the device: returns what went wrong, which is empty where nothing did. May be done many times, as part of a graph.
using Work = std::function<std::string()>;

/// Enqueues a kernel (or adds it to the graph where the stream captures). A fault of it is a crash of the context:
/// cudaErrorLaunchFailure from then on, with the text kept for last_fault(). An error of the call itself is the thread's
/// last error too, as after <<<>>>.
cudaError_t enqueue(cudaStream_t stream, const char* what, Work work);

/// What the first kernel that crashed said; empty while none did.
[[nodiscard]] std::string last_fault();

/// Everything as in a new process: nothing enqueued, no error, no fault, counters at zero. Memory and objects stay.
void reset();

}  // namespace lockstep::fakes
