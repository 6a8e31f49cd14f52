#include "sim/run/program_child.h"

#ifndef __wasm__
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/invariant.h"
#include "protocol/serialize.h"
#include "sim/run/faults.h"
#include "sim/run/program.h"

namespace gridlock::sim {

namespace {

#ifndef __wasm__
using Clock_ = std::chrono::steady_clock;
using json = nlohmann::json;

constexpr std::size_t kOutputMax = 64 * 1024;
/// The maximum sizes of a file that the program writes, and of a report.  Each further
/// device's image of the module is such a file, too.  A lower limit of the worker wins.
constexpr rlim_t kFileBytesMax = ProgramResult::kPrintedMax;
constexpr std::size_t kReportMax = std::size_t{8} << 20;
// A schedule may take this much processor time; the longer limit is for elapsed time, for
// programs that sleep.
constexpr int kProcessorSecondsMax = 300;
constexpr int kSecondsMax = 600;
/// How long a child may take to report where the time went.
constexpr int kSecondsToTell = 2;
/// How often the parent is asked if it wants to go on waiting.  A program can take half a
/// gibibyte of memory in between.
constexpr std::chrono::milliseconds kAskEvery{50};

/// In a child: where to send the report; -1 in the parent.
int report_fd = -1;
/// In a child: the program's exit status, once it has one.
int exit_status = 0;

void write_all(int fd, std::string_view bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written = write(fd, bytes.data() + done, bytes.size() - done);
    if (written <= 0) return;
    done += static_cast<std::size_t>(written);
  }
}

json options_json(const std::vector<Option>& options) {
  json list = json::array();
  for (const Option& option : options)
    list.push_back({option.who.kernel, option.who.block, option.who.thread,
                    static_cast<int>(option.operation.kind), option.operation.address,
                    option.operation.size, option.operation.writes});
  return list;
}

std::vector<Option> options_from(const json& list) {
  std::vector<Option> options;
  for (const json& option : list)
    options.push_back({{option.at(0), option.at(1), option.at(2)},
                       {static_cast<Operation::Kind>(option.at(3).get<int>()),
                        option.at(4), option.at(5), option.at(6)}});
  return options;
}

/// What an exhaustive search needs to know of its execution.
json branch_json(const ExecutionOptions& options) {
  if (!options.branch) return nullptr;
  const SearchBranch& branch = *options.branch;
  json trace = json::array();
  for (const SearchDecision& decision : branch.trace)
    trace.push_back({options_json(decision.options), decision.values, decision.pick,
                     options_json(decision.sleep)});
  return {{"trace", std::move(trace)},
          {"given_up", branch.given_up},
          {"abandoned", branch.abandoned}};
}

void read_branch(const json& from, SearchBranch& branch) {
  for (const json& node : from.at("trace"))
    branch.trace.push_back(
        {options_from(node.at(0)), node.at(1), node.at(2), options_from(node.at(3))});
  branch.given_up = from.at("given_up").get<bool>();
  branch.abandoned = from.at("abandoned").get<bool>();
}

#endif

/// The old value that decided the execution.  For a program, unlike in a strict check, a
/// failure only by the letter of the rules is advice.
Finding stale_finding() {
  Finding finding = simulation->findings.stale_finding(simulation->machine.stale());
  const ExecutionOptions& options = simulation->machine.options;
  if (!options.strict_values || options.strict) return finding;
  finding.kind = Advice::missing_acquire_fence;
  return finding;
}

/// A read that may be stale unnoticed: an earlier launch has left the same value.
std::optional<Finding> masked_finding() {
  const std::optional<StaleAccess> read = masked_read(simulation->machine);
  if (!read) return std::nullopt;
  Finding finding = simulation->findings.stale_finding(*read);
  if (!simulation->machine.options.strict) finding.kind = Advice::missing_acquire_fence;
  const gridlock::Place seen{read->pc}, missed{read->missed_pc};
  finding.what = {StaleMasked{finding.accesses.front().location, seen, missed}};
  finding.missing.front().get_if<StaleLink>()->by_the_letter = false;
  return finding;
}

}  // namespace

