// The pictures that labs draw of their own experiments, from made-up samples, and the
// medians that are recorded.
#include "tests/on_one_line.h"
#include "tests/test.h"

namespace gridlock::test_plots {
/// `plot WHAT... --data DATA --out OUT`.
ProcessResult plot(const Scratch& scratch, std::vector<std::string> what,
                   const std::string& data, const std::string& out) {
  ProcessRequest request;
  request.argv = {std::string(GRIDLOCK_BIN_DIR) + "/gridlock", "plot"};
  what.insert(what.end(), {"--data", data, "--out", out});
  request.argv.insert(request.argv.end(), what.begin(), what.end());
  request.environment = {{"GRIDLOCK_ROOT", GRIDLOCK_SOURCE_DIR},
                         {"GRIDLOCK_BUILD_DIR", (scratch / "build").string()}};
  return run_process(request);
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

  TEST_CASE("lab 05: times over the bound, in the order they come and sorted") {
    const Scratch scratch;
    std::string rows = "# baseline: bound\ncontestant,kind,point,round,nanoseconds\n";
    for (const auto& [who, nanoseconds] :
         std::vector<std::pair<const char*, int>>{{"yours,yours", 150},
                                                  {"bound,roof", 100},
                                                  {"\"yours, sorted\",yours", 104},
                                                  {"sorted_chunks,peer", 900}})
      for (const int point : {1000, 3000})
        rows += fmt::format("{},{},0,{}\n", who, point, nanoseconds * point);
    write_file_atomic(scratch / "x.csv", rows);
    const std::string out = (scratch / "x.svg").string();
    const ProcessResult drawn = plot(scratch, {"5", "--experiment", "lengths"},
                                     (scratch / "x.csv").string(), out);
    INFO(drawn.output, drawn.errors);
    REQUIRE(drawn.ok());
    must_say(drawn.output,
             {"yours: 1.500 at 1, 1.500 at 3", "yours, sorted: 1.040 at 1"});
    const std::string svg = read_file(out);
    for (const char* text :
         {">yours<", ">chunks in advance<", ">the bound<", ">longest first<"}) {
      CAPTURE(text);
      CHECK(contains(svg, text));
    }
    CHECK_FALSE(contains(svg, ">yours, sorted<"));       // It has the colour of yours.
    CHECK_FALSE(contains(svg, ">strides in advance<"));  // No sample measured it.
  }

  TEST_CASE("lab 06: how many kernels there were, and how many find room") {
    const Scratch scratch;
    std::string rows =
        "# baseline: one_stream\n"
        "contestant,kind,point,round,nanoseconds,most,most_whole,mean_thousandths,room\n";
    for (const int point : {1, 2, 4}) {
      rows += fmt::format("one_stream,peer,{},0,80,1,1,990,1\n", point);
      rows += fmt::format("4_on_each,peer,{0},0,{1},{0},2,900,{2}\n", point, 80 / point,
                          point < 3 ? point : 3);
    }
    write_file_atomic(scratch / "x.csv", rows);
    const std::string out = (scratch / "x.svg").string();
    const ProcessResult drawn = plot(scratch, {"6"}, (scratch / "x.csv").string(), out);
    INFO(drawn.output, drawn.errors);
    REQUIRE(drawn.ok());
    CHECK(contains(drawn.output,
                   "4_on_each: kernels at once 1 of 1 at 1, 2 of 2 at 2, 4 of 3 at 4; a "
                   "block takes 0.25 of the time at 4"));
    const std::string svg = read_file(out);
    for (const char* text :
         {">all in one stream<", ">4 blocks on each<", "as many as fit)<"}) {
      CAPTURE(text);
      CHECK(contains(svg, text));
    }

    write_file_atomic(
        scratch / "old.csv",
        "# baseline: a\ncontestant,kind,point,round,nanoseconds\na,peer,1,0,1\n");
    const ProcessResult old = plot(scratch, {"6"}, (scratch / "old.csv").string(), out);
    CHECK(old.exit_code == 3);
    CHECK(contains(on_one_line(old.errors), "does not say how many kernels"));
  }
}

}  // namespace gridlock::test_plots
