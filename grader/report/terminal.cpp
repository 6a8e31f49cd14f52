#include "report/terminal.h"

#include <fmt/format.h>
#include <unistd.h>
#include <cstdint>

#include <algorithm>
#include <map>

#include "common/text.h"
#include "report/finding_text.h"
#include "report/trace_text.h"

namespace gridlock {
namespace {

constexpr int kBody = 8;                     ///< Indentation of the text about a check.
constexpr std::size_t kPrintedLinesMax = 8;  ///< Of the program's output.
constexpr std::size_t kBuildLinesMax = 40;   ///< Of the compiler's messages.
constexpr std::size_t kAdviceMax = 2;        ///< Of one kind; the others are counted.
constexpr std::size_t kFailuresMax = 3;      ///< Failed assertions of one check.
constexpr int kReturnedColumnsMax = 160;     ///< Of the scenario's outputs.

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

/// Whether a compiler's message is about the function with this declaration.
bool names_function(const std::string& message, const std::string& declaration) {
  const std::size_t end = declaration.find('(');
  if (end == std::string::npos) return false;
  const std::size_t begin = declaration.find_last_of(" *&", end) + 1;
  const std::string function = declaration.substr(begin, end - begin);
  return message.find("'" + function + "'") != std::string::npos ||
         message.find("\"" + function + "\"") != std::string::npos;
}

/// The build for this executor if it failed, else null.
const ModuleBuild* failed_build(const LabResult& lab, ExecutorKind executor) {
  for (const BuildResult& built : lab.builds)
    if (built.executor == executor && built.build.verdict != Verdict::passed)
      return &built.build;
  return nullptr;
}

const CheckRun* run_on(const CheckResult& check, ExecutorKind executor) {
  for (const CheckRun& run : check.runs)
    if (run.executor == executor) return &run;
  return nullptr;
}

/// The complaint of an assertion, without the info that the whole exploration shares.
std::string complaint_of(const CheckRun& run, const FailedAssertion& failure) {
  std::string text;
  for (std::size_t i = 0; i < failure.info.size(); ++i) {
    const bool is_context = i < run.context.size() && failure.info[i] == run.context[i];
    if (is_context) continue;
    text.append(text.empty() ? "" : "; ").append(one_line(failure.info[i]));
  }
  if (text.empty())
    text = fmt::format("expected {}, got {}", one_line(failure.expression),
                       one_line(failure.expanded));
  return text;
}

/// The label: the verdict, or the advice that counts in this check.
std::string kind_of(const CheckRun& run) {
  if (run.finding && advice_from_name(run.finding->kind)) return run.finding->kind;
  return std::string(name(run.verdict));
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The start of the title that no other check of the lab has, cut at a word.
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

/// The most readable form of a path for the user: relative if it is near.
std::string path_text(const std::filesystem::path& path) {
  std::error_code error;
  const auto relative = std::filesystem::relative(path, error);
  const bool far = error || relative.empty() || relative.native().starts_with("../..");
  return one_line((far ? path : relative).string());
}

std::string count_of(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_commas(count), count == 1 ? one : many);
}

/// " 6/10"; " -/10" if the grader failed and the points are unknown.
std::string of_maximum(int width, std::optional<int> points, int most) {
  return fmt::format("{:>{}}/{}", points ? std::to_string(*points) : "-", width, most);
}

}  // namespace

std::string gist_of(const CheckRun& run) {
  if (run.finding) return one_line(run.finding->message);
  if (!run.message.empty()) return one_line(run.message);
  if (!run.failures.empty()) return complaint_of(run, run.failures.front());
  return std::string(meaning(run.verdict));
}

std::string_view label(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "ok";
    case Verdict::skipped:
      return "skip";
    case Verdict::grader_error:
      return "ERROR";
    case Verdict::deadlock:
    case Verdict::no_progress:
    case Verdict::timeout:
      return "HANG";
    default:
      return "FAIL";
  }
}

std::string shell_quoted(const std::string& argument) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) || std::string_view("_-./:=,+@%").find(static_cast<char>(c)) !=
                                  std::string_view::npos;
  };
  if (!argument.empty() && std::all_of(argument.begin(), argument.end(), plain))
    return argument;
  if (argument.find_first_of("\"$`\\!") == std::string::npos)
    return "\"" + argument + "\"";
  return "'" + replace_all(argument, "'", "'\\''") + "'";
}

