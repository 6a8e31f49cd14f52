// From a submission to a module, with the real compilers.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "build/module.h"
#include "build/toolchain.h"
#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"

using namespace gridlock;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kKernel = "__global__ void twice(int* p) { *p = 2 * *p; }\n";
constexpr std::string_view kScenarios =
    "#include \"lab.cu\"\n#include <gridlock/scenario.h>\n"
    "GRIDLOCK_SCENARIO(one) {\n  gridlock::DeviceBuffer<int> p(scenario, \"p\", 1);\n"
    "  twice<<<1, 1>>>(p);\n  scenario.check_launch(\"twice\");\n  p.output();\n}\n"
    "GRIDLOCK_MODULE()\n";

bool contains(const std::string& text, std::string_view what) {
  return text.find(what) != text.npos;
}

/// A folder with a student's and a lab's files.
struct Workplace {
  fs::path own =
      fs::temp_directory_path() / ("gridlock-module-" + std::to_string(::getpid()));
  fs::path root;
  explicit Workplace(const char* name = "") : root(own / name) {
    fs::remove_all(own);
    fs::create_directories(root / "student");
    fs::create_directories(root / "lab");
    write("lab/scenarios.cu", kScenarios);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() { fs::remove_all(own); }

  void write(const std::string& name, std::string_view text) const {
    fs::create_directories((root / name).parent_path());
    write_file_atomic(root / name, text);
  }

  /// Builds a lab's submission.
  ModuleBuild lab(std::string_view text) const {
    write("student/lab.cu", text);
    return lab_again();
  }
  ModuleBuild lab_again() const {
    ModuleRequest request;
    request.submission = root / "student" / "lab.cu";
    request.scenarios = root / "lab" / "scenarios.cu";
    request.submission_name = "lab.cu";
    request.include_dirs = {root / "include"};
    request.required = {"__global__ void twice(int* p);"};
    request.cache_dir = root / "cache";
    return build_module(request);
  }

  /// Builds a whole program.
  ModuleBuild program(std::string_view text,
                      const std::string& name = "program.cu") const {
    write("student/" + name, text);
    ModuleRequest request;
    request.submission = root / "student" / name;
    request.cache_dir = root / "cache";
    return build_module(request);
  }
};

/// Files that have just changed are not taken for settled.
void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(40)); }

/// Names with all that a shell, make, a linker and a compiler treat in a way of their
/// own: in UTF-8, and with a byte that is none.
constexpr const char* kOddNames[] = {"j\u00FCrgen's \"labs\", $HOME #1 \u2713 \U0001F512",
                                     "j\xFCrgen"};

/// A message shows the student's names only.
void check_is_clean(const ModuleBuild& build, const Workplace& place) {
  CHECK_FALSE(contains(build.message, place.root.string()));
  CHECK_FALSE(contains(build.message, "sim/cuda"));
  CHECK_FALSE(contains(build.message, "__gridlock"));
  CHECK(split_lines(build.message).size() <= 62);
}

}  // namespace

TEST_CASE("a lab's submission becomes a module, the second time at once") {
  const Workplace place;
  place.write("student/lab.cu", kKernel);
  settle();
  const ModuleBuild first = place.lab_again();
  REQUIRE_MESSAGE(first.verdict == Verdict::passed, first.message);
  CHECK(first.message.empty());
  CHECK(fs::is_regular_file(first.module));
  CHECK(first.source_hash.size() == 16);
  CHECK_FALSE(first.cached);
  const ModuleBuild second = place.lab_again();
  CHECK(second.cached);
  CHECK(second.module == first.module);
  CHECK(second.source_hash == first.source_hash);
  // No build folder is left, and a comment is no reason for another module.
  for (const auto& entry : fs::directory_iterator(place.root / "cache"))
    CHECK_FALSE(entry.path().filename().string().starts_with("tmp-"));
  const ModuleBuild commented = place.lab(std::string(kKernel) + "// done\n");
  CHECK_FALSE(commented.cached);
  CHECK(commented.source_hash != first.source_hash);
}

