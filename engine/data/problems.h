// Collects everything that is wrong with a data set, so that a person sees all of it at once and before training.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::engine::data {

class Problems {
 public:
  static constexpr std::size_t shown = 50;

  /// `where` names the row or file ("line 17", a path), `reason` says what is wrong with it.
  void add(std::string where, std::string reason);
  /// Appends another's, as parallel scans merge theirs in order.
  void add(const Problems& other);
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  /// @throws DataError "PATH: N problems: …" listing the first 50
  void throw_if_any(const std::string& path) const;

 private:
  std::int64_t count_ = 0;
  std::vector<std::string> lines_;
};

}  // namespace lockstep::engine::data
