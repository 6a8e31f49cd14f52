/// Sends a check's record between two processes of the grader.  The format is internal:
/// both ends are the same program.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "checker/record.h"

namespace gridlock {

nlohmann::json transfer_json(const CheckRun& run);

/// \throws nlohmann::json::exception if transfer_json did not write it
CheckRun run_from_transfer(const nlohmann::json& json);

}  // namespace gridlock
