/// \file
/// A check's record between two processes of ours.  Not a format for anybody else: both
/// ends are the same program.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "checker/record.h"

namespace gridlock {

nlohmann::json transfer_json(const CheckRun& run);

/// \throws nlohmann::json::exception if it is not what transfer_json made.
CheckRun run_from_transfer(const nlohmann::json& json);

}  // namespace gridlock
