// The checks of lab 06.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.

#include <gridlock/cases.h>
#include <gridlock/check.h>
#include <gridlock/linearize.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace {

using gridlock::Params;
using gridlock::check::AtLeast;
using gridlock::check::Call;
using gridlock::check::CaseSpace;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::Explored;
using gridlock::check::for_cases;
using gridlock::check::linearize;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;

constexpr std::size_t kMaxStreams = 8;

// What unwritten memory holds, as results report it.
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
void check_saw(const Report& report, std::size_t kernels, std::int64_t most,
               std::size_t first = 0) {
  REQUIRE_MESSAGE(report.mask != kUnwritten,
                  "when runKernels() returned, the report had not been written");
  for (std::size_t kid = first; kid < first + kernels; ++kid) {
    const std::int64_t mask = report.masks[kid], count = report.counts[kid];
    REQUIRE_MESSAGE((mask != kUnwritten && count != kUnwritten), indexed("masks", kid),
                    " or ", indexed("counts", kid), " was never written");
    REQUIRE_MESSAGE(has(mask, kid), indexed("masks", kid), " is ", hex(mask),
                    ": the bit of kid ", kid, " itself is not in it");
    REQUIRE_MESSAGE((mask >= 0 && mask >> (first + kernels) == 0 &&
                     mask % (std::int64_t{1} << first) == 0),
                    indexed("masks", kid), " is ", hex(mask), ": in a run of ",
                    counted(std::int64_t(kernels), "kernel"), " there is no such bit");
    REQUIRE_MESSAGE(popcount(mask) <= most, indexed("masks", kid), " is ", hex(mask),
                    ": at most ", counted(most, "kernel"), " can be active at once");
    REQUIRE_MESSAGE(count >= 1, indexed("counts", kid), " is ", count,
                    ": the kernel itself was active");
    REQUIRE_MESSAGE(count <= most, indexed("counts", kid), " is ", count, ": at most ",
                    counted(most, "kernel"), " can be active at once");
  }
  for (std::size_t kid = 0; kid < kMaxStreams; ++kid)
    REQUIRE_MESSAGE(((kid >= first && kid < first + kernels) ||
                     (report.masks[kid] == 0 && report.counts[kid] == 0)),
                    "this run had no kernel with kid ", kid, ", but afterwards ",
                    indexed("masks", kid), " is ", hex(report.masks[kid]), " and ",
                    indexed("counts", kid), " is ", report.counts[kid]);
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

// The mask of the kernels that are there at the start, without those that run.
std::int64_t others_of(const Params& params) {
  const std::int64_t runs = ((std::int64_t{1} << params.at("kernels")) - 1)
                            << params.at("first");
  return params.at("others") & ~runs;
}

// The part of the report that the kernels wrote themselves, when other kernels were there
// all the time, and earlier kernels left words and maxima: all of these must still be
// there.
Report without_others(const Report& report, const Params& params, std::size_t first) {
  const auto kernels = static_cast<std::size_t>(params.at("kernels"));
  const std::int64_t others = others_of(params), before = params.at("before");
  const bool only_once = params.count("times") == 0 || params.at("times") == 1;
  Report own = report;
  // An implementation that keeps one of them elsewhere leaves the word as it was.
  if (report.mask != 0) {
    REQUIRE_MESSAGE((report.mask & others) == others, "mask is ", hex(report.mask),
                    ": others, ", hex(others), ", have been there all the time");
    own.mask -= others;
  }
  if (report.count != 0) own.count -= popcount(others);
  std::int64_t mask_max = before, count_max = before;
  std::size_t fullest = first, greatest = first;
  own.mask_max = own.count_max = 0;
  for (std::size_t kid = 0; kid < kMaxStreams; ++kid) {
    const std::int64_t stale = params.at("stale");
    if (kid < first || kid >= first + kernels) {
      REQUIRE_MESSAGE((report.masks[kid] == stale && report.counts[kid] == stale),
                      "the kernel with kid ", kid, " did not run, and ",
                      indexed("masks", kid), " or ", indexed("counts", kid),
                      " has changed");
      own.masks[kid] = own.counts[kid] = 0;
      continue;
    }
    if (popcount(report.masks[kid]) > popcount(report.masks[fullest])) fullest = kid;
    if (report.counts[kid] > report.counts[greatest]) greatest = kid;
    mask_max = std::max(mask_max, popcount(report.masks[kid]));
    count_max = std::max(count_max, report.counts[kid]);
    REQUIRE_MESSAGE((report.masks[kid] & others) == others, indexed("masks", kid), " is ",
                    hex(report.masks[kid]), ": others, ", hex(others),
                    ", have been there all the time");
    REQUIRE_MESSAGE(report.counts[kid] > popcount(others), indexed("counts", kid), " is ",
                    report.counts[kid], ", but besides the kernel itself ",
                    counted(popcount(others), "kernel"), " had been there all the time");
    own.masks[kid] -= others;
    own.counts[kid] -= popcount(others);
    own.mask_max = std::max(own.mask_max, popcount(own.masks[kid]));
    own.count_max = std::max(own.count_max, own.counts[kid]);
  }
  // The maxima may reflect what a kernel wrote in an earlier launch.
  REQUIRE_MESSAGE((report.mask_max == mask_max ||
                   (!only_once && report.mask_max > mask_max && report.mask_max <= 8)),
                  "maskMax should be ", mask_max,
                  mask_max == before
                      ? ", as before the kernels came"
                      : ", the number of bits in " + indexed("masks", fullest),
                  ", and is ", report.mask_max);
  REQUIRE_MESSAGE((report.count_max == count_max ||
                   (!only_once && report.count_max > count_max && report.count_max <= 8)),
                  "countMax should be ", count_max,
                  count_max == before ? ", as before the kernels came"
                                      : ", as " + indexed("counts", greatest) + " is",
                  ", and is ", report.count_max);
  return own;
}

// ---- Who was there at the same time ------------------------------------------------

// When a kernel did what, on the scenario's logical clock.
struct Ticks {
  std::int64_t coming, here, settled, leaving, gone;
};

std::vector<Ticks> ticks_of(const Outcome& outcome, std::size_t kernels) {
  for (const char* name : {"coming", "here", "settled", "leaving", "gone"})
    REQUIRE(outcome[name].size() == kernels);
  std::vector<Ticks> all;
  for (std::size_t i = 0; i < kernels; ++i)
    all.push_back({outcome["coming"][i], outcome["here"][i], outcome["settled"][i],
                   outcome["leaving"][i], outcome["gone"][i]});
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
                      hex(report.masks[kid]), ", but kid ", other, when);
    }
    REQUIRE_MESSAGE(report.counts[kid] <= near, indexed("counts", kid), " is ",
                    report.counts[kid], ", but at most ", counted(near, "kernel"),
                    " can have been active together with kid ", kid);
  }
}

