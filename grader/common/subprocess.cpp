#include "common/subprocess.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <system_error>

namespace gridlock {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<int> end_of_all{-1};  ///< As kill_programs_once_readable() says.

struct Capture {
  Descriptor fd;
  std::string* kept;
  bool* cut;
  std::size_t limit;

  /// Reads what is available; closes at the end of the stream.
  void take() {
    char buffer[1 << 16];
    while (fd.is_open()) {
      const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) {
        fd.close();
        return;
      }
      const auto bytes = static_cast<std::size_t>(got);
      const std::size_t room = limit - std::min(limit, kept->size());
      kept->append(buffer, std::min(room, bytes));
      if (bytes > room) *cut = true;
    }
  }
};

int poll_timeout(Clock::time_point start, std::chrono::milliseconds limit,
                 bool has_pidfd) {
  constexpr std::chrono::milliseconds kTick{5};
  auto wait = std::chrono::milliseconds(-1);
  if (limit.count() > 0) {
    const auto used =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    wait = std::max(limit - used + std::chrono::milliseconds(1),
                    std::chrono::milliseconds(0));
  }
  if (!has_pidfd && (wait.count() < 0 || wait > kTick)) wait = kTick;
  return static_cast<int>(std::min<std::int64_t>(wait.count(), 1 << 30));
}

/// Reads both streams until the program has ended, its time is up, it has written too
/// much or all programs are to end.
/// \returns whether the time was up, or all programs were to end.
bool watch(const ChildProcess& child, const ProcessRequest& request,
           Clock::time_point start, std::array<Capture, 2>& captures) {
  const Descriptor child_end = child.end_descriptor();
  while (!child.has_ended()) {
    const bool late =
        request.wall_limit.count() > 0 && Clock::now() - start >= request.wall_limit;
    if (late) return true;
    std::array<pollfd, 4> watched{{{captures[0].fd.get(), POLLIN, 0},
                                   {captures[1].fd.get(), POLLIN, 0},
                                   {child_end.get(), POLLIN, 0},
                                   {end_of_all.load(), POLLIN, 0}}};
    ::poll(watched.data(), watched.size(),
           poll_timeout(start, request.wall_limit, child_end.is_open()));
    for (Capture& capture : captures) capture.take();
    if (watched[3].revents & POLLIN) return true;
    if (request.stop_at_output_limit && *captures[0].cut) return false;
  }
  return false;
}

ProcessResult run(const ProcessRequest& request, const std::filesystem::path& program) {
  ProcessResult result;
  const Clock::time_point start = Clock::now();
  const Descriptor input = input_of(request.input);
  Pipe output, errors;

  ChildPlan plan;
  plan.program = program;
  plan.arguments = request.argv;
  plan.environment = environment_with(request.environment);
  plan.working_dir = request.working_dir;
  plan.place = ChildPlace::own_group;
  plan.input = input.get();
  plan.output = output.write_end.get();
  plan.errors = errors.write_end.get();
  plan.limits = request.limits;
  plan.limits.without_core_file = true;
  ChildProcess child(request.inside ? request.inside(std::move(plan)) : plan);
  result.started = true;
  output.write_end.close();
  errors.write_end.close();
  set_nonblocking(output.read_end);
  set_nonblocking(errors.read_end);
  std::array<Capture, 2> captures{Capture{std::move(output.read_end), &result.output,
                                          &result.output_cut, request.output_limit},
                                  Capture{std::move(errors.read_end), &result.errors,
                                          &result.errors_cut, request.errors_limit}};
  result.timed_out = watch(child, request, start, captures);
  ChildEnd end = child.end();
  if (request.inside) end = end.of_program();
  result.exit_code = end.exit_code;
  result.signal = end.signal;
  result.memory_ran_out = end.memory_ran_out;
  for (Capture& capture : captures) capture.take();
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace

void kill_programs_once_readable(int descriptor) { end_of_all = descriptor; }

std::string ask_program(std::vector<std::string> argv) {
  ProcessRequest request;
  request.argv = std::move(argv);
  request.output_limit = 1 << 20;
  request.wall_limit = std::chrono::seconds(20);
  const ProcessResult result = run_process(request);
  return result.ok() ? result.output : "";
}

ProcessResult run_process(const ProcessRequest& request) {
  ProcessResult result;
  const std::string name = request.argv.empty() ? "" : request.argv.front();
  const std::filesystem::path program = find_program(name);
  if (program.empty()) {
    result.start_error =
        name.empty() ? "no program was named" : "the program " + name + " was not found";
    return result;
  }
  try {
    return run(request, program);
  } catch (const std::system_error& error) {
    result.start_error = error.what();
    return result;
  }
}

std::string ProcessResult::how_it_ended() const {
  if (!started) return start_error;
  if (timed_out) return "no answer within " + std::to_string(std::lround(seconds)) + " s";
  if (signal)
    return "killed by signal " + std::to_string(signal) + " (" + ::strsignal(signal) +
           ")";
  return "exit code " + std::to_string(exit_code);
}

}  // namespace gridlock
