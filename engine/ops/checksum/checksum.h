// Checksums of tensors' bits that are the same for every device, layout and number of threads (DESIGN, section 4).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Σ over the row-major index i of mix64(bits_i ⊕ mix64(i ⊕ key)) mod 2⁶⁴; bits_i are the element's, zero-extended.
[[nodiscard]] std::uint64_t checksum(const Tensor& tensor, std::uint64_t key);
/// The same, left in `sum` (i64, one element: the 64 bits) on the tensor's device.
void checksum(const Tensor& tensor, std::uint64_t key, const Tensor& sum);
/// Σ of checksum(tensor, hash_name(name)).
[[nodiscard]] std::uint64_t parameter_checksum(std::span<const std::pair<std::string, Tensor>> named);
/// The same, left in `sum` (i64, one element: the 64 bits) on the tensors' device.
void parameter_checksum(std::span<const std::pair<std::string, Tensor>> named, const Tensor& sum);

}  // namespace lockstep::engine::ops
