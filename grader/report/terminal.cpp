#include "report/terminal.h"

#include <fmt/format.h>
#include <unistd.h>
#include <cstdint>

#include <algorithm>
#include <map>
#include <utility>

#include "checker/lab/labs.h"
#include "common/text.h"
#include "report/finding_text.h"
#include "report/same_fault.h"

namespace gridlock {
namespace {

constexpr std::size_t kBuildLinesMax = 40;  ///< The most lines of a compiler's messages.
constexpr std::size_t kAdviceMax = 2;       ///< The most per kind; the rest is one line.

bool names_function(const std::string& message, const std::string& declaration) {
  const std::size_t end = declaration.find('(');
  if (end == std::string::npos) return false;
  const std::size_t begin = declaration.find_last_of(" *&", end) + 1;
  const std::string function = declaration.substr(begin, end - begin);
  return message.find("'" + function + "'") != std::string::npos ||
         message.find("\"" + function + "\"") != std::string::npos;
}

const ModuleBuild* failed_build(const LabResult& lab, ExecutorKind executor) {
  for (const BuildResult& built : lab.builds)
    if (built.executor == executor && built.build.verdict != Verdict::passed)
      return &built.build;
  return nullptr;
}

/// " 6/10"; " -/10" if the grader failed and the points are unknown.
std::string of_maximum(int width, std::optional<int> points, int most) {
  return fmt::format("{:>{}}/{}", points ? std::to_string(*points) : "-", width, most);
}

/// Whether the advice is required only by the letter of the memory model.  Such advice
/// fails only strict checks.
bool is_by_the_letter(const PlacedFinding& advice) {
  const auto kind = advice_from_name(advice.kind);
  return kind == Advice::missing_acquire_fence || kind == Advice::missing_relay_fence;
}

/// Whether another user ran the file, without a box; doctor --sandbox says why.
bool ran_as_another_user(const LabResult& lab) { return lab.tier == "C"; }

/// "4 checks in 1.2 s; simulator: 310 schedules; in a box (tier A)."
std::string explored_text(const LabResult& lab) {
  std::uint64_t schedules = 0;
  std::uint64_t launches = 0;
  for (const CheckResult& check : lab.checks)
    for (const CheckRun& run : check.runs)
      (run.executor == ExecutorKind::sim ? schedules : launches) += run.schedules;
  std::string text = fmt::format(
      "{} in {:.1f} s", counted(lab.checks.size(), "check", "checks"), lab.seconds);
  if (schedules) text += "; simulator: " + counted(schedules, "schedule", "schedules");
  if (launches)
    text += fmt::format("; {}: {}", one_line(lab.gpu_device),
                        counted(launches, "launch", "launches"));
  if (lab.boxed || ran_as_another_user(lab))
    text += fmt::format("; {} box (tier {})", lab.boxed ? "in a" : "no", lab.tier);
  return text + ".";
}

/// The failure to repair first, or else the first check that lacks points.
const CheckResult* first_to_improve(const LabResult& lab) {
  if (const CheckResult* failing = first_to_repair(lab)) return failing;
  for (const CheckResult& check : lab.checks)
    if (check.points && check.points != check.max_points) return &check;
  return nullptr;
}

std::string cure_text(const Cure& cure) {
  const std::string with = "Tried: with " + one_line(cure.words);
  if (cure.checks_passed == cure.checks)
    return fmt::format("{}, all {} checks of the lab pass.", with, cure.checks);
  return fmt::format("{}, the check \"{}\" passes, and so do {} of the lab's {} checks.",
                     with, one_line(cure.check), cure.checks_passed, cure.checks);
}

/// The text without the numbers of the lab's own lines.
std::string without_labs_lines(std::string text) {
  const std::string file = std::string(kScenariosFile) + ":";
  for (std::size_t at = 0; (at = text.find(file, at)) != text.npos;) {
    at += file.size();
    text.erase(at, text.find_first_not_of("0123456789", at) - at);
  }
  return text;
}

/// Lists of advice, each under its heading.
struct AdviceTexts {
  std::string of_failures;  ///< Faults that fail checks, and what may explain a failure.
  std::string besides;
};

/// The advice of a report: on faults that fail checks, on what may explain a failure, and
/// the rest.
class AdviceLists {
 public:
  AdviceLists(const Look& look, const LabResult& lab, bool all) : look_(look), all_(all) {
    bool fails = false;
    for (const CheckResult& check : lab.checks) {
      if (!lab.has_begun(check)) continue;
      fails |= has_failed(check);
      for (const CheckRun& run : check.runs) take(run);
    }
    waits_ = fails && !all_;
  }

