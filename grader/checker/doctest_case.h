/// The body of a check as a doctest case, one of the many that are linked in.
#pragma once

#include <string>
#include <vector>

#include "checker/case.h"

namespace gridlock {

/// Runs the check's doctest case by itself, and hands what it asserts to the active case
/// instead of printing it.
class DoctestCase : public CaseBody {
 public:
  explicit DoctestCase(const RegisteredCheck& check) : check_(check) {}
  void run(ActiveCase& active) override;
  void run_part(const std::function<void()>& part) override;
  /// The texts of the INFOs that are in scope now.
  std::vector<std::string> infos() const override;

 private:
  const RegisteredCheck& check_;
};

/// The case whose doctest case is running.  \throws std::logic_error if none is.
ActiveCase& running_case();

}  // namespace gridlock
