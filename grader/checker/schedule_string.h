/// The one string that replays an execution.
///
///     2:0f3a5c7e9b1d2f40:3o:sum:blocks=4,threads=8:1.4.2:1:rr-0-0-1:5e9c02
///     |        |         |   |         |             |   |     |       `- checksum
///     |        |         |   |         |             |   |     `- the executor's token
///     |        |         |   |         |             |   `- seed
///     |        |         |   |         |             `- devices, SMs, blocks per SM
///     |        |         |   |         `- parameters
///     |        |         |   `- scenario; "main" for a whole program
///     |        |         `- number of the check in its lab, and the letter of its kind;
///     |        |            "-" for a whole program
///     |        `- hash of the source it was recorded with
///     `- version of this format
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "checker/include/gridlock/check.h"
#include "protocol/messages.h"

namespace gridlock {

struct ScheduleString {
  std::string source_hash;
  int check = 0;  ///< From 1; 0 for a whole program.
  CheckKind kind = CheckKind::ordering;
  std::string scenario;  ///< "main" for a whole program.
  Params params;
  DeviceModel device;
  std::uint64_t seed = 1;
  std::string token;
};

/// Why a string is not a schedule string, as a sentence for the user.
class BadScheduleString : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whether an executor's token is allowed in a schedule string: at most 64 KiB of
/// letters, digits and -_.,+=/~@%.  (It comes from the worker, so it is not trusted.)
bool is_token(std::string_view token);

std::string format_schedule(const ScheduleString& schedule);

/// The last field of a schedule string.  The user can name a recorded schedule by it.
std::string schedule_id(std::string_view text);

/// \throws BadScheduleString
ScheduleString parse_schedule(std::string_view text);

}  // namespace gridlock
