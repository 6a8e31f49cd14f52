/// A small change to a submission, and where a submission fails.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cure/text_edit.h"

namespace gridlock {

/// A change to try.
struct Candidate {
  std::vector<TextEdit> edits;
  int line = 0;       ///< The changed line of the source, from 1.
  std::string words;  ///< "`__threadfence();` before `*flag = 1;` in line 8"
};

/// How a submission fails: where, and which order it seems to lack.
struct Symptom {
  /// The submission's lines that take part, the most suspicious first.
  std::vector<int> lines;
  std::size_t racing =
      0;  ///< How many of `lines`, from the first, contain the racing accesses.
  bool lacks_barrier = false;  ///< A block barrier is missing, not a fence.
  bool within_block = false;   ///< A fence at block scope is enough.
  /// Two threads work on the same element of the data; an atomic or volatile access would
  /// only hide that.
  bool shares_data = false;
  bool lacks_system = false;  ///< System scope is missing: for the host or other GPUs.
};

/// A line as a report names it: "line 8".
using LineName = std::function<std::string(int line)>;

}  // namespace gridlock
