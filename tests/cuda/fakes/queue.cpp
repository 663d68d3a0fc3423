#include "tests/cuda/fakes/queue.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/reports.h"
#include "tests/cuda/fakes/world.h"

namespace lockstep::fakes {

namespace {

void count_executed(WorkKind kind) {
  LockstepFakeCounters& all = counters();
  switch (kind) {
    case WorkKind::kernel: break;
    case WorkKind::copy_to_device: ++all.copies_to_device; return;
    case WorkKind::copy_to_host: ++all.copies_to_host; return;
    case WorkKind::copy_on_device: ++all.copies_on_device; return;
    case WorkKind::memset: ++all.memsets; return;
    case WorkKind::matmul: ++all.matmuls; break;
    case WorkKind::convolution: ++all.convolutions; break;
  }
  ++all.launches;
}

bool is_kernel(WorkKind kind) { return kind == WorkKind::kernel || kind == WorkKind::matmul || kind == WorkKind::convolution; }

void execute(const std::string& what, WorkKind kind, const Work& work) {
  if (world().sticky != cudaSuccess) return;  // a lost context does nothing more
  if (is_kernel(kind)) {
    FaultPlan& plan = fault_plan();
    if (++plan.launches == plan.faults.launch) {
      set_sticky(cudaErrorLaunchFailure, what + ": crashed, as LOCKSTEP_FAKE_FAULT asks for");
      return;
    }
  }
  count_executed(kind);
  if (const std::string fault = work(); !fault.empty()) set_sticky(cudaErrorLaunchFailure, what + ": " + fault);
}

/// A graph's nodes in an order that its edges allow: as captured where work is prompt, else the latest first.
void execute_graph(const Graph& graph) {
  std::vector<bool> done(graph.nodes.size(), false);
  const auto ready = [&](std::size_t i) {
    return !done[i] && std::all_of(graph.nodes[i].after.begin(), graph.nodes[i].after.end(), [&](std::size_t j) { return done[j]; });
  };
  for (std::size_t count = 0; count < graph.nodes.size(); ++count) {
    // Only as many nodes as streams took part are ready at a time; they are looked for from the first that is not done.
    std::vector<std::size_t> choice;
    for (std::size_t i = 0; i < graph.nodes.size() && (choice.empty() || world().mode != Mode::eager); ++i) {
      if (ready(i)) choice.push_back(i);
    }
    const std::size_t chosen = world().mode == Mode::random ? choice[world().random() % choice.size()] : choice.back();
    execute(graph.nodes[chosen].what, graph.nodes[chosen].kind, graph.nodes[chosen].work);
    done[chosen] = true;
  }
}

/// One branch is the usual case, and then the order is the captured one.
bool is_chain(const Graph& graph) {
  for (std::size_t i = 1; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].after != std::vector<std::size_t>{i - 1}) return false;
  }
  return true;
}

void execute(Item& item) {
  if (item.graph != nullptr) {
    if (is_chain(*item.graph)) {
      for (const Node& node : item.graph->nodes) execute(node.what, node.kind, node.work);
    } else {
      execute_graph(*item.graph);
    }
  } else if (item.work) {
    execute(item.what, item.kind, item.work);
  }
  if (item.reach != nullptr) {
    item.reach->reached = true;
    item.reach->when = std::chrono::steady_clock::now();
    item.reach->stream = nullptr;
  }
}

bool is_runnable(const Stream& stream) {
  return !stream.items.empty() && (stream.items.front().wait == nullptr || stream.items.front().wait->reached);
}

void run_one(Stream& stream) {
  Item item = std::move(stream.items.front());
  stream.items.pop_front();
  execute(item);
}

std::vector<std::shared_ptr<Stream>> all_streams() {
  std::vector<std::shared_ptr<Stream>> all{world().legacy};
  for (const auto& [handle, stream] : world().streams) all.push_back(stream);
  all.insert(all.end(), world().retired.begin(), world().retired.end());
  return all;
}

