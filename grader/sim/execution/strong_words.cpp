#include "sim/execution/strong_words.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "common/invariant.h"

namespace gridlock::sim {

std::uint64_t peek(std::uintptr_t address, std::uint32_t size) {
  const auto* word = reinterpret_cast<const void*>(address);
  std::uint64_t value = 0;
  if (size == 4)  // The usual size.  A copy of constant size needs no call.
    std::memcpy(&value, word, 4);
  else
    std::memcpy(&value, word, std::min(size, 8u));
  return value;
}

void poke(std::uintptr_t address, std::uint32_t size, std::uint64_t value) {
  auto* word = reinterpret_cast<void*>(address);
  if (size == 4)
    std::memcpy(word, &value, 4);
  else
    std::memcpy(word, &value, std::min(size, 8u));
}

void StrongWords::begin(const ExecutionOptions& options, Policy& policy) {
  policy_ = &policy;
  weak_values_ = options.weak_values;
  strict_values_ = options.strict_values;
  words_.forget();
  fence_order_.reset();
  stale_.size = 0;
  substitution_.size = 0;
}

SyncWord& StrongWords::word(const Thread* thread, std::uintptr_t address,
                            std::uint32_t size) {
  Block* const block = block_with(thread, address);
  INVARIANT("A word that is accessed strongly has bytes.", size > 0);
  SyncWord& state = block ? block->shared.words.at(address) : words_.at(address);
  if (state.writes == 0) {
    state.address = address;
    state.size = size;
  }
  return state;
}

SyncWord* StrongWords::find(const Thread* thread, std::uintptr_t address) {
  if (Block* const block = block_with(thread, address))
    return block->shared.words.find(address);
  return words_.find(address);
}

void StrongWords::substitute(std::uintptr_t address, std::uint32_t size,
                             std::uint64_t old) {
  INVARIANT("One old value is in memory at a time.", is_settled());
  substitution_ = {address, size, peek(address, size), nullptr};
  poke(address, size, old);
}

void StrongWords::put_back() {
  INVARIANT("Only a store that was wiped out has its value taken.",
            !substitution_.store || stale_.kind == StaleAccess::Kind::overwritten_store);
  if (substitution_.store) {
    const std::uint64_t stored = peek(substitution_.address, substitution_.size);
    substitution_.store->value = stale_.value = stored;
  }
  poke(substitution_.address, substitution_.size, substitution_.present);
  substitution_.size = 0;
}

/// Whether the thread's access to the word may see an old value or land late.
bool StrongWords::may_be_weak(const Thread& thread, const SyncWord& word,
                              std::uintptr_t address) const {
  // Enough old values for every idiom.  A polling thread still gets the present one.
  constexpr unsigned kStaleReadsMax = 4;
  // Registered memory is left out: the host may unregister it before the next call into
  // the simulator.
  const bool may_differ = thread.block || memory_.arena.contains(address);
  return weak_values_ && !word.overwritten.empty() && word.size <= 8 && may_differ &&
         thread.stale_reads < kStaleReadsMax;
}

/// \param back how many of the word's last writes the access skips; the first of these is
/// the one that it missed
void StrongWords::note_stale(Thread& thread, const SyncWord& word, std::size_t back,
                             std::uintptr_t address, std::uint64_t pc,
                             StaleAccess::Kind kind, std::uint64_t value) {
  INVARIANT("An access skips only the last write and writes that the word keeps.",
            back > 0 && back <= word.overwritten.size());
  ++thread.stale_reads;
  stale_ = {.slot = thread.slot,
            .epoch = thread.epoch,
            .pc = pc,
            .address = address,
            .size = word.size,
            .value = value,
            .missed_slot = word.writer,
            .missed_epoch = word.writer_epoch,
            .missed_pc = word.writer_pc,
            .missed_value = peek(address, word.size),
            .kind = kind};
  if (back < 2) return;
  const SyncWord::Overwritten& missed =
      word.overwritten[word.overwritten.size() - back + 1];
  stale_.missed_slot = missed.writer;
  stale_.missed_epoch = missed.writer_epoch;
  stale_.missed_pc = missed.writer_pc;
  stale_.missed_value = missed.value;
}

/// Whether a read-modify-write may come right after an overwritten value, and before the
/// write that followed that value.
///
/// If the read-modify-write changes the value, the next write must be the word's last
/// one, and a store, which overwrites the change.  If the read-modify-write leaves the
/// value as it is, the next write may also be a read-modify-write, which then reads the
/// value from the earlier one.  In that case nothing may depend on the next write's
/// result.  Nor may the next write acquire anything: the earlier one does not release
/// and, in the lenient level, where every read acquires, its thread publishes nothing.
bool StrongWords::may_come_behind(const Thread& thread, const SyncWord::Overwritten& old,
                                  const NextWrite& next,
                                  const StrongAccess& access) const {
  const std::uint64_t present = peek(access.address, access.size);
  const bool fails = access.effect_now() == RmwEffect::none;
  poke(access.address, access.size, old.value);
  const RmwEffect effect = access.effect_now();
  poke(access.address, access.size, present);
  // With the old value, a compare-and-swap would fail instead of succeeding, or the
  // reverse, and its memory order would be the other one.
  if (fails != (effect == RmwEffect::none)) return false;
  switch (effect) {
    case RmwEffect::none:
      return true;
    case RmwEffect::same:
      return !next.by_rmw ||
             (!next.result_is_used && !releases(access.kind.order) &&
              (level() == kStrict || publishes_nothing(thread, kLenient)));
    default:
      return !next.by_rmw && next.is_last;
  }
}

const SyncWord::Overwritten* StrongWords::choose_stale(Thread& thread, SyncWord& word,
                                                       const StrongAccess& access) {
  if (!may_be_weak(thread, word, access.address)) return nullptr;
  const bool changes = access.kind.read_modify_write;
  // An addition changes the value, so it cannot come right before the last write if that
  // is a read-modify-write.
  if (access.kind.commutes && word.written_by_rmw &&
      access.effect_now() == RmwEffect::change)
    return nullptr;
  const std::vector<SyncWord::Overwritten>& kept = word.overwritten;
  std::array<const SyncWord::Overwritten*, kOverwrittenMax> readable{};
  std::size_t count = 0;
  const std::size_t first = first_readable(word, thread, thread.visible, level());
  for (std::size_t i = kept.size(); i-- > first;) {
    const bool is_last = i + 1 == kept.size();
    const NextWrite next =
        is_last
            ? NextWrite{word.written_by_rmw, word.result_is_used, true}
            : NextWrite{kept[i + 1].written_by_rmw, kept[i + 1].result_is_used, false};
    if (!changes || may_come_behind(thread, kept[i], next, access))
      readable[count++] = &kept[i];
  }
  const std::size_t back = count ? policy_->how_stale(count) : 0;
  INVARIANT("A policy picks a value that can be seen.", back <= count);
  if (back == 0) return nullptr;
  // The poll is in vain only because the simulator shows it an old value.
  thread.spin.progressed();
  const SyncWord::Overwritten& old = *readable[back - 1];
  const auto passed = static_cast<std::size_t>(&kept.back() - &old);
  using Kind = StaleAccess::Kind;
  note_stale(thread, word, passed + 1, access.address, access.pc,
             changes ? Kind::overwritten_update : Kind::read, old.value);
  if (changes && !word.written_by_rmw)
    word.overtaken.push_back({thread.slot, thread.epoch, word.writes});
  return &old;
}

/// Makes a store land before writes that have already landed, if the policy wants that.
std::optional<EarlierPlace> StrongWords::choose_place(Thread& thread,
                                                      const SyncWord& word,
                                                      std::uintptr_t address,
                                                      std::uint64_t pc) {
  if (!may_be_weak(thread, word, address)) return std::nullopt;
  const std::vector<EarlierPlace> places =
      earlier_places(word, thread, thread.visible, level());
  const std::size_t pick = places.empty() ? 0 : policy_->how_stale(places.size());
  INVARIANT("A policy picks a place that a store can take.", pick <= places.size());
  if (pick == 0) return std::nullopt;
  note_stale(thread, word, places[pick - 1].back, address, pc,
             StaleAccess::Kind::overwritten_store, 0);
  return places[pick - 1];
}

std::uint64_t StrongWords::write(Thread& thread, SyncWord& word, const Attempt& attempt,
                                 MemoryOrder order, const AccessKind& kind) {
  const std::uintptr_t address = attempt.address;
  const bool is_store = !kind.read_modify_write && attempt.size == word.size;
  const auto place = is_store ? choose_place(thread, word, address, attempt.pc)
                              : std::optional<EarlierPlace>();
  INVARIANT("No old value is in memory when a word is written.", is_settled());
  const std::uint64_t present = peek(address, attempt.size);
  if (weak_values_ && attempt.size <= 8) keep_overwritten(word, present);
  word.writer_pc = attempt.pc;
  strong_write(thread, word, order, scope_of(attempt.strength), kind.read_modify_write);
  word.result_is_used = kind.result_is_used;
  if (!place) return word.writes;
  substitution_ = {address, attempt.size, present, &move_back(word, *place)};
  INVARIANT("A store that lands early is not the last write.",
            place->number < word.writes);
  return place->number;
}

}  // namespace gridlock::sim
