// Programs with different texts for the host and for the device: texts that cannot be one
// program, and the rules.  sim/programs/cuda_arch.cu tests what such programs do.
#include "build/rewrite/two_passes.h"
#include "build/module.h"
#include "build/source/declarations.h"
#include "build/translation_unit.h"
#include "tests/build/workplace.h"
#include "tests/test.h"

namespace gridlock::test_two_passes {
PreprocessedText side(const std::string& body) {
  PreprocessedText text{"# 1 \"a.cu\"\n" + body, {}};
  text.tokenized = tokenize_preprocessed(text.text, made_up_folders());
  return text;
}

/// The merged text without its line markers.
std::string merged(const std::string& host, const std::string& device) {
  const PreprocessedText one = side(host), other = side(device);
  const MergedText merged = merge_passes(one, other);
  CHECK(merged.complaints.empty());
  std::string text;
  for (std::size_t at = 0, end; at < merged.text.size(); at = end + 1) {
    end = std::min(merged.text.find('\n', at), merged.text.size());
    const std::string line = merged.text.substr(at, end - at);
    if (!line.starts_with("# ")) text += line;
  }
  return text;
}

/// Builds a program, with common/twice.h in a folder beside its own.
ModuleBuild build(std::string_view program) {
  const Scratch root;
  root.write("common/twice.h", "__device__ inline int twice(int x) { return 2 * x; }\n");
  ModuleRequest request;
  request.submission = root.write("own/program.cu", program);
  request.cache_dir = root / "cache";
  return build_module(request);
}

std::string kinds_of(const std::string& body) {
  const PreprocessedText text = side(body);
  const Syntax syntax(text.tokenized.tokens);
  std::string kinds;
  for (const Declaration& one : declarations_in(syntax, 0, syntax.size())) {
    kinds += "fsco"[static_cast<std::size_t>(one.kind)];
    if (one.body != kNone) kinds += '{';
  }
  return kinds;
}

TEST_CASE("a program's headers may lie anywhere, and are instrumented as its own") {
  const char* const kRest =
      "__global__ void kernel(int* x) { *x = twice(*x); }\n"
      "int main() { kernel<<<1, 1>>>(nullptr); }\n";
  must_pass(build(std::string("#include \"../common/twice.h\"\n") + kRest));
  must_fail(build(std::string("#include \"../common/none.h\"\n") + kRest),
            Verdict::compile_error, {});
}

TEST_CASE("a header that one side includes often counts once, and only that side's") {
  const Workplace place;
  place.write("student/program.cu",
              "#include <cmath>\n#include <cassert>\n# include  <cassert>\n"
              "#include <cassert>\n");
  ModuleRequest request;
  request.submission = place.root / "student/program.cu";
  const TranslationUnit unit(request, read_submission(request.submission, "program.cu"),
                             place.root);
  const auto system = [](const char* name) {
    return SourceFile{name, FileKind::system, name};
  };
  TokenizedText one, other;
  one.files = {{request.submission, FileKind::submission, "program.cu"},
               system("/usr/include/cmath"),
               system("/usr/include/assert.h")};
  other.files = {one.files[0], one.files[1]};
  other.inclusions = {{1, 0, 1}};
  one.inclusions = {{1, 0, 1}, {2, 0, 2}, {2, 0, 3}, {2, 0, 4}, {1, 2, 1}};
  const std::vector<std::string> once{"cassert"};
  CHECK(unit.headers_of_one_side(one, other) == once);
  CHECK(unit.headers_of_one_side(other, one) == once);
  CHECK(unit.headers_of_one_side(one, one).empty());
}

TEST_CASE("declarations are told apart") {
  CHECK(kinds_of("int f(int); int x; int y(3); int g() { return 1; } int z{1};") ==
        "foff{o");
  CHECK(kinds_of("A::A() : a(1), b{2}, C<int>{3} { go(); } int x;") == "f{o");
  CHECK(
      kinds_of("namespace a::b { int x; } extern \"C\" { int y; } enum E : int { e };") ==
      "s{s{o");
  CHECK(kinds_of("template <class T, int n = f(3)> struct A<T*> : B { int x; } a, b;") ==
        "c{");
  CHECK(
      kinds_of("struct A f() { } bool operator()(int) { } A& operator=(A) = default;") ==
      "f{f{f");
  CHECK(kinds_of(
            "int (*f)(int) = g; auto l = [](int) { return 1; }; using F = void(int);") ==
        "ooo");
  CHECK(kinds_of("auto f() -> decltype(g()) { } auto h() noexcept(true) { }") == "f{f{");
}

TEST_CASE("a function of the device has the device's text, one of the host the host's") {
  CHECK(merged("__gridlock_global__ void k() { a; } int x;",
               "__gridlock_global__ void k() { b; } int x;") ==
        "__gridlock_global__ void k() { b; } int x;");
  CHECK(merged("int f() { a; } int x;", "int f() { b; } int x;") ==
        "int f() { a; } int x;");
}

TEST_CASE("a function of both sides asks where it runs") {
  const std::string both = "__gridlock_host__ __gridlock_device__ int f() ";
  const std::string text = merged(both + "{ a; }", both + "{ b; }");
  CHECK(text ==
        " __gridlock_device__ int f() { if (!__builtin_is_constant_evaluated() && "
        "::gridlock_in_device_code()) { b; } else { a; } }");
}

TEST_CASE("what one side has stays, except what the host cannot call") {
  CHECK(merged("int x;\nint a;\n\nint y;", "int x;\n\nint b;\nint y;") ==
        "int x;int b;int a;int y;");
  CHECK(merged("int x;\n__gridlock_device__ int f() { a; }\nint y;",
               "int x;\n\nint y;") == "int x;int y;");
}

TEST_CASE("a megabyte of what one side has is not slow: it would take minutes") {
  // Host and device have these variables on different lines.
  std::string host = "int x;\n", device = host, lambdas = "void f() {\n";
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = std::to_string(i), at = "# " + std::to_string(4 * i + 5);
    host += at + " \"a.cu\"\nconstexpr int a" + name + " = 1;\n";
    device += at + "2 \"a.cu\"\nconstexpr int a" + name + " = 2;\n";
  }
  CHECK(merge_passes(side(host), side(device)).complaints.size() == 20'000);
  for (int i = 0; i < 50'000; ++i) lambdas += "[]__gridlock_device__ ";
  CHECK(merge_passes(side(lambdas + "1; }"), side(lambdas + "2; }")).complaints.size() ==
        1);
  std::string nested;
  for (int i = 0; i < 50'000; ++i) nested += "namespace a { int x; ";
  const std::string ends(50'000, '}');
  CHECK(merge_passes(side(nested + "int y;" + ends), side(nested + "int z;" + ends))
            .complaints.size() == 1);
}

TEST_CASE("each token keeps its line") {
  const PreprocessedText host = side("int x;\n\n\n\nint y;\n"),
                         device = side("int x;\nint\nb;\n\nint y;\n");
  const MergedText merged = merge_passes(host, device);
  const TokenizedText tokens = tokenize_preprocessed(merged.text, made_up_folders());
  for (const Token& token : tokens.tokens) {
    if (token.is("x")) CHECK(token.line == 1);
    if (token.is("b")) CHECK(token.line == 3);
    if (token.is("y")) CHECK(token.line == 5);
  }
  CHECK(tokens.tokens.size() == 9);
}

TEST_CASE("what cannot be had twice in one program is rejected with its line") {
  const auto refused = [](const std::string& one, const std::string& other) {
    const ModuleBuild built = build("#ifdef __CUDA_ARCH__\n" + one + "\n#else\n" + other +
                                    "\n#endif\nint main() {}\n");
    CAPTURE(built.message);
    CHECK(built.verdict == Verdict::rejected);
    return contains(built.message, "program.cu:2: What this declares is not the same");
  };
  CHECK(refused("constexpr int kWidth = 32;", "constexpr int kWidth = 1;"));
  CHECK(refused("struct A { int x; };", "struct A { long x; };"));
  CHECK(refused("using T = float;", "using T = double;"));
  const ModuleBuild member = build(
      "struct A {\n#ifdef __CUDA_ARCH__\n  int more;\n#endif\n  int x;\n};\n"
      "int main() {}\n");
  CHECK(contains(member.message, "program.cu:3: What this declares is not the same"));
  const ModuleBuild initializer = build(
      "struct A {\n  int x;\n  __host__ __device__ A() : x(\n#ifdef __CUDA_ARCH__\n 1\n"
      "#else\n 2\n#endif\n  ) {}\n};\nint main() {}\n");
  CHECK(contains(initializer.message, "program.cu:3: What this declares"));
}

TEST_CASE("the rules hold for both sides' text") {
  must_fail(
      build("__global__ void k() {\n#ifdef __CUDA_ARCH__\n  asm(\"brkpt;\");\n#endif\n}\n"
            "int main() { k<<<1, 1>>>(); }\n"),
      Verdict::rejected, {"program.cu:3: The simulator does not run the PTX"});
  must_fail(build("__global__ void k(int* p) { *p = __CUDA_ARCH__; }\nint main() {}\n"),
            Verdict::compile_error, {"program.cu:1: __CUDA_ARCH__ is not defined"});
  must_fail(
      build(
          "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 1000\n#error \"too old\"\n#endif\n"
          "int main() {}\n"),
      Verdict::compile_error, {"too old"});
}

}  // namespace gridlock::test_two_passes
