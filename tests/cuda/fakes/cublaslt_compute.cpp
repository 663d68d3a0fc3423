// What cuBLASLt computes, as loops over packed operands in one fixed order. Compiled with -O3: whole trainings go through it.
#include <vector>

#include "tests/cuda/fakes/cublaslt_descriptors.h"
#include "tests/cuda/fakes/gemm.h"

namespace lockstep::fakes::blas {

namespace {

template <class T>
struct Matrix {
  T* data;
  std::size_t row_stride;
  std::size_t col_stride;

  T& at(std::size_t row, std::size_t col) const { return data[row * row_stride + col * col_stride]; }
};

template <class T>
Matrix<T> matrix(T* data, const Layout& layout, std::int32_t batch, bool transposed = false) {
  data += static_cast<std::ptrdiff_t>(batch) * layout.batch_stride;
  const auto ld = static_cast<std::size_t>(layout.ld);
  const bool by_columns = (layout.order == CUBLASLT_ORDER_COL) != transposed;
  return by_columns ? Matrix<T>{data, 1, ld} : Matrix<T>{data, ld, 1};
}

/// op(X) with rows as lines, converted as the compute type wants.
template <class T>
std::vector<T> packed(const Matrix<const T>& from, std::size_t rows, std::size_t cols, bool tf32) {
  std::vector<T> out(rows * cols);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) out[i * cols + j] = from.at(i, j);
  }
  if constexpr (sizeof(T) == 4) {
    if (tf32) {
      for (T& value : out) value = to_tf32(value);
    }
  }
  return out;
}

struct Mask {
  unsigned char* bits;
  std::size_t ld;

  [[nodiscard]] bool get(std::size_t row, std::size_t col) const { return (bits[(col * ld + row) / 8] >> ((col * ld + row) % 8) & 1U) != 0; }
  void set(std::size_t row, std::size_t col, bool on) const {
    unsigned char& byte = bits[(col * ld + row) / 8];
    const auto bit = static_cast<unsigned char>(1U << ((col * ld + row) % 8));
    byte = static_cast<unsigned char>(on ? byte | bit : byte & ~bit);
  }
};

template <class T>
T apply_epilogue(T value, const Desc& desc, const T* bias, const Mask& mask, std::size_t row, std::size_t col) {
  if (has_bias(desc.epilogue)) value += bias[row];
  if ((desc.epilogue & CUBLASLT_EPILOGUE_RELU) != 0) {
    if (writes_aux(desc.epilogue)) mask.set(row, col, value > 0);
    return value < 0 ? T{0} : value;
  }
  if (desc.epilogue == CUBLASLT_EPILOGUE_DRELU || desc.epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD) return mask.get(row, col) ? value : T{0};
  return value;
}

template <class T>
void compute_batch(const Problem& p, const Operands& operands, std::int32_t batch) {
  const bool tf32 = p.desc.compute == CUBLAS_COMPUTE_32F_FAST_TF32;
  const std::vector<T> a = packed(matrix(static_cast<const T*>(operands.a), p.a, batch, p.desc.transa != CUBLAS_OP_N), p.m, p.k, tf32);
  const std::vector<T> b = packed(matrix(static_cast<const T*>(operands.b), p.b, batch, p.desc.transb != CUBLAS_OP_N), p.k, p.n, tf32);
  const Matrix<const T> c = matrix(static_cast<const T*>(operands.c), p.c, batch);
  const Matrix<T> d = matrix(static_cast<T*>(operands.d), p.d, batch);
  T* const bias = const_cast<T*>(static_cast<const T*>(p.desc.bias)) + batch * p.desc.bias_batch_stride;
  const Mask mask{static_cast<unsigned char*>(const_cast<void*>(p.desc.aux)), static_cast<std::size_t>(p.desc.aux_ld)};
  const T alpha = static_cast<T>(operands.alpha), beta = static_cast<T>(operands.beta);
  std::vector<T> sums(p.m * p.n);
  multiply(sums.data(), a.data(), b.data(), p.m, p.k, p.n, false);
  for (std::size_t i = 0; i < p.m; ++i) {
    T row_sum = 0;
    for (std::size_t j = 0; j < p.n; ++j) {
      T value = alpha * sums[i * p.n + j];
      if (beta != 0) value += beta * c.at(i, j);
      d.at(i, j) = apply_epilogue(value, p.desc, bias, mask, i, j);
      row_sum += d.at(i, j);
    }
    if (p.desc.epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD) bias[i] = row_sum;
    if (p.desc.epilogue == CUBLASLT_EPILOGUE_BGRADA) {
      bias[i] = 0;
      for (std::size_t x = 0; x < p.k; ++x) bias[i] += a[i * p.k + x];
    }
  }
  if (p.desc.epilogue == CUBLASLT_EPILOGUE_BGRADB) {
    for (std::size_t j = 0; j < p.n; ++j) {
      bias[j] = 0;
      for (std::size_t x = 0; x < p.k; ++x) bias[j] += b[x * p.n + j];
    }
  }
}

}  // namespace

void compute(const Problem& problem, const Operands& operands) {
  for (std::int32_t batch = 0; batch < problem.d.batch_count; ++batch) {
    if (problem.d.type == CUDA_R_64F) compute_batch<double>(problem, operands, batch);
    else compute_batch<float>(problem, operands, batch);
  }
}

}  // namespace lockstep::fakes::blas
