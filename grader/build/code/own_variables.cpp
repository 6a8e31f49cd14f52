#include "build/code/passes.h"

#include <algorithm>
#include <optional>

#include "build/code/reader.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// A line that defines a variable: `@counter = dso_local global i32 0, section "..."`.
struct Definition {
  std::string_view name;
  std::string_view before;  ///< The text up to the equals sign and the space after it.
  std::string_view linkage;
  /// The text from the word `global` on, with the space before it.
  std::string_view behind;
};

std::optional<Definition> definition_in(std::string_view line) {
  constexpr std::string_view kSign = " = ", kGlobal = " global ";
  const std::string_view name = variable_in(line);
  const std::size_t begin = 1 + name.size() + kSign.size(), global = line.find(kGlobal);
  if (name.empty() || global == line.npos || global + 1 < begin) return std::nullopt;
  return Definition{name, line.substr(0, begin),
                    line.substr(begin, std::max(begin, global) - begin),
                    line.substr(global)};
}

/// Whether a variable with this linkage is visible to other files, which may not define
/// it, too.
bool is_visible(std::string_view linkage) {
  while (!linkage.empty()) {
    const std::string_view word = linkage.substr(0, linkage.find(' '));
    if (!is_any_of(word, {"dso_local", "local_unnamed_addr", "unnamed_addr", "hidden"}))
      return false;
    linkage.remove_prefix(std::min(linkage.size(), word.size() + 1));
  }
  return true;
}

std::optional<Definition> shared_variable_in(std::string_view line) {
  const auto definition = definition_in(line);
  const std::string_view section = section_of(line);
  const bool shared = definition && is_visible(definition->linkage) &&
                      (section == "gl_device" || section == "gl_constant");
  return shared ? definition : std::nullopt;
}

}  // namespace

std::set<std::string> shared_device_variables(std::string_view ir) {
  std::set<std::string> names;
  for (const std::string_view line : split_lines(ir))
    if (const auto variable = shared_variable_in(line)) names.emplace(variable->name);
  return names;
}

std::string with_own_variables(std::string_view ir, const std::set<std::string>& names) {
  std::string result;
  for (const std::string_view line : split_lines(ir)) {
    const auto variable = shared_variable_in(line);
    if (variable && names.contains(std::string(variable->name)))
      result.append(variable->before).append("internal").append(variable->behind);
    else
      result.append(line);
    result += '\n';
  }
  return result;
}

}  // namespace gridlock
