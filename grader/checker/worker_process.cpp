#include "checker/worker_process.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <set>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "checker/interrupt.h"
#include "common/limits.h"
#include "protocol/conversation.h"

namespace gridlock {
namespace {

using namespace std::chrono_literals;

/// The first descriptor for the worker's ends of the pipes; the most bytes that may
/// wait to be sent; and the limit on the size of a file that the worker writes.
constexpr int kFirstDescriptor = 200;
constexpr std::size_t kPendingMax = 1 << 20;
constexpr std::uint64_t kFileBytesMax = ProgramResult::kPrintedMax;
/// A worker starts no processes; but threads count, and a GPU's driver has some.
constexpr std::uint64_t kProcessesMax = 256;

/// The few environment variables that a worker may see.  The sanitizers' two are for
/// the tests: sanitizer reports must not get lost in a worker's output.
std::vector<std::string> worker_environment() {
  std::vector<std::string> kept{
      "PATH=/usr/bin:/bin", "LANG=C.UTF-8",
      // The simulator makes and drops small objects at each step, so malloc should cache
      // more than seven of each size.
      "GLIBC_TUNABLES=glibc.malloc.tcache_count=10000"};
  for (const char* key :
       {"HOME", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER",
        "CUDA_MODULE_LOADING", "NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES",
        "ASAN_OPTIONS", "UBSAN_OPTIONS"})
    if (const char* value = std::getenv(key))
      kept.push_back(std::string(key) + "=" + value);
  return kept;
}

std::set<pid_t>& live_workers() {
  static std::set<pid_t> pids;
  return pids;
}

/// The files that the worker may read: its program, the module, and `lib` if it exists.
std::vector<std::filesystem::path> readable_for(const WorkerSpec& spec) {
  std::vector<std::filesystem::path> files{spec.executable, spec.module};
  auto libraries = spec.executable.parent_path().parent_path() / "lib";
  if (std::filesystem::is_directory(libraries)) files.push_back(std::move(libraries));
  return files;
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerSpec& spec)
    : executor_(spec.executor),
      is_boxed_(spec.box.is_closed()),
      memory_max_(spec.memory_max),
      ended_for_memory_before_(processes_ended_for_memory()) {
  Pipe to, from, output;
  const Descriptor frames_in = moved_up(std::move(to.read_end), kFirstDescriptor);
  const Descriptor frames_out = moved_up(std::move(from.write_end), kFirstDescriptor);
  const Descriptor input = input_of("");

  ChildPlan plan;
  plan.program = spec.executable;
  plan.arguments = {spec.executable.string(), spec.module.string(),
                    std::to_string(frames_in.get()), std::to_string(frames_out.get())};
  plan.environment = worker_environment();
  plan.working_dir = "/";
  plan.place = ChildPlace::own_session;
  plan.input = input.get();
  plan.output = output.write_end.get();
  plan.errors = output.write_end.get();
  plan.kept = {frames_in.get(), frames_out.get()};
  plan.limits.file_bytes = kFileBytesMax;
  plan.limits.without_core_file = true;
  plan.limits.processes = kProcessesMax;
  plan.limits.memory_bytes = spec.memory_max;
  const bool on_gpu = spec.executor == ExecutorKind::gpu;
  if (spec.box.is_for_strangers()) plan.arguments.emplace_back(kConfined);
  process_ =
      ChildProcess(spec.box.around(std::move(plan), {readable_for(spec), {}, on_gpu}));
  live_workers().insert(process_.pid());
  end_ = process_.end_descriptor();
  to_worker_ = std::move(to.write_end);
  from_worker_ = std::move(from.read_end);
  output_from_ = std::move(output.read_end);
  for (const Descriptor* fd : {&to_worker_, &from_worker_, &output_from_})
    set_nonblocking(*fd);
}

WorkerProcess::~WorkerProcess() { kill_and_reap(); }

pid_t WorkerProcess::pid() const {
  return is_boxed_ && process_.is_open() ? innermost_process(process_.pid())
                                         : process_.pid();
}

WorkerProcess::Received WorkerProcess::receive(Clock::time_point deadline) {
  if (!is_alive()) return WorkerFate{Verdict::grader_error, "The worker is not running."};
  Patience patience(pid(), deadline);
  try {
    for (;;) {
      stop_if_interrupted();
      if (auto frame = decoder_.next()) return std::move(*frame);
      if (frames_ended_) return exit_status_after_close();
      if (pending_.size() > kPendingMax)
        return end(Verdict::protocol_error, "It sends without reading our answers.");
      if (printed_ > kOutputMax)
        return end(Verdict::output_limit,
                   fmt::format("It printed more than {} MiB.", kOutputMax >> 20));
      if (is_time_to_look()) {
        const pid_t worker = pid();
        patience.watch(worker);
        patience.look(looked_at_);
        if (resident_bytes(worker) > memory_max_)
          return end(
              Verdict::out_of_memory,
              fmt::format("It used more than {} MiB of memory.", memory_max_ >> 20));
      }
      if (const auto over = patience.over(Clock::now())) {
        kill_and_reap();
        return *over;
      }
      wait_for_event(patience.deadline());
    }
  } catch (const ProtocolError& error) {
    return end(Verdict::protocol_error,
               fmt::format("The submission disturbed the connection to the grader: {}.",
                           error.what()));
  }
}

bool WorkerProcess::is_time_to_look() {
  const auto now = Clock::now();
  if (now - looked_at_ < 50ms) return false;
  looked_at_ = now;
  return true;
}

void WorkerProcess::wait_for_event(Clock::time_point deadline) {
  std::array<pollfd, 5> events{{
      {from_worker_.get(), POLLIN, 0},
      {output_from_.get(), POLLIN, 0},
      {interrupt_descriptor(), POLLIN, 0},
      {pending_.empty() ? -1 : to_worker_.get(), POLLOUT, 0},
      {end_.get(), POLLIN, 0},
  }};
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  // Wait only briefly, so that the worker's memory is sampled in between.
  const int timeout = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 100));
  if (::poll(events.data(), events.size(), timeout) < 0 && errno != EINTR)
    throw std::system_error(errno, std::generic_category(), "cannot wait for a worker");
  if (events[1].revents) read_output();
  if (events[0].revents) read_frames();
  if (events[3].revents) flush();
  if (events[4].revents) note_end();
}