TerminalReport::TerminalReport(std::FILE* out, Look look, std::filesystem::path root,
                               std::string submission_arguments,
                               std::string more_arguments)
    : out_(out),
      look_(look),
      root_(std::move(root)),
      submission_arguments_(std::move(submission_arguments)),
      more_arguments_(std::move(more_arguments)) {}

void TerminalReport::say(const std::string& text) {
  if (activity_) std::fputs("\r\x1b[K", out_);
  activity_ = false;
  if (!text.empty()) after_blank_ = text == "\n" || text.ends_with("\n\n");
  std::fputs(text.c_str(), out_);
  std::fflush(out_);
}

void TerminalReport::show_activity(const std::string& text) {
  if (!look_.colour) return;
  say("");
  const std::string line = shorten(text, look_.columns - 1);
  std::fputs(paint(look_, Tone::dim, line).c_str(), out_);
  std::fflush(out_);
  activity_ = true;
}

void TerminalReport::lab_begins(const Lab& lab, const LabResult& result) {
  lab_ = lab;
  part_.clear();
  explained_.clear();
  say(fmt::format(
      "{}\n{}\n",
      paint(look_, Tone::strong, fmt::format("Lab {}: {}", lab.number, lab.title)),
      paint(look_, Tone::dim, path_text(result.submission))));
}

void TerminalReport::build_begins(ExecutorKind executor) {
  show_activity(executor == ExecutorKind::sim ? "compiling for the simulator ..."
                                              : "compiling for the GPU ...");
}

void TerminalReport::check_begins(const RegisteredCheck& check) {
  show_activity(fmt::format("  ...         {}", check.title));
}

void TerminalReport::part_heading(const std::string& part) {
  if (part == part_) return;
  part_ = part;
  std::string heading = part;
  for (const LabPart& known : lab_.parts)
    if (known.id == part) heading += "  " + known.title;
  say((after_blank_ ? "" : "\n") + paint(look_, Tone::strong, heading) + "\n");
}

/// Whether every run of the check failed only because there is nothing to run.
bool TerminalReport::has_no_module(const LabResult& lab, const CheckResult& check) const {
  return std::all_of(check.runs.begin(), check.runs.end(), [&](const CheckRun& run) {
    return run.verdict != Verdict::skipped && failed_build(lab, run.executor);
  });
}

/// The message for a module that could not be built; once for all checks.
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
  part_heading(check.part);
  const CheckRun& run = check.deciding_run();
  const std::string points =
      check.max_points ? of_maximum(2, check.points, check.max_points) : "-";
  const std::string name(label(run.verdict));
  const std::string head = fmt::format("  {} {:>5}  ", pad(name, 5), points);
  std::string title = wrap(look_, width_of(head), one_line(check.title));
  title.replace(0, head.size(), head);
  title.replace(2, name.size(), paint(look_, tone_of(run.verdict), name));
  say(title);

  for (const CheckRun& each : check.runs) {
    if (each.verdict == Verdict::passed) continue;
    if (each.verdict == Verdict::skipped) {
      if (explained_.insert(each.message).second)
        say(wrap(look_, kBody,
                 (check.max_points && each.executor == ExecutorKind::gpu
                      ? "not run on the GPU: "
                      : "not run: ") +
                     one_line(each.message)));
    } else if (const ModuleBuild* build = failed_build(lab, each.executor)) {
      say(build_text(*build));
    } else {
      say(failure_text(check, each));
    }
  }
}

/// The evidence for the sentence that says what is wrong.
std::string TerminalReport::evidence_text(const CheckRun& run) const {
  std::string text;
  if (run.finding) text += finding_text(look_, kBody + 2, *run.finding);
  const std::size_t first = run.finding || !run.message.empty() ? 0 : 1;
  for (std::size_t i = first; i < std::min(run.failures.size(), kFailuresMax); ++i)
    text += wrap(look_, kBody + 2, complaint_of(run, run.failures[i]));
  if (!run.returned.empty())
    text += wrap(look_, kBody + 2,
                 "returned: " + shorten(one_line(run.returned), kReturnedColumnsMax));
  if (!run.printed.empty())
    text += wrap(look_, kBody + 2, "The program printed:") +
            quoted(look_, kBody + 4, run.printed, kPrintedLinesMax);
  if (!run.interleaving.empty())
    text += "\n" + wrap(look_, kBody, "How it came about:") +
            interleaving_text(look_, kBody, run.interleaving,
                              lines_for(run.interleaving.size()), lab_.submission_name,
                              run.finding ? &*run.finding : nullptr);
  return text;
}

