#include "engine/data/problems.h"

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::engine::data {

void Problems::add(std::string where, std::string reason) {
  ++count_;
  if (lines_.size() < shown) lines_.push_back(fmt::format("{}: {}", where, reason));
}

void Problems::add(const Problems& other) {
  count_ += other.count_;
  for (const std::string& line : other.lines_) {
    if (lines_.size() < shown) lines_.push_back(line);
  }
}

void Problems::throw_if_any(const std::string& path) const {
  if (count_ == 0) return;
  std::string list;
  for (const std::string& line : lines_) list += "\n  " + line;
  const auto more = count_ - static_cast<std::int64_t>(lines_.size());
  if (more > 0) list += fmt::format("\n  and {} more", more);
  throw DataError(Message{"data.problems", "{path}: {count} {noun}:{list}",
                          {{"path", path}, {"count", fmt::format("{}", count_)}, {"noun", count_ == 1 ? "problem" : "problems"}, {"list", list}}});
}

}  // namespace lockstep::engine::data
