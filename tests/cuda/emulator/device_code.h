// The kernel language for g++: CUDA's own headers, which compile as plain C++, and the emulator in place of what only a GPU has.
// Included by engine/backend/cuda/device_code.h where LOCKSTEP_CUDA_EMULATED is set.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tests/cuda/emulator/emulator.h"

// Left empty by CUDA's headers, it would silently make a local variable.
#undef __shared__
#define __shared__ static_assert(false, "use LOCKSTEP_SHARED or LOCKSTEP_DYNAMIC_SHARED");

#define threadIdx (::lockstep::emulator::thread_index)
#define blockIdx (::lockstep::emulator::block_index)
#define blockDim (::lockstep::emulator::block_size)
#define gridDim (::lockstep::emulator::grid_size)
#define warpSize 32

#define LOCKSTEP_SHARED(T, name, count)                                                  \
  T(&name)[count] = *static_cast<T(*)[count]>(::lockstep::emulator::shared_array(        \
      [] {                                                                               \
        static const char tag = 0;                                                       \
        return static_cast<const void*>(&tag);                                           \
      }(),                                                                               \
      sizeof(T) * (count), alignof(T)))
#define LOCKSTEP_DYNAMIC_SHARED(T, name) T* const name = static_cast<T*>(::lockstep::emulator::dynamic_shared())

#define LOCKSTEP_SITE const char* file = __builtin_FILE(), int line = __builtin_LINE()

// --- barriers, shuffles, votes: the names are CUDA's -------------------------------------------------------------------------
inline void __syncthreads(LOCKSTEP_SITE) { (void)lockstep::emulator::barrier(0, {file, line}); }
inline int __syncthreads_count(int predicate, LOCKSTEP_SITE) { return lockstep::emulator::barrier(predicate, {file, line}); }
inline int __syncthreads_or(int predicate, LOCKSTEP_SITE) { return lockstep::emulator::barrier(predicate, {file, line}) != 0 ? 1 : 0; }
inline int __syncthreads_and(int predicate, LOCKSTEP_SITE) { return lockstep::emulator::barrier(predicate == 0 ? 1 : 0, {file, line}) == 0 ? 1 : 0; }
inline void __syncwarp(unsigned mask = 0xFFFFFFFFU, LOCKSTEP_SITE) {
  (void)lockstep::emulator::meet(lockstep::emulator::Meeting::sync, mask, 0, 0, 32, {file, line});
}
inline unsigned __ballot_sync(unsigned mask, int predicate, LOCKSTEP_SITE) {
  return static_cast<unsigned>(lockstep::emulator::meet(lockstep::emulator::Meeting::ballot, mask, predicate != 0 ? 1 : 0, 0, 32, {file, line}));
}
inline int __any_sync(unsigned mask, int predicate, LOCKSTEP_SITE) {
  return static_cast<int>(lockstep::emulator::meet(lockstep::emulator::Meeting::any, mask, predicate != 0 ? 1 : 0, 0, 32, {file, line}));
}
inline int __all_sync(unsigned mask, int predicate, LOCKSTEP_SITE) {
  return static_cast<int>(lockstep::emulator::meet(lockstep::emulator::Meeting::all, mask, predicate != 0 ? 1 : 0, 0, 32, {file, line}));
}
inline unsigned __activemask() { return lockstep::emulator::active_mask(); }

