// runs/<id>/log.txt, appended to by the writer's thread. Internal to tracking/store.
#pragma once

#include <filesystem>
#include <string>

#include "tracking/store/types.h"

namespace lockstep::tracking::store {

/// "2026-11-30T12:34:56.789Z info text\n"; further lines of the text are indented.
[[nodiscard]] std::string log_text(const LogLine& line);

class LogFile {
 public:
  explicit LogFile(std::filesystem::path path) : path_(std::move(path)) {}
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  void add(const std::string& text) { waiting_ += text; }
  /// engine::FileError when the disk is full or fails; what was not written waits for the next call.
  void write();

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::string waiting_;
};

}  // namespace lockstep::tracking::store
