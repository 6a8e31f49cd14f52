/// \file
/// The reports of `run` and `replay`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "checker/program.h"
#include "checker/replay.h"
#include "report/layout.h"

namespace gridlock {

/// What a person reads after `run`.  `replay_command` is "./gridlock replay FILE.cu", to
/// which a schedule is added, and `replay_arguments` what comes after that.
std::string program_text(const Look& look, const ProgramRecord& record,
                         const std::string& main_file, const std::string& replay_command,
                         const std::string& replay_arguments);

/// Schema gridlock/run/v1.
nlohmann::ordered_json program_json(const ProgramRecord& record);

/// What a person reads after `replay`: every step, then what came of it.
std::string replay_text(const Look& look, const std::string& title,
                        const ReplayRecord& record, const std::string& main_file);

}  // namespace gridlock
