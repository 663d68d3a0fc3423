#include "tracking/reproduce/live_check.h"

#include <bit>

#include <fmt/format.h>

namespace lockstep::tracking {

namespace {

std::string as_text(SeriesType type, std::uint64_t bits) {
  return type == SeriesType::bits ? fmt::format("{:016x}", bits) : fmt::format("{}", std::bit_cast<double>(bits));
}

}  // namespace

void LiveCheck::started(const engine::train::RunStart& start) {
  listener_.started(start);
  if (original_.initial && *original_.initial != start.parameters)
    parted_ = FirstDifference{0, "parameters", fmt::format("{:016x}", *original_.initial), fmt::format("{:016x}", start.parameters)};
  listener_.checked(0, parted_);
}

void LiveCheck::compare(const Series& recorded, std::size_t& at, std::int64_t step, std::uint64_t bits, std::string_view quantity) {
  while (at < recorded.size() && recorded.steps[at] < step) ++at;
  if (parted_ || at == recorded.size() || recorded.steps[at] != step || recorded.bits[at] == bits) return;
  parted_ = FirstDifference{step, std::string(quantity), as_text(recorded.type, recorded.bits[at]), as_text(recorded.type, bits)};
}

void LiveCheck::step(const engine::train::StepEvent& event) {
  listener_.step(event);
  compare(original_.batch_hash, batch_, event.step, event.batch_hash, "batch_hash");
  compare(original_.loss, loss_, event.step, std::bit_cast<std::uint64_t>(event.loss), "loss");
  if (event.parameters) compare(original_.parameters, parameters_, event.step, *event.parameters, "parameters");
  compare(original_.gradient_norm, gradient_, event.step, std::bit_cast<std::uint64_t>(event.gradient_norm), "gradient_norm");
  listener_.checked(event.step, parted_);
}

}  // namespace lockstep::tracking
