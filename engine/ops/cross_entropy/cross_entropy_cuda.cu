// Softmax with cross entropy on a GPU: a row each, then one block that adds the samples' losses in a fixed tree and looks for
// labels that are no class.
#include <limits>

#include "engine/backend/cuda/elements.cuh"
#include "engine/backend/cuda/rows.cuh"
#include "engine/ops/cross_entropy/cross_entropy_kernels.h"
#include "engine/ops/unary/fast_math.h"

namespace lockstep::engine::kernels::cross_entropy {

namespace {

template <class T>
using Math = std::conditional_t<std::is_same_v<T, float>, FastMath, StandardMath>;

/// What all kernels of one call are told.
template <class T>
struct Samples {
  const T* logits;
  const std::int64_t* target;
  const T* class_weight;  ///< or null: ones
  std::int64_t count;
  std::int64_t classes;
  std::int64_t ignore_index;
  T smoothing;

  [[nodiscard]] LOCKSTEP_HOST_DEVICE bool ignored(std::int64_t i) const { return target[i] == ignore_index; }
  [[nodiscard]] LOCKSTEP_HOST_DEVICE bool wrong(std::int64_t i) const { return !ignored(i) && (target[i] < 0 || target[i] >= classes); }
  [[nodiscard]] LOCKSTEP_HOST_DEVICE T weight(std::int64_t c) const { return class_weight == nullptr ? T(1) : class_weight[c]; }
};

template <class T>
Samples<T> samples_of(const View& logits, const View& target, const View& class_weight, const Options& options) {
  return {logits.as<const T>(), target.as<const std::int64_t>(), class_weight.as<const T>(), logits.sizes[0], logits.sizes[1], options.ignore_index, static_cast<T>(options.label_smoothing)};
}

template <class T, class Team>
__global__ void rows_kernel(Samples<T> samples, T* losses, T* probabilities) {
  const Team team;
  const std::int64_t row = team.row();
  if (row >= samples.count) return;
  // Ignored rows have no loss, and nobody reads their probabilities; rows with a wrong label end the run.
  if (samples.ignored(row) || samples.wrong(row)) {
    if (team.lane() == 0) losses[row] = T(0);
    return;
  }
  const T lowest = -std::numeric_limits<T>::infinity();
  const T* const x = samples.logits + row * samples.classes;
  T* const p = probabilities + row * samples.classes;
  T greatest = lowest;
  for (std::int64_t c = team.lane(); c < samples.classes; c += team.size()) greatest = x[c] > greatest ? x[c] : greatest;
  greatest = team.all(greatest, lowest, cuda::Greater());
  const T shift = greatest == lowest ? T(0) : greatest;
  T sum{};
  for (std::int64_t c = team.lane(); c < samples.classes; c += team.size()) sum += Math<T>::exp(x[c] - shift);
  sum = team.all(sum, T(0), cuda::Add());
  const T log_sum = Math<T>::log(sum);
  const T scale = T(1) / sum;
  T others{};
  for (std::int64_t c = team.lane(); c < samples.classes; c += team.size()) {
    p[c] = Math<T>::exp(x[c] - shift) * scale;
    if (samples.smoothing != T(0)) others += samples.weight(c) * (log_sum - (x[c] - shift));
  }
  others = team.all(others, T(0), cuda::Add());
  if (team.lane() != 0) return;
  const std::int64_t label = samples.target[row];
  const T own = samples.weight(label) * (log_sum - (x[label] - shift));
  losses[row] = samples.smoothing == T(0) ? own : (T(1) - samples.smoothing) * own + samples.smoothing / static_cast<T>(samples.classes) * others;
}

/// One block: the total, what gradients are scaled by, and the first label at fault.
template <class T>
__global__ void total_kernel(Samples<T> samples, const T* losses, T* loss, T* scale, ops::Reduction reduction, cuda::DataFault* fault) {
  double total = 0.0;
  double weights = 0.0;
  long long first = samples.count;
  for (std::int64_t i = threadIdx.x; i < samples.count; i += blockDim.x) {
    if (samples.wrong(i)) {
      first = first < i ? first : i;
    } else if (!samples.ignored(i)) {
      total += static_cast<double>(losses[i]);
      weights += static_cast<double>(samples.weight(samples.target[i]));
    }
  }
  total = cuda::block_all(total, 0.0, cuda::Add());
  weights = cuda::block_all(weights, 0.0, cuda::Add());
  first = -cuda::block_all(-first, -static_cast<long long>(samples.count), cuda::Greater());
  if (threadIdx.x != 0) return;
  if (first < samples.count && fault->code == cuda::DataFault::none) {
    fault->index = first;
    fault->value = samples.target[first];
    fault->limit = samples.classes;
    __threadfence_system();
    fault->code = cuda::DataFault::label_range;
  }
  T factor = T(1);
  if (reduction == ops::Reduction::mean) {
    // Nothing counted: loss and gradient are 0, not 0/0.
    factor = static_cast<T>(weights == 0.0 ? 0.0 : 1.0 / weights);
    total = weights == 0.0 ? 0.0 : total / weights;
  }
  *scale = factor;
  if (reduction != ops::Reduction::none) *loss = static_cast<T>(total);
}

template <class T>
void forward_as(const KernelContext& context, const Outputs& outputs, const View& logits, const View& target, const View& class_weight, const Options& options) {
  const Samples<T> samples = samples_of<T>(logits, target, class_weight, options);
  const bool none = options.reduction == ops::Reduction::none;
  const cuda::Scratch room(context, none ? 0 : static_cast<std::size_t>(samples.count) * sizeof(T));
  T* const losses = none ? outputs.loss.as<T>() : room.as<T>();
  cuda::for_rows(samples.count, samples.classes, [&]<class Team>(dim3 grid, dim3 block) {
    cuda::launch(LOCKSTEP_HERE, rows_kernel<T, Team>, grid, block, 0, context, samples, losses, outputs.probabilities.as<T>());
  });
  cuda::launch(LOCKSTEP_HERE, total_kernel<T>, dim3(1), dim3(256), 0, context, samples, static_cast<const T*>(losses), outputs.loss.as<T>(), outputs.scale.as<T>(), options.reduction,
               cuda::state_of(context).fault);
}

void forward(const KernelContext& context, const Outputs& outputs, const View& logits, const View& target, const View& class_weight, const Options& options) {
  if (logits.dtype == DType::f64) forward_as<double>(context, outputs, logits, target, class_weight, options);
  else forward_as<float>(context, outputs, logits, target, class_weight, options);
}

template <class T>
__global__ void weight_sum_kernel(const T* class_weight, std::int64_t classes, T* sum) {
  T mine{};
  for (std::int64_t c = threadIdx.x; c < classes; c += blockDim.x) mine += class_weight[c];
  mine = cuda::block_all(mine, T(0), cuda::Add());
  if (threadIdx.x == 0) *sum = mine;
}

template <class T>
__global__ void gradient_kernel(Samples<T> samples, T* logits_gradient, const T* gradient, bool each, const T* probabilities, const T* scale, const T* weight_sum) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < samples.count * samples.classes; i += step) {
    const std::int64_t row = i / samples.classes;
    const std::int64_t c = i - row * samples.classes;
    if (samples.ignored(row) || samples.wrong(row)) {
      logits_gradient[i] = T(0);
      continue;
    }
    const std::int64_t label = samples.target[row];
    const T factor = gradient[each ? row : 0] * *scale;
    const T own = (T(1) - samples.smoothing) * samples.weight(label);
    T value;
    if (samples.smoothing == T(0)) {
      value = probabilities[i] * (factor * own);
    } else {
      const T share = samples.smoothing / static_cast<T>(samples.classes);
      const T sum = weight_sum == nullptr ? static_cast<T>(samples.classes) : *weight_sum;
      value = (probabilities[i] * (own + share * sum) - share * samples.weight(c)) * factor;
    }
    if (c == label) value -= factor * own;
    logits_gradient[i] = value;
  }
}

