// What a patch in git's format says of each file; internal to this folder.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tracking {

/// One file's part of a patch. Lines keep no line end. Numbers count the commit's lines from 1; 0 is before the first.
struct FilePatch {
  bool binary = false;
  std::string whole;                                          ///< its text but for the hashes of blobs: equal texts are equal changes
  std::map<std::int64_t, std::string> base;                   ///< the commit's lines that it shows
  std::map<std::int64_t, bool> removed;                       ///< of these, the ones that it takes away
  std::map<std::int64_t, std::vector<std::string>> inserted;  ///< after the commit's line
};

/// By path. Parts that make no sense are left out.
[[nodiscard]] std::map<std::string, FilePatch> parse_patch(std::string_view patch);

}  // namespace lockstep::tracking
