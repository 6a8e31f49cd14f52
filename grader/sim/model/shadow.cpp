#include "sim/model/shadow.h"

#include <algorithm>

namespace gridlock::sim {

namespace {
// At most so many readers of one word are remembered between two writes.
constexpr std::size_t kReadsMax = 64;
constexpr std::size_t kReadsUsual = 8;

Touch touch_by(const Attempt& attempt, std::uint8_t mask) {
  return {attempt.party->epoch, static_cast<std::uint16_t>(attempt.party->slot), mask,
          attempt.strength, attempt.pc};
}
}  // namespace

const Touch* Shadow::last_write(const ShadowRegion& region, std::uintptr_t address) {
  static constexpr Touch kNobody{};
  const Cell& cell = region.cells[(address - region.base) / 4];
  if (cell.generation != region.generation) return &kNobody;
  return cell.more & kSplit ? nullptr : &cell.write;
}

void Shadow::reset() {
  reads_used_ = 1;
  reads_free_.clear();
  bytes_used_ = 1;
  bytes_free_.clear();
}

void Shadow::release(const ShadowRegion& region, std::uintptr_t address,
                     std::size_t size) {
  if (size == 0) return;
  const std::uintptr_t last = (address + size - 1 - region.base) / 4;
  for (std::uintptr_t i = (address - region.base) / 4; i <= last; ++i) {
    Cell& cell = region.cells[i];
    if (cell.more == 0 || cell.generation != region.generation) continue;
    if (cell.more & kSplit) {
      const std::uint32_t index = std::exchange(cell.more, 0) & ~kSplit;
      for (Cell& byte : bytes_[index].cells) free_reads(byte);
      bytes_free_.push_back(index);
    } else {
      free_reads(cell);
    }
  }
}

/// Frees the list of a cell's further reads, if it has one.
void Shadow::free_reads(Cell& cell) {
  if (cell.more) reads_free_.push_back(std::exchange(cell.more, 0));
}

bool Shadow::check_cells(ShadowRegion& region, const Attempt& attempt, Clash* clash) {
  const std::uintptr_t first = attempt.address - region.base;
  const std::uintptr_t end = first + attempt.size;
  bool found = false;
  for (std::uintptr_t at = first; at < end;) {
    const std::uintptr_t cell_start = at & ~std::uintptr_t{3};
    const std::uintptr_t stop = std::min(end, cell_start + 4);
    const auto mask = static_cast<std::uint8_t>(((1u << (stop - cell_start)) - 1) &
                                                ~((1u << (at - cell_start)) - 1));
    Cell& cell = region.cells[cell_start / 4];
    if (cell.generation != region.generation) {
      cell = {region.generation, 0, {}, {}};
      if (mask == kWholeCell && !attempt.before_kernel) {  // Nothing to clash with.
        (attempt.is_write ? cell.write : cell.read) = touch_by(attempt, mask);
        at = stop;
        continue;
      }
    }
    const bool bad = (cell.more & kSplit)
                         ? check_bytes(cell, mask, attempt, found ? nullptr : clash)
                         : check_cell(cell, mask, attempt, found ? nullptr : clash);
    found = found || bad;
    at = stop;
  }
  return found;
}

bool Shadow::clashes(const Touch& earlier, bool earlier_is_write, const Attempt& attempt,
                     Clash* clash) const {
  const Party& party = *attempt.party;
  if (attempt.before_kernel) {
    if (attempt.before_kernel->level[kLenient].at(earlier.slot) >= earlier.epoch)
      return false;
    if (clash) *clash = {earlier, earlier_is_write, false};
    return true;
  }
  if (party.knows(kStrict, earlier.slot, earlier.epoch)) return false;
  if (attempt.strength != Strength::weak && earlier.strength != Strength::weak) {
    // Two strong accesses race only if a scope leaves the other thread out, or if their
    // words are not exactly the same.
    const Place there = place_of_(earlier.slot, earlier.epoch);
    const bool same_words =
        !attempt.word || attempt.word->writes == 0 ||
        (attempt.word->address == attempt.address && attempt.word->size == attempt.size);
    if (same_words && includes(scope_of(attempt.strength), party.place, there) &&
        includes(scope_of(earlier.strength), there, party.place))
      return false;
  }
  bool lenient_only = party.knows(kLenient, earlier.slot, earlier.epoch);
  if (earlier_is_write && earlier.strength != Strength::weak) {
    const SyncWord* word = attempt.word ? attempt.word : word_of_(attempt.address);
    if (word && has_observed(party, kStrict, *word)) return false;
    lenient_only = lenient_only || (word && has_observed(party, kLenient, *word));
  }
  if (clash) *clash = {earlier, earlier_is_write, lenient_only};
  return true;
}

bool Shadow::check_cell(Cell& cell, std::uint8_t mask, const Attempt& attempt,
                        Clash* clash) {
  const Party& party = *attempt.party;
  // The earlier access is nearly always known to be ordered before this one.
  const auto follows = [&](const Touch& earlier) {
    return party.knows(kStrict, earlier.slot, earlier.epoch) && !attempt.before_kernel;
  };
  const Touch touch = touch_by(attempt, mask);
  if (mask != kWholeCell) {
    const std::uint8_t masks = cell.write.mask | cell.read.mask;
    if (masks != 0 && masks != mask) return check_bytes(cell, mask, attempt, clash);
  } else if ((cell.write.epoch && cell.write.mask != kWholeCell) ||
             (cell.read.epoch && cell.read.mask != kWholeCell)) {
    return check_bytes(cell, mask, attempt, clash);
  }

  bool found = false;
  const Touch& last = cell.write;
  const bool own = last.slot == touch.slot && last.epoch == touch.epoch;
  if (last.epoch && (!own || attempt.before_kernel) && !follows(last))
    found = clashes(last, true, attempt, clash);
  if (!attempt.is_write) {
    add_read(cell, touch, attempt);
    return found;
  }
  if (!found && cell.read.epoch) {
    found = !follows(cell.read) && clashes(cell.read, false, attempt, clash);
    if (!found && cell.more) {
      for (const Touch& read : reads_[cell.more])
        if (clashes(read, false, attempt, clash)) {
          found = true;
          break;
        }
    }
  }
  if (cell.read.epoch) forget_ordered_reads(cell, attempt);
  cell.write = touch;
  return found;
}

/// Reads that are ordered before this write add nothing to what the write says.
void Shadow::forget_ordered_reads(Cell& cell, const Attempt& attempt) {
  const auto ordered = [&](const Touch& read) {
    return attempt.strength == Strength::weak ||
           attempt.party->knows(kStrict, read.slot, read.epoch);
  };
  if (cell.more) {
    std::vector<Touch>& list = reads_[cell.more];
    list.erase(std::remove_if(list.begin(), list.end(), ordered), list.end());
  }
  if (!ordered(cell.read)) return;
  if (cell.more && !reads_[cell.more].empty()) {
    cell.read = reads_[cell.more].back();
    reads_[cell.more].pop_back();
  } else {
    cell.read = Touch{};
    free_reads(cell);
  }
}

std::uint32_t Shadow::new_byte_cells() {
  if (!bytes_free_.empty()) {
    const std::uint32_t index = bytes_free_.back();
    bytes_free_.pop_back();
    return index;
  }
  if (bytes_used_ == bytes_.size()) bytes_.emplace_back();
  return static_cast<std::uint32_t>(bytes_used_++);
}

/// The index of an empty list, for the further reads of a cell.
std::uint32_t Shadow::new_reads() {
  if (!reads_free_.empty()) {
    const std::uint32_t index = reads_free_.back();
    reads_free_.pop_back();
    reads_[index].clear();
    return index;
  }
  if (reads_used_ == reads_.size()) reads_.emplace_back();
  reads_[reads_used_].clear();
  return static_cast<std::uint32_t>(reads_used_++);
}

void Shadow::add_read(Cell& cell, const Touch& touch, const Attempt& attempt) {
  Touch& first = cell.read;
  if (first.epoch == 0 || first.slot == touch.slot ||
      (first.strength <= touch.strength && !cell.more &&
       attempt.party->knows(kStrict, first.slot, first.epoch))) {
    // A weak read races with more accesses than a strong one of the same epoch: keep it.
    if (first.epoch == touch.epoch && first.slot == touch.slot &&
        first.strength == Strength::weak)
      return;
    first = touch;
    return;
  }
  if (!cell.more) {
    cell.more = new_reads();
    reads_[cell.more].reserve(kReadsUsual);
  }
  // By slot: threads mostly come in their order.
  std::vector<Touch>& list = reads_[cell.more];
  auto place = list.end();
  if (!list.empty() && list.back().slot >= touch.slot)
    place = std::lower_bound(
        list.begin(), list.end(), touch,
        [](const Touch& one, const Touch& other) { return one.slot < other.slot; });
  if (place != list.end() && place->slot == touch.slot)
    *place = touch;
  else if (list.size() < kReadsMax)
    list.insert(place, touch);
  else
    (place == list.end() ? list.back() : *place) = touch;
}

/// Bytes of one cell that were accessed separately get cells of their own.
bool Shadow::check_bytes(Cell& cell, std::uint8_t mask, const Attempt& attempt,
                         Clash* clash) {
  if ((cell.more & kSplit) == 0) {
    const std::uint32_t index = new_byte_cells();
    for (int i = 0; i < 4; ++i) {
      Cell& byte = bytes_[index].cells[i];
      byte = Cell{};
      byte.generation = cell.generation;
      if (cell.write.epoch && cell.write.mask >> i & 1) byte.write = cell.write;
      if (cell.read.epoch && cell.read.mask >> i & 1) {
        byte.read = cell.read;
        if (cell.more) {
          byte.more = new_reads();
          reads_[byte.more] = reads_[cell.more];
        }
      }
      byte.write.mask = byte.write.epoch ? kWholeCell : 0;
      byte.read.mask = byte.read.epoch ? kWholeCell : 0;
    }
    cell.more = kSplit | index;
  }
  bool found = false;
  for (int i = 0; i < 4; ++i) {
    if (!(mask >> i & 1)) continue;
    Cell& byte = bytes_[cell.more & ~kSplit].cells[i];
    found = check_cell(byte, kWholeCell, attempt, found ? nullptr : clash) || found;
  }
  return found;
}

}  // namespace gridlock::sim
