#include "sim/run/program.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/invariant.h"
#include "common/processors.h"
#include "sim/explore/explained.h"
#include "sim/explore/schedule_loop.h"
#include "sim/run/after_failure.h"
#include "sim/run/output_differs.h"
#include "sim/run/program_child.h"
#include "sim/run/proposals.h"

namespace gridlock::sim {

namespace {

/// How many schedules let strong reads see all that the letter of the rules allows.
constexpr std::uint64_t kByTheLetterMax = 200;
/// The step budget of a program, as a multiple of a lab scenario's.
constexpr std::uint64_t kAllowance = 8;
/// How long after the budget is spent a finding may still be explained.
constexpr std::chrono::milliseconds kGrace{1000};

using SteadyClock = std::chrono::steady_clock;

/// How many outputs are compared with the first.
constexpr std::size_t kOutputsMax = 8;

class ProgramExploration {
 public:
  ProgramExploration(Simulation& simulation, const RunRequest& request, Sink& sink)
      : simulation_(simulation),
        request_(request),
        sink_(sink),
        after_failure_(request.exploration) {
    if (const std::int64_t budget = request.exploration.budget_ms; budget > 0)
      deadline_ = SteadyClock::now() + std::chrono::milliseconds(budget);
  }

  /// Runs one schedule and reports what is new.
  Ran run_schedule(const ExecutionOptions& asked) {
    const Execution execution = executed(passing(asked));
    const ChildReport& report = execution.report;
    Ran ran;
    if (has_not_ended(asked, report, ran)) return ran;
    ran.accesses = report.accesses;
    ran.steps = report.steps;
    ran.depends_on_schedule = report.depends_on_schedule || !report.reports.empty();
    depends_on_schedule_ = depends_on_schedule_ || ran.depends_on_schedule;
    for (const Finding& absent : report.absent_lanes)
      absent_lanes_.try_emplace(absent.accesses.front().pc,
                                AbsentLanes{passing(asked), absent});
    const ExecutionOptions options = named(passing(asked), choices_of(report));
    // Failed calls come first, since reporting a result may end the exploration.
    tell_failed_calls(report, options, ran);
    if (report.exited && report.exit_code != 0) tell_absent_lanes();
    tell_result(execution, options, ran);
    for (const Finding& stale : report.stale)
      ran.go_on = ran.go_on && sink_.finding(stale);
    clean_ = clean_ && !fails(report) && report.reports.empty();
    for (const Proposals::Race& race : proposals_.refuted_by(report))
      tell(race.options, race.reported, race.accesses, ran);
    for (const Reported& reported : report.reports)
      tell_unless_known(options, report, reported, ran);
    ran.go_on = ran.go_on && !after_failure_.are_enough(report.steps);
    return ran;
  }

  /// Gives advice on plain reads that were only proposed to compare-and-swaps.
  void tell_proposals() {
    for (const auto& [read, race] : proposals_.held()) {
      Finding finding = explained_finding(race.options, race.reported, race.accesses);
      finding.kind = Advice::plain_proposal;
      finding.missing = {OnlyProposed{{read}}};
      finding.remedy = {ReadStrongly{}};
      sink_.finding(finding);
    }
  }

  /// Gives advice on shuffles whose undefined value the program uses: its results differ
  /// if that value does.
  void tell_absent_lanes() {
    for (auto& [pc, read] : absent_lanes_) {
      if (std::exchange(read.judged, true)) continue;
      ExecutionOptions options = read.options;
      options.still_time = true;
      options.absent_lanes_at = 0;
      const auto usual = results_of(options);
      if (results_of(options) != usual) continue;
      options.absent_lanes_at = pc;
      if (results_of(options) != usual) sink_.finding(read.finding);
    }
  }

  /// Reports that the output depends on the schedule, unless the program has failed.
  void compare_outputs() {
    const bool failed = after_failure_.have_begun() ||
                        std::any_of(results_.begin(), results_.end(),
                                    [](const auto& result) { return result.first != 0; });
    if (failed || others_.empty()) return;
    const auto run = [&](const ExecutionOptions& options) { return rerun(options); };
    if (const auto advice = output_differs(*first_, others_, run)) sink_.finding(*advice);
  }

