/// How a submission fails a lab, and which mistakes of the lab's bank fail it likewise.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/lab/labs.h"

namespace gridlock {

/// How a submission failed a lab on the simulator.
struct LabFailure {
  std::string verdict;           ///< The one that explains most.
  std::string cause;             ///< PlacedFinding::cause of it; "" if nothing is said.
  std::set<std::string> checks;  ///< The titles of those that failed, but hidden ones.
  /// The titles of those that say nothing, since their part was not begun.
  std::set<std::string> untold{};
};

/// Read from the lab's part of the JSON of `check`; nothing if no check failed, or if
/// none could run, as after an error of the compiler.
/// \param result the lab's part
/// \param not_begun the parts whose checks say nothing of the submission
/// \throws nlohmann::json::exception if it is none
std::optional<LabFailure> failure_of(const nlohmann::json& result,
                                     const std::set<std::string>& not_begun = {});

/// The mistakes of a bank by name, each as it failed.
using BankFailures = std::map<std::string, LabFailure>;

/// What `selfcheck --record` wrote into the lab's folder of solutions/; empty where that
/// is not.  \throws std::runtime_error if it is damaged
BankFailures read_bank_failures(const Lab& lab);

/// Writes these; for other mistakes the record stays, and one that no longer exists is
/// dropped.
void record_bank_failures(const Lab& lab, const BankFailures& failures);

/// A mistake, and how alike the failed checks are: those that fail for both, divided by
/// those that fail for one of them (Jaccard's index); 1 if they are the same.
struct Resemblance {
  std::string mistake;
  double share = 0;
};

/// The mistakes with the same verdict and the same cause whose failed checks are most
/// alike, three at most; none if less than half of the checks are the same.  Checks of
/// parts that were not begun are not compared.
std::vector<Resemblance> resembling(const LabFailure& failure, const BankFailures& bank);

}  // namespace gridlock
