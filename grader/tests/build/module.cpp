// From a submission to a module, with the real compilers.
#include "build/module.h"
#include "build/toolchain.h"
#include "tests/build/workplace.h"
#include "tests/test.h"

namespace gridlock::test_module {
TEST_CASE("a lab's submission becomes a module, the second time at once") {
  const Workplace place;
  place.write("student/lab.cu", kKernel);
  settle();
  const ModuleBuild first = must_pass(place.lab_again());
  CHECK(first.message.empty());
  CHECK(fs::is_regular_file(first.module));
  CHECK(first.source_hash.size() == 64);
  CHECK_FALSE(first.cached);
  const ModuleBuild second = place.lab_again();
  CHECK(second.cached);
  CHECK(second.module == first.module);
  CHECK(second.source_hash == first.source_hash);
  // No build folder is left.  A source with one more comment is not taken from the cache.
  for (const auto& entry : fs::directory_iterator(place.root / "cache"))
    CHECK_FALSE(entry.path().filename().string().starts_with("tmp-"));
  const ModuleBuild commented = place.lab(kKernel + "// done\n");
  CHECK_FALSE(commented.cached);
  CHECK(commented.source_hash != first.source_hash);
}

TEST_CASE("a module of a file that was saved just now is not built twice") {
  const Workplace place;
  settle();
  const ModuleBuild first = must_pass(place.lab(kKernel));
  CHECK(place.lab_again().cached);
}

/// A function with n assignments in place of comparisons.
std::string with_assignments(int n) {
  std::string text = "__device__ int never(int tid) {\n";
  for (int i = 0; i < n; ++i) text += "  if (tid = " + std::to_string(i) + ") ++tid;\n";
  return text + "  return tid;\n}\n";
}

TEST_CASE("the compiler's warnings come with the module, and again from the cache") {
  const Workplace place;
  settle();
  CHECK(place.lab(kKernel).warnings.empty());
  const std::string text = with_assignments(1) + kKernel;
  const ModuleBuild first = must_pass(place.lab(text));
  CHECK(first.warnings ==
        "lab.cu:2: warning: using the result of an assignment as a condition without "
        "parentheses\n    if (tid = 0) ++tid;\n"
        "  lab.cu:2: note: use '==' to turn this assignment into an equality "
        "comparison\n");
  const ModuleBuild second = place.lab_again();
  CHECK(second.cached);
  CHECK(second.warnings == first.warnings);
  // Another request, for a text that differs in a comment, gets the same warnings.
  CHECK(place.lab(text + "// done\n").warnings == first.warnings);
}

TEST_CASE("a compare-exchange that acquires only when it fails is warned of") {
  const Workplace place;
  const auto warned = [&](const std::string& success, const std::string& failure) {
    const std::string order = "cuda::memory_order_";
    return must_pass(place.lab("#include <cuda/atomic>\n__device__ void lock(int* m) {\n"
                               "  cuda::atomic_ref<int> held(*m);\n  int free = 0;\n"
                               "  while (!held.compare_exchange_weak(free, 1, " +
                               order + success + ", " + order + failure +
                               ")) free = 0;\n}\n" + std::string(kKernel)))
        .warnings;
  };
  CHECK(contains(warned("relaxed", "acquire"),
                 "lab.cu:5: warning: by the letter of C++ this acquires only when"));
  CHECK(warned("relaxed", "relaxed").empty());
  CHECK(warned("acquire", "relaxed").empty());
  CHECK(warned("release", "acquire").empty());
}

TEST_CASE("no more warnings than one reads, and none hides an error") {
  const Workplace place;
  const ModuleBuild many = must_pass(place.lab(with_assignments(8) + kKernel));
  CHECK(contains(many.warnings, "if (tid = 4)"));
  CHECK_FALSE(contains(many.warnings, "if (tid = 5)"));
  CHECK(many.warnings.ends_with("and 3 more\n"));
  must_fail(place.lab(with_assignments(1000) + "int broken = unknown;\n" + kKernel),
            Verdict::compile_error, {"use of undeclared identifier 'unknown'"});
}

TEST_CASE("a module is built anew when anything that went into it changes") {
  const Workplace place;
  place.write("student/a.h", "inline int a() { return 1; }\n");
  place.write("include/b.h", "inline int b() { return 1; }\n");
  const std::string text = "#include \"a.h\"\n#include \"b.h\"\n" + kKernel;
  place.write("student/lab.cu", text);
  settle();
  const ModuleBuild first = must_pass(place.lab_again());
  REQUIRE(place.lab_again().cached);

  place.write("student/a.h", "inline int a() { return 2; }\n");
  settle();
  const ModuleBuild header = place.lab_again();
  CHECK_FALSE(header.cached);
  CHECK(header.module != first.module);
  CHECK(header.source_hash != first.source_hash);

  // A new header hides the old one with the same name.
  place.write("student/b.h", "inline int b() { return 3; }\n");
  settle();
  const ModuleBuild shadowed = place.lab_again();
  CHECK_FALSE(shadowed.cached);
  CHECK(shadowed.module != header.module);

  place.write("lab/scenarios.cu", kScenarios + "static int unused;\n");
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
  const ModuleBuild first = must_pass(place.lab_again());
  const std::string whole = read_file(first.module);
  std::string altered = whole;
  altered[altered.size() / 2] ^= 1;
  for (const std::string& damaged : {whole.substr(0, whole.size() / 2), altered}) {
    settle();
    REQUIRE(place.lab_again().cached);
    std::ofstream(first.module, std::ios::binary | std::ios::trunc) << damaged;
    const ModuleBuild again = must_pass(place.lab_again());
    CHECK_FALSE(again.cached);
    CHECK(again.module == first.module);
    CHECK(read_file(again.module) == whole);
  }
  // A file that appears beside the module makes the cached module invalid.
  const fs::path beside = first.module.parent_path() / "run_on_load";
  settle();
  REQUIRE(place.lab_again().cached);
  std::ofstream(beside) << "lab.cu:1\n";
  CHECK_FALSE(place.lab_again().cached);
  CHECK_FALSE(fs::exists(beside));
}

TEST_CASE("what the linker refuses is the file's fault, where it links others") {
  const Workplace place;
  place.write("student/lab.cu", kKernel +
                                    "extern \"C\" thread_local int optind;\n"
                                    "int* touch() { return &optind; }\n");
  const ModuleBuild result = must_fail(place.lab_again(), Verdict::compile_error, {});
  CHECK(result.if_ours_builds == Verdict::compile_error);
  CHECK(contains(result.message, "optind"));
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

TEST_CASE("CRLF and a byte order mark are accepted, and lines stay right") {
  const Workplace place;
  const std::string text = "\xEF\xBB\xBF// gr\xC3\xBC\xC3\x9F\r\n\r\n" +
                           replace_all(kKernel, "\n", "\r\n") + "#define A \\\r\n  1\r\n";
  must_pass(place.lab(text));
  CHECK(read_file(place.root / "student" / "lab.cu") == text);
  must_fail(place.lab(text + "int x = y;\r\n"), Verdict::compile_error,
            {"lab.cu:6: error: use of undeclared identifier 'y'\n"
             "    int x = y;"});
}

TEST_CASE("folders and headers may have any name") {
  for (const char* name : kOddNames) {
    CAPTURE(name);
    const Workplace place(name);
    place.write("student/gr\u00F6\u00DFe's 1,\u2713.cuh",
                "inline int mine() { return 1; }\n");
    place.write("include/\u00FCber.h", "inline int labs() { return 1; }\n");
    const std::string text =
        "#include \"gr\u00F6\u00DFe's 1,\u2713.cuh\"\n#include <\u00FCber.h>\n" + kKernel;
    place.write("student/lab.cu", text);
    settle();
    const ModuleBuild build = must_pass(place.lab_again());
    CHECK(fs::exists(build.module.parent_path() / "src/gr\u00F6\u00DFe's 1,\u2713.cuh"));
    // The cache's notes are JSON, so they exist only if the folder's name is UTF-8.
    CHECK(place.lab_again().cached == is_utf8(name));
    CHECK(place.lab_again().module == build.module);
    CHECK(place.program("int main() {}\n", "\u00FC's \"1\".cu").verdict ==
          Verdict::passed);
    place.write("student/gr\u00F6\u00DFe's 1,\u2713.cuh", "\nint z = w;\n");
    const ModuleBuild error =
        must_fail(place.lab_again(), Verdict::compile_error,
                  {"gr\u00F6\u00DFe's 1,\u2713.cuh:2: error: use of "
                   "undeclared identifier 'w'\n    int z = w;"});
    check_is_clean(error, place);
  }
}

TEST_CASE("no macro of the student's reaches into the lab's own files") {
  const Workplace place;
  place.write("lab/scenarios.cu", kScenarios +
                                      "#include <climits>\n#include <vector>\n"
                                      "static_assert(INT_MAX > 3, \"line 12\");\n");
  const std::string taken = "#define check_launch(what) )(\n";
  for (const std::string& macros :
       {taken, taken + "#undef check_launch\n",
        taken + "#if 0\n#undef check_launch\n#endif\n",
        taken + "#pragma push_macro(\"check_launch\")\n#undef check_launch\n"
                "#pragma pop_macro(\"check_launch\")\n",
        taken + "_Pragma(\"push_macro(\\\"check_launch\\\")\")\n#undef check_launch\n"
                "_Pragma(\"pop_macro(\\\"check_launch\\\")\")\n",
        taken + "const char* s = R\"(\n#undef check_launch\n)\";\n",
        std::string("#include <climits>\n#undef INT_MAX\n#define INT_MAX 3\n"),
        std::string("#define GLIBCXX\n#define vector )(\n#define THREADS 32\n")}) {
    CAPTURE(macros);
    must_pass(place.lab(kKernel + macros));
  }
  // The lab's own mistake costs no points.
  place.write("lab/scenarios.cu", kScenarios + "int bad = nowhere;\n");
  must_fail(place.lab(kKernel), Verdict::grader_error,
            {"scenarios.cu:10: error: use of undeclared", "    int bad = nowhere;"});
  // The scenarios get a system header even if the submission defines its include guard.
  place.write("lab/scenarios.cu", kScenarios + "#include <list>\nstd::list<int> all;\n");
  CHECK(place.lab("#define _GLIBCXX_LIST 1\n" + kKernel).verdict == Verdict::passed);
}

TEST_CASE("no function of the student's takes the place of one that the scenarios use") {
  const Workplace place;
  place.write("lab/scenarios.cu",
              kScenarios +
                  "#include <string>\n#include <vector>\n"
                  "namespace scenarios { inline int share(int n) { return n; } }\n"
                  "std::string letters(int n) {\n"
                  "  std::vector<int> all(scenarios::share(n));\n"
                  "  return \"n\" + std::to_string(int(all.size()));\n}\n");
  // Overloads that fit better, and other definitions of the same name, do not reach the
  // scenarios.
  for (const char* own :
       {"#include <string>\nnamespace std {\n"
        "string operator+(const char*, const string& b) { return b; }\n}\n",
        "#include <vector>\nnamespace std { template <> class vector<int> {}; }\n",
        "namespace scenarios { int share(int) { return 0; } }\n",
        "#include <string>\nstd::string letters(int) { return {}; }\n"}) {
    CAPTURE(std::string(own));
    must_pass(place.lab(own + kKernel));
  }
  // A function that the scenarios take from a library may not be defined again.
  must_fail(
      place.lab("#include <string>\nnamespace std {\n"
                "void __throw_length_error(const char*) { __builtin_trap(); }\n}\n" +
                kKernel),
      Verdict::rejected,
      {"The file defines std::__throw_length_error(char const*), which "
       "the lab's own code takes from a library."});
}

TEST_CASE("a lab's declarations reach the submission's definitions") {
  const Workplace place;
  place.write("lab/scenarios.cu", "#include \"required.cuh\"\n" + kScenarios +
                                      "int all() { return half(2) + pick<1>(); }\n");
  place.write("lab/required.cuh",
              "#pragma once\n#include <gridlock/required.h>\n"
              "GRIDLOCK_REQUIRED int half(int n);\n"
              "template <int n> int pick();\n");
  place.write("lab/behind.cuh", "template int pick<1>();\n");
  const std::string rest = "template <int n> int pick() { return n; }\n" + kKernel;
  CHECK(place.lab("inline int half(int n) { return n / 2; }\n" + rest).verdict ==
        Verdict::passed);
  must_fail(place.lab("long half(int n) { return n / 2; }\n" + rest),
            Verdict::compile_error, {"lab.cu:1: error: functions that differ only"});
  must_fail(place.lab("long half(long n) { return n / 2; }\n" + rest),
            Verdict::compile_error,
            {"does not define what the checks use:\n    half(int)\n"});
}

TEST_CASE("a lab's scenarios are compiled once, whatever students save") {
  const Workplace place;
  place.write("lab/lab.cu", kKernel);
  settle();
  ModuleRequest request = place.lab_request();
  request.submission = place.root / "lab" / "lab.cu";
  const auto modules = [&] {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(place.root / "cache"))
      count += fs::exists(entry.path() / "module.so");
    return count;
  };
  REQUIRE(build_module(request).verdict == Verdict::passed);
  CHECK(modules() == 2);
  place.write("lab/lab.cu", kKernel + "int more;\n");
  REQUIRE(build_module(request).verdict == Verdict::passed);
  CHECK(modules() == 3);
}

TEST_CASE("a submission does not include the scenarios") {
  const Workplace place;
  must_fail(place.lab("#ifndef ONCE\n#define ONCE\n#include \"scenarios.cu\"\n#else\n" +
                      kKernel + "#endif\n"),
            Verdict::rejected, {"lab.cu:3: The lab's scenarios are compiled beside"});
}

TEST_CASE("for a GPU, too, no macro of a submission reaches the scenarios") {
  const Workplace place;
  // This nvcc keeps the first text that it gets, and fails.  Our own probe comes second,
  // so its text is not kept.
  place.write("nvcc", "#!/bin/sh\ncp -n whole.cu '" + (place.root / "got").string() +
                          "'\nexit 1\n");
  fs::permissions(place.root / "nvcc", fs::perms::owner_all);
  ::setenv("CUDACXX", (place.root / "nvcc").c_str(), 1);
  place.write("student/lab.cu", "#define check_launch(what)\n" + kKernel);
  ModuleRequest request = place.lab_request();
  request.executor = ExecutorKind::gpu;
  build_module(request);
  ::unsetenv("CUDACXX");
  CHECK(read_file(place.root / "got") ==
        "#define scenarios gridlock_scenarios\n#include \"scenarios.cu\"\n"
        "#undef scenarios\n#include \"lab.cu\"\n");
}

TEST_CASE("a header beside the submission takes no other header's place") {
  const Workplace place;
  place.write("lab/given.cuh", "#pragma once\nconstexpr int kGiven = 1;\n");
  place.write("student/given.cuh", "#pragma once\nconstexpr int kGiven = 2;\n");
  place.write("lab/scenarios.cu",
              "#include \"given.cuh\"\n" + kScenarios + "static_assert(kGiven == 1);\n");
  CHECK(place.lab(kKernel).verdict == Verdict::passed);
  CHECK(place.lab("#include \"given.cuh\"\n" + kKernel).verdict == Verdict::passed);
}

TEST_CASE("the student's header is held to the rules even if the system includes it") {
  const Workplace place;
  // One of the compiler's headers includes a header with this name.
  place.write("student/xray/xray_interface.h",
              "enum XRayEntryType { A };\ninline void f() { asm volatile(\"nop\"); }\n");
  must_fail(place.lab("#include <xray/xray_log_interface.h>\n" + kKernel),
            Verdict::rejected, {"xray_interface.h:2: A submission may have inline"});
}

TEST_CASE(
    "headers that `..` leads to are kept in the module's folder, and no stale copy is read") {
  const Workplace place;
  const auto program = [&](int value) {
    place.write("deep/inc/value.cuh", "#pragma once\n__device__ int value() { return " +
                                          std::to_string(value) + "; }\n");
    place.write("deep/app/program.cu",
                "#include \"../inc/value.cuh\"\n#include \"../../top.cuh\"\n"
                "__global__ void k(int* p) { *p = value() + kTop; }\n"
                "int main() { k<<<1, 1>>>(nullptr); }\n");
    ModuleRequest request;
    request.submission = place.root / "deep/app/program.cu";
    request.cache_dir = place.root / "cache";
    settle();
    return build_module(request);
  };
  const auto files = [&] {
    std::set<std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(place.root))
      if (fs::relative(entry.path(), place.root / "cache").string().starts_with(".."))
        all.insert(entry.path().string());
    return all;
  };
  place.write("top.cuh", "constexpr int kTop = 1;\n");
  // A compiler that runs in the cache would find these old copies first.
  place.write("cache/top.cuh", "#error stale\n");
  place.write("cache/inc/value.cuh", "#error stale\n");
  const ModuleBuild one = must_pass(program(1));
  const auto before = files();
  const ModuleBuild other = must_pass(program(2));
  CHECK(files() == before);
  for (const char* name : {"cache/top.cuh", "cache/inc/value.cuh"})
    CHECK(read_file(place.root / name) == "#error stale\n");
  CHECK(contains(stored_source(one.module, "../inc/value.cuh"), "return 1"));
  CHECK(contains(stored_source(other.module, "../inc/value.cuh"), "return 2"));
  CHECK(contains(stored_source(other.module, "../../top.cuh"), "kTop = 1"));
}

