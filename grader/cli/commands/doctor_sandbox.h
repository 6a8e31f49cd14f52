/// `doctor --sandbox`: shows which protections against strangers' code work here.
#pragma once

#include "cli/command.h"

namespace gridlock {

/// Tries small attacks in the box and prints what became of each.  Without a box, says
/// what to do about it.  Returns 0 if every attack failed, else 1.
int try_attacks(const Environment& environment);

}  // namespace gridlock
