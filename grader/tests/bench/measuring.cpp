// The measuring library, and one quick run of `bench sim` with its plot.
#include "bench/samples.h"
#include "bench/sim_bench.h"
#include "bench/statistics.h"
#include "tests/test.h"

namespace gridlock::test_measuring {
TEST_CASE("the median of an odd and of an even number of samples") {
  CHECK(median({3}) == 3);
  CHECK(median({9, 1, 5}) == 5);
  CHECK(median({9, 1, 5, 2}) == 3.5);
}

TEST_CASE("an interval holds the median, narrows with samples, and does not change") {
  const std::vector<double> few{10, 12, 9, 11, 14, 8, 10};
  const Interval wide = bootstrap_interval(few);
  CHECK(wide.low < median(few));
  CHECK(wide.high > median(few));
  CHECK(wide.low >= 8);
  CHECK(wide.high <= 14);
  std::vector<double> many;
  for (int i = 0; i < 20; ++i) many.insert(many.end(), few.begin(), few.end());
  const Interval narrow = bootstrap_interval(many);
  CHECK(narrow.high - narrow.low < wide.high - wide.low);
  const Interval again = bootstrap_interval(few);
  CHECK(again.low == wide.low);
  CHECK(again.high == wide.high);
  CHECK(bootstrap_interval({4}).low == 4);
}

TEST_CASE("samples become CSV, with the environment in comments") {
  SampleTable table;
  table.bench = "some";
  table.environment = {{"processor", "a, b"}};
  table.columns = {"x", "y"};
  table.rows = {{"1", "a,b"}, {"2", "say \"no\""}};
  CHECK(csv_text(table) ==
        "# bench: some\n# processor: a, b\nx,y\n1,\"a,b\"\n2,\"say \"\"no\"\"\"\n");
}

TEST_CASE("every growth of the simulator's bench begins at or holds the reference") {
  for (const SimGrowth& growth : sim_growths()) {
    CAPTURE(growth.name);
    CHECK(std::count(growth.points.begin(), growth.points.end(), SimPoint{}) == 1);
  }
}

ProcessResult call(const Scratch& scratch, const std::vector<std::string>& arguments,
                   const std::string& path = "") {
  ProcessRequest request;
  request.argv = {std::string(GRIDLOCK_BIN_DIR) + "/gridlock"};
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.environment = {{"GRIDLOCK_ROOT", GRIDLOCK_SOURCE_DIR},
                         {"GRIDLOCK_BUILD_DIR", (scratch / "build").string()}};
  if (!path.empty()) request.environment.emplace_back("PATH", path);
  return run_process(request);
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> found;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) found.push_back(field);
  return found;
}

TEST_SUITE("full") {
  TEST_CASE("bench sim measures every size in every round, and plot draws it") {
    const Scratch scratch;
    const std::string csv = (scratch / "sim.csv").string();
    const ProcessResult measured =
        call(scratch, {"bench", "sim", "--quick", "--rounds", "2", "--csv", csv});
    INFO(measured.output, measured.errors);
    REQUIRE(measured.ok());
    CHECK(contains(measured.output, "schedules per second on one core"));

    const std::string text = read_file(csv);
    for (const char* name :
         {"date", "processor", "system", "load", "compiler", "commit"}) {
      CAPTURE(name);
      CHECK(contains(text, std::string("# ") + name + ": "));
    }
    std::vector<std::string> columns;
    std::map<std::string, std::set<std::string>> rounds;
    for (const std::string_view line : split_lines(text)) {
      if (line.starts_with('#')) continue;
      const std::vector<std::string> values = fields(std::string(line));
      REQUIRE(values.size() == 9);
      if (columns.empty()) {
        columns = values;
        continue;
      }
      rounds[values[0] + " " + values[1] + " " + values[2] + " " + values[3] + " " +
             values[4]]
          .insert(values[5]);
      CHECK(std::stoull(values[6]) >= 20);  // Schedules.
      CHECK(std::stod(values[7]) > 0);      // Seconds.
      CHECK(std::stoull(values[8]) > 0);    // Accesses.
    }
    std::size_t points = 0;
    for (const SimGrowth& growth : sim_growths()) points += growth.points.size();
    CHECK(rounds.size() == points);
    for (const auto& [point, seen] : rounds) {
      const auto& shown = point;
      INFO(shown);
      CHECK(seen == std::set<std::string>{"0", "1"});
    }

    const std::string picture = (scratch / "sim.svg").string();
    const ProcessResult drawn =
        call(scratch, {"plot", "sim", "--data", csv, "--out", picture});
    if (drawn.exit_code == 2) {
      CHECK(contains(drawn.errors, "apt-get install python3-matplotlib"));
      return note_as_skipped("no plot is drawn without matplotlib");
    }
    INFO(drawn.errors);
    REQUIRE(drawn.ok());
    const std::string svg = read_file(picture);
    must_say(svg, {"schedules per second", "threads in the grid", "barriers"});
  }
}

TEST_CASE("plot says what is missing: samples, or matplotlib") {
  const Scratch scratch;
  const ProcessResult nothing = call(scratch, {"plot", "sim"});
  CHECK(nothing.exit_code == 2);
  CHECK(contains(nothing.errors, "./gridlock bench sim"));

  const std::string csv = (scratch / "sim.csv").string();
  write_file_atomic(csv, "growth\n");
  const ProcessResult without =
      call(scratch, {"plot", "sim", "--data", csv}, (scratch / "no_python").string());
  CHECK(without.exit_code == 2);
  CHECK(contains(without.errors, "apt-get install python3-matplotlib"));
}

}  // namespace gridlock::test_measuring
