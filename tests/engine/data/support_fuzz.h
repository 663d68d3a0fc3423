// Replays a fuzz target's corpus: each file whole, cut short at every 16th of its length, and with single bytes changed.
#pragma once

#include <cstdint>
#include <string>

namespace support {

/// Gives `target` all variants of the files in tests/data/fuzz/<folder>; how many files there were.
int replay_corpus(const std::string& folder, int (*target)(const std::uint8_t*, std::size_t));

}  // namespace support
