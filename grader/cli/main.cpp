// gridlock: the command.  The script ./gridlock builds it and executes it.
#include "build/module.h"
#include "checker/gpu_presence.h"
#include "cli/command.h"

int main(int argc, char** argv) {
  const gridlock::GradeTools tools{gridlock::build_module, gridlock::source_lines,
                                   gridlock::installed_workers(), gridlock::why_no_gpu};
  return gridlock::gridlock_main(argc, argv, tools);
}
