/// Why nothing ends the wait of threads that poll a word.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/cause.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

/// Threads that poll one word.
struct PolledWord {
  std::uintptr_t address;
  const Waiter& told;
  std::vector<const Thread*> threads;
};

/// Why these threads wait forever.  Possible reasons: the awaited value has been
/// replaced; the last block to change the word had not waited; a block ended without its
/// change; an update in two steps lost a change; all blocks have made their change;
/// nothing has written the word.  Empty if no reason is known.
Causes why_nothing_ends_it(const Machine& machine, const PolledWord& word,
                           const NoThreadCanContinue& stuck);

}  // namespace gridlock::sim
