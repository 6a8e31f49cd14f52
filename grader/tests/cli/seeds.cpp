// Files of the bank that were once misjudged with one seed, each with that seed: correct
// ones pass, wrong ones fail.
#include "tests/test.h"

namespace gridlock::test_seeds {
namespace fs = std::filesystem;

/// A file below solutions/, the lab's check, and the seed with which it was misjudged.
struct Misjudged {
  const char* lab;
  const char* file;
  const char* check;
  const char* seed;
};

constexpr Misjudged kRight[]{
    // Its master polls with all threads at a barrier, which took too many steps.
    {"3", "03_lock_free_barrier/variants/master_votes.cu", "the sort is shared", "12"},
    {"3", "03_lock_free_barrier/variants/master_votes.cu",
     "sorts in two and three dimensions", "22"},
};

constexpr Misjudged kWrong[]{
    // Only one order of copies shows the fault, and few generated cases have it.
    {"7", "07_stream_wait/mistakes/nothing_sent_nothing_in_use.cu",
     "copyStaged: the next copy", "5"},
    {"7", "07_stream_wait/mistakes/values_followed_once.cu", "addPeer: after what wrote",
     "2"},
    // The kernels must meet between two steps, which few schedules have.
    {"6", "06_concurrent_kernels/mistakes/mask_read_after_clearing.cu",
     "a kernel sees those", "2"},
};

/// The exit code of `check`: 0 if all is right, 1 if something is wrong.
int judged(const Misjudged& one) {
  CAPTURE(one.file);
  ProcessRequest request{
      {std::string(GRIDLOCK_BIN_DIR) + "/gridlock", "check", one.lab, "--submission",
       std::string(GRIDLOCK_SOURCE_DIR) + "/solutions/" + one.file, "--on", "sim",
       "--no-cures", "--seed", one.seed, "--only", one.check}};
  request.wall_limit = std::chrono::minutes(5);
  const ProcessResult result = run_process(request);
  CAPTURE(result.output);
  return result.exit_code;
}

TEST_CASE("a right file passes with the seeds with which it once failed") {
  SKIP_IF(is_students_tree(), "a student's tree has no solutions");
  for (const Misjudged& one : kRight) CHECK(judged(one) == 0);
}

TEST_CASE("a wrong file fails with the seeds with which it once passed") {
  SKIP_IF(is_students_tree(), "a student's tree has no solutions");
  for (const Misjudged& one : kWrong) CHECK(judged(one) == 1);
}

}  // namespace gridlock::test_seeds
