// Streams that capture: what is enqueued becomes the nodes of a graph, and what can be no part of one ends the capture.
#include <algorithm>

#include "tests/cuda/fakes/reports.h"
#include "tests/cuda/fakes/world.h"

namespace lockstep::fakes {

namespace {

cudaError_t invalidate(const char* call, Capture& capture) {
  if (!capture.invalid) violation(std::string(call) + " while a stream captures: the capture is lost (900)");
  capture.invalid = true;
  return cudaErrorStreamCaptureUnsupported;
}

}  // namespace

cudaError_t add_to_capture(Stream& stream, std::string what, WorkKind kind, Work work) {
  Capture& capture = *stream.capture;
  if (capture.invalid) return cudaErrorStreamCaptureInvalidated;
  capture.graph.nodes.push_back({std::move(what), std::move(work), kind, stream.tips});
  stream.tips = {capture.graph.nodes.size() - 1};
  return cudaSuccess;
}

cudaError_t refuse_capturing(const char* call, Stream& stream) {
  return stream.capture == nullptr ? cudaSuccess : invalidate(call, *stream.capture);
}

cudaError_t refuse_any_capture(const char* call) {
  cudaError_t status = cudaSuccess;
  for (const auto& capture : world().captures) status = invalidate(call, *capture);
  return status;
}

cudaError_t refuse_unsafe(const char* call) {
  const ThreadState& thread = thread_state();
  if (thread.capture_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  cudaError_t status = cudaSuccess;
  for (const auto& capture : world().captures) {
    const bool own = capture->thread == std::this_thread::get_id() && capture->mode != cudaStreamCaptureModeRelaxed;
    const bool global = thread.capture_mode == cudaStreamCaptureModeGlobal && capture->mode == cudaStreamCaptureModeGlobal;
    if (own || global) status = invalidate(call, *capture);
  }
  return status;
}

namespace {

/// Whether each of the tips is the end node or before it.
bool all_joined(const Graph& graph, const std::vector<std::size_t>& ends, const std::vector<std::size_t>& tips) {
  std::vector<bool> before(graph.nodes.size(), false);
  std::vector<std::size_t> open = ends;
  while (!open.empty()) {
    const std::size_t node = open.back();
    open.pop_back();
    if (before[node]) continue;
    before[node] = true;
    open.insert(open.end(), graph.nodes[node].after.begin(), graph.nodes[node].after.end());
  }
  return std::all_of(tips.begin(), tips.end(), [&](std::size_t tip) { return before[tip]; });
}

cudaError_t end_capture(const std::shared_ptr<Stream>& origin, Capture& capture) {
  cudaError_t status = capture.invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
  const std::vector<std::size_t> ends = origin->tips;
  for (const auto& [handle, stream] : world().streams) {
    if (stream->capture.get() != &capture) continue;
    if (status == cudaSuccess && stream != origin && !all_joined(capture.graph, ends, stream->tips)) {
      violation("cudaStreamEndCapture: work of another stream was forked into the capture and never joined (904)");
      status = cudaErrorStreamCaptureUnjoined;
    }
    stream->capture = nullptr;
    stream->tips.clear();
  }
  std::erase_if(world().captures, [&](const auto& other) { return other.get() == &capture; });
  return status;
}

}  // namespace

}  // namespace lockstep::fakes

using namespace lockstep::fakes;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  if (const cudaError_t status = usable_stream("cudaStreamBeginCapture", handle, stream); status != cudaSuccess) return result(status);
  if (handle == nullptr) {
    violation("cudaStreamBeginCapture: the legacy default stream can't be captured");
    return result(cudaErrorStreamCaptureUnsupported);
  }
  if (stream->capture != nullptr) {
    violation("cudaStreamBeginCapture: the stream captures already");
    return result(cudaErrorIllegalState);
  }
  stream->capture = std::make_shared<Capture>(Capture{mode, std::this_thread::get_id(), stream.get(), {}, false});
  stream->tips.clear();
  world().captures.push_back(stream->capture);
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  const Guard guard;
  *graph = nullptr;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  if (const cudaError_t status = usable_stream("cudaStreamEndCapture", handle, stream); status != cudaSuccess) return result(status);
  const std::shared_ptr<Capture> capture = stream->capture;
  if (capture == nullptr) {
    violation("cudaStreamEndCapture: the stream does not capture");
    return result(cudaErrorIllegalState);
  }
  if (capture->origin != stream.get()) {
    violation("cudaStreamEndCapture: the capture began in another stream (903)");
    return result(cudaErrorStreamCaptureUnmatched);
  }
  if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id()) {
    violation("cudaStreamEndCapture: the capture began in another thread (908)");
    return result(cudaErrorStreamCaptureWrongThread);
  }
  if (const cudaError_t status = end_capture(stream, *capture); status != cudaSuccess) return result(status);
  ++counters().captures;
  *graph = new_handle<cudaGraph_t>();
  world().graphs[*graph] = {std::make_shared<const Graph>(std::move(capture->graph))};
  return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status_out) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  if (const cudaError_t status = usable_stream("cudaStreamIsCapturing", handle, stream); status != cudaSuccess) return result(status);
  *status_out = stream->capture == nullptr      ? cudaStreamCaptureStatusNone
                : stream->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                           : cudaStreamCaptureStatusActive;
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  std::swap(*mode, thread_state().capture_mode);
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  const Guard guard;
  *executable = nullptr;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  const auto found = world().graphs.find(graph);
  if (found == world().graphs.end() || flags != 0) {
    violation(flags != 0 ? "cudaGraphInstantiate: flags are not supported by the fake" : "cudaGraphInstantiate: there is no such graph");
    return result(cudaErrorInvalidValue);
  }
  *executable = new_handle<cudaGraphExec_t>();
  world().executables[*executable] = {found->second.graph, nullptr};
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(executable, graph, flags);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream_handle) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  if (const cudaError_t status = usable_stream("cudaGraphLaunch", stream_handle, stream); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_capturing("cudaGraphLaunch", *stream); status != cudaSuccess) return result(status);
  const auto found = world().executables.find(handle);
  if (found == world().executables.end()) {
    violation("cudaGraphLaunch: there is no such executable graph");
    return result(cudaErrorInvalidValue);
  }
  ++counters().graph_launches;
  GraphExec& executable = found->second;
  if (executable.last != nullptr && !executable.last->reached) add(stream, {"earlier launch", {}, {}, nullptr, nullptr, executable.last});
  executable.last = std::make_shared<Point>(Point{stream, false, {}});
  add(stream, {"graph", {}, {}, executable.graph, executable.last, nullptr});
  return result(world().sticky);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  const Guard guard;
  if (world().executables.erase(executable) == 1) return cudaSuccess;
  violation("cudaGraphExecDestroy: there is no such executable graph");
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const Guard guard;
  if (world().graphs.erase(graph) == 1) return cudaSuccess;
  violation("cudaGraphDestroy: there is no such graph");
  return result(cudaErrorInvalidValue);
}

}  // extern "C"
