/// \file
/// What the axioms say of a program: all of its executions, by exhaustive enumeration.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "oracle/axioms.h"
#include "oracle/program.h"

namespace gridlock::oracle {

/// The program's results, one for each of its reads; kNotRead of those that a guard
/// prevented.
using Results = std::vector<int>;
constexpr int kNotRead = -1;

/// The executions of one kind, summed up.
struct Executions {
  std::uint64_t count = 0;
  bool race = false;  ///< One of them has a data race.
  std::set<Results> results;
};

/// What an interleaving machine can do is a part of what the model allows: in it, no read
/// sees a write that comes after it.  So the executions without load buffering, those
/// in which program order and reads-from have no cycle together, are also summed up
/// alone.
struct Judgement {
  Executions strict;           ///< All that PTX allows.
  Executions lenient;          ///< All that the lenient level allows; races by its rules.
  Executions strict_in_order;  ///< Of `strict`, those without load buffering.
  Executions lenient_in_order;  ///< Of `lenient`, those without load buffering.
  /// A race in an execution of `strict_in_order` whose reads all see what they see in
  /// some execution of `lenient_in_order`: what a strict observer can find fault with on
  /// a machine that behaves leniently.  The order of the fence.sc may be another one;
  /// nobody sees it but by what reads return.
  bool strict_race_with_lenient_values = false;
};

/// Enumerates.  The time grows with the product of the writes that each read may see, and
/// with the factorials of the numbers of fence.sc and of writes to one word.
/// \throws std::runtime_error if the program is malformed or has more than 32 operations,
/// initial writes included.
Judgement judge(const Program& program, Patterns patterns = Patterns::ptx);

}  // namespace gridlock::oracle