  void add(const PlacedFinding& advice) {
    if (!advice.accesses.empty() && advice.accesses.front().place.file == kScenariosFile)
      return;  // The student cannot change that file.
    // One fence may repair several places, and is reported once.
    const bool is_new = seen_.insert(place_id(advice)).second;
    const bool is_same_gap =
        is_new && !advice.missing.empty() &&
        !seen_.insert(advice.kind + ": " + without_labs_lines(advice.missing)).second;
    std::string& list = list_for(advice);
    if (!is_new || is_same_gap || is_superfluous(advice, list)) return;
    OfKind& kind = of_kind_[advice.kind];
    kind.list = &list;
    if (++kind.count > kAdviceMax && !all_)
      kind.more += advice_title(look_, 2, advice);
    else
      list += waits_ && &list == &text_ ? advice_title(look_, 2, advice)
                                        : advice_text(look_, 2, advice);
  }

  AdviceTexts texts() {
    for (const auto& [kind, told] : of_kind_) *told.list += told.more;
    if (!same_fault_.empty()) same_fault_.insert(0, "The same fault elsewhere:\n");
    if (!explains_.empty()) explains_.insert(0, "Advice, which may explain a failure:\n");
    if (!text_.empty())
      text_.insert(0, waits_ ? "Advice for later; --all says more:\n"
                             : "\nAdvice, which costs no points:\n");
    return {same_fault_ + explains_, text_};
  }

 private:
  struct OfKind {
    std::size_t count = 0;
    std::string* list = nullptr;
    std::string more;  ///< The titles of those beyond kAdviceMax.
  };

  void take(const CheckRun& run) {
    if (run.finding) seen_.insert(place_id(*run.finding));
    if (run.finding && advice_from_name(run.finding->kind)) {
      failing_.insert(run.finding->kind);
      told_.insert(advice_title(look_, 2, *run.finding));
    }
    raced_ |= run.finding || !run.notes.empty();
    may_explain_ |= run.verdict == Verdict::wrong_result ||
                    run.verdict == Verdict::data_race ||
                    run.verdict == Verdict::stale_value;
  }

  std::string& list_for(const PlacedFinding& advice) {
    if (failing_.contains(advice.kind)) return same_fault_;
    return may_explain_ && !is_by_the_letter(advice) ? explains_ : text_;
  }

  /// Whether the advice would only name a failure's place again, or distract from a
  /// finding.
  bool is_superfluous(const PlacedFinding& advice, const std::string& list) const {
    if (&list == &same_fault_ && !all_ && told_.contains(advice_title(look_, 2, advice)))
      return true;
    return waits_ && raced_ && &list == &text_ && is_by_the_letter(advice);
  }

