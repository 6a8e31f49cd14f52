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
#include "checker/symbols.h"
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

TEST_CASE("calls of one line are told apart, or their memory has no name") {
  const LineFinder lines = [](const fs::path&, const std::vector<std::uint64_t>& pcs) {
    const std::string two = "cudaMalloc(&a, n); cudaMalloc((void**)&b, n);";
    const std::string mixed = "cudaMallocHost(&h, n); cudaStreamCreate(&s);";
    std::vector<SourceLine> found;
    for (const std::uint64_t pc : pcs)
      found.push_back(pc < 0x20 ? SourceLine{"x.cu", 5, "main", two}
                                : SourceLine{"x.cu", 6, "main", mixed});
    return found;
  };
  const auto placed = [&](const std::string& message) {
    Finding finding;
    finding.message = message;
    Placer placer(lines, "module.so", "x.cu", "");
    placer.expect(finding);
    return placer.place(finding).message;
  };
  CHECK(placed("{&10|18}") == "a");
  CHECK(placed("{&18|10|20}") == "b");
  CHECK(placed("{&18}") == "memory of x.cu:5 ");
  CHECK(placed("{&20|10}, the stream {$28}") == "h, the stream s");
  CHECK(placed("{@18}, {&x}, {&}, {&18|}, {") == "line 5, {&x}, {&}, {&18|}, {");
  CHECK(without_other_calls("{&10|18} {$5} {@6} | {&1|2|3}") == "{&10} {$5} {@6} | {&1}");
}

}  // namespace gridlock
