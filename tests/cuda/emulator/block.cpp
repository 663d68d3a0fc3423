#include "tests/cuda/emulator/block.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace lockstep::emulator {

namespace {

const char* name_of(Meeting kind) {
  switch (kind) {
    case Meeting::shuffle: return "__shfl_sync";
    case Meeting::shuffle_down: return "__shfl_down_sync";
    case Meeting::shuffle_up: return "__shfl_up_sync";
    case Meeting::shuffle_xor: return "__shfl_xor_sync";
    case Meeting::ballot: return "__ballot_sync";
    case Meeting::any: return "__any_sync";
    case Meeting::all: return "__all_sync";
    case Meeting::sync: break;
  }
  return "__syncwarp";
}

std::string ended(const Call& call, int lane) {
  return fmt::format("{}: the mask {:08x} of {} names lane {}, which has ended", call.site.text(), call.mask, name_of(call.kind), lane);
}

/// xorshift: which warp is next is no result of anything.
std::uint64_t next_random(std::uint64_t& state) {
  state ^= state << 13U;
  state ^= state >> 7U;
  state ^= state << 17U;
  return state;
}

}  // namespace

Block::Block(const Launch& launch, const std::function<void()>& thread, Order order, std::uint64_t seed)
    : launch_(launch),
      thread_(thread),
      order_(order),
      random_(seed * 0x9E3779B97F4A7C15ULL + 1),
      count_(static_cast<int>(launch.block.x * launch.block.y * launch.block.z)),
      shared_(launch.shared_bytes),
      threads_(static_cast<std::size_t>(count_)),
      warp_epochs_(static_cast<std::size_t>(count_ + 31) / 32) {}

Block::~Block() {
  for (Fiber* const fiber : free_) give_back(*fiber);
}

void Block::make_order() {
  sequence_.resize(static_cast<std::size_t>(count_));
  std::iota(sequence_.begin(), sequence_.end(), 0);
  if (order_ == Order::reverse) std::reverse(sequence_.begin(), sequence_.end());
  if (order_ != Order::random) return;
  // Whole warps change places; within one the lanes stay as they are.
  const int warps = (count_ + 31) / 32;
  std::vector<int> places(static_cast<std::size_t>(warps));
  std::iota(places.begin(), places.end(), 0);
  for (int i = warps - 1; i > 0; --i) std::swap(places[static_cast<std::size_t>(i)], places[next_random(random_) % static_cast<std::uint64_t>(i + 1)]);
  sequence_.clear();
  for (const int warp : places)
    for (int thread = 32 * warp; thread < std::min(count_, 32 * warp + 32); ++thread) sequence_.push_back(thread);
}

std::string Block::run(std::uint32_t number) {
  number_ = number;
  shared_.reset();
  make_order();
  for (Thread& thread : threads_) thread = Thread();
  std::fill(warp_epochs_.begin(), warp_epochs_.end(), 0U);
  unfinished_ = count_;
  waiting_ = 0;
  epoch_ = 0;
  cursor_ = 0;
  fault_.clear();
  while (unfinished_ > 0 && fault_.empty()) {
    const int next = pick();
    if (next >= 0) go_on(next);
    else if (!open_barrier() && fault_.empty()) fault_ = deadlock();
  }
  if (fault_.empty()) {
    if (const std::string damage = shared_.damage(); !damage.empty()) fault_ = fmt::format("{} (the kernel at {})", damage, launch_.site.text());
  }
  if (!fault_.empty()) abandon_all();
  return fault_;
}

// Threads that still wait never go on: their stacks are used anew.
void Block::abandon_all() noexcept {
  for (Thread& thread : threads_) {
    if (thread.fiber == nullptr) continue;
    thread.fiber->abandon();
    free_.push_back(thread.fiber);
    thread.fiber = nullptr;
  }
}

int Block::pick() {
  for (std::size_t looked = 0; looked < sequence_.size(); ++looked) {
    const int thread = sequence_[(cursor_ + looked) % sequence_.size()];
    const State state = threads_[static_cast<std::size_t>(thread)].state;
    if (state != State::fresh && state != State::ready) continue;
    cursor_ = (cursor_ + looked) % sequence_.size();
    return thread;
  }
  return -1;
}