  const Look& look_;
  bool all_;
  std::string same_fault_, explains_, text_;
  std::set<std::string> seen_;     ///< Keys of reported mistakes.
  std::set<std::string> failing_;  ///< Kinds that failed some check.
  std::set<std::string> told_;     ///< The titles of these failures.
  bool may_explain_ = false, raced_ = false;
  bool waits_ = false;  ///< Advice that explains no failure waits for the repair.
  std::map<std::string, OfKind> of_kind_;
};

AdviceTexts advice_texts(const Look& look, const LabResult& lab, bool all) {
  AdviceLists lists(look, lab, all);
  for (const CheckResult& check : lab.checks)
    for (const CheckRun& run : check.runs)
      for (const PlacedFinding& advice : run.advice)
        if (lab.has_begun(check)) lists.add(advice);
  return lists.texts();
}

}  // namespace

std::string cure_outcome(const LabResult& lab) {
  const std::string& cut_short = lab.cures_cut_short;
  if (lab.cures_tried == 0)
    return cut_short.empty()
               ? "No change of order was found that could be tried."
               : fmt::format("The search was cut short {}, before one change was tried.",
                             cut_short);
  std::string text =
      lab.cure
          ? cure_text(*lab.cure)
          : fmt::format("Tried {} (fences, barriers, waits, atomics): none repairs it.",
                        counted(lab.cures_tried, "change of order", "changes of order"));
  if (!cut_short.empty())
    text +=
        fmt::format(" The search was cut short {}; others were not tried.", cut_short);
  return text;
}

std::string cure_progress(std::size_t tried, std::chrono::seconds limit) {
  const std::string most =
      limit.count() > 0 ? fmt::format(" for at most {} s", limit.count()) : "";
  return fmt::format("looking for a change that repairs it{}: {} tried ...", most,
                     counted(tried, "change", "changes"));
}

TerminalReport::TerminalReport(std::FILE* out, Look look, SuggestedCommands commands,
                               bool all)
    : out_(out), look_(look), commands_(std::move(commands)), all_(all) {}

void TerminalReport::say(const std::string& text) {
  progress_.clear();
  std::fputs(text.c_str(), out_);
  std::fflush(out_);
}

void TerminalReport::lab_begins(const Lab& lab, const LabResult& result) {
  lab_ = lab;
  commands_.lab = lab.number;
  part_.clear();
  explained_.clear();
  failed_ = 0;
  const std::string title = fmt::format("Lab {}: {}", lab.number, lab.title);
  const std::string path = shown_path(result.submission);
  const bool fits = width_of(title) + 2 + width_of(path) <= look_.columns;
  say(fmt::format("{}{}{}\n", paint(look_, Tone::strong, title), fits ? "  " : "\n",
                  paint(look_, Tone::dim, path)));
}

void TerminalReport::build_begins(ExecutorKind executor) {
  progress_.say(executor == ExecutorKind::sim ? "compiling for the simulator ..."
                                              : "compiling for the GPU ...");
}

void TerminalReport::build_ends(const ModuleBuild& build) {
  if (!build.warnings.empty())
    say("\n  The compiler warns:\n" + quoted(look_, 2, build.warnings, kBuildLinesMax));
}

void TerminalReport::check_begins(const RegisteredCheck& check, std::size_t number,
                                  std::size_t count) {
  const std::string failed = failed_ ? fmt::format(", {} failed", failed_) : "";
  progress_.say(fmt::format("check {} of {}{}: {}  {} ...", number, count, failed,
                            check.part, check.title));
}

std::string TerminalReport::part_heading(const std::string& part) {
  if (part == part_) return {};
  part_ = part;
  const std::string title = title_of(part);
  const std::string heading = part + (title.empty() ? "" : "  " + title);
  return "\n" + paint(look_, Tone::strong, heading) + "\n";
}

/// Whether every run of the check failed only because there is nothing to run.
bool TerminalReport::has_no_module(const LabResult& lab, const CheckResult& check) const {
  return std::ranges::all_of(check.runs, [&](const CheckRun& run) {
    return run.verdict != Verdict::skipped && failed_build(lab, run.executor);
  });
}

/// The message for a module that could not be built; "" after the first time.
std::string TerminalReport::build_text(const ModuleBuild& build) {
  if (!explained_.insert(build.message).second) return {};
  std::string text =
      fmt::format("\n  {}\n{}", paint(look_, Tone::bad, name(build.verdict)),
                  quoted(look_, 2, build.message, kBuildLinesMax));
  std::string asked;
  for (const std::string& declaration : lab_.required)
    if (names_function(build.message, declaration) &&
        build.message.find(declaration) == std::string::npos)
      asked += wrap(look_, 6, declaration, 4);
  if (!asked.empty()) text += "\n  The lab asks for\n" + asked;
  return text;
}

void TerminalReport::check_ends(const LabResult& lab, const CheckResult& check) {
  if (has_no_module(lab, check)) {
    for (const CheckRun& run : check.runs)
      say(build_text(*failed_build(lab, run.executor)));
    return;
  }
  if (has_failed(check)) ++failed_;
  if (all_) say(check_in_full(lab, check));
}

/// "  FAIL   0/2  the claim", after `before`.
std::string TerminalReport::head_text(const CheckResult& check,
                                      const std::string& before) const {
  const CheckRun& run = check.deciding_run();
  const std::string points =
      check.max_points ? of_maximum(2, check.points, check.max_points) : "-";
  const std::string name(label(run.verdict));
  const std::string head = fmt::format("{}{} {:>5}  ", before, pad(name, 5), points);
  std::string text = wrap(look_, width_of(head), claim_of(check));
  text.replace(0, head.size(), head);
  text.replace(before.size(), name.size(), paint(look_, tone_of(run.verdict), name));
  return text;
}

std::string TerminalReport::check_in_full(const LabResult& lab,
                                          const CheckResult& check) {
  std::string text = part_heading(check.part) + head_text(check, "  ");
  for (const CheckRun& run : check.runs) {
    if (run.verdict == Verdict::passed) continue;
    if (run.verdict == Verdict::skipped) {
      if (explained_.insert(run.message).second)
        text += wrap(look_, 6, "not run: " + one_line(run.message));
    } else if (const ModuleBuild* build = failed_build(lab, run.executor)) {
      text += build_text(*build);
    } else if (!check.function_not_begun.empty()) {
      text += wrap(look_, 6,
                   fmt::format("not begun: {}() is as it was handed out.",
                               one_line(check.function_not_begun)));
    } else {
      text += failure_text(look_, lab_, commands_, check, run, true) + "\n";
      look_.explain_letters &= !contains(text, "How it came about (");
    }
  }
  return text;
}

std::string TerminalReport::not_run_text(const LabResult& lab) const {
  std::map<std::string, std::size_t> reasons;
  for (const CheckResult& check : lab.checks)
    for (const CheckRun& run : check.runs) {
      if (run.verdict != Verdict::skipped) continue;
      const bool counts = check.max_points && run.executor == ExecutorKind::gpu;
      ++reasons[(counts ? "not run on the GPU: " : "not run: ") + one_line(run.message)];
    }
  std::string text;
  for (const auto& [reason, count] : reasons)
    text += wrap(look_, 2, counted(count, "check was", "checks were") + " " + reason);
  return text.empty() ? "" : "\n" + text;
}

/// How many failed checks, and in which parts, have the same cause as the one that is
/// reported in full.
std::string TerminalReport::same_cause_text(
    const std::vector<const CheckResult*>& checks) const {
  std::string parts;
  std::size_t count = 0;
  std::set<std::string> told;
  for (const CheckResult* check : checks) {
    if (claim_of(*check) != one_line(check->title)) continue;
    ++count;
    if (told.insert(check->part).second)
      parts += (parts.empty() ? "" : ", ") + one_line(check->part);
  }
  if (count == 0) return "";
  return wrap(look_, 2,
              fmt::format("{} for the same cause ({}).",
                          counted(count, "more check fails", "more checks fail"), parts));
}

/// A line for each check of the fences' scopes that failed before it could judge them.
std::string TerminalReport::not_judged_text(
    const std::vector<const CheckResult*>& checks) const {
  std::string text;
  for (const CheckResult* check : checks)
    if (claim_of(*check) != one_line(check->title))
      text += wrap(look_, 6, check->part + "  " + claim_of(*check), 2);
  return text;
}

/// A line for each function that a failed check asks for and that is as it was handed
/// out.  If only one check asks, and its result is wrong, the line also gives the gist of
/// its report: a student may have left the function so on purpose.
std::string TerminalReport::functions_to_begin(const LabResult& lab) const {
  std::map<std::string, std::vector<const CheckResult*>> checks;
  for (const CheckResult& check : lab.checks)
    if (!check.function_not_begun.empty() && !lab.has_not_begun(check.part))
      checks[check.function_not_begun].push_back(&check);
  std::string text;
  for (const auto& [function, asking] : checks) {
    const CheckRun& run = asking.front()->deciding_run();
    const bool tells = asking.size() == 1 && run.verdict == Verdict::wrong_result;
    text += wrap(look_, 2,
                 fmt::format("Not begun: {}() is as it was handed out; {} for it{}.",
                             one_line(function),
                             counted(asking.size(), "check asks", "checks ask"),
                             tells ? ": " + gist_of(run) : ""));
  }
  return text.empty() ? "" : "\n" + text;
}

/// The failures of a lab: the one to repair first, those with its cause, and the others.
struct TerminalReport::Failures {
  const CheckResult* first = nullptr;
  std::vector<const CheckResult*> all, same, others;
};

TerminalReport::Failures TerminalReport::failures_of(const LabResult& lab) {
  Failures failures;
  failures.first = first_to_repair(lab);
  for (const CheckResult& check : lab.checks) {
    if (!has_failed(check) || !lab.has_begun(check)) continue;
    failures.all.push_back(&check);
    if (&check == failures.first) continue;
    const bool is_same =
        cause_id(check.deciding_run()) == cause_id(failures.first->deciding_run());
    (is_same ? failures.same : failures.others).push_back(&check);
  }
  return failures;
}

/// One failure in full, and how many have the same cause.
std::string TerminalReport::first_text(const Failures& failures) {
  const CheckResult& first = *failures.first;
  std::string text = "\n";
  const auto hanging = std::count_if(
      failures.all.begin(), failures.all.end(),
      [](const CheckResult* check) { return is_hang(check->deciding_run().verdict); });
  if (!failures.others.empty())
    text += fmt::format(
        "Repair this first; {} checks fail{} (--all tells each in full):\n",
        failures.all.size(), hanging > 0 ? fmt::format(", {} HANG", hanging) : "");
  text += head_text(first, first.part + "  ");
  text += failure_text(look_, lab_, commands_, first, first.deciding_run(), false);
  const std::string elsewhere =
      same_fault_elsewhere(first, failures.all, lab_.submission_name);
  if (!elsewhere.empty()) text += wrap(look_, 2, elsewhere);
  return text + same_cause_text(failures.same) + not_judged_text(failures.same) +
         not_judged_text(failures.others);
}

std::string TerminalReport::passes_text(const LabResult& lab) {
  std::string text;
  for (const CheckResult& check : lab.checks)
    if (check.deciding_run().verdict == Verdict::passed)
      text += part_heading(check.part) + head_text(check, "  ");
  return text;
}

/// "6 of 8" followed by `of_checks`, "not begun", or "" for a part that passes.
std::string TerminalReport::progress_in(const LabResult& lab, const std::string& part,
                                        std::string_view of_checks) const {
  if (lab.has_not_begun(part)) return "not begun";
  std::size_t all = 0;
  std::size_t passed = 0;
  for (const CheckResult& check : lab.checks) {
    if (check.part != part) continue;
    ++all;
    passed += check.deciding_run().verdict == Verdict::passed;
  }
  return passed == all ? "" : fmt::format("{} of {}{}", passed, all, of_checks);
}

std::string TerminalReport::title_of(const std::string& part) const {
  for (const LabPart& known : lab_.parts)
    if (known.id == part) return known.title;
  return "";
}

std::vector<TerminalReport::PartScore> TerminalReport::scores_by_part(
    const LabResult& lab) {
  std::vector<PartScore> scores;
  for (const CheckResult& check : lab.checks) {
    auto score = std::ranges::find(scores, check.part, &PartScore::part);
    if (score == scores.end()) score = scores.insert(score, {check.part, 0, 0});
    score->points = score->points && check.points
                        ? std::optional(*score->points + *check.points)
                        : std::nullopt;
    score->most += check.max_points;
  }
  return scores;
}

/// The scores in a line or two, for a report with failures.  Parts with all their points
/// come last, as one sum.
std::string TerminalReport::scores_line(const LabResult& lab,
                                        const std::string& score) const {
  const auto scores = scores_by_part(lab);
  std::string whole, text;
  int points_of_whole = 0;
  for (const auto& [part, points, most] : scores) {
    if (most > 0 && points == most) {
      whole += (whole.empty() ? "" : ", ") + part;
      points_of_whole += most;
      continue;
    }
    const std::string progress =
        // Only the first part's text has " pass".
        progress_in(lab, part, text.empty() ? " pass" : "");
    text += fmt::format("{}{} {}{}", text.empty() ? "" : "; ", part,
                        of_maximum(1, points, most),
                        progress.empty() ? "" : fmt::format(" ({})", progress));
  }
  if (!whole.empty())
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", whole,
                        of_maximum(1, points_of_whole, points_of_whole));
  const bool has_parts = scores.size() > 1 || lab.incomplete || !lab.not_begun.empty();
  return wrap(look_, 9, "score  " + score + (has_parts ? ": " + text : ""), 2);
}

