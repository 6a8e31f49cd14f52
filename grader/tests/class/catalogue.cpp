// The table in grader/hostile/README.md names files and tests that exist.
#include <doctest/doctest.h>

#include <filesystem>
#include <regex>

#include "common/files.h"
#include "common/text.h"
#include "tests/skip.h"

namespace gridlock::test_catalogue {
namespace {

const fs::path kGrader = fs::path(GRIDLOCK_SOURCE_DIR) / "grader";

/// All of the tests' sources, with titles that go over two lines in one.
std::string all_tests() {
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(kGrader / "tests"))
    if (entry.path().extension() == ".cpp" && entry.path().filename() != "catalogue.cpp")
      text += read_file(entry.path());
  return std::regex_replace(text, std::regex("\"\\s+\""), "");
}

std::vector<std::string> all_matches(const std::string& text, const std::string& what) {
  std::vector<std::string> found;
  const std::regex pattern(what);
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

}  // namespace

TEST_CASE("the catalogue of attacks has each row once, and names what there is") {
  const fs::path page = kGrader / "hostile/README.md";
  SKIP_IF(!fs::exists(page), "a student's tree has no such page");
  const std::string tests = all_tests();
  const std::string text = read_file(page);
  int rows = 0;
  for (const std::string_view view : split_lines(text)) {
    const std::string line(view);
    if (all_matches(line, R"(^\| (\d+) \|)").empty()) continue;
    ++rows;
    CAPTURE(line);
    CHECK(line.starts_with("| " + std::to_string(rows) + " |"));
    for (const std::string& file : all_matches(line, R"(`([a-z0-9_]+\.cu)`)"))
      CHECK_MESSAGE(fs::exists(kGrader / "hostile" / file), file);
    for (const std::string& title : all_matches(line, R"re("([^"]+)")re"))
      CHECK_MESSAGE(contains(tests, "\"" + title + "\""), title);
  }
  CHECK(rows == 57);
}

}  // namespace gridlock::test_catalogue