template <class T>
void backward_as(const KernelContext& context, const View& logits_gradient, const View& gradient, const View& probabilities, const View& scale, const View& target,
                 const View& class_weight, const Options& options) {
  const Samples<T> samples = samples_of<T>(probabilities, target, class_weight, options);
  const bool weighted = samples.smoothing != T(0) && samples.class_weight != nullptr;
  const cuda::Scratch room(context, weighted ? sizeof(T) : 0);
  if (weighted) cuda::launch(LOCKSTEP_HERE, weight_sum_kernel<T>, dim3(1), dim3(256), 0, context, samples.class_weight, samples.classes, room.as<T>());
  const std::int64_t elements = samples.count * samples.classes;
  if (elements == 0) return;
  cuda::launch(LOCKSTEP_HERE, gradient_kernel<T>, dim3(cuda::blocks_for(elements, cuda::element_threads, cuda::most_blocks)), dim3(cuda::element_threads), 0, context, samples,
               logits_gradient.as<T>(), gradient.as<const T>(), options.reduction == ops::Reduction::none, probabilities.as<const T>(), scale.as<const T>(), room.as<const T>());
}

void backward(const KernelContext& context, const View& logits_gradient, const View& gradient, const View& probabilities, const View& scale, const View& target,
              const View& class_weight, const Options& options) {
  if (gradient.dtype == DType::f64) backward_as<double>(context, logits_gradient, gradient, probabilities, scale, target, class_weight, options);
  else backward_as<float>(context, logits_gradient, gradient, probabilities, scale, target, class_weight, options);
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::cross_entropy
