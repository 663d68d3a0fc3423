// --project, and RUN: the same for every command.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "tracking/store/project.h"

namespace CLI {
class App;
}

namespace lockstep::app {

/// Kept alive by the command's action.
struct ProjectOption {
  std::string folder;

  void add_to(CLI::App& command);
  /// The folder of the project that was named, else of the nearest one, else of the user's own. It may not exist.
  [[nodiscard]] std::filesystem::path path() const;
  /// The project that was named, else the nearest one above the working directory, else the user's own.
  /// With `create` its folder is made where it is missing. @throws ValueError where there is none
  [[nodiscard]] tracking::Project open(bool create) const;
};

}  // namespace lockstep::app
