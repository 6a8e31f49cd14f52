#include "cli/bank/known_mutants.h"

#include <fmt/format.h>

#include "checker/lab/toml_values.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

using KnownMutants = std::map<std::string, KnownMutant>;

void add_list(const toml::table& table, const char* name, bool is_equivalent,
              const fs::path& file, KnownMutants& known) {
  const toml::array* list = table[name].as_array();
  if (!list) return;
  for (const toml::node& each : *list) {
    const toml::table* entry = each.as_table();
    if (!entry)
      toml_values::wrong(file, fmt::format("one of the [[{}]] is no table", name));
    const std::string mutant = toml_values::text(*entry, "mutant", file);
    const KnownMutant what{is_equivalent, toml_values::text(*entry, "why", file)};
    if (!known.emplace(mutant, what).second)
      toml_values::wrong(file, fmt::format("this mutant is listed twice: {}", mutant));
  }
}

}  // namespace

KnownMutants known_mutants(const Lab& lab) {
  KnownMutants known;
  const fs::path file = lab.solution_folder / "mutants.toml";
  std::error_code error;
  if (!fs::exists(file, error)) return known;
  const toml::table table = toml_values::parsed(file);
  add_list(table, "equivalent", true, file, known);
  add_list(table, "missed", false, file, known);
  if (known.empty())
    toml_values::wrong(file, "it has neither [[equivalent]] nor [[missed]]");
  return known;
}

}  // namespace gridlock
