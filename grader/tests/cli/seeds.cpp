// What is right passes with any seed: those with which a right file of the bank failed.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/subprocess.h"

namespace gridlock::test_seeds {
namespace {

namespace fs = std::filesystem;

/// A file below solutions/, the lab's check, and the seed with which it failed.
struct Failed {
  const char* lab;
  const char* file;
  const char* check;
  const char* seed;
};

constexpr Failed kFailed[]{
    // Its master polls with all threads at a barrier, which took too many steps.
    {"3", "03_lock_free_barrier/variants/master_votes.cu", "the sort is shared", "12"},
    {"3", "03_lock_free_barrier/variants/master_votes.cu",
     "sorts in two and three dimensions", "22"},
};

TEST_CASE("a right file passes with the seeds with which it once failed") {
  const fs::path root = GRIDLOCK_SOURCE_DIR;
  if (!fs::exists(root / "solutions")) return;  // A student's tree.
  for (const Failed& one : kFailed) {
    CAPTURE(one.file);
    ProcessRequest request{{std::string(GRIDLOCK_BIN_DIR) + "/gridlock", "check", one.lab,
                            "--submission", (root / "solutions" / one.file).string(),
                            "--on", "sim", "--seed", one.seed, "--only", one.check}};
    request.wall_limit = std::chrono::minutes(5);
    const ProcessResult result = run_process(request);
    CHECK_MESSAGE(result.ok(), result.output, result.errors);
  }
}

}  // namespace
}  // namespace gridlock::test_seeds
