// The checks of lab 06.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.

#include <gridlock/check.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using gridlock::Params;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;

constexpr std::size_t kMaxStreams = 8;

// What memory holds that nobody has written, as a result tells it.
constexpr std::int64_t kUnwritten = static_cast<std::int32_t>(0xa5a5a5a5u);

std::int64_t popcount(std::int64_t mask) {
  std::int64_t bits = 0;
  for (; mask != 0; mask &= mask - 1) ++bits;
  return bits;
}

bool has(std::int64_t mask, std::size_t kid) { return (mask >> kid) & 1; }

// A mask as C prints an int.
std::string hex(std::int64_t int_mask) {
  std::string digits;
  for (auto mask = static_cast<std::uint32_t>(int_mask); mask > 0; mask /= 16)
    digits.insert(0, 1, "0123456789abcdef"[mask % 16]);
  return "0x" + (digits.empty() ? "0" : digits);
}

std::string indexed(const std::string& name, std::size_t index) {
  return name + "[" + std::to_string(index) + "]";
}

// "1 block", "3 blocks".
std::string counted(std::int64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

// ---- A report ----------------------------------------------------------------------

struct Report {
  std::int64_t mask, mask_max, count, count_max;
  std::vector<std::int64_t> masks, counts;
};

// The report number `run` of the scenario.
Report report_of(const Outcome& outcome, std::size_t run = 0) {
  for (const char* name : {"mask", "mask_max", "count", "count_max"})
    REQUIRE(outcome[name].size() > run);
  for (const char* name : {"masks", "counts"})
    REQUIRE(outcome[name].size() >= (run + 1) * kMaxStreams);
  const auto part = [&](const char* name) {
    const auto first = outcome[name].begin() + std::ptrdiff_t(run * kMaxStreams);
    return std::vector<std::int64_t>(first, first + kMaxStreams);
  };
  return {outcome["mask"][run],  outcome["mask_max"][run],
          outcome["count"][run], outcome["count_max"][run],
          part("masks"),         part("counts")};
}

// Every kernel saw itself, and no more than `most` kernels, all of this run.
void check_saw(const Report& report, std::size_t kernels, std::int64_t most) {
  REQUIRE_MESSAGE(report.mask != kUnwritten,
                  "when runKernels() returned, nobody had written the report");
  for (std::size_t kid = 0; kid < kernels; ++kid) {
    const std::int64_t mask = report.masks[kid], count = report.counts[kid];
    REQUIRE_MESSAGE((mask != kUnwritten && count != kUnwritten), indexed("masks", kid),
                    " or ", indexed("counts", kid), " was never written");
    REQUIRE_MESSAGE(has(mask, kid), indexed("masks", kid), " is ", hex(mask),
                    ": the bit of kernel ", kid, " itself is not in it");
    REQUIRE_MESSAGE((mask >= 0 && mask >> kernels == 0), indexed("masks", kid), " is ",
                    hex(mask), ": in a run of ", counted(std::int64_t(kernels), "kernel"),
                    " there is no such bit");
    REQUIRE_MESSAGE(popcount(mask) <= most, indexed("masks", kid), " is ", hex(mask),
                    ": at most ", counted(most, "kernel"), " can be active at once");
    REQUIRE_MESSAGE(count >= 1, indexed("counts", kid), " is ", count,
                    ": the kernel itself was active");
    REQUIRE_MESSAGE(count <= most, indexed("counts", kid), " is ", count, ": at most ",
                    counted(most, "kernel"), " can be active at once");
  }
  for (std::size_t kid = kernels; kid < kMaxStreams; ++kid)
    REQUIRE_MESSAGE((report.masks[kid] == 0 && report.counts[kid] == 0),
                    "there was no kernel ", kid, ", but ", indexed("masks", kid), " is ",
                    hex(report.masks[kid]), " and ", indexed("counts", kid), " is ",
                    report.counts[kid]);
}

void check_all_out(const Report& report) {
  REQUIRE_MESSAGE(report.mask == 0, "all kernels have ended, and mask is ",
                  hex(report.mask), ", not 0");
  REQUIRE_MESSAGE(report.count == 0, "all kernels have ended, and count is ",
                  report.count, ", not 0");
}

void check_maxima(const Report& report) {
  std::int64_t popcount_max = 0;
  for (const std::int64_t mask : report.masks)
    popcount_max = std::max(popcount_max, popcount(mask));
  const std::int64_t count_max =
      *std::max_element(report.counts.begin(), report.counts.end());
  REQUIRE_MESSAGE(report.mask_max == popcount_max, "the mask with the most bits has ",
                  popcount_max, " of them, and maskMax is ", report.mask_max);
  REQUIRE_MESSAGE(report.count_max == count_max, "the greatest of counts is ", count_max,
                  ", and countMax is ", report.count_max);
}

void check_report(const Report& report, std::size_t kernels, std::int64_t most) {
  check_saw(report, kernels, most);
  check_all_out(report);
  check_maxima(report);
}

// ---- Who was there at the same time ------------------------------------------------

// When a kernel did what, on the scenario's logical clock.
struct Ticks {
  std::int64_t coming, here, leaving, gone;
};

std::vector<Ticks> ticks_of(const Outcome& outcome, std::size_t kernels) {
  for (const char* name : {"coming", "here", "leaving", "gone"})
    REQUIRE(outcome[name].size() == kernels);
  std::vector<Ticks> all;
  for (std::size_t kid = 0; kid < kernels; ++kid)
    all.push_back({outcome["coming"][kid], outcome["here"][kid], outcome["leaving"][kid],
                   outcome["gone"][kid]});
  return all;
}

bool overlap(const Ticks& a, const Ticks& b) {
  return a.coming < b.gone && b.coming < a.gone;
}

// All that kernel `kid` saw was there.
void check_no_ghosts(const Report& report, const std::vector<Ticks>& ticks) {
  for (std::size_t kid = 0; kid < ticks.size(); ++kid) {
    std::int64_t near = 0;
    for (std::size_t other = 0; other < ticks.size(); ++other) {
      if (overlap(ticks[kid], ticks[other])) {
        ++near;
        continue;
      }
      const std::string when = ticks[other].coming > ticks[kid].coming
                                   ? " came when this one had gone"
                                   : " had gone when this one came";
      REQUIRE_MESSAGE(!has(report.masks[kid], other), indexed("masks", kid), " is ",
                      hex(report.masks[kid]), ", but kernel ", other, when);
    }
    REQUIRE_MESSAGE(report.counts[kid] <= near, indexed("counts", kid), " is ",
                    report.counts[kid], ", but at most ", counted(near, "kernel"),
                    " can have been active together with kernel ", kid);
  }
}

// What kernel `kid` cannot have missed between the moments `from` and `to`: those that
// had come before and were not yet leaving after.
std::vector<std::size_t> surely_active(const std::vector<Ticks>& ticks, std::int64_t from,
                                       std::int64_t to) {
  std::vector<std::size_t> kids;
  for (std::size_t kid = 0; kid < ticks.size(); ++kid)
    if (ticks[kid].here < from && to < ticks[kid].leaving) kids.push_back(kid);
  return kids;
}

void check_not_blind(const Report& report, const std::vector<Ticks>& ticks, bool at_end) {
  for (std::size_t kid = 0; kid < ticks.size(); ++kid) {
    const std::int64_t from = at_end ? ticks[kid].leaving : ticks[kid].coming;
    const std::int64_t to = at_end ? ticks[kid].gone : ticks[kid].here;
    const auto active = surely_active(ticks, from, to);
    const std::string when = at_end ? " checked out" : " checked in";
    for (const std::size_t other : active)
      REQUIRE_MESSAGE(has(report.masks[kid], other), indexed("masks", kid), " is ",
                      hex(report.masks[kid]), ", but kernel ", other,
                      " was active when kernel ", kid, when);
  }
}

// Nor did its count leave out any of those.
void check_counted(const Report& report, const std::vector<Ticks>& ticks) {
  for (std::size_t kid = 0; kid < ticks.size(); ++kid) {
    const auto active = surely_active(ticks, ticks[kid].coming, ticks[kid].here);
    const auto least = static_cast<std::int64_t>(active.size()) + 1;
    REQUIRE_MESSAGE(report.counts[kid] >= least, indexed("counts", kid), " is ",
                    report.counts[kid], ", but ", counted(least, "kernel"),
                    " were active when kernel ", kid, " had checked in");
  }
}

// ---- 6a: check in, check out -------------------------------------------------------

struct Visit {
  std::int64_t kernels, streams, blocks, threads;
  int divisor = 1;  // How many times fewer executions than the default.
};

std::string text(const Visit& visit) {
  return counted(visit.kernels, "kernel") + " in " + counted(visit.streams, "stream") +
         ", each " + counted(visit.blocks, "block") + " of " +
         counted(visit.threads, "thread");
}

std::vector<Visit> visits() {
  if (on_gpu()) return {{1, 1, 1, 32}, {8, 1, 2, 32}, {8, 8, 1, 32}, {8, 3, 40, 64}};
  return {{1, 1, 1, 1, 20},
          {3, 3, 1, 1, 2},
          {3, 1, 1, 1, 10},
          {4, 4, 2, 2, 4},
          {8, 3, 1, 1, 4}};
}

Params params_of(const Visit& visit, bool watched) {
  return {{"kernels", visit.kernels}, {"streams", visit.streams},
          {"blocks", visit.blocks},   {"threads", visit.threads},
          {"watched", watched},       {"linger", on_gpu() ? 5'000 : 0}};
}

template <class Judge>
void explore_visits(const std::string& scenario, const std::vector<Visit>& all,
                    bool watched, const Judge& judge) {
  for (const Visit& visit : all) {
    INFO(text(visit));
    const Cheaper cheaper(visit.divisor);
    explore(scenario, params_of(visit, watched), [&](const Outcome& outcome) {
      const auto kernels = static_cast<std::size_t>(visit.kernels);
      const Report report = report_of(outcome);
      check_saw(report, kernels, std::min(visit.kernels, visit.streams));
      judge(report, outcome, kernels);
    });
  }
}

LAB_CHECK("6a", 6, functional,
          "every kernel sees itself, and when all have ended mask and count are 0") {
  explore_visits(
      "visit", visits(), false,
      [](const Report& report, const Outcome&, std::size_t) { check_all_out(report); });
}

LAB_CHECK("6a", 6, functional,
          "maskMax is the greatest popcount of masks, countMax the greatest of counts") {
  explore_visits(
      "visit", visits(), false,
      [](const Report& report, const Outcome&, std::size_t) { check_maxima(report); });
}

LAB_CHECK("6a", 8, functional,
          "a kernel sees those that are active when it checks in, and only those") {
  explore_visits("visit", visits(), true,
                 [](const Report& report, const Outcome& outcome, std::size_t kernels) {
                   const auto ticks = ticks_of(outcome, kernels);
                   check_no_ghosts(report, ticks);
                   check_not_blind(report, ticks, false);
                   check_counted(report, ticks);
                 });
}

// For checks about order: several kernels at once.
std::vector<Visit> crowds() {
  if (on_gpu()) return {{2, 2, 1, 32}, {8, 8, 2, 64}};
  return {{2, 2, 1, 1, 2}, {3, 3, 2, 1, 4}};
}

LAB_CHECK("6a", 10, ordering, "kernels that check in and out at once do not disturb it") {
  explore_visits("visit", crowds(), false,
                 [](const Report& report, const Outcome&, std::size_t) {
                   check_all_out(report);
                   check_maxima(report);
                 });
}

// ---- 6b: kernels in streams --------------------------------------------------------

// What workOn() makes of a value.
std::int64_t work_on(std::uint32_t value, std::int64_t cycles) {
  for (std::int64_t i = 0; i < cycles; ++i)
    value = (value ^ value >> 15) * 1664525u + 1013904223u;
  return value;
}

// Of `values`, the first `worked` were worked on `times` times, the others never.
void check_values(const std::vector<std::int64_t>& values, std::size_t worked,
                  std::int64_t cycles) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto before = static_cast<std::uint32_t>(i);
    const std::int64_t expected = i < worked ? work_on(before, cycles) : before;
    REQUIRE_MESSAGE(values[i] == expected, indexed("values", i), " is ", values[i],
                    "; it should be ", expected);
  }
}

struct Grid {
  std::int64_t n, blocks, threads;
};

LAB_CHECK(
    "6b", 4, functional,
    "addKernel works on each of its values once, for any grid, and reports if asked") {
  std::vector<Grid> grids = {{0, 1, 1}, {5, 1, 1}, {7, 2, 3}, {4, 3, 2}, {70, 2, 33}};
  if (on_gpu()) grids = {{0, 1, 1}, {1000, 3, 7}, {1000, 40, 256}, {100'000, 40, 256}};
  for (const Grid& grid : grids) {
    for (const bool told : {true, false}) {
      INFO("n = ", grid.n, ", ", counted(grid.blocks, "block"), " of ",
           counted(grid.threads, "thread"), told ? "" : ", data is null");
      const Cheaper cheaper(50);
      const Params params = {{"n", grid.n},  {"blocks", grid.blocks},   {"cycles", 3},
                             {"told", told}, {"threads", grid.threads}, {"kid", 2}};
      explore("add_kernel", params, [&](const Outcome& outcome) {
        check_values(outcome["values"], static_cast<std::size_t>(grid.n), 3);
        const Report report = report_of(outcome);
        check_all_out(report);
        for (std::size_t kid = 0; kid < kMaxStreams; ++kid)
          REQUIRE_MESSAGE(report.counts[kid] == (told && kid == 2),
                          indexed("counts", kid), " is ", report.counts[kid],
                          " after a run of kernel 2 alone");
        REQUIRE_MESSAGE(report.masks[2] == (told ? 4 : 0), "masks[2] is ",
                        hex(report.masks[2]), " after a run of kernel 2 alone");
      });
    }
  }
}

struct Kernels {
  std::int64_t kernels, streams, blocks, threads;
  int divisor = 1;  // How many times fewer executions than the default.
  std::int64_t then_kernels = 0, then_streams = 0;
};

std::string text(const Kernels& run) {
  const Visit visit{run.kernels, run.streams, run.blocks, run.threads};
  if (run.then_kernels == 0) return text(visit);
  return text(visit) + ", then " + counted(run.then_kernels, "kernel") + " in " +
         counted(run.then_streams, "stream");
}

// Explores runKernels().  Returns whether some report shows two kernels at once.
bool explore_run(const Kernels& run) {
  const Cheaper cheaper(run.divisor);
  const std::int64_t cycles = on_gpu() ? 20'000 : 2;
  const std::int64_t n = run.blocks * run.threads + 1;
  const Params params = {{"kernels", run.kernels},
                         {"streams", run.streams},
                         {"blocks", run.blocks},
                         {"threads", run.threads},
                         {"n", n},
                         {"cycles", cycles},
                         {"then_kernels", run.then_kernels},
                         {"then_streams", run.then_streams}};
  const auto explored = explore("run", params, [&](const Outcome& outcome) {
    const std::size_t runs = run.then_kernels > 0 ? 2 : 1;
    for (std::size_t i = 0; i < runs; ++i) {
      const std::int64_t kernels = i == 0 ? run.kernels : run.then_kernels;
      const std::int64_t streams = i == 0 ? run.streams : run.then_streams;
      check_report(report_of(outcome, i), static_cast<std::size_t>(kernels),
                   std::min(kernels, streams));
      REQUIRE(outcome["timed"].size() == runs);
      REQUIRE_MESSAGE(outcome["timed"][i] == 1, "*ms is not the time of ",
                      counted(kernels, "kernel"),
                      ": the one event has to come before all kernels, and the other "
                      "after all of them, whatever their streams");
    }
    if (runs == 1)
      check_values(outcome["values"], static_cast<std::size_t>(run.kernels * n), cycles);
  });
  return explored.some([](const Outcome& outcome) {
    return outcome["mask_max"].front() >= 2 && outcome["count_max"].front() >= 2;
  });
}

LAB_CHECK("6b", 6, functional, "in one stream, no kernel ever sees another one") {
  std::vector<Kernels> runs = {{1, 1, 1, 2, 20}, {3, 1, 2, 2, 10}, {8, 1, 1, 1, 20}};
  if (on_gpu()) runs = {{1, 1, 1, 32, 4}, {3, 1, 40, 64, 4}, {8, 1, 132, 128, 4}};
  for (const Kernels& run : runs) {
    INFO(text(run));
    explore_run(run);
  }
}

LAB_CHECK("6b", 8, functional,
          "in several streams, two are active at once in some schedule, never too many") {
  std::vector<Kernels> runs = {{2, 2, 1, 2, 4}, {5, 2, 1, 1, 5}, {8, 8, 2, 2, 20}};
  if (on_gpu()) runs = {{2, 2, 1, 128, 4}, {5, 2, 4, 128, 4}, {8, 8, 4, 128, 4}};
  for (const Kernels& run : runs) {
    INFO(text(run));
    const bool seen = explore_run(run);
    REQUIRE_MESSAGE(
        seen,
        "kernels in different streams may overlap, and in no schedule these did.  What "
        "stands between two launches: a wait of the host, an event, something in the "
        "default stream?  Or do all go to one stream?");
  }
}

LAB_CHECK("6b", 4, functional, "the next run does not see what the last one left") {
  for (const Kernels& run :
       {Kernels{4, 4, 1, 1, 10, 2, 1}, Kernels{2, 1, 1, 1, 10, 3, 3}}) {
    INFO(text(run));
    explore_run(run);
  }
}

// What a launch of too large a block returns: cudaErrorInvalidValue with CUDA 13,
// cudaErrorInvalidConfiguration before.
constexpr std::int64_t kInvalidValue = 1;
constexpr std::int64_t kInvalidConfiguration = 9;

LAB_CHECK("6b", 2, functional, "a launch that fails is reported") {
  const Cheaper cheaper(100);
  explore("refused", {{"threads", 1025}}, [](const Outcome& outcome) {
    const std::int64_t error = outcome.value("error");
    REQUIRE_MESSAGE((error == kInvalidValue || error == kInvalidConfiguration),
                    "no block has 1025 threads, and runKernels() returned error ", error,
                    ", not the error of the launch");
  });
}

LAB_CHECK("6b", 8, ordering, "in one stream: the host reads what is complete") {
  explore_run({3, 1, 1, 1, 10});
}

LAB_CHECK("6b", 8, ordering, "in several streams: nobody reads or clears too early") {
  for (const Kernels& run : {Kernels{2, 2, 1, 1, 5}, Kernels{3, 3, 1, 1, 5, 2, 2}}) {
    INFO(text(run));
    explore_run(run);
  }
}

// ---- 6c: the first in and the last out ---------------------------------------------

void check_blocks_out(const Outcome& outcome) {
  const auto& blocks_out = outcome["blocks_out"];
  for (std::size_t kid = 0; kid < blocks_out.size(); ++kid)
    REQUIRE_MESSAGE(blocks_out[kid] == 0, indexed("blocks_out", kid), " is ",
                    blocks_out[kid], " in the end; the next launch needs 0");
}

LAB_CHECK("6c", 6, functional,
          "a kernel is in once and out once, whatever its grid, and again next time") {
  std::vector<Visit> all = {
      {1, 1, 1, 1, 20}, {2, 1, 3, 2, 10}, {2, 2, 2, 3, 10}, {3, 3, 5, 1, 10}};
  if (on_gpu()) all = {{1, 1, 1, 32, 4}, {4, 1, 7, 64, 4}, {8, 8, 40, 64, 4}};
  for (const Visit& visit : all) {
    INFO(text(visit), ", twice, with one block more the second time");
    const Cheaper cheaper(visit.divisor);
    Params params = params_of(visit, false);
    params["times"] = 2;
    params["grow"] = 1;
    explore("visit_whole", params, [&](const Outcome& outcome) {
      const Report report = report_of(outcome);
      check_saw(report, static_cast<std::size_t>(visit.kernels),
                std::min(visit.kernels, visit.streams));
      check_all_out(report);
      check_blocks_out(outcome);
    });
  }
}

std::vector<Visit> whole_visits() {
  if (on_gpu()) return {{1, 1, 40, 64, 2}, {4, 4, 40, 64, 2}};
  return {{1, 1, 2, 2, 2}, {3, 3, 1, 1, 1}, {2, 2, 2, 1, 2}, {3, 3, 2, 2, 10}};
}

LAB_CHECK("6c", 6, functional,
          "while any thread of any block is at work, the kernel's bit is in mask") {
  explore_visits("visit_whole", whole_visits(), true,
                 [](const Report&, const Outcome& outcome, std::size_t) {
                   const auto& absences = outcome["absences"];
                   REQUIRE(absences.size() == 2);
                   REQUIRE_MESSAGE(absences[0] == 0, counted(absences[0], "thread"),
                                   " had come in, and the bit of the kernel was not set");
                   REQUIRE_MESSAGE(
                       absences[1] == 0, counted(absences[1], "thread"),
                       " had not left yet, and the bit of the kernel was gone");
                 });
}

LAB_CHECK("6c", 4, functional,
          "a kernel sees those active when it came and when it went, and only those") {
  explore_visits("visit_whole", whole_visits(), true,
                 [](const Report& report, const Outcome& outcome, std::size_t kernels) {
                   check_maxima(report);
                   const auto ticks = ticks_of(outcome, kernels);
                   check_no_ghosts(report, ticks);
                   for (const bool at_end : {false, true})
                     check_not_blind(report, ticks, at_end);
                 });
}

LAB_CHECK("6c", 14, ordering,
          "the last block out reads what the first block in wrote, whichever they are") {
  std::vector<Visit> all = {{1, 1, 2, 1, 2}, {1, 1, 3, 2, 4}, {2, 2, 2, 2, 4}};
  if (on_gpu()) all = {{1, 1, 2, 64}, {4, 4, 40, 64}};
  explore_visits("visit_whole", all, false,
                 [](const Report& report, const Outcome& outcome, std::size_t) {
                   check_all_out(report);
                   check_maxima(report);
                   check_blocks_out(outcome);
                 });
}

}  // namespace
