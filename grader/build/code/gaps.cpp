#include "build/code/gaps.h"

#include <array>

#include <fmt/format.h>

#include "common/text.h"

namespace gridlock {

namespace {

/// The section of the variable that this line defines; empty if it is none of CUDA's.
std::string_view section_of(std::string_view line) {
  constexpr std::array<std::string_view, 3> kSections = {"gl_shared", "gl_device",
                                                         "gl_constant"};
  if (!line.starts_with('@')) return {};
  for (const std::string_view section : kSections)
    if (line.find(fmt::format(", section \"{}\"", section)) != line.npos) return section;
  return {};
}

/// The comdat group of the variable that this line defines, ", comdat($name)"; empty if
/// it is in none.  Templates' variables are: the linker keeps one of several groups.
std::string group_of(std::string_view line) {
  constexpr std::string_view kGroup = ", comdat";
  const std::size_t at = line.find(kGroup);
  if (at == line.npos) return {};
  const std::string_view rest = line.substr(at);
  if (rest.starts_with(", comdat("))
    return std::string(rest.substr(0, rest.find(')') + 1));
  return fmt::format("{}(${})", kGroup, line.substr(1, line.find(" = ") - 1));
}

/// A gap behind this variable.  Its name is private, so that it gets no symbol and
/// belongs to no variable.
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
    if (const auto section = section_of(line); !section.empty())
      result += gap_behind(line, section, gaps++);
  }
  return result;
}

}  // namespace gridlock
