#include "engine/core/host_array.h"

#include <algorithm>
#include <new>

namespace lockstep::engine {

HostArray::HostArray(DType type, const Shape& array_shape, bool is_channels_last)
    : dtype(type), shape(array_shape), channels_last(is_channels_last) {
  constexpr std::align_val_t alignment{64};
  auto* memory = static_cast<std::byte*>(::operator new(std::max<std::size_t>(byte_size(), 64), alignment));
  bytes = std::shared_ptr<std::byte[]>(memory, [alignment](std::byte* p) { ::operator delete(p, alignment); });
}

}  // namespace lockstep::engine
