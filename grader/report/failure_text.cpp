#include "report/failure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "build/overlay/overlay.h"
#include "checker/schedule_string.h"
#include "common/text.h"
#include "report/finding_text.h"
#include "report/trace_text.h"
#include "report/uses_text.h"

namespace gridlock {
namespace {

constexpr int kBody = 6;                     ///< Indentation.
constexpr std::size_t kPrintedLinesMax = 8;  ///< The most lines of output.
constexpr std::size_t kFailuresMax = 3;      ///< The most failed assertions of a check.
/// How many lines to show of the story of a wrong result: few, since no step is known to
/// be wrong, unless the story shows where a word's value came from.
std::size_t lines_for_wrong_result(const std::vector<PlacedAccess>& steps) {
  constexpr std::ptrdiff_t kFew = 5, kMany = 8;
  const auto telling = std::count_if(
      steps.begin(), steps.end(), [](const auto& step) { return step.access.telling; });
  return static_cast<std::size_t>(std::clamp(telling, kFew, kMany));
}

const CheckRun* run_on(const CheckResult& check, ExecutorKind executor) {
  for (const CheckRun& run : check.runs)
    if (run.executor == executor) return &run;
  return nullptr;
}

/// The finding without accesses of threads that wait in a call, because its message names
/// these threads.  Threads that poll in a loop stay, since their code shows the condition
/// of the wait; so does the host's call in the submission, since no sentence names its
/// function.
PlacedFinding with_spinning_alone(PlacedFinding finding, const std::string& submission) {
  std::erase_if(finding.accesses, [&](const PlacedAccess& access) {
    const bool host_in_theirs =
        access.access.host && is_submission_file(access.place.file, submission);
    const bool in_stream = access.access.stream >= 0;
    return op_kind(access.access.op) != OpKind::spin && !in_stream && !host_in_theirs;
  });
  return finding;
}

/// Drops the general remedy for an uninitialized read beside a wrong result: it explains
/// nothing unless it names an existing write, or the memory is a block's own.
PlacedFinding without_general_remedy(PlacedFinding finding) {
  const bool is_shared =
      !finding.accesses.empty() && finding.accesses.front().access.location.is_shared;
  if (advice_from_name(finding.kind) == Advice::uninitialized_read &&
      finding.blamed.empty() && !is_shared)
    finding.missing.clear();
  return finding;
}

bool is_in_submission(const PlacedFinding& finding, const std::string& submission) {
  return std::any_of(finding.accesses.begin(), finding.accesses.end(),
                     [&](const PlacedAccess& access) {
                       return is_submission_file(access.place.file, submission);
                     });
}

/// What the submission's lines did, for a failure whose finding names none of them.  For
/// a hang: the lines that changed variables for which threads wait.
/// \param story the steps that are shown: what these say already is left out
std::string what_lines_did(const Look& look, const Lab& lab, const CheckRun& run,
                           bool hangs, std::string_view story) {
  const std::size_t shown = story.empty() ? 5 : 3;  // Fewer below a story.
  if (hangs && run.finding) {
    const auto changes = changes_of_awaited(run.uses, *run.finding);
    const bool elsewhere = std::ranges::none_of(changes, [&](const PlacedUse& use) {
      return contains(use.memory, "..") ||
             std::ranges::any_of(run.finding->accesses, [&](const auto& access) {
               return access.location == use.memory;
             });
    });
    return uses_text(look, kBody,
                     elsewhere ? "Your lines that changed other elements"
                               : "Your lines that changed what is waited for",
                     changes, lab.submission_name, shown);
  }
  const bool has_own_story =
      run.finding && (run.verdict == Verdict::data_race ||
                      is_in_submission(*run.finding, lab.submission_name));
  if (has_own_story) return "";
  return uses_text(look, kBody, "What your lines did in this schedule", run.uses,
                   lab.submission_name, shown, run.finding ? About{} : about_of(run),
                   story);
}

/// The note that may explain a failure without a finding, or null.
const PlacedFinding* note_of(const CheckRun& run) {
  return run.finding || run.notes.empty() ? nullptr : &run.notes.front();
}

/// Whether to show the note's interleaving.  The interleaving of advice is not worth it:
/// it has neither threads that have ended nor a word that nothing has written.
bool has_story(const PlacedFinding* note) {
  return note && !note->interleaving.empty() && note->kind == name(Verdict::data_race);
}

std::string note_text(const Look& look, const PlacedFinding& note) {
  const std::string gist =
      fmt::format("{}: {}", one_line(note.kind), one_line(note.message));
  if (!note.interleaving.empty())
    return wrap(look, kBody + 2, "In the same schedule: " + gist) +
           finding_text(look, kBody + 4, without_general_remedy(note));
  const std::string places = places_of(note);
  return wrap(look, kBody + 2,
              "Also found: " + gist + (places.empty() ? "" : "  (" + places + ")"));
}

/// The interleaving, unless its steps explain less than a list of what the lines did.
std::string story_text(const Look& look, const Lab& lab, const CheckRun& run,
                       bool hangs) {
  const PlacedFinding* note = has_story(note_of(run)) ? note_of(run) : nullptr;
  const About about = run.finding ? About{} : about_of(run);
  const bool depends = run.finding || note || (!run.in_any_schedule && run.uses.empty());
  if (run.interleaving.empty() ||
      (!depends && !steps_explain(run.interleaving, lab.submission_name, about_of(run))))
    return "";
  const std::size_t lines = run.finding || note
                                ? lines_for(run.interleaving.size())
                                : lines_for_wrong_result(run.interleaving);
  return came_about_text(look, kBody, run.interleaving, lines, lab.submission_name,
                         run.finding && !hangs ? &*run.finding : note, about);
}

std::string evidence_text(const Look& look, const Lab& lab, const CheckRun& run,
                          bool returned) {
  const bool hangs = is_hang(run.verdict);
  std::string text;
  if (run.finding)
    text += finding_text(
        look, kBody + 2,
        hangs ? with_spinning_alone(*run.finding, lab.submission_name) : *run.finding);
  const std::size_t first = run.finding || !run.message.empty() ? 0 : 1;
  for (std::size_t i = first; i < std::min(run.failures.size(), kFailuresMax); ++i)
    text += wrap(look, kBody + 2, one_line(complaint_of(run, run.failures[i])));
  const PlacedFinding* note = note_of(run);
  if (note) text += note_text(look, *note);
  if (returned && !run.returned.empty())
    text += wrap(look, kBody + 2, "returned: " + one_line(run.returned));
  if (!run.printed.empty())
    text += wrap(look, kBody + 2, "The program printed:") +
            quoted(look, kBody + 4, run.printed, kPrintedLinesMax);
  std::string story = story_text(look, lab, run, hangs);
  // Steps with a conclusion of their own need no list.
  if (has_story(note) || contains(story, "=> ")) return text + story;
  if (split_lines(story).size() == 2 && !run.finding) {
    // A single step says less than the list of what the lines did.
    const std::string list = what_lines_did(look, lab, run, hangs, "");
    if (!list.empty()) return text + list;
  }
  return text + story + what_lines_did(look, lab, run, hangs, story);
}

std::string gpu_text(const Look& look, const CheckResult& check, const CheckRun& run) {
  const CheckRun* gpu = run_on(check, ExecutorKind::gpu);
  if (run.executor != ExecutorKind::sim || !gpu) return {};
  if (gpu->verdict == Verdict::passed)
    return wrap(
        look, kBody,
        fmt::format("GPU: {} launch{}, nothing seen.", with_commas(gpu->schedules),
                    gpu->schedules == 1 ? "" : "es"));
  if (gpu->verdict == Verdict::skipped) return {};
  return wrap(look, kBody, fmt::format("GPU: {}: {}", kind_of(*gpu), gist_of(*gpu)));
}

/// "with blocks = 3, threads = 2": the parameters of a scenario that are not 0; "" if all
/// are.
std::string parameters_of(const Params& params) {
  std::string text;
  for (const auto& [name, value] : params)
    if (value != 0)
      text += fmt::format("{} {} = {}", text.empty() ? "with" : ",", name, value);
  return text;
}

/// In which case, after how many others, and in which schedule the failure was found, and
/// which case passes.
std::string found_text(const CheckRun& run, bool whole) {
  std::string found;
  for (const std::string& context : run.context)
    found.append(found.empty() ? "with " : "; ").append(one_line(context));
  if (found.empty()) found = parameters_of(run.params);
  // A passing case tells more than the number of passing cases.
  if (!found.empty() && run.passed_before > 0 && (whole || run.passes_with.empty()))
    found += fmt::format(", after {} {} passed", with_commas(run.passed_before),
                         run.passed_before == 1 ? "case" : "cases");
  if (run.schedules_to_finding && !run.in_any_schedule &&
      run.executor == ExecutorKind::sim)
    found += fmt::format("{}in schedule {}", found.empty() ? "" : ", ",
                         with_commas(run.schedules_to_finding));
  if (!run.passes_with.empty())
    found += fmt::format("{}with {}, it passes", found.empty() ? "" : "; ",
                         one_line(run.passes_with));
  return found;
}

/// How the failure was found, and the next commands.
/// \param whole whether to say where to read more; otherwise the report's last line does
std::string ways_on_text(const Look& look, const SuggestedCommands& commands,
                         const std::string& lab, const CheckResult& check,
                         const CheckRun& run, bool whole) {
  std::string text;
  const auto row = [&](const std::string& title, const std::string& value) {
    text += fmt::format("{:{}}{}  {}\n", "", kBody, paint(look, Tone::dim, pad(title, 6)),
                        value);
  };
  const auto within = [&](const std::string& value) {
    std::string wrapped = wrap(look, kBody + 8, value);
    wrapped.erase(0, kBody + 8);
    wrapped.pop_back();
    return wrapped;
  };
  const std::string found = found_text(run, whole);
  if (!found.empty()) row("found", within(found));
  const std::string link = docs_link(commands.root, kind_of(run));
  if (whole && !link.empty()) row("read", link);
  if (!run.replay.empty())
    row("step", fmt::format("./gridlock trace {} --schedule {} --out steps.html",
                            commands.lab, schedule_id(run.replay)));
  const std::string only = " --only " + shell_quoted(short_title(lab, check.title));
  const std::string again = commands.check(only);
  const bool fits = kBody + 8 + width_of(again) <= look.columns;
  row("again", fits ? again : "your command with" + only);
  return text;
}

}  // namespace

std::string SuggestedCommands::check(const std::string& more) const {
  return fmt::format("./gridlock check {}{}{}{}", lab, submission_arguments,
                     more_arguments, more);
}

std::string gist_of(const CheckRun& run) {
  if (run.finding) return one_line(run.finding->message);
  if (!run.message.empty()) return one_line(run.message);
  if (!run.failures.empty()) return one_line(complaint_of(run, run.failures.front()));
  return std::string(meaning(run.verdict));
}

std::string kind_of(const CheckRun& run) {
  if (run.finding && advice_from_name(run.finding->kind)) return run.finding->kind;
  return std::string(name(run.verdict));
}

bool is_hang(Verdict verdict) {
  return verdict == Verdict::deadlock || verdict == Verdict::no_progress ||
         verdict == Verdict::timeout;
}

std::string_view label(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "ok";
    case Verdict::skipped:
      return "skip";
    case Verdict::grader_error:
      return "ERROR";
    default:
      return is_hang(verdict) ? "HANG" : "FAIL";
  }
}

