// The cause of a worker's end: the submission, or something outside, which must not cost
// points.
#include <time.h>

#include "checker/worker_end.h"
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_ends {
using namespace std::chrono_literals;
using nlohmann::json;

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

TEST_CASE("a limit of processor time that somebody set is not the submission's fault") {
  const auto after = [](int signal, double seconds) {
    return fate_of({{-1, signal, 0, seconds}, false}, {kMiB, 10});
  };
  for (const int signal : {SIGKILL, SIGXCPU}) {
    CHECK(after(signal, 10).verdict == Verdict::grader_error);
    CHECK_FALSE(after(signal, 10).is_unexplained());  // A second try would end so, too.
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
  /// Waits until the system says that it is in this state.
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

/// Samples every tenth of a second of an invented clock, for `seconds`.
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

// ---- Ends from outside, in whole runs

class WaitingRun {
 public:
  WaitingRun(std::vector<std::string> arguments, const std::string& silence)
      : home_(fixture_folder() / "home") {
    fs::create_directories(home_);
    write_file_atomic(home_ / "fixture-worker-waits", "");
    runner_ = std::thread([this, arguments = std::move(arguments), silence] {
      run_ = run_fixture(
          arguments, {{"HOME", home_.string()}, {"FIXTURE_SILENCE_SECONDS", silence}});
      ended_ = true;
    });
  }
  WaitingRun(const WaitingRun&) = delete;
  WaitingRun& operator=(const WaitingRun&) = delete;
  ~WaitingRun() { join(); }

  /// The next worker of the run; 0 if the run ends without one.
  pid_t next_worker() {
    while (!ended_) {
      for (const std::string& pid : fixture_workers()) {
        if (seen_.contains(pid)) continue;
        if (parent_of(parent_of(pid)) != std::to_string(::getpid())) continue;
        seen_.insert(pid);
        return std::stoi(pid);
      }
      std::this_thread::sleep_for(5ms);
    }
    return 0;
  }
  void let_go() const { fs::remove(home_ / "fixture-worker-waits"); }
  FixtureRun join() {
    let_go();
    if (runner_.joinable()) runner_.join();
    return run_;
  }

 private:
  fs::path home_;
  std::thread runner_;
  std::atomic<bool> ended_{false};
  FixtureRun run_;
  std::set<std::string> seen_;
};

const std::vector<std::string> kCheck{"check",  "91", "--only", "waits",
                                      "--json", "-",  "--jobs", "1"};

json lab_of(const FixtureRun& run) {
  INFO(run.errors);
  REQUIRE(json::accept(run.output));
  return json::parse(run.output).at("labs").at(0);
}

TEST_CASE("a worker that is ended from outside costs nothing: a second one answers") {
  for (const int signal : {SIGKILL, SIGTERM}) {
    WaitingRun run(kCheck, "60");
    const pid_t first = run.next_worker();
    REQUIRE(first > 0);
    ::kill(first, signal);
    CHECK(run.next_worker() > 0);
    const json lab = lab_of(run.join());
    CHECK(lab.at("score") == 1);
    CHECK(lab.at("checks").at(0).at("verdict") == "passed");
  }
}

TEST_CASE("what ends the submission's workers, and not the reference's, is its own") {
  WaitingRun run(kCheck, "60");
  for (int ended = 0; ended < 2; ++ended) {
    const pid_t pid = run.next_worker();
    REQUIRE(pid > 0);
    ::kill(pid, SIGKILL);
  }
  const json lab = lab_of(run.join());
  CHECK(lab.at("score") == 0);
  const json check = lab.at("checks").at(0);
  CHECK(check.at("verdict") == "crashed");
  const std::string message = check.at("finding").at("message");
  must_say(message, {"No limit of the grader explains", "the lab's own file does not"});
}

TEST_CASE("a worker that is stopped from outside costs nothing either") {
  WaitingRun run(kCheck, "1");
  const pid_t first = run.next_worker();
  REQUIRE(first > 0);
  ::kill(first, SIGSTOP);
  REQUIRE(run.next_worker() > 0);
  const json lab = lab_of(run.join());
  CHECK(lab.at("score") == 1);
}

TEST_CASE("a worker that is ended while it loads the module has a second chance too") {
  TemporaryFile file("waits.cu", "at load: wait\n");
  std::vector<std::string> arguments = kCheck;
  arguments.insert(arguments.end(), {"--submission", file.path(), "--no-box"});
  WaitingRun run(arguments, "60");
  const pid_t first = run.next_worker();
  REQUIRE(first > 0);
  ::kill(first, SIGKILL);
  CHECK(run.next_worker() > 0);
  CHECK(lab_of(run.join()).at("score") == 1);
}

TEST_CASE("a whole program whose worker is ended from outside runs once more") {
  TemporaryFile file("waits_in_main.cu", "a program\n");
  WaitingRun run({"run", file.path(), "--", "wait"}, "60");
  const pid_t first = run.next_worker();
  REQUIRE(first > 0);
  ::kill(first, SIGKILL);
  CHECK(run.next_worker() > 0);
  CHECK(run.join().exit_code == 0);
}

TEST_CASE("under a limit of processor time there is no score, and the limit is named") {
  ProcessRequest request =
      fixture_request({"check", "91", "--only", "loops", "--json", "-"});
  request.argv.insert(request.argv.begin(),
                      {"/bin/sh", "-c", "ulimit -t 1; exec \"$0\" \"$@\""});
  request.environment.emplace_back("FIXTURE_SILENCE_SECONDS", "60");
  request.wall_limit = 120s;
  const ProcessResult result = run_process(request);
  CHECK(result.exit_code == 3);
  REQUIRE(json::accept(result.output));
  const json lab = json::parse(result.output).at("labs").at(0);
  CHECK(lab.at("score").is_null());
  CHECK(lab.at("max_score") == 1);
  const json check = lab.at("checks").at(0);
  CHECK(check.at("verdict") == "grader_error");
  const std::string message = check.at("finding").at("message");
  CHECK(contains(message, "ulimit -t"));
}

TEST_CASE("how a worker ended is known even if our parent ignored the ends of children") {
  ProcessRequest request =
      fixture_request({"check", "91", "--only", "crashes", "--json", "-"});
  request.argv.insert(request.argv.begin(), {"env", "--ignore-signal=CHLD"});
  const ProcessResult result = run_process(request);
  REQUIRE(json::accept(result.output));
  const json lab = json::parse(result.output).at("labs").at(0);
  CHECK(lab.at("checks").at(0).at("verdict") == "crashed");
}

}  // namespace gridlock::test_ends
