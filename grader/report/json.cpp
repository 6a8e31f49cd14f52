#include "report/json.h"

#include <nlohmann/json.hpp>

#include "checker/replay.h"
#include "common/text.h"
#include "wording/words.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

ordered_json access_json(const PlacedAccess& placed) {
  const Access& access = placed.access;
  ordered_json json{{"file", sanitize_text(placed.place.file)},
                    {"line", placed.place.line},
                    {"block", access.block},
                    {"thread", access.thread},
                    {"op", sanitize_text(access.op)},
                    {"text", sanitize_text(placed.place.text)}};
  if (access.host) json["host"] = true;
  if (access.racing) json["racing"] = true;
  if (access.kernel != 0) json["kernel"] = access.kernel;
  if (access.location.kind == Location::Kind::kernel && access.location.index)
    json["launches"] = *access.location.index;
  if (access.device != 0) json["device"] = access.device;
  if (!placed.location.empty()) json["location"] = sanitize_text(placed.location);
  if (!placed.note.empty()) json["note"] = sanitize_text(placed.note);
  return json;
}

ordered_json accesses_json(const std::vector<PlacedAccess>& accesses) {
  ordered_json list = ordered_json::array();
  for (const PlacedAccess& access : accesses) list.push_back(access_json(access));
  return list;
}

void add_needs(ordered_json& json, const PlacedFinding& finding) {
  const Needs needs = needs_of(finding.lacking);
  visit_fields(needs, [&](const char* name, bool needed) {
    if (needed) json["needs"].push_back(name);
  });
}

ordered_json findings_json(const std::vector<PlacedFinding>& findings) {
  ordered_json list = ordered_json::array();
  for (const PlacedFinding& finding : findings) list.push_back(finding_json(finding));
  return list;
}

ordered_json uses_json(const std::vector<PlacedUse>& uses) {
  ordered_json list = ordered_json::array();
  for (const PlacedUse& use : uses) {
    list.push_back({{"file", sanitize_text(use.place.file)},
                    {"line", use.place.line},
                    {"op", sanitize_text(use.use.op)},
                    {"times", use.use.times}});
    if (!use.memory.empty()) list.back()["location"] = sanitize_text(use.memory);
    if (use.use.host)
      list.back()["host"] = true;
    else
      list.back().update({{"blocks", use.use.blocks}, {"threads", use.use.threads}});
  }
  return list;
}

std::string assertion_message(const FailedAssertion& failure) {
  std::string message;
  for (const std::string& info : failure.info)
    message += (message.empty() ? "" : "; ") + info;
  if (message.empty()) message = failure.expression + " (" + failure.expanded + ")";
  return message;
}

/// Why the run failed: the finding, or another reason in the form of a finding.
ordered_json cause_json(const CheckRun& run) {
  if (run.finding) {
    ordered_json json = finding_json(*run.finding);
    json["cause_id"] = sanitize_text(cause_id(run));
    return json;
  }
  std::string message = run.message;
  if (message.empty() && !run.failures.empty())
    message = assertion_message(run.failures.front());
  return {{"kind", name(run.verdict)},
          {"message", sanitize_text(message)},
          {"accesses", ordered_json::array()},
          {"missing", ""},
          {"cause_id", sanitize_text(cause_id(run))}};
}

ordered_json failures_json(const CheckRun& run) {
  ordered_json list = ordered_json::array();
  for (const FailedAssertion& failure : run.failures)
    list.push_back({{"message", sanitize_text(assertion_message(failure))},
                    {"expression", sanitize_text(failure.expression)},
                    {"expanded", sanitize_text(failure.expanded)}});
  return list;
}

ordered_json number_or_null(std::optional<int> number) {
  return number ? ordered_json(*number) : ordered_json(nullptr);
}