std::string TerminalReport::failure_text(const CheckResult& check, const CheckRun& run) {
  const std::string on = run.executor == ExecutorKind::gpu ? " on the GPU" : "";
  const std::string kind = kind_of(run);
  std::string text;
  const std::string key = run.finding ? same_mistake_key(*run.finding) : "";
  const std::string places = run.finding ? places_of(*run.finding) : "";
  if (!key.empty() && !explained_.insert(key).second)
    text += wrap(look_, kBody,
                 fmt::format("{}{}: the same as above{}{}", kind, on,
                             places.empty() ? "" : ", ", places));
  else
    text += wrap(look_, kBody, fmt::format("{}{}: {}", kind, on, gist_of(run))) +
            evidence_text(run);
  text.replace(text.find(kind), kind.size(), paint(look_, tone_of(run.verdict), kind));
  text += other_executors_text(check, run);
  std::string sheet;
  if (!check.sentence.empty())
    sheet = paint(
        look_, Tone::dim,
        wrap(look_, kBody, fmt::format("The sheet: \"{}\"", one_line(check.sentence))));
  return sheet + "\n" + text + "\n" + ways_on_text(check, run) + "\n";
}

/// How the failure was found, and the next commands.
std::string TerminalReport::ways_on_text(const CheckResult& check, const CheckRun& run) {
  std::vector<std::pair<std::string, std::string>> rows;
  std::string found;
  for (const std::string& context : run.context)
    found.append(found.empty() ? "with " : "; ").append(one_line(context));
  if (run.schedules_to_finding && run.executor == ExecutorKind::sim)
    found += fmt::format("{}in schedule {}", found.empty() ? "" : ", ",
                         with_commas(run.schedules_to_finding));
  if (!found.empty()) rows.emplace_back("found", found);
  const std::string link = docs_link(root_, kind_of(run));
  if (!link.empty() && explained_.insert(link).second) rows.emplace_back("read", link);
  if (!run.replay.empty())
    rows.emplace_back("replay", fmt::format("./gridlock replay {}{} {}", lab_.number,
                                            submission_arguments_, run.replay));
  rows.emplace_back("only this",
                    fmt::format("./gridlock check {}{} --only {}", lab_.number,
                                submission_arguments_ + more_arguments_,
                                shell_quoted(short_title(lab_.id, check.title))));
  std::string text;
  for (const auto& [title, value] : rows)  // Never cut: the user copies them.
    text += fmt::format("{:{}}{}  {}\n", "", kBody,
                        paint(look_, Tone::dim, pad(title, 9)), value);
  return text;
}

/// The results of the other executors for a check that failed on this one.
std::string TerminalReport::other_executors_text(const CheckResult& check,
                                                 const CheckRun& run) const {
  if (run.executor != ExecutorKind::sim) return {};
  const CheckRun* gpu = run_on(check, ExecutorKind::gpu);
  if (!gpu || gpu->verdict != Verdict::passed) return {};
  return wrap(look_, kBody,
              fmt::format("GPU: {}, nothing seen.",
                          count_of(gpu->schedules, "launch", "launches")));
}

std::string TerminalReport::scores_text(const LabResult& lab) const {
  std::vector<std::string> order;
  std::map<std::string, std::pair<std::optional<int>, int>> by_part;
  for (const CheckResult& check : lab.checks) {
    const auto [part, is_new] = by_part.try_emplace(check.part, 0, 0);
    if (is_new) order.push_back(check.part);
    auto& [points, most] = part->second;
    points =
        points && check.points ? std::optional(*points + *check.points) : std::nullopt;
    most += check.max_points;
  }
  std::vector<std::vector<std::string>> rows;
  for (const std::string& part : order) {
    std::string title;
    for (const LabPart& known : lab_.parts)
      if (known.id == part) title = known.title;
    rows.push_back(
        {part, title, of_maximum(3, by_part[part].first, by_part[part].second)});
  }
  if (rows.size() < 2) rows.clear();
  const std::string score = of_maximum(3, lab.score(), lab.max_score());
  rows.push_back({"", "score", score});
  std::string text = table(look_, 2, rows);
  if (const auto at = text.rfind(score); look_.colour && at != std::string::npos)
    text.replace(at, score.size(), paint(look_, Tone::strong, score));
  if (lab.incomplete)
    text += wrap(look_, 2, fmt::format("incomplete: {}", lab.incomplete_why));
  if (const std::size_t broken = lab.broken_checks())
    text += wrap(look_, 2,
                 fmt::format("There is no score: the grader failed in {} (ERROR above), "
                             "which is not your fault.  Check again.",
                             count_of(broken, "check", "checks")));
  return text;
}

