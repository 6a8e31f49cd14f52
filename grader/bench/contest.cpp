#include "bench/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridlock {
namespace {

bool is_slow(double megahertz, double least) {
  return megahertz > 0 && megahertz < least;
}

class Rounds {
 public:
  Rounds(Contest contest, const ContestRules& rules, ContestRunner& runner)
      : contest_(std::move(contest)), rules_(rules), runner_(runner) {
    const std::vector<std::vector<std::optional<Sample>>> none(contest_.points.size());
    contest_.samples.assign(contest_.contestants.size(), none);
    contest_.failures.resize(contest_.contestants.size());
  }

  Contest run() {
    if (!round(0, false)) return ended(ContestEnd::interrupted);
    const double start = runner_.seconds();  // At least one round is measured.
    for (;;) {
      if (nobody_left()) return ended(ContestEnd::nobody);
      if (contest_.rounds >= rules_.rounds_min && precise())
        return ended(ContestEnd::precise);
      if (contest_.rounds >= rules_.rounds_max) return ended(ContestEnd::rounds);
      if (contest_.rounds > 0 && runner_.seconds() - start >= rules_.seconds_max)
        return ended(ContestEnd::seconds);
      if (!round(static_cast<std::uint64_t>(contest_.rounds) + 1, true))
        return ended(ContestEnd::interrupted);
      runner_.round_ends(++contest_.rounds);
    }
  }

 private:
  /// Measures every contestant once at each point; returns false if it was interrupted.
  bool round(std::uint64_t number, bool keep) {
    const std::size_t points = contest_.points.size();
    const std::size_t all = contest_.contestants.size() * points;
    if (keep)
      for (auto& of_contestant : contest_.samples)
        for (auto& of_point : of_contestant) of_point.emplace_back();
    for (const std::size_t i : round_order(all, number)) {
      const std::size_t contestant = i / points, point = i % points;
      if (!contest_.failures[contestant].empty()) continue;
      if (runner_.interrupted()) return false;
      const Timing timing = measure(contestant, contest_.points[point]);
      if (runner_.interrupted() && !timing.failure.empty()) return false;
      if (!timing.failure.empty())
        leave(contestant, timing.failure);
      else if (keep)
        contest_.samples[contestant][point].back() = {timing.nanoseconds,
                                                      timing.megahertz, timing.numbers};
    }
    return true;
  }

  /// Measures a contestant, and repeats that while the clock is slow.
  Timing measure(std::size_t contestant, std::int64_t point) {
    for (int tries = 0;; ++tries) {
      Timing timing = runner_.run(contestant, point);
      contest_.megahertz_max = std::max(contest_.megahertz_max, timing.megahertz);
      const bool slow =
          timing.failure.empty() &&
          is_slow(timing.megahertz, rules_.clock_min * contest_.megahertz_max);
      if (!slow || tries == rules_.again_max || runner_.interrupted()) return timing;
      ++contest_.again;
    }
  }

  void leave(std::size_t contestant, const std::string& why) {
    contest_.failures[contestant] = why;
    for (auto& of_point : contest_.samples[contestant])
      for (auto& sample : of_point) sample.reset();
  }

  bool nobody_left() const {
    return std::ranges::none_of(contest_.failures,
                                [](const std::string& why) { return why.empty(); });
  }

  bool precise() const {
    for (std::size_t contestant = 0; contestant < contest_.contestants.size();
         ++contestant)
      for (std::size_t point = 0; point < contest_.points.size(); ++point) {
        const std::string& kind = contest_.contestants[contestant].kind;
        if (kind == "peer" || kind == "roof") continue;
        const auto ratio = ratio_of(contest_, contestant, contest_.baseline, point);
        if (!ratio) continue;
        const double reach =
            std::max(ratio->sure.high - ratio->middle, ratio->middle - ratio->sure.low);
        if (reach > rules_.precision * ratio->middle) return false;
      }
    return true;
  }

  Contest ended(ContestEnd end) {
    contest_.end = end;
    return std::move(contest_);
  }

  Contest contest_;
  const ContestRules& rules_;
  ContestRunner& runner_;
};

std::optional<std::size_t> of_kind(const Contest& contest, const std::string& kind) {
  for (std::size_t i = 0; i < contest.contestants.size(); ++i)
    if (contest.contestants[i].kind == kind) return i;
  return {};
}

}  // namespace