TEST_CASE("a module is built anew when anything that went into it changes") {
  const Workplace place;
  place.write("student/a.h", "inline int a() { return 1; }\n");
  place.write("include/b.h", "inline int b() { return 1; }\n");
  const std::string text = "#include \"a.h\"\n#include \"b.h\"\n" + std::string(kKernel);
  place.write("student/lab.cu", text);
  settle();
  const ModuleBuild first = place.lab_again();
  REQUIRE_MESSAGE(first.verdict == Verdict::passed, first.message);
  REQUIRE(place.lab_again().cached);

  place.write("student/a.h", "inline int a() { return 2; }\n");
  settle();
  const ModuleBuild header = place.lab_again();
  CHECK_FALSE(header.cached);
  CHECK(header.module != first.module);
  CHECK(header.source_hash != first.source_hash);

  // A header that comes to stand in front of another one.
  place.write("student/b.h", "inline int b() { return 3; }\n");
  settle();
  const ModuleBuild shadowed = place.lab_again();
  CHECK_FALSE(shadowed.cached);
  CHECK(shadowed.module != header.module);

  place.write("lab/scenarios.cu", std::string(kScenarios) + "static int unused;\n");
  CHECK(place.lab_again().module != shadowed.module);

  // A damaged record, and a module that is gone.
  for (const auto& entry : fs::directory_iterator(place.root / "cache" / "requests"))
    std::ofstream(entry.path()) << "{\"key\": 1";
  CHECK(place.lab_again().verdict == Verdict::passed);
  settle();
  const ModuleBuild again = place.lab_again();
  fs::remove_all(again.module.parent_path());
  CHECK(place.lab_again().verdict == Verdict::passed);
  CHECK(fs::exists(again.module));
}

TEST_CASE("a module that was damaged in the cache is built again") {
  const Workplace place;
  place.write("student/lab.cu", kKernel);
  settle();
  const ModuleBuild first = place.lab_again();
  REQUIRE_MESSAGE(first.verdict == Verdict::passed, first.message);
  const std::string whole = read_file(first.module);
  std::string altered = whole;
  altered[altered.size() / 2] ^= 1;
  for (const std::string& damaged : {whole.substr(0, whole.size() / 2), altered}) {
    settle();
    REQUIRE(place.lab_again().cached);
    std::ofstream(first.module, std::ios::binary | std::ios::trunc) << damaged;
    const ModuleBuild again = place.lab_again();
    CHECK(again.verdict == Verdict::passed);
    CHECK_FALSE(again.cached);
    CHECK(again.module == first.module);
    CHECK(read_file(again.module) == whole);
  }
}

TEST_CASE("two builds of the same at once both succeed") {
  const Workplace place;
  place.write("student/lab.cu", kKernel);
  ModuleBuild builds[2];
  std::thread other([&] { builds[0] = place.lab_again(); });
  builds[1] = place.lab_again();
  other.join();
  for (const ModuleBuild& build : builds)
    CHECK_MESSAGE(build.verdict == Verdict::passed, build.message);
  CHECK(builds[0].module == builds[1].module);
}

TEST_CASE("a file that cannot be read as text gets a sentence, never a change") {
  const Workplace place;
  const auto message = [&](std::string_view text) {
    const ModuleBuild build = place.lab(text);
    CHECK(build.verdict == Verdict::rejected);
    CHECK(read_file(place.root / "student" / "lab.cu") == text);
    return build.message;
  };
  CHECK(contains(message(""), "lab.cu is empty"));
  CHECK(contains(message(" \n\t\r\n"), "lab.cu is empty"));
  CHECK(contains(message("\xEF\xBB\xBF\n"), "lab.cu is empty"));
  CHECK(contains(message(std::string((1 << 20) + 1, ' ')), "larger than 1 MiB"));
  CHECK(contains(message(std::string("int x;\0int y;", 13)), "not a text file"));
  CHECK(contains(message("\x7F"
                         "ELF\x02\x01"),
                 "not a text file"));
  CHECK(contains(message(std::string_view("\xFF\xFEi\0n\0t\0", 8)), "UTF-16"));
  CHECK(contains(message(std::string_view("\xFE\xFF\0i\0n\0t", 8)), "UTF-16"));

  fs::remove(place.root / "student" / "lab.cu");
  CHECK(contains(place.lab_again().message, "lab.cu was not found"));
  CHECK(place.lab_again().verdict == Verdict::rejected);
  fs::create_directory(place.root / "student" / "lab.cu");
  CHECK(contains(place.lab_again().message, "is a folder"));
  fs::remove(place.root / "student" / "lab.cu");
  CHECK(::mkfifo((place.root / "student" / "lab.cu").c_str(), 0600) == 0);
  CHECK(contains(place.lab_again().message, "not a regular file"));
}