TEST_CASE("a stranger's submission is a file of its own, not a link to another's") {
  const Workplace place;
  place.write("other.cu", kKernel);
  fs::create_directories(place.root / "student");
  fs::create_symlink(place.root / "other.cu", place.root / "student" / "lab.cu");
  ModuleRequest request = place.lab_request();
  CHECK(build_module(request).verdict == Verdict::passed);
  request.box = Box::none("for a test");
  must_fail(build_module(request), Verdict::rejected, {"lab.cu is a symbolic link"});
}

TEST_CASE("a module says where the student's code runs as soon as it is loaded") {
  const Workplace place;
  place.write("lab/given.h",
              "inline int made() { return 1; }\n"
              "static int of_the_lab = made();\n");
  place.write("student/own.h", "inline int of_a_header = made();\n");
  const std::string text = "#include <iostream>\n#include \"given.h\"\n" + kKernel +
                           "constexpr int fixed = 3;\n__device__ int zero;\n";
  const ModuleBuild quiet = must_pass(place.lab(text));
  CHECK(run_on_load(quiet.module).empty());
  const std::string loud = text + "#include \"own.h\"\nint computed = made();\n";
  for (int time = 0; time < 2; ++time) {  // The second time from the cache.
    const ModuleBuild build = must_pass(place.lab(loud));
    const std::vector<std::string> found = run_on_load(build.module);
    for (const std::string& line : found) CAPTURE(line);
    REQUIRE(found.size() == 2);
    CHECK(found[0] == "own.h:1");
    CHECK(found[1] == "lab.cu:7");
  }
}

