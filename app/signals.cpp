#include "app/signals.h"

#include <csignal>
#include <cstdlib>

#include <fmt/format.h>

namespace lockstep::app {

namespace {

sigset_t stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

void wait_for_signals(const std::stop_token& ended, std::stop_source stop) {
  const sigset_t set = stop_signals();
  const timespec patience{0, 100'000'000};
  while (!ended.stop_requested()) {
    const int signal = sigtimedwait(&set, nullptr, &patience);
    if (signal < 0) continue;
    if (stop.stop_requested()) std::_Exit(128 + signal);
    fmt::print(stderr, "\nlockstep: stopping with a checkpoint; once more to abort\n");
    stop.request_stop();
  }
}

}  // namespace

StopOnSignal::StopOnSignal() {
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiter_ = std::jthread([stop = stop_](const std::stop_token& ended) { wait_for_signals(ended, stop); });
}

StopOnSignal::~StopOnSignal() {
  waiter_.request_stop();
  waiter_.join();
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace lockstep::app
