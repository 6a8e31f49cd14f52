/// Grades copies of a submission, each with a change, to see which change cures it.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/cures/cure_source.h"
#include "cli/cures/cures.h"
#include "report/json_reader.h"

namespace gridlock {

/// A submission's text with a change, and the change in words.
struct Changed {
  std::string text;
  std::string words;
};

struct LabOutcome {
  std::set<std::string> passed;  ///< Titles of the checks that passed.
  std::size_t failed = 0;
  std::size_t advice = 0;
};

LabOutcome outcome_of(const LabResult& result);

/// A check that fails because an order is missing.
struct OpenCheck {
  std::string title;
  Symptom symptom;
};

/// Thrown when the time of the search is over.
struct OutOfTime {};

class Trials {
 public:
  /// \param source the text to change
  Trials(const CureSearch& search, const CureSource& source)
      : search_(search), source_(source) {}

  std::string line_name(int line) const { return source_.line_name(line); }
  const std::string& original() const { return source_.text(); }
  unsigned jobs() const { return search_.jobs; }
  /// Number of changes that were tried to the end.
  std::size_t count() const { return count_; }

  /// Runs only the check of this title, on all copies at once; returns which copies pass.
  /// \throws OutOfTime, and Interrupted if the user wants to stop
  std::vector<bool> run(const std::string& title, const std::vector<Changed>& changed);

  /// The lab's outcome with the change, under another seed.  Nothing if it is no cure:
  /// this check or one that passed before fails, or there is new advice.
  std::optional<LabOutcome> cured(const std::string& title, const Changed& changed,
                                  const LabOutcome& before) const;

 private:
  bool passes(const std::string& title, const Changed& changed) const;
  /// The record of `check` for the changed text; nothing if it ends without one.
  std::optional<LabSummary> graded(const Changed& changed,
                                   std::vector<std::string> more) const;

  const CureSearch& search_;
  const CureSource& source_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::size_t count_ = 0;
};

}  // namespace gridlock
