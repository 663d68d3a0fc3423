// A look at a ZIP's directory before libarchive reads it, which takes any size of it into memory, ends a name at a NUL, turns
// backslashes into slashes, takes pipes for files, and follows the name at an entry's content where the directory has another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace lockstep::tracking::pack {

/// So many bytes from an offset of the file; fewer at its end.
using ReadAt = std::function<std::string(std::uint64_t offset, std::size_t size)>;

/// Refuses (zip.h) a file that does not end as a ZIP without a comment does, one of more than `most` entries, what is no plain
/// file by its mode, and names that are empty, have other than printable ASCII or a backslash, or differ in the two places.
void check_directory(const std::string& name, std::uint64_t file_bytes, std::size_t most, const ReadAt& read_at);

}  // namespace lockstep::tracking::pack
