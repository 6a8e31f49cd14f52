#include "tests/test.h"

namespace gridlock::test_subprocess {
using namespace std::chrono_literals;

ProcessRequest shell(const std::string& script) { return {{"/bin/sh", "-c", script}}; }

bool is_alive(pid_t pid) { return ::kill(pid, 0) == 0; }

TEST_CASE("a program's output, errors and exit code come back apart") {
  const auto result = run_process(shell("echo out; echo err >&2; exit 7"));
  CHECK(result.started);
  CHECK(result.output == "out\n");
  CHECK(result.errors == "err\n");
  CHECK(result.exit_code == 7);
  CHECK(result.signal == 0);
  CHECK_FALSE(result.ok());
  CHECK(result.how_it_ended() == "exit code 7");
}

TEST_CASE("a program that is missing or fails has no answer") {
  CHECK(ask_program({"/bin/sh", "-c", "echo yes"}) == "yes\n");
  CHECK(ask_program({"/bin/sh", "-c", "echo yes; exit 1"}) == "");
  CHECK(ask_program({"/no/such/program"}) == "");
  CHECK(ask_program({""}) == "");
}

TEST_CASE("arguments are passed as they are, never through a shell") {
  const auto result =
      run_process({{"printf", "%s|", "a b", "$(echo x)", "'", "\"", "a\nb", "*"}});
  CHECK(result.output == "a b|$(echo x)|'|\"|a\nb|*|");
}

TEST_CASE("input larger than a pipe's buffer arrives whole") {
  ProcessRequest request{{"cat"}};
  request.input = std::string(1 << 20, 'x') + "end";
  request.output_limit = 4 << 20;
  const auto result = run_process(request);
  CHECK(result.output == request.input);
  CHECK_FALSE(result.output_cut);
}

TEST_CASE("output above the limit is cut, and the program still ends") {
  ProcessRequest request = shell("yes | head -c 5000000; yes | head -c 5000000 >&2");
  request.output_limit = 1000;
  const auto result = run_process(request);
  CHECK(result.exit_code == 0);
  CHECK(result.output.size() == 1000);
  CHECK(result.output_cut);
  CHECK(result.errors.size() == request.errors_limit);
  CHECK(result.errors_cut);
}

TEST_CASE("the wall limit ends the program and its children") {
  ProcessRequest request = shell("sleep 100 & echo $!; trap '' TERM; wait");
  request.wall_limit = 2s;
  const auto result = run_process(request);
  CHECK(result.timed_out);
  CHECK(result.signal == SIGKILL);
  CHECK(result.seconds < 20);
  const pid_t child = std::stoi(result.output);
  for (int i = 0; i < 100 && is_alive(child); ++i) std::this_thread::sleep_for(10ms);
  // Where orphans are not reaped, the child stays as a zombie, which does not run.
  const std::string stat =
      is_alive(child) ? read_file("/proc/" + std::to_string(child) + "/stat") : "";
  CHECK((stat.empty() || stat.find(") Z ") != stat.npos));
}

TEST_CASE("all programs end once they are to end") {
  const Pipe told;
  kill_programs_once_readable(told.read_end.get());
  std::thread teller([&] { CHECK(::write(told.write_end.get(), "x", 1) == 1); });
  const auto result = run_process(shell("exec sleep 60"));
  teller.join();
  kill_programs_once_readable(-1);
  CHECK(result.signal == SIGKILL);
  CHECK(run_process(shell("echo on")).output == "on\n");
}

TEST_CASE("a child that keeps the output open does not keep us waiting") {
  ProcessRequest request = shell("sleep 100 & echo done");
  request.wall_limit = 20s;
  const auto result = run_process(request);
  CHECK(result.exit_code == 0);
  CHECK(result.output == "done\n");
  CHECK_FALSE(result.timed_out);
}

TEST_CASE("limits of the kernel hold in the program") {
  SUBCASE("address space") {
    ProcessRequest request = shell("ulimit -v");
    request.limits.address_space_bytes = 1u << 30;
    CHECK(run_process(request).output == "1048576\n");
  }
  SUBCASE("processor time") {
    ProcessRequest request = shell("while :; do :; done");
    request.limits.cpu_seconds = 1;
    request.wall_limit = 30s;
    const auto result = run_process(request);
    CHECK_FALSE(result.timed_out);
    CHECK((result.signal == SIGXCPU || result.signal == SIGKILL));
  }
  SUBCASE("file size") {
    const Scratch folder;
    const auto path = folder / "large";
    ProcessRequest request = shell("head -c 100000 /dev/zero > '" + path.string() + "'");
    request.limits.file_bytes = 4096;
    CHECK_FALSE(run_process(request).ok());
    CHECK(std::filesystem::file_size(path) <= 4096);
  }
  SUBCASE("no core file") { CHECK(run_process(shell("ulimit -c")).output == "0\n"); }
}

TEST_CASE("working folder and environment are the request's") {
  ProcessRequest request = shell("pwd; echo \"$GRIDLOCK_TEST_A:$HOME\"");
  request.working_dir = "/usr";
  request.environment = {{"GRIDLOCK_TEST_A", "1=2"}, {"HOME", "/nowhere"}};
  CHECK(run_process(request).output == "/usr\n1=2:/nowhere\n");
}

TEST_CASE("the program inherits only the standard descriptors") {
  const int inherited = ::open("/dev/null", O_RDONLY);  // Without O_CLOEXEC.
  REQUIRE(inherited > 2);
  const auto result =
      run_process(shell("for fd in 0 1 2 3 4 5 6 7 8 9 " + std::to_string(inherited) +
                        "; do [ -e /proc/$$/fd/$fd ] && echo $fd; done; true"));
  ::close(inherited);
  CHECK(result.output == "0\n1\n2\n");
}

TEST_CASE("what cannot start is told apart from what fails") {
  const auto missing = run_process({{"no-such-program-anywhere"}});
  CHECK_FALSE(missing.started);
  CHECK(missing.start_error == "the program no-such-program-anywhere was not found");
  ProcessRequest nowhere{{"true"}};
  nowhere.working_dir = "/no/such/folder";
  CHECK_FALSE(run_process(nowhere).started);
  CHECK_FALSE(run_process({}).started);
  // The kernel refuses to run a file that is no program.
  const Scratch folder;
  const auto path = folder.write("no_program", "\x01\x02\x03");
  ::chmod(path.c_str(), 0755);
  const auto garbage = run_process({{path.string()}});
  CHECK_FALSE(garbage.started);
  CHECK(contains(garbage.start_error, "Exec format error"));
}

TEST_CASE("programs are found as PATH says") {
  CHECK(find_program("sh", "/nowhere:/bin") == "/bin/sh");
  CHECK(find_program("sh", "/nowhere").empty());
  CHECK(find_program("/bin/sh") == "/bin/sh");
  CHECK(find_program("/bin").empty());
  CHECK(find_program("").empty());
}

}  // namespace gridlock::test_subprocess