ChildReport report_at_end(int exit_code, bool exited) {
  const Machine& machine = simulation->machine;
  const ExecutionOptions& options = machine.options;
  ChildReport report;
  report.exit_code = exit_code;
  report.exited = exited;
  if (options.record && machine.stale().happened())
    report.stale.push_back(stale_finding());
  else if (options.note_masked)
    if (auto masked = masked_finding()) report.stale.push_back(*std::move(masked));
  for (const auto& [pc, finding] : simulation->findings.absent_lanes())
    report.absent_lanes.push_back(finding);
  report.copied_to_host = machine.counters.copied_to_host;
  report.accesses = machine.counters.accesses;
  report.steps = machine.steps();
  report.depends_on_schedule =
      !exited || machine.depends_on_schedule || !machine.api.per_thread_streams.empty();
  if (options.record)
    report.interleaving = simulation->findings.recent_steps(options.tell_data);
  const ReadUses& uses = machine.read_watch.uses();
  report.proposed_reads.assign(uses.proposed.begin(), uses.proposed.end());
  report.other_reads.assign(uses.otherwise.begin(), uses.otherwise.end());
  if (options.note_observations) report.observations = observations(machine);
  if (options.decision)
    simulation->findings.report(what_decided(machine, *options.decision), kWhatDecided,
                                false);
  simulation->findings.complete();
  report.reports = simulation->findings.reports();
  if (options.record_choices) report.choices = to_text(machine.choices());
  return report;
}

namespace {

/// The advice on a failed runtime call: the first one of a program that ends with an
/// error, or else one whose result the program drops.
Finding failed_call(const Machine& machine, const ApiState::Failure& failure) {
  Finding finding;
  finding.kind = Advice::failed_call;
  finding.what = {FailedCall{{failure.pc}, failure.name, failure.text, failure.fault}};
  finding.accesses.push_back(machine.describe(*machine.current(), "call", failure.pc, 0));
  return finding;
}

}  // namespace

void finish_program(int status) {
  Machine* const machine =
      simulation && simulation->machine.current() ? &simulation->machine : nullptr;
  if (machine) machine->drain();
  if (machine && machine->api.unseen_launch_error_pc) {
    Finding finding;
    finding.kind = Verdict::api_error;
    finding.what = {LaunchErrorUnseen{machine->api.unseen_launch_error,
                                      machine->api.unseen_launch_fault}};
    finding.accesses.push_back(machine->describe(*machine->current(), "launch",
                                                 machine->api.unseen_launch_error_pc, 0));
    simulation->findings.report(std::move(finding), kUnseenLaunchError, false);
  }
  if (machine) {
    const ApiState& api = machine->api;
    const auto& failure = status != 0 ? api.first_failure : api.dropped_failure;
    if (failure.error != 0)
      simulation->findings.report(failed_call(*machine, failure), kFailedCall, false);
  }
}