  /// Whether no schedule has failed or given advice.
  bool was_clean() const { return clean_; }

  /// Called if no schedule went wrong: checks if the program needs more of its strong
  /// reads than the letter of the rules promises.  A failure found only here is advice.
  void by_the_letter(ExecutionOptions options, std::uint64_t schedules) {
    options.strict_values = true;
    ahead_.clear();  // These children run by the rules of the hardware.
    for (options.number = 0; options.number < schedules; ++options.number) {
      const ChildReport report = executed(options).report;
      if (report.given_up || !report.depends_on_schedule) return;
      if (options.number == 0) options.steps = std::max<std::uint64_t>(1, report.steps);
      sink_.progress(0);
      if (fails(report)) return tell_by_the_letter(options);
    }
  }

  /// Called if no schedule went wrong: looks for reads that may be stale without any
  /// effect, because an earlier launch has left the same value.
  void tell_masked(ExecutionOptions options) {
    if (!depends_on_schedule_) return;
    options.strict_values = options.record = options.note_masked = true;
    for (const Finding& masked : report_of(options).stale) sink_.finding(masked);
  }

  /// Starts a schedule before its turn.
  void ahead(const ExecutionOptions& options) {
    const ExecutionOptions asked = passing(options);
    if (std::none_of(ahead_.begin(), ahead_.end(),
                     [&](const auto& child) { return is_same(*child, asked); }))
      ahead_.push_back(std::make_unique<ProgramChild>(simulation_, request_.call, asked));
  }

  Shown trial(const ExecutionOptions& options) {
    const auto [report, printed] = rerun(options);
    Shown shown =
        shown_by(report.reports, request_.exploration.stop_on_race,
                 fmt::format("{} {}", report.exit_code, report.exit_code ? "" : printed));
    shown.steps = report.steps;
    shown.choices = choices_of(report);
    sink_.progress(0);
    return shown;
  }

 private:
  void tell_failed_calls(const ChildReport& report, const ExecutionOptions& options,
                         Ran& ran) {
    for (const Reported& reported : report.reports)
      if (reported.key == kFailedCall && keys_.insert(reported.key).second)
        tell(options, reported, ran.accesses, ran);
  }

  struct Execution {
    ChildReport report;
    std::string printed;
    std::uint64_t printed_bytes = 0;
  };

  /// Whether the schedule was ended before its program, so it does not count.
  bool has_not_ended(const ExecutionOptions& asked, const ChildReport& report, Ran& ran) {
    if (report.too_many_bytes > 0) {
      ran.go_on = clean_ = false;  // Other schedules would need as much memory.
      sink_.finding(out_of_memory(asked, report.too_many_bytes));
      return true;
    }
    ran.cut = report.given_up;
    if (ran.cut && asked.number == 0 && report.given_up_at)
      tell_spent_budget(*report.given_up_at);
    return ran.cut;
  }

  /// Reports a finding unless it is known, follows from another one, or is held as a
  /// proposal.
  void tell_unless_known(const ExecutionOptions& options, const ChildReport& report,
                         const Reported& reported, Ran& ran) {
    if (may_be_proposed(reported) && !keys_.count(reported.key) &&
        proposals_.take({options, reported, report.accesses}, after_failure_,
                        [&](const auto& other) { return report_of(other); })) {
      keys_.insert(reported.key);
      ahead_.clear();
      return;
    }
    ran.raced = ran.raced || reported.finding.kind == FindingKind(Verdict::data_race);
    if (ran.go_on && !after_failure_.explains(report, reported) &&
        !after_failure_.has_told(reported) && keys_.insert(reported.key).second)
      tell(options, reported, ran.accesses, ran);
  }

  bool may_be_proposed(const Reported& reported) const {
    return reported.finding.kind == FindingKind(Verdict::data_race) &&
           !request_.exploration.strict && request_.exploration.replay.empty();
  }

