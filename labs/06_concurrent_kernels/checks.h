/// What the checks of lab 06 share: a report, and the correct report of kernels that came
/// and went.
#pragma once

#include <gridlock/kit.h>
#include <gridlock/linearize.h>
#include <bit>
#include <tuple>

namespace gridlock::check {
namespace {

constexpr int64_t kMaxStreams = 8;

inline int64_t popcount(int64_t mask) {
  return std::popcount(static_cast<uint64_t>(mask));
}

inline bool has(int64_t mask, int64_t kid) { return (mask >> kid) & 1; }

// "masks[1] is 0x6": a mask as C prints an int.
inline string mask_is(const string& name, int64_t mask) {
  return name + " is " + hex(static_cast<uint32_t>(mask));
}

// ---- A report ----------------------------------------------------------------------

struct Report {
  int64_t mask, mask_max, count, count_max;
  vector<int64_t> masks, counts;

  // "masks[1] is 0x6", "counts[1] is 2".
  string mask_text(int64_t kid) const {
    return mask_is(indexed("masks", kid), masks[kid]);
  }
  string count_text(int64_t kid) const {
    return cat(indexed("counts", kid), " is ", counts[kid]);
  }
};

inline Report report_of(const Outcome& outcome, int64_t run = 0) {
  const auto number = [&](const char* name) { return part_of(outcome[name], run, 1)[0]; };
  const auto list = [&](const char* name) {
    return part_of(outcome[name], run * kMaxStreams, kMaxStreams);
  };
  return {number("mask"),      number("mask_max"), number("count"),
          number("count_max"), list("masks"),      list("counts")};
}

// Fails unless every kernel saw itself and at most `most` kernels, all of this run.
inline void check_saw(const Report& report, int64_t kernels, int64_t most,
                      int64_t first = 0) {
  const string at_most =
      cat(": at most ", counted(most, "kernel"), " can be active at once");
  for (int64_t kid = first; kid < first + kernels; ++kid) {
    const int64_t mask = report.masks[kid], count = report.counts[kid];
    ENSURE((mask != kUnwrittenInt && count != kUnwrittenInt), indexed("masks", kid),
           " or ", indexed("counts", kid), " was never written");
    ENSURE(has(mask, kid), report.mask_text(kid), ": the bit of kid ", kid,
           " itself is not in it, which is 1 << ", kid, ", or ", hex(1u << kid));
    ENSURE((mask >= 0 && mask >> (first + kernels) == 0 &&
            mask % (int64_t{1} << first) == 0),
           report.mask_text(kid), ": in a run of ", counted(kernels, "kernel"),
           " there is no such bit");
    ENSURE(popcount(mask) <= most, report.mask_text(kid), at_most);
    ENSURE(count >= 1, report.count_text(kid), ": the kernel itself was active");
    ENSURE(count <= most, report.count_text(kid), at_most);
  }
  for (int64_t kid = 0; kid < kMaxStreams; ++kid)
    ENSURE(((kid >= first && kid < first + kernels) ||
            (report.masks[kid] == 0 && report.counts[kid] == 0)),
           "this run had no kernel with kid ", kid, ", but afterwards ",
           report.mask_text(kid), " and ", report.count_text(kid));
}

inline void check_all_out(const Report& report) {
  ENSURE(report.mask == 0, "all kernels have ended, and ", mask_is("mask", report.mask),
         ", not 0");
  ENSURE(report.count == 0, "all kernels have ended, and count is ", report.count,
         ", not 0");
}

inline int64_t greatest_popcount(const vector<int64_t>& masks) {
  int64_t most = 0;
  for (const int64_t mask : masks) most = std::max(most, popcount(mask));
  return most;
}

inline void check_maxima(const Report& report) {
  const int64_t popcount_max = greatest_popcount(report.masks);
  const int64_t count_max = *std::max_element(report.counts.begin(), report.counts.end());
  ENSURE(report.mask_max == popcount_max, "the mask with the most bits has ",
         popcount_max, " of them, and maskMax is ", report.mask_max);
  ENSURE(report.count_max == count_max, "the greatest of counts is ", count_max,
         ", and countMax is ", report.count_max);
}

// Fails if the report of a run that has ended is wrong.  Other checks test what checkIn()
// records in the masks.
inline void check_report(const Report& report, int64_t kernels, int64_t most) {
  ENSURE(report.mask != kUnwrittenInt,
         "when runKernels() returned, the report had not been written");
  for (int64_t kid = 0; kid < kMaxStreams; ++kid) {
    const int64_t count = report.counts[kid];
    ENSURE(
        count != kUnwrittenInt, "when runKernels() returned, ", indexed("counts", kid),
        " of the report had not been written: copy all of *report, sizeof *report bytes");
    ENSURE((kid < kernels || (report.masks[kid] == 0 && count == 0)),
           "this run had no kernel with kid ", kid, ", but afterwards ",
           report.mask_text(kid), " and ", report.count_text(kid));
    ENSURE((kid >= kernels || count >= 1), report.count_text(kid),
           ": the kernel itself was active");
    ENSURE((count <= most && popcount(report.masks[kid]) <= most), report.count_text(kid),
           " and ", report.mask_text(kid), ": at most ", counted(most, "kernel"),
           " can be active at once");
  }
  check_all_out(report);
}

// The mask of the kernels that are active from the start, without the case's own.
inline int64_t others_of(Case c) {
  return c["others"] & ~(((int64_t{1} << c["kernels"]) - 1) << c["first"]);
}

inline string stayed(int64_t others) {
  return cat(": others, ", hex(static_cast<uint32_t>(others)),
             ", have been in mask all the time");
}

// Fails unless each of the case's kernels saw the kernels of others_of(), and each other
// word is as it was at the start.
inline void check_beside(const Report& report, Case c) {
  const string all_the_time = stayed(others_of(c));
  const int64_t others = others_of(c), stale = c["stale"];
  for (int64_t kid = 0; kid < kMaxStreams; ++kid) {
    if (kid < c["first"] || kid >= c["first"] + c["kernels"]) {
      ENSURE((report.masks[kid] == stale && report.counts[kid] == stale),
             "the kernel with kid ", kid, " did not run, and ", indexed("masks", kid),
             " or ", indexed("counts", kid), " has changed");
      continue;
    }
    ENSURE((report.masks[kid] & others) == others, report.mask_text(kid), all_the_time);
    ENSURE(report.counts[kid] > popcount(others), report.count_text(kid),
           ", but besides the kernel itself ", counted(popcount(others), "kernel"),
           " had been there all the time");
  }
}

// Fails unless a maximum is the greater of `before` and `greatest`.  Unless `once`, it
// may be higher: an earlier launch may have raised it.
inline void check_maximum(const char* name, int64_t maximum, int64_t before, bool once,
                          int64_t greatest, const string& why) {
  const int64_t right = std::max(before, greatest);
  ENSURE((maximum == right || (!once && maximum > right && maximum <= 8)), name,
         " should be ", right, right == before ? ", as before the kernels came" : why,
         ", and is ", maximum);
}

// The part of the report that the kernels wrote themselves.  Fails unless the report
// still has what earlier kernels wrote, and shows the kernels that never left.
inline Report without_others(const Report& report, Case c) {
  const int64_t others = others_of(c);
  const string all_the_time = stayed(others);
  Report own = report;
  // An implementation that keeps the mask or the count elsewhere leaves the word as it
  // was.
  if (report.mask != 0) {
    ENSURE((report.mask & others) == others, mask_is("mask", report.mask), all_the_time);
    own.mask -= others;
  }
  if (report.count != 0) own.count -= popcount(others);
  check_beside(report, c);
  own.masks.assign(kMaxStreams, 0);
  own.counts.assign(kMaxStreams, 0);
  for (int64_t kid = c["first"]; kid < c["first"] + c["kernels"]; ++kid) {
    own.masks[kid] = report.masks[kid] - others;
    own.counts[kid] = report.counts[kid] - popcount(others);
  }
  return own;
}

// Fails if a maximum of the whole report is wrong.
inline void check_maxima_beside(const Report& report, Case c) {
  int64_t fullest = c["first"], greatest = fullest;
  for (int64_t kid = fullest; kid < c["first"] + c["kernels"]; ++kid) {
    if (popcount(report.masks[kid]) > popcount(report.masks[fullest])) fullest = kid;
    if (report.counts[kid] > report.counts[greatest]) greatest = kid;
  }
  const int64_t before = c["before"];
  const bool once = c("times", 1) == 1;
  check_maximum("maskMax", report.mask_max, before, once, popcount(report.masks[fullest]),
                ", the number of bits in " + indexed("masks", fullest));
  check_maximum("countMax", report.count_max, before, once, report.counts[greatest],
                ", as " + indexed("counts", greatest) + " is");
}

// ---- Kernels that met --------------------------------------------------------------

// The steps of a kernel, on the scenario's logical clock.
struct Ticks {
  int64_t coming, here, settled, leaving, gone;
};

inline vector<Ticks> ticks_of(const Outcome& outcome, int64_t kernels) {
  const auto tick = [&](const char* name, int64_t i) {
    return sized(outcome, name, kernels)[i];
  };
  vector<Ticks> all;
  for (int64_t i = 0; i < kernels; ++i)
    all.push_back({tick("coming", i), tick("here", i), tick("settled", i),
                   tick("leaving", i), tick("gone", i)});
  return all;
}

inline void check_no_ghosts(const Report& report, const vector<Ticks>& ticks) {
  for (int64_t kid = 0; kid < ssize(ticks); ++kid) {
    int64_t near = 0;
    for (int64_t other = 0; other < ssize(ticks); ++other) {
      const Ticks &a = ticks[kid], &b = ticks[other];
      if (a.coming < b.gone && b.coming < a.gone) {
        ++near;
        continue;
      }
      ENSURE(!has(report.masks[kid], other), report.mask_text(kid), ", but kid ", other,
             b.coming > a.coming ? " came when this one had gone"
                                 : " had gone when this one came");
    }
    ENSURE(report.counts[kid] <= near, report.count_text(kid), ", but at most ",
           counted(near, "kernel"), " can have been active together with kid ", kid);
  }
}

// The kernels that kernel `kid` cannot have missed between the times `from` and `to`:
// those that had come before `from` and were not yet leaving after `to`.
inline vector<int64_t> surely_active(const vector<Ticks>& ticks, int64_t from,
                                     int64_t to) {
  vector<int64_t> kids;
  for (size_t kid = 0; kid < ticks.size(); ++kid)
    if (ticks[kid].here < from && to < ticks[kid].leaving) kids.push_back(kid);
  return kids;
}

inline void check_not_blind(const Report& report, const vector<Ticks>& ticks,
                            bool at_end) {
  for (int64_t kid = 0; kid < ssize(ticks); ++kid) {
    const int64_t from = at_end ? ticks[kid].leaving : ticks[kid].coming;
    const int64_t to = at_end ? ticks[kid].gone : ticks[kid].here;
    for (const int64_t other : surely_active(ticks, from, to))
      ENSURE(has(report.masks[kid], other), report.mask_text(kid), ", but kid ", other,
             " was active when kid ", kid,
             at_end ? " checked out: add what the step that removes the bit returns"
                    : " checked in");
  }
}

inline void check_counted(const Report& report, const vector<Ticks>& ticks) {
  for (int64_t kid = 0; kid < ssize(ticks); ++kid) {
    const auto active = surely_active(ticks, ticks[kid].coming, ticks[kid].here);
    const int64_t least = ssize(active) + 1;
    ENSURE(report.counts[kid] >= least, report.count_text(kid), ", but ",
           counted(least, "kernel"), least == 1 ? " was" : " were", " active when kid ",
           kid, " had checked in");
  }
}

// The sheet's promises as a sequential specification.  In one step, a kernel sets its bit
// and reads which kernels are active; when it leaves, it may read once more.  The state
// is which kernels are active, and which or how many each kernel has seen.
struct Present {
  int64_t mask = 0, looked = 0;
  std::array<int64_t, kMaxStreams> seen{};
  bool operator<(const Present& other) const {
    return std::tie(mask, looked, seen) < std::tie(other.mask, other.looked, other.seen);
  }
};

enum Step { kCome, kLook, kGo };

// The judged part of what a kernel recorded: its mask or its count at the check-in, or
// its mask at both ends; with kMaskInTwoSteps, a kernel first looks and then leaves.
enum Judged { kMaskOfIn, kCountOfIn, kMaskOfBoth, kMaskInTwoSteps };

inline string present_allows(Present& present, const Call& call, Judged judged) {
  const int64_t bit = int64_t{1} << call.caller;
  int64_t& seen = present.seen[call.caller];
  if (call.operation == kCome) {
    present.mask |= bit;
    seen = present.mask;
  } else if (call.operation == kLook) {
    if ((present.mask & bit) == 0) return "it is not there";
    seen |= present.mask;
    present.looked |= bit;
  } else {
    if ((present.mask & bit) == 0) return "it is not there";
    if (judged == kMaskInTwoSteps && (present.looked & bit) == 0) return "it must look";
    if (judged == kMaskOfBoth) seen |= present.mask;
    present.mask &= ~bit;
  }
  const Step judged_at = judged == kMaskOfBoth       ? kGo
                         : judged == kMaskInTwoSteps ? kLook
                                                     : kCome;
  if (call.operation != judged_at) return "";
  const int64_t found = judged == kCountOfIn ? popcount(seen) : seen;
  return found == call.result ? "" : "it recorded something else";
}

// Whether some order of the overlapping steps explains what the kernels recorded.
inline bool is_explained(const Report& report, const vector<Ticks>& ticks, int64_t first,
                         Judged judged) {
  const bool counts = judged == kCountOfIn;
  vector<Call> calls;
  for (int64_t i = 0; i < ssize(ticks); ++i) {
    const Ticks& at = ticks[i];
    const int64_t kid = first + i;
    const int64_t wrote = counts ? report.counts[kid] : report.masks[kid];
    const int64_t in = counts ? at.settled : at.here;
    calls.push_back({kid, kCome, at.coming, in, 0, wrote});
    if (judged == kMaskInTwoSteps)
      calls.push_back({kid, kLook, at.leaving, at.gone, 0, wrote});
    calls.push_back({kid, kGo, at.leaving, at.gone, 0, wrote});
  }
  return linearize<Present>(calls, {},
                            [&](Present& present, const Call& call) {
                              return present_allows(present, call, judged);
                            })
      .possible;
}

// Fails unless some order of the overlapping steps explains what the kernels recorded.
// If a kernel has many blocks, its bit is set once one of them has come, but it is
// counted only once all have.
inline void check_explained(const Report& report, const vector<Ticks>& ticks,
                            int64_t first, Judged judged) {
  constexpr size_t kKernelsMax = 4;  // The search takes long for many at once.
  if (ticks.size() > kKernelsMax || is_explained(report, ticks, first, judged)) return;
  const bool counts = judged == kCountOfIn;
  vector<string> recorded;
  for (int64_t kid = first; kid < first + ssize(ticks); ++kid)
    recorded.push_back(counts ? report.count_text(kid) : report.mask_text(kid));
  const string none =
      "no order in which the kernels can have come and gone gives these together: " +
      joined(recorded);
  ENSURE_BY_ITSELF(
      (judged != kMaskOfBoth || !is_explained(report, ticks, first, kMaskInTwoSteps)),
      none,
      ".  It fits if leaveKernel() reads mask in one step and removes the "
      "bit in another: go by what the operation that removes it returns");
  ENSURE(false, none,
         counts ? "; each must add itself and see the others in one step, by what that "
                  "operation returns"
         : judged == kMaskOfBoth
             ? "; each must see the others in the step that sets its bit, and in the one "
               "that removes it, by what that operation returns"
             : "; each must set its bit and see the others in one step, by what that "
               "operation returns");
}

// ---- Kernels that check in and out -------------------------------------------------

struct Visit {
  int64_t kernels, streams, blocks, threads;
  int divisor = 1;  // The default number of executions is divided by this.
  int64_t then_kernels = 0, then_streams = 0;  // If not 0: of a second run.
};

inline string text(const Visit& visit) {
  const auto text_of = [](int64_t kernels, int64_t streams) {
    return counted(kernels, "kernel") + " in " + counted(streams, "stream");
  };
  return cat(text_of(visit.kernels, visit.streams), ", each ",
             grid_text(visit.blocks, visit.threads),
             visit.then_kernels == 0
                 ? ""
                 : ", then " + text_of(visit.then_kernels, visit.then_streams));
}

inline Params params_of(const Visit& visit, bool watched) {
  return given("kernels", visit.kernels, "streams", visit.streams, "blocks", visit.blocks,
               "threads", visit.threads, "watched", watched, "linger",
               on_gpu() ? 5'000 : 0);
}

struct Seen {
  const Report& report;
  const Outcome& outcome;
  int64_t kernels, most, first;
  Case parameters;
  vector<Ticks> ticks() const { return ticks_of(outcome, kernels); }
};

using JudgeSeen = std::function<void(const Seen&)>;

inline void check_saw(const Seen& seen) {
  check_saw(seen.report, seen.kernels, seen.most, seen.first);
}

inline void check_maxima(const Seen& seen) {
  if (seen.parameters("first", -1) >= 0)
    check_maxima_beside(report_of(seen.outcome), seen.parameters);
  else
    check_maxima(seen.report);
}

// Explores a scenario in which at most `most` of the kernels can be active at once.
inline void explore_seen(const string& scenario, Case c, int64_t most,
                         const JudgeSeen& judge) {
  explore(scenario, c, [&](const Outcome& outcome) {
    const int64_t kernels = c["kernels"], first = c("first", 0);
    Report report = report_of(outcome);
    if (c("first", -1) >= 0) report = without_others(report, c);
    judge({report, outcome, kernels, most, first, c});
  });
}

inline void explore_visits(const string& scenario, const vector<Visit>& all, bool watched,
                           const JudgeSeen& judge) {
  for (const Visit& visit : all) {
    INFO(text(visit));
    const Cheaper cheaper(visit.divisor);
    explore_seen(scenario, params_of(visit, watched),
                 std::min(visit.kernels, visit.streams), judge);
  }
}

// Adds the state at the start: other kernels, and words and maxima of earlier ones.
inline void add_start(CaseSpace& space) {
  space.number("first", 0, 7, {0, 1, 7});
  space.number("others", 0, 255, {0, 1, 0x80, 0xaa}).number("before", 0, 8, {0, 2, 8});
  space.number("stale", 0, 255, {0, 255});
}

inline bool numbers_fit(Case c) { return c["first"] + c["kernels"] <= kMaxStreams; }

// A generated case in words: its kernels, and the state at the start.
inline string text_of(Case c) {
  const int64_t rows = c("rows", 1), first = c["first"];
  const int64_t grow = c("grow", 0), others = others_of(c);
  const string threads = rows > 1 ? cat(c["threads"], " x ", rows, " threads")
                                  : counted(c["threads"], "thread");
  string all =
      cat(counted(c["kernels"], "kernel"), " in ", counted(c["streams"], "stream"),
          ", each ", counted(c["blocks"], "block"), " of ", threads);
  if (c("who", 0) > 0) all += cat(", thread ", c["who"], " checks in");
  if (c("times", 1) > 1) {
    all += cat(", ", c["times"], " times");
    if (grow != 0)
      all += cat(", each time with ", counted(std::abs(grow), "block"),
                 grow > 0 ? " more" : " fewer");
  }
  if (first > 0) all += cat(", kids from ", first, " on");
  if (others > 0) all += ", beside others whose " + mask_is("mask", others);
  if (const int64_t before = c["before"]; before > 0)
    all += cat(", maskMax and countMax were ", before, " before");
  if (const int64_t stale = c["stale"]; stale > 0)
    all += cat(", each word of masks and counts was ", hex(stale), " before");
  return all;
}

// Judges generated cases; in one stream no kernels meet.
inline void judge_cases(const string& scenario, const CaseSpace& space, bool watched,
                        const std::function<int64_t(Case)>& most,
                        const JudgeSeen& judge) {
  if (on_gpu()) return;
  for_cases(space, [&](Case c) {
    INFO(text_of(c));
    explore_seen(scenario, with(c, "watched", watched, "linger", 0), most(c), judge);
  });
}

}  // namespace
}  // namespace gridlock::check