#ifndef __wasm__
namespace {

/// Sends the child's report and ends the child.  No destructor of the parent's objects
/// may run.
[[noreturn]] void send_report(int exit_code, bool exited) {
  INVARIANT("Only a child sends a report, to its parent.",
            report_fd >= 0 && simulation != nullptr);
  std::fflush(nullptr);
  const nlohmann::json report = serial::written(report_at_end(exit_code, exited));
  const nlohmann::json branch = branch_json(simulation->machine.options);
  write_all(report_fd, serial::packed({{"report", report}, {"branch", branch}}));
  _exit(0);
}

void on_exit_status(int status, void*) {
  if (report_fd < 0) return;
  exit_status = status;
  finish_program(status);
  send_report(status, true);
}

enum class Waited { until_the_end, until_the_deadline, until_told };

/// Reads until the child closes its end.  Drops what exceeds the limit, so that the child
/// never waits for its reader.
Waited read_report(int fd, std::string& bytes, Clock_::time_point deadline,
                   const std::function<bool()>& go_on) {
  char buffer[4096];  // Most reports fit.
  for (;;) {
    if (Clock_::now() >= deadline) return Waited::until_the_deadline;
    pollfd ready = {fd, POLLIN, 0};
    const int count = ::poll(&ready, 1, static_cast<int>(kAskEvery.count()));
    if (count < 0 && errno != EINTR) return Waited::until_the_end;
    if (count <= 0 && !go_on()) return Waited::until_told;
    if (!(ready.revents & (POLLIN | POLLHUP))) continue;
    const ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Waited::until_the_end;
    if (bytes.size() < kReportMax) bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

/// The last lines that a program printed before a signal ended it: for an uncaught
/// exception, its name and message.
std::string last_words(std::string_view printed) {
  constexpr std::size_t kLinesMax = 2;
  const std::size_t last = printed.find_last_not_of(" \n");
  if (last == printed.npos) return "";
  std::size_t begin = last;
  for (std::size_t line = 0; line < kLinesMax && begin != printed.npos; ++line)
    begin = begin == 0 ? printed.npos : printed.rfind('\n', begin - 1);
  begin = begin == printed.npos ? 0 : begin + 1;
  return std::string(printed.substr(begin, last + 1 - begin));
}

std::uint64_t bytes_of(int fd) {
  struct stat status = {};
  return fstat(fd, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// A file has reached the limit for its size.  If it is the program's output, further
/// output is dropped and the program goes on; for any other file, the program ends, as by
/// default.
void on_file_limit(int signal) {
  rlimit files = {};
  getrlimit(RLIMIT_FSIZE, &files);
  if (bytes_of(STDOUT_FILENO) < files.rlim_cur) {
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

/// A number shared with a child; null if the system has no page for it.
std::uint64_t* shared_number() {
  void* const page = mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? nullptr : static_cast<std::uint64_t*>(page);
}

void limit_files() {
  const rlimit files = {kFileBytesMax, kFileBytesMax};
  setrlimit(RLIMIT_FSIZE, &files);
  struct sigaction action = {};
  action.sa_handler = on_file_limit;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigaction(SIGXFSZ, &action, nullptr);
}

std::string read_output(int fd) {
  std::string text(std::min<std::uint64_t>(kOutputMax, bytes_of(fd)), '\0');
  const ssize_t got = pread(fd, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace

bool prepare_program_exit() { return ::on_exit(on_exit_status, nullptr) == 0; }

ProgramChild::ProgramChild(Simulation& simulation, const ProgramCall& call,
                           ExecutionOptions options)
    : simulation_(simulation),
      options_(std::move(options)),
      output_(memfd_create("output", MFD_CLOEXEC)),
      aborted_at_(shared_number()),
      deadline_(Clock_::now() + std::chrono::seconds(kSecondsMax)) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error("no pipe for a child process");
  Descriptor to_parent(ends[1]);
  from_child_ = Descriptor(ends[0]);
  std::fflush(nullptr);
  child_ = fork();
  if (child_ < 0) throw std::runtime_error("no child process for a schedule");
  if (child_ == 0) run(to_parent.get(), output_.get(), call);
}

ProgramChild::~ProgramChild() {
  if (aborted_at_) munmap(aborted_at_, sizeof *aborted_at_);
  if (child_ < 0) return;
  kill(child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ProgramChild::end() const {
  if (child_ >= 0) kill(child_, SIGKILL);
}

ChildReport ProgramChild::report(const std::function<bool()>& go_on) {
  INVARIANT("A child's report is read once.", child_ >= 0);
  std::string bytes;
  const Waited waited = read_report(from_child_.get(), bytes, deadline_, go_on);
  if (waited != Waited::until_the_end) {
    kill(child_, SIGXCPU);
    const auto longest = Clock_::now() + std::chrono::seconds(kSecondsToTell);
    read_report(from_child_.get(), bytes, longest, [] { return true; });
    kill(child_, SIGKILL);
  }
  int status = 0;
  rusage usage = {};
  while (wait4(child_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  child_ = -1;
  processor_seconds_ = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
  printed_ = read_output(output_.get());
  printed_bytes_ = bytes_of(output_.get());
  if (waited != Waited::until_told)
    return decode(bytes, status, waited == Waited::until_the_end);
  ChildReport none;
  none.given_up = true;
  if (options_.branch) options_.branch->given_up = true;
  const ChildReport told = decode(bytes, status, false);
  if (!bytes.empty() && !told.reports.empty())
    none.given_up_at = told.reports.back().finding;
  return none;
}

void ProgramChild::run(int report, int output, const ProgramCall& call) {
  report_fd = report;
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  const int input = open(call.input.empty() ? "/dev/null" : call.input.c_str(), O_RDONLY);
  dup2(input, STDIN_FILENO);
  if (!call.folder.empty() && chdir(call.folder.c_str()) != 0) _exit(1);
  limit_files();
  const rlimit time = {kProcessorSecondsMax, kProcessorSecondsMax + kSecondsToTell};
  setrlimit(RLIMIT_CPU, &time);
  install_fault_handlers();  // A forked process has no timers.
  tell_when_time_is_over(kProcessorSecondsMax, kSecondsMax);
  if (aborted_at_) note_aborts(aborted_at_);
  const auto entry = reinterpret_cast<int (*)(int, char**)>(
      simulation_.module.symbol("gridlock_program_entry"));
  // A program may write to its arguments or reorder them, as getopt() does, so they must
  // not lie in the simulator's own heap.
  const std::size_t count = call.arguments.size();
  auto* const argv = static_cast<char**>(std::calloc(count + 1, sizeof(char*)));
  for (std::size_t i = 0; argv && i < count; ++i)
    argv[i] = ::strdup(call.arguments[i].c_str());
  simulation_.run(options_, [&] { std::exit(entry(static_cast<int>(count), argv)); });
  // Either a finding ended the execution, or the program has ended and the work that it
  // left behind never ends.
  const bool found = std::any_of(simulation_.findings.reports().begin(),
                                 simulation_.findings.reports().end(),
                                 [](const Reported& r) { return r.ended_execution; });
  send_report(exit_status, simulation_.machine.draining && !found);
}

ChildReport ProgramChild::decode(std::string_view bytes, int status, bool in_time) const {
  const json message = serial::unpacked(bytes);
  if (message.is_discarded() || bytes.empty()) return without_report(status, in_time);
  ChildReport report;
  serial::read(message.at("report"), report);
  if (options_.branch) read_branch(message.at("branch"), *options_.branch);
  return report;
}

ChildReport ProgramChild::without_report(int status, bool in_time) const {
  if (options_.branch) options_.branch->given_up = true;
  const bool spent = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL &&
                     processor_seconds_ >= kProcessorSecondsMax;
  const bool late = !in_time || spent;
  Finding finding;
  finding.kind = late ? Verdict::timeout : Verdict::crashed;
  if (late)
    finding.what = {DidNotEnd{spent ? kProcessorSecondsMax : kSecondsMax}};
  else if (WIFSIGNALED(status))
    finding.what = {EndedBySignal{WTERMSIG(status), last_words(printed_)}};
  else
    finding.what = {EndedOtherwise{}};
  if (aborted_at_ && *aborted_at_ != 0) {
    Access call;
    call.op = "call";
    call.pc = *aborted_at_;
    call.host = true;
    finding.accesses.push_back(std::move(call));
  }
  finding.schedule = token_of(options_);
  ChildReport report;
  report.reports.push_back({finding, "crash", true});
  return report;
}
#endif

}  // namespace gridlock::sim