// The kernels that kernel `kid` cannot have missed between the moments `from` and `to`:
// those that had come before and were not yet leaving after.
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
                      hex(report.masks[kid]), ", but kid ", other,
                      " was active when kid ", kid, when);
  }
}

// Nor did its count leave out any of those.
void check_counted(const Report& report, const std::vector<Ticks>& ticks) {
  for (std::size_t kid = 0; kid < ticks.size(); ++kid) {
    const auto active = surely_active(ticks, ticks[kid].coming, ticks[kid].here);
    const auto least = static_cast<std::int64_t>(active.size()) + 1;
    REQUIRE_MESSAGE(report.counts[kid] >= least, indexed("counts", kid), " is ",
                    report.counts[kid], ", but ", counted(least, "kernel"),
                    " were active when kid ", kid, " had checked in");
  }
}

// The sheet's promises as a sequential specification.  A kernel shows itself, and looks
// which kernels are there; when it goes, it may look once more.  The state is which
// kernels are there, and which ones, or how many, each kernel has seen.
struct Present {
  std::int64_t mask = 0;
  std::array<std::int64_t, kMaxStreams> seen{};
  bool operator<(const Present& other) const {
    return std::tie(mask, seen) < std::tie(other.mask, other.seen);
  }
};

enum Step { kCome, kLook, kGo };

// What a kernel's part of the report has to be: `given` is its part.
enum Judged { kMaskOfIn, kCountOfIn, kMaskOfBoth };

// "masks[1] is 0x6", as this kernel recorded it.
std::string recorded(const Call& call, Judged judged) {
  const auto kid = static_cast<std::size_t>(call.caller);
  return judged == kCountOfIn
             ? indexed("counts", kid) + " is " + std::to_string(call.result)
             : indexed("masks", kid) + " is " + hex(call.result);
}

std::string present_allows(Present& present, const Call& call, Judged judged) {
  const auto kid = static_cast<std::size_t>(call.caller);
  const std::int64_t bit = std::int64_t{1} << kid;
  const std::string who = "kid " + std::to_string(kid);
  std::int64_t& seen = present.seen[kid];
  if (call.operation == kCome) {
    present.mask |= bit;
    return "";
  }
  if ((present.mask & bit) == 0) return who + " is not there";
  if (call.operation == kLook) seen = present.mask;
  if (call.operation == kGo) {
    if (judged == kMaskOfBoth) seen |= present.mask;
    present.mask &= ~bit;
  }
  if (call.operation != (judged == kMaskOfBoth ? kGo : kLook)) return "";
  const std::int64_t found = judged == kCountOfIn ? popcount(seen) : seen;
  if (found == call.result) return "";
  return recorded(call, judged);
}

// Whether some order of the overlapping steps explains what the kernels recorded.  If a
// kernel has many blocks, its bit is set once one of them has come, but it is counted
// only once all have.
void check_explained(const Report& report, const std::vector<Ticks>& ticks,
                     std::size_t first, Judged judged) {
  constexpr std::size_t kKernelsMax = 4;  // The search takes long for many at once.
  if (ticks.size() > kKernelsMax) return;
  std::vector<Call> calls;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const auto kid = static_cast<std::int64_t>(first + i);
    const auto& part = judged == kCountOfIn ? report.counts : report.masks;
    const std::int64_t wrote = part[first + i];
    const std::int64_t in = judged == kCountOfIn ? ticks[i].settled : ticks[i].here;
    calls.push_back({kid, kCome, ticks[i].coming, in, 0, wrote});
    calls.push_back({kid, kLook, ticks[i].coming, in, 0, wrote});
    calls.push_back({kid, kGo, ticks[i].leaving, ticks[i].gone, 0, wrote});
  }
  const auto why = linearize<Present>(calls, {}, [&](Present& present, const Call& call) {
    return present_allows(present, call, judged);
  });
  std::string all;
  for (const Call& call : calls)
    if (call.operation == kGo) all += (all.empty() ? "" : ", ") + recorded(call, judged);
  REQUIRE_MESSAGE(why.possible,
                  "no order in which the kernels can have come and gone gives these "
                  "together: ",
                  all);
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

std::int64_t threads_of(const Params& params) {
  return params.at("blocks") * params.at("threads") * params.at("rows");
}

// What is there at the start: other kernels, and words and maxima of earlier ones.
void add_start(CaseSpace& space) {
  space.number("first", 0, 7, {0, 1, 7});
  space.number("others", 0, 255, {0, 1, 0x80, 0xaa}).number("before", 0, 8, {0, 2, 8});
  space.number("stale", 0, 255, {0, 255});
}

