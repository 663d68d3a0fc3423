#include "tests/cuda/planted/planted_faults.h"

#include "engine/backend/cuda/device_code.h"

namespace lockstep::emulator {

namespace {

constexpr unsigned threads = 64;  // two warps
constexpr unsigned full = 0xFFFFFFFFU;

// --- barriers ----------------------------------------------------------------------------------------------------------------
/// Each thread passes its value to the one opposite.
__global__ void exchange(const float* x, float* y, bool barrier) {
  LOCKSTEP_SHARED(float, values, threads);
  values[threadIdx.x] = x[threadIdx.x];
  if (barrier) __syncthreads();
  y[threadIdx.x] = values[threads - 1 - threadIdx.x];
}

/// Reads what was written before a barrier, and writes there with none between.
__global__ void write_after_read(const float* x, float* y) {
  LOCKSTEP_SHARED(float, values, threads);
  values[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = values[threads - 1 - threadIdx.x];
  values[threadIdx.x] = 0;
}

/// The same twice with one array.
__global__ void exchange_twice(const float* x, float* y, bool barrier) {
  LOCKSTEP_SHARED(float, values, threads);
  for (int round = 0; round < 2; ++round) {
    values[threadIdx.x] = x[threadIdx.x] + static_cast<float>(round);
    __syncthreads();
    y[threadIdx.x] = values[threads - 1 - threadIdx.x];
    if (barrier) __syncthreads();
  }
}

/// Lanes of one warp pass values through shared memory: a shuffle orders no memory of lanes that it does not name.
__global__ void shuffle_as_fence(float* y, bool fence) {
  LOCKSTEP_SHARED(float, values, 32);
  const unsigned lane = threadIdx.x;
  values[lane] = static_cast<float>(lane);
  float sum = 0;
  if (lane < 16) sum = __shfl_xor_sync(0x0000FFFFU, values[lane], 1);
  if (fence) __syncwarp();
  y[lane] = values[31 - lane] + sum;
}

__global__ void divergent_barrier(float* y) {
  if (threadIdx.x < 32) __syncthreads();
  else y[threadIdx.x] = 1;
  if (threadIdx.x >= 32) __syncthreads();
}

__global__ void barrier_some_miss(float* y) {
  if (threadIdx.x == 5) {
    (void)__shfl_sync(1U << 5U | 1U << 6U, 1.0F, 6);  // lane 6 never comes
  }
  __syncthreads();
  y[threadIdx.x] = 1;
}

__global__ void lane_outside_mask(float* y) { y[threadIdx.x] = __shfl_sync(0x0000FFFFU, 1.0F, 0); }

__global__ void lane_that_ended(float* y) {
  if (threadIdx.x % 32 == 31) return;
  y[threadIdx.x] = __shfl_down_sync(full, 1.0F, 1);
}

__global__ void lanes_at_two_places(float* y) {
  float sum = 0;
  if (threadIdx.x < 16) sum = __shfl_xor_sync(full, 1.0F, 16);
  else sum = __shfl_xor_sync(full, 2.0F, 16);
  y[threadIdx.x] = sum;
}

// --- bounds ------------------------------------------------------------------------------------------------------------------
__global__ void shift(const float* x, float* y, int count, int by) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < count) y[i] = x[i + by];
}
__global__ void write_past(float* y, int count) { y[static_cast<int>(threadIdx.x) + (threadIdx.x + 1 == static_cast<unsigned>(count) ? 1 : 0)] = 1; }

__global__ void into_the_next_array(float* y, int beyond) {
  LOCKSTEP_SHARED(float, first, 16);
  LOCKSTEP_SHARED(float, second, 16);
  if (threadIdx.x < 16) second[threadIdx.x] = 2;
  __syncthreads();
  if (threadIdx.x == 0) first[15 + beyond] = 1;
  __syncthreads();
  y[threadIdx.x] = second[threadIdx.x % 16];
}

__global__ void past_dynamic(float* y, int count) {
  LOCKSTEP_DYNAMIC_SHARED(float, row);
  if (threadIdx.x == 0) row[count] = 1;
  __syncthreads();
  y[threadIdx.x] = 1;
}

// --- values nobody wrote, words that two write --------------------------------------------------------------------------------
__global__ void unwritten_shared(float* y, bool all) {
  LOCKSTEP_SHARED(float, values, threads);
  if (all || threadIdx.x != 7) values[threadIdx.x] = 1;
  __syncthreads();
  y[threadIdx.x] = values[threads - 1 - threadIdx.x];
}
__global__ void copy(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x]; }

__global__ void one_word(float* y) {
  if (threadIdx.x == 0) y[0] = static_cast<float>(blockIdx.x);
}
__global__ void words_by_block(float* y) {
  if (threadIdx.x == 0) y[blockIdx.x] = 1;
}
__global__ void read_anothers(float* y, const float* x) {
  if (threadIdx.x == 0) y[blockIdx.x] = x[0] + y[0];
}
__global__ void add_atomically(int* y) { (void)atomicAdd(y, 1); }
__global__ void atomic_past(int* y) { (void)atomicAdd(y + 1, 1); }

__global__ void copy_quads(const float4* x, float4* y) {
  const float value = x->x;
  y->x = value;
}
__global__ void copy_pair(const double* x, double* y) { *y = *x; }

__global__ void nothing(float*) {}

// --- memory of the fake device -------------------------------------------------------------------------------------------------
float* device(std::size_t count, bool written) {
  void* block = nullptr;
  (void)cudaMalloc(&block, count * sizeof(float));
  if (written) (void)cudaMemset(block, 0, count * sizeof(float));
  return static_cast<float*>(block);
}

