// What differs between two records, by key: the drift that a reproduction lists and a comparison shows.
#pragma once

#include <string>
#include <vector>

namespace lockstep::tracking {

/// One key whose value is not the same. Keys are those of the JSON form, joined by dots: "memory.total_bytes".
struct KeyDifference {
  std::string key;
  std::string before;  ///< as JSON text; empty where the key is absent
  std::string after;   ///< as JSON text; empty where the key is absent
  bool operator==(const KeyDifference&) const = default;
};

}  // namespace lockstep::tracking