// A generated case: its kernels, and what is there at the start.
std::string text_of(const Params& params) {
  const auto count = [&](const char* name, std::int64_t otherwise = 0) {
    return params.contains(name) ? params.at(name) : otherwise;
  };
  const std::int64_t rows = count("rows", 1), first = params.at("first");
  std::string all = counted(params.at("kernels"), "kernel") + " in " +
                    counted(params.at("streams"), "stream") + ", each " +
                    counted(params.at("blocks"), "block") + " of " +
                    (rows > 1 ? std::to_string(params.at("threads")) + " x " +
                                    std::to_string(rows) + " threads"
                              : counted(params.at("threads"), "thread"));
  if (count("who") > 0) all += ", thread " + std::to_string(count("who")) + " checks in";
  if (count("times", 1) > 1) {
    all += ", " + std::to_string(count("times")) + " times";
    if (const auto grow = count("grow"); grow != 0)
      all += ", each time with " + counted(std::abs(grow), "block") +
             (grow > 0 ? " more" : " fewer");
  }
  if (first > 0) all += ", kids from " + std::to_string(first) + " on";
  if (const auto others = others_of(params); others > 0)
    all += ", beside others whose mask is " + hex(others);
  if (count("before") > 0)
    all += ", maskMax and countMax were " + std::to_string(count("before")) + " before";
  if (count("stale") > 0)
    all += ", each word of masks and counts was " + hex(count("stale")) + " before";
  return all;
}

bool numbers_fit(const Params& params) {
  return params.at("first") + params.at("kernels") <= std::int64_t(kMaxStreams);
}

// Kernels of any numbers, and which of their threads checks in and out, in blocks of one
// warp and of several, 5 x 7 among them.
CaseSpace generated_visits() {
  constexpr std::int64_t kThreadsMax = 100;
  CaseSpace space;
  space.number("kernels", 1, 8, {1, 2, 3, 4, 8}).number("streams", 1, 8, {1, 2, 3, 8});
  space.number("blocks", 1, 9, {1, 2, 9});
  space.number("threads", 1, 40, {1, 5, 33}).number("rows", 1, 7, {1, 7});
  space.number("who", 0, 70, {0, 1, 32, 34});
  add_start(space);
  space.where([](const Params& params) {
    return params.at("who") < threads_of(params) && numbers_fit(params) &&
           params.at("kernels") * threads_of(params) <= kThreadsMax;
  });
  return space.cost([](const Params& params) {
    return params.at("kernels") * (20 + threads_of(params));
  });
}

template <class Judge>
void judge_generated(bool watched, const Judge& judge) {
  if (on_gpu()) return;
  for_cases(generated_visits(), [&](Params params) {
    params["watched"] = watched;
    params["linger"] = 0;
    INFO(text_of(params));
    explore("visit", params, [&](const Outcome& outcome) {
      const auto kernels = static_cast<std::size_t>(params.at("kernels"));
      const auto first = static_cast<std::size_t>(params.at("first"));
      const Report report = without_others(report_of(outcome), params, first);
      check_saw(report, kernels, std::min(params.at("streams"), params.at("kernels")),
                first);
      const auto ticks = watched ? ticks_of(outcome, kernels) : std::vector<Ticks>();
      judge(report, ticks, first);
    });
  });
}

LAB_CHECK("6a", 6, functional,
          "every kernel sees itself, and when all have ended mask and count are 0") {
  explore_visits(
      "visit", visits(), false,
      [](const Report& report, const Outcome&, std::size_t) { check_all_out(report); });
  judge_generated(false, [](const Report& report, const std::vector<Ticks>&,
                            std::size_t) { check_all_out(report); });
  if (on_gpu()) return;
  const Cheaper once(1000);
  // The last thread of a large block, or of many blocks.
  for (const Visit& visit :
       {Visit{1, 1, 1, 1024}, Visit{2, 2, 2, 520}, Visit{1, 1, 300, 1}}) {
    INFO(text(visit), ", the last thread of each kernel");
    Params params = params_of(visit, false);
    params["who"] = visit.blocks * visit.threads - 1;
    explore("visit", params, [&](const Outcome& outcome) {
      const Report report = report_of(outcome);
      check_saw(report, static_cast<std::size_t>(visit.kernels), visit.streams);
      check_all_out(report);
    });
  }
}

LAB_CHECK("6a", 6, functional,
          "maskMax is the greatest popcount of masks, countMax the greatest of counts") {
  explore_visits(
      "visit", visits(), false,
      [](const Report& report, const Outcome&, std::size_t) { check_maxima(report); });
  judge_generated(false, [](const Report& report, const std::vector<Ticks>&,
                            std::size_t) { check_maxima(report); });
}

LAB_CHECK("6a", 8, functional,
          "a kernel sees those that are active when it checks in, and only those") {
  explore_visits("visit", visits(), true,
                 [](const Report& report, const Outcome& outcome, std::size_t kernels) {
                   const auto ticks = ticks_of(outcome, kernels);
                   check_no_ghosts(report, ticks);
                   check_not_blind(report, ticks, false);
                   check_counted(report, ticks);
                   check_explained(report, ticks, 0, kMaskOfIn);
                   check_explained(report, ticks, 0, kCountOfIn);
                 });
  judge_generated(
      true, [](const Report& report, const std::vector<Ticks>& ticks, std::size_t first) {
        check_explained(report, ticks, first, kMaskOfIn);
        check_explained(report, ticks, first, kCountOfIn);
      });
}

