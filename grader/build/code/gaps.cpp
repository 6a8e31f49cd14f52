#include "build/code/passes.h"

#include <fmt/format.h>

#include "build/code/reader.h"
#include "common/text.h"

namespace gridlock {

namespace {

/// The comdat group of the variable that this line defines, ", comdat($name)"; "" if it
/// has none.  Variables of templates have groups; of each, the linker keeps one copy.
std::string group_of(std::string_view line) {
  constexpr std::string_view kGroup = ", comdat";
  const std::size_t at = line.find(kGroup);
  if (at == line.npos) return {};
  const std::string_view rest = line.substr(at);
  if (rest.starts_with(", comdat("))
    return std::string(rest.substr(0, rest.find(')') + 1));
  return fmt::format("{}(${})", kGroup, variable_in(line));
}

/// The definition of a gap to follow the line's variable.  Findings do not name the gap,
/// since a private variable has no symbol.
std::string gap_behind(std::string_view line, std::string_view section,
                       std::size_t number) {
  constexpr int kBytes = 16;
  return fmt::format(
      "@gridlock.gap.{} = private global [{} x i8] zeroinitializer, section \"{}\"{}, "
      "align 1\n",
      number, kBytes, section, group_of(line));
}

}  // namespace

std::string with_gaps(std::string_view ir) {
  std::string result;
  result.reserve(ir.size());
  std::size_t gaps = 0;
  for (const std::string_view line : split_lines(ir)) {
    result.append(line) += '\n';
    const std::string_view section = section_of(line);
    if (section == "gl_shared" || section == "gl_device" || section == "gl_constant")
      result += gap_behind(line, section, gaps++);
  }
  return result;
}

}  // namespace gridlock
