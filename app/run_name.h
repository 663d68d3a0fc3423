// A run's name as it may be given on the command line.
#pragma once

#include <algorithm>
#include <string>

namespace lockstep::app {

/// For CLI11: empty where the name is one line of text, else what is wrong.
[[nodiscard]] inline std::string check_run_name(const std::string& name) {
  const bool clean = std::none_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; });
  return clean ? std::string() : "a run's name is one line of text without control characters";
}

}  // namespace lockstep::app
