// All that a submission may lack to order its accesses.
#include "cure/reinforcements.h"
#include "tests/test.h"

namespace gridlock::test_reinforcements {
std::vector<Reinforcement> reinforcements(const std::string& source, Symptom symptom) {
  return reinforcements_for(Scene(source, std::move(symptom), [](int line) {
    return "line " + std::to_string(line);
  }));
}

TEST_CASE("fences stand everywhere, barriers where a block comes by") {
  const std::string source =
      "__device__ void f(int* p) {\n  if (threadIdx.x == 0) g();\n  h();\n}\n";
  const Candidate all = combined(reinforcements(source, {{2}}));
  CHECK(edited(source, all.edits) ==
        "__device__ void f(int* p) {\n"
        "  __threadfence(); __syncthreads(); __threadfence(); if (threadIdx.x == 0) "
        "{ __threadfence(); g(); }\n"
        "  __threadfence(); __syncthreads(); __threadfence(); h();"
        " __threadfence(); __syncthreads(); __threadfence();\n}\n");
}

TEST_CASE("names become as strong as they can, pointers volatile, in device code") {
  const std::string source =
      "__device__ void f(int* p) {\n  unsigned* q = (unsigned*)p;\n"
      "  __threadfence_block();\n  while (*p == 0) {\n  }\n}\n"
      "void g(int* p) {\n  h(*p);\n}\n";
  std::string text;
  for (const Reinforcement& each : reinforcements(source, {{3, 8}}))
    if (each.kind == ReinforcementKind::name ||
        each.kind == ReinforcementKind::volatility)
      text += each.code + " " + each.where + "\n";
  CHECK(text ==
        "__threadfence in place of `__threadfence_block` in line 3\n"
        "static_cast<volatile int*>(p) in place of `p` in line 4\n"
        "volatile unsigned in place of `unsigned` in line 2\n");
}

TEST_CASE("what comes to one place is named once, in its order") {
  const std::string source = "__device__ void f() {\n  a();\n  b();\n}\n";
  std::vector<Reinforcement> chosen;
  for (const Reinforcement& each : reinforcements(source, {{2}}))
    if (each.line == 3 && each.where.starts_with("before")) chosen.push_back(each);
  CHECK(combined(chosen).words ==
        "`__threadfence(); __syncthreads(); __threadfence();` before `b();` in line 3");
}

TEST_CASE("of a name that stands twice in a line, each is replaced, and said once") {
  const std::string source = "__device__ int f(int* p) {\n  return p[0] + p[1];\n}\n";
  std::vector<Reinforcement> chosen;
  for (const Reinforcement& each : reinforcements(source, {{2}}))
    if (each.kind == ReinforcementKind::volatility) chosen.push_back(each);
  const Candidate both = combined(chosen);
  CHECK(both.words == "`static_cast<volatile int*>(p)` in place of each `p` in line 2");
  CHECK(edited(source, both.edits) ==
        "__device__ int f(int* p) {\n  return static_cast<volatile int*>(p)[0] + "
        "static_cast<volatile int*>(p)[1];\n}\n");
}

TEST_CASE("the scope of the system comes last unless it is lacking") {
  const std::string source =
      "__device__ void f(int* p) {\n  atomicAdd(p, 1);\n  __threadfence_block();\n}\n";
  CHECK(reinforcements(source, {{2}}).back().code == "atomicAdd_system");
  Symptom symptom{{2}};
  symptom.lacks_system = true;
  CHECK(reinforcements(source, symptom).back().code != "atomicAdd_system");
}

}  // namespace gridlock::test_reinforcements