// For checks about order: several kernels at once.
std::vector<Visit> crowds() {
  if (on_gpu()) return {{2, 2, 1, 32}, {8, 8, 2, 64}};
  return {{2, 2, 1, 1, 2}, {3, 3, 2, 1, 4}};
}

LAB_CHECK("6a", 10, ordering, "kernels that check in and out at once do not interfere") {
  explore_visits("visit", crowds(), false,
                 [](const Report& report, const Outcome&, std::size_t) {
                   check_all_out(report);
                   check_maxima(report);
                 });
  judge_generated(false, [](const Report& report, const std::vector<Ticks>&,
                            std::size_t) { check_maxima(report); });
}

// ---- 6b: kernels in streams --------------------------------------------------------

// What workOn() makes of a value.
std::int64_t work_on(std::uint32_t value, std::int64_t cycles) {
  for (std::int64_t i = 0; i < cycles; ++i)
    value = (value ^ value >> 15) * 1664525u + 1013904223u;
  return value;
}

// Value number i before; scenarios.cu has the same formula.
std::uint32_t value_before(std::size_t i) {
  return static_cast<std::uint32_t>(i) * 2654435761u;
}

// Of `values`, `worked` from number `at` on were worked on once, the others never; from
// `from` on they are a run's own.
void check_values(const std::vector<std::int64_t>& values, std::size_t at,
                  std::size_t worked, std::int64_t cycles, std::size_t from = 0) {
  for (std::size_t i = 0; from + i < values.size(); ++i) {
    const std::uint32_t before = value_before(i);
    const bool is_worked_on = i >= at && i < at + worked;
    const std::int64_t expected = is_worked_on ? work_on(before, cycles) : before;
    const std::int64_t value = values[from + i];
    if (value == expected) continue;
    const std::string name = indexed("values", i);
    REQUIRE_MESSAGE((!is_worked_on || value != before), name, " is ", value,
                    " as before: no thread has worked on it");
    const std::int64_t once = work_on(before, cycles);
    REQUIRE_MESSAGE((is_worked_on || value != once), name,
                    " was worked on, but is not the kernel's");
    REQUIRE_MESSAGE(value != work_on(static_cast<std::uint32_t>(once), cycles), name,
                    " was worked on twice");
    REQUIRE_MESSAGE(value == expected, name, " is ", value, "; it should be ", expected);
  }
}

struct Grid {
  std::int64_t n, blocks, threads;
};

void add_alone(const Params& params) {
  const auto told_kid = static_cast<std::size_t>(params.at("kid"));
  const bool told = params.at("told") != 0;
  INFO(counted(params.at("n"), "value"), " from ",
       indexed("values", static_cast<std::size_t>(params.at("at"))), " on, kid ",
       told_kid, ", ", counted(params.at("blocks"), "block"), " of ",
       counted(params.at("threads"), "thread"), ", ",
       counted(params.at("cycles"), "cycle"),
       std::string(told ? "" : ", and no report is asked for"));
  explore("add_kernel", params, [&](const Outcome& outcome) {
    check_values(outcome["values"], static_cast<std::size_t>(params.at("at")),
                 static_cast<std::size_t>(params.at("n")), params.at("cycles"));
    const Report report = report_of(outcome);
    check_all_out(report);
    const std::string after = " after a run of kid " + std::to_string(told_kid);
    for (std::size_t kid = 0; kid < kMaxStreams; ++kid) {
      const bool was = told && kid == told_kid;
      REQUIRE_MESSAGE(report.counts[kid] == was, indexed("counts", kid), " is ",
                      report.counts[kid], after, " alone");
      REQUIRE_MESSAGE(report.masks[kid] == (was ? std::int64_t{1} << kid : 0),
                      indexed("masks", kid), " is ", hex(report.masks[kid]), after,
                      " alone");
    }
  });
}

// On a GPU: more values than 32 bits can number, or as many as there is room for.
void add_many(Params params) {
  const Cheaper once(1000);
  params["n"] = params.at("kernels") == 0 ? (std::int64_t{1} << 31) - 1 : 320'000'000;
  params["streams"] = std::max<std::int64_t>(params.at("kernels"), 1);
  params["cycles"] = 3;
  INFO(counted(params.at("n"), "value"), ", or as many as fit, for each kernel");
  explore("many_values", params, [&](const Outcome& outcome) {
    REQUIRE(outcome.value("n") <= params.at("n"));
    REQUIRE_MESSAGE(outcome.value("wrong") == 0, "of ", outcome.value("n"),
                    " values a kernel, ", outcome.value("wrong"), " are wrong");
  });
}