TEST_CASE("CRLF and a byte order mark are accepted, and lines stay right") {
  const Workplace place;
  const std::string text = "\xEF\xBB\xBF// gr\xC3\xBC\xC3\x9F\r\n\r\n" +
                           replace_all(kKernel, "\n", "\r\n") + "#define A \\\r\n  1\r\n";
  const ModuleBuild good = place.lab(text);
  CHECK_MESSAGE(good.verdict == Verdict::passed, good.message);
  CHECK(read_file(place.root / "student" / "lab.cu") == text);
  const ModuleBuild bad = place.lab(text + "int x = y;\r\n");
  CHECK(bad.verdict == Verdict::compile_error);
  CHECK(contains(bad.message,
                 "lab.cu:6: error: use of undeclared identifier 'y'\n"
                 "    int x = y;"));
}

TEST_CASE("folders and headers may have any name") {
  for (const char* name : kOddNames) {
    CAPTURE(name);
    const Workplace place(name);
    place.write("student/gr\u00F6\u00DFe's 1,\u2713.cuh",
                "inline int mine() { return 1; }\n");
    place.write("include/\u00FCber.h", "inline int labs() { return 1; }\n");
    const std::string text =
        "#include \"gr\u00F6\u00DFe's 1,\u2713.cuh\"\n#include <\u00FCber.h>\n" +
        std::string(kKernel);
    place.write("student/lab.cu", text);
    settle();
    const ModuleBuild build = place.lab_again();
    REQUIRE_MESSAGE(build.verdict == Verdict::passed, build.message);
    CHECK(fs::exists(build.module.parent_path() / "src/gr\u00F6\u00DFe's 1,\u2713.cuh"));
    // The cache's notes are JSON; without them the module is found a little later.
    CHECK(place.lab_again().cached == is_utf8(name));
    CHECK(place.lab_again().module == build.module);
    CHECK(place.program("int main() {}\n", "\u00FC's \"1\".cu").verdict ==
          Verdict::passed);
    place.write("student/gr\u00F6\u00DFe's 1,\u2713.cuh", "\nint z = w;\n");
    const ModuleBuild error = place.lab_again();
    CHECK(error.verdict == Verdict::compile_error);
    CHECK(contains(error.message,
                   "gr\u00F6\u00DFe's 1,\u2713.cuh:2: error: use of "
                   "undeclared identifier 'w'\n    int z = w;"));
    check_is_clean(error, place);
  }
}

TEST_CASE("a folder's name with a comma is one word to the linker") {
  // The linker's script lies in the tree, whose name is as long as the tests are built in
  // it: what may be told by -Wl, which cuts at commas, is no path.
  for (const std::string& flag : link_flags())
    CHECK_FALSE((flag.starts_with("-Wl,") && contains(flag, "/")));
}

