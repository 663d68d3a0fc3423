// The norm of all gradients on a GPU: a sum in f64 a piece, by a fixed tree, and the pieces' sums by another.
#include "engine/backend/cuda/reduction.cuh"
#include "engine/backend/cuda/tensors.cuh"
#include "engine/ops/gradient_norm/gradient_norm_kernels.h"

namespace lockstep::engine::kernels::gradient_norm {

namespace {

template <class T>
__global__ void squares_kernel(cuda::TensorTable<1> table, double* partial) {
  const cuda::TensorPiece piece = cuda::piece_of(table, static_cast<std::int32_t>(blockIdx.x));
  const T* const x = static_cast<const T*>(table.data[0][piece.tensor]);
  double sum = 0.0;
  for (std::int64_t i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) {
    const auto value = static_cast<double>(x[i]);
    sum += value * value;
  }
  sum = cuda::block_all(sum, 0.0, cuda::Add());
  if (threadIdx.x == 0) partial[piece.number] = sum;
}

__global__ void total_kernel(const double* partial, std::int64_t count, double* sum) {
  double mine = 0.0;
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) mine += partial[i];
  mine = cuda::block_all(mine, 0.0, cuda::Add());
  if (threadIdx.x == 0) *sum = mine;
}

void sum_of_squares(const KernelContext& context, const View& sum, const View* views, std::int64_t count) {
  const std::int64_t pieces = cuda::tensor_pieces(views, count);
  const cuda::Scratch partial(context, static_cast<std::size_t>(pieces) * sizeof(double));
  const auto start = [&]<class T>() {
    cuda::for_tables<1>(views, count, dtype_of<T>(), [&](const cuda::TensorTable<1>& table) {
      cuda::launch(LOCKSTEP_HERE, squares_kernel<T>, dim3(static_cast<unsigned>(table.blocks)), dim3(cuda::tensor_threads), 0, context, table, partial.as<double>());
    });
  };
  start.operator()<float>();
  start.operator()<double>();
  cuda::launch(LOCKSTEP_HERE, total_kernel, dim3(1), dim3(cuda::tensor_threads), 0, context, partial.as<const double>(), pieces, sum.as<double>());
}

struct Scale {
  double factor;
  template <class T>
  __device__ T operator()(T x) const {
    return x * static_cast<T>(factor);
  }
};

struct Clip {
  const double* sum;
  double max_norm;
  template <class T>
  __device__ T operator()(T x) const {
    const double factor = clip_factor(*sum, max_norm);
    return factor >= 1.0 ? x : x * static_cast<T>(factor);
  }
};

struct Clamp {
  double limit;
  template <class T>
  __device__ T operator()(T x) const {
    const auto most = static_cast<T>(limit);
    return x > most ? most : (x < -most ? -most : x);
  }
};

template <class T, class F>
__global__ void change_kernel(cuda::TensorTable<1> table, F f) {
  const cuda::TensorPiece piece = cuda::piece_of(table, static_cast<std::int32_t>(blockIdx.x));
  T* const x = static_cast<T*>(table.data[0][piece.tensor]);
  for (std::int64_t i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) x[i] = f(x[i]);
}

template <class F>
void change(const KernelContext& context, const View* views, std::int64_t count, const F& f) {
  const auto start = [&]<class T>() {
    cuda::for_tables<1>(views, count, dtype_of<T>(), [&](const cuda::TensorTable<1>& table) {
      cuda::launch(LOCKSTEP_HERE, change_kernel<T, F>, dim3(static_cast<unsigned>(table.blocks)), dim3(cuda::tensor_threads), 0, context, table, f);
    });
  };
  start.template operator()<float>();
  start.template operator()<double>();
}

void scale(const KernelContext& context, const View* views, std::int64_t count, double factor) { change(context, views, count, Scale{factor}); }
void clip_by_norm(const KernelContext& context, const View* views, std::int64_t count, const View& sum, double max_norm) {
  change(context, views, count, Clip{sum.as<double>(), max_norm});
}
void clamp(const KernelContext& context, const View* views, std::int64_t count, double limit) { change(context, views, count, Clamp{limit}); }

template <class T>
__global__ void close_gate_kernel(std::int64_t* gate, const T* value) {
  if (!isfinite(*value)) *gate = 0;
}

void close_gate(const KernelContext& context, const View& gate, const View* values, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (values[i].dtype == DType::f64) cuda::launch(LOCKSTEP_HERE, close_gate_kernel<double>, dim3(1), dim3(1), 0, context, gate.as<std::int64_t>(), values[i].as<const double>());
    else cuda::launch(LOCKSTEP_HERE, close_gate_kernel<float>, dim3(1), dim3(1), 0, context, gate.as<std::int64_t>(), values[i].as<const float>());
  }
}

}  // namespace

void fill_cuda(Table& table) {
  table.sum_of_squares = sum_of_squares;
  table.scale = scale;
  table.clip_by_norm = clip_by_norm;
  table.close_gate = close_gate;
  table.clamp = clamp;
}

}  // namespace lockstep::engine::kernels::gradient_norm
