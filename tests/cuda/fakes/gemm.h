// The loops that the fake libraries multiply by: one fixed order of sums for each element, whatever the shapes.
#pragma once

#include <cstddef>

namespace lockstep::fakes {

/// c[m, n] = (accumulate ? c : 0) + a[m, k] b[k, n], all dense by rows. Blocks stay in registers; for each element the
/// products are added one by one in the order of k.
template <class T>
void multiply(T* c, const T* a, const T* b, std::size_t m, std::size_t k, std::size_t n, bool accumulate) {
  constexpr std::size_t block_rows = 2, block_cols = 16;
  for (std::size_t i = 0; i < m; i += block_rows) {
    const std::size_t rows = m - i < block_rows ? m - i : block_rows;
    for (std::size_t j = 0; j < n; j += block_cols) {
      const std::size_t cols = n - j < block_cols ? n - j : block_cols;
      T sums[block_rows][block_cols] = {};
      if (accumulate) {
        for (std::size_t r = 0; r < rows; ++r) {
          for (std::size_t q = 0; q < cols; ++q) sums[r][q] = c[(i + r) * n + j + q];
        }
      }
      if (rows == block_rows && cols == block_cols) {
        const T *const first = a + i * k, *const second = first + k;
        for (std::size_t x = 0; x < k; ++x) {
          const T* const line = b + x * n + j;
          for (std::size_t q = 0; q < block_cols; ++q) sums[0][q] += first[x] * line[q];
          for (std::size_t q = 0; q < block_cols; ++q) sums[1][q] += second[x] * line[q];
        }
      } else {
        for (std::size_t r = 0; r < rows; ++r) {
          for (std::size_t x = 0; x < k; ++x) {
            for (std::size_t q = 0; q < cols; ++q) sums[r][q] += a[(i + r) * k + x] * b[x * n + j + q];
          }
        }
      }
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t q = 0; q < cols; ++q) c[(i + r) * n + j + q] = sums[r][q];
      }
    }
  }
}

/// To the 10 bits of mantissa that tensor cores multiply.
[[nodiscard]] float to_tf32(float value) noexcept;

}  // namespace lockstep::fakes
