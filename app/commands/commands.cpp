#include "app/commands/commands.h"

namespace lockstep::app {

std::span<const AddCommand> all_commands() {
  static constexpr AddCommand commands[] = {add_train, add_check, add_runs,   add_show,     add_metrics, add_resume, add_pause, add_stop,
                                            add_edit,  add_delete, add_restore, add_reproduce, add_compare, add_evaluate, add_predict, add_export, add_report, add_pack, add_unpack, add_bench, add_devices};
  return commands;
}

}  // namespace lockstep::app