TEST_CASE("an #error with the words of a full disk is the student's") {
  const Workplace place;
  must_fail(place.lab("#error No space left on device\n" + kKernel),
            Verdict::compile_error, {});
}

TEST_CASE("a call that fits none of CUDA's functions gets those that there are") {
  const Workplace place;
  const std::string said =
      place
          .program(
              "__device__ void f(size_t* p) { atomicAdd(p, size_t(1)); }\n"
              "int main() { cudaMemcpy(nullptr, 3); }\n")
          .message;
  INFO(said);
  must_say(said, {"The 1st argument is 'size_t *' (aka 'unsigned long *').  These "
                  "exist:\n      atomicAdd(int* address, int val)\n",
                  "      atomicAdd(unsigned long long* address, unsigned long long ",
                  "      cudaMemcpy(void* dst, const void* src, size_t count, enum "});
  CHECK_FALSE(contains(said, "gridlock"));
}

TEST_CASE("a whole program needs a main, in any of its forms") {
  const Workplace place;
  for (const char* main :
       {"int main() {}", "int main(int, char**) { return 1; }",
        "int main(int argc, const char* argv[]) {}", "int main(void) {}",
        "auto main() -> int {}", "extern \"C\" int main() { return 0; }"}) {
    must_pass(place.program(kKernel + main));
  }
  must_fail(place.program(kKernel), Verdict::compile_error,
            {"program.cu has no main function"});
  CHECK(
      contains(place.program("int main(double) {}").message, "main must be int main()"));
  // A file name that looks like an option, and has characters that no message may show.
  CHECK(place.program("int main() {}", "-x c++ \"\n.cu").verdict == Verdict::passed);
  // A program may write files; it may not start others.
  CHECK(place.program("#include <fstream>\nint main() { std::ofstream(\"x\") << 1; }")
            .verdict == Verdict::passed);
}

