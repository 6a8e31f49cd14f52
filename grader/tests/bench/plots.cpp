// The pictures that labs draw of their own experiments, from samples that are made up.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "common/files.h"
#include "common/subprocess.h"
#include "tests/on_one_line.h"
#include "tests/scratch.h"

namespace gridlock::test_plots {
namespace {

namespace fs = std::filesystem;

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

TEST_SUITE("full") {
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
    CHECK(drawn.output.find("yours: 1.500 at 1, 1.500 at 3") != std::string::npos);
    CHECK(drawn.output.find("yours, sorted: 1.040 at 1") != std::string::npos);
    const std::string svg = read_file(out);
    for (const char* text : {">yours<", ">chunks<", ">the bound<", ">longest first<"}) {
      CAPTURE(text);
      CHECK(svg.find(text) != svg.npos);
    }
    CHECK(svg.find(">yours, sorted<") == svg.npos);  // It has yours' colour.
    CHECK(svg.find(">strided<") == svg.npos);        // Nobody measured it.
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
    CHECK(drawn.output.find(
              "4_on_each: kernels at once 1 of 1 at 1, 2 of 2 at 2, 4 of 3 at 4; a "
              "block takes 0.25 of the time at 4") != std::string::npos);
    const std::string svg = read_file(out);
    for (const char* text :
         {">in one stream<", ">4 blocks on each<", "as many as fit)<"}) {
      CAPTURE(text);
      CHECK(svg.find(text) != svg.npos);
    }

    write_file_atomic(
        scratch / "old.csv",
        "# baseline: a\ncontestant,kind,point,round,nanoseconds\na,peer,1,0,1\n");
    const ProcessResult old = plot(scratch, {"6"}, (scratch / "old.csv").string(), out);
    CHECK(old.exit_code == 3);
    CHECK(on_one_line(old.errors).find("does not say how many kernels") !=
          std::string::npos);
  }
}

}  // namespace
}  // namespace gridlock::test_plots
