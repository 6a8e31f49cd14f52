/// \file
/// A finding as a student reads it: what happened, where, by whom, and what is missing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checker/record.h"
#include "report/layout.h"

namespace gridlock {

/// "block 1, thread 5", "block (1,2,0), thread 0" or "the host".
std::string who(const Access& access);

/// "last_block.cu:12", or "" if it is not known.
std::string where(const SourceLine& place);

/// What lies behind a finding's message: the accesses and the missing link.
std::string finding_text(const Look& look, int indent, const PlacedFinding& finding);

/// "last_block.cu:12 and last_block.cu:20"
std::string places_of(const PlacedFinding& finding);

/// The history of a schedule, a row a step (or a step that repeats); only the last
/// `rows_max` if it is longer.  Places in `main_file` are "line 12", others
/// "helper.h:12".
std::string interleaving_text(const Look& look, int indent,
                              const std::vector<PlacedAccess>& steps,
                              std::size_t rows_max, const std::string& main_file);

/// Advice: kind and place, then the message.
std::string advice_text(const Look& look, int indent, const PlacedFinding& advice);

/// Two findings with the same key are the same mistake.
std::string same_mistake_key(const PlacedFinding& finding);

/// "docs/verdicts.md#data_race" if that page exists below `root`, else "".
std::string docs_link(const std::filesystem::path& root, const std::string& kind);

}  // namespace gridlock
