// The progress messages of the command without a terminal.
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_progress {
/// A run of the command whose worker waits until the command has said this on standard
/// error.
class SlowRun {
 public:
  SlowRun(const std::vector<std::string>& arguments, const std::string& awaited)
      : home_(fixture_folder() / "slow") {
    fs::create_directories(home_);
    write_file_atomic(home_ / "fixture-worker-waits", "");
    write_file_atomic(errors_, "");
    ProcessRequest request = fixture_request(arguments);
    request.argv.insert(
        request.argv.begin(),
        {"/bin/sh", "-c", "exec \"$0\" \"$@\" 2>> " + shell_quoted(errors_.string())});
    request.environment.emplace_back("HOME", home_.string());
    request.environment.emplace_back("FIXTURE_SILENCE_SECONDS", "600");
    request.wall_limit = std::chrono::minutes(10);
    std::thread runner([&] { result = run_process(request); });
    for (int tries = 0; tries < 6000 && !contains(errors(), awaited); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    fs::remove(home_ / "fixture-worker-waits");
    runner.join();
  }
  std::string errors() const { return read_file(errors_); }

  ProcessResult result;

 private:
  fs::path home_;
  fs::path errors_ = fixture_folder() / "slow_errors.txt";
};

TEST_CASE("a check that takes long says on standard error how far it is") {
  const SlowRun run({"check", "91", "--only", "waits", "--jobs", "1"}, "check 1 of 1");
  CHECK(run.result.exit_code == 0);
  CHECK(run.errors().starts_with("gridlock: "));
  CHECK(contains(run.errors(), " s: check 1 of 1: "));
  CHECK_FALSE(contains(run.result.output, "check 1 of 1"));
}

TEST_CASE("so does a program that takes long") {
  const TemporaryFile file("waits_in_main.cu", "a program\n");
  const SlowRun run({"run", file.path(), "--", "wait"}, "first schedule");
  CHECK(run.result.exit_code == 0);
  CHECK(contains(run.errors(), " s: the first schedule, "));
  CHECK_FALSE(contains(run.result.output, "first schedule"));
}

}  // namespace gridlock::test_progress
