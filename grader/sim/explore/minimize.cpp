#include "sim/explore/minimize.h"

#include <algorithm>

#include "common/invariant.h"

namespace gridlock::sim {

namespace {

/// Longer executions are not reduced: running them many times would take seconds.
constexpr std::uint64_t kStepsOfOneMax = 20'000;
constexpr std::uint64_t kStepsOfAllMax = 2'000'000;

class Minimizer {
 public:
  Minimizer(const ExecutionOptions& found, const ScheduleRunner& run)
      : options_(found), run_(run) {
    options_.record_choices = true;
  }

  ExecutionOptions reduce() {
    const ExecutionOptions original = options_;
    const Shown first = run_(options_);
    what_ = first.what;
    if (first.fault || first.steps > kStepsOfOneMax ||
        first.choices.size() > kDeviationsMax)
      return original;
    // The list can be reduced only if a run with it shows the same as the policy's run.
    if (!shows(first.choices)) return original;
    if (!best_.empty()) shows({});
    for (std::size_t piece = (best_.size() + 1) / 2; piece > 0;) {
      const bool shorter = leave_out_pieces_of(piece);
      if (piece == 1 && !shorter) break;
      piece = std::max<std::size_t>(1, std::min(piece / 2, best_.size()));
    }
    options_.choices = best_;
    return options_;
  }

 private:
  /// Whether a schedule with these choices shows the same.  If so, it is the best so far.
  bool shows(const Deviations& choices) {
    if (trials_ == kTrialsMax || steps_ > kStepsOfAllMax) return false;
    ++trials_;
    options_.choices = choices;
    Shown shown = run_(options_);
    steps_ += shown.steps;
    INVARIANT("A schedule that follows a list deviates no more often.",
              shown.choices.size() <= choices.size());
    if (shown.what != what_) return false;
    best_ = std::move(shown.choices);  // Choices without an effect are left out.
    return true;
  }

  /// Tries to leave out pieces of this size.  Goes backward, because late choices often
  /// only follow from earlier ones.  Returns whether the list became shorter.
  bool leave_out_pieces_of(std::size_t piece) {
    const std::size_t before = best_.size();
    for (std::size_t end = best_.size(); end > 0;) {
      const std::size_t begin = end > piece ? end - piece : 0;
      INVARIANT("A piece that is left out is one of the list.",
                begin < end && end <= best_.size());
      Deviations rest = best_;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(begin),
                 rest.begin() + static_cast<std::ptrdiff_t>(end));
      shows(rest);
      end = std::min(begin, best_.size());
    }
    return best_.size() < before;
  }

  ExecutionOptions options_;
  const ScheduleRunner& run_;
  std::string what_;
  Deviations best_;
  int trials_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace

Shown shown_by(const std::vector<Reported>& reports, bool races_count,
               const std::string& result) {
  const auto is_about = [&](const Reported& report) {
    return !report.finding.is_advice() &&
           (races_count || report.finding.kind != FindingKind(Verdict::data_race));
  };
  auto report = std::ranges::find_if(
      reports, [](const Reported& each) { return each.ended_execution; });
  if (report == reports.end()) report = std::ranges::find_if(reports, is_about);
  Shown shown;
  shown.what = report == reports.end() ? "result " + result : "finding " + report->key;
  shown.fault = report != reports.end() && report->fault;
  return shown;
}

ExecutionOptions minimized(const ExecutionOptions& found, const ScheduleRunner& run) {
  ExecutionOptions reduced = Minimizer(found, run).reduce();
  reduced.record_choices = false;
  return reduced;
}

}  // namespace gridlock::sim
