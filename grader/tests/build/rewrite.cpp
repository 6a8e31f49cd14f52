#include "build/rewrite/rewrite.h"
#include "tests/build/workplace.h"
#include "tests/test.h"

namespace gridlock::test_rewrite {
/// Rewrites this text of a submission, in its preprocessed form.
RewrittenText rewritten(const std::string& body, bool program = false) {
  SourceFolders folders = made_up_folders();
  const std::string text = "# 1 \"a.cu\"\n" + body;
  return rewrite(text, tokenize_preprocessed(text, folders), program, false);
}

std::string text_of(const std::string& body) {
  const RewrittenText result = rewritten(body);
  CHECK(result.complaints.empty());
  return result.text.substr(result.text.find('\n') + 1);
}

/// A launch of `name` inside of a function, up to its configuration.
std::string bound(const std::string& name) {
  return "::gridlock::sim::bind_launch([&](auto gridlock_r) -> decltype(gridlock_r(" +
         name + ")) { return gridlock_r(" + name + "); }, [&](auto&&... gridlock_a) { " +
         name + "(gridlock_a...); }, ";
}

TEST_CASE("a megabyte that is made to be slow is not: each would take minutes") {
  const auto many = [&](const std::string& text) {
    std::string all;
    while (all.size() < 1 << 19) all += text;
    return all;
  };
  CHECK_FALSE(rewritten(many("(volatile int ") + many("&)")).text.empty());
  const std::string kernel = "template <class T> __gridlock_global__ void k() {}\n";
  CHECK_FALSE(
      rewritten(kernel + "void f() { " + many("k<") + many(">") + "}").text.empty());
}

TEST_CASE("the keywords of functions in the system's headers go") {
  const std::string header = "# 1 \"/usr/include/x.h\" 1 3\n";
  const std::string text =
      text_of(header +
              "__gridlock_host__ __gridlock_device__ int f();\n# 2 \"a.cu\" 2\nint g();");
  must_say(text, {"int f();", "int g();"});
  CHECK_FALSE(contains(text, "__gridlock_"));
}

TEST_CASE("a launch becomes a call that keeps its configuration and arguments") {
  CHECK(text_of("void f() { k<<<1, 2>>>(a, b); }") ==
        "void f() { " + bound("k") + "\"k\", 1, 2)(a, b); }");
  CHECK(text_of("void f() { k<<<g, b, m, s>>>(); }") ==
        "void f() { " + bound("k") + "\"k\", g, b, m, s)(); }");
}

TEST_CASE("the kernel of a launch is any expression that can be called") {
  for (const char* kernel :
       {"k", "ns::k", "::ns::k", "k<int>", "ns::k<int, 4>", "k<a<b>>", "k<(1 > 0)>",
        "obj.k", "obj->k", "this->k", "table[i]", "table[i + 1][2]", "get()(1)", "(*k)",
        "(c ? a : b)", "a::b<int>::c", "x.template k<int>"}) {
    INFO(kernel);
    const std::string text =
        text_of("void f() { return " + std::string(kernel) + "<<<1, 1>>>(); }");
    CHECK(text.starts_with("void f() { return ::gridlock::sim::bind_launch("));
    const std::string spelled = replace_all(kernel, " ", "");
    CHECK(contains(replace_all(text, " ", ""), "returngridlock_r(" + spelled + ");}"));
    CHECK(contains(text, "1, 1)();"));
  }
  // Text in front of the expression stays there.
  CHECK(text_of("void f() { if (c) (k)<<<1, 1>>>(); }")
            .starts_with("void f() { if (c) ::gridlock"));
  CHECK(
      text_of("void f() { else k<<<1, 1>>>(); }").starts_with("void f() { else ::grid"));
  CHECK(
      text_of("void f() { x, k<<<1, 1>>>(); }").starts_with("void f() { x, ::gridlock"));
}

TEST_CASE("template lists and shifts in a configuration do not end it") {
  for (const char* configuration :
       {"f<int>(), 2", "a<b<int>>(n), 2", "a<b<c<int>>>(n), 2", "a<b<c<int>>>::v, 2",
        "1 << 2, n >> 1", "n < 2 ? 1 : 2, 3", "dim3(1, 2), dim3{3, 4}", "a > b, c",
        "x<3>, y<4>", "[&] { return a >> b; }(), 1"}) {
    INFO(configuration);
    CHECK(text_of("void f() { k<<<" + std::string(configuration) + ">>>(z); }") ==
          "void f() { " + bound("k") + "\"k\", " + configuration + ")(z); }");
  }
}

TEST_CASE("launches nest, and stand in templates, lambdas and macros' remains") {
  const std::string nested = text_of("void f() { k<<<g(j<<<1, 1>>>()), 2>>>(h); }");
  must_say(nested, {bound("j") + "\"j\", 1, 1)()", bound("k") + "\"k\", g("});
  // A launch outside of any function has nothing to capture.
  CHECK(contains(text_of("auto x = (k<<<1, 1>>>(), 0);"), "bind_launch([](auto"));
  CHECK(contains(text_of("void f() { k <<< 1 , 1 >>> (a); }"), "\"k\",   1 , 1 ) (a)"));
}

TEST_CASE("other uses of the same characters are left alone") {
  for (const char* text :
       {"bool operator<< <int>(int);", "int x = a << b << c;", "a<b<c<int>>> v;",
        "int y = a >> b >> c;", "std::cout << \"k<<<1, 1>>>(a)\" << 'c';",
        "auto f = &operator<<<int>;"})
    CHECK(text_of(text) == text);
}

TEST_CASE("line ends stay where they are") {
  const std::string body =
      "void f() {\n  ns::\n  k\n  <<<\n 1,\n 2\n >>>\n (a);\n}\n__gridlock_shared__\nint "
      "x;\n";
  const std::string text = text_of(body);
  CHECK(std::count(text.begin(), text.end(), '\n') ==
        std::count(body.begin(), body.end(), '\n'));
  CHECK(split_lines(text)[7] == " (a);");
  CHECK(split_lines(text)[10] == "int x;");
}

TEST_CASE("a literal 0 stays a null pointer where the name is called") {
  CHECK(contains(text_of("void f() { k<<<1, 1>>>(p, 0, n); }"),
                 "(auto&& gridlock_a0, auto&&, auto&& gridlock_a2) "
                 "{ k(gridlock_a0, 0, gridlock_a2); }"));
  CHECK(contains(text_of("void f() { k<<<1, 1>>>(p, __null); }"), "k(gridlock_a0, 0)"));
  CHECK(contains(text_of("void f() { k<<<1, 1>>>(a < 0, 0); }"), "auto&&... gridlock_a"));
}

TEST_CASE("a launch that cannot be read is an error in its line") {
  for (const char* text : {"void f() {\n <<<1, 1>>>(a); }", "void f() {\n k<<<1, 1; }",
                           "void f() {\n k<<<1, 1>>>; }", "void f() {\n k<<<"}) {
    INFO(text);
    const auto result = rewritten(text);
    REQUIRE(result.complaints.size() == 1);
    CHECK(result.complaints[0].line == 2);
    CHECK(result.complaints[0].is_error);
  }
}

TEST_CASE("text made to be slow is not") {
  for (const char* unit :
       {"<<<", "k<<<1,", "__gridlock_shared__ ", "__gridlock_device__ a<b ",
        "__gridlock_global__ void k(", "(void*)k<int>", "{1,2},", "a<"}) {
    INFO(std::string(unit));
    std::string text = "void f() {\n";
    while (text.size() < 1'000'000) text += unit;
    const std::clock_t begin = std::clock();
    rewritten(text);
    CHECK((std::clock() - begin) / CLOCKS_PER_SEC < 30);
  }
}

TEST_CASE("__shared__ variables are static in a section of their own") {
  const std::string section = "static __attribute__((section(\"gl_shared\")))";
  CHECK(text_of("void f() { __gridlock_shared__ int y, *x; }") ==
        "void f() { " + section + " int y, *x; }");
  CHECK(text_of("void f() { __gridlock_shared__ A<int[2]> x[4], y; }")
            .starts_with("void f() { " + section +
                         " A<int[2]> x[4], y; static_assert(sizeof(x) <= 49152, "));
  CHECK(text_of("void f() { static __gridlock_shared__ int x; }") ==
        "void f() {  " + section + " int x; }");
  CHECK(text_of("void f() { __gridlock_shared__ static int x; }") ==
        "void f() { " + section + "  int x; }");
  CHECK(text_of("__gridlock_shared__ int x;") == section + " int x;");
  CHECK(text_of("void f() { volatile __gridlock_shared__ A<int, 2> x; }") ==
        "void f() { volatile " + section + " A<int, 2> x; }");
  CHECK(text_of("void f() { __gridlock_shared__ struct { int a; } s; }") ==
        "void f() { " + section + " struct { int a; } s; }");
}

TEST_CASE("a __shared__ variable with an initializer is an error, as for nvcc") {
  for (const char* text : {"void f() {\n__gridlock_shared__ int x = 1; }",
                           "void f() {\n__gridlock_shared__ int x[2] = {1, 2}; }",
                           "void f() {\n__gridlock_shared__ int x{}; }"}) {
    const auto result = rewritten(text);
    REQUIRE(result.complaints.size() == 1);
    CHECK(result.complaints[0].line == 2);
    CHECK(contains(result.complaints[0].text, "__shared__"));
  }
}

TEST_CASE("dynamic shared memory has one name for all its types") {
  const std::string label = " __asm__(\"gridlock_dynamic_shared\")";
  CHECK(text_of("void f() { extern __gridlock_shared__ float x[]; }") ==
        "void f() { extern  float x[]" + label + "; }");
  CHECK(text_of("extern __gridlock_shared__ int a[], b[];") ==
        "extern  int a[]" + label + ", b[]" + label + ";");
  CHECK(text_of("extern __gridlock_shared__ __attribute__((aligned(16))) char x[];") ==
        "extern  __attribute__((aligned(16))) char x[]" + label + ";");
  CHECK(text_of("extern __gridlock_shared__ char x[] __attribute__((aligned(16)));") ==
        "extern  char x[]" + label + " __attribute__((aligned(16)));");
  CHECK(text_of("extern __gridlock_shared__ A<int[2]> x[][3];") ==
        "extern  A<int[2]> x[][3]" + label + ";");
  CHECK(text_of("__gridlock_shared__ extern int x;") == " extern int x" + label + ";");
}

TEST_CASE("__device__ variables go to their section, functions stay") {
  const std::string section = "__attribute__((section(\"gl_device\")))";
  CHECK(text_of("__gridlock_device__ int x;") == section + " int x;");
  CHECK(text_of("static __gridlock_device__ int x = 1;") ==
        "static " + section + " int x = 1;");
  CHECK(text_of("__gridlock_device__ static int x[4];") == section + " static int x[4];");
  CHECK(text_of("int __gridlock_device__ x;") == "int " + section + " x;");
  CHECK(text_of("__gridlock_device__ int x(5);") == section + " int x(5);");
  CHECK(text_of("__gridlock_device__ int (*f)(int);") == section + " int (*f)(int);");
  CHECK(text_of("__gridlock_device__ A<int, (2 > 1)> x{1};") ==
        section + " A<int, (2 > 1)> x{1};");
  CHECK(text_of("namespace n { __gridlock_device__ const int* p; }") ==
        "namespace n { " + section + " const int* p; }");
  CHECK(text_of("__gridlock_device__ struct S { int a; } s;") ==
        section + " struct S { int a; } s;");
  for (const char* text :
       {"M int f(int x);", "M int f() { return 0; }",
        "static M inline A<int> f(A<int> a) {}",
        "template <class T> M T f(T t) { return t; }",
        "struct S { M int f(); M S(); M ~S(); };",
        "M bool operator<(A a, A b) { return 0; }",
        "auto l = [] M (int x) { return x; };", "M decltype(1 + 2) f();",
        "M __attribute__((noinline)) int f();", "M auto f() -> int;",
        "struct S { static M int x; };", "void f() { M int x; }"}) {
    INFO(text);
    CHECK(text_of(replace_all(text, "M", "__gridlock_device__")) ==
          replace_all(text, "M", ""));
  }
}

TEST_CASE("statics of device code are __device__ variables, with the word and without") {
  const std::string section = "__attribute__((section(\"gl_device\")))";
  for (const std::string head :
       {"__gridlock_device__ int f() ", "__gridlock_global__ void k(int n = 1) "}) {
    INFO(head);
    const auto body = [&](const std::string& text) {
      const std::string changed = text_of(head + "{ " + text + " }");
      return changed.substr(changed.find("{ "), changed.rfind('}') - changed.find("{ "));
    };
    CHECK(contains(body("static int x[4];"), "{ " + section + " static int x[4];"));
    CHECK(contains(body("static __gridlock_device__ int x;"),
                   "{ static " + section + " int x;"));
    CHECK(contains(body("if (a) { static int x = 1; }"), section + " static int x = 1;"));
    CHECK_FALSE(contains(body("static const int x[] = {1};"), section));
    CHECK_FALSE(contains(body("static __gridlock_shared__ int x;"), section));
    CHECK_FALSE(contains(body("struct S { static int f(); };"), section));
  }
  CHECK(text_of("void f() { static int x; }") == "void f() { static int x; }");
}

TEST_CASE("other spaces, and words together") {
  const auto section = [](const std::string& name) {
    return "__attribute__((section(\"gl_" + name + "\")))";
  };
  CHECK(text_of("__gridlock_constant__ float c[4];") ==
        section("constant") + " float c[4];");
  CHECK(text_of("__gridlock_managed__ int m;") == section("managed") + " int m;");
  CHECK(text_of("__gridlock_device__ __gridlock_managed__ int m;") ==
        section("managed") + "  int m;");
  CHECK(text_of("__gridlock_constant__ __gridlock_device__ int m;") ==
        section("constant") + "  int m;");
  CHECK(text_of("static __gridlock_device__ __gridlock_constant__ int m = 1;") ==
        "static " + section("constant") + "  int m = 1;");
  CHECK(text_of("extern __gridlock_device__ int x;") == "extern  int x;");
  CHECK(text_of("extern __gridlock_device__ int x = 1;") ==
        "extern " + section("device") + " int x = 1;");
}

TEST_CASE("constants stay with the constants") {
  for (const char* text :
       {"M const int x = 1;", "M constexpr int x = 1;", "const M int x = 1;",
        "M int const x[2] = {1, 2};", "M const char* const names[] = {\"a\"};",
        "M static const A<int*> a = {};", "M int (*const f)(int) = g;"})
    CHECK(text_of(replace_all(text, "M", "__gridlock_constant__")) ==
          replace_all(text, "M", ""));
  CHECK(contains(text_of("__gridlock_device__ const char* name;"), "gl_device"));
  CHECK(contains(text_of("__gridlock_device__ A<const int> a;"), "gl_device"));
}

TEST_CASE("a kernel is registered behind its definition") {
  CHECK(text_of("__gridlock_global__ void k(int* p) { }") ==
        " void k(int* p) { } static const ::gridlock::sim::KernelRegistration "
        "gridlock_kernel_0(&k, \"k\");");
  CHECK(
      contains(text_of("namespace { static __gridlock_global__ void k() {} }"), "(&k, "));
  CHECK(contains(text_of("extern \"C\" __gridlock_global__ void k() {}"), "(&k, "));
  for (const char* text : {"__gridlock_global__ void k(int* p);",
                           "template <class T> __gridlock_global__ void k(T* p) {}",
                           "template <> __gridlock_global__ void k<int>(int* p) {}",
                           "template __gridlock_global__ void k<int>(int* p);",
                           "struct S { static __gridlock_global__ void k() {} };"})
    CHECK_FALSE(contains(text_of(text), "KernelRegistration"));
}

TEST_CASE(
    "overloads are told apart by their parameters, declarations are not overloads") {
  const std::string two = text_of(
      "__gridlock_global__ void k(int* p) {}\n"
      "__gridlock_global__ void k(float* p, int n = 2, A<int, 3> a = A<int, 3>()) {}");
  must_say(two, {"static_cast<void (*)(int * p )>(&k), \"k\")", ">(&k), \"k\")"});
  CHECK_FALSE(contains(two, "= 2, A<int, 3> )>"));
  const std::string forward = text_of(
      "__gridlock_global__ void k(int*, const unsigned n);\n"
      "__gridlock_global__ void k(int* data, const unsigned count) {}");
  CHECK(contains(forward, "(&k, \"k\")"));
}

TEST_CASE("a template kernel keeps its type through a cast to void*") {
  const std::string kernel = "template <class T> __gridlock_global__ void k(T* p);\n";
  const std::string kept = "(::gridlock::sim::register_kernel(k<int>, \"k<int>\"), ";
  CHECK(contains(text_of(kernel + "void* p = (void*)k<int>;"),
                 "(void*)" + kept + "k<int>)"));
  CHECK(contains(text_of(kernel + "void* p = (const void*)&k<int>;"), kept + "&k<int>)"));
  CHECK(contains(text_of(kernel + "auto p = reinterpret_cast<const void*>(k<int>);"),
                 "(" + kept + "k<int>))"));
  for (const char* text :
       {"void f() { g(k<int>); }", "void (*p)(int*) = k<int>;", "using T = A<k<int>>;"})
    CHECK_FALSE(contains(text_of(kernel + text), "register_kernel"));
}

TEST_CASE("a cast to a reference to volatile is one to a pointer, as clang 14 needs it") {
  CHECK(text_of("int f(int& x) { return const_cast<volatile int&>(x); }") ==
        "int f(int& x) { return (*const_cast<volatile int*>(__builtin_addressof(x))); }");
  CHECK(text_of("int f(int& x) { return (volatile int&)x; }") ==
        "int f(int& x) { return *(volatile int*)&x; }");
  for (const char* same :
       {"void f(volatile int&);", "auto f = [](volatile int& x) { g(x); };",
        "int f(A a) { return static_cast<volatile int&&>(a); }",
        "S& operator()(volatile S&) const;", "std::function<void(volatile int&)> f;"})
    CHECK(text_of(same) == same);
}

TEST_CASE("a kernel that is called like a function is an error, as for nvcc") {
  const auto result =
      rewritten("__gridlock_global__ void k(int) {}\nvoid f() {\n k(1);\n}");
  REQUIRE(result.complaints.size() == 1);
  CHECK(result.complaints[0].line == 3);
  // A host function of the same name may be meant.
  CHECK(text_of("__gridlock_global__ void k(int) {}\nvoid k(A a);\nvoid f() { k(x); }")
            .size() > 0);
}

TEST_CASE("main gets another name, an end, and a way in") {
  const auto program = rewritten("int main(int argc, char** argv) {\n  f();\n}\n", true);
  CHECK(program.has_main);
  must_say(program.text, {"int gridlock_program_main(int argc", "  f();\nreturn 0; }",
                          "int gridlock_program_entry(int argc, char** argv)"});
  CHECK(rewritten("auto main() -> int { }", true).has_main);
  CHECK_FALSE(rewritten("namespace n { int main() {} }\nint main;", true).has_main);
  CHECK_FALSE(rewritten("int main();", true).has_main);
  CHECK_FALSE(rewritten("int f() { main(); }", true).has_main);
  // In a lab, the student's own main is renamed, and not called.
  const auto lab = rewritten("int main() {}");
  CHECK(contains(lab.text, "gridlock_program_main"));
  CHECK_FALSE(contains(lab.text, "gridlock_program_entry"));
  CHECK(rewritten("void main() {}", true).complaints.size() == 1);
}

}  // namespace gridlock::test_rewrite
