#include "cli/bank/equivalent_mutants.h"

#include <fmt/format.h>

#include "checker/lab/toml_values.h"

namespace gridlock {

std::map<std::string, std::string> equivalent_mutants(const Lab& lab) {
  std::map<std::string, std::string> reasons;
  const std::filesystem::path file = lab.solution_folder / "mutants.toml";
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return reasons;
  const toml::table table = toml_values::parsed(file);
  const toml::array* list = table["equivalent"].as_array();
  if (!list) toml_values::wrong(file, "it has no [[equivalent]]");
  for (const toml::node& each : *list) {
    const toml::table* entry = each.as_table();
    if (!entry) toml_values::wrong(file, "an [[equivalent]] is no table");
    const std::string mutant = toml_values::text(*entry, "mutant", file);
    if (!reasons.emplace(mutant, toml_values::text(*entry, "why", file)).second)
      toml_values::wrong(file, fmt::format("this mutant is listed twice: {}", mutant));
  }
  return reasons;
}

}  // namespace gridlock
