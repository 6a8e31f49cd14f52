#include "checker/worker_end.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <sstream>

#include "common/limits.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// A silent process has used up its time once it has spent kFullShare of it on a
/// processor; a process that got less waits up to kCrowdedFactor times as long.
constexpr double kFullShare = 0.9;
constexpr int kCrowdedFactor = 20;
constexpr std::chrono::milliseconds kCrowdedStep{100};

/// The bytes shown of a worker's own explanation.
constexpr std::size_t kOwnWordMax = 300;

/// The checker samples every tenth of a second; a gap this long means that the checker
/// itself was stopped.
constexpr std::chrono::seconds kAway{2};

std::string describe_signal(int number) {
  const char* text = ::strsignal(number);
  return fmt::format("signal {} ({})", number, text ? text : "unknown");
}

/// Whether a program's own crash sends this signal, not a limit or another process.
bool is_own_fault(int signal) {
  constexpr std::array kFaults{SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                               SIGABRT, SIGTRAP, SIGSYS, SIGPIPE};
  return std::ranges::find(kFaults, signal) != kFaults.end();
}

std::string megabytes(std::uint64_t bytes) { return fmt::format("{} MiB", bytes >> 20); }

WorkerFate fate_by_signal(const WorkerEnd& worker_end, const ProcessLimits& limits) {
  const ChildEnd& end = worker_end.process;
  const int signal = end.signal;
  if (is_own_fault(signal)) {
    std::string message = "The program crashed with " + describe_signal(signal) + ".";
    if (signal == SIGSEGV) message += "  Is there an infinite recursion?";
    return {Verdict::crashed, message};
  }
  if (signal == SIGXFSZ && !limits.file_limit.empty())
    return {Verdict::grader_error,
            "The program could not write a file.  " + limits.file_limit};
  if (signal == SIGXFSZ)
    return {Verdict::output_limit, "The program wrote a file that is too large."};
  if (end.memory_ran_out || (signal == SIGKILL && end.peak_bytes >= limits.memory_max))
    return {Verdict::out_of_memory,
            fmt::format("It used more than {} of memory.", megabytes(limits.memory_max))};
  if (limits.cpu_seconds && end.cpu_seconds >= *limits.cpu_seconds - 0.5)
    return {
        Verdict::grader_error,
        fmt::format("A limit of this machine (ulimit -t) ended the program after {:.0f}"
                    " s of processor time; the grader needs a higher one.",
                    end.cpu_seconds)};
  const bool starved = signal == SIGKILL && worker_end.memory_ran_out;
  return {
      Verdict::grader_error,
      fmt::format("No limit of the grader explains why the program was ended by {}{}. "
                  " It held {} of the {} that it may use.",
                  describe_signal(signal),
                  starved ? ", as this machine ran out of memory" : "",
                  megabytes(end.peak_bytes), megabytes(limits.memory_max)),
      starved ? Verdict::grader_error : Verdict::crashed};
}

/// A process's entry in /proc/PID/stat.
struct Activity {
  char state = '?';
  double cpu_seconds = 0;  ///< The total of all its threads.
};

std::optional<Activity> activity_of(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  // The name in front may contain anything, even ')'.
  const std::size_t name_end = line.rfind(')');
  if (name_end == line.npos) return std::nullopt;
  std::istringstream fields(line.substr(name_end + 1));
  Activity activity;
  std::string skipped;
  fields >> activity.state;
  for (int field = 4; field < 14; ++field) fields >> skipped;
  double user_ticks = 0;
  double system_ticks = 0;
  fields >> user_ticks >> system_ticks;
  if (!fields) return std::nullopt;
  activity.cpu_seconds =
      (user_ticks + system_ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return activity;
}

double seconds(Patience::Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

WorkerFate WorkerFate::after_second_attempt() const {
  if (!if_again || is_own_word) return *this;
  return {*if_again, message + "  A second process ended the same way."};
}

WorkerFate fate_of(const WorkerEnd& end, const ProcessLimits& limits) {
  if (end.process.signal) return fate_by_signal(end, limits);
  return {Verdict::protocol_error,
          fmt::format("The submission ended the whole program (exit code {}) before the "
                      "check had its answer.",
                      end.process.exit_code),
          std::nullopt, false, end.process.exit_code};
}

WorkerFate fate_by_own_word(const std::string& said) {
  const std::string lack = lack_of_machine();
  const std::string word = line_with(sanitize_text(said.substr(0, kOwnWordMax)));
  if (!lack.empty()) return {Verdict::grader_error, word + "  " + lack};
  return {Verdict::grader_error, "The process that ran the submission said: " + word,
          Verdict::crashed, true};
}

std::uint64_t processes_ended_for_memory() {
  std::ifstream counters("/proc/vmstat");
  std::string name;
  for (std::uint64_t count = 0; counters >> name >> count;)
    if (name == "oom_kill") return count;
  return 0;
}

std::optional<double> inherited_cpu_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_CPU, &limit) != 0) return std::nullopt;
  // RLIM_INFINITY is the largest value.
  const rlim_t least = std::min(limit.rlim_cur, limit.rlim_max);
  if (least == RLIM_INFINITY) return std::nullopt;
  return static_cast<double>(least);
}

Patience::Patience(pid_t pid, Clock::time_point deadline)
    : pid_(pid), deadline_(deadline), looked_at_(Clock::now()) {
  limit_ = std::max(deadline - looked_at_, Clock::duration{0});
}

void Patience::look(Clock::time_point now) {
  const auto activity = activity_of(pid_);
  const auto since = now - looked_at_;
  looked_at_ = now;
  if (!activity) return;
  state_ = activity->state;
  if (!cpu_at_first_) cpu_at_first_ = activity->cpu_seconds;
  cpu_seconds_ = activity->cpu_seconds - *cpu_at_first_;
  const bool is_stopped = state_ == 'T' || state_ == 't';
  if (is_stopped) stopped_ += since;
  if (is_stopped || since >= kAway) deadline_ += since;
}

std::optional<WorkerFate> Patience::over(Clock::time_point now) {
  if (stopped_ > Clock::duration{0} && stopped_ >= limit_)
    return WorkerFate{Verdict::grader_error,
                      fmt::format("The program was stopped, as by SIGSTOP, for {:.0f} s.",
                                  seconds(stopped_)),
                      Verdict::timeout};
  if (now < deadline_) return std::nullopt;
  const bool wants_to_run = state_ == 'R' || state_ == 'D';
  if (wants_to_run && cpu_seconds_ < kFullShare * seconds(limit_)) {
    if (crowded_ < kCrowdedFactor * limit_) {
      crowded_ += kCrowdedStep;
      deadline_ += kCrowdedStep;
      return std::nullopt;
    }
    return WorkerFate{Verdict::grader_error,
                      fmt::format("This machine gave the program {:.1f} s of processor "
                                  "time in {:.0f} s.",
                                  cpu_seconds_, seconds(limit_ + crowded_)),
                      Verdict::timeout};
  }
  return WorkerFate{Verdict::timeout, "It gave no sign of life within the time limit."};
}

}  // namespace gridlock
