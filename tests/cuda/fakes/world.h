// The fake device's state, shared by the fakes of the libraries. Everything here is guarded by one mutex: take Guard first.
#pragma once

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/cuda/fakes/queue.h"

namespace lockstep::fakes {

struct Stream;

/// A point that a stream reaches.
struct Point {
  std::shared_ptr<Stream> stream;
  bool reached = false;
  std::chrono::steady_clock::time_point when;
};

enum class WorkKind { kernel, copy_to_device, copy_to_host, copy_on_device, memset, matmul, convolution };

struct Node {
  std::string what;
  Work work;
  WorkKind kind;
  std::vector<std::size_t> after;  ///< nodes of the same graph
};

struct Graph {
  std::vector<Node> nodes;  ///< in the order in which they were captured
};

struct Capture {
  cudaStreamCaptureMode mode;
  std::thread::id thread;
  Stream* origin;
  Graph graph;
  bool invalid = false;
};

/// One thing of a stream: work, a whole graph, a point to reach, or a point to wait for.
struct Item {
  std::string what;
  Work work;
  WorkKind kind = WorkKind::kernel;
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<Point> reach;
  std::shared_ptr<Point> wait;
};

struct Stream {
  int device = 0;
  bool blocking = true;  ///< ordered with the legacy default stream
  bool alive = true;
  std::deque<Item> items;
  std::shared_ptr<Capture> capture;   ///< while it captures
  std::vector<std::size_t> tips;      ///< the capture's nodes that its next node comes after
};

struct Event {
  int device = 0;
  bool timing = true;
  bool alive = true;
  std::shared_ptr<Point> point;            ///< null: never recorded
  std::shared_ptr<Capture> capture;        ///< last recorded in this capture
  std::vector<std::size_t> captured_tips;
};

struct GraphHandle {
  std::shared_ptr<const Graph> graph;
};
struct GraphExec {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<Point> last;  ///< launches of one executable graph follow each other
};

struct World {
  std::recursive_mutex mutex;
  Mode mode = Mode::eager;
  std::mt19937_64 random{1};
  int devices = 1;
  std::map<cudaStream_t, std::shared_ptr<Stream>> streams;
  std::vector<std::shared_ptr<Stream>> retired;  ///< destroyed with work still to do
  std::shared_ptr<Stream> legacy = std::make_shared<Stream>();
  std::map<cudaEvent_t, std::shared_ptr<Event>> events;
  std::map<cudaGraph_t, GraphHandle> graphs;
  std::map<cudaGraphExec_t, GraphExec> executables;
  std::vector<std::shared_ptr<Capture>> captures;
  std::set<const void*> library_handles;  ///< cuBLASLt's
  std::uintptr_t next_handle = 0x10000;  ///< never used twice, so that a stale handle is always noticed
  cudaError_t sticky = cudaSuccess;
  std::string fault;
};
World& world();

class Guard {
 public:
  Guard() : lock_(world().mutex) {}

 private:
  std::lock_guard<std::recursive_mutex> lock_;
};

/// What CUDA keeps for each thread.
struct ThreadState {
  int device = 0;
  cudaError_t last_error = cudaSuccess;
  cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;
};
ThreadState& thread_state() noexcept;

/// Notes an error as the thread's last and hands it on.
cudaError_t result(cudaError_t status) noexcept;
/// For calls that need the device: the driver's, the context's and the injected errors.
cudaError_t device_status();
template <class Handle>
Handle new_handle() {
  return reinterpret_cast<Handle>(world().next_handle += 64);
}

/// The stream of a handle, null where there is none; the null handle is the legacy default stream.
std::shared_ptr<Stream> find_stream(cudaStream_t handle);
/// The stream or the error that the call must return, with the broken rule noted.
cudaError_t usable_stream(const char* call, cudaStream_t handle, std::shared_ptr<Stream>& stream);

/// Adds work to a stream, its graph or does it at once, as mode and capture say.
cudaError_t submit(const char* call, cudaStream_t stream, std::string what, WorkKind kind, Work work);

// --- queue.cpp
void add(const std::shared_ptr<Stream>& stream, Item item);
void run_until(const std::shared_ptr<Point>& point);
void run_stream(const std::shared_ptr<Stream>& stream);
void run_everything();
/// Does one thing that brings the stream on; false where it has nothing more to do.
bool run_a_little(const std::shared_ptr<Stream>& stream);
void set_sticky(cudaError_t status, const std::string& text);

// --- capture.cpp
cudaError_t add_to_capture(Stream& stream, std::string what, WorkKind kind, Work work);
/// Waiting or asking is no part of a graph: cudaErrorStreamCaptureUnsupported where the stream captures, which is over then.
cudaError_t refuse_capturing(const char* call, Stream& stream);
/// The same for calls about the whole device: any capture forbids them.
cudaError_t refuse_any_capture(const char* call);
/// Calls that may wait behind the scenes (cudaMalloc, cudaFree, cudaEventQuery): by the rules of the thread's capture mode.
cudaError_t refuse_unsafe(const char* call);

}  // namespace lockstep::fakes