ordered_json run_json(const CheckResult& check, const CheckRun& run) {
  const bool decides = &run == &check.deciding_run();
  ordered_json points = 0;
  if (decides) points = number_or_null(check.points);
  ordered_json json{{"name", check.title},
                    {"part", check.part},
                    {"kind", is_about_order(check.kind) ? "ordering" : "functional"},
                    {"executor", run.executor == ExecutorKind::sim ? "sim" : "gpu"},
                    {"points", points},
                    {"max_points", decides ? check.max_points : 0},
                    {"verdict", name(run.verdict)}};
  if (check.is_hidden) json["hidden"] = true;
  if (!check.sentence.empty()) json["sentence"] = sanitize_text(check.sentence);
  if (run.verdict != Verdict::passed) json["finding"] = cause_json(run);
  if (!run.failures.empty()) json["failures"] = failures_json(run);
  if (!run.scenario.empty()) json["scenario"] = show_scenario(run.scenario, run.params);
  if (!run.returned.empty()) json["returned"] = sanitize_text(run.returned);
  if (!run.notes.empty()) json["notes"] = findings_json(run.notes);
  json["advice"] = ordered_json::array();
  for (const PlacedFinding& advice : run.advice)
    json["advice"].push_back(advice_json(advice));
  json["schedules"] = run.schedules;
  json["exhaustive"] = run.exhaustive;
  json["cut_short"] = run.cut_short;
  if (run.schedules_to_finding) json["schedules_to_finding"] = run.schedules_to_finding;
  json["accesses"] = run.accesses;
  json["seconds"] = run.seconds;
  if (!run.interleaving.empty()) json["interleaving"] = accesses_json(run.interleaving);
  if (!run.uses.empty()) json["uses"] = uses_json(run.uses);
  json["replay"] = run.replay;
  return json;
}

ordered_json checks_json(const LabResult& lab) {
  ordered_json json = ordered_json::array();
  for (const CheckResult& check : lab.checks)
    for (const CheckRun& run : check.runs) json.push_back(run_json(check, run));
  return json;
}

}  // namespace

ordered_json lab_json(const LabResult& lab) {
  ordered_json json{{"lab", lab.lab},
                    {"title", lab.title},
                    {"submission", sanitize_text(lab.submission.string())},
                    {"score", number_or_null(lab.score())},
                    {"max_score", lab.max_score()},
                    {"incomplete", lab.incomplete}};
  if (lab.incomplete) json["incomplete_why"] = lab.incomplete_why;
  if (!lab.gpu_device.empty()) json["gpu"] = sanitize_text(lab.gpu_device);
  if (!lab.headers_note.empty()) json["headers_note"] = sanitize_text(lab.headers_note);
  if (!lab.gpu_note.empty()) json["gpu_note"] = sanitize_text(lab.gpu_note);
  if (lab.boxed || !lab.no_box.empty()) json["boxed"] = lab.boxed;
  if (!lab.tier.empty()) json["tier"] = lab.tier;
  if (!lab.no_box.empty()) json["no_box"] = sanitize_text(lab.no_box);
  if (!lab.look_at.empty()) {
    json["look_at"] = ordered_json::array();
    for (const std::string& why : lab.look_at)
      json["look_at"].push_back(sanitize_text(why));
  }
  json["seconds"] = lab.seconds;
  if (!lab.not_begun.empty()) json["not_begun"] = lab.not_begun;
  for (const BuildResult& built : lab.builds)
    if (!built.build.warnings.empty())
      json["warnings"] = sanitize_text(built.build.warnings);
  if (lab.cures_tried > 0) json["cures_tried"] = lab.cures_tried;
  if (!lab.cures_cut_short.empty()) json["cures_cut_short"] = true;
  if (lab.cure)
    json["cure"] = {{"check", lab.cure->check},
                    {"words", sanitize_text(lab.cure->words)},
                    {"line", lab.cure->line},
                    {"offset", lab.cure->offset},
                    {"length", lab.cure->length},
                    {"text", sanitize_text(lab.cure->text)},
                    {"checks_passed", lab.cure->checks_passed}};
  json["checks"] = checks_json(lab);
  return json;
}

ordered_json finding_json(const PlacedFinding& finding) {
  ordered_json json{{"kind", sanitize_text(finding.kind)},
                    {"message", sanitize_text(finding.message)},
                    {"accesses", accesses_json(finding.accesses)},
                    {"missing", sanitize_text(finding.missing)}};
  if (finding.cause.is_named()) json["cause"] = lacks(finding.cause);
  add_needs(json, finding);
  return json;
}

ordered_json advice_json(const PlacedFinding& advice) {
  ordered_json json{{"kind", sanitize_text(advice.kind)},
                    {"message", sanitize_text(advice.message)},
                    {"file", ""},
                    {"line", 0}};
  for (const PlacedAccess& access : advice.accesses)
    if (json["line"] == 0 && access.place.line != 0) {
      json["file"] = sanitize_text(access.place.file);
      json["line"] = access.place.line;
    }
  if (!advice.missing.empty()) json["missing"] = sanitize_text(advice.missing);
  add_needs(json, advice);
  return json;
}

ordered_json result_json(const GradeResult& result) {
  ordered_json json{{"schema", kResultSchema}, {"interrupted", result.interrupted}};
  json["labs"] = ordered_json::array();
  for (const LabResult& lab : result.labs) json["labs"].push_back(lab_json(lab));
  return json;
}

std::string json_text(const ordered_json& json) {
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gridlock