Tone tone_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return Tone::good;
    case Verdict::skipped:
      return Tone::warn;
    default:
      return Tone::bad;
  }
}

bool has_failed(const CheckResult& check) {
  const Verdict verdict = check.deciding_run().verdict;
  return verdict != Verdict::passed && verdict != Verdict::skipped;
}

namespace {

/// The order in which faults should be repaired, within a part of the lab.
enum class Urgency { misplaced, result, hang, order, sizes };

/// Whether a call refused its arguments, or a kernel ran on a device that has no access
/// to its memory: wrong results and races elsewhere follow from that.
bool is_misplaced(const CheckRun& run) {
  if (run.verdict == Verdict::api_error) return true;
  return run.finding &&
         std::any_of(run.finding->what.begin(), run.finding->what.end(),
                     [](const Cause& cause) { return cause.is<NoPeerAccess>(); });
}

/// Whether the numbers of elements or threads are so large that a type is likely too
/// small.
bool is_of_large_numbers(const Params& params) {
  constexpr std::int64_t kMany = 10'000'000;
  return std::any_of(params.begin(), params.end(), [](const auto& one) {
    return (one.first == "n" || one.first == "threads") && one.second >= kMany;
  });
}

Urgency urgency_of(const CheckRun& run) {
  if (is_misplaced(run)) return Urgency::misplaced;
  if (is_stuck(run.verdict)) return Urgency::hang;
  if (run.finding) return Urgency::order;
  return is_of_large_numbers(run.params) ? Urgency::sizes : Urgency::result;
}

}  // namespace

