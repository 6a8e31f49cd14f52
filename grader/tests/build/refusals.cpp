// Sources from which no module can be built, and the messages for their authors.  The
// tests call the real compilers.
#include "build/module.h"
#include "tests/build/workplace.h"
#include "tests/test.h"

namespace gridlock::test_refusals {
TEST_CASE("what is said of a whole program's file speaks of no lab") {
  const Workplace place;
  for (const std::string& text :
       {std::string(), std::string((1 << 20) + 1, ' '), std::string("int\0x;", 6),
        std::string("#pragma weak f\nint main() {}\n"),
        std::string("__attribute__((naked)) void f();\nint main() {}\n"),
        std::string("#include \"gridlock/scenario.h\"\nint main() {}\n"),
        std::string("void f() {}\n")}) {
    const ModuleBuild build = place.program(text);
    CAPTURE(build.message);
    CHECK(build.verdict != Verdict::passed);
    CHECK(contains(build.message, "program"));
    must_not_say(build.message, {"sheet", "submission", "Hand in", "lab."});
  }
  CHECK(contains(place.program("").message, "program.cu is empty. Name a file"));
}

TEST_CASE("a file that cannot be read as text gets a sentence, never a change") {
  const Workplace place;
  const auto message = [&](std::string_view text) {
    const ModuleBuild build = must_fail(place.lab(text), Verdict::rejected, {});
    CHECK(read_file(place.root / "student" / "lab.cu") == text);
    return build.message;
  };
  for (const auto& [text, said] :
       {std::pair<std::string, std::string>{"", "lab.cu is empty"},
        {" \n\t\r\n", "lab.cu is empty"},
        {"\xEF\xBB\xBF\n", "lab.cu is empty"},
        {std::string((1 << 20) + 1, ' '), "larger than 1 MiB"},
        {std::string("int x;\0int y;", 13), "not a text file"},
        {"\x7F"
         "ELF\x02\x01",
         "not a text file"},
        {std::string("\xFF\xFEi\0n\0t\0", 8), "UTF-16"},
        {std::string("\xFE\xFF\0i\0n\0t", 8), "UTF-16"}})
    must_say(message(text), {said});

  fs::remove(place.root / "student" / "lab.cu");
  CHECK(contains(place.lab_again().message, "lab.cu was not found"));
  CHECK(place.lab_again().verdict == Verdict::rejected);
  fs::create_directory(place.root / "student" / "lab.cu");
  CHECK(contains(place.lab_again().message, "is a folder"));
  fs::remove(place.root / "student" / "lab.cu");
  CHECK(::mkfifo((place.root / "student" / "lab.cu").c_str(), 0600) == 0);
  CHECK(contains(place.lab_again().message, "not a regular file"));
}

TEST_CASE("a compile error is told in the student's own names and lines") {
  const Workplace place;
  const auto message = [&](const std::string& text,
                           Verdict verdict = Verdict::compile_error) {
    const ModuleBuild build = place.lab(kKernel + text);
    CHECK(build.verdict == verdict);
    check_is_clean(build, place);
    return build.message;
  };
  for (const auto& [text, said] :
       {std::pair{"\nvoid f() {\n  int x = \"a\" \n}\n", "lab.cu:4: error: "},
        {"\n#include \"none.h\"\n",
         "lab.cu:3: error: 'none.h' file not found\n    #include \"none.h\""},
        {"#error told so\n", "lab.cu:2: error: told so"},
        {"#if 1\n", "lab.cu:2: error: unterminated"},
        {"void f() {\n  twice<<<1, 1>>>(1, 2, 3);\n}\n", "lab.cu:3: error: "},
        {"void f() {\n  twice<<<1>>>(nullptr);\n}\n", "lab.cu:3: error: "},
        {"__global__ int g() { return 1; }\n",
         "lab.cu:2: error: a __global__ function must return void"},
        {"__global__ void g() {\n __shared__ int x = 1;\n}\n",
         "lab.cu:3: A __shared__ variable cannot have an initializer"},
        {"void f(int* p) {\n  twice(p);\n}\n", "lab.cu:3: A kernel is launched"},
        {"void f() { __syncthread(); }\n", "'__syncthread'"},
        {"int helper(int);\nint f() { return helper(1); }\n",
         "helper(int) is declared and used, but defined nowhere"}})
    must_say(message(text), {said});
  place.write("student/sub/mine.h", "\nint z = w;\n");
  CHECK(
      contains(message("#include \"sub/mine.h\"\n"),
               "sub/mine.h:2: error: use of undeclared identifier 'w'\n    int z = w;"));
}

TEST_CASE("when only the checks do not compile, the message says what they need") {
  const Workplace place;
  for (const char* text : {"__global__ void thrice(int* p) {}\n",
                           "__global__ void twice(float* p) { *p = 1; }\n"}) {
    const ModuleBuild build = must_fail(place.lab(text), Verdict::compile_error,
                                        {"lab.cu does not define what the checks use:\n"
                                         "    twice(int*)\n",
                                         "    __global__ void twice(int* p);"});
    check_is_clean(build, place);
  }
}

TEST_CASE("a program's header may be wrong, and no lab is to blame") {
  const Workplace place;
  place.write("headers/mine.h", "\nint z = w;\n");
  place.write("student/program.cu", "#include \"mine.h\"\nint main() { return z; }\n");
  ModuleRequest request;
  request.submission = place.root / "student" / "program.cu";
  request.include_dirs = {place.root / "headers"};
  request.cache_dir = place.root / "cache";
  const ModuleBuild build =
      must_fail(build_module(request), Verdict::compile_error,
                {"mine.h:2: error: use of undeclared identifier 'w'"});
  CHECK_FALSE(contains(build.message, "lab"));
}

TEST_CASE("a bracket that is never closed is named, and not the lab's own file") {
  const Workplace place;
  const ModuleBuild build = must_fail(
      place.lab("__global__ void twice(int* p) { *p = 1; }\nint f( {\n"),
      Verdict::compile_error, {"lab.cu:2: The `(` of this line is never closed.\n"});
  CAPTURE(build.message);
  CHECK(contains(build.message, "\n    int f( {"));
  CHECK_FALSE(contains(build.message, "compiles by itself"));
}

TEST_CASE("what a submission must not hold is rejected with its line") {
  const Workplace place;
  const auto message = [&](const std::string& text) {
    const ModuleBuild build = place.lab(kKernel + text);
    CHECK_MESSAGE(build.verdict == Verdict::rejected, text);
    check_is_clean(build, place);
    return build.message;
  };
  for (const char* text :
       {"\nasm(\"nop\");", "\n__asm__ volatile(\"\" ::: \"memory\");", "\n__asm__ { }",
        "\nint x asm(\"y\");", "\nvoid g() { asm(\"rdtsc\"); }"})
    CHECK(contains(message(text), "lab.cu:3: A submission may have inline assembly"));
  for (const auto& [text, said] :
       {std::pair{"__device__ void f() {\n  asm volatile(\"trap2;\");\n}\n"
                  "__global__ void k() { f(); }\nvoid go() { k<<<1, 1>>>(); }\n",
                  "lab.cu:3: The simulator does not run the PTX instruction trap2"},
        {"#define A __attribute__((no_sanitize(\"thread\")))\nA void f();\n",
         "lab.cu:3: The attribute no_sanitize"},
        {"#define C(a, b) a##b\nvoid C(__ts, an_read4)(void*) {}\n",
         "lab.cu:3: The name __tsan_read4"},
        {"_Pragma(\"clang optimize on\")\n", "lab.cu:2: #pragma clang"},
        {"#include \"/etc/passwd\"\n", "lab.cu:2: This includes a file by"},
        {"#define H \"/etc/passwd\"\n#include H\n", "lab.cu:3: The file included here"}})
    must_say(message(text), {said});
  CHECK_FALSE(contains(message("#define H \"/etc/passwd\"\n#include H\n"), "root:"));
  for (const auto& [text, said] :
       {std::pair{"#include <cstdlib>\nint f() { return system(\"id\"); }\n", "system"},
        {"#include <thread>\nvoid f() { std::thread([] {}).join(); }\n",
         "A lab's submission cannot start host threads"},
        {"#include <cstdio>\nvoid* f() { return fopen(\"/proc/self/mem\", \"w\"); }\n",
         "cannot open files"},
        {"extern \"C\" void* memcpy(void* a, const void*, size_t) { return a; }\n",
         "The file defines memcpy"},
        {"extern \"C\" cudaError_t cudaMalloc(void**, size_t) { return "
         "cudaSuccess; }\n",
         "The file defines cudaMalloc"},
        {"#include <csignal>\nvoid f() { signal(1, SIG_IGN); }\n", "take control away"}})
    must_say(message(text), {said});
  place.write("student/hidden.h", "#line 1 \"/usr/include/stdio.h\"\n");
  CHECK(contains(message("#include \"hidden.h\"\n"), "hidden.h:1: A #line directive"));
  place.write("outside.h", "int x;\n");
  fs::create_symlink(place.root / "outside.h", place.root / "student" / "link.h");
  CHECK(contains(message("#include \"link.h\"\n"), "lab.cu:2: The file included here"));
}

TEST_CASE("bombs end as a message about the file") {
  const Workplace place;
  const auto check = [&](const std::string& text, Verdict verdict,
                         std::string_view what) {
    const ModuleBuild build = place.lab(kKernel + text);
    CHECK_MESSAGE(build.verdict == verdict, text);
    must_say(build.message, {what});
    CHECK(build.message.size() < 8192);
    check_is_clean(build, place);
  };
  check("#include \"lab.cu\"\n", Verdict::compile_error, "lab.cu:");
  check("#include \"/dev/zero\"\n", Verdict::rejected, "absolute path");
  check(
      "template <int N> struct T { static const int v = T<N + 1>::v; };\nint x = "
      "T<0>::v;\n",
      Verdict::compile_error, "lab.cu:2: error: recursive template");
  check(
      "constexpr int f() { int i = 0; while (true) ++i; return i; }\nconstexpr int x = "
      "f();\n",
      Verdict::compile_error, "lab.cu:3: error: ");
  check("int a[1 << 28] = {1};\n", Verdict::compile_error, "larger than 256 MiB");
  std::string doubling = "#define A0 x,\n";
  for (int i = 1; i < 30; ++i)
    doubling += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" +
                std::to_string(i - 1) + "\n";
  check(doubling + "int x[] = {A22};\n", Verdict::rejected, "is too large");
  check(doubling + "int x[] = {A29};\n", Verdict::rejected, "is too large");
}

TEST_SUITE("deep") {  // This takes the minute that the compiler is given.
  TEST_CASE("a template bomb ends with the compiler's limits") {
    const Workplace place;
    const ModuleBuild build =
        place.lab(kKernel +
                  "template <int N, int M> struct B { typename B<N - 1, 2 * M>::t a; "
                  "typename B<N - 1, 2 * M + 1>::t b; using t = B; };\n"
                  "template <int M> struct B<0, M> { using t = B; };\nB<26, 0>::t x;\n");
    const bool ended =
        build.verdict == Verdict::timeout || build.verdict == Verdict::compile_error;
    CHECK_MESSAGE(ended, build.message);
    CHECK(build.seconds < 90);
  }
}

}  // namespace gridlock::test_refusals
