// The part of a code state that costs time: what differs between the commit and the files on disk, and its patch.
#pragma once

#include "tracking/provenance/code_state.h"
#include "tracking/provenance/git_handles.h"

namespace lockstep::tracking {

/// Fills counts, changed, omitted and patch of `state` (its root is set). `head` is null where there is no commit yet.
/// git::Failure where the repository can't be read; engine::Stopped.
void capture_changes(git_repository* repository, git_tree* head, const CodeOptions& options, CodeState& state);

}  // namespace lockstep::tracking
