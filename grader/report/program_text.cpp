#include "report/program_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "checker/schedule_string.h"
#include "common/text.h"
#include "report/finding_text.h"
#include "report/json.h"
#include "report/trace_text.h"

namespace gridlock {
namespace {

constexpr std::size_t kOutputLinesMax = 40;
constexpr std::size_t kSwitchesShown = 12;

std::string verdict_text(const Look& look, const ProgramRecord& record) {
  const bool passed = record.verdict == Verdict::passed;
  const std::string kind =
      paint(look, passed ? Tone::good : Tone::bad, name(record.verdict));
  if (!record.built && !passed)
    return fmt::format("{}\n{}", kind, quoted(look, 2, record.message, kOutputLinesMax));
  std::string gist(passed ? "It broke no rule in any schedule that was tried."
                          : meaning(record.verdict));
  if (!record.findings.empty())
    gist = one_line(record.findings.front().message);
  else if (!record.message.empty())
    gist = one_line(record.message);
  std::string text = wrap(look, 2, fmt::format("{}: {}", kind, gist), 0);
  if (!record.findings.empty()) text += finding_text(look, 2, record.findings.front());
  return text;
}

/// "data_race  x.cu:12 and x.cu:15"
std::string short_text(const Look& look, Tone tone, const PlacedFinding& finding) {
  const std::string places = places_of(finding);
  return paint(look, tone, one_line(finding.kind)) + (places.empty() ? "" : "  ") +
         places;
}

/// The findings after the first one, one per line.
std::string others_text(const Look& look, const std::vector<PlacedFinding>& findings) {
  if (findings.size() < 2) return {};
  std::string text = fmt::format("\n  {} more, each with the schedule that shows it:\n",
                                 findings.size() - 1);
  for (std::size_t i = 1; i < findings.size(); ++i)
    text += fmt::format("  {}  {}\n", short_text(look, Tone::bad, findings[i]),
                        schedule_id(findings[i].replay));
  return text;
}

std::string suppressions_text(const Look& look, const ProgramRecord& record) {
  std::string text;
  if (!record.suppressed.empty()) text += "\nSuppressed:\n";
  for (const SuppressedFinding& each : record.suppressed) {
    text += fmt::format("  {}\n", short_text(look, Tone::warn, each.finding));
    text += wrap(look, 4, one_line(each.reason));
  }
  if (!record.unused_suppressions.empty())
    text += "\nThese suppressions match nothing:\n";
  for (const Suppression& each : record.unused_suppressions)
    text += wrap(look, 2,
                 fmt::format("{} in line {}: {}", each.kind, each.at,
                             one_line(each.lines.empty() ? "" : each.lines.front())));
  return text;
}

std::string output_text(const Look& look, std::string_view title,
                        const std::string& output) {
  if (output.empty()) return {};
  return fmt::format("{}\n{}", title, quoted(look, 2, output, kOutputLinesMax));
}

/// The sentence that the program printed more than is kept.
std::string length_text(const Look& look, const ProgramRecord& record) {
  if (record.printed_bytes <= record.output.size()) return {};
  const std::string kept = with_commas(record.output.size());
  if (record.printed_bytes < ProgramResult::kPrintedMax)
    return wrap(look, 2,
                fmt::format("It printed {} bytes; only the first {} are kept.",
                            with_commas(record.printed_bytes), kept));
  return wrap(look, 2,
              fmt::format("It printed more than {} bytes; only the first {} are kept.",
                          with_commas(ProgramResult::kPrintedMax), kept));
}

std::string switches_text(const std::vector<PlacedAccess>& steps) {
  const auto actor = [](const Access& access) {
    return std::tuple(access.host, access.device, access.block, access.thread);
  };
  std::string places;
  std::size_t count = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (actor(steps[i].access) == actor(steps[i - 1].access)) continue;
    if (++count <= kSwitchesShown)
      places += fmt::format("{} {}", count > 1 ? "," : "", i + 1);
  }
  if (count > kSwitchesShown) places += ", ...";
  return fmt::format("{} {} between threads{}{}.", count,
                     count == 1 ? "switch" : "switches",
                     count == 0   ? ""
                     : count == 1 ? ", before step"
                                  : ", before steps",
                     places);
}

/// The number of schedules, and the reason why there were not more.
std::string schedules_text(const Look& look, const Summary& summary) {
  std::string text =
      fmt::format("\n{} {} in {:.1f} s", with_commas(summary.schedules),
                  summary.schedules == 1 ? "schedule" : "schedules", summary.seconds);
  if (summary.exhaustive)
    text += ", and no other one would differ";
  else if (summary.cut_short)
    text += ", cut short by the budget";
  else if (summary.work_spent)
    text += fmt::format(
        ": each makes {} accesses, so there are fewer than usual. --schedules N runs N",
        with_commas(summary.accesses / summary.schedules));
  return wrap(look, 0, text + ".");
}

}  // namespace

