// Two sources compared as code: what the demos show of a mistake and its fix.
#include "cli/bank/code_diff.h"

#include <doctest/doctest.h>

namespace gridlock::test_code_diff {
std::string text_of(const std::vector<ListingRow>& rows) {
  std::string text;
  for (const ListingRow& row : rows)
    text += std::to_string(row.number) + row.mark + row.text + "\n";
  return text;
}

std::string diff(const std::string& before, const std::string& after) {
  return text_of(diff_rows(code_lines(before), code_lines(after), 1));
}

TEST_CASE("code lines have no comments, no directives and their own numbers") {
  const auto lines = code_lines(
      "// A file.\n#include <x>\n\nint a;  // one\n  /* two */ int b = 1;\n\"// no\";\n");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].number == 4);
  CHECK(lines[0].shown == "int a;");
  CHECK(lines[1].code == "int b = 1 ;");
  CHECK(lines[2].shown == "\"// no\";");
}

TEST_CASE("comments and broken lines are no difference") {
  CHECK(diff("f(a,\n  b);\n", "// Here.\nf(a, b);  // both\n") == "");
  CHECK(diff("f(a,\n  b);\n", "f(a, c);\n") != "");
}

TEST_CASE(
    "a line that is missing has the other file's number, those around it have their own") {
  CHECK(diff("a();\nb();\nc();\n", "a();\n\n// Why.\nfence();\nb();\nc();\n") ==
        "1 a();\n4+fence();\n2 b();\n");
}

TEST_CASE("a line that changed is gone and new") {
  CHECK(diff("while (*x != goal) {\n}\n", "while (int(*x - goal) < 0) {\n}\n") ==
        "1-while (*x != goal) {\n1+while (int(*x - goal) < 0) {\n2 }\n");
}

TEST_CASE("what lies between two changes is left out, once, if it is long") {
  CHECK(diff("a();\nb();\nc();\nd();\n", "x();\na();\nb();\nc();\nd();\ny();\n") ==
        "1+x();\n1 a();\n0.\n4 d();\n6+y();\n");
  CHECK(diff("a();\nb();\n", "x();\na();\nb();\ny();\n") ==
        "1+x();\n1 a();\n2 b();\n4+y();\n");
}

TEST_CASE("definitions are found by name, and a longer name is another one") {
  const auto lines = code_lines(
      "__device__ int x;\n\nvoid lock(int* m) {\n  take(m);\n}\nvoid locked() {\n"
      "  lock(0);\n}\nvoid unlock(int* m) { drop(m); }\nA A::none() { return 0; }\n");
  CHECK(text_of(listing_rows(definitions_of(lines, {"lock"}))) ==
        "3 void lock(int* m) {\n4   take(m);\n5 }\n");
  CHECK(definitions_of(lines, {"x", "unlock", "none"}).size() == 3);
  CHECK(definitions_of(lines, {"drop"}).empty());
  CHECK(definitions_of(lines, {}).size() == lines.size());
  CHECK(definitions_of({}, {"lock"}).empty());
}

}  // namespace gridlock::test_code_diff
