#include "sim/explore/schedule_loop.h"

#include <algorithm>
#include <chrono>

#include "sim/explore/exhaustive.h"
namespace gridlock::sim {

namespace {

/// The first schedules show most mistakes, so these run before the exhaustive search.
constexpr std::uint64_t kBeforeExhaustive = 16;
/// The number of fixed schedules, which always run, however much work they are.
constexpr std::uint64_t kSchedulesLeast = 3;
/// The cost of a step, in accesses.
constexpr std::uint64_t kAccessesPerStep = 8;
/// An execution with more steps has too many schedules to run all of them.
constexpr std::uint64_t kStepsToSearch = 80;

class Loop {
 public:
  using Ahead = std::function<void(const ExecutionOptions&)>;

  Loop(const Exploration& how, ExecutionOptions options, Sink& sink,
       const std::function<Ran(const ExecutionOptions&)>& run_one, const Ahead& ahead,
       std::uint64_t ahead_max)
      : how_(how),
        options_(std::move(options)),
        sink_(sink),
        run_(run_one),
        ahead_(ahead),
        ahead_max_(ahead ? ahead_max : 0) {
    options_.seed = how.seed;
  }

  Summary run() {
    const std::uint64_t few = std::min(kBeforeExhaustive, how_.schedules);
    const bool may_be_searched = how_.exhaustive_max > 0;
    bool going_on = sample(0, may_be_searched ? few : how_.schedules);
    if (may_be_searched && going_on && options_.steps <= kStepsToSearch)
      going_on = search();
    if (may_be_searched && going_on && !summary_.exhaustive) sample(few, how_.schedules);
    summary_.seconds = elapsed();
    return summary_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  /// Runs one schedule.  Returns false if the exploration is over.
  bool run_one(const ExecutionOptions& options) {
    const Ran ran = run_(options);
    if (ran.cut) {
      summary_.cut_short = true;
      return false;
    }
    raced_ = raced_ || ran.raced;
    depends_on_schedule_ = depends_on_schedule_ || ran.depends_on_schedule;
    summary_.accesses += ran.accesses;
    if (!options.branch || !options.branch->abandoned) ++summary_.schedules;
    // The first execution is in order, so it shows how long executions are.
    if (!options.branch && options.number == 0)
      options_.steps = std::max<std::uint64_t>(1, ran.steps);
    if (!ran.go_on) return false;
    sink_.progress(summary_.schedules);
    work_ += ran.accesses + kAccessesPerStep * ran.steps;
    if (how_.work_max > 0 && work_ >= how_.work_max &&
        summary_.schedules >= kSchedulesLeast) {
      summary_.work_spent = true;
      return false;
    }
    if (how_.budget_ms == 0 || elapsed() * 1000 <= static_cast<double>(how_.budget_ms))
      return true;
    summary_.cut_short = true;
    return false;
  }

  bool sample(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      // The first schedule determines options of the others, so none starts before it has
      // run. The present one is started, too: running one that was not started ends all
      // the others.
      const bool may_start = ahead_max_ > 0 && i > 0;
      for (std::uint64_t next = i; may_start && next < end && next <= i + ahead_max_;
           ++next) {
        set_number(next);
        ahead_(options_);
      }
      set_number(i);
      if (!run_one(options_)) return false;
      if (summary_.schedules < kSchedulesLeast || depends_on_schedule_) continue;
      summary_.exhaustive = true;
      return false;
    }
    return true;
  }

  void set_number(std::uint64_t i) {
    options_.number = i;
    options_.switch_at_plain = raced_ && i % 2 == 1;
  }

  /// Tries to run all schedules.  Returns false if the exploration is over.
  bool search() {
    ExecutionOptions options = options_;
    options.switch_at_plain = false;
    options.record_choices = true;
    ExhaustiveSearch search;
    for (std::uint64_t runs = 0; runs < how_.exhaustive_max && !raced_; ++runs) {
      options.branch = search.next();
      if (!options.branch) break;
      if (!run_one(options)) return false;
      search.take(*options.branch);
    }
    // In a program with races, threads may also switch between synchronization points.
    summary_.exhaustive = !raced_ && !search.next() && search.complete();
    return true;
  }

  const Exploration& how_;
  ExecutionOptions options_;
  Sink& sink_;
  const std::function<Ran(const ExecutionOptions&)>& run_;
  const Ahead& ahead_;
  std::uint64_t ahead_max_;
  Summary summary_;
  std::uint64_t work_ = 0;
  bool raced_ = false;
  bool depends_on_schedule_ = false;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

Summary run_schedules(const Exploration& how, ExecutionOptions options, Sink& sink,
                      const std::function<Ran(const ExecutionOptions&)>& run_one,
                      const ScheduleRunner& trial,
                      const std::function<void(const ExecutionOptions&)>& ahead,
                      std::uint64_t ahead_max) {
  if (how.replay.empty())
    return Loop(how, std::move(options), sink, run_one, ahead, ahead_max).run();
  const auto start = std::chrono::steady_clock::now();
  ExecutionOptions replayed = parse_token(how.replay);
  replayed.device = options.device;
  replayed.allowance = options.allowance;
  replayed.tell_data = options.tell_data;
  replayed.stop_on_race = options.stop_on_race;
  replayed.weak_values = options.weak_values;
  replayed.whole_program = options.whole_program;
  replayed.strict = replayed.strict || options.strict;
  if (how.minimize) replayed = minimized(replayed, trial);
  replayed.record = true;
  Summary summary;
  summary.schedules = 1;
  summary.accesses = run_one(replayed).accesses;
  summary.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return summary;
}

ExecutionOptions named(ExecutionOptions options, const Deviations& choices) {
  if (!options.branch) return options;
  options.branch = nullptr;
  options.record_choices = false;
  options.choices = choices;
  return options;
}

}  // namespace gridlock::sim
