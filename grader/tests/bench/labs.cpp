// `gridlock bench LAB` and `gridlock plot LAB`, as far as they go without a GPU: the
// experiments run in the simulator, and the plots draw samples that are made up.
#include "bench/lab_bench.h"
#include "checker/gpu_presence.h"
#include "tests/fixture_tree.h"
#include "tests/on_one_line.h"
#include "tests/test.h"

namespace gridlock::test_labs {
const fs::path kSource = GRIDLOCK_SOURCE_DIR;
const fs::path kSynthetic =
    fs::path(GRIDLOCK_TESTS_DIR) / "bench/data/synthetic_barrier.csv";

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

TEST_CASE("an experiment that takes two devices says so where there is one") {
  const FixtureTree tree("bench_devices");
  const fs::path file = tree.lab90().parent_path() / "bench.cu";
  const std::string header = "// baseline: a\n// unit: b\n// point: c\n";
  const auto bench = [&](const std::string& text, const std::string& visible) {
    write_file_atomic(file, text);
    auto environment = tree.environment();
    environment.emplace_back("CUDA_VISIBLE_DEVICES", visible);  // The fake counts these.
    return run_fixture({"bench", "90", "--on", "sim"}, environment);
  };
  const FixtureRun one = bench(header + "// devices: 2\n", "0");
  INFO(one.errors);
  CHECK(one.exit_code == 2);
  must_say(one.errors,
           {"needs 2 devices in one machine, and here is 1.", "./gridlock plot 90"});
  CHECK(one.output.empty());

  // With enough devices it goes on, until the fake worker has nothing to measure.
  const std::string goes_on = "names no points";
  CHECK(contains(bench(header + "// devices: 2\n", "0,1").errors, goes_on));
  CHECK(contains(bench(header, "0").errors, goes_on));
  CHECK(contains(bench(header + "// devices: two\n", "0,1").errors,
                 "\"// devices: two\" should be followed by a number"));
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

  TEST_CASE("plot draws a lab's samples, and says in words what it drew") {
    const Scratch scratch;
    const std::string out = (scratch / "plot.svg").string();
    const ProcessResult drawn =
        call(scratch, {"plot", "2", "--data", kSynthetic.string(), "--out", out});
    INFO(drawn.output, drawn.errors);
    REQUIRE(drawn.ok());
    const std::string svg = read_file(out);
    for (const char* text : {"yours", "grid.sync()", "ending the kernel", "the reference",
                             "The reference: the course's solution, one counter",
                             "whiskers: 95 % interval of the median",
                             "a nap between polls", "synthetic: nobody measured this"}) {
      CAPTURE(text);
      CHECK(contains(svg, text));
    }
    CHECK_FALSE(contains(svg, "reference again"));
    // The title states the finding and comes first; a second file is for dark paper.
    const std::string finding = "Yours is slower than grid.sync()";
    CHECK(drawn.output.starts_with(
        finding + ", whatever the number of blocks per multiprocessor.\n"));
    CHECK(contains(svg, finding));
    CHECK(contains(read_file(scratch / "plot-dark.svg"), "#131416"));
    CHECK_FALSE(contains(svg, "#131416"));
    must_say(drawn.output, {"naps: 0.8", "of grid_sync's time"});
    CHECK_FALSE(contains(drawn.output, "timeline"));

    // Without samples of one's own it draws the lab's recorded samples, and says so.
    const ProcessResult recorded = call(scratch, {"plot", "2", "--out", out});
    INFO(recorded.output, recorded.errors);
    REQUIRE(recorded.ok());
    CHECK(contains(recorded.output, "Nothing was measured here yet; this picture shows"));
    CHECK(contains(read_file(out), "NVIDIA H200"));

    // The roof, and a contestant that was measured in two ways.
    const std::string two = (scratch / "two.csv").string();
    std::string rows = "# baseline: yours\ncontestant,kind,point,round,nanoseconds\n";
    rows += "none,peer,8,0,0\n";  // This is below the noise.
    for (const char* who : {"yours,yours", "\"yours, alone\",yours"})
      rows += who + std::string(",8,0,50.0\n") + who + ",9,0,60.0\n";
    rows += "reading,roof,8,0,25.0\nreading,roof,9,0,30.0\n";
    write_file_atomic(two, rows);
    const ProcessResult roof = call(scratch, {"plot", "2", "--data", two, "--out", out});
    INFO(roof.output, roof.errors);
    REQUIRE(roof.ok());
    CHECK(contains(roof.output, "of reading's speed at 9: yours 50%, yours, alone 50%"));
    for (const char* text : {">yours and yours, alone<", ">reading<"}) {
      CAPTURE(text);
      CHECK(contains(read_file(out), text));
    }

    // The rungs that are fastest somewhere are drawn, the others only named.
    write_file_atomic(two,
                      "# baseline: reference\ncontestant,kind,point,round,nanoseconds\n"
                      "reference,reference,8,0,50000000\nquick,ladder,8,0,5000000\n"
                      "slow,ladder,8,0,9000000\n");
    const ProcessResult rungs = call(scratch, {"plot", "2", "--data", two, "--out", out});
    INFO(rungs.output, rungs.errors);
    REQUIRE(rungs.ok());
    CHECK(rungs.output.starts_with(
        "Quick is faster than the reference with 8 blocks per multiprocessor.\n"));
    CHECK(contains(rungs.output, "the other rungs of the ladder: slow."));
    CHECK(contains(read_file(out), ">quick<"));
    CHECK_FALSE(contains(read_file(out), ">slow<"));
    CHECK(contains(read_file(out), ">10k<"));  // Microseconds.

    // The timelines lie beside the samples.
    const fs::path copy = scratch / "copy.csv";
    fs::copy_file(kSynthetic, copy);
    std::string spans =
        "# device: synthetic: nobody measured this\n# lane: multiprocessor\n"
        "# phases: works, waits\ncontestant,lane,begin_ns,end_ns,phase\n";
    for (int lane = 0; lane < 600; lane += 2)
      spans += fmt::format(
          "yours,{0},0,3000,works\nyours,{0},3000,5000,waits\n"
          "reference,{0},0,2000,works\nreference,{0},2000,2500,waits\n",
          lane);
    write_file_atomic(scratch / "copy_timeline.csv", spans);
    const ProcessResult both =
        call(scratch, {"plot", "2", "--data", copy.string(), "--out", out});
    INFO(both.output, both.errors);
    REQUIRE(both.ok());
    const std::string timeline = (scratch / "plot_timeline.svg").string();
    must_say(both.output, {"The timeline: " + timeline,
                           "All blocks wait for the last to arrive, and the first leaves "
                           "after another 2.5 microseconds with yours and 1.2 with the "
                           "reference.\n",
                           "yours: 300 lanes, ends after 5 microseconds; works 60%, "
                           "waits 40% of the time"});
    const std::string panels = read_file(timeline);
    for (const char* text : {"yours", "reference", "works", "waits", "multiprocessor",
                             "microseconds", "synthetic:"}) {
      CAPTURE(text);
      CHECK(contains(panels, text));
    }

    write_file_atomic(scratch / "copy_timeline.csv", spans + "yours,1,4000,4500,works\n");
    const ProcessResult early =
        call(scratch, {"plot", "2", "--data", copy.string(), "--out", out});
    CHECK(contains(early.output,
                   "With yours some blocks leave before the last has arrived."));

    const std::string bad = (scratch / "bad.csv").string();
    write_file_atomic(bad, "# bench: x\ncontestant,kind,point,round,nanoseconds\n");
    const ProcessResult none = call(scratch, {"plot", "2", "--data", bad});
    CHECK(none.exit_code == 3);
    CHECK(contains(on_one_line(none.errors), "holds no samples"));
  }

  TEST_CASE("lab 04's plot has a place for 0 stores, and the fences by their names") {
    const Scratch scratch;
    const std::string out = (scratch / "plot.svg").string();
    const fs::path samples =
        fs::path(GRIDLOCK_TESTS_DIR) / "bench/data/synthetic_fences.csv";
    const ProcessResult drawn =
        call(scratch, {"plot", "4", "--data", samples.string(), "--out", out});
    INFO(drawn.output, drawn.errors);
    REQUIRE(drawn.ok());
    const std::string svg = read_file(out);
    for (const char* text :
         {">0<", ">16<", ">__threadfence()<", ">__threadfence_block()<",
          ">a store that releases<", ">yours<", ">others write<",
          "synthetic: nobody measured this"}) {
      CAPTURE(text);
      CHECK(contains(svg, text));
    }
    CHECK_FALSE(contains(svg, "reference again"));
    CHECK(drawn.output.starts_with(
        "__threadfence() takes longer after 16 stores than after "
        "none; in "));
    CHECK(contains(drawn.output, "__threadfence(): 423 ns after 0, "));
  }

  TEST_CASE("a plot's title says where one is faster, and where slower, as drawn") {
    const Scratch scratch;
    const auto title = [&](const char* lab, const std::string& rows) {
      const std::string data = (scratch / "x.csv").string();
      write_file_atomic(
          data, "# baseline: cub\ncontestant,kind,point,round,nanoseconds\n" + rows);
      const ProcessResult drawn = call(
          scratch, {"plot", lab, "--data", data, "--out", (scratch / "x.svg").string()});
      INFO(drawn.output, drawn.errors);
      REQUIRE(drawn.ok());
      return drawn.output.substr(0, drawn.output.find('\n'));
    };
    const std::string cub =
        "cub,peer,1,0,100\ncub,peer,2,0,100\ncub,peer,4,0,100\ncub,peer,8,0,100\n";
    CHECK(
        title("2", cub + "yours,yours,1,0,90\nyours,yours,2,0,90\n"
                         "yours,yours,4,0,101\nyours,yours,8,0,120\n") ==
        "Yours is faster than CUB's sum with up to 2 blocks per multiprocessor, as fast with "
        "4, slower with 8.");
    CHECK(
        title("2", cub + "yours,yours,1,0,98\nyours,yours,8,0,102\n") ==
        "Yours is as fast as CUB's sum, whatever the number of blocks per multiprocessor.");
    // Lab 01's picture shows fractions of the speed of a plain read alone.
    const std::string sums = cub +
                             "read_roof,roof,1,0,50\nread_roof,roof,8,0,50\n"
                             "reference,reference,1,0,100\nreference,reference,8,0,200\n";
    CHECK(title("1", sums + "two_kernels,peer,1,0,150\ntwo_kernels,peer,8,0,201\n") ==
          "A second kernel takes up to 50 % longer with 1 element or fewer; with 8 "
          "elements the reference reads at 25 % of the possible speed.");
    CHECK(contains(read_file(scratch / "x.svg"), "speed, % of reading alone"));
    CHECK(title("1", sums + "two_kernels,peer,1,0,101\ntwo_kernels,peer,8,0,201\n") ==
          "A second kernel costs no time; with 8 elements the reference reads at 25 % of "
          "the possible speed.");
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

  TEST_CASE("plot draws rates of copies, and the limits of the way") {
    const Scratch scratch;
    const std::string out = (scratch / "plot.svg").string();
    const fs::path samples =
        fs::path(kSynthetic).replace_filename("synthetic_copies.csv");
    const ProcessResult drawn =
        call(scratch, {"plot", "7", "--data", samples.string(), "--out", out});
    INFO(drawn.output, drawn.errors);
    REQUIRE(drawn.ok());
    const std::string svg = read_file(out);
    for (const char* text :
         {"GB/s", "bytes per copy", "the slower half", "1G", "yours", "four buffers",
          "With 1 GiB yours copies 40 GB/s, 80\u00a0% of the rate of the slower half",
          "synthetic H200: nobody measured"}) {
      CAPTURE(text);
      CHECK(contains(svg, text));
    }
    CHECK_FALSE(contains(svg, "reference again"));
    must_say(drawn.output, {"reference: 0.960 of slower_half's rate with 1G",
                            "memcpy_peer: GB/s: 1.02 with 4K, 158 with 1M, 399 with 1G"});
  }

  TEST_CASE("plot draws a hand-over on one device beside one between two") {
    const Scratch scratch;
    const fs::path samples = scratch / "handover.csv";
    write_file_atomic(samples,
                      "# device: 2 x nothing\n# baseline: reference\n"
                      "contestant,kind,point,round,nanoseconds\n"
                      "reference,reference,1,0,3000\nreference,reference,2,0,5000\n"
                      "host_waits,peer,1,0,8000\nhost_waits,peer,2,0,9000\n");
    const std::string out = (scratch / "plot.svg").string();
    const ProcessResult drawn = call(scratch, {"plot", "7", "--experiment", "handover",
                                               "--data", samples.string(), "--out", out});
    INFO(drawn.output, drawn.errors);
    REQUIRE(drawn.ok());
    CHECK(contains(drawn.output, "reference, between two devices: 5.00 microseconds"));
    CHECK(contains(read_file(out), "5.00 between two"));
  }

  TEST_CASE("plot draws a pipeline beside one of its stations alone") {
    const Scratch scratch;
    const fs::path samples = scratch / "pipeline.csv";
    const std::string header = "# device: 2 x nothing\n# baseline: reference\n";
    write_file_atomic(samples, header +
                                   "contestant,kind,point,round,nanoseconds\n"
                                   "reference,reference,1,0,100\n"
                                   "reference,reference,2,0,110\n"
                                   "host_waits,peer,1,0,100\nhost_waits,peer,2,0,220\n");
    write_file_atomic(scratch / "pipeline_timeline.csv",
                      header +
                          "# lane: station\n# phases: copies, works\n"
                          "contestant,lane,begin_ns,end_ns,phase\n"
                          "reference,0,0,10,copies\nreference,0,10,100,works\n"
                          "reference,1,100,200,works\n");
    const std::string out = (scratch / "plot.svg").string();
    const ProcessResult drawn = call(scratch, {"plot", "7", "--experiment", "pipeline",
                                               "--data", samples.string(), "--out", out});
    INFO(drawn.output, drawn.errors);
    REQUIRE(drawn.ok());
    must_say(drawn.output, {"host_waits: 1.00 at 1, 2.00 at 2 of reference's time",
                            "reference: 2 lanes"});
    CHECK(contains(read_file(out), "one station alone"));
    CHECK(contains(read_file(scratch / "plot_timeline.svg"), "station"));
  }
}

}  // namespace gridlock::test_labs
