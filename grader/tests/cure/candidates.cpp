// The changes that may repair a submission.
#include "cure/candidates.h"
#include "cure/stronger.h"
#include "tests/test.h"

namespace gridlock::test_candidates {
std::string line_name(int line) { return "line " + std::to_string(line); }

std::vector<Candidate> candidates(const std::string& source, Symptom symptom) {
  return candidates_for(Scene(source, std::move(symptom), line_name));
}

/// Whether one of the changes turns the source into this.
bool makes(const std::string& source, const Symptom& symptom,
           const std::string& changed) {
  const auto all = candidates(source, symptom);
  return std::any_of(all.begin(), all.end(), [&](const Candidate& each) {
    return edited(source, each.edits) == changed;
  });
}

bool makes(const std::string& source, int line, const std::string& changed) {
  return makes(source, Symptom{{line}}, changed);
}

bool has(const std::vector<Candidate>& all, const std::string& words) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Candidate& each) { return each.words == words; });
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
  // A single statement under a condition gets braces.
  CHECK(makes(kSend, 3,
              begin + "  *slot = 1;\n  if (*flag == 0) { __threadfence(); "
                      "atomicExch(flag, 1); }\n}\n"));
}

TEST_CASE("a fence goes behind one racing access and another before the other") {
  const std::string source =
      "__device__ void send(int* slot, int* flag) {\n"
      "  if (*flag == 0) *slot = 1;\n"
      "  atomicExch(flag, 1);\n"
      "}\n"
      "__device__ void take(int* slot, int* flag) {\n"
      "  while (atomicAdd(flag, 0) == 0) {}\n"
      "  slot[1] = slot[0];\n"
      "}\n";
  Symptom symptom{{2, 7}};
  symptom.racing = 2;
  CHECK(has(candidates(source, symptom),
            "`__threadfence();` after `if (*flag == 0) *slot = 1;` in line 2 and before "
            "`slot[1] = slot[0];` in line 7"));
}

TEST_CASE("a place is named so that no other one can be meant") {
  const std::string source =
      "__device__ void watch(volatile int* flag, int* slot) {\n"
      "  for (int i = 0; i < 4; ++i) {\n"
      "    while (flag[i] == 0 && i > 1) {}\n"
      "  }\n"
      "  if (*slot == 0) atomicExch(slot, 1);\n"
      "}\n";
  const auto all = candidates(source, Symptom{{2, 3, 5}});
  const std::string loop = "`for (int i = 0; i < 4; ++i) { while (flag[i] == ...`";
  CHECK(has(all, "`__threadfence();` before " + loop + ", which begins in line 2"));
  CHECK(
      has(all, "`__threadfence();` before `while (flag[i] == 0 && i > 1) {}` in line 3"));
  CHECK(has(all,
            "`__threadfence();` before `if (*slot == 0) atomicExch(slot, 1);` in "
            "line 5"));
  CHECK(has(all,
            "`__threadfence();` before `atomicExch(slot, 1);` in line 5, in braces "
            "with it"));
  CHECK(has(all, "`&& i > 1` left out of the condition in line 3"));
}

TEST_CASE("loads get acquire and stores release, never both in one") {
  const std::string begin = "__device__ void meet(Flag& flag) {\n  flag.store(1, ";
  const std::string middle = ");\n  while (flag.load(";
  const std::string end = ") == 0) {\n  }\n}\n";
  const std::string relaxed = "memory_order_relaxed";
  const std::string source = begin + relaxed + middle + relaxed + end;
  CHECK(makes(source, 2,
              begin + "memory_order_release" + middle + "memory_order_acquire" + end));
  for (const Candidate& each : candidates(source, Symptom{{2}})) {
    const std::string changed = edited(source, each.edits);
    must_not_say(changed, {"memory_order_acq_rel", "store(1, memory_order_acquire",
                           "load(memory_order_release"});
  }
  const auto all = candidates(source, Symptom{{2}});
  CHECK(
      has(all,
          "`memory_order_acquire` in each load and `memory_order_release` in each store "
          "in place of `memory_order_relaxed` in meet()"));
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
  CHECK(rank_of({.lines = {2}}, "__threadfence();") <
        rank_of({.lines = {2}}, "__syncthreads"));
  CHECK(rank_of({.lines = {2}, .lacks_barrier = true}, "__syncthreads") <
        rank_of({.lines = {2}, .lacks_barrier = true}, "__threadfence();"));
}

