/// Judges a program by the axioms: enumerates all its executions.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "oracle/axioms.h"
#include "oracle/program.h"

namespace gridlock::oracle {

/// One result per read; kNotRead for a read that a guard prevented.
using Results = std::vector<int>;
constexpr int kNotRead = -1;

/// A summary of the executions of one kind.
struct Executions {
  std::uint64_t count = 0;
  bool race = false;  ///< Some execution has a data race.
  std::set<Results> results;
};

/// What the model allows.  A machine that interleaves threads shows only a part of it,
/// because no read sees a later write.  So the executions without load buffering are also
/// summarized separately: in them, program order and reads-from have no cycle together.
struct Judgement {
  Executions strict;           ///< All that PTX allows.
  Executions lenient;          ///< All that the lenient level allows; races by its rules.
  Executions strict_in_order;  ///< The part of `strict` without load buffering.
  Executions lenient_in_order;  ///< The part of `lenient` without load buffering.
  /// Whether an execution in `strict_in_order` has a race, and its reads see the same
  /// values as in some execution in `lenient_in_order`.  A strict checker can find such
  /// a race on a machine that behaves leniently.  The two executions may order the sc
  /// fences differently; only what reads return shows that order.
  bool strict_race_with_lenient_values = false;
};

/// Enumerates all executions.  The time grows with the product, over all reads, of the
/// number of writes that each may see, and with the factorials of the number of sc
/// fences and of the number of writes to one word.
/// \throws std::runtime_error if the program is malformed or has more than 32 operations,
/// initial writes included
Judgement judge(const Program& program, Patterns patterns = Patterns::ptx);

}  // namespace gridlock::oracle
