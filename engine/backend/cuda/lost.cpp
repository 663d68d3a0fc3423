#include "engine/backend/cuda/lost.h"

#include <atomic>

namespace lockstep::engine::cuda {

namespace {
std::atomic<const Message*> reason{nullptr};
}

void set_lost(const Message& message) {
  const auto* const mine = new Message(message);
  const Message* expected = nullptr;
  // Kept until the program ends: whoever was handed the first may still look at it.
  if (!reason.compare_exchange_strong(expected, mine)) delete mine;
}

const Message* lost() noexcept { return reason.load(); }

}  // namespace lockstep::engine::cuda