TEST_CASE("what hides that two threads work on one element is not proposed") {
  const std::string source =
      "__device__ void f(unsigned* to, const unsigned* from, int i) {\n"
      "  to[i] = from[i] + 1;\n  to[i] += 2;\n}\n";
  const auto words_of_all = [&](bool shares_data) {
    std::string words;
    for (const Candidate& each :
         candidates(source, Symptom{.lines = {2, 3}, .shares_data = shares_data}))
      words += each.words + "\n";
    return words;
  };
  const std::string any = words_of_all(false), none = words_of_all(true);
  must_say(any, {"volatile", "atomicExch"});
  must_say(none, {"atomicAdd(&(to[i]), 2)", "__threadfence"});
  must_not_say(none, {"volatile", "atomicExch"});
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

TEST_CASE("a weaker name is the next one in which strength is lost") {
  for (const auto& each : {std::pair{"__threadfence_system", "__threadfence"},
                           {"__threadfence", "__threadfence_block"},
                           {"thread_scope_system", "thread_scope_device"},
                           {"memory_order_seq_cst", "memory_order_acq_rel"},
                           {"memory_order_acq_rel", "memory_order_relaxed"},
                           {"memory_order_release", "memory_order_relaxed"},
                           {"atomicAdd_system", "atomicAdd"},
                           {"atomicAdd", "atomicAdd_block"},
                           {"atomicAdd_block", ""}})
    CHECK_MESSAGE(weaker_name(each.first) == each.second, each.first);
}

TEST_CASE("what orders moves, and loses its condition") {
  const std::string source =
      "__device__ void f(int* a) {\n  if (x) __threadfence();\n  g();\n  *a = 1;\n}\n";
  CHECK(makes(source, 2,
              "__device__ void f(int* a) {\n  __threadfence();\n  g();\n  *a = 1;\n}\n"));
  CHECK(makes(source, 2,
              "__device__ void f(int* a) {\n  g(); if (x) __threadfence();\n"
              "  *a = 1;\n}\n"));
  CHECK(makes("__device__ void f(int* a) {\n  if (*a != 0) __threadfence();\n}\n", 2,
              "__device__ void f(int* a) {\n"
              "  while (!(*a != 0)) {} __threadfence();\n}\n"));
  CHECK_FALSE(makes(source, 2,
                    "__device__ void f(int* a) {\n  while (!(x)) {} __threadfence();\n"
                    "  g();\n  *a = 1;\n}\n"));
  const auto all = candidates(source, {{4}});
  CHECK(has(all,
            "`if (x) __threadfence();` moved from line 2 to before `*a = 1;` in line 4"));
}

TEST_CASE("an update becomes atomic") {
  CHECK(makes("__device__ void f(P* p) {\n  p->mask |= 1 << n;\n}\n", 2,
              "__device__ void f(P* p) {\n  atomicOr(&(p->mask), 1 << n);\n}\n"));
  CHECK(makes("__device__ void f(int* a) {\n  a[0]++;\n}\n", 2,
              "__device__ void f(int* a) {\n  atomicAdd(&(a[0]), 1);\n}\n"));
}

TEST_CASE("other functions stay as they are, and each change is tried once") {
  const std::string source = kSend + "__device__ void other() {\n  g();\n  h();\n}\n";
  const auto all = candidates(source, {{2}});
  REQUIRE(!all.empty());
  std::vector<std::string> texts;
  for (const Candidate& each : all) {
    texts.push_back(edited(source, each.edits));
    CHECK(each.line <= 4);
  }
  std::sort(texts.begin(), texts.end());
  CHECK(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
  CHECK(candidates(source, {{}}).empty());
  CHECK(candidates("#define A \\\n  1\n" + kSend, {{4}}).empty());
}

TEST_CASE("a read and a write become one atomic operation") {
  const std::string begin = "__device__ void f(int* p) {\n";
  CHECK(makes(begin + "  atomicAdd(p, 2);\n  const int x = *p;\n}\n", 3,
              begin + "  \n  const int x = (atomicAdd(p, 2) + 2);\n}\n"));
  CHECK(makes(begin + "  const int x = atomicOr(p, 0);\n  atomicOr(p, b);\n}\n", 3,
              begin + "  const int x = atomicOr(p, b);\n  \n}\n"));
  CHECK(makes(begin + "  const int x = p[0];\n  g();\n  p[0] = x + 1;\n}\n", 2,
              begin + "  const int x = atomicAdd(&(p[0]), 1);\n  g();\n  \n}\n"));
  CHECK(
      makes(begin + "  if (*p < n) *p = n;\n}\n", 2, begin + "  atomicMax(p, n);\n}\n"));
  CHECK(makes(begin + "  last = (*p)++ == 1;\n}\n", 2,
              begin + "  last = atomicAdd(p, 1) == 1;\n}\n"));
  // No operator computes from the old value what these atomics store.
  for (const std::string call : {"atomicExch(p, 2)", "atomicMax(p, 2)"})
    CHECK_FALSE(makes(begin + "  " + call + ";\n  const int x = *p;\n}\n", 3,
                      begin + "  \n  const int x = 2;\n}\n"));
}

TEST_CASE("a look and a store become one atomic operation, of the plain pointer") {
  const std::string begin = "__device__ void f(int* p) {\n  volatile int* held = p;\n";
  CHECK(makes(begin + "  while (*held != 0) {\n  }\n  *held = 1;\n}\n", 5,
              begin + "  while (atomicCAS(p, 0, 1) != 0) {\n  }\n  \n}\n"));
  CHECK(makes(begin + "  if (*held == 0) {\n    *held = 1;\n    g();\n  }\n}\n", 4,
              begin + "  if (atomicCAS(p, 0, 1) == 0) {\n    \n    g();\n  }\n}\n"));
  CHECK(makes(begin + "  *held = *held + 1;\n  g(*held);\n}\n", 3,
              begin + "  \n  g((atomicAdd(p, 1) + 1));\n}\n"));
  CHECK(makes("__device__ void f(int* p) {\n  *static_cast<volatile int*>(p) = 1;\n}\n",
              2, "__device__ void f(int* p) {\n  atomicExch(p, 1);\n}\n"));
}
TEST_CASE("a racing read waits for the flag that its writer raises") {
  const std::string write =
      "__device__ void send(int* slot, int* flag) {\n  *slot = 7;\n"
      "  __threadfence();\n  *static_cast<volatile int*>(flag) = 1;\n}\n"
      "__device__ int get(int* slot, int* flag) {\n";
  Symptom symptom{.lines = {2, 7}, .racing = 2};
  CHECK(makes(write + "  return *slot;\n}\n", symptom,
              write + "  while (*static_cast<volatile int*>(flag) == 0) {} "
                      "__threadfence(); return *slot;\n}\n"));
  symptom.racing = 0;
  CHECK_FALSE(makes(write + "  return *slot;\n}\n", symptom,
                    write + "  while (*static_cast<volatile int*>(flag) == 0) {} "
                            "__threadfence(); return *slot;\n}\n"));
}
TEST_CASE("nothing comes between an if and its else, nor between a do and its while") {
  const std::string source =
      "__device__ void f(int* a) {\n  if (a[0]) a[1] = 1;\n  else a[2] = 1;\n"
      "  do { a[3] = 1; }\n  while (a[4]);\n}\n";
  for (const int line : {2, 3, 4, 5})
    for (const Candidate& each : candidates(source, {{line}})) {
      const std::string text = edited(source, each.edits);
      must_not_say(text, {"__threadfence(); else", "__threadfence(); while"});
    }
}
TEST_CASE("a call that declares goes behind what does not need its value") {
  const std::string begin = "__global__ void k(int* p) {\n";
  CHECK(makes(begin + "  const bool last = draw(p);\n  p[1] = 2;\n  g(last);\n}\n", 3,
              begin + "  p[1] = 2; const bool last = draw(p);\n  g(last);\n}\n"));
}
TEST_CASE("a wait that gives up waits on, however far it is from what it spoils") {
  const std::string source =
      "__device__ void f(volatile int* p) {\n"
      "  for (int i = 0; i < 100 && *p == 0; ++i) {\n  }\n}\n";
  CHECK(makes(source, 1,
              "__device__ void f(volatile int* p) {\n"
              "  for (int i = 0; *p == 0; ++i) {\n  }\n}\n"));
  CHECK(
      makes("__device__ void f(volatile int* p) {\n"
            "  for (int i = 0; i < 100; ++i)\n    if (*p != 0) break;\n}\n",
            1,
            "__device__ void f(volatile int* p) {\n"
            "  for (int i = 0; ; ++i)\n    if (*p != 0) break;\n}\n"));
}
TEST_CASE("a statement goes behind others; a variable not behind its use") {
  const std::string begin = "__device__ void f(int* p) {\n";
  CHECK(makes(begin + "  a();\n  b();\n  c();\n}\n", 2,
              begin + "  b();\n  c(); a();\n}\n"));
  CHECK(makes(begin + "  a();\n  b();\n  c();\n}\n", 2,
              begin + "  c();\n  b();\n  a();\n}\n"));
  CHECK(
      makes(begin + "  int x = *p;\n  b();\n}\n", 2, begin + "  b(); int x = *p;\n}\n"));
  CHECK(!makes(begin + "  int x = *p;\n  b(x);\n}\n", 2,
               begin + "  b(x); int x = *p;\n}\n"));
}

TEST_CASE("a barrier is tried only where all threads of a block come by") {
  const std::string source =
      "__device__ void f(int* p) {\n  const int t = threadIdx.x;\n"
      "  if (t == 0) {\n    g();\n  }\n  if (n > 1) h();\n}\n";
  const auto offers = [&](int line) {
    const auto all = candidates(source, {{line}});
    return std::any_of(all.begin(), all.end(), [&](const Candidate& each) {
      return each.line == line && each.words.starts_with("`__syncthreads();` before");
    });
  };
  CHECK(offers(3));
  CHECK(!offers(4));
  CHECK(offers(6));
}

TEST_CASE("no change adds 0 atomically, and none is of host code") {
  const std::string reads =
      "__device__ void f(int* a) {\n  while (*a == 0) {}\n  g(a[1], __ldg(a));\n}\n";
  for (const Candidate& each : candidates(reads, Symptom{{2, 3}, 2}))
    CHECK_FALSE(contains(each.words, "atomicAdd"));
  const std::string copies =
      "void f(int* p, cudaStream_t s) {\n  if (a && b) g();\n  h();\n}\n";
  CHECK(candidates(copies, Symptom{{2, 3}, 2}).empty());
}

}  // namespace gridlock::test_candidates
