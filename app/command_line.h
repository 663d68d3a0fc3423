// The command line: which commands there are, and how any of them ends.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace lockstep::app {

/// Exit codes that scripts depend on.
enum Exit : int { exit_done = 0, exit_failed = 1, exit_usage = 2, exit_within_tolerance = 3, exit_diverged = 4, exit_stopped = 5 };

/// What the chosen command does; returns an Exit. Set by the command's own callback while the line is parsed.
using Action = std::function<int()>;

/// A command adds itself to the line. Each is one file in app/commands.
using AddCommand = void (*)(CLI::App& app, Action& action);

[[nodiscard]] int run_command_line(int argc, char** argv);

}  // namespace lockstep::app
