#include "checker/lab_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "build/overlay/overlay.h"
#include "common/verdict.h"
#include "wording/words.h"

namespace gridlock {
namespace {

constexpr std::size_t kFunctionsMax = 3;

/// The student's functions in a history, in the order of their first step: "lock() and
/// unlock()".  "your code" if the history has none, or more than kFunctionsMax.
std::string functions_text(const PlacedFinding& finding,
                           const std::string& submission_name) {
  std::vector<std::string> functions;
  for (const PlacedAccess& step : finding.interleaving) {
    const std::string function = step.place.function + "()";
    if (is_submission_file(step.place.file, submission_name) &&
        !step.place.function.empty() &&
        std::ranges::find(functions, function) == functions.end())
      functions.push_back(function);
  }
  if (functions.empty() || functions.size() > kFunctionsMax) return "your code";
  std::string text = functions.front();
  for (std::size_t i = 1; i < functions.size(); ++i)
    text += (i + 1 < functions.size() ? ", " : " and ") + functions[i];
  return text;
}

std::size_t racing_lines_in(const PlacedFinding& finding, const std::string& file) {
  // Only the last two accesses race: in advice, the place to change precedes them.
  const std::size_t all = finding.accesses.size();
  std::size_t count = 0;
  for (std::size_t i = all > 2 ? all - 2 : 0; i < all; ++i)
    count += finding.accesses[i].place.file == file;
  return count;
}

/// Whether two threads of one block race, and the sentence blames only lines of this
/// file, where the student cannot add an order.
bool blames_only_threads_of(const PlacedFinding& finding, const std::string& file) {
  if (finding.accesses.size() < 2 || finding.blamed.empty()) return false;
  const Access& one = finding.accesses.front().access;
  const Access& other = finding.accesses.back().access;
  return one.block == other.block && one.kernel == other.kernel &&
         one.device == other.device && !one.host && !other.host &&
         std::ranges::all_of(finding.blamed,
                             [&](const SourceLine& line) { return line.file == file; });
}

std::string failed_function(const PlacedFinding& finding) {
  if (finding.what.empty()) return "";
  if (const auto* error = finding.what.front().get_if<ApiError>()) return error->call;
  const auto* error = finding.what.front().get_if<GpuError>();
  return error ? error->call : "";
}

/// Whether a function of the submission returned the error of an earlier call in the
/// lab's own code.  If that function is CUDA's, the lab's code has checked its own call.
bool returned_an_old_error(const PlacedFinding& finding, const std::string& lab_file) {
  const std::string function = failed_function(finding);
  return finding.kind == name(Verdict::api_error) && !lab_file.empty() &&
         !function.empty() && !function.starts_with("cuda") &&
         !finding.accesses.empty() &&
         op_kind(finding.accesses.front().access.op) == OpKind::failed_call &&
         finding.accesses.front().place.file == lab_file;
}

/// Whether the remedy is for a line of the submission, whichever lines race.
bool is_for_student(const PlacedFinding& finding, const Causes& remedy,
                    const Names& names) {
  if (remedy.empty() || finding.lacking.empty()) return false;
  const Cause& lacks = finding.lacking.front();
  const auto* looked = lacks.get_if<LookedBeforeTaken>();
  const auto* mixed = lacks.get_if<OrdinaryBesideStrong>();
  return (looked && names.is_own(looked->change)) ||
         (mixed && names.is_own(mixed->ordinary.at));
}

}  // namespace

void explain_for_student(PlacedFinding& finding, const Causes& remedy, const Names& names,
                         const std::string& lab_file,
                         const std::string& submission_name) {
  if (returned_an_old_error(finding, lab_file))
    finding.message +=
        "  None of its own calls failed: the error is older, from a call in the lab's "
        "code, as any caller may have left one.  It must return only the errors of its "
        "own calls.";
  const bool race = finding.kind == name(Verdict::data_race);
  const std::size_t fixed =
      race && !lab_file.empty() ? racing_lines_in(finding, lab_file) : 0;
  const bool is_theirs_to_do = is_for_student(finding, remedy, names);
  const std::string what_to_do = "  " + sentences(remedy, names);
  if (fixed == 0 || (fixed == 1 && is_theirs_to_do)) {
    if (!remedy.empty()) finding.missing += what_to_do;
    finding.lacking.insert(finding.lacking.end(), remedy.begin(), remedy.end());
  } else if (fixed == 2) {
    const std::string whose =
        fmt::format("{} is the lab's own code: it relies on {} to keep these two apart.",
                    lab_file, functions_text(finding, submission_name));
    const bool is_theirs = !blames_only_threads_of(finding, lab_file);
    const bool in_two_steps =  // A lock, not an atomic, must keep these apart.
        !finding.lacking.empty() && finding.lacking.front().is<UpdateInTwoSteps>();
    // If the signal is only between the lab's own lines, the student cannot repair it.
    const bool by_lab =
        !finding.lacking.empty() &&
        finding.lacking.front().is_any<NoFenceBeforeSignal, NoFenceAfterSignal>() &&
        std::ranges::all_of(finding.blamed, [&](const SourceLine& line) {
          return line.file == lab_file;
        });
    finding.missing =
        is_theirs && !in_two_steps && !by_lab ? whose + "  " + finding.missing : whose;
    if (is_theirs_to_do) finding.missing += what_to_do;
    if (!is_theirs) finding.lacking.clear();
    finding.lacks = {};  // The student cannot add what is missing.
    finding.asked_order.reset();
  } else if (!remedy.empty()) {
    finding.missing += fmt::format("  {} is the lab's own code: change yours.", lab_file);
  }
}

}  // namespace gridlock
