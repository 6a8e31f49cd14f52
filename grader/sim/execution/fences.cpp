#include "sim/execution/fences.h"

#include <string_view>

#include "common/invariant.h"
#include "sim/execution/fence_names.h"

namespace gridlock::sim {

void Fences::fence(MemoryScope scope, bool sc, const char* name, std::uint64_t pc) {
  latest_.settle();
  const bool ordered = sc && run_.options.weak_values;
  run_.scheduler.policy().announces(
      *run_.current(),
      {.kind = ordered ? Operation::Kind::fence : Operation::Kind::local});
  turns_.synchronization_point();
  ++run_.counters.fences;
  if (!weaken(pc, name, true, &scope)) return;
  Thread& thread = *run_.current();
  if (ordered) run_.words.order_fence(thread, scope);
  sim::fence(thread, scope, sc);
  if (!run_.history.recording) return;
  run_.history.add({.op = Op::fence,
                    .scope = static_cast<std::uint8_t>(scope),
                    .sc = sc,
                    .slot = thread.slot,
                    .epoch = thread.epoch,
                    .pc = pc,
                    .name = name,
                    .block = thread.place.block},
                   thread.level[kStrict].known);
}

bool Fences::weaken(std::uint64_t pc, const char* name, bool is_fence,
                    MemoryScope* scope) {
  const int whole = static_cast<int>(*scope) + FenceUse::kBlock;
  if (run_.options.note_fences)
    uses_.emplace(pc,
                  FenceUse{run_.describe(*run_.current(), name, pc, 0,
                                         is_fence ? StepKind::fence : StepKind::atomic),
                           is_fence && name != std::string_view(kFenceOfAccess), whole});
  INVARIANT("A fence has one of the scopes that can be told.",
            whole >= FenceUse::kBlock && *scope < kScopes);
  const WeakenedFence& weakened = run_.options.weakened;
  if (weakened.pc != pc || weakened.scope >= whole) return true;
  if (weakened.scope == FenceUse::kNoScope) return false;
  *scope = static_cast<MemoryScope>(weakened.scope - FenceUse::kBlock);
  return true;
}

}  // namespace gridlock::sim