TEST_CASE("a compile error is told in the student's own names and lines") {
  const Workplace place;
  const auto message = [&](const std::string& text,
                           Verdict verdict = Verdict::compile_error) {
    const ModuleBuild build = place.lab(std::string(kKernel) + text);
    CHECK(build.verdict == verdict);
    check_is_clean(build, place);
    return build.message;
  };
  CHECK(contains(message("\nvoid f() {\n  int x = \"a\" \n}\n"), "lab.cu:4: error: "));
  CHECK(contains(message("\n#include \"none.h\"\n"),
                 "lab.cu:3: error: 'none.h' file not found\n    #include \"none.h\""));
  CHECK(contains(message("#error told so\n"), "lab.cu:2: error: told so"));
  CHECK(contains(message("#if 1\n"), "lab.cu:2: error: unterminated"));
  CHECK(contains(message("void f() {\n  twice<<<1, 1>>>(1, 2, 3);\n}\n"),
                 "lab.cu:3: error: "));
  CHECK(contains(message("void f() {\n  twice<<<1>>>(nullptr);\n}\n"),
                 "lab.cu:3: error: "));
  CHECK(contains(message("__global__ int g() { return 1; }\n"),
                 "lab.cu:2: error: a __global__ function must return void"));
  CHECK(contains(message("__global__ void g() {\n __shared__ int x = 1;\n}\n"),
                 "lab.cu:3: A __shared__ variable cannot have an initializer"));
  CHECK(contains(message("void f(int* p) {\n  twice(p);\n}\n"),
                 "lab.cu:3: A kernel is launched"));
  CHECK(contains(message("void f() { __syncthread(); }\n"), "'__syncthread'"));
  CHECK(contains(message("int helper(int);\nint f() { return helper(1); }\n"),
                 "helper(int) is declared and used, but defined nowhere"));
  place.write("student/sub/mine.h", "\nint z = w;\n");
  CHECK(
      contains(message("#include \"sub/mine.h\"\n"),
               "sub/mine.h:2: error: use of undeclared identifier 'w'\n    int z = w;"));
}

TEST_CASE("when only the checks do not compile, the message says what they need") {
  const Workplace place;
  for (const char* text : {"__global__ void thrice(int* p) {}\n",
                           "__global__ void twice(float* p) { *p = 1; }\n"}) {
    const ModuleBuild build = place.lab(text);
    CHECK(build.verdict == Verdict::compile_error);
    CHECK(contains(build.message, "lab.cu compiles by itself"));
    CHECK(contains(build.message, "    __global__ void twice(int* p);\n"));
    CHECK(contains(build.message, "scenarios.cu:5: error: "));
    check_is_clean(build, place);
  }
}

TEST_CASE("what a submission must not hold is rejected with its line") {
  const Workplace place;
  const auto message = [&](const std::string& text) {
    const ModuleBuild build = place.lab(std::string(kKernel) + text);
    CHECK_MESSAGE(build.verdict == Verdict::rejected, text);
    check_is_clean(build, place);
    return build.message;
  };
  CHECK(contains(message("__device__ void f() {\n  asm volatile(\"membar.gl;\");\n}\n"),
                 "lab.cu:3: Inline assembly (PTX) does not run on the simulator."));
  CHECK(contains(
      message("#define A __attribute__((no_sanitize(\"thread\")))\nA void f();\n"),
      "lab.cu:3: The attribute no_sanitize"));
  CHECK(contains(message("#define C(a, b) a##b\nvoid C(__ts, an_read4)(void*) {}\n"),
                 "lab.cu:3: The name __tsan_read4"));
  CHECK(contains(message("_Pragma(\"clang optimize on\")\n"), "lab.cu:2: #pragma clang"));
  CHECK(contains(message("#include \"/etc/passwd\"\n"),
                 "lab.cu:2: This includes a file by"));
  CHECK(contains(message("#define H \"/etc/passwd\"\n#include H\n"),
                 "lab.cu:3: The file included here"));
  CHECK_FALSE(contains(message("#define H \"/etc/passwd\"\n#include H\n"), "root:"));
  CHECK(contains(message("#include <cstdlib>\nint f() { return system(\"id\"); }\n"),
                 "system"));
  CHECK(contains(message("#include <thread>\nvoid f() { std::thread([] {}).join(); }\n"),
                 "Host threads do not run on the simulator"));
  CHECK(contains(
      message(
          "#include <cstdio>\nvoid* f() { return fopen(\"/proc/self/mem\", \"w\"); }\n"),
      "cannot open files"));
  CHECK(contains(
      message("extern \"C\" void* memcpy(void* a, const void*, size_t) { return a; }\n"),
      "The file defines memcpy"));
  CHECK(contains(message("extern \"C\" cudaError_t cudaMalloc(void**, size_t) { return "
                         "cudaSuccess; }\n"),
                 "The file defines cudaMalloc"));
  CHECK(contains(message("#include <csignal>\nvoid f() { signal(1, SIG_IGN); }\n"),
                 "take control away"));
  place.write("student/hidden.h", "#line 1 \"/usr/include/stdio.h\"\n");
  CHECK(contains(message("#include \"hidden.h\"\n"), "hidden.h:1: A #line directive"));
  place.write("outside.h", "int x;\n");
  fs::create_symlink(place.root / "outside.h", place.root / "student" / "link.h");
  CHECK(contains(message("#include \"link.h\"\n"), "lab.cu:2: The file included here"));
}