  void tell(const ExecutionOptions& options, const Reported& reported,
            std::uint64_t accesses, Ran& ran) {
    ran.go_on =
        sink_.finding(options.record ? reported.finding
                                     : explained_finding(options, reported, accesses));
    if (!reported.finding.is_advice() && after_failure_.note(reported)) ahead_.clear();
  }

  /// Reports that not even the first schedule ended within the budget.  No schedule is
  /// given, since a replay would take longer still.
  void tell_spent_budget(Finding finding) {
    finding.schedule.clear();
    for (Cause& cause : finding.what)
      if (auto* const end = cause.get_if<DidNotEnd>()) {
        end->seconds = static_cast<int>(request_.exploration.budget_ms / 1000);
        sink_.finding(finding);
      }
  }

  void tell_result(const Execution& execution, ExecutionOptions options, Ran& ran) {
    const auto& [report, printed, printed_bytes] = execution;
    options.races_to_pass = after_failure_.races_in(report);
    // A kernel that never ran explains a wrong result, and is reported instead of it.
    const bool unseen =
        std::any_of(report.reports.begin(), report.reports.end(),
                    [](const Reported& each) { return each.key == kUnseenLaunchError; });
    const bool explained =
        (unseen && report.exit_code != 0) || after_failure_.explain_results();
    if (!report.exited || explained ||
        !results_.emplace(report.exit_code, printed).second)
      return;
    ran.go_on = sink_.program_result({report.exit_code, printed, token_of(options),
                                      report.interleaving, printed_bytes});
    if (!first_)
      first_ = Printed{options, printed};
    else if (others_.size() < kOutputsMax)
      others_.push_back({options, printed});
  }

  /// The options with which a schedule of the loop is run.
  ExecutionOptions passing(const ExecutionOptions& asked) const {
    return proposals_.watching(after_failure_.passing(asked));
  }

  Execution executed(const ExecutionOptions& options) {
    const std::unique_ptr<ProgramChild> child = child_for(options);
    ChildReport report = end_of(*child);
    return {std::move(report), child->printed(), child->printed_bytes()};
  }

  static bool fails(const ChildReport& report) {
    return (report.exited && report.exit_code != 0) ||
           std::any_of(report.reports.begin(), report.reports.end(),
                       [](const Reported& each) { return !each.finding.is_advice(); });
  }

  void tell_by_the_letter(const ExecutionOptions& found) {
    ExecutionOptions options =
        minimized(found, [&](const ExecutionOptions& each) { return trial(each); });
    options.strict_values = false;
    if (fails(report_of(options))) {
      run_schedule(options);  // It fails even by the rules of the hardware.
      return;
    }
    options.strict_values = options.record = true;
    for (const Finding& stale : report_of(options).stale) sink_.finding(stale);
  }

  /// Waits for the child to end, or until the budget and `longer` are spent.
  ChildReport end_of(ProgramChild& child, std::chrono::milliseconds longer = {}) {
    std::uint64_t too_many_bytes = 0;
    ChildReport report = child.report([&] {
      sink_.progress(0);
      if (const std::uint64_t held = child.held_bytes(); is_too_much(held)) {
        if (ahead_.empty()) {
          too_many_bytes = held;
          child.end();
        }
        ahead_.clear();  // They may hold as much memory, and can run later.
      }
      return too_many_bytes == 0 &&
             (!deadline_ || SteadyClock::now() < *deadline_ + longer);
    });
    if (report.given_up) report.too_many_bytes = too_many_bytes;
    return report;
  }

  static Finding out_of_memory(const ExecutionOptions& options, std::uint64_t bytes) {
    Finding finding;
    finding.kind = Verdict::out_of_memory;
    finding.what = {OutOfMemory{bytes}};
    finding.schedule = token_of(options);
    return finding;
  }

  /// What the host gets from an execution: the exit code, a hash of the bytes copied to
  /// it, and the output.
  std::tuple<int, std::uint64_t, std::string> results_of(
      const ExecutionOptions& options) {
    const auto [report, printed] = rerun(options);
    return {report.exit_code, report.copied_to_host, printed};
  }

