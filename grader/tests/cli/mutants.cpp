#include "cli/bank/mutants.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

using gridlock::Mutant;
using gridlock::mutants_of;

namespace {

/// The code of the function f() with this body, which is the student's.
std::string solution(const std::string& body) {
  return "void given() { other(1); }\n\nvoid f(int n) {\n  // BEGIN SOLUTION\n" + body +
         "\n  // END SOLUTION\n}\n";
}

/// How many mutants of that body have this in the place of the lines that they change.
std::ptrdiff_t times(const std::string& body, const std::string& after) {
  const auto mutants = mutants_of(solution(body));
  return std::count_if(mutants.begin(), mutants.end(),
                       [&](const Mutant& each) { return each.after == after; });
}

}  // namespace

TEST_CASE("each operator changes what it names, and once") {
  CHECK(times("  __threadfence();", ";") == 1);
  CHECK(times("  __threadfence();", "__threadfence_block();") == 1);
  CHECK(times("  __syncthreads();", "__syncwarp();") == 1);
  CHECK(times("  a();\n  b();", "b(); a();") == 1);
  CHECK(times("  __threadfence();\n  if (n) a();", "if (n) a(); __threadfence();") == 1);
  CHECK(times("  if (n < 7) a();", "if (n <= 7) a();") == 1);
  CHECK(times("  if (n == 7) a();", "if (n != 7) a();") == 1);
  CHECK(times("  if (n) a();", "if (true) a();") == 1);
  CHECK(times("  while (n) a();", "while (false) a();") == 1);
  CHECK(times("  x = n + 7u;", "x = n - 7u;") == 1);
  CHECK(times("  x = n + 7u;", "x = n + 8u;") == 1);
  CHECK(times("  x = n + 7u;", "x = n + 6u;") == 1);
  CHECK(times("  x = *(volatile int*)p;", "x = *(int*)p;") == 1);
  CHECK(times("  x = n && m;", "x = n || m;") == 1);
  CHECK(times("  cudaA(one);\n  cudaB(two);", "cudaA(two);") == 1);
}

TEST_CASE("what is no operator, no statement and not the student's stays") {
  CHECK(times("  ++n;", "-+n;") == 0);
  CHECK(times("  p->x();", "p+>x();") == 0);
  CHECK(times("  f<int>(n);", "f<=int>(n);") == 0);
  CHECK(times("  int x = 0;", ";") == 0);
  CHECK(times("  return;", ";") == 0);
  for (const Mutant& each : mutants_of(solution("  a();"))) CHECK(each.function == "f");
  CHECK(mutants_of("void f() { a(1); }\n").empty());
}

TEST_CASE("a mutant is known by its function and its code, not by its comments") {
  const auto plain = mutants_of(solution("  a();"));
  const auto commented = mutants_of("// More above.\n" + solution("  a();  // Why."));
  REQUIRE(plain.size() == 1);
  REQUIRE(commented.size() == 1);
  CHECK(plain[0].key() == "f: a(); -> ;");
  CHECK(commented[0].key() == plain[0].key());
  CHECK(commented[0].line == plain[0].line + 1);
}

TEST_CASE("equal lines of one function are told apart") {
  const auto mutants =
      mutants_of(solution("  if (n) a();\n  if (m) b();\n  if (n) a();"));
  std::set<std::string> keys;
  for (const Mutant& each : mutants) keys.insert(each.key());
  CHECK(keys.size() == mutants.size());
  CHECK(keys.count("f: if (n) a(); -> if (true) a();") == 1);
  CHECK(keys.count("f (2): if (n) a(); -> if (true) a();") == 1);
}