const CheckResult* first_to_repair(const LabResult& lab) {
  std::map<std::string, std::size_t> count_of;  // The key is a cause.
  std::vector<const CheckResult*> failed;
  for (const CheckResult& check : lab.checks) {
    if (!has_failed(check) || !lab.has_begun(check)) continue;
    failed.push_back(&check);
    ++count_of[cause_id(check.deciding_run())];
  }
  const CheckResult* first = nullptr;
  const auto count = [&](const CheckResult* check) {
    return count_of.at(cause_id(check->deciding_run()));
  };
  for (const CheckResult* check : failed) {
    if (!first) first = check;
    const Urgency own = urgency_of(check->deciding_run());
    const Urgency best = urgency_of(first->deciding_run());
    if (own == Urgency::sizes && best != own) continue;
    if (best == Urgency::sizes && own != best) first = check;
    if (check->part != first->part) continue;
    // The first wrong result is the most basic, however many others follow from it.
    if (own < best ||
        (own == best && own != Urgency::result && count(check) > count(first)))
      first = check;
  }
  return first;
}

std::string claim_of(const CheckResult& check) {
  const std::string title = one_line(check.title);
  if (check.kind != CheckKind::fences || !has_failed(check)) return title;
  const CheckRun& run = check.deciding_run();
  const bool is_judged =
      run.finding && advice_from_name(run.finding->kind) == Advice::fence_too_wide;
  return is_judged ? title : "not judged yet: \"" + title + "\"";
}

