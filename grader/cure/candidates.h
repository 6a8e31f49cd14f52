/// \file
/// Small changes of a submission that may repair it: the inverse of what mutation does.
/// Nothing here knows whether a change helps; that is for the checks to say (trial.h).
/// The idea is that of generate-and-validate repair: Le Goues, Nguyen, Forrest and
/// Weimer, "GenProg: a generic method for automatic software repair", IEEE Transactions
/// on Software Engineering 38(1), 2012.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// Replaces `length` bytes at `offset` by `text`.
struct TextEdit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
};

/// The source with the edit applied.  \throws std::out_of_range if it lies outside
std::string edited(std::string_view source, const TextEdit& edit);

/// A change to try.
struct Candidate {
  TextEdit edit;
  int line = 0;       ///< Where it changes the source, from 1.
  std::string words;  ///< "`__threadfence();` before `*flag = 1;` in line 8"
};

/// Where a failure shows in a submission, and what it seems to lack.
struct Symptom {
  /// Lines of the submission that take part, the most suspicious first.
  std::vector<int> lines;
  bool lacks_barrier = false;  ///< A block's barrier rather than a fence.
};

/// The changes to try in the functions of those lines, the likeliest first:
///
/// - a fence, a barrier, a scope or a memory order becomes stronger;
/// - a fence or a block's barrier is inserted before or after a statement, or both;
/// - a statement is exchanged with its neighbour;
/// - an update of memory becomes one atomic operation, a pointer a pointer to volatile;
/// - a stream waits for an event; a CUDA call gets another variable of its function.
///
/// Not all of them compile.  Empty if the source has lines that end in a backslash.
/// \param line_name what the words call a line: "line 8"
std::vector<Candidate> candidates_for(
    std::string_view source, const Symptom& symptom,
    const std::function<std::string(int line)>& line_name);

}  // namespace gridlock
