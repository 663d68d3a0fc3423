// SIGINT and SIGTERM: the first asks to stop, the second ends the program at once.
#pragma once

#include <stop_token>
#include <thread>

namespace lockstep::app {

/// Blocks the signals in this thread, and so in those it starts later, and waits for them in a thread of its own.
/// To be made before any other thread.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
  [[nodiscard]] std::stop_token token() const noexcept { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread waiter_;
};

}  // namespace lockstep::app