void WorkerProcess::note_end() {
  end_.close();
  // A child of the worker may keep the pipe open, so the pipe may never end.
  for (int i = 0; i < 256 && !frames_ended_; ++i) read_frames();
  frames_ended_ = true;
}

bool WorkerProcess::has_unsolicited_frame() {
  if (is_alive()) read_frames();
  return decoder_.in_the_middle();
}

void WorkerProcess::flush() {
  const ssize_t written = ::write(to_worker_.get(), pending_.data(), pending_.size());
  if (written > 0) pending_.erase(0, static_cast<std::size_t>(written));
  // The worker has closed this pipe; the pipe from the worker shows why.
  if (written < 0 && errno == EPIPE) pending_.clear();
}

void WorkerProcess::read_frames() {
  char buffer[1 << 16];
  const ssize_t got = ::read(from_worker_.get(), buffer, sizeof buffer);
  if (got > 0) decoder_.feed({buffer, static_cast<std::size_t>(got)});
  if (got == 0) frames_ended_ = true;
}

void WorkerProcess::read_output() {
  char buffer[1 << 16];
  const ssize_t got = ::read(output_from_.get(), buffer, sizeof buffer);
  if (got == 0) output_from_.close();
  if (got <= 0) return;
  printed_ += static_cast<std::uint64_t>(got);
  const std::size_t room = kOutputKept - std::min(kOutputKept, output_.size());
  output_.append(buffer, std::min(room, static_cast<std::size_t>(got)));
}

std::string WorkerProcess::take_output() {
  if (output_from_.is_open()) read_output();
  printed_ = 0;
  return std::exchange(output_, {});
}

WorkerFate WorkerProcess::end(Verdict verdict, const std::string& message) {
  return end_with({verdict, message});
}

WorkerFate WorkerProcess::end_with(WorkerFate fate) {
  kill_and_reap();
  return fate;
}

WorkerFate WorkerProcess::exit_status_after_close() {
  const std::optional<WorkerEnd> ended = wait_for_end(500ms);
  if (output_from_.is_open()) read_output();
  if (!ended)
    return end(Verdict::protocol_error,
               "The submission closed the connection to the grader.");
  kill_and_reap();
  return fate_of(*ended,
                 {memory_max_, inherited_cpu_limit(), tight_file_limit(kFileBytesMax)});
}

std::optional<WorkerEnd> WorkerProcess::wait_for_end(std::chrono::milliseconds limit) {
  if (!process_.is_open()) return std::nullopt;
  const pid_t pid = process_.pid();
  const auto deadline = Clock::now() + limit;
  for (auto pause = 100us;; pause = std::min(pause * 2, std::chrono::microseconds(5ms))) {
    if (auto ended = process_.take_end()) {
      live_workers().erase(pid);
      if (is_boxed_) ended = ended->of_program();
      return WorkerEnd{*ended, processes_ended_for_memory() > ended_for_memory_before_};
    }
    if (Clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(pause);
  }
}

void WorkerProcess::kill_and_reap() {
  to_worker_.close();
  from_worker_.close();
  end_.close();
  if (process_.is_open()) {
    process_.kill();
    // A process inside a GPU driver may take a while to die.
    wait_for_end(executor_ == ExecutorKind::gpu ? 10s : 2s);
    if (process_.is_open()) live_workers().erase(process_.release());
  }
  if (output_from_.is_open()) read_output();
  output_from_.close();
  end_orphans();
}

namespace {

/// Our children, as listed by the kernel; empty if it does not list them.
std::set<pid_t> children() {
  std::set<pid_t> found;
  std::ifstream list(fmt::format("/proc/self/task/{}/children", ::getpid()));
  for (pid_t pid; list >> pid;) found.insert(pid);
  return found;
}

bool adopting = false;
std::set<pid_t> not_ours;  ///< Children that existed before we began.

/// An orphan of a worker is in the worker's session, or in one that the orphan made;
/// other programs that we run stay in our session.
bool is_orphan(pid_t pid) {
  return !not_ours.contains(pid) && !live_workers().contains(pid) &&
         ::getsid(pid) != ::getsid(0);
}

}  // namespace

void adopt_orphans() {
  adopting = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
  not_ours = children();
}

void end_orphans() {
  if (!adopting) return;
  for (int round = 0; round < 8; ++round) {  // Killing an orphan may leave its children.
    bool any = false;
    for (const pid_t pid : children()) {
      if (!is_orphan(pid)) continue;
      any = true;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
    if (!any) return;
  }
}

}  // namespace gridlock