std::string short_title(const std::string& lab, const std::string& title) {
  std::vector<std::string> others;
  for (const RegisteredCheck& check : checks_of(lab))
    if (check.title != title) others.push_back(lower(check.title));
  constexpr std::size_t kLengthMin = 12;
  for (std::size_t end = title.find(' ', kLengthMin); end < title.size();
       end = title.find(' ', end + 1)) {
    const std::string start = title.substr(0, end);
    if (start.back() == ',' || start.back() == ':') continue;
    if (std::none_of(others.begin(), others.end(), [&](const std::string& other) {
          return other.find(lower(start)) != std::string::npos;
        }))
      return start;
  }
  return title;
}

std::string failure_text(const Look& look, const Lab& lab,
                         const SuggestedCommands& commands, const CheckResult& check,
                         const CheckRun& run, bool whole) {
  std::string text;
  if (!check.sentence.empty())
    text = paint(
        look, Tone::dim,
        wrap(look, kBody, fmt::format("The task: \"{}\"", one_line(check.sentence))));
  const std::string kind = kind_of(run);
  const std::string on = run.executor == ExecutorKind::gpu ? " on the GPU" : "";
  std::string gist = wrap(look, kBody, fmt::format("{}{}: {}", kind, on, gist_of(run)));
  gist.replace(gist.find(kind), kind.size(), paint(look, tone_of(run.verdict), kind));
  return text + gist + evidence_text(look, lab, run, whole) + gpu_text(look, check, run) +
         ways_on_text(look, commands, lab.id, check, run, whole);
}

}  // namespace gridlock
