/// Selects and formats hints.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "checker/lab/labs.h"
#include "report/layout.h"

namespace gridlock {

/// The hints for `part`.  If that is "", those for the first part that is not done yet,
/// or for the first part if all are done.
/// \throws UsageError if there are none.
const Hint& hint_for(const Lab& lab, const std::string& part,
                     const std::filesystem::path& state_dir);

/// The next hint level; stays at the last one.
std::size_t next_level(const Lab& lab, const Hint& hint,
                       const std::filesystem::path& state_dir);

/// A hint with its title.
/// \pre the hint has this level, from 1
std::string hint_text(const Look& look, const Lab& lab, const Hint& hint,
                      std::size_t level);

}  // namespace gridlock