std::string program_text(const Look& look, const ProgramRecord& record,
                         const std::string& main_file, const std::string& file,
                         const std::string& arguments) {
  const auto replay = [&](const std::string& schedule) {
    return fmt::format("  replay  {}\n",
                       broken(look, 10,
                              fmt::format("./gridlock replay {} {}{}", file,
                                          schedule_id(schedule), arguments)));
  };
  std::string text;
  for (const std::string& part :
       {output_text(look, "The compiler warns:", record.warnings),
        output_text(look, "The program printed:", record.output) +
            length_text(look, record)})
    if (!part.empty()) text += part + "\n";
  text += verdict_text(look, record);
  if (!record.interleaving.empty())
    text +=
        "\n" + came_about_text(look, 2, record.interleaving,
                               lines_for(record.interleaving.size()), main_file,
                               record.findings.empty() ? nullptr : &record.findings[0]);
  text += output_text(look, "\nIn that schedule it printed:", record.failing_output);
  text += others_text(look, record.findings);
  if (!record.replay.empty())
    text += "\n" + replay(record.replay) +
            fmt::format(
                "  step    {}\n",
                broken(look, 10,
                       fmt::format("./gridlock trace {} --schedule {} --out steps.html{}",
                                   file, schedule_id(record.replay), arguments)));
  if (!record.advice.empty()) text += "\nAdvice:\n";
  for (const PlacedFinding& advice : record.advice) text += advice_text(look, 2, advice);
  text += output_text(look, "\nAnother schedule printed:", record.other_output);
  if (!record.other_replay.empty()) text += replay(record.other_replay);
  text += suppressions_text(look, record);
  if (record.summary.schedules > 0) text += schedules_text(look, record.summary);
  if (record.interrupted && record.summary.schedules > 0)
    text += record.summary.exhaustive
                ? "\nInterrupted.\n"
                : "\nInterrupted.  More schedules might show more.\n";
  return text;
}

namespace {

void add_suppressions(nlohmann::ordered_json& json, const ProgramRecord& record) {
  for (const SuppressedFinding& each : record.suppressed) {
    json["suppressed"].push_back(finding_json(each.finding));
    json["suppressed"].back()["reason"] = sanitize_text(each.reason);
  }
  for (const Suppression& each : record.unused_suppressions)
    json["unused_suppressions"].push_back(
        {{"kind", each.kind}, {"line", each.at}, {"reason", sanitize_text(each.reason)}});
}

}  // namespace

nlohmann::ordered_json program_json(const ProgramRecord& record) {
  using nlohmann::ordered_json;
  ordered_json json{{"schema", "gridlock/run/v1"},
                    {"verdict", name(record.verdict)},
                    {"exit_code", record.exit_code}};
  if (!record.message.empty()) json["message"] = sanitize_text(record.message);
  if (!record.warnings.empty()) json["warnings"] = sanitize_text(record.warnings);
  json["findings"] = ordered_json::array();
  for (const PlacedFinding& finding : record.findings) {
    json["findings"].push_back(finding_json(finding));
    json["findings"].back()["replay"] = finding.replay;
  }
  json["advice"] = ordered_json::array();
  for (const PlacedFinding& advice : record.advice)
    json["advice"].push_back(advice_json(advice));
  if (record.strict) json["strict"] = true;
  add_suppressions(json, record);
  json["schedules"] = record.summary.schedules;
  json["accesses"] = record.summary.accesses;
  json["exhaustive"] = record.summary.exhaustive;
  json["cut_short"] = record.summary.cut_short;
  json["work_spent"] = record.summary.work_spent;
  json["seconds"] = record.summary.seconds;
  json["stdout"] = sanitize_text(record.output);
  if (!record.failing_output.empty())
    json["failing_stdout"] = sanitize_text(record.failing_output);
  if (!record.other_output.empty())
    json["other_stdout"] = sanitize_text(record.other_output);
  json["replay"] = record.replay;
  json["interrupted"] = record.interrupted;
  return json;
}

std::string replay_text(const Look& look, const std::string& title,
                        const ReplayRecord& record, const std::string& main_file) {
  std::string text = wrap(look, 0, paint(look, Tone::strong, one_line(title))) + "\n";
  if (record.steps.empty())
    text += "There are no steps to show.\n";
  else
    text += interleaving_text(look, 0, record.steps, record.steps.size(), main_file,
                              record.findings.empty() ? nullptr : &record.findings[0]) +
            wrap(look, 0, "\n" + switches_text(record.steps));
  text += "\n";
  for (const PlacedFinding& finding : record.findings) {
    text += wrap(look, 2,
                 fmt::format("{}: {}", paint(look, Tone::bad, one_line(finding.kind)),
                             one_line(finding.message)),
                 0);
    text += finding_text(look, 2, finding);
  }
  for (const PlacedFinding& advice : record.advice) text += advice_text(look, 0, advice);
  if (!record.returned.empty())
    text += wrap(look, 2, "This schedule returned " + one_line(record.returned) + ".", 0);
  if (!record.printed.empty())
    text += "It printed:\n" + quoted(look, 2, record.printed, kOutputLinesMax);
  if (record.fate)
    text += wrap(
        look, 2,
        fmt::format("{}: {}", name(record.fate->verdict), one_line(record.fate->message)),
        0);
  if (record.findings.empty() && !record.fate) text += "No rule was broken.\n";
  return text;
}

}  // namespace gridlock
