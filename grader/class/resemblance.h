/// How a submission fails a lab, and which mistakes of the lab's bank fail alike.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/lab/labs.h"
#include "report/json_reader.h"

namespace gridlock {

/// How a submission failed a lab on the simulator.
struct LabFailure {
  std::string verdict;           ///< The verdict that explains most.
  std::string cause;             ///< PlacedFinding::cause of that verdict, or "".
  std::set<std::string> checks;  ///< Titles of the failed checks, except hidden ones.
  /// Titles of the checks of parts that were not begun, which are not compared.
  std::set<std::string> untold{};
};

/// Reads how a submission failed; nothing if no check failed, or if none could run, as
/// after a compiler error.
/// \param not_begun the parts that are not compared
std::optional<LabFailure> failure_of(const LabSummary& lab,
                                     const std::set<std::string>& not_begun = {});

/// The mistakes of a bank by name, with how each failed.
using BankFailures = std::map<std::string, LabFailure>;

/// Reads what `selfcheck --record` wrote into the lab's folder of solutions/; empty if
/// there is no such file.
/// \throws std::runtime_error if it is damaged
BankFailures read_bank_failures(const Lab& lab);

/// Writes these failures into that file.  Keeps those of other mistakes, except of
/// mistakes that no longer exist.
void record_bank_failures(const Lab& lab, const BankFailures& failures);

/// A mistake, and how similar the sets of failed checks are: the size of their
/// intersection divided by that of their union (Jaccard's index).
struct Resemblance {
  std::string mistake;
  double share = 0;
};

/// At most three mistakes with the same verdict and the same cause.  Only those with the
/// highest share are named, and only if it is at least half.  Checks of parts that were
/// not begun are not compared.
std::vector<Resemblance> resembling(const LabFailure& failure, const BankFailures& bank);

}  // namespace gridlock