std::string TerminalReport::advice_list(const LabResult& lab) const {
  std::string text;
  std::set<std::string> seen;
  std::map<std::string, std::size_t> of_kind;
  for (const CheckResult& check : lab.checks)
    for (const CheckRun& run : check.runs)
      for (const PlacedFinding& advice : run.advice) {
        const std::string key = same_mistake_key(advice);
        if (explained_.count(key)) continue;  // It failed some check: it did cost points.
        if (seen.insert(key).second && ++of_kind[advice.kind] <= kAdviceMax)
          text += advice_text(look_, 2, advice);
      }
  for (const auto& [kind, count] : of_kind)
    if (count > kAdviceMax)
      text +=
          fmt::format("  {}  in {} more places\n", one_line(kind), count - kAdviceMax);
  if (text.empty()) return {};
  return "\nAdvice, which costs no points:\n" + text;
}

std::string TerminalReport::next_step(const LabResult& lab) const {
  if (!lab.checks.empty() && has_no_module(lab, lab.checks.front()))
    return fmt::format("\nRun again: ./gridlock check {}{}\n", lab_.number,
                       submission_arguments_ + more_arguments_);
  const bool has_all =
      lab.max_score() > 0 && lab.score() == lab.max_score() && !lab.incomplete;
  std::error_code error;
  if (has_all && lab.submission != lab_.solution() &&
      std::filesystem::exists(lab_.solution(), error))
    return fmt::format("\nSolution for comparison: {}\n", path_text(lab_.solution()));
  for (const CheckResult& check : lab.checks) {
    if (!check.points || check.points == check.max_points) continue;
    for (const Hint& hint : lab_.hints)
      if (hint.part == check.part)
        return fmt::format("\nStuck?  ./gridlock hint {} {}\n", lab_.number, check.part);
    return {};
  }
  return {};
}

void TerminalReport::lab_ends(const LabResult& lab) {
  std::uint64_t schedules = 0;
  std::uint64_t launches = 0;
  for (const CheckResult& check : lab.checks)
    for (const CheckRun& run : check.runs)
      (run.executor == ExecutorKind::sim ? schedules : launches) += run.schedules;
  std::string text = (after_blank_ ? "" : "\n") + scores_text(lab) + advice_list(lab);
  text += "\n";
  std::string explored = fmt::format(
      "{} in {:.1f} s", count_of(lab.checks.size(), "check", "checks"), lab.seconds);
  if (schedules)
    explored += "; simulator: " + count_of(schedules, "schedule", "schedules");
  if (launches)
    explored += fmt::format("; {}: {}", one_line(lab.gpu_device),
                            count_of(launches, "launch", "launches"));
  const bool nothing_ran = !lab.checks.empty() && has_no_module(lab, lab.checks.front());
  text += wrap(look_, 2, nothing_ran ? "No check could run." : explored + ".");
  if (!lab.gpu_note.empty() && !nothing_ran)
    text += wrap(look_, 2, "GPU not used: " + one_line(lab.gpu_note) + ".");
  say(text + next_step(lab));
}

void TerminalReport::finish(const GradeResult& result) {
  if (result.labs.size() > 1) {
    std::vector<std::vector<std::string>> rows;
    for (const LabResult& lab : result.labs)
      rows.push_back({lab.lab, of_maximum(3, lab.score(), lab.max_score()),
                      lab.incomplete ? "incomplete" : ""});
    say("\n" + table(look_, 2, rows));
  }
  if (result.interrupted) {
    if (!result.labs.empty()) say("\n" + scores_text(result.labs.back()));
    say("\nInterrupted.  What is shown above was finished.\n");
  }
}

}  // namespace gridlock
