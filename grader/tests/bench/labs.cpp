// The experiments of labs: what their files say, and which contestants take part.
#include "bench/lab_bench.h"
#include "tests/test.h"

namespace gridlock::test_labs {
const fs::path kSource = GRIDLOCK_SOURCE_DIR;

std::vector<Lab> labs_with_experiment() {
  std::vector<Lab> found;
  for (const Lab& lab : find_labs(kSource))
    if (fs::exists(lab.folder / "bench.cu")) found.push_back(lab);
  return found;
}

/// A lab of a test's own.
struct OwnLab {
  Scratch scratch;
  Lab lab;
  OwnLab() {
    lab.number = "9";
    lab.folder = scratch / "lab";
  }
  void write(const char* name, const std::string& text) const {
    scratch.write(fs::path("lab") / name, text);
  }
};

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
  const OwnLab own;
  const Lab& lab = own.lab;
  CHECK_THROWS_AS(read_experiment(lab), UsageError);
  own.write("bench.cu", "// It.\n// baseline: a\n// unit: b\n\n// point: too late\n");
  CHECK_THROWS_WITH_AS(read_experiment(lab), doctest::Contains("\"// point: ...\""),
                       std::runtime_error);
  own.write("bench.cu", "// It.\n// baseline: a\n// unit: b\n// point: c: d\n");
  CHECK(read_experiment(lab).point == "c: d");
  CHECK_FALSE(read_experiment(lab).timeline);
}

TEST_CASE("an experiment's numbers, its timeline, and a lab's second experiment") {
  const OwnLab own;
  const Lab& lab = own.lab;
  const std::string header = "// baseline: a\n// unit: b\n// point: c\n";
  own.write("bench.cu", header +
                            "// timeline: block; on; off\n"
                            "// timeline point: 4\n"
                            "// numbers: most, room\n");
  const Experiment experiment = read_experiment(lab);
  REQUIRE(experiment.timeline);
  CHECK(experiment.timeline->lane == "block");
  CHECK(experiment.timeline_point == 4);
  CHECK(experiment.numbers == std::vector<std::string>{"most", "room"});
  CHECK(experiment.named("9_lab") == "9_lab");

  own.write("bench_ordered.cu", header + "// timeline point: many\n");
  CHECK(experiments_of(lab) == std::vector<std::string>{"main", "ordered"});
  CHECK_THROWS_WITH_AS(read_experiment(lab, "ordered"),
                       doctest::Contains("should be followed by a number"),
                       std::runtime_error);
  own.write("bench_ordered.cu", header);
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
  // A peer that is a scenario of the experiment's file is built with the reference.
  const Lab& streams = find_lab(labs, "6");
  const auto peers =
      entries_of(streams, read_experiment(streams), "mine.cu", "one_stream");
  REQUIRE(peers.size() == 1);
  CHECK(peers[0].contestant.name == "reference");

  // Students have no solutions.
  Lab student = lab;
  student.solution_folder = "/nonexistent";
  CHECK(entries_of(student, experiment, "mine.cu", "").size() == 2);
}

}  // namespace gridlock::test_labs