std::string TerminalReport::scores_text(const LabResult& lab) const {
  const bool as_table = all_ || lab.score() == lab.max_score();
  const std::string score = of_maximum(as_table ? 3 : 1, lab.score(), lab.max_score());
  std::string text;
  if (as_table) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& [part, points, most] : scores_by_part(lab))
      rows.push_back({part, title_of(part), of_maximum(3, points, most),
                      progress_in(lab, part, " pass")});
    if (rows.size() < 2 && lab.not_begun.empty()) rows.clear();
    rows.push_back({"", "score", score, ""});
    text = table(look_, 2, rows);
  } else {
    text = scores_line(lab, score);
  }
  const auto at = as_table ? text.rfind(score) : text.find(score);
  if (look_.colour && at != std::string::npos)
    text.replace(at, score.size(), paint(look_, Tone::strong, score));
  if (lab.incomplete)
    text += wrap(look_, 2, fmt::format("incomplete: {}", lab.incomplete_why));
  if (const std::size_t broken = lab.broken_checks())
    text += wrap(look_, 2,
                 fmt::format("There is no score: the grader failed in {} (ERROR above), "
                             "which is not your fault.  Check again.",
                             counted(broken, "check", "checks")));
  return text;
}

/// "; docs/verdicts.md#data_race", of the failure reported in full; or "".
std::string TerminalReport::read_more(const LabResult& lab) const {
  const CheckResult* first = all_ ? nullptr : first_to_repair(lab);
  if (!first) return {};
  const std::string link = docs_link(commands_.root, kind_of(first->deciding_run()));
  return link.empty() ? "" : "; " + link;
}

