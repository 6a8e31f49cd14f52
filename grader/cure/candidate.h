/// A small change of a submission, and where a submission fails.
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
  /// The host waits with it, so that concurrent work may run one after the other.
  bool host_waits = false;
};

/// A failure of a submission, with its places and the order that it seems to lack.
struct Symptom {
  /// Lines of the submission that take part, the most suspicious first.
  std::vector<int> lines;
  std::size_t racing =
      0;  ///< The number of lines, from the first, that are the accesses' own.
  /// The accesses are of two kernels, copies or the host: no fence orders them, and the
  /// first lines issue them.
  bool between_tasks = false;
  bool lacks_barrier = false;  ///< A block's barrier rather than a fence.
  bool within_block = false;   ///< A fence for the threads of one block is enough.
  /// Two threads work on one element of the data: an atomic or volatile access would hide
  /// that.
  bool shares_data = false;
  bool lacks_system = false;  ///< The scope of the system, for the host and other GPUs.
};

/// A line as a report names it: "line 8".
using LineName = std::function<std::string(int line)>;

}  // namespace gridlock