Fiber& Block::free_fiber() {
  if (free_.empty()) return take_idle_fiber();
  Fiber& fiber = *free_.back();
  free_.pop_back();
  return fiber;
}

void Block::set_index(int thread) {
  const auto at = static_cast<unsigned>(thread);
  thread_index = {at % launch_.block.x, at / launch_.block.x % launch_.block.y, at / launch_.block.x / launch_.block.y};
}

void Block::go_on(int number) {
  Thread& thread = threads_[static_cast<std::size_t>(number)];
  current_ = number;
  set_index(number);
  const bool fresh = thread.state == State::fresh;
  if (fresh) thread.fiber = &free_fiber();
  thread.state = State::ready;
  if (fresh) thread.fiber->start(thread_);
  else thread.fiber->resume();
  current_ = -1;
  if (!thread.fiber->is_finished()) return;
  free_.push_back(thread.fiber);
  thread.fiber = nullptr;
  thread.state = State::finished;
  --unfinished_;
  check_nobody_waits_for(number);
}

void Block::check_nobody_waits_for(int number) {
  const int first = number / 32 * 32;
  for (int other = first; other < std::min(count_, first + 32); ++other) {
    const Thread& waiting = threads_[static_cast<std::size_t>(other)];
    if (waiting.state == State::at_meeting && fault_.empty() && (waiting.call.mask >> static_cast<unsigned>(number - first) & 1U) != 0) {
      fault_ = fmt::format("{} (the kernel at {})", ended(waiting.call, number - first), launch_.site.text());
    }
  }
}

void Block::suspend(State state) {
  const int mine = current_;
  Thread& thread = threads_[static_cast<std::size_t>(mine)];
  thread.state = state;
  thread.fiber->wait();
}

int Block::barrier(int predicate, const Site& site) {
  Thread& thread = threads_[static_cast<std::size_t>(current_)];
  thread.call.site = site;
  thread.predicate = predicate;
  ++waiting_;
  suspend(State::at_barrier);
  return barrier_sum_;
}

bool Block::open_barrier() {
  if (waiting_ == 0 || waiting_ != unfinished_) return false;
  const Site* first = nullptr;
  barrier_sum_ = 0;
  for (Thread& thread : threads_) {
    if (thread.state != State::at_barrier) continue;
    if (first == nullptr) first = &thread.call.site;
    if (!(thread.call.site == *first)) {
      fault_ = fmt::format("threads of one block wait at different barriers: {} and {}", first->text(), thread.call.site.text());
      return false;
    }
    barrier_sum_ += thread.predicate != 0 ? 1 : 0;
  }
  for (Thread& thread : threads_)
    if (thread.state == State::at_barrier) thread.state = State::ready;
  waiting_ = 0;
  ++epoch_;
  cursor_ = 0;
  return true;
}

std::uint64_t Block::meet(const Call& call) {
  const int lane = current_ % 32;
  if ((call.mask >> static_cast<unsigned>(lane) & 1U) == 0) {
    std::string text = fmt::format("{}: lane {} calls {} with the mask {:08x}, which does not name it", call.site.text(), lane, name_of(call.kind), call.mask);
    fault(std::move(text));
  }
  Thread& thread = threads_[static_cast<std::size_t>(current_)];
  thread.call = call;
  thread.state = State::at_meeting;
  const int warp = current_ / 32;
  try_meeting(warp, call);
  if (thread.state == State::at_meeting) suspend(State::at_meeting);
  return thread.result;
}

void Block::try_meeting(int warp, const Call& call) {
  const int first = 32 * warp;
  for (int lane = 0; lane < 32; ++lane) {
    if ((call.mask >> static_cast<unsigned>(lane) & 1U) == 0) continue;
    if (first + lane >= count_) {
      std::string text = fmt::format("{}: the mask {:08x} of {} names lane {}, which this warp does not have", call.site.text(), call.mask, name_of(call.kind), lane);
      fault(std::move(text));
    }
    const Thread& other = threads_[static_cast<std::size_t>(first + lane)];
    if (other.state == State::finished) {
      fault(ended(call, lane));
    }
    if (other.state != State::at_meeting) return;
    if (other.call.kind != call.kind || other.call.mask != call.mask || !(other.call.site == call.site)) {
      std::string text = fmt::format("lanes of one warp meet at different places: {} at {} with {:08x}, and {} at {} with {:08x}", name_of(call.kind), call.site.text(), call.mask,
                        name_of(other.call.kind), other.call.site.text(), other.call.mask);
      fault(std::move(text));
    }
  }
  for (int lane = 0; lane < 32; ++lane) {
    if ((call.mask >> static_cast<unsigned>(lane) & 1U) == 0) continue;
    Thread& thread = threads_[static_cast<std::size_t>(first + lane)];
    thread.result = result_of(thread.call, lane, first);
  }
  for (int lane = 0; lane < 32; ++lane) {
    if ((call.mask >> static_cast<unsigned>(lane) & 1U) != 0) threads_[static_cast<std::size_t>(first + lane)].state = State::ready;
  }
  // Who does not know the hardware takes every meeting for a barrier of the warp's memory too; it is one for those who meet.
  ++warp_epochs_[static_cast<std::size_t>(warp)];
}