std::string text(ContestEnd end) {
  constexpr const char* kTexts[] = {
      "every ratio stands still", "the most rounds that are allowed",
      "the most time that is allowed", "interrupted", "no contestant could be measured"};
  return kTexts[static_cast<int>(end)];
}

Contest hold_contest(std::vector<Contestant> contestants,
                     std::vector<std::int64_t> points, std::size_t baseline,
                     const ContestRules& rules, ContestRunner& runner) {
  Contest contest;
  contest.contestants = std::move(contestants);
  contest.points = std::move(points);
  contest.baseline = baseline;
  return Rounds(std::move(contest), rules, runner).run();
}

std::vector<double> samples_of(const Contest& contest, std::size_t contestant,
                               std::size_t point) {
  std::vector<double> found;
  for (const auto& sample : contest.samples[contestant][point])
    if (sample) found.push_back(sample->nanoseconds);
  return found;
}

std::optional<Ratio> ratio_of(const Contest& contest, std::size_t contestant,
                              std::size_t over, std::size_t point) {
  const auto& these = contest.samples[contestant][point];
  const auto& those = contest.samples[over][point];
  std::vector<double> ratios;
  for (std::size_t round = 0; round < these.size(); ++round)
    if (these[round] && those[round] && those[round]->nanoseconds > 0)
      ratios.push_back(these[round]->nanoseconds / those[round]->nanoseconds);
  if (ratios.empty()) return {};
  return Ratio{median(ratios), bootstrap_interval(ratios)};
}

std::optional<SameTwice> same_twice(const Contest& contest) {
  const auto first = of_kind(contest, "reference"), again = of_kind(contest, "again");
  if (!first || !again) return {};
  SameTwice same;
  bool any = false;
  for (std::size_t point = 0; point < contest.points.size(); ++point) {
    const auto ratio = ratio_of(contest, *again, *first, point);
    if (!ratio) continue;
    any = true;
    same.apart = std::max(
        {same.apart, std::abs(ratio->sure.low - 1), std::abs(ratio->sure.high - 1)});
    if (ratio->sure.low > 1 || ratio->sure.high < 1) same.consistent = false;
  }
  if (!any) return {};
  return same;
}

int slow_samples(const Contest& contest, double part) {
  int slow = 0;
  for (const auto& of_contestant : contest.samples)
    for (const auto& of_point : of_contestant)
      for (const auto& sample : of_point)
        slow += sample && is_slow(sample->megahertz, part * contest.megahertz_max);
  return slow;
}

SampleTable contest_samples(const Contest& contest, const std::string& bench,
                            BenchEnvironment environment,
                            const std::vector<std::string>& numbers) {
  SampleTable table;
  table.bench = bench;
  table.environment = std::move(environment);
  table.environment.emplace_back("baseline", contest.contestants[contest.baseline].name);
  table.environment.emplace_back("rounds", std::to_string(contest.rounds));
  table.environment.emplace_back("end", text(contest.end));
  for (std::size_t contestant = 0; contestant < contest.contestants.size(); ++contestant)
    if (!contest.failures[contestant].empty())
      table.environment.emplace_back(
          "not measured",
          contest.contestants[contestant].name + ": " + contest.failures[contestant]);
  table.environment.emplace_back("measured again", std::to_string(contest.again));
  table.columns = {"contestant", "kind", "point", "round", "nanoseconds", "megahertz"};
  table.columns.insert(table.columns.end(), numbers.begin(), numbers.end());
  for (std::size_t contestant = 0; contestant < contest.contestants.size(); ++contestant)
    for (std::size_t point = 0; point < contest.points.size(); ++point) {
      const auto& samples = contest.samples[contestant][point];
      for (std::size_t round = 0; round < samples.size(); ++round)
        if (samples[round]) {
          table.rows.push_back(
              {contest.contestants[contestant].name, contest.contestants[contestant].kind,
               std::to_string(contest.points[point]), std::to_string(round),
               fmt::format("{:.3f}", samples[round]->nanoseconds),
               fmt::format("{:.0f}", samples[round]->megahertz)});
          for (const std::int64_t number : samples[round]->numbers)
            table.rows.back().push_back(std::to_string(number));
        }
    }
  return table;
}

}  // namespace gridlock