std::string TerminalReport::next_step(const LabResult& lab) const {
  if (!lab.checks.empty() && has_no_module(lab, lab.checks.front()))
    return fmt::format("\nRun again: {}\n", broken(look_, 11, commands_.check("")));
  const bool has_all =
      lab.max_score() > 0 && lab.score() == lab.max_score() && !lab.incomplete;
  std::error_code error;
  if (has_all && lab.submission != lab_.solution() &&
      std::filesystem::exists(lab_.solution(), error))
    return fmt::format("\nSolution for comparison: {}\n", shown_path(lab_.solution()));
  const CheckResult* check = first_to_improve(lab);
  if (!check) return {};
  const std::string_view why =
      lab.has_not_begun(check->part) ? "A nudge to begin with:" : "Stuck?";
  for (const Hint& hint : lab_.hints)
    if (hint.part == check->part)
      return fmt::format("  {}  ./gridlock hint {} {}{}\n", why, lab_.number, check->part,
                         read_more(lab));
  return {};
}

/// How many checks ran where, and what a person should look at.
std::string TerminalReport::run_text(const LabResult& lab, bool nothing_ran,
                                     bool tells_gpu) const {
  std::string text =
      wrap(look_, 2, nothing_ran ? "No check could run." : explored_text(lab));
  if (!lab.no_box.empty() && !ran_as_another_user(lab))
    text += wrap(look_, 2,
                 fmt::format("Ran without a box, with your own permissions (tier {}): {}",
                             lab.tier, one_line(lab.no_box)));
  for (const std::string& why : lab.look_at)
    text += wrap(look_, 2, "Look at this file by hand.  " + one_line(why));
  if (!lab.headers_note.empty() && lab.tier.empty())
    text += wrap(look_, 2, one_line(lab.headers_note));
  if (!lab.gpu_note.empty() && !nothing_ran && tells_gpu)
    text += wrap(look_, 2, "GPU not used: " + one_line(lab.gpu_note) + ".");
  return text;
}

