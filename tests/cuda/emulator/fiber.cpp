// The switch itself is a few instructions: a system call each (ucontext) would cost seventy times as much.
#include "tests/cuda/emulator/fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define LOCKSTEP_ASAN 1
#endif

namespace lockstep::emulator {

namespace {

#if defined(LOCKSTEP_ASAN)
constexpr std::size_t stack_bytes = 256 * 1024;
#else
constexpr std::size_t stack_bytes = 64 * 1024;
#endif

}  // namespace

// Saves the registers that a call keeps on the stack, stores where that is in *from, and goes on at `to`.
extern "C" void lockstep_switch(void** from, void* to);
asm(R"(
.text
.globl lockstep_switch
.hidden lockstep_switch
.type lockstep_switch, @function
lockstep_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size lockstep_switch, .-lockstep_switch
.globl lockstep_fiber_begins
.hidden lockstep_fiber_begins
.type lockstep_fiber_begins, @function
lockstep_fiber_begins:
  movq %r12, %rdi
  callq *%r13
  ud2
.size lockstep_fiber_begins, .-lockstep_fiber_begins
)");
extern "C" void lockstep_fiber_begins();

Fiber::Fiber(std::size_t number) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  bytes_ = stack_bytes + page;
  void* const memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::mprotect(memory, page, PROT_NONE);
  memory_ = static_cast<std::byte*>(memory);
  offset_ = (number % 32) * 64;  // tops on one cache line each would evict each other
}

Fiber::~Fiber() { ::munmap(memory_, bytes_); }

bool Fiber::holds(const void* address) const noexcept {
  const auto* const at = static_cast<const std::byte*>(address);
  return at >= memory_ && at < memory_ + bytes_;
}

void Fiber::enter(void* self) {
  auto* const fiber = static_cast<Fiber*>(self);
#if defined(LOCKSTEP_ASAN)
  __sanitizer_finish_switch_fiber(nullptr, &fiber->scheduler_bottom_, &fiber->scheduler_size_);
#endif
  // One body after the other on the same stack: letting go of it each time would cost AddressSanitizer's bookkeeping anew.
  for (;;) {
    (*fiber->body_)();
    fiber->finished_ = true;
    fiber->wait();
  }
}

void Fiber::start(const std::function<void()>& body) {
  body_ = &body;
  finished_ = false;
  if (!entered_) prepare();
  entered_ = true;
  switch_in();
}

void Fiber::prepare() {
  std::byte* const top = memory_ + bytes_ - offset_;
  auto* frame = reinterpret_cast<std::uintptr_t*>(reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{63});
  frame -= 9;  // six registers, where to go on, and the room that keeps a call aligned
  std::memset(frame, 0, 9 * sizeof(std::uintptr_t));
  frame[2] = reinterpret_cast<std::uintptr_t>(&Fiber::enter);              // r13
  frame[3] = reinterpret_cast<std::uintptr_t>(this);                       // r12
  frame[6] = reinterpret_cast<std::uintptr_t>(&lockstep_fiber_begins);     // the return address
  own_ = frame;
#if defined(LOCKSTEP_ASAN)
  own_fake_stack_ = nullptr;
#endif
}

void Fiber::resume() { switch_in(); }

void Fiber::abandon() noexcept {
  finished_ = true;
  entered_ = false;
#if defined(LOCKSTEP_ASAN)
  // What its frames poisoned would be there for the next body.
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  __asan_unpoison_memory_region(memory_ + page, bytes_ - page);
#endif
}

void Fiber::switch_in() {
#if defined(LOCKSTEP_ASAN)
  __sanitizer_start_switch_fiber(&fake_stack_, memory_, bytes_);
#endif
  lockstep_switch(&scheduler_, own_);
#if defined(LOCKSTEP_ASAN)
  __sanitizer_finish_switch_fiber(fake_stack_, nullptr, nullptr);
#endif
}

void Fiber::wait() {
#if defined(LOCKSTEP_ASAN)
  __sanitizer_start_switch_fiber(&own_fake_stack_, scheduler_bottom_, scheduler_size_);
#endif
  lockstep_switch(&own_, scheduler_);
#if defined(LOCKSTEP_ASAN)
  __sanitizer_finish_switch_fiber(own_fake_stack_, &scheduler_bottom_, &scheduler_size_);
#endif
}

namespace {

struct Fibers {
  std::vector<std::unique_ptr<Fiber>> all;
  std::vector<Fiber*> idle;
};

// Never destroyed: a kernel may run while the program ends.
Fibers& fibers() {
  static auto* const instance = new Fibers;
  return *instance;
}

}  // namespace

Fiber& take_idle_fiber() {
  Fibers& known = fibers();
  if (known.idle.empty()) {
    known.all.push_back(std::make_unique<Fiber>(known.all.size()));
    return *known.all.back();
  }
  Fiber& fiber = *known.idle.back();
  known.idle.pop_back();
  return fiber;
}

void give_back(Fiber& fiber) { fibers().idle.push_back(&fiber); }

}  // namespace lockstep::emulator
