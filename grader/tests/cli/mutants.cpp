#include "cli/bank/mutants.h"
#include "tests/test.h"

namespace gridlock::test_mutants {
/// A source in which the student wrote f(), with this body.
std::string solution(const std::string& body) {
  return "void given() { other(1); }\n\nvoid f(int n) {\n  // BEGIN SOLUTION\n" + body +
         "\n  // END SOLUTION\n}\n";
}

/// The number of mutants of that body with this text in place of the changed lines.
std::ptrdiff_t times(const std::string& body, const std::string& after) {
  const auto mutants = mutants_of(solution(body));
  return std::count_if(mutants.begin(), mutants.end(),
                       [&](const Mutant& each) { return each.after == after; });
}

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

TEST_CASE("mutants.toml says why a mutant gets through") {
  gridlock::Lab lab;
  const Scratch scratch;
  lab.solution_folder = scratch.path();
  const auto file = lab.solution_folder / "mutants.toml";
  CHECK(known_mutants(lab).empty());

  const std::string equal = "[[equivalent]]\nmutant = 'f: a -> b'\nwhy = 'Same.'\n";
  const std::string hole = "[[missed]]\nmutant = 'f: a -> c'\nwhy = 'Nobody asks.'\n";
  gridlock::write_file_atomic(file, equal + hole);
  const auto known = known_mutants(lab);
  REQUIRE(known.size() == 2);
  CHECK(known.at("f: a -> b").is_equivalent);
  CHECK_FALSE(known.at("f: a -> c").is_equivalent);
  CHECK(known.at("f: a -> c").why == "Nobody asks.");

  gridlock::write_file_atomic(file, equal + equal);
  CHECK_THROWS_WITH_AS(known_mutants(lab), doctest::Contains("listed twice"),
                       std::runtime_error);
  gridlock::write_file_atomic(file, "[[equivalent]]\nmutant = 'f: a -> b'\n");
  CHECK_THROWS_WITH_AS(known_mutants(lab), doctest::Contains("needs why"),
                       std::runtime_error);
  gridlock::write_file_atomic(file, "[[equal]]\n");
  CHECK_THROWS_WITH_AS(known_mutants(lab), doctest::Contains("neither"),
                       std::runtime_error);
}

}  // namespace gridlock::test_mutants
