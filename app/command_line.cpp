#include "app/command_line.h"

#include <csignal>
#include <cstdio>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/signals.h"
#include "engine/config/config.h"
#include "engine/core/error.h"
#include "tracking/provenance/build_info.h"
#include "tracking/recorder/session.h"
#include "ui/Application.h"

namespace lockstep::app {

namespace {

int perform(const Action& action) {
  try {
    return action();
  } catch (const engine::config::ConfigFailure& failure) {
    fmt::print(stderr, "{}\n", failure.what());
    return exit_usage;
  } catch (const tracking::DriftError& error) {
    fmt::print(stderr, "lockstep: {}\n", error.what());
    return exit_usage;
  } catch (const engine::ValueError& error) {
    fmt::print(stderr, "lockstep: {}\n", error.what());
    return exit_usage;
  } catch (const engine::Stopped&) {
    fmt::print(stderr, "lockstep: stopped\n");
    return exit_stopped;
  } catch (const std::exception& error) {
    fmt::print(stderr, "lockstep: {}\n", error.what());
    return exit_failed;
  }
}

int open_window(int argc, char** argv, const std::string& what) {
  if (!what.empty() && !what.starts_with("preset:") && !std::filesystem::exists(what)) {
    fmt::print(stderr, "lockstep: {} is no command, and there is no such folder or config; `lockstep --help` lists the commands\n", what);
    return exit_usage;
  }
  if (!ui::hasDisplay()) {
    fmt::print(stderr, "lockstep: there is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are not set); `lockstep --help` lists what works without\n");
    return exit_usage;
  }
  const StopOnSignal signals;
  return ui::runWindow(argc, argv, what, signals.token());
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app("Trains neural networks, records everything that decides a result, and repeats it bit for bit.", "lockstep");
  app.set_version_flag("--version", "lockstep " + tracking::build_info().version);
  app.require_subcommand(0, 1);
  Action action;
  for (const AddCommand add : all_commands()) add(app, action);
  std::string what;
  app.add_option("open", what, "Without a command: open the window on this project or config")->type_name("DIR|CONFIG.toml|preset:NAME");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? exit_done : exit_usage;
  }
  if (!action) {
    if (what.empty() && !ui::hasDisplay()) {
      fmt::print("{}", app.help());
      return exit_done;
    }
    return open_window(argc, argv, what);
  }
  // A reader that goes away is an error of writing, not the end of the process: a run must keep its checkpoint.
  std::signal(SIGPIPE, SIG_IGN);
  const int code = perform(action);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  fmt::print(stderr, "lockstep: the output could not be written in full\n");
  return code == exit_done ? exit_failed : code;
}

}  // namespace lockstep::app
