// The whole road from the command to the record, with a worker that obeys the test.  The
// fixture's labs are in fixture/.
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_road {
using nlohmann::json;

std::map<std::string, json> checks_by_name(const json& record) {
  std::map<std::string, json> checks;
  for (const json& check : record.at("labs").at(0).at("checks"))
    checks[check.at("name")] = check;
  return checks;
}

// One run serves all tests, even if it leaves no record.
const std::map<std::string, json>& fixture_checks() {
  static const FixtureRun run = run_fixture({"check", "90", "--json", "-"});
  static const auto checks = checks_by_name(record_of(run));
  return checks;
}

const std::map<std::string, json>& stunt_checks() {
  static const FixtureRun run = run_fixture({"check", "91", "--json", "-"});
  static const auto checks = checks_by_name(record_of(run));
  return checks;
}

TEST_CASE("points are earned by the checks that pass, and only by them") {
  const json lab = fixture_record({"check", "90"}).at("labs").at(0);
  CHECK(lab.at("score") == 30);
  CHECK(lab.at("max_score") == 50);
  CHECK(lab.at("incomplete") == false);
  int points = 0;
  for (const json& check : lab.at("checks")) points += check.at("points").get<int>();
  CHECK(points == 30);
}

TEST_CASE("a title with a comma, a colon and a wildcard runs that check and no other") {
  const auto& check = fixture_checks().at("all outcomes, with a comma and a *: are fine");
  CHECK(check.at("verdict") == "passed");
  CHECK(check.at("schedules") == 1000);
  CHECK(fixture_checks().size() == 7);
}

TEST_CASE("a failed assertion ends the exploration and names its schedule") {
  const auto& check = fixture_checks().at("an outcome is wrong");
  CHECK(check.at("verdict") == "wrong_result");
  CHECK(check.at("schedules") == 8);
  CHECK(check.at("schedules_to_finding") == 8);
  CHECK(check.at("returned") == "value = 7");
  CHECK(check.at("finding").at("message") == "the value is 7, the limit is 7");
  CHECK(contains(check.at("replay").get<std::string>(),
                 ":4f:outcomes:count=9:1.4.2:1:rr-7:"));
  CHECK(check.at("interleaving").size() == 4);
  const auto& required = fixture_checks().at("a required assertion fails");
  CHECK(required.at("verdict") == "wrong_result");
  CHECK(required.at("schedules_to_finding") == 1001);
  CHECK(required.at("failures").at(0).at("expanded") == "0 >  0");
  // The interleaving is that of the exploration's first schedule: it does not cause the
  // wrong result, but is short.
  CHECK(required.at("interleaving").size() <= 10);
}

TEST_CASE("a race counts in an ordering check and not in a functional one") {
  const auto& functional =
      fixture_checks().at("a race alone does not fail a functional check");
  CHECK(functional.at("verdict") == "passed");
  CHECK(functional.at("points") == 10);
  CHECK(functional.at("notes").at(0).at("kind") == "data_race");
  const auto& ordering = fixture_checks().at("a race fails an ordering check");
  CHECK(ordering.at("verdict") == "data_race");
  CHECK(ordering.at("points") == 0);
}

TEST_CASE("a functional check has each race told once") {
  const auto checks =
      checks_by_name(fixture_record({"check", "91", "--only", "is told to the first"}));
  CHECK(checks.at("a race is told to the first of its explorations").at("verdict") ==
        "passed");
}

TEST_CASE("program counters become lines, in accesses and in sentences") {
  const json finding =
      fixture_checks().at("a race fails an ordering check").at("finding");
  CHECK(finding.at("accesses").at(0).at("line") == 3);
  CHECK(finding.at("accesses").at(1).at("file") == "fixture.cu");
  CHECK(finding.at("accesses").at(1).at("text") ==
        "__device__ int read_here() { return line_2; }");
  CHECK(finding.at("message") ==
        "The read and the write in line 3 are two steps, and the read in line 4 may come "
        "between them.");
  CHECK(
      finding.at("missing") ==
      "No __threadfence() lies between the write in line 3 and the atomicAdd in line 5.");
}

TEST_CASE("a finding without a history gets one from a replay") {
  CHECK(fixture_checks()
            .at("a race whose steps come from a replay")
            .at("interleaving")
            .size() == 4);
}

TEST_CASE("whatever a submission does, it fails its own check and no other") {
  const std::map<std::string, std::string> expected{
      {"exits", "protocol_error"},
      {"fakes_a_summary", "protocol_error"},
      {"writes_garbage", "protocol_error"},
      {"forges_a_summary", "protocol_error"},
      {"forges_an_answer", "protocol_error"},
      {"closes_everything", "protocol_error"},
      {"crashes", "crashed"},
      {"is_killed", "crashed"},
      {"hangs", "timeout"},
      {"waits", "passed"},
      {"loops", "timeout"},
      {"stops_itself", "timeout"},
      {"floods", "output_limit"},
      {"eats_memory", "out_of_memory"},
      {"leaves_a_daemon", "protocol_error"},
      {"too_large", "output_limit"},
      {"no_such_scenario", "grader_error"},
      {"claims_accesses", "passed"},
      {"claims_schedules", "protocol_error"},
      {"returns_millions", "output_limit"},
      {"finding of an unknown kind", "protocol_error"},
      {"deadlock", "deadlock"},
      {"bad_access", "bad_access"},
      {"an old value alone is fine", "passed"},
      {"a wrong outcome with an old value", "stale_value"},
      {"a wrong outcome with an old value, functional", "wrong_result"},
      {"an output that is missing", "wrong_result"},
      {"a check that throws", "grader_error"},
      {"prints", "passed"},
      {"prints and fails", "wrong_result"},
      {"advises", "passed"},
      {"advice that counts", "data_race"},
      {"a fence too wide", "wrong_result"},
      {"a fence too wide for one exploration, and not for another", "passed"},
      {"a fence that nothing needs", "passed"},
      {"a fence that needs more than it has", "protocol_error"},
      {"hangs on the GPU alone", "passed"},
      {"races on the simulator alone", "data_race"},
      {"a race is told to the first of its explorations", "passed"},
      {"launches have a fifth of a second", "skipped"},
      {"a check for the GPU alone", "skipped"},
      {"needs three or four devices", "passed"},
      {"needs three devices for a part of it", "passed"},
      {"asks what three devices showed", "passed"},
      {"needs what a GPU may not have", "passed"},
      {"skips itself on the simulator", "grader_error"},
      {"fails and leaves nothing", "wrong_result"},
      {"fails and leaves memory taken", "wrong_result"},
      {"fails after one that left memory taken", "wrong_result"},
      {"fails after one whose kernel hangs", "wrong_result"},
      {"fails after an error that sticks", "wrong_result"},
      {"fails once more", "wrong_result"},
      {"passes in a worker of its own", "passed"},
  };
  CHECK(stunt_checks().size() == expected.size());
  for (const auto& one : expected) {
    const auto& [name, verdict] = one;
    INFO(one.first);
#ifdef __SANITIZE_ADDRESS__  // Their megabytes are left out, or are too much.
    if (name == "too_large" || name == "returns_millions") continue;
#endif
    CHECK(stunt_checks().at(name).at("verdict") == verdict);
    const json points =
        verdict == "grader_error" ? json() : json(verdict == "passed" ? 1 : 0);
    CHECK(stunt_checks().at(name).at("points") == points);
    CHECK(stunt_checks().at(name).at("max_points") == (verdict == "skipped" ? 0 : 1));
  }
}

#ifndef __SANITIZE_ADDRESS__  // AddressSanitizer takes terabytes of addresses.
TEST_CASE("millions of values from a worker do not fill the judge's memory") {
  ProcessRequest request =
      fixture_request({"check", "91", "--only", "returns_millions", "--json", "-"});
  request.limits.address_space_bytes = std::uint64_t{1} << 30;
  const ProcessResult result = run_process(request);
  INFO(result.errors);
  REQUIRE(json::accept(result.output));
  const auto checks = checks_by_name(json::parse(result.output));
  CHECK(checks.at("returns_millions").at("verdict") == "output_limit");
}
#endif

TEST_CASE("a stranger's claim that no simulator can have earned is for a person to see") {
  TemporaryFile file("claims.cu", "a submission\n");
  const std::vector<std::string> own{"check", "91", "--only", "claims_accesses"};
  std::vector<std::string> strangers = own;
  strangers.insert(strangers.end(), {"--submission", file.path(), "--no-box"});
  const json lab = fixture_record(strangers).at("labs").at(0);
  CHECK(lab.at("score") == 1);
  REQUIRE(lab.at("look_at").size() == 1);
  CHECK(contains(lab.at("look_at").at(0).get<std::string>(), "more than the simulator"));
  CHECK(contains(run_fixture(strangers).output, "Look at this file by hand."));
  CHECK_FALSE(fixture_record(own).at("labs").at(0).contains("look_at"));
}

TEST_CASE("the grader's own failures are no score, and the exit code says so") {
  const FixtureRun run = run_fixture({"check", "91", "--only", "throws"});
  CHECK(run.exit_code == 3);
  must_say(run.output, {"the author made a mistake", "-/1", "There is no score"});
  const json lab = fixture_record({"check", "91", "--only", "throws"}).at("labs").at(0);
  CHECK(lab.at("score").is_null());
  CHECK(lab.at("max_score") == 1);
  CHECK(lab.at("incomplete_why") != "");
}

/// The fixture's workers that no program of ours waits for.  Workers of tests that run
/// beside this one do not count.
std::set<std::string> workers_left_behind() {
  std::set<std::string> pids;
  for (const std::string& pid : fixture_workers())
    if (!program_of(parent_of(pid)).starts_with("gridlock")) pids.insert(pid);
  return pids;
}

TEST_CASE("no process of a submission is left behind") {
  const auto before = workers_left_behind();
  run_fixture({"check", "91", "--only", "daemon"});
  run_fixture({"check", "91", "--only", "hangs"});
  for (const std::string& pid : workers_left_behind()) {
    CAPTURE(pid);
    CHECK(before.contains(pid));
  }
}

TEST_CASE("advice is given once and costs nothing") {
  const auto& check = stunt_checks().at("advises");
  CHECK(check.at("points") == 1);
  REQUIRE(check.at("advice").size() == 1);
  CHECK(check.at("advice").at(0).at("kind") == "missing_acquire_fence");
  CHECK(check.at("advice").at(0).at("line") == 3);
}

TEST_CASE("a check about fences says which one is too wide, and which is not needed") {
  const json finding = stunt_checks().at("a fence too wide").at("finding");
  CHECK(finding.at("kind") == "fence_too_wide");
  CHECK(finding.at("accesses").at(0).at("line") == 3);
  CHECK(finding.at("missing").get<std::string>().starts_with("__threadfence_block()"));
  // If a part fails, no advice says to remove a fence.
  CHECK(stunt_checks().at("a fence that nothing needs").at("advice").empty());
  const json alone =
      fixture_record({"check", "91", "--only", "a fence that nothing needs"});
  const json advice = alone.at("labs").at(0).at("checks").at(0).at("advice");
  REQUIRE(advice.size() == 1);
  CHECK(advice.at(0).at("kind") == "redundant_fence");
  CHECK(stunt_checks()
            .at("a fence too wide for one exploration, and not for another")
            .at("advice")
            .empty());
  CHECK(stunt_checks().at("advice that counts").at("finding").at("kind") ==
        "missing_acquire_fence");
}

TEST_CASE("a submission that does not compile fails every check with the reason") {
  TemporaryFile file("bad.cu", "a syntax error\n");
  const json record = fixture_record({"check", "90", "--submission", file.path()});
  const json lab = record.at("labs").at(0);
  CHECK(lab.at("score") == 0);
  CHECK(lab.at("max_score") == 50);
  for (const json& check : lab.at("checks"))
    CHECK(check.at("verdict") == "compile_error");
  const FixtureRun run = run_fixture({"check", "90", "--submission", file.path()});
  CHECK(run.exit_code == 1);
  const auto first = run.output.find("expected ';'");
  CHECK(first != std::string::npos);
  CHECK(run.output.find("expected ';'", first + 1) == std::string::npos);
}

TEST_CASE("code that ends the program while it is loaded fails, at once for all checks") {
  TemporaryFile exits("exits.cu", "at load: exit\n");
  for (const auto& [name, check] :
       checks_by_name(fixture_record({"check", "90", "--submission", exits.path()})))
    CHECK(check.at("verdict") == "protocol_error");
  TemporaryFile speaks("speaks.cu", "at load: hello\n");
  for (const auto& [name, check] :
       checks_by_name(fixture_record({"check", "90", "--submission", speaks.path()})))
    CHECK(check.at("verdict") == "protocol_error");
  TemporaryFile refused("refused.cu", "at load: refuse\n");
  // A worker's report that it cannot load makes the grader at fault only if we see the
  // same.
  const json record =
      fixture_record({"check", "91", "--only", "waits", "--submission", refused.path()});
  for (const auto& [name, check] : checks_by_name(record)) {
    CHECK(check.at("verdict") == "crashed");
    const std::string message = check.at("finding").at("message");
    CHECK(contains(message, "said: cannot load: undefined symbol"));
  }
  CHECK(record.at("labs").at(0).at("score") == 0);
}

TEST_CASE("without the simulator a score is incomplete, and a skipped check no failure") {
  const json lab = fixture_record({"check", "90", "--on", "gpu"}).at("labs").at(0);
  CHECK(lab.at("incomplete") == true);
  CHECK(lab.at("max_score") == 0);
  for (const json& check : lab.at("checks")) {
    CHECK(check.at("verdict") == "skipped");
    CHECK(check.at("executor") == "gpu");
  }
  CHECK(run_fixture({"check", "90", "--on", "gpu"}).exit_code == 0);
}

const std::vector<std::pair<std::string, std::string>> kWithGpu{{"FIXTURE_HAS_GPU", "1"}};

TEST_CASE("what the GPU showed stands beside a finding of the simulator") {
  const FixtureRun run =
      run_fixture({"check", "91", "--only", "races on the simulator"}, kWithGpu);
  must_say(run.output, {"GPU: 200 launches, nothing seen.", "0/1"});
}

TEST_CASE("a check must pass on every executor, and its points exist once") {
  const auto checks =
      fixture_record({"check", "91", "--only", "hangs on the GPU"}, kWithGpu)
          .at("labs")
          .at(0)
          .at("checks");
  REQUIRE(checks.size() == 2);
  CHECK(checks.at(0).at("executor") == "sim");
  CHECK(checks.at(0).at("verdict") == "passed");
  CHECK(checks.at(0).at("max_points") == 0);
  CHECK(checks.at(1).at("executor") == "gpu");
  CHECK(checks.at(1).at("verdict") == "timeout");
  CHECK(checks.at(1).at("points") == 0);
  CHECK(checks.at(1).at("max_points") == 1);
}

TEST_CASE("after a hang, what fails on the simulator does not run on the GPU") {
  const auto record = fixture_record({"check", "91", "--only", "alone"}, kWithGpu);
  std::map<std::string, json> on_gpu;
  for (const json& check : record.at("labs").at(0).at("checks"))
    if (check.at("executor") == "gpu") on_gpu[check.at("name")] = check;
  CHECK(on_gpu.at("hangs on the GPU alone").at("verdict") == "timeout");
  CHECK(on_gpu.at("races on the simulator alone").at("verdict") == "skipped");
  CHECK(on_gpu.at("a check for the GPU alone").at("verdict") != "skipped");
}

TEST_CASE("what hangs on the simulator runs on the GPU only when asked to") {
  const auto on_gpu = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"check", "91", "--only", "deadlock"});
    const json record = fixture_record(more, kWithGpu);
    for (const json& check : record.at("labs").at(0).at("checks"))
      if (check.at("executor") == "gpu") return check.at("verdict");
    return json();
  };
  CHECK(on_gpu({}) == "skipped");
  CHECK(on_gpu({"--on", "gpu"}) == "deadlock");
}

