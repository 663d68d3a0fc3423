#include "engine/train/step_results.h"

#include <cstring>
#include <type_traits>

namespace lockstep::engine::train {

namespace {

constexpr std::int64_t words = 8;
static_assert(sizeof(StepValues) == words * 8 && std::is_trivially_copyable_v<StepValues>, "the block is copied as it is");

/// A part of the block, which is i64, as f64.
Tensor as_real(const Tensor& word) {
  auto impl = std::make_shared<TensorImpl>(word.impl());
  impl->dtype = DType::f64;
  return Tensor(std::move(impl));
}

}  // namespace

StepResults::StepResults(Device device) : backend_(backend_of(device)), block_(Tensor::zeros({words}, DType::i64, device)) {
  const auto word = [&](std::int64_t at) { return block_.alias({}, {}, at); };
  loss = as_real(word(0));
  sum_of_squares = as_real(word(1));
  gate = word(2);
  counts = block_.alias({2}, {1}, 3);
  inputs = word(5);
  target = word(6);
  parameters = word(7);
  gate.fill(1.0);
}

StepValues StepResults::read() const {
  StepValues values;
  backend_.copy_to_host(&values, block_.view().data, sizeof(values));
  return values;
}

StepResults::Pending StepResults::read_later() {
  std::shared_ptr<std::byte>& staging = staging_[turn_];
  turn_ = 1 - turn_;
  if (staging == nullptr) staging = backend_.allocate_staging(sizeof(StepValues));
  backend_.enqueue_copy_to_host(staging.get(), block_.view().data, sizeof(StepValues));
  return {staging.get(), backend_.mark()};
}

StepValues StepResults::wait(Pending& pending) {
  pending.arrived->wait();
  StepValues values;
  std::memcpy(&values, pending.staging, sizeof(values));
  return values;
}

}  // namespace lockstep::engine::train