/// The verdict and the score once more, if they are above what the terminal shows.
/// \param below what is printed from the empty line above the verdict on
std::string TerminalReport::verdict_again(const LabResult& lab, const CheckResult& first,
                                          const std::string& below) const {
  constexpr int kMore = 2 - 1;  // A cure's offer and the prompt, less the empty line.
  const auto lines = std::count(below.begin(), below.end(), '\n');
  if (look_.rows == 0 || lines + kMore <= look_.rows) return {};
  const CheckRun& run = first.deciding_run();
  const std::string score =
      lab.max_score() > 0 && !lab.incomplete && lab.broken_checks() == 0
          ? fmt::format("; score {}", of_maximum(1, lab.score(), lab.max_score()))
          : "";
  return fmt::format("{}  {}  {}{}\n", first.part,
                     paint(look_, tone_of(run.verdict), label(run.verdict)),
                     paint(look_, Tone::strong, kind_of(run)), score);
}

/// The failure to repair first comes last: its end is what a terminal shows.
void TerminalReport::lab_ends(const LabResult& lab) {
  const bool nothing_ran = !lab.checks.empty() && has_no_module(lab, lab.checks.front());
  const bool tells = !all_ && !nothing_ran;
  const Failures failures = tells ? failures_of(lab) : Failures();
  std::string before, first;
  if (tells) before = functions_to_begin(lab);
  if (tells && !failures.first && before.empty()) before = passes_text(lab);
  if (tells) before += not_run_text(lab);
  if (failures.first) first = first_text(failures);
  const auto [of_failures, besides] = advice_texts(look_, lab, all_);
  // The scores come directly below the title if a failure follows and no text precedes.
  if (!before.empty() || !failures.first) before += "\n";
  before += scores_text(lab);
  if (failures.first)
    say(before + run_text(lab, nothing_ran, false) + besides + first + of_failures);
  else
    say(before + of_failures + besides + (besides.empty() ? "" : "\n") +
        run_text(lab, nothing_ran, true));
  const std::string next = next_step(lab);
  if (failures.first)
    say(verdict_again(lab, *failures.first, first + of_failures + next));
  say(next);
}

