#include "sim/run/faults.h"

#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <string>
#include <utility>

#include "protocol/messages.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/execution/program_frame.h"
#include "sim/memory/own_memory.h"
#include "sim/run/simulation.h"

namespace gridlock::sim {

namespace {

/// The watchdog runs whenever this much processor time has passed.  It reports a loop
/// that it has met several times without a memory access, a synchronization or an API
/// call in between.  Host code may compute for longer.
constexpr int kLookMs = 100;
constexpr int kLooksMax = 6;
constexpr int kLooksOfHostMax = 100;

std::array<std::byte, 64 * 1024> alternate_stack;

bool is_running() {
  return simulation && simulation->machine.running && simulation->machine.current();
}

std::uint64_t interrupted_pc(void* context) {
  const auto* state = static_cast<const ucontext_t*>(context);
  const auto address = static_cast<std::uintptr_t>(state->uc_mcontext.gregs[REG_RIP]);
  const Module& module = simulation->module;
  const std::uintptr_t home = module.home(address);
  return module.whole().contains(home) ? home - module.base() : 0;
}

/// Where the program made the innermost call that was interrupted; 0 if the stack does
/// not tell.
std::uint64_t calling_pc() {
  static bool walking = false;
  if (walking) return 0;  // The walk itself faulted, so the stack is damaged.
  walking = true;
  const std::uint64_t pc = pc_of_innermost_call(simulation->module);
  walking = false;
  return pc;
}

/// For a call to an address without code: where the call was made; 0 for other faults.
std::uint64_t pc_of_call_into_nothing(const siginfo_t* info, void* context) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  if (reinterpret_cast<greg_t>(info->si_addr) != registers[REG_RIP]) return 0;
  const auto behind = *reinterpret_cast<const std::uintptr_t*>(registers[REG_RSP]);
  const Module& module = simulation->module;
  const std::uintptr_t home = module.home(behind - 1);
  return module.whole().contains(home) ? home - module.base() : 0;
}

/// Ends the execution from a signal handler; the interrupted frame is never resumed.
void end_with(Verdict verdict, Cause what, std::string key, std::uint64_t pc) {
  const char* const op = pc != 0 ? "running" : "call";
  if (pc == 0) pc = calling_pc();
  Finding finding;
  finding.kind = verdict;
  finding.what = {std::move(what)};
  const Machine& machine = simulation->machine;
  finding.accesses.push_back(machine.describe(*machine.current(), op, pc, 0));
  Reported reported{std::move(finding), std::move(key), true};
  reported.fault = true;
  simulation->findings.report(std::move(reported));
}

/// Whether the simulator's own code has read or written a machine that does not exist.
bool wants_a_machine(const siginfo_t* info, void* context) {
  const auto* state = static_cast<const ucontext_t*>(context);
  const auto pc = static_cast<std::uintptr_t>(state->uc_mcontext.gregs[REG_RIP]);
  return !machine && is_own_code(pc) &&
         reinterpret_cast<std::uintptr_t>(info->si_addr) < sizeof(Machine);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (!is_running()) {
    if (signal == SIGSEGV && wants_a_machine(info, context)) _exit(kCalledCudaOnLoad);
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  const bool device = simulation->machine.current()->block != nullptr;
  std::uint64_t pc = interrupted_pc(context);
  if (signal == SIGSEGV && pc == 0) pc = pc_of_call_into_nothing(info, context);
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (simulation->machine.is_stack_guard(address))
    end_with(device ? Verdict::bad_access : Verdict::crashed,
             Fault{Fault::Kind::stack_overflow}, "stack overflow", pc);
  if (signal == SIGFPE)
    end_with(Verdict::crashed, Fault{Fault::Kind::division_by_zero}, "division", pc);
  end_with(device ? Verdict::bad_access : Verdict::crashed,
           Fault{Fault::Kind::foreign_address}, "foreign address", pc);
}

/// Where on_abort() writes the program counter; see note_aborts.
std::uint64_t* abort_note = nullptr;

/// Records the program counter, then lets the signal end the process.  Allocates nothing,
/// since memory may be damaged.
void on_abort(int signal) {
  if (is_running()) *abort_note = calling_pc();
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void look_every(int milliseconds) {
  const itimerval every = {{0, milliseconds * 1000}, {0, milliseconds * 1000}};
  setitimer(ITIMER_VIRTUAL, &every, nullptr);
}

/// How long a program may take; see tell_when_time_is_over.
int processor_seconds = 0, wall_seconds = 0;
/// The exceeded limit in seconds; 0: none.
volatile std::sig_atomic_t seconds_over = 0;

void on_time_over(int, siginfo_t* info, void*) {
  seconds_over = info->si_code == SI_USER ? wall_seconds : processor_seconds;
  look_every(1);  // Repeats, because most of the signals may interrupt the simulator.
}

/// Reports that the running code took too much time.
void tell_time_is_over(std::uint64_t pc) {
  DidNotEnd what{static_cast<int>(seconds_over)};
  if (const Block* block = simulation->machine.current()->block) {
    what.kernel = block->kernel->name;
    what.blocks_ended = block->kernel->blocks_finished;
    what.blocks = block->kernel->grid.count();
  }
  end_with(Verdict::timeout, std::move(what), "time is over", pc);
}

void on_look(int, siginfo_t*, void* context) {
  static std::uint64_t last = 0;
  static int looks = 0;
  if (!is_running()) {
    looks = 0;
    return;
  }
  const std::uint64_t beat = simulation->machine.heartbeat();
  const std::uint64_t pc = interrupted_pc(context);
  if (beat != last) looks = 0;
  last = beat;
  // Libraries and the simulator end their work, such as a large copy, by themselves.
  if (pc == 0) return;
  if (seconds_over != 0) tell_time_is_over(pc);
  const bool is_host = simulation->machine.current()->is_host();
  if (++looks <= (is_host ? kLooksOfHostMax : kLooksMax)) return;
  looks = 0;
  end_with(Verdict::no_progress, LoopWithoutReads{gridlock::Place{pc}}, "endless loop",
           pc);
}

void install(int signal, void (*handler)(int, siginfo_t*, void*), int flags) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  // The signal must not stay blocked: a handler may never return.
  action.sa_flags = SA_SIGINFO | SA_NODEFER | flags;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void install_fault_handlers() {
  stack_t stack = {};
  stack.ss_sp = alternate_stack.data();
  stack.ss_size = alternate_stack.size();
  sigaltstack(&stack, nullptr);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    install(signal, on_fault, SA_ONSTACK);
  install(SIGVTALRM, on_look, SA_RESTART);
  look_every(kLookMs);
}

void tell_when_time_is_over(int processor, int wall) {
  processor_seconds = processor;
  wall_seconds = wall;
  install(SIGXCPU, on_time_over, SA_ONSTACK | SA_RESTART);
}

void note_aborts(std::uint64_t* pc) {
  abort_note = pc;
  struct sigaction action = {};
  action.sa_handler = on_abort;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigaction(SIGABRT, &action, nullptr);
}

}  // namespace gridlock::sim
