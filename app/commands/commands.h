// The list of commands: one line each, in the order of the help.
#pragma once

#include <span>

#include "app/command_line.h"

namespace lockstep::app {

[[nodiscard]] std::span<const AddCommand> all_commands();

void add_train(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_runs(CLI::App& app, Action& action);
void add_show(CLI::App& app, Action& action);
void add_metrics(CLI::App& app, Action& action);
void add_resume(CLI::App& app, Action& action);
void add_pause(CLI::App& app, Action& action);
void add_stop(CLI::App& app, Action& action);
void add_edit(CLI::App& app, Action& action);
void add_delete(CLI::App& app, Action& action);
void add_restore(CLI::App& app, Action& action);
void add_reproduce(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_evaluate(CLI::App& app, Action& action);
void add_predict(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_pack(CLI::App& app, Action& action);
void add_unpack(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_devices(CLI::App& app, Action& action);

}  // namespace lockstep::app
