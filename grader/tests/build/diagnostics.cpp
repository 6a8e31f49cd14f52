#include <doctest/doctest.h>

#include <string>

#include "build/diagnostics.h"

using namespace gridlock;

namespace {

SourceFile classify(const std::string& name) {
  if (name == "a.cu") return {name, FileKind::submission, "a.cu"};
  if (name == "scenarios.cu") return {name, FileKind::scenarios, "scenarios.cu"};
  if (name.empty()) return {};
  return {name, FileKind::system, name};
}

std::string line_text(const SourceFile& file, int line) {
  return file.name == "a.cu" ? "source of line " + std::to_string(line) : "";
}

Explanation explained(std::string_view log) {
  return explain(parse_diagnostics(log), classify, line_text);
}

}  // namespace

TEST_CASE("messages of clang, g++ and nvcc are read alike") {
  const auto found = parse_diagnostics(
      "In file included from x.cu:1:\na.cu:12:3: error: use of 'b': undeclared\n"
      "a.cu:13:1: fatal error: 'x.h' file not found\na.cu(14): error: identifier \"c\" "
      "is\n"
      "a.cu(15): error #20: identifier \"d\" is\n/p:1/b.h:7: warning: w\n"
      "a.cu:9:1: note: here\n2 errors generated.\nfatal error: too many errors emitted\n"
      "    int x = 1:2:3;\n");
  REQUIRE(found.size() == 7);
  CHECK(found[0].file == "a.cu");
  CHECK(found[0].line == 12);
  CHECK(found[0].text == "use of 'b': undeclared");
  CHECK(found[1].severity == "fatal error");
  CHECK(found[2].line == 14);
  CHECK(found[3].text == "identifier \"d\" is");
  CHECK(found[4].file == "/p:1/b.h");
  CHECK(found[5].severity == "note");
  CHECK(found[6].file.empty());
}

TEST_CASE("a student reads the message, the line and the notes in the own files") {
  const auto result = explained(
      "a.cu:3:5: error: no matching function\n/usr/x.h:7:1: note: candidate one\n"
      "a.cu:1:1: note: candidate two\na.cu:3:5: error: no matching function\n");
  CHECK(result.text ==
        "a.cu:3: error: no matching function\n    source of line 3\n"
        "  a.cu:1: note: candidate two\n");
  CHECK(result.any_error);
  CHECK_FALSE(result.errors_only_in_scenarios);
}

TEST_CASE("an error in a header counts where the student's code led to it") {
  const auto result = explained(
      "/shim/launch.h:80:3: error: static_assert failed due to requirement 'a' \"void\"\n"
      "/shim/launch.h:90:3: note: in instantiation\na.cu:20:3: note: in instantiation of "
      "f\n");
  CHECK(result.text.starts_with("a.cu:20: error: void\n"));
  CHECK_FALSE(result.errors_only_in_ours);
  CHECK(explained("/shim/x.h:8:3: error: static assertion failed due to requirement 'a': "
                  "no: really\na.cu:2:3: note: in instantiation of gridlock::sim::f\n")
            .text == "a.cu:2: error: no: really\n    source of line 2\n");
  CHECK(explained("/shim/x.h:1:1: fatal error: 'cmath' file not found\n")
            .errors_only_in_ours);
}

TEST_CASE("errors in the lab's file alone are told apart") {
  CHECK(explained("scenarios.cu:3:5: error: undeclared f\n").errors_only_in_scenarios);
  CHECK_FALSE(explained("scenarios.cu:3:5: error: x\na.cu:3:5: error: y\n")
                  .errors_only_in_scenarios);
  CHECK_FALSE(explained("a.cu:3:5: warning: y\n").any_error);
  CHECK_FALSE(explained("").any_error);
}

TEST_CASE("messages are short, printable and in the student's words") {
  std::string log;
  for (int i = 1; i < 100; ++i)
    log += "a.cu:" + std::to_string(i) + ":1: error: e" + std::to_string(i) + "\n";
  const auto result = explained(log);
  CHECK(result.text.ends_with("more lines\n"));
  CHECK(explained("a.cu:1:1: error: \x1b[31mred\xFF __gridlock_shared__\n").text ==
        "a.cu:1: error: red\xEF\xBF\xBD __shared__\n    source of line 1\n");
}
