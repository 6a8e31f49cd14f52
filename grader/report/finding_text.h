/// A finding as text for a student: what happened, where, in which threads, and what is
/// missing.
#pragma once

#include <filesystem>
#include <string>

#include "checker/record.h"
#include "report/layout.h"

namespace gridlock {

/// "block 1, thread 5", "block (1,2,0), thread 0", "the host"; with the kernel's number
/// in front if there are several kernels.
/// \param stream the name of the stream that made the access; "" if that is unknown
std::string actor_of(const Access& access, bool name_kernel = false,
                     const std::string& stream = "");

/// "last_block.cu:12"; "" if the place is unknown.
std::string where(const SourceLine& place);

/// The sentence that says what is missing, marked so that it stands out.
std::string missing_text(const Look& look, int indent, std::string_view sentence);

/// The text below a finding's message: the accesses and the missing link.
std::string finding_text(const Look& look, int indent, const PlacedFinding& finding);

/// "last_block.cu:12 and last_block.cu:20"
std::string places_of(const PlacedFinding& finding);

/// A line with the advice's kind and place.
std::string advice_title(const Look& look, int indent, const PlacedFinding& advice);

/// The line of advice_title(), then the message.
std::string advice_text(const Look& look, int indent, const PlacedFinding& advice);

/// "docs/verdicts.md#data_race" if that page exists below `root`, else "".
std::string docs_link(const std::filesystem::path& root, const std::string& kind);

}  // namespace gridlock
