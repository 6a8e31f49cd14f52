// The checks of all labs, as their files register them.
#include <algorithm>
#include <filesystem>
#include <tuple>

#include "checker/include/gridlock/check.h"

namespace gridlock {
namespace {

/// The list is local to a function because static objects fill it.
std::vector<RegisteredCheck>& registry() {
  static std::vector<RegisteredCheck> checks;
  return checks;
}

}  // namespace

bool RegisteredCheck::is_hidden() const {
  return std::filesystem::path(file).filename() == "hidden_checks.cpp";
}

detail::CheckRegistration::CheckRegistration(RegisteredCheck check) {
  registry().push_back(std::move(check));
}

std::vector<RegisteredCheck> checks_of(const std::string& lab) {
  std::vector<RegisteredCheck> checks;
  for (const RegisteredCheck& check : registry())
    if (check.lab == lab) checks.push_back(check);
  std::ranges::sort(checks, {}, [](const RegisteredCheck& check) {
    return std::tuple(check.is_hidden(), check.part, check.file, check.line);
  });
  for (std::size_t i = 0; i < checks.size(); ++i)
    checks[i].number = static_cast<int>(i) + 1;
  return checks;
}

}  // namespace gridlock
