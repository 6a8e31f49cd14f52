// Grading a class on a GPU: the conditions on the machine.
#include "class/own_gpu.h"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "class/run_all.h"
#include "common/scratch_folder.h"
#include "tests/class/submissions.h"

namespace gridlock::test_own_gpu {
namespace {

/// The JSON of `check` where a GPU judges, and where the simulator judges alone.
ordered_json with_gpu() { return {{"gpu", "a GPU"}}; }
ordered_json without_gpu() { return {{"gpu_note", "no device works"}}; }

std::string printed(const ordered_json& about_gpu) {
  ordered_json lab{{"lab", kLab1},
                   {"score", 100},
                   {"max_score", 100},
                   {"checks", ordered_json::array()}};
  lab.update(about_gpu);
  return ordered_json{{"labs", {lab}}}.dump();
}

/// A class of three; its checks print what the test gives.
struct ClassOnGpu : GradedClass {
  ClassRun run{scratch.path(), manifest, lab, {}, false, {}, 1, "grader", {}, {}};
  std::vector<ordered_json> answers;  ///< Answers to the checks to come.
  std::size_t checks = 0;

  ClassOnGpu() {
    manifest.on = "all";
    for (const char* id : {"0001", "0002", "0003"})
      manifest.students.push_back({id, id, "", false, {}, {{kLab1, {id, ""}}}});
    run.own_process = [this](const std::vector<std::string>&) {
      return ProcessRequest{
          {"/bin/sh", "-c", "echo '" + printed(answers.at(checks++)) + "'"}};
    };
  }
  Record record(std::size_t student) const {
    const StudentWork& work = manifest.students.at(student);
    return record_of(scratch.path(), work, key_of(run, work, lab.front()));
  }
};

}  // namespace

TEST_CASE("a GPU that is lost stops the class, and costs nobody points") {
  ClassOnGpu on_gpu;
  on_gpu.answers = {with_gpu(), without_gpu()};
  CHECK(grade_class(on_gpu.run) == 2);
  CHECK(on_gpu.checks == 2);
  CHECK(on_gpu.record(0).status == RecordStatus::graded);
  CHECK(on_gpu.record(1).status == RecordStatus::grader_error);
  CHECK_FALSE(on_gpu.record(1).score);
  CHECK(on_gpu.record(1).why ==
        "The GPU has judged others, but not this work: no device works.");
  CHECK(on_gpu.record(2).status == RecordStatus::waiting);
  // The class is resumed while the GPU is still lost, and when it works again.
  on_gpu.answers.push_back(without_gpu());
  CHECK(grade_class(on_gpu.run) == 2);
  CHECK(on_gpu.checks == 3);
  on_gpu.answers.insert(on_gpu.answers.end(), {with_gpu(), with_gpu()});
  CHECK(grade_class(on_gpu.run) == 0);
  CHECK(on_gpu.record(1).score == 100);
}

TEST_CASE("where there never was a GPU, the simulator judges the whole class") {
  ClassOnGpu on_gpu;
  on_gpu.answers = {without_gpu(), without_gpu(), without_gpu()};
  CHECK(grade_class(on_gpu.run) == 0);
  CHECK(on_gpu.record(2).score == 100);
}

TEST_CASE("under MPS, no class is graded on the GPU") {
  const ScratchFolder folder("class");
  const fs::path pid_file = folder.path() / "nvidia-cuda-mps-control.pid";
  ::setenv("CUDA_MPS_PIPE_DIRECTORY", folder.path().c_str(), 1);
  CHECK_NOTHROW(need_gpu_without_mps());
  write(pid_file, std::to_string(::getpid()) + "\n");
  CHECK_THROWS_WITH_AS(need_gpu_without_mps(),
                       doctest::Contains("Multi-Process Service runs here"), UsageError);
  write(pid_file, "2147483647\n");  // This process has ended.
  CHECK_NOTHROW(need_gpu_without_mps());
  ::unsetenv("CUDA_MPS_PIPE_DIRECTORY");
}

}  // namespace gridlock::test_own_gpu
