/// The judgement of the axioms on a program: all its executions, enumerated.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "oracle/axioms.h"
#include "oracle/program.h"

namespace gridlock::oracle {

/// The program's results, one per read; kNotRead for reads that a guard prevented.
using Results = std::vector<int>;
constexpr int kNotRead = -1;

/// A summary of the executions of one kind.
struct Executions {
  std::uint64_t count = 0;
  bool race = false;  ///< One of them has a data race.
  std::set<Results> results;
};

/// A machine that interleaves threads shows only a part of what the model allows: no read
/// sees a later write.  So the executions without load buffering, in which program order
/// and reads-from together have no cycle, are also summarized separately.
struct Judgement {
  Executions strict;           ///< All that PTX allows.
  Executions lenient;          ///< All that the lenient level allows; races by its rules.
  Executions strict_in_order;  ///< The part of `strict` without load buffering.
  Executions lenient_in_order;  ///< The part of `lenient` without load buffering.
  /// A race in an execution of `strict_in_order` whose reads all see what they see in
  /// some execution of `lenient_in_order`: the races that a strict observer can find on a
  /// machine that behaves leniently.  The order of the fence.sc may differ; only what
  /// reads return makes it visible.
  bool strict_race_with_lenient_values = false;
};

/// Enumerates all executions.  The time grows with the product of the numbers of writes
/// that each read may see, and with the factorials of the numbers of fence.sc and of
/// writes to one word.
/// \throws std::runtime_error if the program is malformed or has more than 32 operations,
/// initial writes included.
Judgement judge(const Program& program, Patterns patterns = Patterns::ptx);

}  // namespace gridlock::oracle
