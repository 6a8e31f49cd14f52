#include "checker/record_transfer.h"

#include <nlohmann/json.hpp>

namespace gridlock {
namespace {

using nlohmann::json;

/// CBOR texts are UTF-8, and what a submission printed need not be.
json bytes(const std::string& text) { return json::binary({text.begin(), text.end()}); }
std::string text(const json& from) {
  const auto& binary = from.get_binary();
  return {binary.begin(), binary.end()};
}

json put(const std::vector<std::string>& texts) {
  json list = json::array();
  for (const std::string& each : texts) list.push_back(bytes(each));
  return list;
}
std::vector<std::string> texts(const json& from) {
  std::vector<std::string> list;
  for (const json& each : from) list.push_back(text(each));
  return list;
}

json put(const PlacedAccess& placed) {
  const Access& access = placed.access;
  const SourceLine& place = placed.place;
  return {bytes(access.op),      access.pc,         access.host,
          access.block,          access.thread,     bytes(access.location),
          bytes(access.note),    bytes(place.file), place.line,
          bytes(place.function), bytes(place.text), access.device,
          access.kernel,         access.stream,     access.racing,
          access.times,          access.meeting,    access.after};
}
PlacedAccess access(const json& from) {
  PlacedAccess placed;
  placed.access = {text(from.at(0)), from.at(1),       from.at(2),       from.at(3),
                   from.at(4),       text(from.at(5)), text(from.at(6)), from.at(11),
                   from.at(12),      from.at(13),      from.at(14),      from.at(15),
                   from.at(16),      from.at(17)};
  placed.place = {text(from.at(7)), from.at(8), text(from.at(9)), text(from.at(10))};
  return placed;
}

json put(const std::vector<PlacedAccess>& accesses) {
  json list = json::array();
  for (const PlacedAccess& each : accesses) list.push_back(put(each));
  return list;
}
std::vector<PlacedAccess> accesses(const json& from) {
  std::vector<PlacedAccess> list;
  for (const json& each : from) list.push_back(access(each));
  return list;
}

json put(const PlacedFinding& finding) {
  return {bytes(finding.kind),   bytes(finding.message),    bytes(finding.missing),
          put(finding.accesses), put(finding.interleaving), bytes(finding.replay)};
}
PlacedFinding finding(const json& from) {
  return {text(from.at(0)),     text(from.at(1)),     text(from.at(2)),
          accesses(from.at(3)), accesses(from.at(4)), text(from.at(5))};
}

json put(const std::vector<PlacedFinding>& findings) {
  json list = json::array();
  for (const PlacedFinding& each : findings) list.push_back(put(each));
  return list;
}
std::vector<PlacedFinding> findings(const json& from) {
  std::vector<PlacedFinding> list;
  for (const json& each : from) list.push_back(finding(each));
  return list;
}

json put(const std::vector<FailedAssertion>& failures) {
  json list = json::array();
  for (const FailedAssertion& each : failures)
    list.push_back({bytes(each.expression), bytes(each.expanded), put(each.info),
                    bytes(each.file), each.line});
  return list;
}
std::vector<FailedAssertion> failures(const json& from) {
  std::vector<FailedAssertion> list;
  for (const json& each : from)
    list.push_back({text(each.at(0)), text(each.at(1)), texts(each.at(2)),
                    text(each.at(3)), each.at(4)});
  return list;
}

}  // namespace

json transfer_json(const CheckRun& run) {
  return {{"executor", run.executor == ExecutorKind::gpu},
          {"verdict", name(run.verdict)},
          {"message", bytes(run.message)},
          {"finding", run.finding ? put(*run.finding) : json()},
          {"notes", put(run.notes)},
          {"advice", put(run.advice)},
          {"failures", put(run.failures)},
          {"interleaving", put(run.interleaving)},
          {"returned", bytes(run.returned)},
          {"asked", bytes(run.asked)},
          {"context", put(run.context)},
          {"replay", bytes(run.replay)},
          {"first", bytes(run.first)},
          {"printed", bytes(run.printed)},
          {"schedules", run.schedules},
          {"schedules_to_finding", run.schedules_to_finding},
          {"accesses", run.accesses},
          {"exhaustive", run.exhaustive},
          {"cut_short", run.cut_short},
          {"seconds", run.seconds}};
}

CheckRun run_from_transfer(const json& from) {
  CheckRun run;
  run.executor = from.at("executor").get<bool>() ? ExecutorKind::gpu : ExecutorKind::sim;
  run.verdict = verdict_from_name(from.at("verdict").get<std::string>())
                    .value_or(Verdict::grader_error);
  run.message = text(from.at("message"));
  if (!from.at("finding").is_null()) run.finding = finding(from.at("finding"));
  run.notes = findings(from.at("notes"));
  run.advice = findings(from.at("advice"));
  run.failures = failures(from.at("failures"));
  run.interleaving = accesses(from.at("interleaving"));
  run.returned = text(from.at("returned"));
  run.asked = text(from.at("asked"));
  run.context = texts(from.at("context"));
  run.replay = text(from.at("replay"));
  run.first = text(from.at("first"));
  run.printed = text(from.at("printed"));
  run.schedules = from.at("schedules");
  run.schedules_to_finding = from.at("schedules_to_finding");
  run.accesses = from.at("accesses");
  run.exhaustive = from.at("exhaustive");
  run.cut_short = from.at("cut_short");
  run.seconds = from.at("seconds");
  return run;
}

}  // namespace gridlock
