// The GPU executor over a module without CUDA: launches, outcomes, errors.
#include "tests/test.h"
#include "wording/words.h"
#include "worker/gpu_executor.h"

namespace gridlock::test_gpu {
const std::string kModule = std::string(GRIDLOCK_BIN_DIR) + "/gridlock-fixture-gpu.so";

class Recorder : public Sink {
 public:
  bool outcome(const Outcome& outcome) override {
    outcomes.push_back(outcome);
    return outcomes.size() < outcomes_wanted;
  }
  bool finding(const Finding& finding) override {
    findings.push_back(finding);
    return true;
  }
  bool program_result(const ProgramResult&) override { return true; }
  void progress(std::uint64_t) override { ++signs_of_life; }

  std::vector<Outcome> outcomes;
  std::vector<Finding> findings;
  std::size_t outcomes_wanted = 1000;
  int signs_of_life = 0;
};

ExploreRequest request(const std::string& scenario, const Params& params = {}) {
  ExploreRequest made;
  made.scenario = scenario;
  made.params = params;
  made.exploration.schedules = 50;
  return made;
}

struct With {
  const char* name;
  explicit With(const char* variable) : name(variable) { ::setenv(name, "1", 1); }
  ~With() { ::unsetenv(name); }
};

TEST_CASE("the module names the device, or says why it cannot be used") {
  const auto executor = make_gpu_executor(kModule);
  CHECK(executor->description() == "a toy GPU");
  CHECK(executor->devices() == 3);
  CHECK(executor->unusable().empty());
  CHECK(executor->scenarios().size() == 6);
  const With broken("FIXTURE_GPU_BROKEN");
  CHECK(no_device_works(make_gpu_executor(kModule)->unusable()) ==
        "no CUDA device that works (cudaGetDeviceCount: CUDA error 100, no device)");
}

TEST_CASE("a module of another version is refused") {
  const With old("FIXTURE_GPU_OLD");
  CHECK_THROWS_WITH(make_gpu_executor(kModule), doctest::Contains("another version"));
}

TEST_CASE("a module's variables begin anew each time that it is loaded") {
  for (int time = 0; time < 3; ++time) {
    const auto executor = make_gpu_executor(kModule);
    Recorder first;
    first.outcomes_wanted = 1;
    executor->explore(request("counts", {{"modulus", 1000}}), first);
    CHECK(first.outcomes.at(0).outputs.at("value").at(0) == 0);
  }
}

TEST_CASE("every launch counts, each distinct outcome is sent once") {
  const auto executor = make_gpu_executor(kModule);
  Recorder recorder;
  const Summary summary =
      executor->explore(request("counts", {{"modulus", 3}}), recorder);
  CHECK(summary.schedules == 50);
  CHECK(recorder.outcomes.size() == 3);
  CHECK(recorder.outcomes.at(0).outputs.at("nothing").empty());
  CHECK(recorder.signs_of_life >= 49);
  CHECK_FALSE(summary.worker_spent);

  Recorder stopped;
  stopped.outcomes_wanted = 2;
  CHECK(executor->explore(request("counts", {{"modulus", 9}}), stopped).schedules == 2);
}

TEST_CASE("CUDA errors become verdicts; those that stick spend the worker") {
  const auto executor = make_gpu_executor(kModule);
  struct Case {
    int code;
    const char* kind;
    bool sticky;
  };
  for (const Case& c : {Case{700, "bad_access", true}, Case{716, "bad_access", true},
                        Case{719, "api_error", true}, Case{702, "timeout", true},
                        Case{2, "out_of_memory", false}, Case{9, "api_error", false}}) {
    CAPTURE(c.code);
    Recorder recorder;
    const Summary summary =
        executor->explore(request("fails", {{"code", c.code}}), recorder);
    CHECK(summary.worker_spent == c.sticky);
    CHECK(summary.schedules == 1);
    CHECK(recorder.outcomes.empty());
    REQUIRE(recorder.findings.size() == 1);
    CHECK(name(recorder.findings.at(0).kind) == c.kind);
    // The first error is the cause; later failures follow from it.
    const GpuError& error = *recorder.findings.at(0).what.at(0).get_if<GpuError>();
    CHECK(error.call == "cudaDeviceSynchronize");
    CHECK(error.code == c.code);
    CHECK(error.by_watchdog == (c.code == 702));
  }
}

TEST_CASE("a skeleton's function that returns an error is said to be unfinished") {
  const std::string said =
      "follow still has its TODO: it returned cudaErrorNotYetImplemented.";
  const Causes on_sim{ApiError{"follow", "feature not yet implemented"}};
  const Causes on_gpu{GpuError{"follow", 31, "feature not yet implemented", false}};
  CHECK(sentences(on_sim, Names()) == said);
  CHECK(sentences(on_gpu, Names()) == said);
  using Fault = CallFault::Kind;
  CHECK(
      sentences(Causes{ApiError{"f", "invalid handle", {Fault::other_device, 0, 1}}},
                Names()) ==
      "f: invalid handle.  The event is of device 0.  The stream is of device 1: create "
      "the event while device 1 is current, or record it in a stream of device 0.");
  CHECK(sentences(Causes{ApiError{"f", "invalid handle", {Fault::no_event}}}, Names()) ==
        "f: invalid handle.  The event was never created.");
  CHECK(sentences(Causes{ApiError{
                      "f", "invalid handle", {Fault::no_stream, 0, 0, {}, {}, true}}},
                  Names()) == "f: invalid handle.  The stream has been destroyed.");
  CHECK(sentences(Causes{ApiError{"follow", "invalid argument"}}, Names()) ==
        "follow: invalid argument.");
}

TEST_CASE("of a hang, who waits in the submission's own lines is told first") {
  /// The lab's lines are those from 100 on.
  class Lines : public Names {
   public:
    bool is_own(Place place) const override { return place.pc < 100; }
  };
  NoThreadCanContinue stuck;
  Waiter& block = stuck.waiters.emplace_back();
  block.awaits = Awaits::block_barrier;
  block.at = {"waiting at __syncthreads", {100}};
  block.blocks = {0, 1};
  block.grid = {3, 1, 1};
  Waiter& host = stuck.waiters.emplace_back();
  host.is_host = true;
  host.awaits = Awaits::device;
  host.at = {"cudaEventSynchronize", {20}};
  CHECK(sentences(Causes{stuck}, Lines()) ==
        "No thread can continue: the host waits in cudaEventSynchronize in 20.  Blocks "
        "0-1 of 3: waiting at __syncthreads in 100.");
}

TEST_CASE("host code that throws is the submission's fault, a broken scenario is not") {
  const auto executor = make_gpu_executor(kModule);
  Recorder recorder;
  executor->explore(request("throws_bad_alloc"), recorder);
  CHECK(recorder.findings.at(0).kind == FindingKind(Verdict::out_of_memory));
  executor->explore(request("throws"), recorder);
  CHECK(recorder.findings.at(1).kind == FindingKind(Verdict::crashed));
  CHECK_THROWS_WITH(executor->explore(request("is_broken"), recorder),
                    "the lab's author made a mistake");
  CHECK_THROWS_WITH(executor->explore(request("missing"), recorder),
                    doctest::Contains("no scenario \"missing\""));
  CHECK_THROWS(executor->run_program({}, recorder));
}

}  // namespace gridlock::test_gpu
