#include "report/json.h"

#include <nlohmann/json.hpp>

#include "checker/replay.h"
#include "common/text.h"
#include "wording/words.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

void add_text(ordered_json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = sanitize_text(text);
}

template <typename Item, typename JsonOf>
ordered_json list_of(const std::vector<Item>& items, JsonOf json_of) {
  ordered_json list = ordered_json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

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
  add_text(json, "location", placed.location);
  add_text(json, "note", placed.note);
  return json;
}

void add_needs(ordered_json& json, const PlacedFinding& finding) {
  const Needs needs = needs_of(finding.lacking);
  visit_fields(needs, [&](const char* name, bool needed) {
    if (needed) json["needs"].push_back(name);
  });
}

ordered_json use_json(const PlacedUse& use) {
  ordered_json json{{"file", sanitize_text(use.place.file)},
                    {"line", use.place.line},
                    {"op", sanitize_text(use.use.op)},
                    {"times", use.use.times}};
  add_text(json, "location", use.memory);
  if (use.use.host)
    json["host"] = true;
  else
    json.update({{"blocks", use.use.blocks}, {"threads", use.use.threads}});
  return json;
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

ordered_json failure_json(const FailedAssertion& failure) {
  return {{"message", sanitize_text(assertion_message(failure))},
          {"expression", sanitize_text(failure.expression)},
          {"expanded", sanitize_text(failure.expanded)}};
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
  add_text(json, "sentence", check.sentence);
  if (run.verdict != Verdict::passed) json["finding"] = cause_json(run);
  if (!run.failures.empty()) json["failures"] = list_of(run.failures, failure_json);
  if (!run.scenario.empty()) json["scenario"] = show_scenario(run.scenario, run.params);
  add_text(json, "returned", run.returned);
  if (!run.notes.empty()) json["notes"] = list_of(run.notes, finding_json);
  json["advice"] = list_of(run.advice, advice_json);
  json["schedules"] = run.schedules;
  json["exhaustive"] = run.exhaustive;
  json["cut_short"] = run.cut_short;
  if (run.schedules_to_finding) json["schedules_to_finding"] = run.schedules_to_finding;
  json["accesses"] = run.accesses;
  json["seconds"] = run.seconds;
  if (!run.interleaving.empty())
    json["interleaving"] = list_of(run.interleaving, access_json);
  if (!run.uses.empty()) json["uses"] = list_of(run.uses, use_json);
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
  add_text(json, "gpu", lab.gpu_device);
  add_text(json, "headers_note", lab.headers_note);
  add_text(json, "gpu_note", lab.gpu_note);
  if (lab.boxed || !lab.no_box.empty()) json["boxed"] = lab.boxed;
  add_text(json, "tier", lab.tier);
  add_text(json, "no_box", lab.no_box);
  if (!lab.look_at.empty()) json["look_at"] = list_of(lab.look_at, sanitize_text);
  json["seconds"] = lab.seconds;
  if (!lab.not_begun.empty()) json["not_begun"] = lab.not_begun;
  for (const BuildResult& built : lab.builds)
    add_text(json, "warnings", built.build.warnings);
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
                    {"accesses", list_of(finding.accesses, access_json)},
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
  add_text(json, "missing", advice.missing);
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
