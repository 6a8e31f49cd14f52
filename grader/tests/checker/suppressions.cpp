// The file of `run --suppress`.
#include "checker/suppressions.h"
#include "tests/test.h"

namespace gridlock::test_suppressions {
std::vector<Suppression> read(const std::string& text) {
  const Scratch scratch;
  const auto file = scratch / "known.toml";
  write_file_atomic(file, text);
  return read_suppressions(file);
}

PlacedFinding finding_of(const char* kind, std::vector<std::string> lines) {
  PlacedFinding finding;
  finding.kind = kind;
  for (const std::string& line : lines) {
    PlacedAccess access;
    access.place = {"x.cu", 7, "k", line};
    finding.accesses.push_back(access);
  }
  return finding;
}

TEST_CASE("suppressions: the kind and the text of all lines must agree") {
  const auto entries = read(
      "[[suppress]]\nkind = \"data_race\"\nlines = [\"a  = 1;\", \"b = a;\"]\n"
      "reason = \"known\"\n");
  REQUIRE(entries.size() == 1);
  const Suppression& known = entries.front();
  CHECK(known.at == 1);
  CHECK(known.reason == "known");
  CHECK(known.matches(finding_of("data_race", {"a = 1;", "b = a;"})));
  CHECK(known.matches(finding_of("data_race", {"b =   a;", "a = 1;"})));
  CHECK_FALSE(known.matches(finding_of("equal_writes", {"a = 1;", "b = a;"})));
  CHECK_FALSE(known.matches(finding_of("data_race", {"a = 1;"})));
  CHECK_FALSE(known.matches(finding_of("data_race", {"a = 1;", "c = a;"})));
}

TEST_CASE("suppressions: what is wrong with a file is said") {
  const auto refused = [](const std::string& text) -> std::string {
    try {
      read(text);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  const std::string begin = "[[suppress]]\nkind = \"data_race\"\n";
  CHECK(contains(refused(begin + "lines = [\"a\"]\n"), "line 1 needs a reason"));
  CHECK(
      contains(refused(begin + "lines = [\"a\"]\nreason = \"  \"\n"), "needs a reason"));
  CHECK(contains(refused(begin + "reason = \"x\"\n"), "needs lines"));
  CHECK(contains(refused("[[suppress]]\nkind = \"race\"\n"), "needs a kind"));
  CHECK(contains(refused(begin + "line = 3\n"), "has a \"line\""));
  CHECK(contains(refused("kind = \"data_race\"\n"), "[[suppress]]"));
  CHECK(contains(refused("[[suppress\n"), "known.toml: line 1"));
}

}  // namespace gridlock::test_suppressions
