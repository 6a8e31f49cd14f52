// gridlock demo, in a tree of its own with the fixture's lab: without a terminal, with
// one, and with demos that do not show what they should.
#include <poll.h>
#include <pty.h>

#include "cli/bank/demo_script.h"
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_demo_command {
namespace fs = std::filesystem;

constexpr const char* kWrong =
    "// expect: compile_error\n// It is no C++.\n\nint f() {\n  syntax error;\n}\n";
constexpr const char* kScript =
    "wrong = \"mistakes/no_sense.cu\"\ncheck = \"some outcome is 3\"\n"
    "functions = [\"f\"]\nask = [\"Is this C++?\"]\nbecause = \"Now it is.\"\n";

/// The fixture's tree with a solution and a mistake for its lab.
class DemoTree {
 public:
  explicit DemoTree(const std::string& script = kScript,
                    const std::string& wrong = kWrong)
      : root_(fixture_folder() / "demo_tree") {
    const fs::path solution = root_ / "solutions/90_fixture";
    fs::create_directories(solution / "mistakes");
    fs::copy(std::string(GRIDLOCK_TESTS_DIR) + "/fixture/tree", root_,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    write_file_atomic(solution / "fixture.cu", "int f() {\n  return 3;\n}\n");
    write_file_atomic(solution / "mistakes/no_sense.cu", wrong);
    write_file_atomic(solution / "demo.toml", script);
  }
  ~DemoTree() {
    std::error_code error;
    fs::remove_all(root_, error);
  }
  fs::path root() const { return root_; }
  FixtureRun run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "demo");
    return run_fixture(arguments, {{"GRIDLOCK_ROOT", root_.string()}});
  }

 private:
  fs::path root_;
};

TEST_CASE("without a terminal a demo runs through: code, record, report, fix, pass") {
  const DemoTree tree;
  const FixtureRun run = tree.run({"90"});
  INFO(run.output, run.errors);
  CHECK(run.exit_code == 0);
  std::size_t at = 0;
  for (const char* text :
       {"step 1 of 6", "     5     syntax error;", "Is this C++?", "step 2 of 6",
        "No GPU result has been recorded", "compile_error", "Now it is.",
        "     5 -   syntax error;", "       +   return 3;", "step 5 of 6", "10/10",
        "Skipped: there is no GPU"}) {
    CAPTURE(text);
    const std::size_t found = run.output.find(text, at);
    CHECK(found != std::string::npos);
    at = std::min(found, run.output.size());
  }
  must_not_say(run.output, {"\x1b", "Enter or space"});
  // The name of the file would answer the question.
  CHECK(run.output.find("no_sense") > run.output.find("Is this"));
}

TEST_CASE("a demo of an overlay shows what differs, and not what it leaves out") {
  const std::string script =
      "wrong = \"mistakes/no_sense.cu\"\ncheck = \"outcome\"\n"
      "functions = [\"g\", \"f\"]\nask = []\nbecause = \"So.\"\n";
  const DemoTree tree(script,
                      "// expect: compile_error\n// Why.\n// overlay\n\n"
                      "int f() {\n  return 4;\n}\n");
  write_file_atomic(tree.root() / "solutions/90_fixture/fixture.cu",
                    "int g() {\n  return 0;\n}\n\nint f() {\n  return 3;\n}\n");
  const FixtureRun fix = tree.run({"90", "--step", "fix"});
  CHECK(fix.exit_code == 0);
  CHECK(contains(fix.output, "     6 -   return 4;\n       +   return 3;"));
  CHECK_FALSE(contains(fix.output, "g()"));
  // A function that the mistake leaves to the reference may be needed to understand it.
  CHECK(contains(tree.run({"90", "--step", "code"}).output,
                 "     6     return 4;\n     7   }\n\nThe right version, "
                 "solutions/90_fixture/fixture.cu:\n\n     1   int g() {"));
}

TEST_CASE("a demo of an overlay shows what its dots stand for") {
  const DemoTree tree(kScript,
                      "// expect: compile_error\n// Why.\n// overlay\n\n"
                      "int f() {\n  // ...\n  return 4;\n}\n");
  write_file_atomic(tree.root() / "solutions/90_fixture/fixture.cu",
                    "int f() {\n  int a = 3;\n  a += 0;\n  return a;\n}\n");
  const FixtureRun bad = tree.run({"90", "--step", "code"});
  CHECK(bad.exit_code != 0);
  CHECK(contains(bad.errors, "these dots"));
  write_file_atomic(tree.root() / "solutions/90_fixture/mistakes/no_sense.cu",
                    "// expect: compile_error\n// Why.\n// overlay\n\n"
                    "int f() {\n  // ...\n  a += 0;\n  return 4;\n}\n");
  CHECK(contains(tree.run({"90", "--step", "code"}).output,
                 "     5   int f() {\n           int a = 3;\n     7     a += 0;\n"));
  CHECK(contains(tree.run({"90", "--step", "fix"}).output,
                 "     8 -   return 4;\n       +   return a;"));
}

TEST_CASE("--step shows one step and no heading") {
  const DemoTree tree;
  const FixtureRun run = tree.run({"90", "--step", "fix"});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "+   return 3;"));
  CHECK_FALSE(contains(run.output, "step"));
  CHECK(tree.run({"90", "--step", "nonsense"}).exit_code == 2);
}

TEST_CASE("with a GPU both are run on it too") {
  const DemoTree tree;
  const FixtureRun run =
      run_fixture({"demo", "90", "--step", "gpu"},
                  {{"GRIDLOCK_ROOT", tree.root().string()}, {"FIXTURE_HAS_GPU", "1"}});
  INFO(run.output, run.errors);
  CHECK(run.exit_code == 0);
  must_say(run.output, {"--on gpu", "compile_error", "10/10"});
}