TEST_CASE(
    "a check has a fifth of a second on the GPU, unless --launches says how often") {
  const auto verdict = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"check", "91", "--only", "fifth of a second"});
    return fixture_record(more, kWithGpu)
        .at("labs")
        .at(0)
        .at("checks")
        .at(0)
        .at("verdict");
  };
  CHECK(verdict({}) == "passed");
  CHECK(verdict({"--launches", "200"}) == "wrong_result");
}

TEST_CASE("a check for the GPU alone runs where there is one") {
  const auto check = fixture_record({"check", "91", "--only", "GPU alone"}, kWithGpu);
  CHECK(check.at("labs").at(0).at("gpu") == "a fake, warm on 1");
}

TEST_CASE("a submission that spoils the GPU for itself fails there") {
  const TemporaryFile spoils("spoils.cu", "at load: spoil the GPU\n");
  const auto lab = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"check", "91", "--on", "gpu", "--only", "GPU alone",
                               "--submission", spoils.path()});
    return fixture_record(more, kWithGpu).at("labs").at(0);
  };
  const json check = lab({"--no-box"}).at("checks").at(0);
  CHECK(check.at("verdict") == "crashed");
  CHECK(
      check.at("finding").at("message") ==
      "The GPU works until this file is loaded; then there is no CUDA device that works "
      "(cudaMalloc: CUDA error 2, out of memory).");
}