  std::pair<ChildReport, std::string> rerun(const ExecutionOptions& options) {
    ProgramChild child(simulation_, request_.call, options);
    ChildReport report = end_of(child, kGrace);
    return {std::move(report), child.printed()};
  }
  ChildReport report_of(const ExecutionOptions& options) { return rerun(options).first; }

  /// Whether the child runs this schedule.  Other options are the same for all children
  /// that are started ahead.
  static bool is_same(const ProgramChild& child, const ExecutionOptions& options) {
    return !options.branch && !options.choices &&
           child.options().number == options.number &&
           child.options().switch_at_plain == options.switch_at_plain;
  }

  /// The child that was started ahead for this schedule, or a new one.
  std::unique_ptr<ProgramChild> child_for(const ExecutionOptions& options) {
    const auto started =
        std::find_if(ahead_.begin(), ahead_.end(),
                     [&](const auto& child) { return is_same(*child, options); });
    if (started == ahead_.end()) {
      ahead_.clear();  // They were started with other options.
      return std::make_unique<ProgramChild>(simulation_, request_.call, options);
    }
    std::unique_ptr<ProgramChild> child = std::move(*started);
    INVARIANT("A child that was started ahead runs the schedule that is asked for.",
              child->options().number == options.number &&
                  child->options().strict_values == options.strict_values);
    // There may be another child with this number, started with other options before the
    // first race.
    std::erase_if(ahead_, [&](const auto& other) {
      return !other || other->options().number <= options.number;
    });
    return child;
  }

  /// The choices that the child reported.  If they cannot be parsed, a list too long to
  /// be kept.
  static Deviations choices_of(const ChildReport& report) {
    return parse_deviations(report.choices).value_or(Deviations(kDeviationsMax + 1));
  }

  Finding explained_finding(const ExecutionOptions& options, const Reported& reported,
                            std::uint64_t accesses) {
    const auto run = [&](const ExecutionOptions& other) {
      return report_of(other).reports;
    };
    return explained(options, reported, accesses, run, keys_);
  }

  Simulation& simulation_;
  const RunRequest& request_;
  Sink& sink_;
  std::optional<SteadyClock::time_point> deadline_;  ///< Nothing if there is no budget.
  std::vector<std::unique_ptr<ProgramChild>> ahead_;
  bool clean_ = true;
  bool depends_on_schedule_ = false;
  AfterFailure after_failure_;
  Proposals proposals_;
  struct AbsentLanes {
    ExecutionOptions options;
    Finding finding;
    bool judged = false;
  };
  std::map<std::uint64_t, AbsentLanes> absent_lanes_;  ///< Indexed by program counter.
  std::optional<Printed> first_;
  std::vector<Printed> others_;
  std::set<std::string> keys_;
  std::set<std::pair<int, std::string>> results_;
};

}  // namespace

Summary run_program(Simulation& simulation, const RunRequest& request, Sink& sink) {
  if (!simulation.module.symbol("gridlock_program_entry"))
    throw std::runtime_error("the program has no main");
  ExecutionOptions options;
  options.device = request.device;
  options.allowance = kAllowance;
  options.tell_data = request.exploration.tell_data;
  options.stop_on_race = options.weak_values = request.exploration.stop_on_race;
  options.whole_program = true;
  options.strict = request.exploration.strict;
  ProgramExploration exploration(simulation, request, sink);
  const Summary summary = run_schedules(
      request.exploration, options, sink,
      [&](const ExecutionOptions& each) { return exploration.run_schedule(each); },
      [&](const ExecutionOptions& each) { return exploration.trial(each); },
      [&](const ExecutionOptions& each) { exploration.ahead(each); },
      available_processors() - 1);
  if (request.exploration.replay.empty()) exploration.compare_outputs();
  exploration.tell_proposals();
  exploration.tell_absent_lanes();
  const bool is_clean = request.exploration.replay.empty() && options.weak_values &&
                        !summary.cut_short && exploration.was_clean();
  options.seed = request.exploration.seed;
  if (is_clean) exploration.tell_masked(options);
  if (is_clean && !summary.work_spent)
    exploration.by_the_letter(
        options, std::min(kByTheLetterMax, request.exploration.schedules / 5));
  return summary;
}

}  // namespace gridlock::sim
