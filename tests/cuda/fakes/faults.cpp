#include "tests/cuda/fakes/faults.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace lockstep::fakes {

namespace {

bool number(std::string_view text, std::int64_t& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && out > 0;
}

std::string_view cut(std::string_view& rest, char separator) {
  const std::size_t at = rest.find(separator);
  const std::string_view first = rest.substr(0, at);
  rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
  return first;
}

bool parse_flag(std::string_view name, Faults& faults) {
  if (name == "no_device") return faults.no_device = true;
  if (name == "busy") return faults.busy = true;
  if (name == "no_driver") return faults.no_driver = true;
  if (name == "old_driver") return faults.old_driver = true;
  if (name == "cublas_create") return faults.cublas_create = true;
  if (name == "cudnn_create") return faults.cudnn_create = true;
  if (name == "cudnn_unsupported") return faults.cudnn_unsupported = true;
  return false;
}

bool parse_one(std::string_view text, Faults& faults) {
  std::string_view rest = text;
  const std::string_view name = cut(rest, ':');
  if (rest.empty()) return parse_flag(name, faults);
  std::int64_t count = 0;
  if (!number(cut(rest, ':'), count)) return false;
  if (name == "malloc" && (rest.empty() || rest == "once")) {
    faults.malloc_from = count;
    faults.malloc_once = !rest.empty();
    return true;
  }
  if (name == "lost" && (rest.empty() || rest == "ecc")) {
    faults.lost = count;
    faults.lost_by_ecc = !rest.empty();
    return true;
  }
  if (!rest.empty()) return false;
  if (name == "limit") faults.memory_limit = static_cast<std::size_t>(count);
  else if (name == "devices") faults.devices = count;
  else if (name == "launch") faults.launch = count;
  else if (name == "cublas") faults.cublas = count;
  else if (name == "cudnn") faults.cudnn = count;
  else return false;
  return true;
}

Faults from_environment() {
  Faults faults;
  const char* text = std::getenv("LOCKSTEP_FAKE_FAULT");
  if (text != nullptr && !parse_faults(text, faults)) {
    std::fprintf(stderr, "fake CUDA: LOCKSTEP_FAKE_FAULT=%s can't be understood; see tests/cuda/fakes/faults.h\n", text);
    std::abort();
  }
  return faults;
}

}  // namespace

bool parse_faults(std::string_view text, Faults& faults) {
  Faults parsed;
  while (!text.empty()) {
    if (!parse_one(cut(text, ','), parsed)) return false;
  }
  faults = parsed;
  return true;
}

FaultPlan& fault_plan() {
  static FaultPlan plan{from_environment()};
  return plan;
}

void set_faults(const Faults& faults) { fault_plan() = FaultPlan{faults}; }

}  // namespace lockstep::fakes
