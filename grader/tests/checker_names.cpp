// What findings call the memory of a scenario.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "build/module.h"
#include "checker/exploration.h"
#include "common/files.h"
#include "common/verdict.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSubmission = R"(
struct Pair { int head; int tail[2]; int other; };
__global__ void races(Pair* pair, int which) {
  if (which == 0) pair->head = 1;
  if (which == 1) pair->tail[1] = 1;
  if (which == 2) pair->other = 1;
}
)";

constexpr const char* kScenarios = R"(
#include "pair.cu"
#include <gridlock/scenario.h>
GRIDLOCK_SCENARIO(race) {
  gridlock::DeviceBuffer<Pair> pairs(scenario, "pair", 1);
  Pair* pair = pairs.get();
  scenario.name_memory(&pair->head, sizeof(int), sizeof(int), "head");
  scenario.name_memory(pair->tail, 2 * sizeof(int), sizeof(int), "tail");
  races<<<2, 1>>>(pair, scenario.param("which"));
  scenario.check_launch("races");
}
GRIDLOCK_MODULE()
)";

struct Locations : ExplorationHandler {
  std::set<std::string> seen;
  bool finding(const Finding& finding) override {
    for (const Access& access : finding.accesses) seen.insert(access.location);
    return true;
  }
};

}  // namespace

TEST_CASE("a member of named memory has the name that the scenario gave it") {
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("gridlock-names-{}", getpid());
  fs::create_directories(folder);
  write_file_atomic(folder / "pair.cu", kSubmission);
  write_file_atomic(folder / "scenarios.cu", kScenarios);
  ModuleRequest request;
  request.submission = folder / "pair.cu";
  request.scenarios = folder / "scenarios.cu";
  request.submission_name = "pair.cu";
  request.cache_dir = folder / "cache";
  const ModuleBuild build = build_module(request);
  REQUIRE_MESSAGE(build.verdict == Verdict::passed, build.message);
  WorkerPool workers{installed_workers()};
  const char* const names[] = {"head", "tail[1]", "pair"};
  for (int which = 0; which < 3; ++which) {
    auto worker = workers.acquire(ExecutorKind::sim, build.module);
    REQUIRE(std::holds_alternative<ReadyWorker*>(worker));
    ExploreRequest race;
    race.scenario = "race";
    race.params["which"] = which;
    race.exploration.schedules = 10;
    Locations locations;
    explore_with(*std::get<ReadyWorker*>(worker), race, locations);
    CHECK(locations.seen == std::set<std::string>{names[which]});
  }
  fs::remove_all(folder);
}

}  // namespace gridlock
