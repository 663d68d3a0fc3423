// Checksums on a GPU. Sums mod 2⁶⁴ may be added in any order, so that blocks add theirs by atomics and the bits are the CPU's.
#include "engine/backend/cuda/elements.cuh"
#include "engine/backend/cuda/reduction.cuh"
#include "engine/backend/cuda/tensors.cuh"
#include "engine/core/rng.h"
#include "engine/ops/checksum/checksum_kernels.h"

namespace lockstep::engine::kernels::checksum {

namespace {

using Total = unsigned long long;

struct Keys {
  std::uint64_t of[cuda::TensorTable<1>::most];
};

__device__ void add_block(Total mine, Total* sum) {
  mine = cuda::block_all(mine, Total{0}, cuda::Add());
  if (threadIdx.x == 0) atomicAdd(sum, mine);
}

template <class Word>
__global__ void dense_kernel(cuda::TensorTable<1> table, Keys keys, Total* sum) {
  const cuda::TensorPiece piece = cuda::piece_of(table, static_cast<std::int32_t>(blockIdx.x));
  const Word* const x = static_cast<const Word*>(table.data[0][piece.tensor]);
  const std::uint64_t key = keys.of[piece.tensor];
  Total mine = 0;
  for (std::int64_t i = piece.begin + threadIdx.x; i < piece.end; i += blockDim.x) mine += mix64(std::uint64_t{x[i]} ^ mix64(static_cast<std::uint64_t>(i) ^ key));
  add_block(mine, sum);
}

/// Of two views: the tensor, and one of the same sizes whose offsets are the logical indices.
template <class Word>
__global__ void strided_kernel(cuda::Walk<2> walk, const Word* x, std::uint64_t key, Total* sum) {
  Total mine = 0;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < walk.count; i += step) {
    std::int64_t at[2];
    walk.at(i, at);
    mine += mix64(std::uint64_t{x[at[0]]} ^ mix64(static_cast<std::uint64_t>(at[1]) ^ key));
  }
  add_block(mine, sum);
}

/// Calls f.template operator()<Word>() with the unsigned integer of the element's width.
template <class F>
void visit_word(DType dtype, F&& f) {
  switch (item_size(dtype)) {
    case 8: return f.template operator()<std::uint64_t>();
    case 4: return f.template operator()<std::uint32_t>();
    case 2: return f.template operator()<std::uint16_t>();
    default: return f.template operator()<std::uint8_t>();
  }
}

void add_strided(const KernelContext& context, Total* sum, const View& view, std::uint64_t key) {
  View indices = view;
  std::int64_t stride = 1;
  for (std::int32_t axis = view.rank; axis-- > 0;) {
    indices.strides[axis] = stride;
    stride *= view.sizes[axis];
  }
  const cuda::Walk<2> walk = cuda::walk_of<2>({&view, &indices});
  if (walk.count == 0) return;
  visit_word(view.dtype, [&]<class Word>() {
    cuda::launch(LOCKSTEP_HERE, strided_kernel<Word>, dim3(cuda::blocks_for(walk.count, 4 * cuda::element_threads, 1024)), dim3(cuda::element_threads), 0, context, walk,
                 view.as<const Word>(), key, sum);
  });
}

/// All dense views of one dtype in one go.
void add_dense(const KernelContext& context, Total* sum, const View* views, const std::uint64_t* keys, std::int64_t count, DType dtype) {
  std::int64_t next = 0;  // for_tables() takes the tensors in their order: the keys follow
  cuda::for_tables<1>(views, count, dtype, [&](const cuda::TensorTable<1>& table) {
    Keys of{};
    for (std::int32_t i = 0; i < table.count; ++i) {
      while (views[next].dtype != dtype || views[next].numel() == 0) ++next;
      of.of[i] = keys[next++];
    }
    visit_word(dtype, [&]<class Word>() {
      cuda::launch(LOCKSTEP_HERE, dense_kernel<Word>, dim3(static_cast<unsigned>(table.blocks)), dim3(cuda::tensor_threads), 0, context, table, of, sum);
    });
  });
}

void sum(const KernelContext& context, const View& sum, const View* views, const std::uint64_t* keys, std::int64_t count) {
  Total* const total = sum.as<Total>();
  cuda::check("cudaMemsetAsync", cudaMemsetAsync(total, 0, sizeof(Total), cuda::state_of(context).compute));
  bool dense = true;
  for (std::int64_t i = 0; i < count; ++i) dense = dense && views[i].is_contiguous();
  if (!dense || count == 1) {
    for (std::int64_t i = 0; i < count; ++i) add_strided(context, total, views[i], keys[i]);
    return;
  }
  for (const DType dtype : {DType::f32, DType::f64, DType::bf16, DType::f16, DType::i64, DType::u8, DType::boolean}) add_dense(context, total, views, keys, count, dtype);
}

}  // namespace

void fill_cuda(Table& table) { table.sum = sum; }

}  // namespace lockstep::engine::kernels::checksum