TEST_CASE("the lab's macros and declarations cannot be reached by the student's") {
  const Workplace place;
  const ModuleBuild build =
      place.lab("#define cudaMemcpy(...) cudaSuccess\n#define param(...) x\n" +
                std::string(kKernel));
  CHECK_MESSAGE(build.verdict == Verdict::passed, build.message);
}

TEST_CASE("bombs end as a message about the file") {
  const Workplace place;
  const auto check = [&](const std::string& text, Verdict verdict,
                         std::string_view what) {
    const ModuleBuild build = place.lab(std::string(kKernel) + text);
    CHECK_MESSAGE(build.verdict == verdict, text);
    CHECK_MESSAGE(contains(build.message, what), build.message);
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

TEST_SUITE("full") {
  TEST_CASE("a template bomb ends with the compiler's limits") {
    const Workplace place;
    const ModuleBuild build =
        place.lab(std::string(kKernel) +
                  "template <int N, int M> struct B { typename B<N - 1, 2 * M>::t a; "
                  "typename B<N - 1, 2 * M + 1>::t b; using t = B; };\n"
                  "template <int M> struct B<0, M> { using t = B; };\nB<26, 0>::t x;\n");
    const bool ended =
        build.verdict == Verdict::timeout || build.verdict == Verdict::compile_error;
    CHECK_MESSAGE(ended, build.message);
    CHECK(build.seconds < 90);
  }
}

TEST_CASE("a whole program needs a main, in any of its forms") {
  const Workplace place;
  const std::string kernel(kKernel);
  for (const char* main :
       {"int main() {}", "int main(int, char**) { return 1; }",
        "int main(int argc, const char* argv[]) {}", "int main(void) {}",
        "auto main() -> int {}", "extern \"C\" int main() { return 0; }"}) {
    const ModuleBuild build = place.program(kernel + main);
    CHECK_MESSAGE(build.verdict == Verdict::passed, build.message);
  }
  const ModuleBuild none = place.program(kernel);
  CHECK(none.verdict == Verdict::compile_error);
  CHECK(contains(none.message, "program.cu has no main function"));
  CHECK(
      contains(place.program("int main(double) {}").message, "main must be int main()"));
  // A name that would be an option, or has a place in no message.
  CHECK(place.program("int main() {}", "-x c++ \"\n.cu").verdict == Verdict::passed);
  // A program may write files; it may not start others.
  CHECK(place.program("#include <fstream>\nint main() { std::ofstream(\"x\") << 1; }")
            .verdict == Verdict::passed);
}

TEST_CASE("a program keeps what belongs to it alone") {
  const Workplace place;
  // Names that the C library has too, a main in a lab, variables called like functions.
  const ModuleBuild lab = place.lab(
      std::string(kKernel) +
      "__device__ int error, index_, y;\nint cudaStatus;\n"
      "__device__ float atomicMax(float* p, float v) { return *p < v ? *p = v : *p; }\n"
      "__global__ void use(float* p) { atomicMax(p, 1.0f + error); }\n"
      "int main() { use<<<1, 1>>>(nullptr); }\n");
  CHECK_MESSAGE(lab.verdict == Verdict::passed, lab.message);
}

TEST_CASE("what is nobody's fault but ours is a grader_error") {
  const Workplace place;
  place.write("student/lab.cu", kKernel);
  fs::remove(place.root / "lab" / "scenarios.cu");
  const ModuleBuild no_lab = place.lab_again();
  CHECK(no_lab.verdict == Verdict::grader_error);
  CHECK(contains(no_lab.message, "scenarios.cu"));
  ModuleRequest request;
  request.submission = place.root / "student" / "lab.cu";
  request.cache_dir = "/proc/none/cache";
  CHECK(build_module(request).verdict == Verdict::grader_error);
}

TEST_CASE("every form of launch, and what programs use of the libraries, works") {
  const fs::path gridlock = fs::path(GRIDLOCK_BIN_DIR) / "gridlock";
  if (!fs::exists(gridlock)) return;
  for (const char* name : {"launches.cu", "libraries.cu"}) {
    const auto result =
        run_process({{gridlock.string(), "run",
                      (fs::path(GRIDLOCK_TESTS_DIR) / "build/data" / name).string(),
                      "--schedules", "2"}});
    CHECK_MESSAGE(result.exit_code == 0, (result.output + result.errors));
  }
}

TEST_SUITE("full") {
  TEST_CASE("the same file becomes a module for the GPU") {
    const Workplace place;
    ModuleRequest request;
    request.executor = ExecutorKind::gpu;
    request.submission = place.root / "student" / "lab.cu";
    request.scenarios = place.root / "lab" / "scenarios.cu";
    request.submission_name = "lab.cu";
    request.required = {"__global__ void twice(int* p);"};
    request.cache_dir = place.root / "cache";
    place.write("student/mine.h", "#pragma once\n");
    place.write(
        "student/lab.cu",
        "#include \"mine.h\"\r\n__device__ void f() { asm(\"membar.gl;\"); }\r\n" +
            std::string(kKernel) + "int main() {}\n");
    settle();
    const ModuleBuild first = build_module(request);
    if (first.verdict == Verdict::skipped) {
      CHECK(contains(first.message, "nvcc was not found"));
      return;
    }
    REQUIRE_MESSAGE(first.verdict == Verdict::passed, first.message);
    CHECK(fs::is_regular_file(first.module));
    CHECK(build_module(request).cached);

    place.write("student/lab.cu", std::string(kKernel) + "int x = y;\n");
    const ModuleBuild error = build_module(request);
    CHECK(error.verdict == Verdict::compile_error);
    CHECK(contains(error.message, "lab.cu:2: error: identifier \"y\" is undefined"));
    check_is_clean(error, place);

    place.write("student/lab.cu", "__global__ void thrice(int* p) {}\n");
    const ModuleBuild missing = build_module(request);
    CHECK(missing.verdict == Verdict::compile_error);
    CHECK(contains(missing.message, "    __global__ void twice(int* p);\n"));
    check_is_clean(missing, place);

    request.scenarios.clear();
    CHECK(build_module(request).verdict == Verdict::skipped);
  }

  TEST_CASE("a module for the GPU may be made of folders and headers of any name") {
    for (const char* name : kOddNames) {
      CAPTURE(name);
      const Workplace place(name);
      ModuleRequest request;
      request.executor = ExecutorKind::gpu;
      request.submission = place.root / "student" / "lab.cu";
      request.scenarios = place.root / "lab" / "scenarios.cu";
      request.submission_name = "lab.cu";
      request.cache_dir = place.root / "cache";
      place.write("student/gr\u00F6\u00DFe $1.h", "#pragma once\n");
      place.write("student/lab.cu",
                  "#include \"gr\u00F6\u00DFe $1.h\"\n" + std::string(kKernel));
      settle();
      const ModuleBuild build = build_module(request);
      if (build.verdict == Verdict::skipped) return;
      REQUIRE_MESSAGE(build.verdict == Verdict::passed, build.message);
      CHECK(fs::exists(build.module.parent_path() / "src/gr\u00F6\u00DFe $1.h"));
      CHECK(build_module(request).module == build.module);
    }
  }
}
