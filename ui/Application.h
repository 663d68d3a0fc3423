// The program with its window, from the first to the last event.
#pragma once

#include <stop_token>
#include <string>

namespace lockstep::ui {

/// Whether a window can be shown here: a display is there, or QT_QPA_PLATFORM names a platform.
[[nodiscard]] bool hasDisplay();

/// Shows the window on `what`: a project's folder, a config, "preset:NAME", or nothing (the nearest project above the working
/// directory, else a start page). Ends when the window is closed or `stop` is requested. Returns an exit code.
[[nodiscard]] int runWindow(int argc, char** argv, const std::string& what, std::stop_token stop);

}  // namespace lockstep::ui
