#include "sim/execution/latest_access.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {

void LatestAccess::check_write(const Thread& thread, ShadowRegion& region,
                               const Attempt& attempt) {
  INVARIANT("A write is judged before the next one.", write_.size == 0);
  Clash clash;
  if (run_.shadow.check(region, attempt, &clash)) {
    if (clash.earlier_is_write && clash.earlier.strength == Strength::weak &&
        thread.block && attempt.size <= write_.before.size() &&
        !run_.actor(clash.earlier.slot, clash.earlier.epoch).host) {
      write_ = {attempt.size, attempt, clash, {}};
      std::memcpy(write_.before.data(), reinterpret_cast<const void*>(attempt.address),
                  attempt.size);
      return;
    }
    run_.reporter.race(thread, attempt, clash, "write", StepKind::write);
  }
  if (run_.history.recording)
    record_plain(thread, attempt, "write", peek(attempt.address, attempt.size));
}

void LatestAccess::judge_write() {
  UnorderedWrite write = std::exchange(write_, {});
  INVARIANT("What a write replaces is kept as a whole.",
            write.size <= write.before.size());
  INVARIANT("A write is judged while its thread runs.",
            write.attempt.party == run_.current());
  const Attempt& attempt = write.attempt;
  write.clash.equal_values =
      std::memcmp(write.before.data(), reinterpret_cast<const void*>(attempt.address),
                  write.size) == 0;
  run_.reporter.race(*run_.current(), attempt, write.clash, "write", StepKind::write);
  std::uint64_t found = 0;
  std::memcpy(&found, write.before.data(), std::min<std::size_t>(write.size, 8));
  record_plain(*run_.current(), attempt, "write", found);
}

void LatestAccess::record_plain(const Thread& thread, const Attempt& attempt,
                                const char* name, std::uint64_t found) {
  if (!run_.history.recording) return;
  const bool is_value = attempt.size <= sizeof(std::uint64_t);
  run_.history.add({.op = attempt.is_write ? Op::write : Op::read,
                    .slot = thread.slot,
                    .epoch = thread.epoch,
                    .pc = attempt.pc,
                    .address = attempt.address,
                    .size = attempt.size,
                    .found_known = is_value,
                    .found = is_value ? found : 0,
                    .name = name,
                    .block = thread.place.block,
                    .home = home_block(thread)},
                   thread.level[kStrict].known);
  if (attempt.is_write && run_.memory.stays(attempt.address))
    run_.history.store_follows(attempt.address, attempt.size);
}

}  // namespace gridlock::sim