LAB_CHECK(
    "6b", 4, functional,
    "addKernel works on each of its values once, for any grid, and reports if asked") {
  if (on_gpu()) {
    for (const Grid& grid :
         {Grid{0, 1, 1}, Grid{1000, 3, 7}, Grid{1000, 40, 256}, Grid{100'000, 40, 256}})
      for (const std::int64_t told : {1, 0}) {
        const Cheaper cheaper(50);
        add_alone({{"n", grid.n},
                   {"blocks", grid.blocks},
                   {"threads", grid.threads},
                   {"cycles", 3},
                   {"told", told},
                   {"at", 1},
                   {"kid", 2}});
      }
    add_many({{"kernels", 0}, {"blocks", 1000}, {"threads", 1000}});
    add_many({{"kernels", 0}, {"blocks", 4'194'305}, {"threads", 1024}});
    return;
  }
  CaseSpace space;
  space.number("n", 0, 90, {0, 1, 7, 32, 33, 70}).number("blocks", 1, 9, {1, 2, 9});
  space.number("threads", 1, 33, {1, 2, 31, 32, 33}).number("cycles", 0, 3);
  space.number("kid", 0, 7, {0, 1, 7}).number("told", 0, 1).number("at", 0, 3, {0, 1, 3});
  // Few executions do: one kernel alone has few orders.
  space.cost([](const Params& params) {
    return 100 + params.at("blocks") * params.at("threads");
  });
  for_cases(space, add_alone);
  const Cheaper once(1000);
  const auto alone = [](std::int64_t n, const Visit& grid, std::int64_t cycles) {
    add_alone({{"n", n},
               {"blocks", grid.blocks},
               {"threads", grid.threads},
               {"cycles", cycles},
               {"told", 1},
               {"at", 1},
               {"kid", 3}});
  };
  // Numbers that 8 and 16 bits do not hold, and the largest block.
  for (const std::int64_t cycles : {255, 256, 1000, 66'000})
    alone(2, {1, 1, 1, 2}, cycles);
  alone(66'000, {1, 1, 2, 64}, 1);
  alone(2500, {1, 1, 1, 1024}, 1);
  alone(1500, {1, 1, 300, 2}, 1);
  alone(7, {1, 1, 66'000, 1}, 1);
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

// No kernel saw another one of its own stream.
void check_streams(const Report& report, std::int64_t kernels, std::int64_t streams) {
  for (std::int64_t kid = 0; kid < kernels; ++kid)
    for (std::int64_t other = kid % streams; other < kernels; other += streams)
      REQUIRE_MESSAGE((other == kid || !has(report.masks[static_cast<std::size_t>(kid)],
                                            static_cast<std::size_t>(other))),
                      "kid ", kid, " and kid ", other, " belong to stream ",
                      kid % streams, ", and were active at once");
}

// *ms is the time of the run's kernels, as far as events around the run can tell.
void check_time(std::int64_t timed, std::int64_t kernels) {
  constexpr std::int64_t kStillUnset = -1, kTooShort = 0, kTooLong = 2;
  const std::string what = "*ms is not the time of " + counted(kernels, "kernel");
  REQUIRE_MESSAGE(timed != kStillUnset, what, ": it was never set");
  REQUIRE_MESSAGE(timed != kTooLong, what,
                  " in milliseconds: the call of runKernels() did not take as long");
  REQUIRE_MESSAGE(
      timed != kTooShort, what,
      ": the first event has to come before all of them, and the second after all.  "
      "Record both in the default stream, the first before the first launch and the "
      "second after the last, and make the streams with cudaStreamCreate()");
}

// Explores runKernels(), once or twice.
Explored explore_run(const Params& params, const gridlock::DeviceModel& device = {}) {
  const auto judge = [&](const Outcome& outcome) {
    const std::size_t runs = params.at("then_kernels") > 0 ? 2 : 1;
    for (std::size_t i = 0; i < runs; ++i) {
      const char* const which[] = {"seen in the first run", "seen in the second run"};
      INFO((runs == 1 ? "" : which[i]));
      const std::int64_t kernels = params.at(i == 0 ? "kernels" : "then_kernels");
      const std::int64_t streams = params.at(i == 0 ? "streams" : "then_streams");
      const Report report = report_of(outcome, i);
      check_report(report, static_cast<std::size_t>(kernels), std::min(kernels, streams));
      check_streams(report, kernels, streams);
      REQUIRE(outcome["timed"].size() == runs);
      check_time(outcome["timed"][i], kernels);
    }
    if (runs == 1)
      check_values(outcome["values"], 0,
                   static_cast<std::size_t>(params.at("kernels") * params.at("n")),
                   params.at("cycles"));
  };
  return explore("run", params, judge, device);
}

Explored explore_run(const Kernels& run, const gridlock::DeviceModel& device = {}) {
  const Cheaper cheaper(run.divisor);
  // The host repeats the work value by value, so a grid that fills the device does less.
  const std::int64_t on_device = run.blocks > 100 ? 1'000 : 20'000;
  const Params params = {{"kernels", run.kernels},
                         {"streams", run.streams},
                         {"blocks", run.blocks},
                         {"threads", run.threads},
                         {"n", run.blocks * run.threads + 1},
                         {"cycles", on_gpu() ? on_device : 2},
                         {"then_kernels", run.then_kernels},
                         {"then_streams", run.then_streams}};
  return explore_run(params, device);
}

// Whether some report shows two kernels at once.
bool shows_two(const Explored& explored) {
  return explored.some([](const Outcome& outcome) {
    return outcome["mask_max"].front() >= 2 && outcome["count_max"].front() >= 2;
  });
}

// Whether some report shows these two at once.
bool shows_both(const Explored& explored, std::size_t kid, std::size_t other) {
  return explored.some([&](const Outcome& outcome) {
    return has(outcome["masks"].at(kid), other) || has(outcome["masks"].at(other), kid);
  });
}

// Runs of any number of kernels over at most `streams` streams, and with `twice` another
// one behind each.
void run_cases(std::int64_t streams, bool twice) {
  if (on_gpu()) return;
  constexpr std::int64_t kThreadsMax = 60;
  CaseSpace space;
  space.number("kernels", 1, 8, {1, 2, 3, 5, 8});
  space.number("streams", 1, streams, {1, streams});
  space.number("blocks", 1, 5, {1, 2}).number("threads", 1, 33, {1, 2, 33});
  space.number("n", 0, 40, {0, 1, 33}).number("cycles", 0, 3);
  space.number("then_kernels", twice, twice ? 8 : 0);
  space.number("then_streams", twice, twice ? 8 : 0);
  space.where([](const Params& params) {
    const std::int64_t kernels =
        std::max(params.at("kernels"), params.at("then_kernels"));
    return (params.at("then_streams") > 0) == (params.at("then_kernels") > 0) &&
           kernels * params.at("blocks") * params.at("threads") <= kThreadsMax;
  });
  space.cost([](const Params& params) {
    const std::int64_t kernels = params.at("kernels") + params.at("then_kernels");
    return 20 + kernels * (40 + 2 * params.at("blocks") * params.at("threads"));
  });
  for_cases(space, [](const Params& params) {
    INFO(text(Kernels{params.at("kernels"), params.at("streams"), params.at("blocks"),
                      params.at("threads"), 1, params.at("then_kernels"),
                      params.at("then_streams")}),
         ", ", counted(params.at("n"), "value"), " for each");
    explore_run(params);
  });
}

LAB_CHECK("6b", 6, functional, "in one stream, no kernel ever sees another one") {
  std::vector<Kernels> runs = {{3, 1, 2, 2, 20}};
  if (on_gpu()) runs = {{1, 1, 1, 32, 4}, {3, 1, 40, 64, 4}, {8, 1, 132, 128, 4}};
  for (const Kernels& run : runs) {
    INFO(text(run));
    explore_run(run);
  }
  run_cases(1, false);
}

LAB_CHECK("6b", 8, functional,
          "in several streams, two are active at once in some schedule, never too many") {
  if (!on_gpu()) {
    const Kernels run = {3, 3, 1, 2, 20};
    INFO(text(run), "; the device has room for one block at a time");
    explore_run(run, {.sms = 1, .blocks_per_sm = 1});
  }
  std::vector<Kernels> runs = {{2, 2, 1, 2, 4}, {5, 3, 1, 1, 5}, {8, 8, 2, 2, 20}};
  if (on_gpu()) runs = {{2, 2, 1, 128, 4}, {5, 3, 4, 128, 4}, {8, 8, 4, 128, 4}};
  for (const Kernels& run : runs) {
    INFO(text(run));
    const Explored explored = explore_run(run);
    REQUIRE_MESSAGE(
        shows_two(explored),
        "kernels in different streams may overlap, but in no schedule did the report show "
        "two of these at once.  Do all go to one stream?  Or does something between two "
        "launches keep them apart: a wait by the host or for an event, or anything in the "
        "default stream, even the record of an event?  Move what the kernels need before "
        "the first launch, and what needs the kernels, as the second event does, behind "
        "the last");
    if (on_gpu() || run.kernels > 5) continue;  // Where too few orders are tried.
    for (std::int64_t kid = 0; kid + 1 < run.kernels; ++kid)
      REQUIRE_MESSAGE(shows_both(explored, std::size_t(kid), std::size_t(kid) + 1),
                      "kernels ", kid, " and ", kid + 1,
                      " are in different streams, but overlapped in no schedule");
  }
  run_cases(8, false);
  // Kernel 7's values begin beyond what 31 bits can number.
  if (on_gpu()) add_many({{"kernels", 8}, {"blocks", 1000}, {"threads", 256}});
}

// Runs in a row, each on the next device; devices are reset in between.
void run_in_turn(Params params) {
  INFO(counted(params.at("times"), "run"), " on ",
       counted(params.at("devices"), "device"));
  constexpr std::int64_t kKernels = 3, kStreams = 2, kValues = 1, kCycles = 2;
  params["kernels"] = kKernels;
  params["streams"] = kStreams;
  params["n"] = kValues;
  params["cycles"] = kCycles;
  params["blocks"] = params["threads"] = 1;
  gridlock::DeviceModel model;
  model.devices = static_cast<int>(params.at("devices"));
  explore(
      "runs", params,
      [&](const Outcome& outcome) {
        for (std::int64_t run = 0; run < params.at("times"); ++run)
          check_report(report_of(outcome, static_cast<std::size_t>(run)), kKernels,
                       kStreams);
        constexpr std::size_t kAll = kKernels * kValues;
        const auto& values = outcome["values"];
        REQUIRE(values.size() == kAll * static_cast<std::size_t>(params.at("times")));
        for (std::size_t from = 0; from < values.size(); from += kAll) {
          const auto at = values.begin() + static_cast<std::ptrdiff_t>(from);
          check_values({at, at + kAll}, 0, kAll, kCycles);
        }
        for (const std::int64_t stayed : outcome["stayed"])
          REQUIRE_MESSAGE(stayed == 1, "runKernels() leaves another device current");
        for (const std::int64_t timed : outcome["timed"]) check_time(timed, kKernels);
      },
      model);
}

LAB_CHECK("6b", 4, functional, "the next run does not see what the last one left") {
  for (const Kernels& run :
       {Kernels{4, 4, 1, 1, 10, 2, 1}, Kernels{2, 1, 1, 1, 10, 3, 3}}) {
    INFO(text(run));
    explore_run(run);
  }
  run_cases(8, true);
  if (on_gpu()) return;  // A reset would take other scenarios' memory.
  const Cheaper once(1000);
  run_in_turn({{"devices", 1}, {"resets", 0}, {"times", 300}});
  for (const std::int64_t resets : {0, 1, 2, 3})
    run_in_turn({{"devices", 2}, {"resets", resets}, {"times", 4}});
}

// What a launch of too large a block returns: cudaErrorInvalidValue with CUDA 13,
// cudaErrorInvalidConfiguration before.
constexpr std::int64_t kInvalidValue = 1;
constexpr std::int64_t kInvalidConfiguration = 9;
// cudaErrorLaunchOutOfResources, with which scenarios.cu lets a launch fail.
constexpr std::int64_t kLaunchOutOfResources = 701;

// A run that is refused, and one after it that is not.
void refuse(std::int64_t blocks, std::int64_t threads, const char* why,
            const Params& params) {
  const auto kernels = static_cast<std::size_t>(params.at("kernels"));
  INFO(counted(params.at("kernels"), "kernel"), " in ",
       counted(params.at("streams"), "stream"), ", first with ", counted(blocks, "block"),
       " of ", counted(threads, "thread"), ", then with 1 block of 1 thread");
  explore("refused", params, [&](const Outcome& outcome) {
    const auto times = static_cast<std::size_t>(params.at("times"));
    REQUIRE(outcome["error"].size() == times);
    const auto& values = outcome["values"];
    const auto all = static_cast<std::size_t>(params.at("kernels") * params.at("n"));
    for (std::size_t time = 0; time < times; ++time) {
      const std::int64_t error = outcome["error"][time];
      REQUIRE_MESSAGE((error == kInvalidValue || error == kInvalidConfiguration), why,
                      ", and with ", counted(blocks, "block"), " of ",
                      counted(threads, "thread"), " runKernels() returned error ", error,
                      ", not the error of the launch");
      const Report report = report_of(outcome, time);
      check_report(report, kernels, std::min(params.at("kernels"), params.at("streams")));
      check_streams(report, params.at("kernels"), params.at("streams"));
      REQUIRE(values.size() == times * all);
      const auto at = values.begin() + static_cast<std::ptrdiff_t>(time * all);
      check_values({at, at + static_cast<std::ptrdiff_t>(all)}, 0, all,
                   params.at("cycles"));
    }
  });
}

// runKernels() returns the error of one launch that fails among others that do not.
void return_error_of_one_launch() {
  if (on_gpu()) return;  // There no launch fails when asked to.
  constexpr std::int64_t kKernels = 3;
  const Cheaper once(1000);
  for (std::int64_t nth = 0; nth < kKernels; ++nth) {
    INFO("a launch that fails: number ", nth + 1, " of ", kKernels);
    const Params params = {{"nth", nth},  {"kernels", kKernels}, {"streams", 2},
                           {"blocks", 1}, {"threads", 1},        {"n", 1},
                           {"cycles", 0}};
    explore("failing_launch", params, [&](const Outcome& outcome) {
      REQUIRE_MESSAGE(outcome.value("failed") == 1, "runKernels() launches fewer than ",
                      counted(kKernels, "kernel"));
      REQUIRE_MESSAGE(
          outcome.value("returned") == kLaunchOutOfResources,
          "runKernels() returned error ", outcome.value("returned"),
          ", although a launch had failed with cudaErrorLaunchOutOfResources (",
          kLaunchOutOfResources, ")");
    });
  }
}

LAB_CHECK("6b", 2, functional, "a launch that fails is reported") {
  struct Refused {
    std::int64_t blocks, threads;
    const char* why;
  };
  constexpr std::array kAll = {Refused{1, 1025, "no block has 1025 threads"},
                               Refused{1, 0, "no block has no threads"},
                               Refused{0, 1, "no grid has no blocks"},
                               Refused{-1, 1, "no grid has -1 blocks"},
                               Refused{1, 1 << 16, "no block has 65536 threads"}};
  CaseSpace space;
  space.number("which", 0, 4, {0, 1, 2, 3, 4});
  space.number("kernels", 1, 8, {1, 2, 3, 8}).number("streams", 1, 8, {1, 2, 3, 8});
  space.number("n", 0, 3, {0, 1, 2}).number("cycles", 0, 2, {0, 1}).number("times", 1, 2);
  space.cost([](const Params&) { return 2'000; });
  const Cheaper cheaper(100);
  for_cases(space, [&](Params params) {
    const Refused& refused = kAll.at(static_cast<std::size_t>(params.at("which")));
    params["blocks"] = refused.blocks;
    params["threads"] = refused.threads;
    refuse(refused.blocks, refused.threads, refused.why, params);
  });
  return_error_of_one_launch();
}

LAB_CHECK("6b", 8, ordering, "in one stream: the host reads what is complete") {
  const Kernels run{3, 1, 1, 1, 10};
  INFO(text(run));
  explore_run(run);
}

LAB_CHECK("6b", 8, ordering,
          "in several streams: the host neither reads nor clears too early") {
  for (const Kernels& run : {Kernels{2, 2, 1, 1, 5}, Kernels{3, 3, 1, 1, 5, 2, 2}}) {
    INFO(text(run));
    explore_run(run);
  }
}

// ---- 6c: the first in and the last out ---------------------------------------------

void check_blocks_out(const Outcome& outcome, std::size_t kernels,
                      std::size_t first = 0) {
  const auto& blocks_out = outcome["blocks_out"];
  for (std::size_t kid = 0; kid < blocks_out.size(); ++kid) {
    const bool ran = kid >= first && kid < first + kernels;
    REQUIRE_MESSAGE((!ran || blocks_out[kid] == 0), indexed("blocks_out", kid), " is ",
                    blocks_out[kid], " in the end; the next launch needs 0");
    REQUIRE_MESSAGE((ran || blocks_out[kid] == -1), "the kernel with kid ", kid,
                    " did not run, and ", indexed("blocks_out", kid), " has changed");
  }
}

// Grids of one block and of several, of one warp and of several, with more blocks or
// fewer the next time.
CaseSpace whole_cases(std::int64_t times) {
  constexpr std::int64_t kThreadsMax = 110;
  CaseSpace space;
  space.number("kernels", 1, 8, {1, 2, 3, 8}).number("streams", 1, 8, {1, 2, 3});
  space.number("blocks", 1, 9, {1, 2, 3, 9}).number("grow", -1, 2, {-1, 0, 1});
  space.number("threads", 1, 65, {1, 2, 32, 33, 65}).number("times", 1, times);
  add_start(space);
  space.where([](const Params& params) {
    const std::int64_t more = (params.at("times") - 1) * params.at("grow");
    return numbers_fit(params) && params.at("blocks") + more >= 1 &&
           params.at("kernels") * params.at("blocks") * params.at("threads") <=
               kThreadsMax;
  });
  return space.cost([](const Params& params) {
    const std::int64_t threads = params.at("blocks") * params.at("threads");
    return params.at("times") * params.at("kernels") * (20 + 4 * threads);
  });
}

template <class Judge>
void judge_whole(std::int64_t times, bool watched, const Judge& judge) {
  if (on_gpu()) return;
  for_cases(whole_cases(times), [&](Params params) {
    params["watched"] = watched;
    params["linger"] = 0;
    INFO(text_of(params));
    explore("visit_whole", params, [&](const Outcome& outcome) {
      const auto kernels = static_cast<std::size_t>(params.at("kernels"));
      const auto first = static_cast<std::size_t>(params.at("first"));
      const Report report = without_others(report_of(outcome), params, first);
      // In one stream no kernels meet; otherwise a kernel may meet several of one stream.
      check_saw(report, kernels, params.at("streams") == 1 ? 1 : params.at("kernels"),
                first);
      const auto ticks = watched ? ticks_of(outcome, kernels) : std::vector<Ticks>();
      judge(report, outcome, ticks, first, kernels);
    });
  });
}

// Many blocks, large ones, and the same kernel again and again.
void visit_large() {
  const Cheaper once(1000);
  struct Large {
    std::int64_t kernels, blocks, threads, times = 1;
  };
  std::vector<Large> all = {{1, 2, 1024}, {1, 1, 1024},   {2, 3, 257},
                            {1, 300, 1},  {1, 66'000, 1}, {1, 2, 1, 300}};
  if (on_gpu()) all = {{1, 66'000, 1024}, {1, 4'194'305, 1024}};
  for (const Large& large : all) {
    const Visit visit{large.kernels, large.kernels, large.blocks, large.threads};
    INFO(text(visit));
    Params params = params_of(visit, false);
    params["times"] = large.times;
    params["linger"] = 0;
    explore("visit_whole", params, [&](const Outcome& outcome) {
      const Report report = report_of(outcome);
      check_saw(report, static_cast<std::size_t>(visit.kernels), visit.kernels);
      check_all_out(report);
      check_blocks_out(outcome, static_cast<std::size_t>(visit.kernels));
    });
  }
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
      check_blocks_out(outcome, static_cast<std::size_t>(visit.kernels));
    });
  }
  judge_whole(3, false,
              [](const Report& report, const Outcome& outcome, const std::vector<Ticks>&,
                 std::size_t first, std::size_t kernels) {
                check_all_out(report);
                check_blocks_out(outcome, kernels, first);
              });
  visit_large();
}

std::vector<Visit> whole_visits() {
  if (on_gpu()) return {{1, 1, 40, 64, 2}, {4, 4, 40, 64, 2}};
  return {{1, 1, 2, 2, 2}, {3, 3, 1, 1, 1}, {2, 2, 2, 1, 2}, {3, 3, 2, 2, 10}};
}

LAB_CHECK("6c", 6, functional,
          "while any thread of any block is at work, the kernel's bit is in mask") {
  const auto judge = [](const Report&, const Outcome& outcome, const auto&...) {
    const auto& absences = outcome["absences"];
    REQUIRE(absences.size() == 3);
    REQUIRE_MESSAGE(absences[2] == 0, counted(absences[2], "thread"),
                    " had come in, but maskMax or countMax was still 0");
    const std::string gone = counted(absences[1], "thread") +
                             " had not left yet, but the bit of the kernel was gone";
    REQUIRE_MESSAGE(absences[0] == 0, counted(absences[0], "thread"),
                    " had come in, but the bit of the kernel was not set",
                    absences[1] == 0 ? "" : "; " + gone);
    REQUIRE_MESSAGE(absences[1] == 0, gone);
  };
  explore_visits("visit_whole", whole_visits(), true, judge);
  judge_whole(1, true, judge);
}

LAB_CHECK("6c", 4, functional,
          "a kernel sees those active when it came and when it went, and only those") {
  const auto judge = [](const Report& report, const Outcome& outcome,
                        std::size_t kernels) {
    check_maxima(report);
    const auto ticks = ticks_of(outcome, kernels);
    check_no_ghosts(report, ticks);
    for (const bool at_end : {false, true}) check_not_blind(report, ticks, at_end);
    check_explained(report, ticks, 0, kMaskOfBoth);
    check_explained(report, ticks, 0, kCountOfIn);
  };
  explore_visits("visit_whole", whole_visits(), true, judge);
  if (!on_gpu()) {
    // That one comes between two steps of another that leaves is rare.
    const AtLeast enough(8'000);
    explore_visits("visit_whole", {{3, 3, 1, 1, 1}}, true, judge);
  }
  judge_whole(1, true,
              [](const Report& report, const Outcome&, const std::vector<Ticks>& ticks,
                 std::size_t first, std::size_t) {
                check_explained(report, ticks, first, kMaskOfBoth);
                check_explained(report, ticks, first, kCountOfIn);
              });
}

LAB_CHECK("6c", 14, ordering,
          "the last block out reads what the first block in wrote, whichever they are") {
  std::vector<Visit> all = {{1, 1, 2, 1, 2}, {1, 1, 3, 2, 4}, {2, 2, 2, 2, 4}};
  if (on_gpu()) all = {{1, 1, 2, 64}, {4, 4, 40, 64}};
  explore_visits("visit_whole", all, false,
                 [](const Report& report, const Outcome& outcome, std::size_t kernels) {
                   check_all_out(report);
                   check_maxima(report);
                   check_blocks_out(outcome, kernels);
                 });
}

}  // namespace
