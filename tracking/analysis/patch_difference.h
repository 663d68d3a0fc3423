// Two recorded patches against each other, so that a person sees how the code of two runs differs and not how their patches do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tracking {

enum class PatchRelation { only_before, only_after, different };

struct PatchedFile {
  std::string path;
  PatchRelation relation = PatchRelation::different;
  bool binary = false;  ///< without a text
  /// Lines of the code as each run had it, in the form of a unified diff: '-' only the first, '+' only the second, ' ' both.
  std::string text;
};

struct PatchDifference {
  std::vector<PatchedFile> files;  ///< those that differ, in byte order of their paths
  std::size_t same = 0;            ///< files that both changed in the same way
};

/// Where both patches are against the same commit, what both states of a file are is put together from the lines that either patch
/// shows, and these are compared; a file that one patch leaves alone is as in the commit. Else each patch's own lines are compared. Any text is
/// accepted: what is no patch has no files.
[[nodiscard]] PatchDifference compare_patches(std::string_view before, std::string_view after, bool same_commit);

/// "only_before", "only_after", "different"
[[nodiscard]] const char* patch_relation_name(PatchRelation relation) noexcept;

}  // namespace lockstep::tracking
