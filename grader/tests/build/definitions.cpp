// Tests how a source is divided into definitions.
#include <doctest/doctest.h>

#include <string>

#include "build/overlay/definitions.h"

namespace gridlock::test_definitions {
/// The definitions' identities, separated by " | "; with `lines`, each with its lines.
std::string identities(std::string_view source, bool lines = false) {
  const Definitions found = definitions_in(source);
  CHECK_MESSAGE(found.problem.empty(), found.problem);
  std::string text;
  for (const Definition& each : found.all) {
    text += (text.empty() ? "" : " | ") + each.identity;
    if (lines)
      text += " " + std::to_string(each.comment_line) + "," +
              std::to_string(each.first_line) + "-" + std::to_string(each.last_line);
  }
  return text;
}

std::string problem_of(std::string_view source) { return definitions_in(source).problem; }

Definition only(std::string_view source) {
  const Definitions found = definitions_in(source);
  REQUIRE(found.all.size() == 1);
  return found.all.front();
}

TEST_CASE("a function is known by its name and its parameters' types") {
  CHECK(identities("__device__ void f(int* a, unsigned b = g(1, 2)) { if (a) { } }") ==
        "function f(int*, unsigned)");
  // Parameters' names, result types and attributes are not part of the identity.
  CHECK(identities("static int f(int *x, unsigned) noexcept { return 1; }") ==
        "function f(int*, unsigned)");
  CHECK(identities("__global__ void __launch_bounds__(256, 2) k(const float (&a)[4],\n"
                   "  int (*g)(int), std::map<int, char> m, int n[3]) {}") ==
        "function k(const float(&)[4], int(*)(int), std::map<int,char>, int[3])");
  CHECK(identities("void f(void) {}\nvoid g() {}\nvoid h(const Message, unsigned long,\n"
                   "cuda::atomic_ref<int> const& r, struct S* s, int...) {}") ==
        "function f() | function g() | function h(const Message, unsigned long, "
        "cuda::atomic_ref<int>const&, struct S*, int...)");
  CHECK(identities("void f(int);\nvoid f(int a) {}\nvoid f(long a) {}") ==
        "declaration f(int) | function f(int) | function f(long)");
  CHECK(parameter_types("(int* p, unsigned n = 1)") == "(int*, unsigned)");
  CHECK(parameter_types("(int* p") == "");
}

TEST_CASE("members, operators, templates and constructors are functions too") {
  CHECK(identities("__device__ WorkItem WorkQueue::draw() { return {}; }\n"
                   "bool WorkItem::isNone() const { return true; }") ==
        "function WorkQueue::draw() | function WorkItem::isNone()");
  CHECK(identities("Box::Box(int n) : a{n}, b(f<int>{}), Base<int>{n} { go(); }\n"
                   "Box::~Box() {}\nint x;") ==
        "function Box::Box(int) | function Box::~Box() | variable x");
  CHECK(identities(
            "bool operator==(A a, A b) { return true; }\n"
            "void A::operator()(int n) const {}\nA::operator bool() { return 1; }") ==
        "function operator==(A, A) | function A::operator()(int) | "
        "function A::operator bool()");
  CHECK(identities("template <cuda::thread_scope kScope, int n = (1 > 0)>\n"
                   "__device__ void send(Message* slot) {}\n"
                   "template <> void send<kBlock>(Message* slot) {}\n"
                   "template <class T> int Queue<T>::size(T t) { return 1; }") ==
        "function send(Message*) | function send<kBlock>(Message*) | "
        "function Queue<T>::size(T)");
}

TEST_CASE("types, variables, macros and includes are known by their names") {
  CHECK(identities("struct __align__(8) Pipe final : Base { int a; void f() {} };\n"
                   "enum class Run : int { kOne, kTwo };\nstruct Pipe;\n"
                   "template <class T> struct Box<T*> { };\nunion U { int a; } u;") ==
        "type Pipe | type Run | declaration Pipe | type Box<T*> | type U");
  CHECK(identities("constexpr int kLimit = 1 << 2;\n__device__ int a[2], *b = {}, c{1};\n"
                   "extern Pipe g_pipe;\nstruct Pipe one = {1};\n"
                   "auto f = [](int n) { return n; };\nint Pipe::count;") ==
        "variable kLimit | variable a, b, c | variable g_pipe | variable one | "
        "variable f | variable Pipe::count");
  CHECK(identities("using Word = cuda::atomic_ref<int>;\ntypedef unsigned (Pair)[2];\n"
                   "using namespace std;\nstatic_assert(1 < 2, \"\");\nenum { kA };") ==
        "type Word | declaration unsigned(Pair) | using namespace std ; | "
        "static_assert ( 1 < 2 , \"\" ) ; | enum { kA } ;");
  CHECK(identities("#include <cuda/atomic>  // Why.\n#include \"a.h\"\n"
                   "#define TRY(call) \\\n  do { call; \\\n  } while (0)\n#pragma once\n"
                   "int x;",
                   true) ==
        "include <cuda/atomic> 1,1-1 | include \"a.h\" 2,2-2 | define TRY 3,3-5 | "
        "# pragma once 6,6-6 | variable x 7,7-7");
  CHECK(only("#ifdef A\nint x;\n#if B\n#endif\n#else\nint y;\nvoid f() {}\n#endif\n")
            .introduces == std::set<std::string>{"x", "y", "f"});
  CHECK(only("enum class Run { kOne, kTwo = kOne + 1 };").introduces ==
        std::set<std::string>{"Run", "kOne", "kTwo"});
}

TEST_CASE("what stands in a namespace has its name, and knows the blocks around it") {
  CHECK(identities("namespace a::b {\nvoid f() {}\nnamespace {\nint x;\n}\n}\n"
                   "inline namespace c { struct S {}; }\nextern \"C\" {\nvoid g();\n}\n"
                   "extern \"C\" void h() {}") ==
        "function a::b::f() | variable a::b::x | type c::S | declaration g() | "
        "function h()");
  const Definitions found = definitions_in("namespace a {\nnamespace {\nint x;\n}\n}\n");
  CHECK(found.all.at(0).blocks == std::vector<std::string>{"namespace a", "namespace"});
}

TEST_CASE("a definition has its lines, and the comment right above it") {
  CHECK(identities("// Not its.\n\n// Its own.\n// Both lines.\nvoid f() {\n"
                   "  g(\"}\", '}');  // }\n  /* } */\n#pragma unroll\n"
                   "  h(R\"(}\n)\");\n}\n// BEGIN SOLUTION\nint x;\n",
                   true) == "function f() 3,5-11 | variable x 13,13-13");
  const Definition f = only("void f(int a) {  // Why.\n  a = b;\n}\n");
  CHECK(f.code == "void f ( int a ) { a = b ; }");
  CHECK(f.words == std::set<std::string>{"void", "f", "int", "a", "b"});
  CHECK(f.introduces == std::set<std::string>{"f"});
}

TEST_CASE("a source that cannot be taken apart is said to be so, with the line") {
  CHECK(problem_of("int x;\nvoid f() {\n") == "line 2: what begins here does not end");
  CHECK(problem_of("int x; int y;\n") == "line 1: two definitions stand in one line");
  CHECK(problem_of("#if A\nint x;\n") == "line 1: this condition has no #endif");
  CHECK(problem_of("namespace a {\nint x;\n") == "line 2: a namespace is not closed");
  CHECK(contains(problem_of("int x = R\"(\\\n)\";\n"), "raw string"));
  CHECK(problem_of("}\n") == "line 1: what begins here does not end");
}

}  // namespace gridlock::test_definitions
