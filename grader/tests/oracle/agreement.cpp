// The simulator against the oracle: generated kernels are compiled like a submission and
// explored; the detector must say of each, in both levels, what the axioms say, and may
// show only results that the axioms allow.
#include <fmt/ranges.h>

#include "build/module.h"
#include "checker/exploration.h"
#include "common/verdict.h"
#include "oracle/generate.h"
#include "oracle/oracle.h"
#include "oracle/write.h"
#include "tests/oracle/idioms.h"
#include "tests/test.h"
#include "wording/words.h"

namespace gridlock::oracle::test_agreement {
namespace {

/// kSchedules are enough for nearly all races.  If the oracle knows of a race that has
/// not shown, the exploration goes on up to kSchedulesMax.
constexpr std::uint64_t kSchedules = 150;
constexpr std::uint64_t kSchedulesMax = 30'000;

/// The outcome of an exploration of a kernel.
struct Shown : ExplorationHandler {
  bool race = false;         ///< In the lenient level.
  bool strict_race = false;  ///< In the strict level, or in both.
  std::set<Results> results;
  /// The kind and the schedule of each finding.
  std::vector<std::string> schedules;
  std::string unexpected;

  bool outcome(const Outcome& outcome) override {
    const auto& values = outcome.outputs.at("out");
    results.insert(Results(values.begin(), values.end()));
    return true;
  }
  bool finding(const Finding& finding) override {
    schedules.push_back(std::string(name(finding.kind)) + " " + finding.schedule);
    if (finding.kind == FindingKind(gridlock::Verdict::data_race))
      race = strict_race = true;
    else if (finding.kind == FindingKind(Advice::missing_acquire_fence) ||
             finding.kind == FindingKind(Advice::missing_relay_fence))
      strict_race = true;
    else if (!finding.is_advice())
      unexpected =
          std::string(name(finding.kind)) + ": " + sentences(finding.what, Names());
    return !race;
  }
};

/// A module of these programs.
class Batch {
 public:
  explicit Batch(std::vector<Program> programs) : programs_(std::move(programs)) {
    ModuleRequest request;
    request.submission = folder_.write("litmus.cu", kernels());
    request.scenarios = folder_.write("scenarios.cu", scenarios());
    request.submission_name = "litmus.cu";
    request.cache_dir = folder_ / "cache";
    build_ = build_module(request);
  }

  const std::vector<Program>& programs() const { return programs_; }
  std::string why_not_built() const {
    return build_.verdict == gridlock::Verdict::passed ? "" : build_.message;
  }

  void explore(std::size_t index, std::uint64_t schedules, std::uint64_t seed,
               Shown& shown) {
    auto worker = workers_.acquire(ExecutorKind::sim, build_.module);
    if (auto* fate = std::get_if<WorkerFate>(&worker)) {
      shown.unexpected = fate->message;
      return;
    }
    ExploreRequest request;
    request.scenario = "litmus";
    request.params["program"] = static_cast<std::int64_t>(index);
    request.exploration.schedules = schedules;
    request.exploration.seed = seed;
    const ExplorationEnd end =
        explore_with(*std::get<ReadyWorker*>(worker), request, shown);
    if (end.fate) shown.unexpected = end.fate->message;
  }

 private:
  std::string kernels() const {
    std::string text = "#include <cuda/atomic>\n";
    for (const Program& program : programs_) text += "\n" + cuda_text(program);
    return text;
  }

  std::string declarations() const {
    std::string text;
    for (const Program& program : programs_)
      text += fmt::format("__global__ void {}(int*, int*);\n", program.name);
    return text;
  }