TEST_CASE("a program keeps what belongs to it alone") {
  const Workplace place;
  // A lab may have names of the C library, a main, and variables called like functions.
  must_pass(place.lab(
      kKernel +
      "__device__ int error, index_, y;\nint cudaStatus;\n"
      "__device__ float atomicMax(float* p, float v) { return *p < v ? *p = v : *p; }\n"
      "__global__ void use(float* p) { atomicMax(p, 1.0f + error); }\n"
      "int main() { use<<<1, 1>>>(nullptr); }\n"));
}

TEST_CASE("a function or a variable of the host that two files define is an error") {
  const Workplace place;
  const auto build = [&](std::string_view both) {
    place.write("student/both.h", both);
    place.write("student/program.cu", "#include \"both.h\"\nint main() { return 0; }\n");
    place.write("student/other.cu", "#include \"both.h\"\n");
    ModuleRequest request;
    request.submission = place.root / "student" / "program.cu";
    request.other_sources = {place.root / "student" / "other.cu"};
    request.cache_dir = place.root / "cache";
    return build_module(request);
  };
  for (const char* text : {"int both = 1;\n", "__device__ int both() { return 1; }\n"}) {
    must_fail(build(text), Verdict::compile_error,
              {"defined in more than one of the files"});
  }
  CHECK(build("__device__ int both = 1;\n").verdict == Verdict::passed);
}

