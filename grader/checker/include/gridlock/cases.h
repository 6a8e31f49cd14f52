/// \file
/// Generated cases: a check declares the possible shapes and sequences, not which to try.
///
///     CaseSpace space;
///     space.number("blocks", 1, 12, {1, 8, 9}).number("threads", 1, 70, {31, 32, 33});
///     for_cases(space, [](const Params& params) { explore("sum", params, ...); });
///
/// Every corner is tried, and random cases besides.  A case that fails is made smaller as
/// long as it fails.  The report shows the smallest case that fails and, if their INFOs
/// differ, a simpler one that passes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "check.h"

namespace gridlock::check {

/// The possible parameters of a scenario: named whole numbers.
class CaseSpace {
 public:
  /// A number from `low` to `high`; numbers nearer to `low` are simpler.  Each corner is
  /// in some case; by default the corners are `low` and `high`.
  CaseSpace& number(std::string name, std::int64_t low, std::int64_t high,
                    std::vector<std::int64_t> corners = {});
  /// A number of things from 0 on.  With 0 of them there is nothing to do, so the report
  /// does not name that case as one that passes.
  CaseSpace& amount(std::string name, std::int64_t high,
                    std::vector<std::int64_t> corners = {});
  /// A sequence of up to `longest` operations, each of one of `kinds` kinds (at most 8);
  /// see `as_sequence`.  Shorter sequences are simpler.  Each corner is in some case, and
  /// so is the empty sequence.
  CaseSpace& sequence(std::string name, int kinds, int longest,
                      const std::vector<std::vector<int>>& corners = {});
  /// Only cases that satisfy this predicate are generated.
  CaseSpace& where(std::function<bool(const Params&)> makes_sense);
  /// Roughly how many synchronization points one execution of the case passes; by default
  /// the product of all numbers.  Long cases are executed less often.
  CaseSpace& cost(std::function<std::int64_t(const Params&)> steps);

  /// \cond
  struct Parameter {
    std::string name;
    std::int64_t low = 0, high = 0;
    std::vector<std::int64_t> corners;
    int kinds = 0;           ///< The kinds in a sequence; 0: a number.
    bool is_amount = false;  ///< See amount().
  };
  const std::vector<Parameter>& parameters() const { return parameters_; }
  bool makes_sense(const Params& params) const {
    return !makes_sense_ || makes_sense_(params);
  }
  std::int64_t steps(const Params& params) const;
  /// \endcond

 private:
  std::vector<Parameter> parameters_;
  std::function<bool(const Params&)> makes_sense_;
  std::function<std::int64_t(const Params&)> steps_;
};

/// A sequence as a number: octal digits, the first operation in the lowest digit, and a 7
/// above the last.  A scenario decodes it in the same way.
std::int64_t as_number(const std::vector<int>& operations);
/// \throws std::invalid_argument if no sequence has this number
std::vector<int> as_sequence(std::int64_t number);

/// The cases that a check tries: first all corners, each with corners of the other
/// parameters that were not tried yet; then `random` more.  The seed determines them.
std::vector<Params> cases_of(const CaseSpace& space, std::uint64_t seed, int random);

/// Runs the body, which explores, for each case.  On the simulator, a case that fails is
/// made smaller, and the check fails with the smallest one found.
void for_cases(const CaseSpace& space, const std::function<void(const Params&)>& body);

}  // namespace gridlock::check
