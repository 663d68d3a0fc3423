// lockstep edit, delete, restore: what may change about a run afterwards.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project_option.h"
#include "app/run_name.h"

namespace lockstep::app {

namespace {

struct EditOptions {
  ProjectOption project;
  std::string run;
  std::optional<std::string> name;
  std::optional<std::string> notes;
  std::vector<std::string> tags;
  bool tags_given = false;
};

int edit(const EditOptions& options) {
  tracking::Project project = options.project.open(false);
  tracking::RunEdit change;
  change.name = options.name;
  change.notes = options.notes;
  if (options.tags_given) {
    // `--tag ""` alone clears them.
    change.tags.emplace();
    for (const std::string& tag : options.tags) {
      if (!tag.empty()) change.tags->push_back(tag);
    }
  }
  const std::string id = project.find(options.run).id;
  project.edit(id, change);
  const tracking::RunSummary run = project.summary(id);
  fmt::print("{}  {}  {}\n", run.id, run.name, fmt::join(run.tags, ", "));
  return exit_done;
}

struct ManyOptions {
  ProjectOption project;
  std::vector<std::string> runs;
};

std::shared_ptr<ManyOptions> add_many(CLI::App& command) {
  auto options = std::make_shared<ManyOptions>();
  command.add_option("runs", options->runs, "Ids, beginnings of ids, or names")->required()->type_name("RUN");
  options->project.add_to(command);
  return options;
}

int remove(const ManyOptions& options) {
  tracking::Project project = options.project.open(false);
  std::vector<std::string> ids;
  for (const std::string& run : options.runs) ids.push_back(project.find(run).id);
  project.remove(ids);
  fmt::print("{} moved to the trash; `lockstep restore {}` brings {} back\n", ids.size() == 1 ? "1 run" : fmt::format("{} runs", ids.size()), fmt::join(ids, " "), ids.size() == 1 ? "it" : "them");
  return exit_done;
}

int restore(const ManyOptions& options) {
  tracking::Project project = options.project.open(false);
  std::vector<std::string> ids;
  for (const std::string& run : options.runs) ids.push_back(project.find_in_trash(run).id);
  project.restore(ids);
  for (const std::string& id : ids) fmt::print("restored {} {}\n", id, project.summary(id).name);
  return exit_done;
}

}  // namespace

void add_edit(CLI::App& app, Action& action) {
  auto options = std::make_shared<EditOptions>();
  CLI::App* command = app.add_subcommand("edit", "Change a run's name, tags or notes");
  command->add_option("run", options->run, "An id, the beginning of one, a name, or \"last\"")->required()->type_name("RUN");
  options->project.add_to(*command);
  command->add_option("--name", options->name, "The new name")->check(check_run_name);
  CLI::Option* tags = command->add_option("--tag", options->tags, "A tag; repeat for more. Replaces those there were; \"\" removes all")->expected(1)->take_all();
  command->add_option("--notes", options->notes, "The new notes");
  command->callback([options, tags, &action] {
    options->tags_given = tags->count() > 0;
    action = [options] { return edit(*options); };
  });
}

void add_delete(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("delete", "Move runs to the trash");
  const auto options = add_many(*command);
  command->callback([options, &action] { action = [options] { return remove(*options); }; });
}

void add_restore(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("restore", "Bring runs back from the trash");
  const auto options = add_many(*command);
  command->callback([options, &action] { action = [options] { return restore(*options); }; });
}

}  // namespace lockstep::app
