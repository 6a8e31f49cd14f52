// `gridlock bench LAB`, as far as it goes without a GPU: the experiments run in the
// simulator.
#include "bench/lab_bench.h"
#include "checker/gpu_presence.h"
#include "tests/test.h"

namespace gridlock::test_labs {
const fs::path kSource = GRIDLOCK_SOURCE_DIR;

ProcessResult call(const Scratch& scratch, const std::vector<std::string>& arguments,
                   const fs::path& root = kSource) {
  ProcessRequest request;
  request.argv = {std::string(GRIDLOCK_BIN_DIR) + "/gridlock"};
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.environment = {{"GRIDLOCK_ROOT", root.string()},
                         {"GRIDLOCK_BUILD_DIR", (scratch / "build").string()}};
  return run_process(request);
}

/// The labs with an experiment.
std::vector<Lab> labs_with_experiment() {
  std::vector<Lab> found;
  for (const Lab& lab : find_labs(kSource))
    if (fs::exists(lab.folder / "bench.cu")) found.push_back(lab);
  return found;
}

TEST_CASE("an experiment says what is measured, and to whom the others are held") {
  REQUIRE(labs_with_experiment().size() >= 3);
  for (const Lab& lab : labs_with_experiment())
    for (const std::string& name : experiments_of(lab)) {
      CAPTURE(lab.id);
      CAPTURE(name);
      const Experiment experiment = read_experiment(lab, name);
      CHECK_FALSE(experiment.unit.empty());
      CHECK_FALSE(experiment.point.empty());
      CHECK(fs::exists(lab.folder / (experiment.named("plot") + ".py")));
      const std::string text = read_file(experiment.file);
      const bool is_file =
          fs::exists(lab.folder / "peers" / (experiment.baseline + ".cu")) ||
          experiment.baseline == "reference";
      const bool is_scenario =
          contains(text, "GRIDLOCK_SCENARIO(peer_" + experiment.baseline + ")");
      CHECK((is_file || is_scenario));
      CHECK(experiment.timeline.has_value() ==
            (contains(text, "GRIDLOCK_SCENARIO(timeline")));
    }
}

TEST_CASE("an experiment that does not say so is not run") {
  const Scratch scratch;
  Lab lab;
  lab.number = "9";
  lab.folder = scratch / "lab";
  fs::create_directories(lab.folder);
  CHECK_THROWS_AS(read_experiment(lab), UsageError);
  write_file_atomic(lab.folder / "bench.cu",
                    "// It.\n// baseline: a\n// unit: b\n\n// point: too late\n");
  CHECK_THROWS_WITH_AS(read_experiment(lab), doctest::Contains("\"// point: ...\""),
                       std::runtime_error);
  write_file_atomic(lab.folder / "bench.cu",
                    "// It.\n// baseline: a\n// unit: b\n// point: c: d\n");
  CHECK(read_experiment(lab).point == "c: d");
  CHECK_FALSE(read_experiment(lab).timeline);
}

TEST_CASE("an experiment's numbers, its timeline, and a lab's second experiment") {
  const Scratch scratch;
  Lab lab;
  lab.number = "9";
  lab.folder = scratch / "lab";
  fs::create_directories(lab.folder);
  const std::string header = "// baseline: a\n// unit: b\n// point: c\n";
  write_file_atomic(lab.folder / "bench.cu", header +
                                                 "// timeline: block; on; off\n"
                                                 "// timeline point: 4\n"
                                                 "// numbers: most, room\n");
  const Experiment experiment = read_experiment(lab);
  REQUIRE(experiment.timeline);
  CHECK(experiment.timeline->lane == "block");
  CHECK(experiment.timeline_point == 4);
  CHECK(experiment.numbers == std::vector<std::string>{"most", "room"});
  CHECK(experiment.named("9_lab") == "9_lab");

  write_file_atomic(lab.folder / "bench_ordered.cu",
                    header + "// timeline point: many\n");
  CHECK(experiments_of(lab) == std::vector<std::string>{"main", "ordered"});
  CHECK_THROWS_WITH_AS(read_experiment(lab, "ordered"),
                       doctest::Contains("should be followed by a number"),
                       std::runtime_error);
  write_file_atomic(lab.folder / "bench_ordered.cu", header);
  CHECK(read_experiment(lab, "ordered").named("9_lab") == "9_lab_ordered");
  CHECK_THROWS_WITH_AS(read_experiment(lab, "sorted"),
                       doctest::Contains("Its experiments: main, ordered"), UsageError);
}

TEST_CASE("a rung takes part where its first comment says so, else in the main one") {
  const Scratch scratch;
  Lab lab;
  lab.folder = scratch / "lab";
  lab.solution_folder = scratch / "solution";
  fs::create_directories(lab.solution_folder / "ladder");
  for (const auto& [name, text] : std::vector<std::pair<const char*, const char*>>{
           {"a.cu", "// It.\n"},
           {"b.cu", "// timed in: ordered\n"},
           {"c.cu", "// timed in: ordered, main\n"}})
    write_file_atomic(lab.solution_folder / "ladder" / name, text);
  const auto rungs = [&](const char* name) {
    Experiment experiment;
    experiment.name = name;
    std::string names;
    for (const Entry& entry : entries_of(lab, experiment, "mine.cu", ""))
      if (entry.contestant.kind == "ladder") names += entry.contestant.name;
    return names;
  };
  CHECK(rungs("main") == "ac");
  CHECK(rungs("ordered") == "bc");
}

TEST_CASE("who takes part, and who is left out by --only") {
  const std::vector<Lab> labs = find_labs(kSource);
  const Lab& lab = find_lab(labs, "2");
  const Experiment experiment = read_experiment(lab);
  std::string names, kinds;
  for (const Entry& entry : entries_of(lab, experiment, "mine.cu", "")) {
    names += entry.contestant.name + ";";
    kinds += entry.contestant.kind + ";";
    CHECK(entry.scenario == "measure");
  }
  CHECK(names.starts_with("yours;grid_sync;reference;reference again;answer_first;"));
  CHECK(kinds.starts_with("yours;peer;reference;again;ladder;"));
  const auto some = entries_of(lab, experiment, "mine.cu", "naps");
  REQUIRE(some.size() == 2);
  CHECK(some[0].contestant.name == "grid_sync");
  CHECK(some[1].contestant.name == "naps");
  CHECK(entries_of(lab, experiment, "mine.cu", "yours")[0].file == "mine.cu");
  // A peer that is a new scenario is built with the reference.
  const Lab& streams = find_lab(labs, "6");
  const auto peers =
      entries_of(streams, read_experiment(streams), "mine.cu", "one_stream");
  REQUIRE(peers.size() == 1);
  CHECK(peers[0].contestant.name == "reference");

  // A course's tree has no solutions.
  Lab student = lab;
  student.solution_folder = "/nonexistent";
  CHECK(entries_of(student, experiment, "mine.cu", "").size() == 2);
}

TEST_CASE("the simulator's clock and multiprocessors are those of one device") {
  // A lab of the test's own; its experiment judges the results, and its second experiment
  // returns timelines, one of them unfit.
  const fs::path tree = fs::path(GRIDLOCK_TESTS_DIR) / "bench/data/tree";
  const Scratch scratch;
  const ProcessResult clocks = call(scratch, {"bench", "90", "--on", "sim"}, tree);
  INFO(clocks.output, clocks.errors);
  CHECK(clocks.ok());
  CHECK(contains(clocks.output, "when_and_where  right"));
  CHECK_FALSE(contains(clocks.output, "timeline"));

  const ProcessResult spans =
      call(scratch, {"bench", "90", "--on", "sim", "--experiment", "spans"}, tree);
  INFO(spans.output, spans.errors);
  CHECK(spans.exit_code == 1);
  must_say(spans.output, {"yours, besides      right", "timeline of yours   right",
                          "timeline of uneven  its timeline has 2 lanes, and 1 of "
                          "\"end\""});
}

TEST_CASE(
    "a contestant that returns other numbers than the experiment names is told so") {
  const fs::path tree = fs::path(GRIDLOCK_TESTS_DIR) / "bench/data/tree";
  const Scratch scratch;
  const ProcessResult result =
      call(scratch, {"bench", "90", "--on", "sim", "--experiment", "numbers"}, tree);
  INFO(result.output, result.errors);
  must_say(result.output,
           {"two         right", "yours       at 1: it returned 1 numbers"});
}

TEST_CASE("bench LAB without a GPU says so, and writes nothing") {
  if (!why_no_gpu().empty()) {
    const Scratch scratch;
    const fs::path csv = scratch / "x.csv";
    const ProcessResult result = call(scratch, {"bench", "2", "--csv", csv.string()});
    CHECK(result.exit_code == 2);
    must_say(result.errors, {"no NVIDIA GPU", "--on sim"});
    CHECK_FALSE(fs::exists(csv));
    CHECK_FALSE(fs::exists(scratch / "build/bench"));
  }
}

TEST_CASE("bench and plot name what is not there") {
  const Scratch scratch;
  for (const auto& [arguments, said] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"bench", "nine"}, "There is no lab"},
           {{"plot", "nine"}, "There is no lab"},
           {{"bench", "2", "--experiment", "no"}, "has no experiment"},
           {{"bench", "2", "--on", "sim", "--submission", "no.cu"}, "no.cu"},
           {{"plot", "2", "--data", "no.csv"}, "no.csv"}}) {
    const auto& shown = arguments[1];
    INFO(shown);
    const ProcessResult result = call(scratch, arguments);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.errors, said));
  }
}

