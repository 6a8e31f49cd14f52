// The lists of the page about the bank, and what is recorded for them.
#include <doctest/doctest.h>

#include <filesystem>

#include "cli/bank/bank_table.h"
#include "cli/bank/expectation.h"
#include "common/files.h"
#include "common/scratch_folder.h"
#include "common/text.h"

namespace gridlock::test_bank_table {
TEST_CASE("the table of mistakes tells each story, with what a GPU showed of it") {
  const ScratchFolder scratch("bank");
  const fs::path folder = scratch.path();
  const fs::path mistake = folder / "mistakes" / "no_fence.cu";
  fs::create_directories(mistake.parent_path());
  write_file_atomic(mistake,
                    "// expect: data_race\n// No fence | none at all:\n// not before "
                    "__f().\n// A remark.\n");
  write_file_atomic(folder / "bank_h200.csv",
                    "# on some GPU\nmistake,simulator,gpu\nno_fence,data_race,passed\n");

  const fs::path quiet = folder / "mistakes" / "quiet.cu";
  write_file_atomic(
      quiet,
      "// expect: data_race\n// no cure: nobody\n// overlay\n// Nobody says a word.\n");
  write_file_atomic(folder / "bank_h200_sanitizer.csv",
                    "mistake,racecheck,synccheck,memcheck,initcheck\n"
                    "no_fence,2,0,1,\nquiet,0,0,0,0\n");

  const std::string page = bank_lists({{"90_fixture", mistake, "data_race", 3, ""},
                                       {"90_fixture", quiet, "data_race", 1, ""}});
  CAPTURE(page);
  CHECK(contains(page, "## 90_fixture"));
  CHECK(contains(page,
                 "- `no_fence`, data_race: No fence | none at all: not before `__f()`. "
                 "(schedule 3; GPU alone: passed; sanitizer: racecheck, memcheck)\n"));
  CHECK(contains(page, ": Nobody says a word. (schedule 1; sanitizer: nothing)\n"));
}

TEST_CASE("what selfcheck recorded of a mistake is kept beside it") {
  Lab lab;
  lab.id = "90_fixture";
  const ScratchFolder scratch("bank");
  lab.solution_folder = scratch.path();
  const fs::path folder = lab.solution_folder / "mistakes";
  fs::create_directories(folder);
  write_file_atomic(folder / "new.cu",
                    "// expect: advice bounded_wait\n// Not recorded yet.\n");
  write_file_atomic(folder / "old.cu",
                    "// expect: data_race, stale_value\n// Recorded.\n");

  auto rows = recorded_bank({lab});
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].verdict == "advice bounded_wait");
  CHECK(rows[1].verdict == "data_race, stale_value");
  CHECK(rows[1].found_at == 0);

  rows[1].verdict = "stale_value";
  rows[1].found_at = 7;
  rows[1].shape = "sum blocks=2";
  record_bank({rows[1], {lab.id, folder / "gone.cu", "deadlock", 1, ""}});
  rows = recorded_bank({lab});
  CHECK(rows[0].verdict == "advice bounded_wait");
  CHECK(rows[1].verdict == "stale_value");
  CHECK(rows[1].found_at == 7);
  CHECK(rows[1].shape == "sum blocks=2");
  CHECK_FALSE(contains(read_file(lab.solution_folder / "bank_sim.csv"), "gone"));

  rows[0].found_at = 3;
  record_bank({rows[0]});  // A part of the bank: the rest stays.
  CHECK(recorded_bank({lab})[1].found_at == 7);
}

TEST_CASE("the size of a scenario is what it counts, not what it is seeded with") {
  CHECK(size_of_shape("sum blocks=4 threads=8 seed=99") == 12);
  CHECK(size_of_shape("sum blocks=4 start=4294967292 n=-7") == 4);
  CHECK(size_of_shape("") == 0);
}

TEST_CASE("what is recorded of the banks is what the mistakes say of themselves") {
  std::size_t recorded = 0;
  for (const BankRow& row : recorded_bank(find_labs(GRIDLOCK_SOURCE_DIR))) {
    CAPTURE(row.file.string());
    const std::string expected = read_expectation(row.file).text();
    CHECK(contains((expected + ", "), row.verdict + ", "));
    recorded += row.found_at != 0;
  }
  if (fs::exists(GRIDLOCK_SOURCE_DIR "/solutions")) CHECK(recorded > 300);
}

}  // namespace gridlock::test_bank_table