std::uint64_t Block::result_of(const Call& call, int lane, int first) const {
  const auto value = [&](int source) { return threads_[static_cast<std::size_t>(first + source)].call.value; };
  const auto named = [&](int source) { return (call.mask >> static_cast<unsigned>(source) & 1U) != 0; };
  const int begin = lane / call.width * call.width;
  int source = lane;
  switch (call.kind) {
    case Meeting::shuffle: source = begin + (call.lane & (call.width - 1)); break;
    case Meeting::shuffle_down: source = lane + call.lane < begin + call.width ? lane + call.lane : lane; break;
    case Meeting::shuffle_up: source = lane - call.lane >= begin ? lane - call.lane : lane; break;
    case Meeting::shuffle_xor: source = (lane ^ call.lane) < begin + call.width ? lane ^ call.lane : lane; break;
    case Meeting::sync: return 0;
    case Meeting::ballot:
    case Meeting::any:
    case Meeting::all: {
      std::uint64_t votes = 0;
      for (int i = 0; i < 32; ++i)
        if (named(i) && value(i) != 0) votes |= std::uint64_t{1} << static_cast<unsigned>(i);
      if (call.kind == Meeting::ballot) return votes;
      return call.kind == Meeting::any ? (votes != 0 ? 1 : 0) : (votes == call.mask ? 1 : 0);
    }
  }
  // What a lane that is not named would give is undefined on a GPU: a value that shows.
  return named(source) ? value(source) : 0xFFFFFFFFFFFFFFFFULL;
}

unsigned Block::active_mask() const noexcept { return 1U << static_cast<unsigned>(current_ % 32); }

ThreadId Block::current_id() const noexcept {
  return {number_, static_cast<std::uint32_t>(current_), epoch_, warp_epochs_[static_cast<std::size_t>(current_ / 32)]};
}

bool Block::on_own_stack(const void* address) const noexcept { return current_ >= 0 && threads_[static_cast<std::size_t>(current_)].fiber->holds(address); }

std::string Block::place() const {
  return fmt::format("block ({}, {}, {}), thread ({}, {}, {})", block_index.x, block_index.y, block_index.z, thread_index.x, thread_index.y, thread_index.z);
}

void Block::fault(std::string text) {
  fault_ = fmt::format("{} ({}, the kernel at {})", text, place(), launch_.site.text());
  std::string().swap(text);  // this stack is left as it is: nothing else would free it
  threads_[static_cast<std::size_t>(current_)].state = State::at_meeting;
  threads_[static_cast<std::size_t>(current_)].fiber->wait();
  std::abort();  // never resumed
}

std::string Block::deadlock() const {
  int at_barrier = 0, at_meeting = 0, ended = 0;
  Site barrier_site, meeting_site;
  for (const Thread& thread : threads_) {
    if (thread.state == State::at_barrier) ++at_barrier, barrier_site = thread.call.site;
    if (thread.state == State::at_meeting) ++at_meeting, meeting_site = thread.call.site;
    if (thread.state == State::finished) ++ended;
  }
  std::string out = fmt::format("no thread of the block can go on: {} have ended", ended);
  if (at_barrier > 0) out += fmt::format(", {} wait at the barrier {}", at_barrier, barrier_site.text());
  if (at_meeting > 0) out += fmt::format(", {} wait for lanes of their warp at {}", at_meeting, meeting_site.text());
  return fmt::format("{} (the kernel at {})", out, launch_.site.text());
}

}  // namespace lockstep::emulator
