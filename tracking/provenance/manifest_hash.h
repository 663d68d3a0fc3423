// The one hash over a list of data files, shared by hashing and by reading a record back.
#pragma once

#include <span>
#include <string>

#include "tracking/provenance/data_files.h"

namespace lockstep::tracking {

/// SHA-256 of "<path>\0<bytes>\0<sha256>\n" for each file, in the order given.
[[nodiscard]] std::string manifest_hash(std::span<const DataFile> files);

}  // namespace lockstep::tracking
