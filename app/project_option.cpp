#include "app/project_option.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::app {

void ProjectOption::add_to(CLI::App& command) {
  command.add_option("--project", folder, "The project's folder; default: the nearest one that holds lockstep.db, else your data folder")->type_name("DIR");
}

std::filesystem::path ProjectOption::path() const {
  return folder.empty() ? tracking::find_project(std::filesystem::current_path()) : std::filesystem::path(folder);
}

tracking::Project ProjectOption::open(bool create) const {
  const std::filesystem::path path = this->path();
  if (!create && !std::filesystem::exists(path / tracking::catalogue_file)) {
    throw engine::ValueError(engine::Message{"project.none", "there is no project in {path}: no run was trained there yet", {{"path", path.string()}}});
  }
  tracking::Project project(path, {create, false});
  for (const engine::Message& note : project.notes()) fmt::print(stderr, "lockstep: {}\n", note.english());
  return project;
}

}  // namespace lockstep::app
