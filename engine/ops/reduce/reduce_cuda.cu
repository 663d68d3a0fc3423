// Sums on a GPU, in trees that depend on the shape alone: a thread an output where there are many of them or little to add; else a
// block an output, in two stages where much is to be added.
#include "engine/backend/cuda/reduction.cuh"
#include "engine/ops/reduce/reduce_kernels.h"

namespace lockstep::engine::kernels::reduce {

namespace {

/// Some axes of a view, walked by one index.
struct Axes {
  int rank = 0;
  std::int64_t count = 1;
  std::int64_t sizes[view_max_rank] = {};
  std::int64_t strides[view_max_rank] = {};

  void add(std::int64_t size, std::int64_t stride) {
    count *= size;
    // One axis that goes on where the one before it ends makes a longer one.
    if (rank > 0 && strides[rank - 1] == stride * size) {
      sizes[rank - 1] *= size;
      strides[rank - 1] = stride;
      return;
    }
    sizes[rank] = size;
    strides[rank++] = stride;
  }
  [[nodiscard]] LOCKSTEP_HOST_DEVICE std::int64_t offset(std::int64_t index) const {
    std::int64_t out = 0;
    for (int axis = rank - 1; axis >= 0; --axis) {
      const std::int64_t rest = index / sizes[axis];
      out += (index - rest * sizes[axis]) * strides[axis];
      index = rest;
    }
    return out;
  }
};

struct Plan {
  Axes kept;     ///< of the input
  Axes written;  ///< the same of the output
  Axes reduced;
};

/// Kept axes are walked with the input's least stride innermost, so that neighbouring threads read neighbouring memory.
Plan plan_of(const View& output, const View& input) {
  Plan plan;
  int order[view_max_rank];
  int kept = 0;
  for (int axis = 0; axis < input.rank; ++axis) {
    if (input.sizes[axis] == 1) continue;
    if (output.sizes[axis] == 1) {
      plan.reduced.add(input.sizes[axis], input.strides[axis]);
      continue;
    }
    int place = kept++;
    for (; place > 0 && input.strides[order[place - 1]] < input.strides[axis]; --place) order[place] = order[place - 1];
    order[place] = axis;
  }
  for (int i = 0; i < kept; ++i) {
    const int axis = order[i];
    plan.kept.sizes[i] = plan.written.sizes[i] = input.sizes[axis];
    plan.kept.strides[i] = input.strides[axis];
    plan.written.strides[i] = output.strides[axis];
    plan.kept.count *= input.sizes[axis];
  }
  plan.kept.rank = plan.written.rank = kept;
  plan.written.count = plan.kept.count;
  return plan;
}

template <class T>
__global__ void thread_kernel(Plan plan, T* output, const T* input) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= plan.kept.count) return;
  const T* const from = input + plan.kept.offset(i);
  // Four sums side by side: their order is fixed, and no sum waits for the one before it.
  T sums[4] = {};
  std::int64_t r = 0;
  for (; r + 4 <= plan.reduced.count; r += 4) {
    for (int lane = 0; lane < 4; ++lane) sums[lane] += from[plan.reduced.offset(r + lane)];
  }
  for (int lane = 0; r < plan.reduced.count; ++r, ++lane) sums[lane] += from[plan.reduced.offset(r)];
  output[plan.written.offset(i)] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Block (x, y): output x, and of what is added slice y of gridDim.y. Into `output` where there is one slice, else into `partial`.
template <class T>
__global__ void block_kernel(Plan plan, T* output, const T* input, T* partial) {
  const std::int64_t i = blockIdx.x;
  const T* const from = input + plan.kept.offset(i);
  const std::int64_t slice = (plan.reduced.count + gridDim.y - 1) / gridDim.y;
  const std::int64_t begin = blockIdx.y * slice;
  const std::int64_t end = begin + slice < plan.reduced.count ? begin + slice : plan.reduced.count;
  T sum{};
  for (std::int64_t r = begin + threadIdx.x; r < end; r += blockDim.x) sum += from[plan.reduced.offset(r)];
  sum = cuda::block_all(sum, T{}, cuda::Add());
  if (threadIdx.x != 0) return;
  if (partial == nullptr) output[plan.written.offset(i)] = sum;
  else partial[i * gridDim.y + blockIdx.y] = sum;
}

template <class T>
void sum_as(const KernelContext& context, const View& output, const View& input) {
  Plan plan = plan_of(output, input);
  if (input.numel() == 0) plan.reduced.count = 0;  // the empty sum
  const std::int64_t outputs = output.numel();
  if (outputs == 0) return;
  if (input.numel() == 0) {
    // Outputs are walked as they are: no axis of the input tells where they lie.
    plan.kept = plan.written = Axes();
    for (int axis = 0; axis < output.rank; ++axis) plan.written.add(output.sizes[axis], output.strides[axis]);
    plan.kept.count = outputs;
  }
  constexpr std::int64_t slice_elements = 1 << 14;
  if (plan.reduced.count < 64 || outputs >= 16384) {
    cuda::launch(LOCKSTEP_HERE, thread_kernel<T>, dim3(cuda::blocks_for(outputs, 128, 0x7FFFFFFFU)), dim3(128), 0, context, plan, output.as<T>(), input.as<const T>());
    return;
  }
  const std::int64_t slices = plan.reduced.count / slice_elements < 1 ? 1 : (plan.reduced.count / slice_elements > 256 ? 256 : plan.reduced.count / slice_elements);
  const cuda::Scratch room(context, slices == 1 ? 0 : static_cast<std::size_t>(outputs * slices) * sizeof(T));
  cuda::launch(LOCKSTEP_HERE, block_kernel<T>, dim3(static_cast<unsigned>(outputs), static_cast<unsigned>(slices)), dim3(256), 0, context, plan, output.as<T>(), input.as<const T>(), room.as<T>());
  if (slices == 1) return;
  Plan rest;
  rest.written = plan.written;
  rest.kept.sizes[0] = outputs;
  rest.kept.strides[0] = slices;
  rest.kept.rank = 1;
  rest.kept.count = outputs;
  rest.reduced.add(slices, 1);
  cuda::launch(LOCKSTEP_HERE, block_kernel<T>, dim3(static_cast<unsigned>(outputs)), dim3(256), 0, context, rest, output.as<T>(), room.as<const T>(), static_cast<T*>(nullptr));
}

void sum(const KernelContext& context, const View& output, const View& input) {
  if (output.dtype == DType::f64) sum_as<double>(context, output, input);
  else if (output.dtype == DType::i64) sum_as<std::int64_t>(context, output, input);
  else sum_as<float>(context, output, input);
}

}  // namespace

void fill_cuda(Table& table) { table.sum = sum; }

}  // namespace lockstep::engine::kernels::reduce
