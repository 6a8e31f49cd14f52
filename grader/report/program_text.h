/// The reports of `run` and `replay`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "checker/program.h"
#include "checker/replay.h"
#include "report/layout.h"

namespace gridlock {

/// The report of `run` for a terminal.
/// \param file the program, as the user would type it
/// \param arguments the end of a suggested command: "--" and the program's arguments, or
///   ""
std::string program_text(const Look& look, const ProgramRecord& record,
                         const std::string& main_file, const std::string& file,
                         const std::string& arguments);

/// Schema gridlock/run/v1.
nlohmann::ordered_json program_json(const ProgramRecord& record);

/// The report of `replay` for a terminal: every step, then the result.
std::string replay_text(const Look& look, const std::string& title,
                        const ReplayRecord& record, const std::string& main_file);

}  // namespace gridlock
