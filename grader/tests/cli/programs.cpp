// The two programs: gridlock, and gridlock-all with every command.
#include "tests/test.h"

namespace gridlock::test_programs {

ProcessResult run_program(const std::string& program, std::vector<std::string> words) {
  ProcessRequest request;
  request.argv = std::move(words);
  request.argv.insert(request.argv.begin(), program);
  request.environment = {
      {"GRIDLOCK_ROOT", GRIDLOCK_SOURCE_DIR},
      {"GRIDLOCK_BUILD_DIR", fs::path(GRIDLOCK_BIN_DIR).parent_path().string()},
      {"GRIDLOCK_SCRIPT", ""}};
  return run_process(request);
}

TEST_CASE("gridlock names all commands, with the words of gridlock-all") {
  const ProcessResult small = run_program(GRIDLOCK_BIN_DIR "/gridlock", {"--help"});
  const ProcessResult all = run_program(GRIDLOCK_BIN_DIR "/gridlock-all", {"--help"});
  CHECK(contains(small.output, "selfcheck"));
  CHECK(small.output == all.output);
}

TEST_CASE("gridlock leaves to gridlock-all what only that can do") {
  const std::string line = GRIDLOCK_SOURCE_DIR "/solutions/04_threadfence/mistakes/";
  const ProcessResult expand =
      run_program(GRIDLOCK_BIN_DIR "/gridlock", {"expand", line + "never_unlocks.cu"});
  CHECK(expand.ok());
  CHECK(contains(expand.output, "void unlock(int* mutex)"));
}

TEST_CASE("gridlock lets the script that called it build gridlock-all first") {
  const Scratch folder;
  const fs::path script = folder / "script";
  write_file_atomic(script, "#!/bin/sh\necho \"$GRIDLOCK_TARGET: $*\"\n");
  fs::permissions(script, fs::perms::owner_all);
  ProcessRequest request;
  request.argv = {GRIDLOCK_BIN_DIR "/gridlock", "check", "1", "--cure"};
  request.environment = {{"GRIDLOCK_SCRIPT", script.string()}};
  CHECK(run_process(request).output == "all-commands: check 1 --cure\n");
}

TEST_CASE("without gridlock-all, gridlock says what builds it") {
  const Scratch folder;
  fs::copy_file(GRIDLOCK_BIN_DIR "/gridlock", folder / "gridlock");
  for (const char* option : {"--cure", "--html=page.html", "--gradescope"}) {
    const ProcessResult check =
        run_program((folder / "gridlock").string(), {"check", "1", option});
    CHECK(check.exit_code == 2);
    CHECK(contains(check.errors, "./gridlock builds it"));
  }
}

}  // namespace gridlock::test_programs