/// The GPU's result for a check, on a machine with these GPUs: "0,1" are two.
json run_on_gpus(const std::string& check, const std::string& devices) {
  auto environment = kWithGpu;
  environment.emplace_back("CUDA_VISIBLE_DEVICES", devices);
  const json record = fixture_record({"check", "91", "--only", check}, environment);
  for (const json& run : record.at("labs").at(0).at("checks"))
    if (run.at("executor") == "gpu") return run;
  return {};
}

TEST_CASE(
    "a check that needs more GPUs than there are is skipped there, with the reason") {
  const json run = run_on_gpus("three or four", "0,1");
  CHECK(run.at("verdict") == "skipped");
  CHECK(run.at("finding").at("message") == "it needs 3 GPUs, and this machine has 2");
  CHECK(run_on_gpus("three or four", "0,1,2").at("verdict") == "passed");
  CHECK(run_on_gpus("three or four", "0,1,2").at("schedules") == 200);
  CHECK(run_on_gpus("three or four", "0,1,2,3").at("schedules") == 400);

  // The check's points are those of its run on the simulator.
  const json record =
      fixture_record({"check", "91", "--only", "three or four"}, kWithGpu);
  CHECK(record.at("labs").at(0).at("score") == 1);
  CHECK(record.at("labs").at(0).at("max_score") == 1);
  const FixtureRun shown =
      run_fixture({"check", "91", "--only", "three or four"}, kWithGpu);
  CHECK(contains(shown.output,
                 "not run on the GPU: it needs 3 GPUs, and this machine has 1"));
}

