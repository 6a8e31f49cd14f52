// The record of a bank's verdicts, and what its files expect.
#include "cli/bank/bank_record.h"
#include "cli/bank/expectation.h"
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_bank_record {
TEST_CASE("what selfcheck recorded of a mistake is kept beside it") {
  Lab lab;
  lab.id = "90_fixture";
  const Scratch scratch;
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

TEST_CASE("an expectation is read from a file's first lines, or from beside it") {
  const Scratch folder;
  const auto expectation = [&](const std::string& text) {
    return read_expectation(folder.write("expect.cu", text));
  };
  CHECK(expectation("// expect: data_race\n// A story.\n").text() == "data_race");
  CHECK(expectation("// expect: deadlock, no_progress\n").verdicts.size() == 2);
  CHECK(expectation("// expect: advice bounded_wait\n").advice == "bounded_wait");
  CHECK(expectation("// expect: passed\n// lab: 01_x\n").lab == "01_x");
  CHECK(expectation("// expect: data_race\n// no cure: it counts too few\n").no_cure ==
        "it counts too few");
  for (const char* bad :
       {"", "int x;\n", "// expect:\n", "// expect: nonsense\n",
        "// expect: advice nonsense\n", "int x;\n// expect: passed\n"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(expectation(bad), BadExpectation);
  }
  folder.write("binary.cu.expect", "// expect: rejected\n// lab: 01_x\n");
  const fs::path binary = folder.write("binary.cu", std::string("\0\1\2", 3));
  CHECK(read_expectation(binary).text() == "rejected");
}

TEST_CASE("selfcheck's judgement: verdicts, either of two, advice") {
  Expectation expected;
  expected.verdicts = {Verdict::deadlock, Verdict::no_progress};
  Graded graded;
  graded.verdict = Verdict::no_progress;
  CHECK(expectation_mismatch(expected, graded).empty());
  graded.verdict = Verdict::passed;
  CHECK(expectation_mismatch(expected, graded) == "expected deadlock, no_progress");
  expected = {{Verdict::passed}, "bounded_wait", "", ""};
  CHECK_FALSE(expectation_mismatch(expected, graded).empty());
  graded.advice = {"bounded_wait"};
  CHECK(expectation_mismatch(expected, graded).empty());
  graded.verdict = Verdict::data_race;
  CHECK_FALSE(expectation_mismatch(expected, graded).empty());
}

TEST_CASE("a record is read back by selfcheck with its worst verdict") {
  const auto graded_with = [](std::vector<std::string> arguments) {
    return graded_in(read_only_lab(fixture_record(std::move(arguments)).dump()));
  };
  const Graded graded = graded_with({"check", "90"});
  CHECK(graded.verdict == Verdict::data_race);
  CHECK(graded.score == 30);
  CHECK(graded.schedules_to_finding == 1000);
  CHECK_THROWS(read_only_lab("{}"));
  const Graded broken = graded_with({"check", "91", "--only", "throws"});
  CHECK_FALSE(broken.score);
}

}  // namespace gridlock::test_bank_record