template <class... P, class... A>
std::function<std::string()> work(void (*kernel)(P...), dim3 grid, dim3 block, std::size_t shared, A... arguments) {
  return prepare({__builtin_FILE(), __builtin_LINE()}, kernel, grid, block, shared, arguments...);
}

std::vector<Planted> barriers() {
  float* const x = device(threads, true);
  float* const y = device(threads, true);
  const auto run = [&](auto kernel, auto... arguments) { return work(kernel, dim3(1), dim3(threads), 0, arguments...); };
  const auto one_warp = [&](auto kernel, auto... arguments) { return work(kernel, dim3(1), dim3(32), 0, arguments...); };
  return {{"a missing barrier", "a read of shared memory that nobody wrote", true, run(exchange, x, y, false)},
          {"with its barrier", "", false, run(exchange, x, y, true)},
          {"a barrier missing before re-use", "a race for shared memory", true, run(exchange_twice, x, y, false)},
          {"the same, read first", "a race for shared memory", true, run(write_after_read, x, y)},
          {"barriers around re-use", "", false, run(exchange_twice, x, y, true)},
          {"a shuffle used as a fence", "a read of shared memory that nobody wrote", true, one_warp(shuffle_as_fence, y, false)},
          {"a fence for the warp", "", false, one_warp(shuffle_as_fence, y, true)},
          {"a divergent barrier", "wait at different barriers", false, run(divergent_barrier, y)},
          {"a lane that never comes", "no thread of the block can go on", false, run(barrier_some_miss, y)},
          {"a lane outside of the mask", "calls __shfl_sync with the mask 0000ffff, which does not name it", false, one_warp(lane_outside_mask, y)},
          {"a lane that has ended", "names lane 31, which has ended", false, one_warp(lane_that_ended, y)},
          {"lanes at two places", "lanes of one warp meet at different places", false, one_warp(lanes_at_two_places, y)}};
}

std::vector<Planted> bounds() {
  float* const x = device(threads, true);
  float* const y = device(threads, true);
  static float host[threads] = {};
  const auto run = [&](auto kernel, auto... arguments) { return work(kernel, dim3(1), dim3(threads), 0, arguments...); };
  return {{"a read past the end", "0 bytes past the end of a block of 256 bytes", true, run(shift, x, y, 64, 1)},
          {"a read before the begin", "which is no memory of the device's", true, run(shift, x, y, 64, -1)},
          {"within bounds", "", false, run(shift, x, y, 63, 1)},
          {"a write past the end", "0 bytes past the end of a block of 256 bytes", true, run(write_past, y, 64)},
          {"past one shared array into the next", "outside of every shared array", true, run(into_the_next_array, y, 1)},
          {"past a shared array", "past the end of one array", false, run(into_the_next_array, y, 1)},
          {"in its own shared array", "", false, run(into_the_next_array, y, 0)},
          {"past the dynamic shared memory", "outside of every shared array", true, work(past_dynamic, dim3(1), dim3(32), 64, y, 16)},
          {"in the dynamic shared memory", "", false, work(past_dynamic, dim3(1), dim3(32), 64, y, 15)},
          {"a pointer of the host's", "or the host's own", true, run(copy, host, y)},
          {"too many threads", "1025 threads in a block; at most 1024", false, work(nothing, dim3(1), dim3(1025), 0, y)},
          {"too much shared memory", "50000 bytes of dynamic shared memory; at most 49152", false, work(nothing, dim3(1), dim3(32), 50000, y)},
          {"too many blocks", "a grid of 1 x 65536 x 1", false, work(nothing, dim3(1, 65536), dim3(32), 0, y)}};
}

std::vector<Planted> words() {
  float* const x = device(threads, true);
  float* const y = device(threads, true);
  float* const unwritten = device(threads, false);
  auto* const count = reinterpret_cast<int*>(device(1, true));
  auto* const bytes = reinterpret_cast<char*>(device(threads, true));
  const auto run = [&](auto kernel, auto... arguments) { return work(kernel, dim3(1), dim3(threads), 0, arguments...); };
  const auto blocks = [&](auto kernel, auto... arguments) { return work(kernel, dim3(4), dim3(threads), 0, arguments...); };
  return {{"shared memory nobody wrote", "a read of shared memory that nobody wrote", true, run(unwritten_shared, y, false)},
          {"shared memory all wrote", "", false, run(unwritten_shared, y, true)},
          {"device memory nobody wrote", "a read of device memory that nobody wrote", true, run(copy, unwritten, y)},
          {"device memory that was set", "", false, run(copy, x, y)},
          {"two blocks write one word", "a race for device memory: thread 0 of block", true, blocks(one_word, y)},
          {"a block reads what another writes", "a race for device memory", true, blocks(read_anothers, y, x)},
          {"each block its own word", "", false, blocks(words_by_block, y)},
          {"all add to one word", "", false, blocks(add_atomically, count)},
          {"an atomic operation past the end", "0 bytes past the end of a block of 4 bytes", true, run(atomic_past, count)},
          {"a misaligned float4", "which is not a multiple of", true, run(copy_pair, reinterpret_cast<const double*>(bytes + 4), reinterpret_cast<double*>(bytes + 16))},
          {"an aligned float4", "", false, work(copy_quads, dim3(1), dim3(1), 0, reinterpret_cast<const float4*>(bytes), reinterpret_cast<float4*>(bytes + 16))}};
}

}  // namespace

std::vector<Planted> planted_faults() {
  std::vector<Planted> all = barriers();
  for (const auto& more : {bounds(), words()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace lockstep::emulator
