#include "worker/protocol.h"

#include <nlohmann/json.hpp>

#include "worker/strict_json.h"

namespace gridlock {

using nlohmann::json;
using strict::Object;

void to_json(json& out, const Hello& hello) {
  out = json{{"description", hello.description},
             {"unusable", hello.unusable},
             {"devices", hello.devices},
             {"scenarios", hello.scenarios}};
}

void from_json(const json& in, Hello& hello) {
  Object(in)
      .take("description", hello.description)
      .take("unusable", hello.unusable)
      .take("devices", hello.devices)
      .take("scenarios", hello.scenarios)
      .done();
}

void to_json(json& out, const Answer& answer) { out = json{{"go_on", answer.go_on}}; }

void from_json(const json& in, Answer& answer) {
  Object(in).take("go_on", answer.go_on).done();
}

void to_json(json& out, const Progress& progress) {
  out = json{{"schedules", progress.schedules}};
}

void from_json(const json& in, Progress& progress) {
  Object(in).take("schedules", progress.schedules).done();
}

void to_json(json& out, const Failure& failure) {
  out = json{{"message", failure.message}};
}

void from_json(const json& in, Failure& failure) {
  Object(in).take("message", failure.message).done();
}

}  // namespace gridlock
