// The changes that may repair a submission.
#include "cure/candidates.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace gridlock {
namespace {

std::string line_name(int line) { return "line " + std::to_string(line); }

std::vector<Candidate> candidates(const std::string& source, Symptom symptom) {
  return candidates_for(source, symptom, line_name);
}

/// Whether one of the changes makes this of the source.
bool makes(const std::string& source, int line, const std::string& changed) {
  const auto all = candidates(source, {{line}});
  return std::any_of(all.begin(), all.end(), [&](const Candidate& each) {
    return edited(source, each.edit) == changed;
  });
}

const std::string kSend =
    "__device__ void send(int* slot, int* flag) {\n"
    "  *slot = 1;\n"
    "  if (*flag == 0) atomicExch(flag, 1);\n"
    "}\n";

TEST_CASE("a fence or a barrier goes before or after a statement") {
  const std::string begin = "__device__ void send(int* slot, int* flag) {\n";
  CHECK(makes(kSend, 2,
              begin + "  *slot = 1;\n  __threadfence(); "
                      "if (*flag == 0) atomicExch(flag, 1);\n}\n"));
  CHECK(makes(kSend, 2,
              begin + "  *slot = 1;\n  __syncthreads(); "
                      "if (*flag == 0) atomicExch(flag, 1);\n}\n"));
  CHECK(makes(kSend, 3,
              begin + "  *slot = 1;\n  if (*flag == 0) atomicExch(flag, 1); "
                      "__threadfence();\n}\n"));
  // What a condition guards alone gets braces.
  CHECK(makes(kSend, 3,
              begin + "  *slot = 1;\n  if (*flag == 0) { __threadfence(); "
                      "atomicExch(flag, 1); }\n}\n"));
}

TEST_CASE("what lacks a barrier gets one before it gets a fence") {
  const auto rank_of = [](const Symptom& symptom, const std::string& code) {
    const auto all = candidates(kSend, symptom);
    return std::find_if(all.begin(), all.end(),
                        [&](const Candidate& each) {
                          return each.words.starts_with("`" + code);
                        }) -
           all.begin();
  };
  CHECK(rank_of({{2}, false}, "__threadfence();") <
        rank_of({{2}, false}, "__syncthreads"));
  CHECK(rank_of({{2}, true}, "__syncthreads") < rank_of({{2}, true}, "__threadfence();"));
}

TEST_CASE("names become stronger, alone and everywhere") {
  const std::string source =
      "__device__ void f(int* a) {\n  atomicAdd_block(a, 1);\n  g();\n"
      "  atomicCAS_block(a, 0, 1);\n}\n";
  CHECK(makes(source, 2,
              "__device__ void f(int* a) {\n  atomicAdd(a, 1);\n  g();\n"
              "  atomicCAS_block(a, 0, 1);\n}\n"));
  CHECK(makes(source, 2,
              "__device__ void f(int* a) {\n  atomicAdd(a, 1);\n  g();\n"
              "  atomicCAS(a, 0, 1);\n}\n"));
}

TEST_CASE("what orders moves, and loses its condition") {
  const std::string source =
      "__device__ void f(int* a) {\n  if (x) __threadfence();\n  g();\n  *a = 1;\n}\n";
  CHECK(makes(source, 2,
              "__device__ void f(int* a) {\n  __threadfence();\n  g();\n  *a = 1;\n}\n"));
  CHECK(makes(source, 2,
              "__device__ void f(int* a) {\n  g(); if (x) __threadfence();\n"
              "  *a = 1;\n}\n"));
  const auto all = candidates(source, {{4}});
  CHECK(std::any_of(all.begin(), all.end(), [](const Candidate& each) {
    return each.words ==
           "`if (x) __threadfence();` moved from line 2 to before `*a = 1;` in line 4";
  }));
}

TEST_CASE("an update becomes atomic") {
  CHECK(makes("__device__ void f(P* p) {\n  p->mask |= 1 << n;\n}\n", 2,
              "__device__ void f(P* p) {\n  atomicOr(&(p->mask), 1 << n);\n}\n"));
  CHECK(makes("__device__ void f(int* a) {\n  a[0]++;\n}\n", 2,
              "__device__ void f(int* a) {\n  atomicAdd(&(a[0]), 1);\n}\n"));
}

TEST_CASE("a stream waits for an event of its function, and host code gets no fence") {
  const std::string source =
      "void f(Lane later, Lane earlier) {\n"
      "  cudaEventRecord(reached, earlier.stream);\n"
      "  launch(later);\n}\n";
  CHECK(makes(source, 2,
              "void f(Lane later, Lane earlier) {\n"
              "  cudaEventRecord(reached, earlier.stream);\n"
              "  cudaStreamWaitEvent(later.stream, reached); launch(later);\n}\n"));
  for (const Candidate& each : candidates(source, {{2}}))
    CHECK(each.words.find("__threadfence") == std::string::npos);
}

TEST_CASE("other functions stay as they are, and each change is tried once") {
  const std::string source = kSend + "__device__ void other() {\n  g();\n  h();\n}\n";
  const auto all = candidates(source, {{2}});
  REQUIRE(!all.empty());
  std::vector<std::string> texts;
  for (const Candidate& each : all) {
    texts.push_back(edited(source, each.edit));
    CHECK(each.line <= 4);
  }
  std::sort(texts.begin(), texts.end());
  CHECK(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
  CHECK(candidates(source, {{}}).empty());
  CHECK(candidates("#define A \\\n  1\n" + kSend, {{4}}).empty());
}

TEST_CASE("an edit outside the text is refused") {
  CHECK_THROWS_AS(edited("abc", {4, 1, "x"}), std::out_of_range);
}

}  // namespace
}  // namespace gridlock
