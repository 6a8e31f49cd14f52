// RapidCheck's generators draw cases and make them smaller.  A case runs in a worker, so
// the search for a smaller case that still fails is our own.
#include "checker/include/gridlock/cases.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>

#include <rapidcheck/gen/Numeric.h>
#include <rapidcheck/seq/Create.h>
#include <rapidcheck/seq/Transform.h>
#include <rapidcheck/shrink/Shrink.h>

#include "checker/doctest_case.h"

namespace gridlock::check {
namespace {

using Parameter = CaseSpace::Parameter;

/// Attempts to draw a case that meets the condition.
constexpr int kDrawsMax = 200;         // Corners, then any values.
constexpr int kMixedDrawsMax = 20000;  // Mixed values, if the condition is hard to meet.
/// Simpler cases that are tried after a failure.
constexpr int kShrinksMax = 40;
/// All cases of a check together may pass this many synchronization points, times
/// kSchedulesDefault.
constexpr std::int64_t kStepsPerSchedule = 150;
constexpr std::int64_t kSchedulesMin = 12;  ///< The fewest schedules of a case.

constexpr int kOctal = 3;
constexpr std::int64_t kEnd = 7;

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return rc::gen::inRange(low, high + 1)(random_.split(), kSize).value();
  }
  std::int64_t value(const Parameter& parameter) {
    if (parameter.kinds == 0) return between(parameter.low, parameter.high);
    std::vector<int> operations(static_cast<std::size_t>(between(0, parameter.high)));
    for (int& one : operations) one = static_cast<int>(between(0, parameter.kinds - 1));
    return as_number(operations);
  }

 private:
  static constexpr int kSize = 100;  // RapidCheck's size, on which ranges do not depend.
  rc::Random random_;
};

rc::Seq<std::int64_t> smaller(const Parameter& parameter, std::int64_t value) {
  if (parameter.kinds == 0) return rc::shrink::towards(value, parameter.low);
  const std::vector<int> operations = as_sequence(value);
  return rc::seq::map(
      rc::seq::concat(
          rc::shrink::removeChunks(operations),
          rc::shrink::eachElement(operations,
                                  [](int one) { return rc::shrink::towards(one, 0); })),
      [](const std::vector<int>& fewer) { return as_number(fewer); });
}

/// The first simpler case for which `fails` is true; nothing if there is none.
std::optional<Params> shrink_once(const CaseSpace& space, const Params& params,
                                  const std::function<bool(const Params&)>& fails) {
  for (const Parameter& parameter : space.parameters()) {
    auto values = smaller(parameter, params.at(parameter.name));
    while (const auto value = values.next()) {
      Params simpler = params;
      simpler[parameter.name] = *value;
      if (space.makes_sense(simpler) && fails(simpler)) return simpler;
    }
  }
  return std::nullopt;
}

/// The divisor for the executions of each case.  All cases together should cost no more
/// than one check may, but each keeps kSchedulesMin schedules.
int divisor_of(const CaseSpace& space, const Params& params, std::size_t cases) {
  const std::int64_t steps = std::max<std::int64_t>(1, space.steps(params));
  const auto by_cost = steps * static_cast<std::int64_t>(cases) / kStepsPerSchedule;
  const auto most = static_cast<std::int64_t>(kSchedulesDefault) / kSchedulesMin;
  return static_cast<int>(std::clamp<std::int64_t>(by_cost, 1, most));
}

/// Passing cases near a failing one: for each parameter one case, which differs in that
/// parameter alone.
class PassedNearby {
 public:
  /// Keeps only the last case added for each parameter: simpler values are tried from the
  /// simplest on, so the last one is nearest to the failing case.
  void add(const CaseSpace& space, const Params& failing, const Params& simpler,
           const std::vector<Passed>& passed) {
    for (const Parameter& parameter : space.parameters()) {
      const std::int64_t value = simpler.at(parameter.name);
      const bool is_nothing = parameter.is_amount && value == 0;
      if (failing.at(parameter.name) != value && !is_nothing)
        by_parameter_[parameter.name] = passed;
    }
  }
  void clear() { by_parameter_.clear(); }
  std::vector<Passed> all(const CaseSpace& space) {
    std::vector<Passed> all;
    for (const Parameter& parameter : space.parameters())
      for (Passed& passed : by_parameter_[parameter.name])
        all.push_back(std::move(passed));
    return all;
  }

 private:
  std::map<std::string, std::vector<Passed>> by_parameter_;
};

}  // namespace

CaseSpace& CaseSpace::number(std::string name, std::int64_t low, std::int64_t high,
                             std::vector<std::int64_t> corners) {
  if (corners.empty()) corners = {low, high};
  parameters_.push_back({std::move(name), low, high, std::move(corners), 0});
  return *this;
}

CaseSpace& CaseSpace::amount(std::string name, std::int64_t high,
                             std::vector<std::int64_t> corners) {
  number(std::move(name), 0, high, std::move(corners));
  parameters_.back().is_amount = true;
  return *this;
}

CaseSpace& CaseSpace::sequence(std::string name, int kinds, int longest,
                               const std::vector<std::vector<int>>& corners) {
  Parameter parameter{std::move(name), 0, longest, {as_number({})}, kinds};
  for (const std::vector<int>& corner : corners)
    parameter.corners.push_back(as_number(corner));
  parameters_.push_back(std::move(parameter));
  return *this;
}

CaseSpace& CaseSpace::where(std::function<bool(const Params&)> makes_sense) {
  makes_sense_ = std::move(makes_sense);
  return *this;
}

