#include "build/diagnostics.h"
#include "tests/test.h"

namespace gridlock::test_diagnostics {
SourceFile classify(const std::string& name) {
  if (name == "a.cu") return {name, FileKind::submission, "a.cu"};
  if (name == "scenarios.cu") return {name, FileKind::scenarios, "scenarios.cu"};
  if (name == "given.cuh") return {name, FileKind::lab, name};
  if (name.empty()) return {};
  return {name, FileKind::system, name};
}

std::string line_text(const SourceFile& file, int line) {
  return file.name == "a.cu" ? "source of line " + std::to_string(line) : "";
}

Explanation explained(std::string_view log) {
  return explain(parse_diagnostics(log), classify, line_text);
}

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

TEST_CASE("of a name that the lab has too, the student reads both lines, and no more") {
  for (
      const char* log :
      {"a.cu:9:8: error: redefinition of 'Lane'\ngiven.cuh:3:1: note: previous "
       "definition is here\n",
       "given.cuh:3:8: error: redefinition of 'Lane' as different kind of symbol\n"
       "a.cu:9:1: note: previous definition is here\n"
       "scenarios.cu:7:1: error: unknown type name 'Lane'\n",
       "scenarios.cu:7:1: error: call to 'Lane' is ambiguous\n"
       "a.cu:9:1: note: candidate function\ngiven.cuh:3:1: note: candidate function\n"}) {
    CAPTURE(log);
    const auto result = explained(log);
    CHECK(result.text ==
          "a.cu:9: error: The name Lane is the lab's own: given.cuh:3. Choose another "
          "name.\n    source of line 9\n");
    CHECK_FALSE(result.errors_only_in_scenarios);
  }
  // A redefinition in the student's own file stays.
  CHECK(contains(explained("a.cu:9:8: error: redefinition of 'f'\na.cu:3:1: note: "
                           "previous definition is here\n")
                     .text,
                 "redefinition of 'f'"));
  CHECK(contains(explained("given.cuh:3:1: error: functions that differ only in their "
                           "return type cannot be overloaded\na.cu:9:1: note: previous "
                           "definition is here\n")
                     .text,
                 "return type"));
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

TEST_CASE("a name whose header is missing is the one error that is shown") {
  CHECK(
      explained("a.cu:2:1: error: expected '('\na.cu:3:5: error: use of undeclared "
                "identifier 'cuda'\na.cu:3:9: error: use of undeclared identifier 'x'\n")
          .text ==
      "a.cu:3: error: use of undeclared identifier 'cuda'; add #include <cuda/atomic>, "
      "or another header of cuda/\n    source of line 3\n");
}

TEST_CASE("a warning that points at a likely mistake is told, in the own files") {
  const auto told = [](std::string_view log) {
    std::string text;
    for (const std::string& one :
         explain_warnings(parse_diagnostics(log), classify, line_text))
      text += one;
    return text;
  };
  CHECK(told("a.cu:3:5: warning: using the result of an assignment as a condition "
             "without parentheses [-Wparentheses]\n"
             "a.cu:3:5: note: place parentheses around the assignment to silence this "
             "warning\n"
             "a.cu:3:5: note: use '==' to turn this assignment into an equality "
             "comparison\n") ==
        "a.cu:3: warning: using the result of an assignment as a condition without "
        "parentheses\n    source of line 3\n"
        "  a.cu:3: note: use '==' to turn this assignment into an equality comparison\n");
  CHECK(told("a.cu:3:5: warning: format specifies type 'int' [-Wformat]\n").empty());
  CHECK(told("a.cu:3:5: warning: of no flag\n").empty());
  CHECK(told("a.cu:3:5: error: a mistake [-Wparentheses]\n").empty());
  CHECK(told("scenarios.cu:3:5: warning: w [-Wparentheses]\n").empty());
  CHECK(told("/usr/x.h:3:5: warning: w [-Wparentheses]\n").empty());
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

TEST_CASE("a call that fits no function gets those that there are") {
  const auto said = [](const std::string& log, std::vector<std::string> candidates) {
    const auto found = [&](const std::string& name) {
      return name == "atomicAdd" ? candidates : std::vector<std::string>();
    };
    return explain(parse_diagnostics(log), classify, line_text, found).text;
  };
  const std::string one =
      "a.cu:3:5: error: no matching function for call to 'atomicAdd'\n";
  const std::string notes =
      "/s.h:7:1: note: candidate function not viable: no known conversion from 'size_t *' "
      "(aka 'unsigned long *') to 'int *' for 1st argument\n"
      "/s.h:8:1: note: candidate function not viable: no known conversion from 'size_t *' "
      "(aka 'unsigned long *') to 'float *' for 1st argument; dereference the argument with *\n";
  const std::vector<std::string> two{"atomicAdd(int* a, int b)",
                                     "atomicAdd(float* a, float b)"};
  const std::string head =
      "a.cu:3: error: no matching function for call to 'atomicAdd'\n    source of line 3\n";
  CHECK(said(one + notes, two) ==
        head +
            "  The 1st argument is 'size_t *' (aka 'unsigned long *').  These exist:\n"
            "      atomicAdd(int* a, int b)\n      atomicAdd(float* a, float b)\n");
  CHECK(
      said(one +
               "/s.h:7:1: note: candidate function not viable: no known conversion from "
               "'int' to 'int *' for 1st argument; take the address of the argument "
               "with &\n",
           two)
          .starts_with(head + "  The 1st argument is 'int'.  Its address fits: put & "
                              "before it.  These exist:\n"));
  // If the candidates fail for different reasons, the message names no argument.
  CHECK(
      said(one + notes +
               "/s.h:9:1: note: candidate function not viable: no known conversion from "
               "'int' to 'T *' for 2nd argument\n",
           two)
          .starts_with(head + "  These exist:\n      atomicAdd(int"));
  CHECK(said(one, {}) == head);
  CHECK(said("a.cu:3:5: error: call to 'atomicAdd' is ambiguous\n", two)
            .ends_with("  These exist:\n      atomicAdd(int* a, int b)\n"
                       "      atomicAdd(float* a, float b)\n"));
  CHECK(said("a.cu:3:5: error: call to deleted function 'atomicAdd'\n", two) ==
        "a.cu:3: error: call to deleted function 'atomicAdd'\n    source of line 3\n");
  CHECK(said(one, std::vector<std::string>(10, "f()")).ends_with("      and 2 more\n"));
}

}  // namespace gridlock::test_diagnostics
