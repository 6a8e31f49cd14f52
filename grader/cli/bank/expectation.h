/// What a file in a bank of submissions says about itself, for selfcheck.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/verdict.h"
#include "report/json_reader.h"

namespace gridlock {

/// The first lines of a file in mistakes/, variants/ or hostile/:
///
///     // expect: data_race                  (or two verdicts, or: advice bounded_wait)
///     // no cure: it counts one too few     (mistakes that no order repairs: the reason)
///     // says: use one atomicCAS            (words of its report; as many as are wanted)
///     // unsaid: cudaDeviceSynchronize      (words that its report must not have)
///     // lab: 01_last_block                 (hostile files only)
///
/// An empty file, or one that is not text, has these lines in a second file with
/// ".expect" at the end of its name.
struct Expectation {
  std::vector<Verdict> verdicts;  ///< Accepted verdicts; {passed} with `advice` set.
  std::string advice;             ///< Kind of advice that must be given; "" if none.
  std::string no_cure;            ///< Why order alone does not repair it; "" if it does.
  std::string lab{};              ///< "" if the folder determines it.
  std::vector<std::string> says{}, unsaid{};

  std::string text() const;  ///< "data_race, stale_value", "advice bounded_wait"
};

/// Thrown if a file does not say what is expected of it, or says it in another form.
class BadExpectation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// \throws BadExpectation
Expectation read_expectation(const std::filesystem::path& file);

/// The result of one graded submission, from its record.
struct Graded {
  Verdict verdict = Verdict::passed;  ///< The verdict that explains most.
  std::vector<std::string> advice;
  std::optional<int> score = 0;  ///< Empty if the grader failed.
  std::string warnings;          ///< The compiler's warnings.
  std::uint64_t schedules = 0;
  std::uint64_t schedules_to_finding = 0;  ///< The fewest of a check with `verdict`.
  std::string shape;  ///< Its smallest scenario: "sum blocks=4 threads=8".
  std::uint64_t accesses = 0;
  double seconds = 0;
};

/// The size of a scenario of this shape: the sum of its parameters, except seeds,
/// negative values and those above 2^20, which are no counts.
std::uint64_t size_of_shape(std::string_view shape);

Graded graded_in(const LabSummary& lab);

/// What is wrong with, or missing from, a report; "" if nothing.
std::string report_mismatch(const Expectation& expected, std::string_view report);

/// Describes in a few words how the result is off; empty if it is as expected.
std::string expectation_mismatch(const Expectation& expected, const Graded& graded);

}  // namespace gridlock