TEST_CASE("what a check explores on fewer GPUs runs all the same") {
  CHECK(run_on_gpus("a part of it", "0").at("verdict") == "passed");
  CHECK(run_on_gpus("a part of it", "0").at("schedules") == 200);
  CHECK(run_on_gpus("a part of it", "0,1,2").at("schedules") == 400);
  // A check that needs an exploration that was left out is skipped.
  CHECK(run_on_gpus("three devices showed", "0").at("verdict") == "skipped");
  CHECK(run_on_gpus("three devices showed", "0,1,2").at("verdict") == "passed");
}

TEST_CASE("a check can say that a GPU lacks what it needs") {
  const json run = run_on_gpus("may not have", "0");
  CHECK(run.at("verdict") == "skipped");
  CHECK(run.at("finding").at("message") == "it needs a feature");
}

/// The results of part 91d's checks on the GPU, by the first words of their titles: the
/// number of explorations that their worker had done before, and the verdict.
std::map<std::string, std::pair<std::string, std::string>> after_failures(
    const std::vector<std::string>& options) {
  std::vector<std::string> arguments{"check", "91", "--only", "91d"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  std::map<std::string, std::pair<std::string, std::string>> found;
  const json record = fixture_record(arguments, kWithGpu);
  for (const json& run : record.at("labs").at(0).at("checks"))
    if (run.at("executor") == "gpu")
      found[run.at("name")] = {run.value("returned", ""), run.at("verdict")};
  return found;
}

TEST_CASE("a worker on a GPU outlives a failure that leaves it usable") {
  using Got = std::pair<std::string, std::string>;
  const Got first{"value = 0", "wrong_result"};
  const Got second{"value = 1", "wrong_result"};
  for (const std::string jobs : {"1", "3"}) {
    auto got = after_failures({"--jobs", jobs});
    CHECK(got["fails and leaves nothing"] == first);
    CHECK(got["fails and leaves memory taken"] == second);
    // After a failure that costs a worker, checks that fail on the simulator are skipped.
    const Got skipped{"", "skipped"};
    CHECK(got["fails after one that left memory taken"] == skipped);
    CHECK(got["fails after one whose kernel hangs"] == skipped);
    CHECK(got["fails after an error that sticks"] == skipped);
    CHECK(got["fails once more"] == skipped);
    CHECK(got["passes in a worker of its own"] == Got{"", "passed"});
  }
}

TEST_CASE("what fails on a GPU after another failure is judged by how it begins anew") {
  using Got = std::pair<std::string, std::string>;
  auto got = after_failures({"--on", "gpu"});
  CHECK(got["passes in a worker of its own"] == Got{"", "passed"});
  got.erase("passes in a worker of its own");
  CHECK(got.size() == 6);
  for (const auto& [name, of] : got) {
    const auto& shown = name;
    INFO(shown);
    CHECK(of == Got{"value = 0", "wrong_result"});
  }
}

TEST_CASE("a check that asks for executions gets them, however few the user wants") {
  const auto checks =
      checks_by_name(fixture_record({"check", "90", "--schedules", "17"}));
  CHECK(checks.at("some outcome is 3").at("schedules") == 20);
}

TEST_CASE("--schedules and --seed reach the worker and the replay") {
  const auto checks =
      checks_by_name(fixture_record({"check", "90", "--schedules", "17", "--seed", "5"}));
  CHECK(checks.at("a race alone does not fail a functional check").at("schedules") == 17);
  CHECK(contains(checks.at("an outcome is wrong").at("replay").get<std::string>(),
                 ":1.4.2:5:rr-7:"));
}

TEST_CASE("--launches reaches the GPU, and stands in the line that runs a check again") {
  const FixtureRun run = run_fixture(
      {"check", "91", "--launches", "17", "--only", "races on the simulator"}, kWithGpu);
  must_say(run.output, {"a fake, warm on 1: 17 launches.",
                        "./gridlock check 91 --launches 17 --only "});
}

TEST_CASE("Ctrl-C keeps what is finished and ends with 130, and no worker stays") {
  const int code = run_fixture_and_interrupt({"check", "91", "--only", "hangs"});
  CHECK(code == 130);
}

/// The record of `run` that was interrupted once its program hung.
nlohmann::json interrupted_record(const std::string& what) {
  TemporaryFile file("hangs.cu", "int main() {}\n");
  const auto to = fixture_folder() / "interrupted.json";
  CHECK(run_fixture_and_interrupt({"run", file.path(), "--json", to.string(), "--", what},
                                  true) == 130);
  auto record = nlohmann::json::parse(read_file(to));
  CHECK(record.at("interrupted") == true);
  return record;
}

TEST_CASE("run, interrupted: a verdict is of the schedules that ended, if any did") {
  const auto none = interrupted_record("hang");
  CHECK(none.at("verdict") == "skipped");
  CHECK(none.at("schedules") == 0);
  CHECK(
      contains(none.at("message").get<std::string>(), "before the first schedule ended"));

  const auto one = interrupted_record("hang later");
  CHECK(one.at("verdict") == "passed");
  CHECK(one.at("schedules") == 1);
  CHECK(one.at("stdout") == "good\n");
  CHECK_FALSE(one.contains("message"));

  const auto raced = interrupted_record("race, hang");
  CHECK(raced.at("verdict") == "data_race");
  CHECK(raced.at("schedules") == 1);
}

}  // namespace gridlock::test_road
