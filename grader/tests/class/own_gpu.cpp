// Grading a class on a GPU: the conditions on the machine.
#include "class/own_gpu.h"

#include "tests/class/submissions.h"

namespace gridlock::test_own_gpu {

/// The JSON of `check` where a GPU judges, and where the simulator judges alone.
const ordered_json kWithGpu{{"gpu", "a GPU"}};
const ordered_json kWithoutGpu{{"gpu_note", "no device works"}};

/// A class of three; its checks print what the test gives.
struct ClassOnGpu : RunClass {
  std::vector<ordered_json> answers;  ///< Answers to the checks to come.
  std::size_t checks = 0;

  ClassOnGpu() {
    manifest.on = "all";
    for (const char* id : {"0001", "0002", "0003"}) add_with_files(id, id);
    run.own_process = [this](const std::vector<std::string>&) {
      ordered_json judged = answers.at(checks++);
      judged.update({{"lab", kLab1}, {"score", 100}, {"max_score", 100}});
      judged["checks"] = ordered_json::array();
      const ordered_json printed{{"labs", ordered_json::array({judged})}};
      return ProcessRequest{{"/bin/echo", printed.dump()}};
    };
  }
};

TEST_CASE("a GPU that is lost stops the class, and costs nobody points") {
  ClassOnGpu on_gpu;
  on_gpu.answers = {kWithGpu, kWithoutGpu};
  CHECK(grade_class(on_gpu.run) == 2);
  CHECK(on_gpu.checks == 2);
  CHECK(on_gpu.record_at(0).status == RecordStatus::graded);
  CHECK(on_gpu.record_at(1).status == RecordStatus::grader_error);
  CHECK_FALSE(on_gpu.record_at(1).score);
  CHECK(on_gpu.record_at(1).why ==
        "The GPU has judged others, but not this work: no device works.");
  CHECK(on_gpu.record_at(2).status == RecordStatus::waiting);
  // The class is resumed once while the GPU is still lost, and once when it works again.
  on_gpu.answers.push_back(kWithoutGpu);
  CHECK(grade_class(on_gpu.run) == 2);
  CHECK(on_gpu.checks == 3);
  on_gpu.answers.insert(on_gpu.answers.end(), {kWithGpu, kWithGpu});
  CHECK(grade_class(on_gpu.run) == 0);
  CHECK(on_gpu.record_at(1).score == 100);
}

TEST_CASE("where there never was a GPU, the simulator judges the whole class") {
  ClassOnGpu on_gpu;
  on_gpu.answers = {kWithoutGpu, kWithoutGpu, kWithoutGpu};
  CHECK(grade_class(on_gpu.run) == 0);
  CHECK(on_gpu.record_at(2).score == 100);
}

TEST_CASE("under MPS, no class is graded on the GPU") {
  const Scratch folder;
  const fs::path pid_file = folder / "nvidia-cuda-mps-control.pid";
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
