#include "common/verdict.h"
#include "tests/test.h"

namespace gridlock::test_verdict {
TEST_CASE("every verdict and advice has a name, found again, a meaning and a section") {
  const std::string page = read_file(GRIDLOCK_SOURCE_DIR "/docs/verdicts.md");
  std::set<std::string> names;
  for (const Verdict verdict : all_verdicts()) {
    CHECK(verdict_from_name(name(verdict)) == verdict);
    CHECK(meaning(verdict).ends_with('.'));
    names.emplace(name(verdict));
  }
  CHECK(names.size() == 18);
  for (const Advice advice : all_advice()) {
    CHECK(advice_from_name(name(advice)) == advice);
    CHECK(meaning(advice).ends_with('.'));
    names.emplace(name(advice));
  }
  CHECK(names.size() == 18 + 12);
  for (const std::string& each : names)
    CHECK_MESSAGE(contains(page, "# " + each + "\n"), each);
  CHECK(name(Verdict::divergent_barrier) == "divergent_barrier");
  CHECK(name(Advice::missing_relay_fence) == "missing_relay_fence");
  CHECK_FALSE(verdict_from_name("data race"));
  CHECK_FALSE(verdict_from_name(""));
  CHECK_FALSE(advice_from_name("data_race"));
}

TEST_CASE("the worse verdict is the one that explains more") {
  const Verdict ordered[] = {
      Verdict::bad_access,   Verdict::divergent_barrier, Verdict::data_race,
      Verdict::deadlock,     Verdict::no_progress,       Verdict::stale_value,
      Verdict::wrong_result, Verdict::skipped,           Verdict::passed};
  for (std::size_t i = 0; i < std::size(ordered); ++i)
    for (std::size_t j = i; j < std::size(ordered); ++j) {
      CHECK(worse(ordered[i], ordered[j]) == ordered[i]);
      CHECK(worse(ordered[j], ordered[i]) == ordered[i]);
    }
  for (const Verdict stopper :
       {Verdict::compile_error, Verdict::rejected, Verdict::crashed, Verdict::timeout,
        Verdict::out_of_memory, Verdict::protocol_error, Verdict::grader_error})
    CHECK(worse(Verdict::bad_access, stopper) == stopper);
  for (const Verdict verdict : all_verdicts()) {
    CHECK(worse(verdict, Verdict::passed) == verdict);
    CHECK(worse(verdict, verdict) == verdict);
    CHECK(worse(verdict, Verdict::grader_error) == Verdict::grader_error);
  }
}

}  // namespace gridlock::test_verdict
