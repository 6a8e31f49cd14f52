// The pictures that labs draw of their own experiments, from made-up samples, and the
// medians that are recorded.
#include "tests/on_one_line.h"
#include "tests/test.h"

namespace gridlock::test_plots {
ProcessResult run_plot(const Scratch& scratch, const std::vector<std::string>& what) {
  ProcessRequest request;
  request.argv = {std::string(GRIDLOCK_BIN_DIR) + "/gridlock", "plot"};
  request.argv.insert(request.argv.end(), what.begin(), what.end());
  request.environment = {{"GRIDLOCK_ROOT", GRIDLOCK_SOURCE_DIR},
                         {"GRIDLOCK_BUILD_DIR", (scratch / "build").string()}};
  return run_process(request);
}

/// `plot WHAT... --data DATA --out OUT`.
ProcessResult plot(const Scratch& scratch, std::vector<std::string> what,
                   const std::string& data, const std::string& out) {
  what.insert(what.end(), {"--data", data, "--out", out});
  return run_plot(scratch, what);
}

constexpr const char* kHead =
    "# device: none\n# baseline: grid_sync\n# not measured: a\n# not measured: b\n";
constexpr const char* kTimelineHead = "# lane: block\n# phases: works, waits\n";

/// Writes a file of samples, x.csv, and a timeline beside it.
void write_samples(const Scratch& scratch) {
  write_file_atomic(scratch / "x.csv",
                    std::string(kHead) +
                        "contestant,kind,point,round,nanoseconds,megahertz\n"
                        "grid_sync,peer,1,0,100,1980\ngrid_sync,peer,1,1,200,1981\n"
                        "grid_sync,peer,1,2,300,1979\nreference,reference,1,2,600,1980\n"
                        "reference,reference,1,0,150,1980\n"
                        "reference,reference,1,1,260.125,1980\nnaps,ladder,2,0,7,0\n");
  write_file_atomic(
      scratch / "x_timeline.csv",
      std::string(kTimelineHead) +
          "contestant,lane,begin_ns,end_ns,phase\nnot_drawn,0,0,30,works\n"
          "reference,7,5,25,waits\nreference,0,0,10,works\nreference,0,20,30,works\n");
}

constexpr const char* kColumns =
    "# baseline: reference\ncontestant,kind,point,round,nanoseconds\n";

/// A picture: the words for `plot`, samples or a file with them, and what must, and must
/// not, be in its words and in the picture.
struct Picture {
  std::vector<std::string> what;
  std::string samples, title;
  std::vector<std::string> said = {}, drawn = {}, absent = {};
  std::string timeline = {};
};

std::string baseline(const std::string& name, const std::string& rows) {
  return replace_all(kColumns, "baseline: reference", "baseline: " + name) + rows;
}

/// A row for each of these points; the time is this many nanoseconds a point.
std::string at_points(const std::string& who, std::vector<int> points, int nanoseconds,
                      const std::string& counts = "") {
  std::string rows;
  for (const int point : points)
    rows += fmt::format("{},{},0,{}{}\n", who, point, nanoseconds * point, counts);
  return rows;
}

/// Timelines of 300 lanes, for a picture of barriers.
std::string spans_of_barrier() {
  std::string spans =
      "# device: synthetic: nobody measured this\n# lane: multiprocessor\n"
      "# phases: works, waits\ncontestant,lane,begin_ns,end_ns,phase\n";
  for (int lane = 0; lane < 600; lane += 2)
    spans += fmt::format(
        "yours,{0},0,3000,works\nyours,{0},3000,5000,waits\n"
        "reference,{0},0,2000,works\nreference,{0},2000,2500,waits\n",
        lane);
  return spans;
}

const std::string kCub =
    "cub,peer,1,0,100\ncub,peer,2,0,100\ncub,peer,4,0,100\ncub,peer,8,0,100\n";

std::vector<Picture> pictures_of_barriers() {
  return {
      {{"2"},
       "synthetic_barrier.csv",
       "Yours is slower than grid.sync(), whatever the number of blocks per "
       "multiprocessor.\n",
       {"naps: 0.8", "of grid_sync's time"},
       {"yours", "ending the kernel", "the reference", "a nap between polls",
        "The reference: the course's solution, one counter",
        "whiskers: 95 % interval of the median", "Yours is slower than grid.sync()",
        "synthetic: nobody measured this"},
       {"reference again"}},
      // The roof, and a contestant that was measured in two ways.
      {{"2"},
       baseline("yours",
                "none,peer,8,0,0\n"  // This is below the noise.
                "yours,yours,8,0,50\nyours,yours,9,0,60\n\"yours, alone\",yours,8,0,50\n"
                "\"yours, alone\",yours,9,0,60\nreading,roof,8,0,25\n"
                "reading,roof,9,0,30\n"),
       "",
       {"of reading's speed at 9: yours 50%, yours, alone 50%"},
       {">yours and yours, alone<", ">reading<"}},
      // The rungs that are fastest somewhere are drawn, the others only named.
      {{"2"},
       baseline("reference",
                "reference,reference,8,0,50000000\nquick,ladder,8,0,5000000\n"
                "slow,ladder,8,0,9000000\n"),
       "Quick is faster than the reference with 8 blocks per multiprocessor.\n",
       {"the other rungs of the ladder: slow."},
       {">quick<", ">10k<"},  // Microseconds.
       {">slow<"}},
      {{"2"},
       baseline("cub", kCub + "yours,yours,1,0,90\nyours,yours,2,0,90\n"
                              "yours,yours,4,0,101\nyours,yours,8,0,120\n"),
       "Yours is faster than CUB's sum with up to 2 blocks per multiprocessor, as fast "
       "with 4, slower with 8.\n"},
      {{"2"},
       baseline("cub", kCub + "yours,yours,1,0,98\nyours,yours,8,0,102\n"),
       "Yours is as fast as CUB's sum, whatever the number of blocks per "
       "multiprocessor.\n"},
      {{"2"},
       baseline("reference", "reference,reference,8,0,50\nyours,yours,8,0,60\n"),
       "",
       {"All blocks wait for the last to arrive, and the first leaves after another 2.5 "
        "microseconds with yours and 1.2 with the reference.\n",
        "yours: 300 lanes, ends after 5 microseconds; works 60%, waits 40% of the time"},
       {"works", "waits", "multiprocessor", "microseconds", "synthetic:"},
       {},
       spans_of_barrier()},
      {{"2"},
       baseline("reference", "reference,reference,8,0,50\nyours,yours,8,0,60\n"),
       "",
       {"With yours some blocks leave before the last has arrived."},
       {},
       {},
       spans_of_barrier() + "yours,1,4000,4500,works\n"},
  };
}

std::vector<Picture> pictures_of_kernels() {
  const std::string sums = kCub +
                           "read_roof,roof,1,0,50\nread_roof,roof,8,0,50\n"
                           "reference,reference,1,0,100\nreference,reference,8,0,200\n";
  std::string kernels = baseline("one_stream", "");
  kernels.insert(kernels.size() - 1, ",most,most_whole,mean_thousandths,room");
  for (const int point : {1, 2, 4}) {
    kernels += fmt::format("one_stream,peer,{},0,80,1,1,990,1\n", point);
    kernels += fmt::format("4_on_each,peer,{0},0,{1},{0},2,900,{2}\n", point, 80 / point,
                           std::min(point, 3));
  }
  return {
      // Lab 01's picture shows fractions of the speed of a plain read alone.
      {{"1"},
       baseline("cub", sums + "two_kernels,peer,1,0,150\ntwo_kernels,peer,8,0,201\n"),
       "A second kernel takes up to 50 % longer with 1 element or fewer; with 8 elements "
       "the reference reads at 25 % of the possible speed.\n",
       {},
       {"speed, % of reading alone"}},
      {{"1"},
       baseline("cub", sums + "two_kernels,peer,1,0,101\ntwo_kernels,peer,8,0,201\n"),
       "A second kernel costs no time; with 8 elements the reference reads at 25 % of the "
       "possible speed.\n"},
      // A place for 0 stores, and the fences by their names.
      {{"4"},
       "synthetic_fences.csv",
       "__threadfence() takes longer after 16 stores than after none; in ",
       {"__threadfence(): 423 ns after 0, "},
       {">0<", ">16<", ">__threadfence()<", ">__threadfence_block()<",
        ">a store that releases<", ">yours<", ">others write<",
        "synthetic: nobody measured this"},
       {"reference again"}},
      // Times over the bound, in the order they come and sorted.
      {{"5", "--experiment", "lengths"},
       baseline("bound", at_points("yours,yours", {1000, 3000}, 150) +
                             at_points("bound,roof", {1000, 3000}, 100) +
                             at_points("\"yours, sorted\",yours", {1000, 3000}, 104) +
                             at_points("sorted_chunks,peer", {1000, 3000}, 900)),
       "",
       {"yours: 1.500 at 1, 1.500 at 3", "yours, sorted: 1.040 at 1"},
       {">yours<", ">chunks in advance<", ">the bound<", ">longest first<"},
       // One has the colour of yours, and no sample measured the other.
       {">yours, sorted<", ">strides in advance<"}},
      // How many kernels there were, and how many find room.
      {{"6"},
       kernels,
       "",
       {"4_on_each: kernels at once 1 of 1 at 1, 2 of 2 at 2, 4 of 3 at 4; a block takes "
        "0.25 of the time at 4"},
       {">all in one stream<", ">4 blocks on each<", "as many as fit)<"}},
  };
}

std::vector<Picture> pictures_of_copies() {
  const std::string pipeline =
      "reference,reference,1,0,100\nreference,reference,2,0,110\n"
      "host_waits,peer,1,0,100\nhost_waits,peer,2,0,220\n";
  return {
      // Rates of copies, and the limits of the way.
      {{"7"},
       "synthetic_copies.csv",
       "",
       {"reference: 0.960 of slower_half's rate with 1G",
        "memcpy_peer: GB/s: 1.02 with 4K, 158 with 1M, 399 with 1G"},
       {"GB/s", "bytes per copy", "the slower half", "1G", "yours", "four buffers",
        "With 1 GiB yours copies 40 GB/s, 80\u00a0% of the rate of the slower half",
        "synthetic H200: nobody measured"},
       {"reference again"}},
      {{"7", "--experiment", "handover"},
       "# device: 2 x nothing\n" +
           baseline("reference",
                    "reference,reference,1,0,3000\nreference,reference,2,0,5000\n"
                    "host_waits,peer,1,0,8000\nhost_waits,peer,2,0,9000\n"),
       "",
       {"reference, between two devices: 5.00 microseconds"},
       {"5.00 between two"}},
      {{"7", "--experiment", "pipeline"},
       "# device: 2 x nothing\n" + baseline("reference", pipeline),
       "",
       {"host_waits: 1.00 at 1, 2.00 at 2 of reference's time", "reference: 2 lanes"},
       {"one station alone", "station"},
       {},
       "# device: 2 x nothing\n# baseline: reference\n# lane: station\n"
       "# phases: copies, works\ncontestant,lane,begin_ns,end_ns,phase\n"
       "reference,0,0,10,copies\nreference,0,10,100,works\nreference,1,100,200,works\n"},
  };
}

TEST_CASE("the labs' results are medians, not samples, and few enough to read") {
  std::size_t lines = 0, files = 0;
  for (const auto& lab : fs::directory_iterator(fs::path(GRIDLOCK_SOURCE_DIR) / "labs"))
    for (const fs::path& file : files_ending(".csv", lab.path() / "results")) {
      CAPTURE(file.string());
      const std::string text = read_file(file);
      must_not_say(text, {"contestant,kind,point,round,", "contestant,lane,"});
      lines += split_lines(text).size();
      ++files;
    }
  CHECK(files > 10);
  CHECK(lines <= 2000);
}

TEST_SUITE("full") {
  TEST_CASE(
      "medians of samples are recorded with their head, and draw the same picture") {
    const Scratch scratch;
    write_samples(scratch);
    const auto drawn = [&](const char* data, const char* out) {
      const ProcessResult result =
          plot(scratch, {"2"}, scratch / data, (scratch / out).string());
      INFO(result.output, result.errors);
      CHECK(result.ok());
      return read_file(scratch / out);
    };
    CHECK(drawn("x.csv", "recorded.csv") ==
          std::string(kHead) +
              "contestant,kind,point,samples,nanoseconds,nanoseconds_low,"
              "nanoseconds_high,megahertz,rate,rate_low,rate_high,ratio,ratio_low,"
              "ratio_high,of_reference,of_best\n"
              "grid_sync,peer,1,3,200,100,300,1980,0.005,0.003333333,0.01,1,1,1,"
              "0.6666667,\n"
              "reference,reference,1,3,260.125,150,600,1980,0.003844306,0.001666667,"
              "0.006666667,1.5,1.300625,2,1,\n"
              "naps,ladder,2,1,7,7,7,0,0.1428571,0.1428571,0.1428571,,,,,1\n");
    CHECK(read_file(scratch / "recorded_timeline.csv") ==
          std::string(kTimelineHead) +
              "lane,reference: waits,reference: works\n0,,0-10\n0,,20-30\n7,5-25,\n");
    CHECK(drawn("x.csv", "raw.svg") == drawn("recorded.csv", "medians.svg"));
    CHECK(read_file(scratch / "raw_timeline.svg") ==
          read_file(scratch / "medians_timeline.svg"));
  }

  TEST_CASE("medians never take the place of the samples that they are from") {
    const Scratch scratch;
    write_samples(scratch);
    const std::string file = scratch / "x.csv", before = read_file(file);
    const ProcessResult result = plot(scratch, {"2"}, file, file);
    CHECK(result.exit_code == 3);
    CHECK(contains(on_one_line(result.errors), "name another one to write"));
    CHECK(read_file(file) == before);
  }

  TEST_CASE("a lab's picture says in words what it draws, and draws that") {
    std::vector<Picture> pictures = pictures_of_barriers();
    for (const auto& more : {pictures_of_kernels(), pictures_of_copies()})
      pictures.insert(pictures.end(), more.begin(), more.end());
    for (const Picture& picture : pictures) {
      CAPTURE(picture.title);
      const Scratch scratch;
      std::string data =
          std::string(GRIDLOCK_TESTS_DIR) + "/bench/data/" + picture.samples;
      if (contains(picture.samples, "\n")) data = scratch.write("x.csv", picture.samples);
      if (!picture.timeline.empty()) scratch.write("x_timeline.csv", picture.timeline);
      const std::string out = (scratch / "plot.svg").string();
      const ProcessResult drawn = plot(scratch, picture.what, data, out);
      INFO(drawn.output, drawn.errors);
      REQUIRE(drawn.ok());
      CHECK(drawn.output.starts_with(picture.title));
      for (const std::string& text : picture.said)
        CHECK_MESSAGE(contains(drawn.output, text), text);
      std::string svg = read_file(out);
      CHECK_FALSE(contains(svg, "#16191d"));  // The second file is for dark paper.
      CHECK(contains(read_file(scratch / "plot-dark.svg"), "#16191d"));
      CHECK(contains(drawn.output, "timeline") == !picture.timeline.empty());
      if (!picture.timeline.empty()) svg += read_file(scratch / "plot_timeline.svg");
      for (const std::string& text : picture.drawn)
        CHECK_MESSAGE(contains(svg, text), text);
      for (const std::string& text : picture.absent)
        CHECK_FALSE_MESSAGE(contains(svg, text), text);
    }
  }

  TEST_CASE("without samples of one's own a picture shows the lab's recorded ones") {
    const Scratch scratch;
    const std::string out = (scratch / "plot.svg").string();
    const ProcessResult recorded = run_plot(scratch, {"2", "--out", out});
    INFO(recorded.output, recorded.errors);
    REQUIRE(recorded.ok());
    CHECK(contains(recorded.output, "Nothing was measured here yet; this picture shows"));
    CHECK(contains(read_file(out), "NVIDIA H200"));
  }

  TEST_CASE("recorded samples are not compared with themselves") {
    const Scratch scratch;
    const std::string h200 = GRIDLOCK_SOURCE_DIR "/labs/02_lock_barrier/results/h200.csv";
    const std::string out = (scratch / "plot.svg").string();
    const auto compared = [&](const std::string& data) {
      const ProcessResult drawn = plot(scratch, {"2"}, data, out);
      INFO(drawn.output, drawn.errors);
      CHECK(drawn.ok());
      const std::string svg = read_file(out);
      CHECK(svg.find(">16<") == svg.rfind(">16<"));  // No tick is drawn twice.
      return contains(svg, "the reference on");
    };
    CHECK_FALSE(compared(h200));
    CHECK_FALSE(compared(scratch.write("copy.csv", read_file(h200))));
    CHECK(compared(scratch.write("other.csv", read_file(h200) + "\n")));
  }

  TEST_CASE("samples that say too little for a picture are refused") {
    for (const auto& [lab, rows, says] :
         {std::tuple{"2", "", "holds no samples"},
          {"6", "reference,peer,1,0,1\n", "does not say how many kernels"}}) {
      const Scratch scratch;
      const fs::path data = scratch.write("x.csv", std::string(kColumns) + rows);
      const ProcessResult refused = plot(scratch, {lab}, data, scratch / "x.svg");
      CHECK(refused.exit_code == 3);
      CHECK_MESSAGE(contains(on_one_line(refused.errors), says), refused.errors);
    }
  }
}

}  // namespace gridlock::test_plots
