// The completion scripts, run by the shells that they are for.
#include "tests/fixture_tree.h"
#include "tests/test.h"

namespace gridlock::test_completion {
/// The words that bash offers for the last of these words.
std::string offered(const std::vector<std::string>& words) {
  TemporaryFile script("gridlock.bash", run_fixture({"completion", "bash"}).output);
  std::string program = "source '" + script.path() + "'\nCOMP_WORDS=(./gridlock";
  for (const std::string& word : words) program += " '" + word + "'";
  program += ")\nCOMP_CWORD=" + std::to_string(words.size()) +
             "\n_gridlock\necho \"${COMPREPLY[@]}\"\ncomplete -p gridlock >&2\n";
  ProcessRequest request;
  request.argv = {"bash", "--norc", "-c", program};
  request.working_dir = fixture_folder();
  const ProcessResult result = run_process(request);
  CHECK(result.errors == "complete -F _gridlock gridlock\n");
  return result.output;
}

TEST_CASE("bash completes commands, labs, options and their values") {
  CHECK(offered({"ch"}) == "check\n");
  CHECK(offered({"re"}) == "reset replay\n");
  CHECK(offered({"check", "9"}) == "90_fixture 91_stunts\n");
  CHECK(offered({"check", "90", "--sub"}) == "--submission\n");
  CHECK(offered({"check", "--on", ""}) == "sim gpu all\n");
  CHECK(offered({"watch", "--pl"}) == "--plain\n");
  CHECK(offered({"hint", "91"}) == "91_stunts\n");
  CHECK(contains(offered({"completion", ""}), "bash zsh"));
  CHECK(offered({"check", "--seed", ""}) == "\n");
  TemporaryFile file("mine.cu", "");
  CHECK(offered({"run", "mi"}) == "mine.cu\n");
  CHECK(offered({"check", "--submission", "mi"}) == "mine.cu\n");
}

TEST_CASE("every command that --help lists is completed") {
  std::istringstream help(run_fixture({"--help"}).output);
  const std::string bash = run_fixture({"completion", "bash"}).output;
  std::string line;
  while (std::getline(help, line) && !line.starts_with("Subcommands:")) {
  }
  int commands = 0;
  while (std::getline(help, line) && line.starts_with("  ")) {
    if (line[2] == ' ') continue;  // A description goes on.
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    CAPTURE(name);
    ++commands;
    CHECK(contains(bash, "\n    " + name + ")\n"));
    CHECK(contains(offered({name}), name));
  }
  CHECK(commands >= 12);
}

TEST_CASE("zsh takes its script" * doctest::skip(find_program("zsh").empty())) {
  TemporaryFile script("gridlock.zsh", run_fixture({"completion", "zsh"}).output);
  ProcessRequest request;
  request.argv = {"zsh",
                  "-f",
                  "-c",
                  "compdef() { print $2 $1 }\nsource \"$1\"\n"
                  "functions _gridlock >/dev/null && print defined\n",
                  "zsh",
                  script.path()};
  const ProcessResult result = run_process(request);
  CHECK(result.output == "gridlock _bash_complete -F _gridlock\ndefined\n");
  CHECK(result.errors.empty());
}

TEST_CASE("completion of another shell is refused") {
  const FixtureRun run = run_fixture({"completion", "fish"});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.errors, "bash"));
}

}  // namespace gridlock::test_completion