  std::string scenarios() const {
    std::string text =
        "#include <gridlock/scenario.h>\n" + declarations() +
        "GRIDLOCK_SCENARIO(litmus) {\n"
        "  gridlock::DeviceBuffer<int> x(scenario, \"x\", 8), out(scenario, \"out\", "
        "16);\n"
        "  x.fill([](size_t) { return 0; });\n"
        "  out.fill([](size_t) { return -1; });\n"
        "  switch (scenario.param(\"program\")) {\n";
    for (std::size_t i = 0; i < programs_.size(); ++i)
      text += fmt::format("    case {}: {}<<<{}, {}>>>(x.get(), out.get()); break;\n", i,
                          programs_[i].name, count_blocks(programs_[i]),
                          threads_per_block(programs_[i]));
    return text +
           "  }\n  scenario.check_launch(\"litmus\");\n  out.output();\n}\n"
           "GRIDLOCK_MODULE()\n";
  }

  const Scratch folder_;
  std::vector<Program> programs_;
  ModuleBuild build_;
  WorkerPool workers_{installed_workers()};
};

/// All that was compared.
struct Tally {
  std::uint64_t kernels = 0, races = 0, strict_races = 0, results = 0;
  /// Kernels that race by PTX's axioms, but only in executions that the simulator lacks:
  /// with load buffering, or with an old value of a strong read that today's hardware
  /// does not show.
  std::uint64_t beyond = 0;
  /// Kernels judged by the patterns of C++, as in the simulator; PTX has more patterns.
  std::uint64_t by_cpp = 0;
  std::vector<std::string> disagreements;
};

std::string describe(const Program& program, const std::string& what,
                     const Shown& shown) {
  return fmt::format("{}: {}\n\n{}\nschedules: {}\n", program.name, what,
                     cuda_text(program), fmt::join(shown.schedules, ", "));
}

const char* race_text(bool race, bool strict_race) {
  return race ? "a race" : strict_race ? "a race in the strict level only" : "no race";
}

/// How the simulator and the axioms disagree; "" if they agree.
std::string disagreement(const Program& program, const Judgement& says,
                         const Shown& shown) {
  const bool race = says.lenient_in_order.race;
  const bool strict_race = race || says.strict_race_with_lenient_values;
  if (shown.race != race || shown.strict_race != strict_race)
    return fmt::format("the oracle says {}, the simulator {}",
                       race_text(race, strict_race),
                       race_text(shown.race, shown.strict_race));
  if (race) return "";  // Plain accesses that race have no values to speak of.
  for (Results results : shown.results) {
    results.resize(static_cast<std::size_t>(count_reads(program)));
    if (!says.lenient.results.count(results))
      return fmt::format("the axioms forbid the results {}", fmt::join(results, " "));
  }
  return "";
}

/// Explores one kernel; what disagrees goes into the tally.
void compare(Batch& batch, std::size_t index, Tally& tally) {
  const Program& program = batch.programs()[index];
  const Judgement says = judge(program);
  const bool race = says.lenient_in_order.race;
  const bool strict_race = race || says.strict_race_with_lenient_values;
  Shown shown;
  batch.explore(index, kSchedules, 1, shown);
  if ((race && !shown.race) || (strict_race && !shown.strict_race))
    batch.explore(index, kSchedulesMax, 2, shown);
  ++tally.kernels;
  tally.races += race;
  tally.strict_races += strict_race && !race;
  tally.beyond += says.strict.race != strict_race || says.lenient.race != race;
  tally.results += shown.results.size();
  std::string what = shown.unexpected;
  if (what.empty()) what = disagreement(program, says, shown);
  if (what.empty()) return;
  if (shown.unexpected.empty() &&
      disagreement(program, judge(program, Patterns::cpp), shown).empty())
    ++tally.by_cpp;
  else
    tally.disagreements.push_back(describe(program, what, shown));
}

void compare_all(std::uint64_t kernels) {
  constexpr std::uint64_t kBatch = 250;
  Tally tally;
  for (std::uint64_t first = 0; first < kernels; first += kBatch) {
    std::vector<Program> programs;
    for (std::uint64_t i = first; i < std::min(first + kBatch, kernels); ++i)
      programs.push_back(generate(i));
    Batch batch(std::move(programs));
    REQUIRE(batch.why_not_built() == "");
    for (std::size_t i = 0; i < batch.programs().size(); ++i) compare(batch, i, tally);
  }
  MESSAGE(
      fmt::format("{} kernels: {} race, {} race in the strict level only; {} results; {} "
                  "race in ways that the simulator does not have; {} judged by the "
                  "patterns of C++20",
                  tally.kernels, tally.races, tally.strict_races, tally.results,
                  tally.beyond, tally.by_cpp));
  for (const std::string& disagreement : tally.disagreements) FAIL_CHECK(disagreement);
  CHECK(tally.kernels == kernels);
  CHECK(tally.races > kernels / 10);
  CHECK(tally.strict_races > kernels / 20);
  CHECK(tally.beyond < kernels / 50);
  CHECK(tally.by_cpp < kernels / 50);
}

Op unused(Op op) {
  op.result_unused = true;
  return op;
}

/// The results that the program records; the others are unknown.
Results recorded(const Program& program, Results results) {
  results.resize(static_cast<std::size_t>(count_reads(program)));
  auto result = results.begin();
  for (const Thread& thread : program.threads)
    for (const Op& op : thread.ops) {
      if (!op.reads()) continue;
      if (op.result_unused) *result = kNotRead;
      ++result;
    }
  return results;
}

/// Programs without a race.  Every allowed result must come about: this shows which
/// accesses a relaxed access of another word may overtake.
std::vector<Program> reorderings() {
  using namespace write;
  constexpr int x = 0, y = 1;
  return {
      {"stores_pass_each_other",
       2,
       {{0, {set(x, 2), set(y, 1)}}, {1, {see(y), guard(1), set(x, 1), see(x)}}}},
      {"additions_pass_each_other",
       2,
       {{0, {unused(add(x)), add(y)}}, {1, {add(y, 0), guard(1), add(x, 0)}}}},
      {"an_addition_passes_a_store",
       2,
       {{0, {set(x, 1), add(y)}}, {1, {add(y, 0), guard(1), add(x, 0)}}}},
      {"additions_and_fences",
       2,
       {{0, {add(x), fence(), add(y)}}, {1, {add(y, 0), guard(1), fence(), add(x, 0)}}}},
      {"an_addition_seen_twice", 1, {{0, {add(x)}}, {1, {add(x, 0), add(x, 0)}}}},
  };
}

}  // namespace

TEST_CASE("oracle: all that the axioms allow of these programs comes about") {
  Batch batch(reorderings());
  REQUIRE(batch.why_not_built() == "");
  for (std::size_t i = 0; i < batch.programs().size(); ++i) {
    const Program& program = batch.programs()[i];
    CAPTURE(cuda_text(program));
    const Judgement says = judge(program);
    REQUIRE_FALSE(says.lenient.race);
    Shown shown;
    batch.explore(i, 1000, 1, shown);
    CHECK(shown.unexpected == "");
    std::set<Results> results, allowed;
    for (const Results& one : shown.results) results.insert(recorded(program, one));
    for (const Results& one : says.lenient.results)
      allowed.insert(recorded(program, one));
    CHECK(results == allowed);
  }
}

TEST_CASE("oracle: the simulator says of the idioms what the axioms say") {
  std::vector<Program> programs;
  for (const Idiom& idiom : Idioms::all())
    programs.push_back({fmt::format("idiom_{}", programs.size()), 4, idiom.threads});
  Batch batch(std::move(programs));
  REQUIRE(batch.why_not_built() == "");
  Tally tally;
  for (std::size_t i = 0; i < batch.programs().size(); ++i) compare(batch, i, tally);
  for (const std::string& disagreement : tally.disagreements) FAIL_CHECK(disagreement);
  CHECK(tally.kernels == 97);
  CHECK(tally.races == 34);
  CHECK(tally.strict_races == 22);
  CHECK(tally.by_cpp == 0);
}

TEST_SUITE("full") {
  TEST_CASE("oracle: the simulator says of 500 kernels what the axioms say") {
    compare_all(500);
  }
}

TEST_SUITE("deep") {
  TEST_CASE("oracle: the simulator says of 5,000 kernels what the axioms say") {
    compare_all(5'000);
  }
}

}  // namespace gridlock::oracle::test_agreement
