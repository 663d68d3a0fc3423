// Helpers of the store's tests.
#include "support_store.h"

#include <sys/wait.h>
#include <unistd.h>
#include <QString>

#include <cstdio>

namespace lockstep::tracking::testing {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() : path_(fs::path(folder_.path().toStdString()) / "ein 'Projekt' ü 项目") {}

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const engine::Error& error) { return error.what(); }
  return {};
}

int start_child(const std::function<void()>& body) {
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  int code = 0;
  try {
    body();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "child: %s\n", error.what());
    code = 1;
  }
  ::_exit(code);
}

int wait_for_child(int pid) {
  int status = 0;
  if (::waitpid(pid, &status, 0) != pid) return -1000;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void record_steps(RunWriter& writer, std::int64_t first, std::int64_t last) {
  const SeriesId loss = writer.series("train/loss");
  for (std::int64_t step = first; step <= last; ++step) {
    const Sample values[] = {{loss, 1.0 / static_cast<double>(step)}};
    const auto bits = static_cast<std::uint64_t>(step);
    writer.record_step({step, step / 100, values, bits * 0x9E3779B97F4A7C15u, ~bits});
  }
}

// popen and not QProcess, whose fork ThreadSanitizer doesn't take.
std::string sqlite(const fs::path& database, const std::string& sql) {
  const auto quoted = [](const std::string& text) {
    return QString::fromStdString(text).replace("'", "'\\''").prepend('\'').append('\'').toStdString();
  };
  std::FILE* pipe = ::popen(("sqlite3 " + quoted(database.string()) + " " + quoted(sql) + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return "sqlite3 did not run";
  std::string answer;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) answer += static_cast<char>(c);
  ::pclose(pipe);
  while (!answer.empty() && answer.back() == '\n') answer.pop_back();
  return answer;
}

}  // namespace lockstep::tracking::testing
