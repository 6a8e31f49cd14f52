/// The files of a student and of a lab, built by the real compilers.
#pragma once

#include "build/module.h"
#include "build/source/source_files.h"
#include "tests/test.h"

namespace gridlock {

inline const std::string kKernel = "__global__ void twice(int* p) { *p = 2 * *p; }\n";
inline const std::string kScenarios =
    "#include <gridlock/scenario.h>\n__global__ void twice(int* p);\n"
    "GRIDLOCK_SCENARIO(one) {\n  gridlock::DeviceBuffer<int> p(scenario, \"p\", 1);\n"
    "  twice<<<1, 1>>>(p);\n  scenario.check_launch(\"twice\");\n  p.output();\n}\n"
    "GRIDLOCK_MODULE()\n";

/// Returns the build, which must have passed.
inline ModuleBuild must_pass(ModuleBuild build) {
  REQUIRE_MESSAGE(build.verdict == Verdict::passed, build.message);
  return build;
}

/// Returns the build, which must have this verdict and say these phrases.
inline ModuleBuild must_fail(ModuleBuild build, Verdict verdict,
                             std::initializer_list<std::string_view> phrases) {
  CHECK_MESSAGE(build.verdict == verdict, build.message);
  must_say(build.message, phrases);
  return build;
}

/// The folders of a submission whose text a test makes up.
inline SourceFolders made_up_folders() {
  SourceFolders folders;
  folders.build = "/build";
  folders.submission = "/student/a.cu";
  folders.submission_name = folders.shown_name = "a.cu";
  return folders;
}

/// A folder with a student's and a lab's files.
struct Workplace {
  Scratch own;
  std::filesystem::path root;
  explicit Workplace(const char* name = "") : root(own / name) {
    std::filesystem::create_directories(root / "student");
    write("lab/scenarios.cu", kScenarios);
  }

  void write(const std::string& name, std::string_view text) const {
    own.write(root / name, text);
  }

  ModuleBuild lab(std::string_view text) const {
    write("student/lab.cu", text);
    return lab_again();
  }
  ModuleBuild lab_again() const { return build_module(lab_request()); }
  ModuleRequest lab_request() const {
    ModuleRequest request;
    request.submission = root / "student" / "lab.cu";
    request.scenarios = root / "lab" / "scenarios.cu";
    request.submission_name = "lab.cu";
    request.include_dirs = {root / "include"};
    request.required = {"__global__ void twice(int* p);"};
    request.cache_dir = root / "cache";
    return request;
  }

  ModuleBuild program(std::string_view text,
                      const std::string& name = "program.cu") const {
    write("student/" + name, text);
    ModuleRequest request;
    request.submission = root / "student" / name;
    request.cache_dir = root / "cache";
    return build_module(request);
  }
};

/// Waits until the cache trusts files that have just changed.  It always reads the
/// submission.
inline void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(40)); }

/// Names with characters that a shell, make, a linker or a compiler treats specially: in
/// UTF-8, and with an invalid byte.
inline constexpr const char* kOddNames[] = {
    "j\u00FCrgen's \"labs\", $HOME #1 \u2713 \U0001F512", "j\xFCrgen"};

/// Checks that the message shows no names but the student's.
inline void check_is_clean(const ModuleBuild& build, const Workplace& place) {
  CHECK_FALSE(contains(build.message, place.root.string()));
  CHECK_FALSE(contains(build.message, "sim/cuda"));
  CHECK_FALSE(contains(build.message, "__gridlock"));
  CHECK(split_lines(build.message).size() <= 62);
}

}  // namespace gridlock
