/// Small changes of a submission that may repair it: the inverse of mutation.  The checks
/// decide whether a change helps (cli/cures/cures.h).  The idea is generate-and-validate
/// repair: Le Goues, Nguyen, Forrest and Weimer, "GenProg: a generic method for automatic
/// software repair", IEEE Transactions on Software Engineering 38(1), 2012.
#pragma once

#include <vector>

#include "cure/candidate.h"
#include "cure/scene.h"

namespace gridlock {

/// The changes to try where the failure shows, the likeliest first:
///
/// - a fence, a barrier, a scope or a memory order becomes stronger, alone or everywhere;
/// - a fence or a block's barrier is inserted before or after a statement, moved, or
///   freed of its condition;
/// - a statement goes behind one or more of those that follow it;
/// - an access of memory becomes atomic, a pointer a pointer to volatile; a look and the
///   store that depends on it become one operation; a read waits for its writer's flag;
/// - a stream waits for an event, or records one, first of all next to the operations
/// that
///   nothing orders; the host waits; copies get the stream that they lack; a CUDA call
///   gets another variable of its function; a function that is called with two variables
///   is called with them exchanged, too.
///
/// Not all of them compile.
std::vector<Candidate> candidates_for(const Scene& scene);

}  // namespace gridlock
