// The cause of a worker's end: the submission, or something outside, which must not cost
// points.  Ends in whole runs are in check_test.py.
#include <time.h>

#include "checker/interrupt.h"
#include "checker/worker_end.h"
#include "tests/test.h"

namespace gridlock::test_ends {
using namespace std::chrono_literals;

constexpr std::uint64_t kMiB = 1 << 20;

/// The fate of a worker that a signal ended while it held this much of 100 MiB.
WorkerFate fate_by(int signal, std::uint64_t peak, bool memory_ran_out = false) {
  return fate_of({{-1, signal, peak * kMiB, 1.0}, memory_ran_out}, {100 * kMiB, {}});
}

TEST_CASE("a kill is out_of_memory only where the limit was reached") {
  CHECK(fate_by(SIGKILL, 100).verdict == Verdict::out_of_memory);
  CHECK_FALSE(fate_by(SIGKILL, 100).is_unexplained());
  CHECK(fate_by(SIGKILL, 99).verdict == Verdict::grader_error);
  CHECK(fate_by(SIGKILL, 99).is_unexplained());
  CHECK(fate_by(SIGKILL, 99).after_second_attempt().verdict == Verdict::crashed);
  CHECK(fate_by(SIGKILL, 99, true).verdict == Verdict::grader_error);
  CHECK(fate_by(SIGKILL, 99, true).is_unexplained());
  CHECK(fate_by(SIGKILL, 99, true).after_second_attempt().verdict ==
        Verdict::grader_error);
}

TEST_CASE("a fault is the program's own, another signal may be somebody else's") {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) {
    CHECK(fate_by(signal, 200).verdict == Verdict::crashed);
    CHECK_FALSE(fate_by(signal, 1).is_unexplained());
  }
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGUSR1})
    CHECK(fate_by(signal, 1).is_unexplained());
  CHECK(fate_of({{3, 0, 0, 0}, false}, {}).verdict == Verdict::protocol_error);
}

TEST_CASE("a signal ends a judge that computes for long, though nothing waits") {
  const pid_t judge = ::fork();
  if (judge == 0) {
    watch_for_interrupts(50ms);
    ::raise(SIGTERM);
    while (std::clock() < 5 * CLOCKS_PER_SEC) {
    }
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(judge, &status, 0) == judge);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
}

TEST_CASE("a limit of processor time that somebody set is not the submission's fault") {
  const auto after = [](int signal, double seconds) {
    return fate_of({{-1, signal, 0, seconds}, false}, {kMiB, 10});
  };
  for (const int signal : {SIGKILL, SIGXCPU}) {
    CHECK(after(signal, 10).verdict == Verdict::grader_error);
    CHECK_FALSE(after(signal, 10)
                    .is_unexplained());  // A second worker would end in the same way.
    CHECK(after(signal, 3).is_unexplained());
  }
}

/// A child of this process that obeys commands.
class Child {
 public:
  explicit Child(void (*what)()) : pid_(::fork()) {
    if (pid_ != 0) return;
    what();
    ::_exit(0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }

  void stop() const {
    ::kill(pid_, SIGSTOP);
    int status = 0;
    REQUIRE(::waitpid(pid_, &status, WUNTRACED) == pid_);
    REQUIRE(WIFSTOPPED(status));
  }
  double cpu() const {
    clockid_t clock;
    timespec used{};
    REQUIRE(::clock_getcpuclockid(pid_, &clock) == 0);
    REQUIRE(::clock_gettime(clock, &used) == 0);
    return used.tv_sec + used.tv_nsec / 1e9;
  }
  void await_cpu(double seconds) const {
    while (cpu() < seconds) ::usleep(1000);
  }
  /// Waits until the system says that the child is in this state.
  void await_state(char state) const {
    for (std::string stat; stat.find(std::string(") ") + state) == stat.npos;
         ::usleep(1000))
      stat = read_file("/proc/" + std::to_string(pid_) + "/stat");
  }

 private:
  pid_t pid_;
};

void sleep_for_ever() {
  for (;;) ::pause();
}
void loop_for_ever() {
  for (volatile bool for_ever = true; for_ever;) {
  }
}

/// Lets `patience` look ten times per second of an invented clock, for `seconds`.
std::optional<WorkerFate> wait_for(Patience& patience, Patience::Clock::time_point& now,
                                   int seconds) {
  for (int look = 0; look < 10 * seconds; ++look) {
    now += 100ms;
    patience.look(now);
    if (auto over = patience.over(now)) return over;
  }
  return std::nullopt;
}

TEST_CASE("who sleeps, and who loops with the processor's time, has timed out") {
  const Child sleeper(sleep_for_ever);
  sleeper.await_state('S');
  auto now = Patience::Clock::now();
  Patience patience(sleeper.pid(), now + 10s);
  CHECK_FALSE(wait_for(patience, now, 9));
  const auto over = wait_for(patience, now, 2);
  REQUIRE(over);
  CHECK(over->verdict == Verdict::timeout);
  CHECK_FALSE(over->is_unexplained());

  const Child looper(loop_for_ever);
  now = Patience::Clock::now();
  Patience other(looper.pid(), now + 1s);
  looper.await_cpu(0.1);
  CHECK_FALSE(wait_for(other, now, 2));  // Less than a second of processor time.
  looper.await_cpu(looper.cpu() + 1);
  const auto looped = wait_for(other, now, 2);
  REQUIRE(looped);
  CHECK(looped->verdict == Verdict::timeout);
  CHECK_FALSE(looped->is_unexplained());
}

TEST_CASE("a time in which a worker was stopped does not count, up to a limit") {
  const Child child(sleep_for_ever);
  auto now = Patience::Clock::now();
  Patience patience(child.pid(), now + 10s);
  CHECK_FALSE(wait_for(patience, now, 6));
  child.stop();
  CHECK_FALSE(wait_for(patience, now, 8));
  ::kill(child.pid(), SIGCONT);
  child.await_state('S');
  CHECK_FALSE(wait_for(patience, now, 3));
  const auto slept = wait_for(patience, now, 2);
  REQUIRE(slept);
  CHECK_FALSE(slept->is_unexplained());

  child.stop();
  auto later = Patience::Clock::now();
  Patience stopped(child.pid(), later + 10s);
  CHECK_FALSE(wait_for(stopped, later, 9));
  const auto over = wait_for(stopped, later, 2);
  REQUIRE(over);
  CHECK(over->verdict == Verdict::grader_error);
  CHECK(over->after_second_attempt().verdict == Verdict::timeout);
}

TEST_CASE("who wants to run and gets no processor time is not the one to blame") {
  const Child child(loop_for_ever);
  child.await_cpu(0.01);
  auto now = Patience::Clock::now();
  // The invented clock passes the limit of 100 s, and twenty times that, in an instant.
  Patience patience(child.pid(), now + 100s);
  const auto over = wait_for(patience, now, 2101);
  REQUIRE(over);
  CHECK(over->verdict == Verdict::grader_error);
  CHECK(over->after_second_attempt().verdict == Verdict::timeout);
}

TEST_CASE("a time in which the checker itself was stopped does not count") {
  const Child child(sleep_for_ever);
  child.await_state('S');
  auto now = Patience::Clock::now();
  Patience patience(child.pid(), now + 10s);
  now += 100s;
  patience.look(now);
  CHECK_FALSE(patience.over(now));
  CHECK(wait_for(patience, now, 11));
}

}  // namespace gridlock::test_ends
