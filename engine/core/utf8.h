// Whether bytes are UTF-8: texts that people give end up in JSON, which allows nothing else.
#pragma once

#include <cstddef>
#include <string_view>

namespace lockstep::engine {

/// Length of the valid UTF-8 sequence at `i` (RFC 3629: no overlong forms, no surrogates), or 0.
[[nodiscard]] std::size_t utf8_length(std::string_view text, std::size_t i) noexcept;

/// The first byte that is no part of valid UTF-8, or npos.
[[nodiscard]] std::size_t first_invalid_utf8(std::string_view text) noexcept;

}  // namespace lockstep::engine