TEST_CASE("what is nobody's fault but ours is a grader_error") {
  const Workplace place;
  place.write("student/lab.cu", kKernel);
  fs::remove(place.root / "lab" / "scenarios.cu");
  must_fail(place.lab_again(), Verdict::grader_error, {"scenarios.cu"});
  ModuleRequest request;
  request.submission = place.root / "student" / "lab.cu";
  request.cache_dir = "/proc/none/cache";
  CHECK(build_module(request).verdict == Verdict::grader_error);
}

TEST_CASE("every form of launch, and what programs use of the libraries, works") {
  const fs::path gridlock = fs::path(GRIDLOCK_BIN_DIR) / "gridlock";
  SKIP_IF(!fs::exists(gridlock), "the command is not built");
  for (const char* name : {"launches.cu", "libraries.cu"}) {
    const auto result =
        run_process({{gridlock.string(), "run",
                      (fs::path(GRIDLOCK_TESTS_DIR) / "build/data" / name).string(),
                      "--schedules", "2"}});
    CHECK_MESSAGE(result.exit_code == 0, (result.output + result.errors));
  }
}

ModuleRequest gpu_request(const Workplace& place) {
  ModuleRequest request;
  request.executor = ExecutorKind::gpu;
  request.submission = place.root / "student" / "lab.cu";
  request.scenarios = place.root / "lab" / "scenarios.cu";
  request.submission_name = "lab.cu";
  request.cache_dir = place.root / "cache";
  return request;
}

