// `replay --debug`: the real command, the real simulator, and gdb where it is installed.
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_replay_debug {
namespace fs = std::filesystem;

/// The real command, with a state folder of the tests.
ProcessResult run_real(const std::vector<std::string>& arguments) {
  ProcessRequest request = fixture_request(arguments);
  request.argv[0] = std::string(GRIDLOCK_BIN_DIR) + "/gridlock";
  request.environment = {{"GRIDLOCK_ROOT", GRIDLOCK_SOURCE_DIR},
                         {"GRIDLOCK_BUILD_DIR", fixture_folder().string()}};
  request.wall_limit = std::chrono::minutes(10);
  return run_process(request);
}

std::string replay_of(const std::vector<std::string>& arguments,
                      const nlohmann::json::json_pointer& where) {
  const ProcessResult run = run_real(arguments);
  INFO(run.output, run.errors);
  REQUIRE(nlohmann::json::accept(run.output));
  return nlohmann::json::parse(run.output).at(where);
}

/// Both blocks write the same word, in line 4; the loop makes block 0 run that line
/// often, also after the first word that both write.
constexpr const char* kRace =
    "#include <cuda_runtime.h>\n"
    "__global__ void clash(int* word) {\n"
    "  for (int i = 0; i < 4; ++i)\n"
    "    word[i + int(blockIdx.x) * 2] = i;\n"
    "}\n"
    "int main() {\n"
    "  int* word;\n"
    "  cudaMalloc(&word, 64);\n"
    "  clash<<<2, 1>>>(word);\n"
    "  return cudaDeviceSynchronize() != cudaSuccess;\n"
    "}\n";

TEST_CASE("replay --debug stops a program at both accesses, on their threads" *
          doctest::skip(find_program("gdb").empty())) {
  TemporaryFile file("clash.cu", kRace);
  const auto at = nlohmann::json::json_pointer("/replay");
  const std::string replay = replay_of({"run", file.path(), "--json", "-"}, at);
  const ProcessResult run = run_real({"replay", file.path(), replay, "--debug"});
  INFO(run.output, run.errors);
  CHECK(run.exit_code == 1);
  const std::size_t first =
      run.output.find("Stop 1 of 2: block 0, thread 0 at clash.cu:4, write word[2]");
  const std::size_t second =
      run.output.find("Stop 2 of 2: block 1, thread 0 at clash.cu:4, write word[2]");
  REQUIRE(first != std::string::npos);
  REQUIRE(second != std::string::npos);
  CHECK(first < second);
  CHECK(run.output.find("Stop 1", first + 1) == std::string::npos);
  CHECK(contains(run.output, "gdb sees only the running CUDA thread"));
  // Block 0 comes to the line four times, and stops at the third; block 1 at its first.
  const std::string at_first = run.output.substr(first, second - first);
  must_say(at_first, {"clash at clash.cu:4\n      word[i + int(blockIdx.x) * 2] = i;",
                      "\ni = 2\n", "block 0 of 2, thread 0 of 1\n"});
  const std::string at_second = run.output.substr(second);
  // A write is judged after it is done; the stop is before it.
  must_say(at_second, {"\ni = 0\n", "block 1 of 2, thread 0 of 1\n",
                       "This access completes the finding"});
}

TEST_CASE("replay --debug stops in a lab where its finding comes about" *
          doctest::skip(find_program("gdb").empty())) {
  const std::string wrong =
      GRIDLOCK_SOURCE_DIR "/solutions/01_last_block/mistakes/no_fence.cu";
  SKIP_IF(is_students_tree(), "a student's tree has no solutions");
  const auto at = nlohmann::json::json_pointer("/labs/0/checks/0/replay");
  const std::string replay =
      replay_of({"check", "1", "--on", "sim", "--submission", wrong, "--only",
                 "lastBlock: the last block sees", "--json", "-"},
                at);
  const ProcessResult run =
      run_real({"replay", "1", "--submission", wrong, replay, "--debug"});
  INFO(run.output, run.errors);
  CHECK(run.exit_code == 1);
  must_say(run.output, {"Stop 1 of 2: block 0, thread 0 at scenarios.cu:",
                        "Stop 2 of 2: block 1, thread 0 at scenarios.cu:"});
}

TEST_CASE("replay --debug without gdb says what to install") {
  const fs::path nothing = fixture_folder() / "no_programs";
  fs::create_directories(nothing);
  const auto refused = [&](const std::string& says) {
    const FixtureRun run =
        run_fixture({"replay", "90", "x", "--debug"}, {{"PATH", nothing.string()}});
    INFO(run.output, run.errors);
    CHECK(run.exit_code == 2);
    must_say(run.errors, {says, "apt-get install gdb"});
  };
  refused("--debug needs gdb.");
  write_file_atomic(nothing / "gdb", "#!/bin/sh\necho Python is not supported\n");
  fs::permissions(nothing / "gdb", fs::perms::owner_all);
  refused("needs a gdb with Python");
}

}  // namespace gridlock::test_replay_debug