TEST_CASE("what a GPU was recorded to say is said") {
  const DemoTree tree;
  write_file_atomic(tree.root() / "solutions/90_fixture/bank_toy.csv",
                    "# How\n# A toy, today\nmistake,simulator,gpu,gpu_checks_failed,"
                    "gpu_checks,gpu_score\nother,x,timeout,1,2,3\n"
                    "no_sense,compile_error,passed,0,15,100\n");
  write_file_atomic(tree.root() / "solutions/90_fixture/bank_sim.csv",
                    "# The simulator\nmistake,verdict,found_at\nno_sense,data_race,1\n");
  const FixtureRun run = tree.run({"90", "--step", "record"});
  must_say(run.output, {"Recorded: A toy, today.",
                        "0 of the 15 checks of that day failed: verdict passed, 100"});
  CHECK_FALSE(contains(run.output, "The simulator"));
}

TEST_CASE("a tree without the demo is a usage error, a bad one our own") {
  CHECK(run_fixture({"demo", "90"}).exit_code == 2);
  CHECK(run_fixture({"demo", "7"}).exit_code == 2);
  const DemoTree no_question("wrong = \"mistakes/no_sense.cu\"\ncheck = \"some\"\n");
  const FixtureRun run = no_question.run({"90"});
  CHECK(run.exit_code == 3);
  CHECK(contains(run.errors, "demo.toml: needs functions"));
}

TEST_CASE("a demo that does not show what it should is broken") {
  const auto complaint = [](const DemoTree& tree) {
    const FixtureRun run = tree.run({"90"});
    CHECK(run.exit_code == 3);
    return run.errors;
  };
  std::string other_verdict = kWrong;
  other_verdict.replace(other_verdict.find("compile_error"), 13, "data_race");
  CHECK(contains(complaint(DemoTree(kScript, other_verdict)), "should get data_race"));
  CHECK(contains(
      complaint(DemoTree(kScript, "// expect: data_race\n// Fine.\nint f() {}\n")),
      "and gets passed"));
  std::string failing = kScript;
  failing.replace(failing.find("some outcome is 3"), 17, "an outcome is wrong");
  CHECK(
      contains(complaint(DemoTree(failing)), "the reference solution gets wrong_result"));
  CHECK(
      contains(complaint(DemoTree(kScript,
                                  "// expect: compile_error\n// syntax error\nint f() {\n"
                                  "  return 3;\n}\n")),
               "do not differ"));
}

/// The demo's output on a terminal on which keys are pressed, some at each prompt.
std::pair<int, std::string> on_terminal(const DemoTree& tree,
                                        const std::vector<std::string>& keys) {
  int terminal = -1;
  ProcessRequest request = fixture_request({"demo", "90"});
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    for (const auto& [key, value] : request.environment)
      ::setenv(key.c_str(), value.c_str(), 1);
    ::setenv("GRIDLOCK_ROOT", tree.root().c_str(), 1);
    ::setenv("TERM", "xterm", 1);
    ::execl(request.argv[0].c_str(), request.argv[0].c_str(), "demo", "90", nullptr);
    ::_exit(127);
  }
  std::string output;
  std::size_t prompts = 0;
  pollfd readable{terminal, POLLIN, 0};
  while (::poll(&readable, 1, 60'000) == 1) {
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(terminal, bytes.data(), bytes.size());
    if (count <= 0) break;
    output.append(bytes.data(), static_cast<std::size_t>(count));
    std::size_t seen = 0;
    for (std::size_t at = output.find("q: quit"); at != std::string::npos;
         at = output.find("q: quit", at + 1))
      ++seen;
    for (; prompts < seen && prompts < keys.size(); ++prompts)
      if (::write(terminal, keys[prompts].data(), keys[prompts].size()) < 0) break;
  }
  ::close(terminal);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

TEST_CASE("on a terminal each step waits for a key, and q ends the demo") {
  const DemoTree tree;
  const auto [code, output] = on_terminal(tree, {"x ", "q"});
  const auto& shown = output;
  INFO(shown);
  CHECK(code == 0);
  CHECK(contains(output, "\x1b[2J\x1b[1mLab 90, step 2 of 6"));
  CHECK_FALSE(contains(output, "step 3 of 6"));
}

TEST_CASE("on a terminal Enter leads to the end") {
  const DemoTree tree;
  const auto [code, output] = on_terminal(tree, {"\r", "\r", "\x1b[6~", " ", "n"});
  const auto& shown = output;
  INFO(shown);
  CHECK(code == 0);
  CHECK(contains(output, "step 6 of 6"));
}

TEST_CASE("on a terminal b leads back, from the first step to itself") {
  const DemoTree tree;
  const auto [code, output] = on_terminal(tree, {"b", " ", "\x1b[D", "p", "q"});
  const auto& shown = output;
  INFO(shown);
  CHECK(code == 0);
  std::vector<std::string> steps;
  for (std::size_t at = 0; (at = output.find("step ", at)) != output.npos; ++at)
    if (output.compare(at + 6, 5, " of 6") == 0)
      steps.push_back(output.substr(at + 5, 1));
  CHECK(steps == std::vector<std::string>{"1", "1", "2", "1", "1"});
}

TEST_CASE("Ctrl-C ends a demo as it ends every command") {
  const DemoTree tree;
  CHECK(on_terminal(tree, {"\x03"}).first == 130);
}

}  // namespace gridlock::test_demo_command