/// Builds a module for the GPU, with this script in place of nvcc.
/// \returns the cache's folder
fs::path build_with(const Workplace& place, const std::string& script) {
  const fs::path nvcc = place.root / "nvcc";
  place.write("nvcc", "#!/bin/sh\n" + script);
  fs::permissions(nvcc, fs::perms::owner_all);
  const ModuleRequest request = gpu_request(place);
  place.write("student/lab.cu", kKernel);
  ::setenv("CUDACXX", nvcc.c_str(), 1);
  const ModuleBuild build = build_module(request);
  ::unsetenv("CUDACXX");
  REQUIRE_MESSAGE(build.verdict == Verdict::passed, build.message);
  return request.cache_dir;
}

TEST_SUITE("full") {
  TEST_CASE("the same file becomes a module for the GPU") {
    const Workplace place;
    ModuleRequest request = gpu_request(place);
    request.required = {"__global__ void twice(int* p);"};
    place.write("student/mine.h", "#pragma once\n");
    place.write(
        "student/lab.cu",
        "#include \"mine.h\"\r\n__device__ void f() { asm(\"membar.gl;\"); }\r\n" +
            kKernel + "int main() {}\n");
    settle();
    const ModuleBuild first = build_module(request);
    SKIP_IF(first.verdict == Verdict::skipped, first.message);
    REQUIRE_MESSAGE(first.verdict == Verdict::passed, first.message);
    CHECK(fs::is_regular_file(first.module));
    CHECK(build_module(request).cached);

    place.write("student/lab.cu", kKernel + "int x = y;\n");
    const ModuleBuild error =
        must_fail(build_module(request), Verdict::compile_error,
                  {"lab.cu:2: error: identifier \"y\" is undefined"});
    check_is_clean(error, place);

    place.write("student/lab.cu", "__global__ void thrice(int* p) {}\n");
    const ModuleBuild missing = must_fail(build_module(request), Verdict::compile_error,
                                          {"    __global__ void twice(int* p);"});
    check_is_clean(missing, place);

    request.scenarios.clear();
    CHECK(build_module(request).verdict == Verdict::skipped);
  }

  TEST_CASE("a variable of a submission is not one for all copies of its module") {
    SKIP_IF(find_nvcc().empty(), "there is no nvcc");
    const Workplace place;
    place.write("student/lab.cu",
                kKernel +
                    "inline int& count() { static int calls = 0; return calls; }\n"
                    "int next() { return ++count(); }\n");
    const ModuleBuild build = must_pass(build_module(gpu_request(place)));
    const auto symbols =
        run_process({{"nm", "--dynamic", "--defined-only", build.module.string()}});
    CAPTURE(symbols.output);
    CHECK(contains(symbols.output, " T gridlock_module_scenarios"));
    CHECK_FALSE(contains(symbols.output, " u _ZZ5countvE5calls"));
  }

  TEST_CASE("nvcc is asked for its steps, and does not do them one after the other") {
    const fs::path nvcc = find_nvcc();
    SKIP_IF(nvcc.empty(), "there is no nvcc");
    const Workplace place;
    const fs::path log = place.root / "calls";
    build_with(place, "echo \"$*\" >> '" + log.string() + "'\nexec '" + nvcc.string() +
                          "' \"$@\"\n");
    const std::string calls = read_file(log);
    CAPTURE(calls);
    CHECK(calls.starts_with("--dryrun "));
    CHECK(calls.find('\n') + 1 == calls.size());
  }

  TEST_CASE("where nvcc's steps fail and nvcc does not, a file tells why") {
    const fs::path nvcc = find_nvcc();
    SKIP_IF(nvcc.empty(), "there is no nvcc");
    const Workplace place;
    const fs::path cache =
        build_with(place, "'" + nvcc.string() +
                              "' \"$@\" || exit\ncase $1 in --dryrun) echo '#$ cat "
                              "no-such-file' >&2;; esac\n");
    const std::string why = read_file(cache / "nvcc-steps-failed.txt");
    CAPTURE(why);
    CHECK(why.starts_with("exit code 1\n"));
    CHECK(contains(why, "no-such-file"));
  }

  TEST_CASE("a module for the GPU may be made of folders and headers of any name") {
    for (const char* name : kOddNames) {
      CAPTURE(name);
      const Workplace place(name);
      const ModuleRequest request = gpu_request(place);
      place.write("student/gr\u00F6\u00DFe $1.h", "#pragma once\n");
      place.write("student/lab.cu", "#include \"gr\u00F6\u00DFe $1.h\"\n" + kKernel);
      settle();
      const ModuleBuild build = build_module(request);
      SKIP_IF(build.verdict == Verdict::skipped, build.message);
      REQUIRE_MESSAGE(build.verdict == Verdict::passed, build.message);
      CHECK(fs::exists(build.module.parent_path() / "src/gr\u00F6\u00DFe $1.h"));
      CHECK(build_module(request).module == build.module);
    }
  }
}

}  // namespace gridlock::test_module
