// A program's executions (sim/run/program_child.h), in this process: each begins with
// what the module's variables held when it was loaded.
#include "sim/run/program_child.h"

#include <cstdio>

#include "checker/worker_process.h"
#include "common/files.h"
#include "sim/run/memory_watch.h"
#include "sim/run/program.h"

namespace gridlock {

std::uint64_t resident_bytes(pid_t) { return 0; }

namespace sim {
namespace {

int exit_status = 0;
std::optional<ChildReport> at_exit;  ///< The report of a program that has ended.

void end_program(int status) {
  exit_status = status;
  finish_program(status);
  at_exit = report_at_end(status, true);
}

}  // namespace

bool is_too_much(std::uint64_t) { return false; }
bool prepare_program_exit() { return true; }

ProgramChild::ProgramChild(Simulation& simulation, const ProgramCall&,
                           ExecutionOptions options)
    : simulation_(simulation), options_(std::move(options)) {}
ProgramChild::~ProgramChild() {}
void ProgramChild::end() const {}

ChildReport ProgramChild::report(const std::function<bool()>& go_on) {
  go_on();
  at_exit.reset();
  exit_status = 0;
  const auto entry = reinterpret_cast<int (*)(int, char**)>(
      simulation_.module.symbol("gridlock_program_entry"));
  char name[] = "program";
  char* words[] = {name, nullptr};
  simulation_.run(options_, [&] { end_program(entry(1, words)); });
  std::fflush(nullptr);
  page_printed();
  printed_ = read_file("/run/printed");
  printed_bytes_ = printed_.size();
  if (at_exit) return *std::exchange(at_exit, std::nullopt);
  bool found = false;
  for (const Reported& each : simulation_.findings.reports())
    found = found || each.ended_execution;
  return report_at_end(exit_status, simulation_.machine.draining && !found);
}

}  // namespace sim
}  // namespace gridlock

/// The code under test calls it in place of exit().
extern "C" void __wrap_exit(int status) {
  using namespace gridlock::sim;
  if (!simulation || !simulation->machine.options.whole_program) __builtin_trap();
  end_program(status);
  simulation->machine.end_execution();
}
