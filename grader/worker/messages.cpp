#include "worker/messages.h"

#include <nlohmann/json.hpp>

#include "worker/strict_json.h"

namespace gridlock {

using nlohmann::json;
using strict::Object;

void to_json(json& out, const Access& access) {
  out = json{{"op", access.op},           {"pc", access.pc},
             {"host", access.host},       {"block", access.block},
             {"thread", access.thread},   {"location", access.location},
             {"note", access.note},       {"device", access.device},
             {"kernel", access.kernel},   {"stream", access.stream},
             {"racing", access.racing},   {"times", access.times},
             {"meeting", access.meeting}, {"after", access.after}};
}

void from_json(const json& in, Access& access) {
  Object(in)
      .take("op", access.op)
      .take("pc", access.pc)
      .take("host", access.host)
      .take("block", access.block)
      .take("thread", access.thread)
      .take("location", access.location)
      .take("note", access.note)
      .take("device", access.device)
      .take("kernel", access.kernel)
      .take("stream", access.stream)
      .take("racing", access.racing)
      .take("times", access.times)
      .take("meeting", access.meeting)
      .take("after", access.after)
      .done();
}

void to_json(json& out, const Outcome& outcome) {
  out = json{{"outputs", outcome.outputs},
             {"counters", outcome.counters},
             {"schedule", outcome.schedule},
             {"interleaving", outcome.interleaving},
             {"seen", outcome.seen}};
}

void from_json(const json& in, Outcome& outcome) {
  Object(in)
      .take("outputs", outcome.outputs)
      .take("counters", outcome.counters)
      .take("schedule", outcome.schedule)
      .take("interleaving", outcome.interleaving)
      .take("seen", outcome.seen)
      .done();
}

void to_json(json& out, const Finding& finding) {
  out = json{{"kind", finding.kind},
             {"advice", finding.advice},
             {"message", finding.message},
             {"missing", finding.missing},
             {"remedy", finding.remedy},
             {"accesses", finding.accesses},
             {"interleaving", finding.interleaving},
             {"schedule", finding.schedule}};
}

void from_json(const json& in, Finding& finding) {
  Object(in)
      .take("kind", finding.kind)
      .take("advice", finding.advice)
      .take("message", finding.message)
      .take("missing", finding.missing)
      .take("remedy", finding.remedy)
      .take("accesses", finding.accesses)
      .take("interleaving", finding.interleaving)
      .take("schedule", finding.schedule)
      .done();
}

void to_json(json& out, const Exploration& exploration) {
  out = json{{"schedules", exploration.schedules},
             {"seed", exploration.seed},
             {"budget_ms", exploration.budget_ms},
             {"stop_on_race", exploration.stop_on_race},
             {"by_the_letter", exploration.by_the_letter},
             {"replay", exploration.replay},
             {"minimize", exploration.minimize},
             {"exhaustive_max", exploration.exhaustive_max},
             {"long_waits", exploration.long_waits},
             {"weigh_fences", exploration.weigh_fences}};
}

void from_json(const json& in, Exploration& exploration) {
  Object(in)
      .take("schedules", exploration.schedules)
      .take("seed", exploration.seed)
      .take("budget_ms", exploration.budget_ms)
      .take("stop_on_race", exploration.stop_on_race)
      .take("by_the_letter", exploration.by_the_letter)
      .take("replay", exploration.replay)
      .take("minimize", exploration.minimize)
      .take("exhaustive_max", exploration.exhaustive_max)
      .take("long_waits", exploration.long_waits)
      .take("weigh_fences", exploration.weigh_fences)
      .done();
}

void to_json(json& out, const DeviceModel& model) {
  out = json{{"devices", model.devices},
             {"sms", model.sms},
             {"blocks_per_sm", model.blocks_per_sm}};
}

void from_json(const json& in, DeviceModel& model) {
  Object(in)
      .take("devices", model.devices)
      .take("sms", model.sms)
      .take("blocks_per_sm", model.blocks_per_sm)
      .done();
}

void to_json(json& out, const ExploreRequest& request) {
  out = json{{"scenario", request.scenario},
             {"params", request.params},
             {"exploration", request.exploration},
             {"device", request.device}};
}

void from_json(const json& in, ExploreRequest& request) {
  Object(in)
      .take("scenario", request.scenario)
      .take("params", request.params)
      .take("exploration", request.exploration)
      .take("device", request.device)
      .done();
}

void to_json(json& out, const RunRequest& request) {
  out = json{{"arguments", request.arguments},
             {"exploration", request.exploration},
             {"device", request.device}};
}

void from_json(const json& in, RunRequest& request) {
  Object(in)
      .take("arguments", request.arguments)
      .take("exploration", request.exploration)
      .take("device", request.device)
      .done();
}

void to_json(json& out, const FenceUse& use) {
  out = json{{"access", use.access},
             {"fence", use.fence},
             {"scope", use.scope},
             {"needed", use.needed}};
}

void from_json(const json& in, FenceUse& use) {
  Object(in)
      .take("access", use.access)
      .take("fence", use.fence)
      .take("scope", use.scope)
      .take("needed", use.needed)
      .done();
}

void to_json(json& out, const Summary& summary) {
  out = json{{"schedules", summary.schedules}, {"exhaustive", summary.exhaustive},
             {"cut_short", summary.cut_short}, {"accesses", summary.accesses},
             {"seconds", summary.seconds},     {"worker_spent", summary.worker_spent},
             {"fences", summary.fences}};
}

void from_json(const json& in, Summary& summary) {
  Object(in)
      .take("schedules", summary.schedules)
      .take("exhaustive", summary.exhaustive)
      .take("cut_short", summary.cut_short)
      .take("accesses", summary.accesses)
      .take("seconds", summary.seconds)
      .take("worker_spent", summary.worker_spent)
      .take("fences", summary.fences)
      .done();
}

void to_json(json& out, const ProgramResult& result) {
  out = json{{"exit_code", result.exit_code},
             {"output", result.output},
             {"schedule", result.schedule},
             {"interleaving", result.interleaving}};
}

void from_json(const json& in, ProgramResult& result) {
  Object(in)
      .take("exit_code", result.exit_code)
      .take("output", result.output)
      .take("schedule", result.schedule)
      .take("interleaving", result.interleaving)
      .done();
}

}  // namespace gridlock
