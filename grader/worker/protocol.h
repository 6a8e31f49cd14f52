/// \file
/// The conversation between checker and worker, beside the messages of messages.h.
///
///     worker   hello
///     checker  explore or run
///     worker     outcome, finding or program_result, any number
///     checker    answer, one to each of these
///     worker     progress, now and then
///     worker   summary or failure
///     checker  explore or run, or closes the pipe
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "worker/messages.h"

namespace gridlock {

/// A worker introduces itself when its module is loaded.
struct Hello {
  std::string description;             ///< Of the executor.
  std::string unusable;                ///< Why nothing can run here, or "".
  int devices = 0;                     ///< How many there are.
  std::vector<std::string> scenarios;  ///< For messages; may be empty.
};

/// Whether the exploration should go on.
struct Answer {
  bool go_on = true;
};

/// A sign of life.
struct Progress {
  std::uint64_t schedules = 0;
};

/// Why there is no summary; never the submission's fault.
struct Failure {
  std::string message;
};

void to_json(nlohmann::json&, const Hello&);
void from_json(const nlohmann::json&, Hello&);
void to_json(nlohmann::json&, const Answer&);
void from_json(const nlohmann::json&, Answer&);
void to_json(nlohmann::json&, const Progress&);
void from_json(const nlohmann::json&, Progress&);
void to_json(nlohmann::json&, const Failure&);
void from_json(const nlohmann::json&, Failure&);

}  // namespace gridlock