/// Brings the stream one item on, and what that item waits for before.
void step(const std::shared_ptr<Stream>& stream) {
  if (!is_runnable(*stream)) {
    run_until(stream->items.front().wait);
    return;
  }
  run_one(*stream);
}

void run_others(const std::shared_ptr<Stream>& stream) {
  for (bool progress = true; progress;) {
    progress = false;
    for (const auto& other : all_streams()) {
      while (other != stream && is_runnable(*other)) {
        run_one(*other);
        progress = true;
      }
    }
  }
}

void run_any() {
  std::vector<std::shared_ptr<Stream>> runnable;
  for (const auto& stream : all_streams()) {
    if (is_runnable(*stream)) runnable.push_back(stream);
  }
  run_one(*runnable[world().random() % runnable.size()]);
}

/// Until `done`, which only work of `stream` (and what it waits for) brings about.
template <class Done>
void run_towards(const std::shared_ptr<Stream>& stream, const Done& done) {
  while (!done()) {
    if (world().mode == Mode::random) {
      run_any();
      continue;
    }
    if (world().mode == Mode::early) run_others(stream);
    if (!done()) step(stream);
  }
}

}  // namespace

void set_sticky(cudaError_t status, const std::string& text) {
  if (world().sticky != cudaSuccess) return;
  world().sticky = status;
  world().fault = text;
  std::fprintf(stderr, "fake CUDA: %s\n", text.c_str());
}

void run_until(const std::shared_ptr<Point>& point) {
  if (point->reached) return;
  const std::shared_ptr<Stream> stream = point->stream;
  run_towards(stream, [&] { return point->reached; });
}

void run_stream(const std::shared_ptr<Stream>& stream) {
  run_towards(stream, [&] { return stream->items.empty(); });
}

void run_everything() {
  for (const auto& stream : all_streams()) run_stream(stream);
  world().retired.clear();
}

bool run_a_little(const std::shared_ptr<Stream>& stream) {
  if (stream->items.empty()) return false;
  step(stream);
  return true;
}

void add(const std::shared_ptr<Stream>& stream, Item item) {
  stream->items.push_back(std::move(item));
  if (world().mode == Mode::eager) run_stream(stream);
}

cudaError_t submit(const char* call, cudaStream_t handle, std::string what, WorkKind kind, Work work) {
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  if (const cudaError_t status = usable_stream(call, handle, stream); status != cudaSuccess) return result(status);
  if (is_kernel(kind)) ++counters().enqueued;
  if (stream->capture != nullptr) return result(add_to_capture(*stream, std::move(what), kind, std::move(work)));
  add(stream, {std::move(what), std::move(work), kind, nullptr, nullptr, nullptr});
  // What an eager device finds at once is told at once, as a fast real one might.
  return result(world().sticky);
}

cudaError_t enqueue(cudaStream_t stream, const char* what, Work work) {
  const Guard guard;
  return submit(what, stream, what, WorkKind::kernel, std::move(work));
}

bool parse_mode(std::string_view text, Mode& mode, std::uint64_t& seed) {
  if (text == "eager") mode = Mode::eager;
  else if (text == "deferred" || text == "late") mode = Mode::late;
  else if (text == "early") mode = Mode::early;
  else if (text.starts_with("random")) {
    mode = Mode::random;
    text.remove_prefix(6);
    if (text.empty()) return true;
    if (text.front() != ':') return false;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), seed);
    return error == std::errc() && end == text.data() + text.size();
  } else return false;
  return true;
}

Mode mode() noexcept { return world().mode; }

void set_mode(Mode mode, std::uint64_t seed) {
  const Guard guard;
  run_everything();
  world().mode = mode;
  world().random.seed(seed);
}

std::string last_fault() {
  const Guard guard;
  return world().fault;
}

void reset() {
  const Guard guard;
  run_everything();
  world().sticky = cudaSuccess;
  world().fault.clear();
  thread_state().last_error = cudaSuccess;
  set_faults({});
  counters() = {};
  forget_violations();
}

}  // namespace lockstep::fakes
