/// Runs the body of a check, whose assertions are doctest's.
#pragma once

#include <string>
#include <vector>

#include "checker/case.h"

namespace gridlock {

/// Calls the check's function where doctest's assertions work, and hands those that fail
/// to the active case instead of printing them.
class DoctestCase : public CaseBody {
 public:
  explicit DoctestCase(const RegisteredCheck& check) : check_(check) {}
  void run(ActiveCase& active) override;
  void run_part(const std::function<void()>& part) override;
  std::vector<std::string> infos() const override;

 private:
  const RegisteredCheck& check_;
};

/// The case whose body is running.  \throws std::logic_error if none is.
ActiveCase& running_case();

}  // namespace gridlock
