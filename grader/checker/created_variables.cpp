#include "checker/created_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "build/source/lexer.h"
#include "build/source/syntax.h"
#include "common/pattern.h"
#include "common/text.h"

namespace gridlock {
namespace {

constexpr std::size_t kLongLine = 2000;  // The regex library searches recursively.

/// Matches a variable, a member, or an element whose number is in the code.
constexpr const char* kName =
    R"(([A-Za-z_]\w*(?:(?:\[\w+\])?(?:->|\.)\w+)*(?:\[\d+\])*))";
/// Matches any number of `(void**)` or `reinterpret_cast<void**>(`.
constexpr const char* kCasts =
    R"((?:\(\s*[\w:]+[\s\w:<>]*\*+\s*\)\s*|\w+_cast\s*<[^<>()]*>\s*\(\s*)*)";

/// The first group of each match of a pattern, or the second if the first is empty.
std::vector<std::string> names_in(const std::string& line, const Pattern& pattern) {
  std::vector<std::string> names;
  if (line.size() > kLongLine) return names;
  for (const Pattern::Groups& found : pattern.matches_in(line))
    names.push_back(found[1].empty() ? found.at(2) : found[1]);
  return names;
}

struct Function {
  std::vector<std::string> parameters;  ///< The names.
  std::vector<bool> is_reference;       ///< One entry per parameter.
  std::vector<std::string> returned;
};

/// "allocate" of "allocate<int>" and of "int* lib::allocate(unsigned long)".
std::string plain_name(const std::string& function) {
  const std::string head = function.substr(0, function.find_first_of("(<"));
  const std::size_t before = head.find_last_of(" :*&");
  return before == head.npos ? head : head.substr(before + 1);
}

void read_parameters(const Syntax& syntax, std::size_t open, std::size_t close,
                     Function& function) {
  std::string name;
  bool is_reference = false, is_default = false;
  for (std::size_t i = open + 1; i <= close; i = syntax.after(i)) {
    if (i == close || syntax.is(i, ",")) {
      function.parameters.push_back(name);
      function.is_reference.push_back(is_reference);
      name.clear();
      is_reference = is_default = false;
      continue;
    }
    is_reference |= syntax.is(i, "&");
    is_default |= syntax.is(i, "=");
    if (!is_default && syntax.is_identifier(i)) name = syntax[i].text;
  }
}

/// The function of this name whose body has the line; nothing if there is none.
std::optional<Function> function_around(const std::string& source,
                                        const std::string& name, int line) {
  const RawText text = tokenize_raw(source);
  const Syntax syntax(text.tokens);
  for (std::size_t i = 0; i < syntax.size() && syntax[i].line <= line; ++i) {
    if (!syntax.is(i, name) || !syntax.is(i + 1, "(")) continue;
    const std::size_t close = syntax.partner(i + 1);
    if (close == kNone || !syntax.is(close + 1, "{")) continue;
    const std::size_t end = syntax.partner(close + 1);
    if (end == kNone || syntax[end].line < line) continue;
    Function function;
    read_parameters(syntax, i + 1, close, function);
    for (std::size_t at = close + 1; at < end; ++at)
      if (syntax.is(at, "return") && syntax.is_identifier(at + 1) &&
          syntax.is(at + 2, ";"))
        function.returned.emplace_back(syntax[at + 1].text);
    return function;
  }
  return std::nullopt;
}

/// The variable in an argument: "x" for "x", with `by_address` for "&x" and "(void**)&x".
std::string named_by(const std::string& argument, bool by_address) {
  static const Pattern plain(std::string(kName) + R"(\s*)");
  static const Pattern address(std::string(kCasts) + R"(&\s*)" + kName + R"([\s)]*)");
  if (argument.size() > kLongLine) return "";
  const Pattern::Groups found = (by_address ? address : plain).match(argument);
  return found.empty() ? "" : found[1];
}

/// "x" for `x = (int*)allocate(n)`; "" unless the line has exactly one such assignment.
std::string assigned_from(const std::string& line, const std::string& function) {
  const Pattern assignment(std::string(kName) + R"(\s*=\s*)" + kCasts + R"((?:\w+::)*)" +
                           function + R"(\s*(?:<[^;()]*>)?\s*\()");
  const std::vector<std::string> names = names_in(line, assignment);
  return names.size() == 1 ? names.front() : "";
}

}  // namespace

std::vector<std::string> allocated_variables(const std::string& line) {
  // The name of a call may be put together by a macro, as in `cuda(Malloc(&x, n))`.
  static const Pattern calls(
      std::string(R"((?:cuda|\b\w+\s*\(\s*(?!cuda))(?:\w*(?:Malloc|Alloc)\w*\s*\(\s*)") +
      kCasts + R"(&|HostRegister\s*\(\s*)" + kCasts + R"()\s*)" + kName + "|" + kName +
      R"(\s*=\s*)" + kCasts + R"((?:(?:std::)?[mc]alloc\s*\(|new\b))");
  return names_in(line, calls);
}

std::vector<std::string> created_streams(const std::string& line) {
  static const Pattern calls(
      R"(cudaStreamCreate\w*\s*\(\s*&?\s*)"
      R"(([A-Za-z_]\w*(?:(?:\[\w+\])?(?:->|\.)\w+)*(?:\[\w+\])?))");
  return names_in(line, calls);
}

std::string element_of_loop(const std::string& name, unsigned turn,
                            const std::string& source, int line) {
  constexpr int kLinesAbove = 3;
  const std::size_t open = name.find('[');
  if (open == name.npos || !name.ends_with(']')) return name;
  const std::string index = name.substr(open + 1, name.size() - open - 2);
  std::string code;
  int number = 0;
  for (const std::string_view each : split_lines(source))
    if (++number >= line - kLinesAbove && number <= line && each.size() < kLongLine)
      code.append(each).append("\n");
  if (!std::ranges::all_of(index, is_in_name)) return name;
  const Pattern loop(R"(for\s*\([\w:\s]*\b)" + index + R"(\s*=\s*(\d{1,6})\s*;[^;]*;)" +
                     R"(\s*(?:\+\+\s*)" + index + "|" + index + R"(\s*\+\+)\s*\))");
  const auto found = loop.matches_in(code);
  if (found.empty()) return name;
  const unsigned long begin = std::stoul(found.back().at(1));
  return fmt::format("{}[{}]", name.substr(0, open), begin + turn - 1);
}

std::string argument_in(const std::string& line, std::string_view function,
                        std::size_t index) {
  const RawText text = tokenize_raw(line);
  const Syntax syntax(text.tokens);
  std::size_t open = kNone;
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax.is(i, function)) continue;
    const std::size_t list = syntax.is(i + 1, "<") ? syntax.template_close(i + 1) : kNone;
    const std::size_t at = list == kNone ? i + 1 : list + 1;
    if (!syntax.is(at, "(")) continue;
    if (open != kNone) return "";
    open = at;
  }
  if (open == kNone) return "";
  // A call may go on in the next line.
  const std::size_t close = std::min(syntax.partner(open), syntax.size());
  std::size_t begin = open + 1, at = 0;
  for (std::size_t i = open + 1; i <= close && i < syntax.size() && at <= index;
       i = syntax.after(i)) {
    if (i != close && !syntax.is(i, ",")) continue;
    if (at++ == index && i > begin)
      return text.text->substr(syntax[begin].offset,
                               syntax[i - 1].end() - syntax[begin].offset);
    begin = i + 1;
  }
  return "";
}

std::string variable_of_caller(const SourceLine& allocation, const SourceLine& caller,
                               const std::string& source) {
  static const Pattern by_value(std::string(R"((?:Malloc|Alloc)\w*\s*\(\s*)") + kCasts +
                                R"((\w+)\s*\)*\s*,)");
  const std::string function = plain_name(allocation.function);
  if (function.empty() || caller.line == 0) return "";
  const auto found = function_around(source, function, allocation.line);
  if (!found) return "";
  const std::vector<std::string> own = allocated_variables(allocation.text);
  const std::vector<std::string> passed = names_in(allocation.text, by_value);
  if (own.size() + passed.size() != 1) return "";
  const std::string& variable = own.empty() ? passed.front() : own.front();
  for (std::size_t i = 0; i < found->parameters.size(); ++i) {
    if (found->parameters[i] != variable) continue;
    if (own.empty() != found->is_reference[i])
      return named_by(argument_in(caller.text, function, i), own.empty());
    return "";
  }
  for (const std::string& returned : found->returned)
    if (returned == variable) return assigned_from(caller.text, function);
  return "";
}

}  // namespace gridlock
