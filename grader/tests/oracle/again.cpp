// Executions that share a worker: none of them depends on those before it.

#include <variant>

#include "build/module.h"
#include "checker/exploration.h"
#include "tests/test.h"

namespace gridlock::test_again {

constexpr const char* kKernel = R"(
__global__ void send(volatile int* words) {
  words[0] = 1;
  words[1] = 1;
}
)";

constexpr const char* kScenario = R"(
#include <gridlock/scenario.h>
__global__ void send(volatile int* words);
GRIDLOCK_SCENARIO(message) {
  int* words = nullptr;
  cudaMallocHost(&words, 2 * sizeof *words);
  words[0] = words[1] = 0;
  send<<<1, 1>>>(words);
  const volatile int* seen = words;
  scenario.output("flag", seen[1]);
  scenario.output("data", seen[0]);
  cudaDeviceSynchronize();
  cudaFreeHost(words);
}
GRIDLOCK_MODULE()
)";

TEST_CASE(
    "each exploration of a worker runs the same schedules, also where the host reads") {
  const Scratch folder;
  ModuleRequest module;
  module.submission = folder.write("send.cu", kKernel);
  module.scenarios = folder.write("scenarios.cu", kScenario);
  module.submission_name = "send.cu";
  module.cache_dir = folder / "cache";
  const ModuleBuild built = build_module(module);
  REQUIRE_MESSAGE(built.verdict == Verdict::passed, built.message);
  WorkerPool workers(installed_workers());
  ExploreRequest request;
  request.scenario = "message";
  request.exploration.schedules = 500;
  request.exploration.exhaustive_max = 500;
  std::uint64_t first = 0;
  for (int i = 0; i < 3; ++i) {
    auto worker = workers.acquire(ExecutorKind::sim, built.module);
    REQUIRE(std::holds_alternative<ReadyWorker*>(worker));
    ExplorationHandler nothing;
    const ExplorationEnd end =
        explore_with(*std::get<ReadyWorker*>(worker), request, nothing);
    REQUIRE(end.summary);
    CHECK(end.summary->exhaustive);
    if (i == 0) first = end.summary->schedules;
    CHECK(end.summary->schedules == first);
  }
}
}  // namespace gridlock::test_again
