#include <sys/resource.h>
#include <system_error>

#include "common/child_process.h"
#include "tests/test.h"

namespace gridlock::test_child_process {
using namespace std::chrono_literals;

ChildPlan shell(const std::string& script, ChildPlace place = ChildPlace::own_group) {
  ChildPlan plan;
  plan.program = "/bin/sh";
  plan.arguments = {"sh", "-c", script};
  plan.environment = environment_with({});
  plan.place = place;
  return plan;
}

std::string read_all(const Descriptor& from) {
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = ::read(from.get(), buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  return text;
}

std::string output_of(ChildPlan plan) {
  Pipe output;
  plan.output = output.write_end.get();
  const ChildProcess child(plan);
  output.write_end.close();
  return read_all(output.read_end);
}

/// Calls `what` in a copy of this process; returns the copy's exit code.
int in_a_copy(const std::function<int()>& what) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(what());
  return ChildProcess(pid).wait().shell_code();
}

bool has_no_children() { return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD; }

/// Whether the process ends soon; one that waits only to be reaped has ended.
bool ends_soon(pid_t pid) {
  const std::string stat = "/proc/" + std::to_string(pid) + "/stat";
  for (int i = 0; i < 500; ++i, std::this_thread::sleep_for(10ms)) {
    const Descriptor file(::open(stat.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open() || read_all(file).find(") Z ") != std::string::npos) return true;
  }
  return false;
}

TEST_CASE("how a child ended is told as a shell tells it") {
  CHECK(ChildProcess(shell("exit 7")).wait().shell_code() == 7);
  const ChildEnd killed = ChildProcess(shell("kill -TERM $$")).wait();
  CHECK(killed.exit_code == -1);
  CHECK(killed.signal == SIGTERM);
  CHECK(killed.shell_code() == 128 + SIGTERM);
}

TEST_CASE("the end of a child is there once it has ended, and is taken once") {
  Pipe input;
  ChildPlan plan = shell("read line; exit 3");
  plan.input = input.read_end.get();
  ChildProcess child(plan);
  CHECK_FALSE(child.has_ended());
  CHECK_FALSE(child.take_end());
  input.write_end.close();
  while (!child.has_ended()) std::this_thread::sleep_for(1ms);
  CHECK(child.is_open());
  const auto end = child.take_end();
  REQUIRE(end);
  CHECK(end->exit_code == 3);
  CHECK(end->peak_bytes > 0);
  CHECK_FALSE(child.is_open());
  CHECK_FALSE(child.take_end());
  CHECK(has_no_children());
}

TEST_CASE("a child does not outlive its object") {
  {
    ChildProcess first(shell("sleep 100"));
    first = ChildProcess(shell("sleep 100"));
    ChildProcess second(std::move(first));
    CHECK_FALSE(first.is_open());
    CHECK(second.is_open());
  }
  CHECK(has_no_children());
}

TEST_CASE("a program that cannot run is named, and leaves no process behind") {
  ChildPlan plan = shell("");
  SUBCASE("no such file") { plan.program = "/no/such/program"; }
  SUBCASE("no such folder") { plan.working_dir = "/no/such/folder"; }
  SUBCASE("no such descriptor") { plan.kept = {12345}; }
  try {
    const ChildProcess child(plan);
    FAIL("it ran");
  } catch (const std::system_error& error) {
    const std::string text = error.what();
    CHECK(text.find("cannot run " + plan.program.string()) == 0);
    CHECK((error.code() == std::errc::no_such_file_or_directory ||
           error.code() == std::errc::bad_file_descriptor));
  }
  CHECK(has_no_children());
}

TEST_CASE("a child has the place that its plan gives it") {
  const auto places = [](ChildPlace place) {
    std::istringstream words(output_of(
        shell("read pid name state parent group session rest < /proc/self/stat; "
              "echo $pid $group $session",
              place)));
    pid_t pid = 0, group = 0, session = 0;
    words >> pid >> group >> session;
    REQUIRE(pid > 0);
    return std::pair(group == pid, session == pid);
  };
  CHECK(places(ChildPlace::foreground) == std::pair(false, false));
  CHECK(places(ChildPlace::own_group) == std::pair(true, false));
  CHECK(places(ChildPlace::own_session) == std::pair(true, true));
}

TEST_CASE("a child inherits what is kept; in the foreground all that is inheritable") {
  Pipe kept;
  const Descriptor high = moved_up(std::move(kept.write_end), 200);
  CHECK(high.get() >= 200);
  const Descriptor hidden(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const Descriptor inheritable(::open("/dev/null", O_RDONLY));
  const auto inherits = [&](int fd, ChildPlace place) {
    ChildPlan plan = shell(
        "[ -e /proc/$$/fd/" + std::to_string(fd) + " ] && echo yes || echo no", place);
    plan.kept = {high.get()};
    return output_of(plan) == "yes\n";
  };
  for (const ChildPlace place :
       {ChildPlace::foreground, ChildPlace::own_group, ChildPlace::own_session}) {
    CHECK(inherits(high.get(), place));
    CHECK_FALSE(inherits(hidden.get(), place));
    CHECK(inherits(inheritable.get(), place) == (place == ChildPlace::foreground));
  }
}

TEST_CASE("pipes and inputs keep off the standard three, even if those are closed") {
  CHECK(in_a_copy([] {
          for (const int fd : {0, 1, 2}) ::close(fd);
          const Pipe pipe;
          const Descriptor nothing = input_of("");
          const Descriptor text = input_of("x");
          for (const Descriptor* fd : {&pipe.read_end, &pipe.write_end, &nothing, &text})
            if (fd->get() <= 2 || ::fcntl(fd->get(), F_GETFD) != FD_CLOEXEC) return 1;
          return 0;
        }) == 0);
}

TEST_CASE("an input is read from its beginning to its end") {
  for (const std::string& text : {std::string(), std::string(1 << 20, 'x') + "end"})
    CHECK(read_all(input_of(text)) == text);
}

TEST_CASE("a program starts with default signals, whatever this process does with them") {
  CHECK(in_a_copy([] {
          sigset_t blocked;
          sigemptyset(&blocked);
          sigaddset(&blocked, SIGUSR1);
          ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
          for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGXFSZ})
            ::signal(number, SIG_IGN);
          for (const ChildPlace place :
               {ChildPlace::foreground, ChildPlace::own_group, ChildPlace::own_session})
            for (const std::string field : {"SigBlk", "SigIgn"}) {
              ChildPlan plan = shell("", place);  // Runs grep: a shell would change them.
              plan.program = find_program("grep");
              plan.arguments = {"grep", field, "/proc/self/status"};
              if (output_of(plan) != field + ":\t0000000000000000\n") return 1;
            }
          return 0;
        }) == 0);
}

TEST_CASE("a child in a place of its own dies with its parent, one in ours goes on") {
  for (const ChildPlace place :
       {ChildPlace::foreground, ChildPlace::own_group, ChildPlace::own_session}) {
    Pipe input, output;
    CHECK(in_a_copy([&] {
            ChildPlan plan = shell("read line && echo alive", place);
            plan.input = input.read_end.get();
            plan.output = output.write_end.get();
            ChildProcess(plan).release();
            return 0;
          }) == 0);
    output.write_end.close();
    CHECK(::write(input.write_end.get(), "\n", 1) == 1);
    input.write_end.close();
    CHECK((read_all(output.read_end) == "alive\n") == (place == ChildPlace::foreground));
  }
}

TEST_CASE("what is left of a child's own group ends with the child") {
  for (const ChildPlace place : {ChildPlace::own_group, ChildPlace::own_session}) {
    Pipe output;
    ChildPlan plan = shell("sleep 100 > /dev/null & echo $!", place);
    plan.output = output.write_end.get();
    ChildProcess child(plan);
    output.write_end.close();
    CHECK(child.wait().exit_code == 0);
    CHECK(ends_soon(std::stoi(read_all(output.read_end))));
  }
}

TEST_CASE("only the limits of the plan are set") {
  CHECK(in_a_copy([] {
          rlimit limit{};
          ::getrlimit(RLIMIT_FSIZE, &limit);
          limit.rlim_cur = 1 << 20;
          ::setrlimit(RLIMIT_FSIZE, &limit);
          ChildPlan plan = shell("ulimit -f");  // In blocks of 512 bytes.
          if (output_of(plan) != "2048\n") return 1;
          plan.limits.file_bytes = 512 << 10;
          return output_of(plan) == "1024\n" ? 0 : 2;
        }) == 0);
  CHECK(in_a_copy([] {
          rlimit limit{};
          ::getrlimit(RLIMIT_CORE, &limit);
          limit.rlim_cur = limit.rlim_max;
          ::setrlimit(RLIMIT_CORE, &limit);
          ChildPlan plan = shell("ulimit -c");
          if ((output_of(plan) == "0\n") != (limit.rlim_max == 0)) return 1;
          plan.limits.without_core_file = true;
          return output_of(plan) == "0\n" ? 0 : 2;
        }) == 0);
}

TEST_CASE("changes of the environment replace, add and leave the rest alone") {
  ::setenv("GRIDLOCK_TEST_A", "old", 1);
  ::setenv("GRIDLOCK_TEST_AB", "stays", 1);
  ChildPlan plan = shell("echo $GRIDLOCK_TEST_A $GRIDLOCK_TEST_AB $GRIDLOCK_TEST_C");
  plan.environment =
      environment_with({{"GRIDLOCK_TEST_A", "new"}, {"GRIDLOCK_TEST_C", "1=2"}});
  CHECK(output_of(plan) == "new stays 1=2\n");
  const auto is_variable = [](const std::string& entry) {
    return entry.starts_with("GRIDLOCK_TEST_A=");
  };
  CHECK(std::count_if(plan.environment.begin(), plan.environment.end(), is_variable) ==
        1);
  plan.environment = {"GRIDLOCK_TEST_C=only"};
  CHECK(output_of(plan) == "only\n");
  ::unsetenv("GRIDLOCK_TEST_A");
  ::unsetenv("GRIDLOCK_TEST_AB");
}

}  // namespace gridlock::test_child_process
