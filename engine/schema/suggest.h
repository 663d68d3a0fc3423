// "Did you mean …?": the nearest of the names that would have been right.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lockstep::engine::schema {

/// Edits (insert, delete, replace, swap of neighbours; case is ignored) that turn one name into the other: the optimal
/// string alignment distance.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that was probably meant, or empty: at most one edit for three letters, or the initials of its words
/// ("lr" for "learning_rate"). Of equally near ones the first.
[[nodiscard]] std::string nearest_name(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace lockstep::engine::schema
