// Tests the dots in an overlay's definition, which stand for lines of the reference.
#include "build/overlay/elision.h"

#include <doctest/doctest.h>

#include "build/overlay/overlay.h"
#include "common/text.h"

namespace gridlock::test_elision {
constexpr std::string_view kReference =
    "// Meets.\n"                         // 1
    "void meet(int* in, int blocks) {\n"  // 2
    "  int seen = 0;\n"                   // 3
    "  int least = 1;\n"                  // 4
    "  if (blocks > 1) {\n"               // 5
    "    // Tells.\n"                     // 6
    "    fence();\n"                      // 7
    "    in[0] = 1;\n"                    // 8
    "  }\n"                               // 9
    "  if (seen) {\n"                     // 10
    "    fence();\n"                      // 11
    "  }\n"                               // 12
    "  leave(seen, least);\n"             // 13
    "}\n"                                 // 14
    "\n"                                  // 15
    "struct Queue {\n"                    // 16
    "  int first;\n"                      // 17
    "  int last;\n"                       // 18
    "  int draw() { return first++; }\n"  // 19
    "};\n";

Expansion laid(const std::string& definition) {
  return expand_overlay("// overlay\n\n" + definition, kReference);
}

std::string problem(const std::string& definition) {
  const Expansion expansion = laid(definition);
  return std::to_string(expansion.problem_line) + ": " + expansion.problem;
}

/// The reference with one piece of it replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kReference);
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE("dots stand for the reference's lines between those that both have") {
  const Expansion one = laid(
      "void meet(int* in, int blocks) {\n  // ...\n  if (blocks > 1) {\n    in[0] = 1;\n"
      "  }\n  // ...\n}\n");
  CHECK(one.problem == "");
  CHECK(one.text() == changed("    // Tells.\n    fence();\n", ""));
  // A finding names the file from which the line comes, and the line's number there.
  const std::string places = one.text_with_places("mine.cu", "theirs.cu");
  must_say(places, {"#line 3 \"theirs.cu\"\n  int seen = 0;\n  int least = 1;\n"
                    "#line 5 \"mine.cu\"\n  if (blocks > 1) {\n",
                    "#line 10 \"theirs.cu\"\n  if (seen) {"});

  CHECK(laid("struct Queue {\n  // ...\n  int last;\n  int draw() { return --last; }\n"
             "};\n")
            .text() == changed("return first++", "return --last"));
}

TEST_CASE("lines that the reference has twice are told apart by depth and neighbours") {
  // The dots end at the bracket that closes the code around them, not at a bracket in the
  // lines that they replace.
  CHECK(laid("void meet(int* in, int blocks) {\n  int seen = 9;\n  int least = 1;\n"
             "  if (blocks > 1) {\n    // ...\n  }\n  // ...\n}\n")
            .text() == changed("seen = 0", "seen = 9"));
  // The fence alone occurs at two places, but only once with the lines that follow it.
  CHECK(laid("void meet(int* in, int blocks) {\n  // ...\n  if (seen) {\n    fence();\n"
             "    fence();\n  }\n  // ...\n}\n")
            .text() == changed("    fence();\n  }\n  leave",
                               "    fence();\n    fence();\n  }\n  leave"));
}

TEST_CASE("dots that do not say what they stand for are an error that says so") {
  CHECK(contains(problem("void meet(int* in, int blocks) {\n  // ...\n  other();\n}\n"),
                 "4: the line below these dots is none of the reference's"));
  CHECK(contains(problem("void meet(int* in, int blocks) {\n  other();\n  // ...\n}\n"),
                 "5: the line above these dots is none of the reference's"));
  CHECK(contains(problem("void meet(int* in, int blocks) {\n  // ...\n}\n"),
                 "3: meet is the same in the reference"));
  CHECK(contains(problem("int first() {\n  // ...\n  return 1;\n}\n"),
                 "4: the reference has no first() whose lines"));
  CHECK(contains(problem("// ...\n\nvoid meet(int* in, int blocks) {}\n"),
                 "3: dots stand for lines within a definition"));
  const Expansion twice =
      expand_overlay("// overlay\nvoid f() {\n  // ...\n  b();\n  c();\n}\n",
                     "void f() {\n  a();\n  b();\n  a();\n  b();\n}\n");
  CHECK(contains(twice.problem, "more than once; repeat one line more of it"));
}

}  // namespace gridlock::test_elision
