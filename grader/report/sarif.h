/// The findings of `run` for editors and CI: SARIF 2.1.0
/// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "checker/program.h"

namespace gridlock {

/// A result per finding, with its accesses as related locations and its interleaving as a
/// code flow of one thread flow per thread.  Advice is a warning.  A suppressed finding
/// is included, with the reason.
/// \param main_file the program, as the user would type it
/// \param exit_code the exit code of `run`
nlohmann::ordered_json sarif_json(const ProgramRecord& record,
                                  const std::string& main_file, int exit_code);

}  // namespace gridlock
