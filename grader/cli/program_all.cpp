// gridlock-all: every command.
#include "cli/program.h"

namespace gridlock {

void add_commands(CLI::App& app, const Environment& environment, int& exit_code) {
  for (const AddCommand add :
       {add_list,      add_check,  add_watch, add_next,   add_hint,   add_reset,
        add_replay,    add_run,    add_bench, add_plot,   add_doctor, add_selfcheck,
        add_skeleton,  add_expand, add_test,  add_demo,   add_docs,   add_slides,
        add_reference, add_trace,  add_class, add_export, add_new_lab})
    add(app, environment, exit_code);
}

void leave_to_the_other(const std::vector<char*>&) {}

}  // namespace gridlock
