#include "engine/schema/suggest.h"

#include <algorithm>
#include <vector>

namespace lockstep::engine::schema {
namespace {

constexpr std::size_t longest_name = 64;  // beyond it nothing is a typo of a key, and the table would be large

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string initials(std::string_view name) {
  std::string out;
  bool at_start = true;
  for (const char c : name) {
    if (at_start && c != '_') out += lower(c);
    at_start = c == '_';
  }
  return out;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = lower(a[i - 1]);
      const char y = lower(b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (x == y ? 0U : 1U)});
      if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y)
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::string nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.empty() || name.size() > longest_name) return {};
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.empty() || candidate.size() > longest_name) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = std::string(candidate);
      best_distance = distance;
    }
  }
  if (best_distance <= 1 && !best.empty()) return best;
  std::string small;
  for (const char c : name) small += lower(c);
  for (const std::string_view candidate : candidates) {
    if (small.size() > 1 && candidate.find('_') != std::string_view::npos && initials(candidate) == small)
      return std::string(candidate);
  }
  return best;
}

}  // namespace lockstep::engine::schema
