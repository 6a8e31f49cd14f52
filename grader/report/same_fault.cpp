#include "report/same_fault.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "build/overlay/overlay.h"
#include "report/layout.h"
#include "wording/values.h"

namespace gridlock {
namespace {

/// The submission's functions that the finding blames, with the lines.
std::map<std::string, std::set<int>> blamed_functions(
    const PlacedFinding& finding, const std::string& submission_name) {
  std::map<std::string, std::set<int>> functions;
  for (const SourceLine& line : finding.blamed)
    if (is_submission_file(line.file, submission_name) && !line.function.empty())
      functions[line.function].insert(line.line);
  return functions;
}

/// The scope of the fence that the finding asks for; nothing if it asks for none.
std::optional<Scope> fence_needed(const PlacedFinding& finding) {
  if (finding.cause.kind == MissingLink::Kind::fence) return finding.cause.scope;
  const auto* narrow = finding.lacking.empty()
                           ? nullptr
                           : finding.lacking.front().get_if<FenceTooNarrow>();
  return narrow ? std::optional(narrow->needed) : std::nullopt;
}

/// What the finding asks for, if another finding that lacks the same may ask for more or
/// less: "a __threadfence()", "system scope"; "" for neither a fence nor a scope.
std::string asked_for(const PlacedFinding& finding) {
  if (const auto fence = fence_needed(finding))
    return std::string("a ") + fence_of(*fence);
  const auto* narrow = finding.lacking.empty()
                           ? nullptr
                           : finding.lacking.front().get_if<ScopeTooNarrow>();
  if (!narrow) return "";
  return narrow->needed == Scope::system ? "system scope" : "device scope";
}

/// Whether both lack the same link.  Fences may differ in scope and place; for other
/// links without a name, the blamed lines must be in the same files.
bool lack_the_same(const PlacedFinding& one, const PlacedFinding& other) {
  if (one.kind != other.kind || one.cause.kind != other.cause.kind) return false;
  if (one.cause.is_named()) return true;
  const auto in_one_file = [](const SourceLine& a, const SourceLine& b) {
    return a.file == b.file;
  };
  return !one.lacking.empty() && !other.lacking.empty() &&
         same_types({one.lacking.front()}, {other.lacking.front()}) &&
         (fence_needed(one) ||
          std::equal(one.blamed.begin(), one.blamed.end(), other.blamed.begin(),
                     other.blamed.end(), in_one_file));
}

/// "line 41, line 44 and line 45"
std::string lines_text(const std::set<int>& lines) {
  std::string text;
  for (auto line = lines.begin(); line != lines.end(); ++line)
    text += fmt::format("{}line {}",
                        line == lines.begin()            ? ""
                        : std::next(line) == lines.end() ? " and "
                                                         : ", ",
                        *line);
  return text;
}

}  // namespace

std::string same_fault_elsewhere(const CheckResult& first,
                                 const std::vector<const CheckResult*>& failed,
                                 const std::string& submission_name) {
  const auto& told = first.deciding_run().finding;
  if (!told) return "";
  const auto known = blamed_functions(*told, submission_name);
  struct Elsewhere {
    std::set<int> lines;
    std::string asked;
  };
  std::map<std::string, Elsewhere> elsewhere;
  std::set<std::string> parts;
  for (const CheckResult* check : failed) {
    const auto& finding = check->deciding_run().finding;
    if (check == &first || !finding || !lack_the_same(*told, *finding)) continue;
    const auto functions = blamed_functions(*finding, submission_name);
    // A function that both findings blame needs only one repair.
    const auto is_known = [&](const auto& each) { return known.contains(each.first); };
    if (std::ranges::any_of(functions, is_known)) continue;
    for (const auto& [function, lines] : functions) {
      elsewhere[function].lines.insert(lines.begin(), lines.end());
      elsewhere[function].asked = asked_for(*finding);
    }
    if (!functions.empty()) parts.insert(one_line(check->part));
  }
  std::vector<std::string> places;
  for (const auto& [function, where] : elsewhere) {
    const bool differs = !where.asked.empty() && where.asked != asked_for(*told);
    places.push_back(fmt::format("{}(), in {}{}", one_line(function),
                                 lines_text(where.lines),
                                 differs ? ", there with " + where.asked : ""));
  }
  if (places.empty()) return "";
  return fmt::format("The same shows in {} ({}): the repair must reach that, too.",
                     fmt::join(places, ", and in "), fmt::join(parts, ", "));
}

}  // namespace gridlock
