#include "sim/run/after_failure.h"

#include <algorithm>
#include <string_view>

#include "common/invariant.h"

namespace gridlock::sim {

namespace {

bool is_race(const Finding& finding) {
  return finding.kind == FindingKind(Verdict::data_race);
}

/// The key of the race with its two accesses in the other order: "race false 1f0 2a8".
std::string other_way_round(const std::string& key) {
  const std::size_t last = key.rfind(' ');
  const std::size_t first = key.rfind(' ', last - 1);
  INVARIANT("A race's key ends with the places of two accesses.",
            last != key.npos && first != key.npos && first < last);
  return key.substr(0, first) + key.substr(last) + key.substr(first, last - first);
}

/// Whether the advice adds nothing to `race`: it is about the same two accesses, but only
/// by the letter of the rules.
bool says_less(const Reported& advice, const Reported& race) {
  constexpr std::string_view kByTheLetter = "race true";
  if (!advice.key.starts_with(kByTheLetter)) return false;
  const std::string key = "race false" + advice.key.substr(kByTheLetter.size());
  return race.key == key || race.key == other_way_round(key);
}

/// The step limit for all further schedules together, per schedule that was asked for.
constexpr std::uint64_t kStepsOfEach = 100'000;

}  // namespace

std::uint64_t AfterFailure::races_in(const ChildReport& report) const {
  if (!known_) return 0;
  return static_cast<std::uint64_t>(
      std::count_if(report.reports.begin(), report.reports.end(),
                    [](const Reported& each) { return is_race(each.finding); }));
}

bool AfterFailure::explains(const ChildReport& report, const Reported& reported) const {
  if (std::any_of(report.reports.begin(), report.reports.end(),
                  [&](const Reported& each) { return says_less(reported, each); }))
    return true;
  if (!begun_ || how_.keep_consequences || is_race(reported.finding)) return false;
  return std::any_of(report.reports.begin(), report.reports.end(),
                     [](const Reported& each) { return is_race(each.finding); });
}

void AfterFailure::pass(const Reported& race) {
  auto known = known_ ? std::make_shared<std::set<std::string>>(*known_)
                      : std::make_shared<std::set<std::string>>();
  known->insert({race.key, other_way_round(race.key)});
  known_ = std::move(known);
}

bool AfterFailure::note(const Reported& failure) {
  begun_ = true;
  in_vain_ = 0;
  const Verdict verdict = std::get<Verdict>(failure.finding.kind);
  // Further executions would take as long as the limits allow.
  are_slow_ = verdict == Verdict::timeout || verdict == Verdict::no_progress ||
              verdict == Verdict::crashed;
  if (!is_race(failure.finding)) return false;
  pass(failure);
  return true;
}

bool AfterFailure::are_enough(std::uint64_t steps) {
  if (!begun_) return false;
  steps_ += steps;
  return are_slow_ || ++in_vain_ > how_.further_schedules ||
         steps_ > how_.further_schedules * kStepsOfEach;
}

}  // namespace gridlock::sim