TEST_CASE("plot without any samples says who records them") {
  const Scratch scratch;
  const fs::path lab = scratch / "root/labs/02_lock_barrier";
  fs::create_directories(lab);
  for (const char* name : {"lab.toml", "bench.cu", "plot.py", "lock_barrier.cu"})
    fs::copy_file(kSource / "labs/02_lock_barrier" / name, lab / name);
  const ProcessResult result = call(scratch, {"plot", "2"}, scratch / "root");
  CHECK(result.exit_code == 2);
  CHECK(contains(result.errors, "No GPU result has been recorded for this experiment"));
}

TEST_SUITE("full") {
  TEST_CASE(
      "every experiment runs in the simulator, and all but the skeleton are right") {
    const Scratch scratch;
    std::vector<std::pair<Lab, std::string>> all;
    for (const Lab& lab : labs_with_experiment())
      for (const std::string& name : experiments_of(lab)) all.emplace_back(lab, name);
    for (const auto& [lab, name] : all) {
      const auto& shown = lab.id;
      INFO(shown);
      const auto& shown_too = name;
      INFO(shown_too);
      const ProcessResult result =
          call(scratch, {"bench", lab.id, "--on", "sim", "--experiment", name});
      INFO(result.output, result.errors);
      CHECK(result.ok());
      CHECK(contains(result.output, "Nothing was measured"));
      int right = 0;
      bool skeleton_is_right = false;
      for (const std::string_view line : split_lines(result.output)) {
        const bool is_right = line.ends_with(" right");
        right += is_right;
        if (is_right && trim(line).starts_with("yours")) skeleton_is_right = true;
      }
      CHECK(right >= 4);
      CHECK_FALSE(skeleton_is_right);
      CHECK((contains(result.output, "timeline of reference")) ==
            read_experiment(lab, name).timeline.has_value());
    }
    // The same holds for a file that a user names.
    const fs::path wrong = kSource / "solutions/02_lock_barrier/mistakes/no_fence.cu";
    const ProcessResult result = call(scratch, {"bench", "2", "--on", "sim", "--only",
                                                "yours", "--submission", wrong.string()});
    INFO(result.output, result.errors);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "data_race"));
  }

  TEST_CASE("lab 04's experiment sees a message that no order carried") {
    const Scratch scratch;
    const fs::path wrong =
        kSource / "solutions/04_threadfence/mistakes/fence_in_receivers_only.cu";
    const ProcessResult result = call(scratch, {"bench", "4", "--on", "sim", "--only",
                                                "yours", "--submission", wrong.string()});
    INFO(result.output, result.errors);
    CHECK(result.exit_code == 1);
    must_say(result.output, {"yours", "data_race"});
  }
}

}  // namespace gridlock::test_labs
