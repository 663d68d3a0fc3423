#include "engine/tensor/storage.h"

namespace lockstep::engine {

Storage::Storage(Backend& backend, std::size_t bytes)
    : backend_(backend), address_(static_cast<std::byte*>(backend.allocator().allocate(bytes))), bytes_(bytes), owned_(true) {}

Storage::Storage(Backend& backend, void* address, std::size_t bytes, std::shared_ptr<void> owner)
    : backend_(backend), address_(static_cast<std::byte*>(address)), bytes_(bytes), owned_(false), owner_(std::move(owner)) {}

Storage::~Storage() {
  if (owned_) backend_.allocator().release(address_, bytes_);
}

}  // namespace lockstep::engine
