// solutions/NN_topic/demo.toml: what each lab is drawn and shown with.
#include "checker/lab/labs.h"
#include "cli/bank/expectation.h"
#include "tests/test.h"

namespace gridlock::test_demos {
TEST_CASE("each lab is shown with a mistake that fails, and with a check that there is") {
  for (const Lab& lab : find_labs(GRIDLOCK_SOURCE_DIR)) {
    CAPTURE(lab.id);
    if (!fs::exists(lab.solution_folder)) continue;  // A student's tree.
    const auto demo = read_demo(lab);
    REQUIRE(demo);
    for (const Verdict verdict : read_expectation(demo->wrong).verdicts)
      CHECK(verdict != Verdict::passed);
    const std::string checks = text_of_checks(lab);
    CHECK(contains(checks, "\"" + demo->check));
  }
}

TEST_CASE("a demo.toml that is wrong says where and why") {
  Lab lab;
  const Scratch scratch;
  lab.solution_folder = scratch.path();
  fs::create_directories(lab.solution_folder / "mistakes");
  CHECK_FALSE(read_demo(lab));

  const auto complaint = [&lab](const std::string& text) -> std::string {
    write_file_atomic(lab.solution_folder / "demo.toml", text);
    try {
      read_demo(lab);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  };
  for (const auto& [text, said] :
       {std::pair{"wrong = \"mistakes/gone.cu\"\ncheck = \"x\"\n", "there is no file"},
        {"check = \"x\"\n", "needs wrong"},
        {"wrong = \n", "demo.toml: line 1"}})
    must_say(complaint(text), {said});

  write_file_atomic(lab.solution_folder / "mistakes" / "here.cu", "// expect: leak\n");
  CHECK(complaint("wrong = \"mistakes/here.cu\"\ncheck = \"x\"\nmore = 1\n") == "");
}

}  // namespace gridlock::test_demos
