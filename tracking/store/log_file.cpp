// Appending to the log: part of a line may be written when the disk fills up, and the rest follows when there is room again.
#include "tracking/store/log_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "tracking/store/database.h"

namespace lockstep::tracking::store {
namespace {

[[noreturn]] void cannot_write(const std::filesystem::path& path, int error) {
  throw engine::FileError({"store.write_file",
                           "cannot write {path}: {reason}",
                           {{"path", path_text(path)}, {"reason", std::strerror(error)}}});
}

constexpr std::array<const char*, 3> severity_words = {"info", "warning", "error"};

}  // namespace

std::string log_text(const LogLine& line) {
  const std::time_t seconds = line.time / 1000;
  std::tm utc = {};
  ::gmtime_r(&seconds, &utc);
  std::array<char, 40> stamp = {};
  const std::size_t size = std::strftime(stamp.data(), stamp.size(), "%Y-%m-%dT%H:%M:%S", &utc);
  std::array<char, 8> milliseconds = {};
  std::snprintf(milliseconds.data(), milliseconds.size(), ".%03dZ", static_cast<int>(line.time % 1000));
  std::string text = std::string(stamp.data(), size) + milliseconds.data() + " " +
                     severity_words.at(static_cast<std::size_t>(line.severity)) + " ";
  for (const char c : line.text) {
    text += c;
    if (c == '\n') text += "    ";
  }
  return text + "\n";
}

LogFile::~LogFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void LogFile::write() {
  if (waiting_.empty()) return;
  if (descriptor_ < 0) descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor_ < 0) cannot_write(path_, errno);
  while (!waiting_.empty()) {
    const ssize_t written = ::write(descriptor_, waiting_.data(), waiting_.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) cannot_write(path_, errno);
    waiting_.erase(0, static_cast<std::size_t>(written));
  }
}

}  // namespace lockstep::tracking::store
