#include "checker/parallel.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <vector>

#include "checker/interrupt.h"
#include "checker/worker_process.h"
#include "common/child_process.h"
#include "protocol/serialize.h"

namespace gridlock {

/// The number of the next check, shared by the children.
class CheckCounter {
 public:
  CheckCounter() {
    void* memory = ::mmap(nullptr, sizeof(std::atomic<std::size_t>),
                          PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::system_error(errno, std::generic_category(), "no shared memory");
    next_ = new (memory) std::atomic<std::size_t>(0);
  }
  CheckCounter(const CheckCounter&) = delete;
  CheckCounter& operator=(const CheckCounter&) = delete;
  ~CheckCounter() { ::munmap(next_, sizeof *next_); }
  std::size_t take() { return next_->fetch_add(1); }

 private:
  static_assert(std::atomic<std::size_t>::is_always_lock_free);
  std::atomic<std::size_t>* next_;
};

namespace {

void write_all(int fd, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(fd, at, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) ::_exit(1);  // The parent is gone.
    at += written;
    size -= static_cast<std::size_t>(written);
  }
}

/// The header of each message of a child: a check begins (size 0), or its result follows.
struct Header {
  std::uint64_t index;
  std::uint64_t bytes;
};

[[noreturn]] void serve(int fd, std::size_t count, CheckCounter& counter, pid_t parent,
                        const std::function<CheckRun(std::size_t)>& run) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  adopt_orphans();
  try {
    for (std::size_t index; (index = counter.take()) < count;) {
      const Header begun{index, 0};
      write_all(fd, &begun, sizeof begun);
      const std::string bytes = serial::packed(serial::written(run(index)));
      const Header done{index, bytes.size()};
      write_all(fd, &done, sizeof done);
      write_all(fd, bytes.data(), bytes.size());
    }
  } catch (...) {  // Interrupted, or a fault of the grader: the parent notices.
    ::_exit(1);
  }
  ::_exit(0);
}

}  // namespace

struct CheckChild {
  ChildProcess process;
  Descriptor fd;
  std::string received;
  std::optional<std::size_t> running;
};

struct ParallelChecks::State {
  CheckCounter counter;
  std::vector<CheckChild> children;
  std::map<std::size_t, CheckRun> done;

  ~State() {
    for (CheckChild& child : children) end(child);
    end_orphans();
  }

  static void end(CheckChild& child) {
    child.fd.close();
    child.process.end();
  }

  void receive(CheckChild& child) {
    char buffer[1 << 16];
    const ssize_t got = ::read(child.fd.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) return lose(child);
    child.received.append(buffer, static_cast<std::size_t>(got));
    for (Header header; child.received.size() >= sizeof header;) {
      std::memcpy(&header, child.received.data(), sizeof header);
      if (child.received.size() < sizeof header + header.bytes) return;
      child.running = header.index;
      if (header.bytes > 0) {
        const std::string_view body(child.received.data() + sizeof header, header.bytes);
        CheckRun run;
        serial::read(serial::unpacked(body), run);
        done[header.index] = std::move(run);
        child.running.reset();
      }
      child.received.erase(0, sizeof header + header.bytes);
    }
  }

  /// Returns whether any child still ran.  \throws Interrupted
  bool wait_for_more() {
    stop_if_interrupted();
    std::vector<pollfd> events{{interrupt_descriptor(), POLLIN, 0}};
    std::vector<CheckChild*> polled;
    for (CheckChild& child : children) {
      if (!child.fd.is_open()) continue;
      events.push_back({child.fd.get(), POLLIN, 0});
      polled.push_back(&child);
    }
    if (polled.empty()) return false;
    if (::poll(events.data(), events.size(), -1) < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "cannot wait");
    for (std::size_t i = 0; i < polled.size(); ++i)
      if (events[i + 1].revents) receive(*polled[i]);
    return true;
  }

  void lose(CheckChild& child) {
    end(child);
    if (!child.running) return;
    done[*child.running] = lost();
    child.running.reset();
  }

  static CheckRun lost() {
    CheckRun run;
    run.verdict = Verdict::grader_error;
    run.message = "The process that ran this check ended without a result.";
    return run;
  }
};

namespace {
unsigned jobs_wanted = 0;  ///< 0: not set.
}

unsigned checks_at_once() { return jobs_wanted ? jobs_wanted : available_processors(); }

void set_checks_at_once(unsigned jobs) { jobs_wanted = jobs; }

ParallelChecks::ParallelChecks(std::size_t count, unsigned jobs,
                               const std::function<CheckRun(std::size_t)>& run)
    : state_(std::make_unique<State>()) {
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  for (std::size_t i = 0; i < std::min<std::size_t>(jobs, count); ++i) {
    Pipe pipe;
    const pid_t pid = ::fork();
    if (pid == 0) {
      pipe.read_end.close();
      for (CheckChild& other : state_->children) other.fd.close();
      serve(pipe.write_end.get(), count, state_->counter, parent, run);
    }
    if (pid < 0)
      throw std::system_error(errno, std::generic_category(), "cannot start a process");
    state_->children.push_back({ChildProcess(pid), std::move(pipe.read_end), {}, {}});
  }
}

ParallelChecks::~ParallelChecks() = default;

CheckRun ParallelChecks::result(std::size_t index) {
  do {
    if (const auto found = state_->done.find(index); found != state_->done.end())
      return std::move(found->second);
  } while (state_->wait_for_more());
  return State::lost();
}

void ParallelChecks::wait() {
  while (state_->wait_for_more()) {
  }
}

}  // namespace gridlock