CaseSpace& CaseSpace::cost(std::function<std::int64_t(const Params&)> steps) {
  steps_ = std::move(steps);
  return *this;
}

std::int64_t CaseSpace::steps(const Params& params) const {
  if (steps_) return steps_(params);
  std::int64_t product = 1;
  for (const Parameter& parameter : parameters_) {
    const std::int64_t value = params.at(parameter.name);
    const auto factor =
        parameter.kinds ? static_cast<std::int64_t>(as_sequence(value).size()) : value;
    product *= std::clamp<std::int64_t>(factor, 1, 1000);
  }
  return product;
}

std::int64_t as_number(const std::vector<int>& operations) {
  std::int64_t number = kEnd;
  for (auto one = operations.rbegin(); one != operations.rend(); ++one)
    number = (number << kOctal) + *one;
  return number;
}

std::vector<int> as_sequence(std::int64_t number) {
  std::vector<int> operations;
  for (; number > kEnd; number >>= kOctal)
    operations.push_back(static_cast<int>(number & kEnd));
  if (number != kEnd) throw std::invalid_argument("no sequence has this number");
  return operations;
}

namespace {

/// Chooses cases so that each corner is in one of them.
class CaseChoice {
 public:
  CaseChoice(const CaseSpace& space, std::uint64_t seed) : space_(space), draw_(seed) {
    for (const Parameter& parameter : space.parameters())
      for (const std::int64_t corner : parameter.corners)
        untried_.insert({parameter.name, corner});
  }

  void add_corners() {
    for (const Parameter& parameter : space_.parameters())
      for (const std::int64_t corner : parameter.corners)
        if (is_untried(parameter, corner)) add(&parameter, corner, kDrawsMax / 4);
  }

  /// Adds a case, in which `fixed`, if not null, has this value.  The first `patience`
  /// draws give the other parameters untried corners, and the next `patience` draws any
  /// corners.  Later draws give random values, and the last ones a mixture with corners.
  void add(const Parameter* fixed, std::int64_t value, int patience) {
    const int draws = kDrawsMax + (fixed ? kMixedDrawsMax : 0);
    for (int i = 0; i < draws; ++i) {
      Params params = drawn(i, patience);
      if (fixed) params[fixed->name] = value;
      if (!space_.makes_sense(params)) continue;
      for (const auto& each : params) untried_.erase(each);
      if (std::ranges::find(cases, params) == cases.end()) cases.push_back(params);
      return;
    }
    if (fixed)
      throw std::logic_error("no case satisfies the condition with " + fixed->name +
                             " = " + std::to_string(value));
  }

  std::vector<Params> cases;

 private:
  bool is_untried(const Parameter& parameter, std::int64_t value) const {
    return untried_.contains({parameter.name, value});
  }

  /// The parameter's corners that no case has yet; all corners if there are none.
  std::vector<std::int64_t> untried_corners(const Parameter& parameter) const {
    std::vector<std::int64_t> corners = parameter.corners;
    std::erase_if(corners, [&](auto corner) { return !is_untried(parameter, corner); });
    return corners.empty() ? parameter.corners : corners;
  }

  Params drawn(int attempt, int patience) {
    Params params;
    for (const Parameter& parameter : space_.parameters()) {
      const std::vector<std::int64_t> corners =
          attempt < patience ? untried_corners(parameter) : parameter.corners;
      const auto pick = draw_.between(0, static_cast<std::int64_t>(corners.size()) - 1);
      const bool is_corner =
          attempt < kDrawsMax ? attempt < 2 * patience : draw_.between(0, 3) > 0;
      params[parameter.name] =
          is_corner ? corners[static_cast<std::size_t>(pick)] : draw_.value(parameter);
    }
    return params;
  }

  const CaseSpace& space_;
  Draw draw_;
  std::set<std::pair<std::string, std::int64_t>> untried_;  ///< Corners in no case yet.
};

}  // namespace

std::vector<Params> cases_of(const CaseSpace& space, std::uint64_t seed, int random) {
  CaseChoice choice(space, seed);
  choice.add_corners();
  for (int i = 0; i < random; ++i) choice.add(nullptr, 0, 0);
  return std::move(choice.cases);
}

void for_cases(const CaseSpace& space, const std::function<void(const Params&)>& body) {
  ActiveCase& active = running_case();
  const auto cases =
      cases_of(space, active.settings().seed, static_cast<int>(active.settings().cases));
  const auto run = [&](const Params& params) {
    const Cheaper cheaper(divisor_of(space, params, cases.size()));
    body(params);
  };
  if (on_gpu()) {  // A failure on a GPU may not recur.
    for (const Params& params : cases) run(params);
    return;
  }
  for (const Params& params : cases) {
    const Verdict verdict = active.attempt([&] { run(params); });
    if (verdict == Verdict::passed) continue;
    if (!active.needs_story(verdict) || active.attempted_endless_loop())
      active.end_as_attempted();
    Params smallest = params;
    int tried = 0;
    PassedNearby nearby;
    const auto fails = [&](const Params& simpler) {
      if (++tried > kShrinksMax) return false;
      const Verdict of_it = active.rehearse([&] { run(simpler); });
      if (of_it == Verdict::passed)
        nearby.add(space, smallest, simpler, active.rehearsed());
      return of_it == verdict;
    };
    while (const auto simpler = shrink_once(space, smallest, fails)) {
      smallest = *simpler;
      nearby.clear();
    }
    active.remember_passed(nearby.all(space));
    run(smallest);
    active.remember_passed({});
    // The smaller case passes now: its result may depend on unwritten memory.
    if (smallest != params) run(params);
    active.end_as_attempted();
  }
}

}  // namespace gridlock::check
