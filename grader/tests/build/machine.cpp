// Tests failures of a compiler that this machine may have caused.
#include <sys/resource.h>

#include "build/toolchain.h"
#include "build/translation_unit.h"
#include "tests/build/workplace.h"
#include "tests/test.h"

namespace gridlock::test_machine_of_build {
/// The build's result if a compiler ended like this in this folder.
ModuleBuild explained(const ProcessResult& result,
                      const std::filesystem::path& folder = "") {
  const Workplace place;
  ModuleRequest request;
  request.submission = place.root / "program.cu";
  const TranslationUnit unit(request, Submission{}, folder.empty() ? place.root : folder);
  return unit.explain_failure(result, [](const std::string& name) {
    return SourceFile{name, FileKind::submission, name};
  });
}

ProcessResult ended_by(int signal, const std::string& errors = "") {
  ProcessResult result;
  result.started = true;
  result.signal = signal;
  result.errors = errors;
  return result;
}

TEST_CASE("a disk is full if the compiler says so of no line, and it has little room") {
  const auto verdict_of = [](const std::string& errors) {
    return explained(ended_by(0, errors), "/proc/self")
        .verdict;  // There is no room in /proc.
  };
  for (const char* words : {"No space left on device", "Disk quota exceeded"}) {
    const std::string said = words;
    CHECK(verdict_of("<built-in>:0: error: error in backend: " + said + "\n") ==
          Verdict::grader_error);
    CHECK(verdict_of("error: unable to open output file 'a.ll': '" + said + "'\n") ==
          Verdict::grader_error);
    CHECK(verdict_of("/usr/bin/ld: final link failed: " + said + "\n") ==
          Verdict::grader_error);
    CHECK(verdict_of("program.cu:1:2: error: " + said + "\n") == Verdict::compile_error);
  }
  // The default folder is on a disk with room, so the message must be the submission's.
  CHECK(explained(ended_by(0, "error: No space left on device\n")).verdict ==
        Verdict::compile_error);
}

TEST_CASE("a compiler that somebody kills is not the submission's fault") {
  ProcessResult killed = ended_by(SIGKILL);
  CHECK(explained(killed).verdict == Verdict::grader_error);
  CHECK(contains(explained(killed).message, "runs out of memory"));
  killed.timed_out = true;
  CHECK(explained(killed).verdict == Verdict::grader_error);
  CHECK(explained(killed).if_ours_builds == Verdict::timeout);
  killed.timed_out = false;
  killed.memory_ran_out = true;  // It has used all the memory that we allow.
  CHECK(explained(killed).verdict == Verdict::compile_error);
  CHECK(explained(ended_by(SIGSEGV)).verdict == Verdict::compile_error);
  // SIGXCPU is the limit of processor time, which no other work of the machine uses up.
  CHECK(explained(ended_by(SIGXCPU)).verdict == Verdict::timeout);
  CHECK(contains(explained(ended_by(SIGXCPU)).message, "60 s of processor time"));
}

#ifndef __SANITIZE_ADDRESS__  // AddressSanitizer takes more memory than the limit.
TEST_CASE("a compiler that gets less memory than we give is not the submission's fault") {
  const ProcessResult out = ended_by(SIGABRT, "LLVM ERROR: out of memory\n");
  CHECK(explained(out).verdict == Verdict::compile_error);
  rlimit before{};
  ::getrlimit(RLIMIT_DATA, &before);
  const rlimit lower{kCompilerBytesMax - 1, before.rlim_max};
  ::setrlimit(RLIMIT_DATA, &lower);
  const ModuleBuild build = explained(out);
  ::setrlimit(RLIMIT_DATA, &before);
  CHECK(build.verdict == Verdict::grader_error);
  CHECK(contains(build.message, "run ulimit -d unlimited"));
}
#endif

}  // namespace gridlock::test_machine_of_build
