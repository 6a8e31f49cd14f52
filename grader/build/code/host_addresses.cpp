#include "build/code/host_addresses.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "build/code/reader.h"
#include "common/host_address.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// Copies and fills by address.  A copy by symbol, as by cudaMemcpyToSymbol(), means the
/// device's variable, and needs no mark.
constexpr std::string_view kByAddress[] = {
    "cudaMemcpy",   "cudaMemcpyAsync",   "cudaMemset",   "cudaMemsetAsync",
    "cudaMemcpy2D", "cudaMemcpy2DAsync", "cudaMemset2D", "cudaMemset2DAsync"};

std::set<std::string_view> device_variables_in(std::string_view ir) {
  std::set<std::string_view> names;
  for (const std::string_view line : split_lines(ir)) {
    const std::string_view section = section_of(line);
    if (section == "gl_device" || section == "gl_constant")
      names.insert(variable_in(line));
  }
  return names;
}

/// The argument, such as `ptr noundef @counter`, plus kHostAddress if it names one of
/// these variables.
std::string marked(std::string_view argument, const std::set<std::string_view>& names) {
  const std::size_t name = argument.find('@');
  if (name == argument.npos || !names.contains(name_at(argument.substr(name + 1))))
    return std::string(argument);
  std::size_t begin = name;
  for (const std::string_view word : {"getelementptr", "bitcast"})
    begin = std::min(begin, argument.find(word));
  const std::string_view type = argument.substr(0, argument.find(' '));
  return fmt::format("{}getelementptr (i8, {} {}, i64 {})", argument.substr(0, begin),
                     type, argument.substr(begin), kHostAddress);
}

}  // namespace

std::string with_host_addresses(std::string_view ir) {
  const std::set<std::string_view> names = device_variables_in(ir);
  if (names.empty()) return std::string(ir);
  std::string result;
  for (const std::string_view line : split_lines(ir)) {
    const auto call = line.starts_with("  ") ? parse_call(line) : std::nullopt;
    if (!call || !is_any_of(call->callee, kByAddress)) {
      result.append(line).append("\n");
      continue;
    }
    std::string arguments;
    for (std::string_view rest = call->arguments; !rest.empty();)
      arguments.append(arguments.empty() ? "" : ", ")
          .append(marked(take_part(rest), names));
    const auto begin = static_cast<std::size_t>(call->arguments.data() - line.data());
    result.append(line.substr(0, begin)).append(arguments);
    result.append(line.substr(begin + call->arguments.size())).append("\n");
  }
  return result;
}

}  // namespace gridlock