void TerminalReport::offer_cure() {
  const std::string what = "  To look for a small change that repairs this";
  const std::string command = ": " + commands_.check(" --cure");
  const bool fits = width_of(what + command) <= look_.columns;
  say(what + (fits ? command : ", add --cure to your command.") + "\n");
}

void TerminalReport::cure_goes_on(std::size_t tried, std::chrono::seconds limit) {
  progress_.say(cure_progress(tried, limit));
}

void TerminalReport::cure_ends(const std::string& outcome) {
  looked_for_cure_ = true;
  say("\n" + wrap(look_, 2, outcome));
}

void TerminalReport::finish(const GradeResult& result, double seconds) {
  if (result.labs.size() > 1) {
    std::vector<std::vector<std::string>> rows;
    for (const LabResult& lab : result.labs)
      rows.push_back({lab.lab, of_maximum(3, lab.score(), lab.max_score()),
                      lab.incomplete ? "incomplete" : ""});
    say("\n" + table(look_, 2, rows));
  }
  if (result.labs.size() > 1 || looked_for_cure_)
    say(fmt::format("  The whole call took {:.1f} s.\n", seconds));
  if (result.interrupted) {
    if (!result.labs.empty()) {
      const LabResult& lab = result.labs.back();
      std::string text = "\n" + scores_text(lab);
      if (const Failures failures = failures_of(lab); !all_ && failures.first)
        text += first_text(failures);
      say(text);
    }
    say("\nInterrupted.  What is shown above was finished.\n");
  }
}

}  // namespace gridlock