namespace lockstep::emulator {

template <class T>
T shuffle(Meeting kind, unsigned mask, T value, int lane, int width, const Site& site) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = meet(kind, mask, bits, lane, width, site);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace lockstep::emulator

template <class T>
T __shfl_sync(unsigned mask, T value, int lane, int width = 32, LOCKSTEP_SITE) {
  return lockstep::emulator::shuffle(lockstep::emulator::Meeting::shuffle, mask, value, lane, width, {file, line});
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, LOCKSTEP_SITE) {
  return lockstep::emulator::shuffle(lockstep::emulator::Meeting::shuffle_down, mask, value, static_cast<int>(delta), width, {file, line});
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, LOCKSTEP_SITE) {
  return lockstep::emulator::shuffle(lockstep::emulator::Meeting::shuffle_up, mask, value, static_cast<int>(delta), width, {file, line});
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32, LOCKSTEP_SITE) {
  return lockstep::emulator::shuffle(lockstep::emulator::Meeting::shuffle_xor, mask, value, lanes, width, {file, line});
}

// --- atomics: one thread runs at a time, so that each is whole by itself. The checker is told where it watches -----------------
#define LOCKSTEP_ATOMIC(address, bytes)                                                        \
  if (::lockstep::emulator::atomic_listener != nullptr) {                                      \
    ::lockstep::emulator::atomic_listener(address, bytes, __builtin_return_address(0));        \
  }
#define LOCKSTEP_ATOMIC_FUNCTION template <class T> [[gnu::noinline, gnu::no_sanitize("thread")]] inline T

LOCKSTEP_ATOMIC_FUNCTION atomicAdd(T* address, std::type_identity_t<T> value) {
  LOCKSTEP_ATOMIC(address, sizeof(T))
  const T old = *address;
  *address = static_cast<T>(old + value);
  return old;
}
LOCKSTEP_ATOMIC_FUNCTION atomicMin(T* address, std::type_identity_t<T> value) {
  LOCKSTEP_ATOMIC(address, sizeof(T))
  const T old = *address;
  *address = old < value ? old : value;
  return old;
}
LOCKSTEP_ATOMIC_FUNCTION atomicMax(T* address, std::type_identity_t<T> value) {
  LOCKSTEP_ATOMIC(address, sizeof(T))
  const T old = *address;
  *address = old < value ? value : old;
  return old;
}
LOCKSTEP_ATOMIC_FUNCTION atomicExch(T* address, std::type_identity_t<T> value) {
  LOCKSTEP_ATOMIC(address, sizeof(T))
  const T old = *address;
  *address = value;
  return old;
}
LOCKSTEP_ATOMIC_FUNCTION atomicCAS(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  LOCKSTEP_ATOMIC(address, sizeof(T))
  const T old = *address;
  if (old == expected) *address = value;
  return old;
}
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}

// --- arithmetic ---------------------------------------------------------------------------------------------------------------
template <class T>
T __ldg(const T* address) {
  return *address;
}
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fsqrt_rn(float a) { return std::sqrt(a); }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>((std::uint64_t{a} * b) >> 32U); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<unsigned long long>((static_cast<Wide>(a) * b) >> 64U);
}
inline int __popc(unsigned a) { return std::popcount(a); }
inline int __popcll(unsigned long long a) { return std::popcount(a); }
inline int __clz(int a) { return std::countl_zero(static_cast<unsigned>(a)); }
inline int __ffs(int a) { return a == 0 ? 0 : std::countr_zero(static_cast<unsigned>(a)) + 1; }
inline int __float_as_int(float a) { return std::bit_cast<int>(a); }
inline unsigned __float_as_uint(float a) { return std::bit_cast<unsigned>(a); }
inline float __int_as_float(int a) { return std::bit_cast<float>(a); }
inline float __uint_as_float(unsigned a) { return std::bit_cast<float>(a); }
inline long long __double_as_longlong(double a) { return std::bit_cast<long long>(a); }
inline double __longlong_as_double(long long a) { return std::bit_cast<double>(a); }
inline float __saturatef(float a) { return a > 0.0F ? std::min(a, 1.0F) : 0.0F; }
inline float rsqrtf(float a) { return 1.0F / std::sqrt(a); }

namespace lockstep::emulator {

/// The work of one launch; the arguments become the kernel's parameters now.
template <class... P, class... A>
std::function<std::string()> prepare(const Site& site, void (*kernel)(P...), dim3 grid, dim3 block, std::size_t shared_bytes, A... arguments) {
  static_assert((std::is_trivially_copyable_v<std::remove_cvref_t<P>> && ...), "a kernel's parameters are copied byte by byte");
  const Launch how{grid, block, shared_bytes, (std::size_t{0} + ... + sizeof(P)), site};
  std::tuple<std::remove_cvref_t<P>...> values(static_cast<std::remove_cvref_t<P>>(arguments)...);
  return [how, kernel, values] {
    return run(how, [&] {
      std::apply(
          [&](auto... parameters) {
            void (*const function)(P...) = kernel;  // what is read from here on is the kernel's doing
            enter_kernel();
            function(parameters...);
            leave_kernel();
          },
          values);
    });
  };
}

}  // namespace lockstep::emulator

namespace lockstep::fakes {
/// The fake device's queue: tests/cuda/fakes/queue.h.
cudaError_t enqueue(cudaStream_t stream, const char* what, std::function<std::string()> work);
}  // namespace lockstep::fakes

namespace lockstep::engine::cuda {

/// As under nvcc; the kernel runs when its turn in the stream comes.
template <class... P, class... A>
void launch(const Where& where, void (*kernel)(P...), dim3 grid, dim3 block, std::size_t shared_bytes, const KernelContext& context, A... arguments) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
  const cudaError_t status =
      lockstep::fakes::enqueue(state_of(context).compute, where.file, emulator::prepare({where.file, where.line}, kernel, grid, block, shared_bytes, arguments...));
  if (status != cudaSuccess) throw_launch(where, status);
}

}  // namespace lockstep::engine::cuda
