// RFC 8785, the JSON Canonicalization Scheme: one text for one value, so that it can be hashed.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace lockstep::engine::config {

/// A number as ECMAScript's Number.prototype.toString writes it. @throws ValueError for NaN and infinities, which JSON lacks
[[nodiscard]] std::string jcs_number(double x);
/// No white space, keys sorted by their UTF-16 code units. Integers beyond ±2^53, which a double can't hold, are written as
/// strings, as the RFC's appendix D advises.
[[nodiscard]] std::string canonical_json(const nlohmann::json& value);
/// The same for a JSON text. @throws ValueError when it is none
[[nodiscard]] std::string canonicalize_json(std::string_view text);

}  // namespace lockstep::engine::config
