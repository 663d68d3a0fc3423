// Names of statuses and commands, and the small functions of the store's values.
#include "tracking/store/types.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>

namespace lockstep::tracking {
namespace {

constexpr std::array<std::string_view, 8> status_names = {"queued",   "preparing", "running",     "paused",
                                                          "finished", "stopped",   "interrupted", "failed"};
constexpr std::array<std::string_view, 3> command_names = {"stop", "pause", "resume"};

}  // namespace

std::string_view status_name(Status status) { return status_names.at(static_cast<std::size_t>(status)); }

Status status_from_name(std::string_view name) {
  const auto found = std::find(status_names.begin(), status_names.end(), name);
  if (found == status_names.end()) {
    throw engine::FileError({"store.unknown_status",
                             "the catalogue holds an unknown status \"{status}\"",
                             {{"status", std::string(name)}}});
  }
  return static_cast<Status>(found - status_names.begin());
}

bool is_live(Status status) noexcept {
  return status == Status::preparing || status == Status::running || status == Status::paused;
}

bool is_terminal(Status status) noexcept { return status != Status::queued && !is_live(status); }

std::string_view command_name(Command command) { return command_names.at(static_cast<std::size_t>(command)); }

std::int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

const MetricSummary* RunSummary::metric(std::string_view key) const noexcept {
  const auto found = std::lower_bound(metrics.begin(), metrics.end(), key,
                                      [](const MetricSummary& m, std::string_view k) { return m.key < k; });
  return found != metrics.end() && found->key == key ? &*found : nullptr;
}

double Series::value(std::size_t index) const noexcept { return std::bit_cast<double>(bits[index]); }

}  // namespace lockstep::tracking
