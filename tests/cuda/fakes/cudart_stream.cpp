// cudart's entry points about streams and events.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>

#include "tests/cuda/fakes/reports.h"
#include "tests/cuda/fakes/memory.h"
#include "tests/cuda/fakes/world.h"

using namespace lockstep::fakes;

namespace {

cudaError_t usable_event(const char* call, cudaEvent_t handle, std::shared_ptr<Event>& event) {
  const auto found = world().events.find(handle);
  if (found == world().events.end()) {
    violation(fmt::format("{}: the event {} does not exist or was destroyed", call, static_cast<const void*>(handle)));
    return cudaErrorInvalidResourceHandle;
  }
  event = found->second;
  return cudaSuccess;
}

/// An event of a capture is a place in a graph: nothing that can be waited for or asked.
cudaError_t refuse_captured(const char* call, const Event& event) {
  if (event.capture == nullptr) return cudaSuccess;
  event.capture->invalid = true;
  violation(fmt::format("{}: the event was last recorded in a stream that captures (907)", call));
  return cudaErrorCapturedEvent;
}

void note_wait(bool pending) {
  ++counters().synchronisations;
  if (pending) ++counters().waits;
}

cudaError_t wait_in_capture(Stream& stream, const Event& event) {
  if (event.capture == nullptr) {
    if (event.point == nullptr) return cudaSuccess;
    stream.capture->invalid = true;
    violation("cudaStreamWaitEvent: a stream that captures can't wait for work outside the capture (905)");
    return cudaErrorStreamCaptureIsolation;
  }
  if (event.capture != stream.capture) {
    stream.capture->invalid = event.capture->invalid = true;
    violation("cudaStreamWaitEvent: two captures can't become one (902)");
    return cudaErrorStreamCaptureMerge;
  }
  for (const std::size_t tip : event.captured_tips) {
    if (std::find(stream.tips.begin(), stream.tips.end(), tip) == stream.tips.end()) stream.tips.push_back(tip);
  }
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* handle, unsigned flags) {
  const Guard guard;
  *handle = nullptr;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  *handle = new_handle<cudaStream_t>();
  auto stream = std::make_shared<Stream>();
  stream->device = thread_state().device;
  stream->blocking = (flags & cudaStreamNonBlocking) == 0;
  world().streams[*handle] = std::move(stream);
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  const Guard guard;
  const auto found = world().streams.find(handle);
  if (found == world().streams.end()) {
    violation(fmt::format("cudaStreamDestroy: the stream {} does not exist or was destroyed", static_cast<const void*>(handle)));
    return result(cudaErrorInvalidResourceHandle);
  }
  if (found->second->capture != nullptr) found->second->capture->invalid = true;
  // What is still enqueued is done all the same.
  if (!found->second->items.empty()) world().retired.push_back(found->second);
  world().streams.erase(found);
  return result(world().sticky);
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  if (const cudaError_t status = usable_stream("cudaStreamSynchronize", handle, stream); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_capturing("cudaStreamSynchronize", *stream); status != cudaSuccess) return result(status);
  note_wait(!stream->items.empty());
  run_stream(stream);
  return result(world().sticky);
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  if (const cudaError_t status = usable_stream("cudaStreamQuery", handle, stream); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_capturing("cudaStreamQuery", *stream); status != cudaSuccess) return result(status);
  ++counters().queries;
  const bool was_busy = run_a_little(stream);
  return result(world().sticky != cudaSuccess ? world().sticky : was_busy ? cudaErrorNotReady : cudaSuccess);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event_handle, unsigned flags) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  std::shared_ptr<Event> event;
  if (const cudaError_t status = usable_stream("cudaStreamWaitEvent", handle, stream); status != cudaSuccess) return result(status);
  if (const cudaError_t status = usable_event("cudaStreamWaitEvent", event_handle, event); status != cudaSuccess) return result(status);
  if (flags != cudaEventWaitDefault) return result(cudaErrorInvalidValue);
  if (event->capture != nullptr && stream->capture == nullptr) {
    if (std::find(world().captures.begin(), world().captures.end(), event->capture) == world().captures.end()) {
      return result(refuse_captured("cudaStreamWaitEvent", *event));
    }
    stream->capture = event->capture;  // the stream joins the capture
    stream->tips.clear();
  }
  if (stream->capture != nullptr) {
    if (stream->capture->invalid) return result(cudaErrorStreamCaptureInvalidated);
    return result(wait_in_capture(*stream, *event));
  }
  if (event->point != nullptr && !event->point->reached) add(stream, {"wait", {}, {}, nullptr, nullptr, event->point});
  return result(world().sticky);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* handle, unsigned flags) {
  const Guard guard;
  *handle = nullptr;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  *handle = new_handle<cudaEvent_t>();
  auto event = std::make_shared<Event>();
  event->device = thread_state().device;
  event->timing = (flags & cudaEventDisableTiming) == 0;
  world().events[*handle] = std::move(event);
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* handle) { return cudaEventCreateWithFlags(handle, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  const Guard guard;
  if (world().events.erase(handle) == 1) return result(world().sticky);
  violation(fmt::format("cudaEventDestroy: the event {} does not exist or was destroyed", static_cast<const void*>(handle)));
  return result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t stream_handle) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  std::shared_ptr<Event> event;
  if (const cudaError_t status = usable_stream("cudaEventRecord", stream_handle, stream); status != cudaSuccess) return result(status);
  if (const cudaError_t status = usable_event("cudaEventRecord", handle, event); status != cudaSuccess) return result(status);
  if (event->device != stream->device) {
    violation(fmt::format("cudaEventRecord: the event is device {}'s and the stream is device {}'s", event->device, stream->device));
    return result(cudaErrorInvalidResourceHandle);
  }
  if (stream->capture != nullptr) {
    if (stream->capture->invalid) return result(cudaErrorStreamCaptureInvalidated);
    event->capture = stream->capture;
    event->captured_tips = stream->tips;
    event->point = nullptr;
    return cudaSuccess;
  }
  event->capture = nullptr;
  event->point = std::make_shared<Point>(Point{stream, false, {}});
  add(stream, {"event", {}, {}, nullptr, event->point, nullptr});
  return result(world().sticky);
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Event> event;
  if (const cudaError_t status = usable_event("cudaEventQuery", handle, event); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_captured("cudaEventQuery", *event); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_unsafe("cudaEventQuery"); status != cudaSuccess) return result(status);
  ++counters().queries;
  if (event->point == nullptr || event->point->reached) return result(world().sticky);
  run_a_little(std::shared_ptr<Stream>(event->point->stream));
  return result(world().sticky != cudaSuccess ? world().sticky : cudaErrorNotReady);
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Event> event;
  if (const cudaError_t status = usable_event("cudaEventSynchronize", handle, event); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_captured("cudaEventSynchronize", *event); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_unsafe("cudaEventSynchronize"); status != cudaSuccess) return result(status);
  note_wait(event->point != nullptr && !event->point->reached);
  if (event->point != nullptr) run_until(event->point);
  return result(world().sticky);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin_handle, cudaEvent_t end_handle) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Event> begin;
  std::shared_ptr<Event> end;
  if (const cudaError_t status = usable_event("cudaEventElapsedTime", begin_handle, begin); status != cudaSuccess) return result(status);
  if (const cudaError_t status = usable_event("cudaEventElapsedTime", end_handle, end); status != cudaSuccess) return result(status);
  if (!begin->timing || !end->timing || begin->point == nullptr || end->point == nullptr) return result(cudaErrorInvalidResourceHandle);
  if (!begin->point->reached || !end->point->reached) return result(cudaErrorNotReady);
  *milliseconds = std::chrono::duration<float, std::milli>(end->point->when - begin->point->when).count();
  return cudaSuccess;
}

cudaError_t cudaDeviceReset() {
  const Guard guard;
  World& all = world();
  // What was never done names its stream, and would keep it.
  for (const auto& [handle, stream] : all.streams) stream->items.clear();
  for (const auto& stream : all.retired) stream->items.clear();
  all.streams.clear();
  all.retired.clear();
  all.events.clear();
  all.graphs.clear();
  all.executables.clear();
  all.captures.clear();
  all.library_handles.clear();
  all.legacy->items.clear();
  all.sticky = cudaSuccess;
  all.fault.clear();
  thread_state().last_error = cudaSuccess;
  release_all();
  return cudaSuccess;
}

}  // extern "C"
