#include "sim/model/shadow.h"

#include <limits>

namespace gridlock::sim {

namespace {
// The maximum number of readers of a word between two writes, without the first reader.
constexpr std::size_t kReadsMax = ReadLists::kMost;

Touch touch_by(const Attempt& attempt, std::uint8_t mask) {
  INVARIANT("A slot fits into the 16 bits that an access has for it.",
            attempt.party->slot <= std::numeric_limits<std::uint16_t>::max());
  INVARIANT("An access is made in an epoch.", attempt.party->epoch != 0);
  return {attempt.party->epoch, static_cast<std::uint16_t>(attempt.party->slot), mask,
          attempt.strength, attempt.pc};
}
}  // namespace

void ShadowRegion::spread(std::uintptr_t offset) {
  ShadowPage& page = pages[offset / ShadowPage::kBytes];
  INVARIANT("No page is of a generation that is to come.",
            page.all.generation <= generation && page.open_in <= generation);
  INVARIANT("A page that stands for all its cells has no further reads.",
            page.all.generation != generation || page.all.more == 0);
  page.open_in = generation;
  if (page.all.generation != generation) return;  // All cells are empty.
  Cell* const first = cells + offset / ShadowPage::kBytes * (ShadowPage::kBytes / 4);
  std::fill_n(first, ShadowPage::kBytes / 4, page.all);
}

const Touch* Shadow::last_write(const ShadowRegion& region, std::uintptr_t address) {
  static constexpr Touch kNever{};
  const Cell& cell = region.at(address - region.base);
  if (cell.generation != region.generation) return &kNever;
  return cell.more & kSplit ? nullptr : &cell.write;
}

void Shadow::reset() {
  reads_.reset();
  sets_.reset();
  bytes_used_ = 1;
  bytes_free_.clear();
}

void Shadow::release(const ShadowRegion& region, std::uintptr_t address,
                     std::size_t size) {
  if (size == 0) return;
  const std::uintptr_t end = address + size - region.base;
  std::uintptr_t next = 0;
  for (std::uintptr_t at = (address - region.base) / 4 * 4; at < end; at = next) {
    next = region.behind(at);
    // The cells of a closed page have no further reads.
    if (!region.is_open(at)) continue;
    Cell& cell = region.cells[at / 4];
    if (cell.more == 0 || cell.generation != region.generation) continue;
    if (cell.more & kSplit) {
      const std::uint32_t index = std::exchange(cell.more, 0) & ~kSplit;
      INVARIANT("A split cell has byte cells in use.",
                index != 0 && index < bytes_used_ && bytes_free_.size() < bytes_used_);
      for (Cell& byte : bytes_[index].cells) free_reads(byte);
      bytes_free_.push_back(index);
    } else {
      free_reads(cell);
    }
  }
}

void Shadow::settle(ShadowRegion& region, std::uintptr_t address, std::size_t size,
                    const Touch& ended) {
  INVARIANT("A copy that has ended did so in an epoch.",
            ended.epoch != 0 && ended.epoch != kUnended);
  const auto settle_touch = [&](Touch& touch) {
    if (touch.slot != ended.slot || touch.epoch != kUnended) return;
    touch.epoch = ended.epoch;
    touch.pc = ended.pc;
  };
  const auto settle_cell = [&](Cell& cell) {
    settle_touch(cell.write);
    // All readers of a run have the same epoch, so a run becomes a list.
    if (cell.read.epoch == kUnended) spread(cell);
    settle_touch(cell.read);
    if (has_list(cell))
      for (Touch& read : reads_.reads(cell.more)) settle_touch(read);
  };
  const std::uintptr_t offset = address - region.base;
  for (std::uintptr_t at = offset / 4 * 4, next = 0; at < offset + size; at = next) {
    next = region.behind(at);
    Cell& cell = region.at(at);
    if (cell.generation != region.generation) continue;
    if (cell.more & kSplit)
      for (Cell& byte : bytes_[cell.more & ~kSplit].cells) settle_cell(byte);
    else
      settle_cell(cell);
  }
}

void Shadow::free_reads(Cell& cell) {
  INVARIANT("The reads of a split cell are those of its bytes.", !(cell.more & kSplit));
  if (has_list(cell)) reads_.free(cell.more);
  if (ReadSets::is(cell.more)) sets_.free(cell.more);
  cell.more = 0;
}

std::uint32_t Shadow::copy_of_reads(const Cell& cell) {
  if (ReadSets::is(cell.more)) return sets_.keep(sets_.at(cell.more));
  return has_list(cell) ? reads_.copy_of(cell.more) : cell.more;
}

/// Remembers a plain access to cells that many threads may have read, if all earlier
/// writes and, for a write, all earlier reads are ordered before it.  Otherwise returns
/// false, and the access must still be checked.
bool Shadow::note_shared(ShadowRegion& region, const Attempt& attempt) {
  const Touch touch = touch_by(attempt, kWholeCell);
  const Party& party = *attempt.party;
  const std::uintptr_t first = attempt.address - region.base;
  for (std::uintptr_t at = first; at != first + attempt.size; at += 4) {
    Cell* const cell = &region.opened(at);
    const bool is_empty = cell->generation != region.generation;
    if (!is_empty && ((cell->more & kSplit) || !follows(party, cell->write)))
      return false;
    if (attempt.is_write) {
      if (!is_empty && (has_partial_read(*cell) || !knows_reads(party, *cell)))
        return false;
      if (!is_empty) free_reads(*cell);
      *cell = {region.generation, 0, touch, {}};
    } else if (is_empty) {
      *cell = {region.generation, 0, {}, touch};
    } else {
      const Touch& read = cell->read;
      if (has_partial_read(*cell) || (read.epoch != 0 && read.strength != Strength::weak))
        return false;
      if (!is_like_others(*cell, touch)) add_read(*cell, touch, attempt);
    }
  }
  return true;
}

/// Whether the slot is a reader of a cell that has no list.
bool Shadow::is_among(const Cell& cell, Slot slot) const {
  if (ReadSets::is(cell.more)) return sets_.at(cell.more).has(slot);
  return ReadRun::is(cell.more) ? ReadRun(cell.more).has(cell.read.slot, slot)
                                : cell.read.slot == slot;
}

/// Turns a run into a set, together with a slot that does not continue the run, if all
/// fit.
bool Shadow::becomes_set(Cell& cell, Slot slot) {
  const ReadRun run(cell.more);
  if (run.count() >= ReadSet::kMost) return false;
  ReadSet set(cell.read.slot, run.stride(), run.count() + 1);
  const std::uint32_t kept = set.add(slot) ? sets_.keep(set) : 0;
  if (kept) cell.more = kept;
  INVARIANT("A set made of a run has its first and last reader.",
            !kept || (sets_.at(kept).has(cell.read.slot) &&
                      sets_.at(kept).has(run.slot(cell.read.slot, run.count()))));
  return kept != 0;
}

/// Whether all reads of a cell are ordered before the party's next step; also false if
/// they are in a list.
bool Shadow::knows_reads(const Party& party, const Cell& cell) const {
  const Touch& first = cell.read;
  if (has_list(cell) || !party.knows(kStrict, first.slot, first.epoch)) return false;
  if (ReadSets::is(cell.more))
    return !sets_.at(cell.more).any(
        [&](Slot slot) { return !party.knows(kStrict, slot, first.epoch); });
  if (cell.more == 0) return true;
  const ReadRun run(cell.more);
  for (std::uint32_t i = run.count(); i > 0; --i)
    if (!party.knows(kStrict, run.slot(first.slot, i), first.epoch)) return false;
  return true;
}

/// Adds a read to a cell that has no list: replaces earlier reads that are ordered before
/// it, or extends a run or a set.  Returns false, and adds nothing, if neither is
/// possible.
bool Shadow::joins(Cell& cell, const Touch& touch, const Party& party) {
  Touch& first = cell.read;
  if (first.epoch == 0) {
    first = touch;
    return true;
  }
  if (first.mask != touch.mask || first.strength != touch.strength) return false;
  if (first.epoch == touch.epoch &&
      (is_among(cell, touch.slot) || is_like_others(cell, touch)))
    return true;
  if (knows_reads(party, cell)) {
    free_reads(cell);
    first = touch;
    return true;
  }
  if (cell.more != 0 || first.epoch != touch.epoch || first.pc != touch.pc) return false;
  cell.more = ReadRun::of(first.slot, touch.slot);
  INVARIANT("A run of two has both readers.",
            cell.more == 0 || (is_among(cell, first.slot) && is_among(cell, touch.slot)));
  return cell.more != 0;
}

bool Shadow::is_ordered(const ShadowRegion& region, const Attempt& attempt) const {
  const auto known = [&](const Touch& earlier) {
    return earlier.epoch == 0 ||
           attempt.party->knows(kStrict, earlier.slot, earlier.epoch);
  };
  const auto unknown = [&](const Touch& earlier) { return !known(earlier); };
  const auto is_ordered = [&](const Cell& cell) {
    if (cell.generation != region.generation) return true;
    if ((cell.more & kSplit) || !known(cell.write)) return false;
    if (!attempt.is_write) return true;
    const bool is_whole =  // The list was not full, so it has all readers.
        !has_list(cell) || reads_.reads(cell.more).size() < kReadsMax;
    return is_whole && known(cell.read) && !any_further_read(cell, unknown);
  };
  const std::uintptr_t offset = attempt.address - region.base;
  for (std::uintptr_t at = offset / 4 * 4; at < offset + attempt.size; at += 4)
    if (!is_ordered(region.at(at))) return false;
  return true;
}

/// Turns a run or a set into a list.
void Shadow::spread(Cell& cell) {
  if (cell.more == 0 || has_list(cell)) return;
  std::uint32_t list = reads_.make();
  any_further_read(cell, [&](const Touch& read) {
    list = reads_.append(list, read);
    return reads_.reads(list).size() == kReadsMax;
  });
  free_reads(cell);
  INVARIANT("A run or a set that becomes a list keeps readers.",
            !reads_.reads(list).empty());
  cell.more = list;
}

/// Remembers an access by a copy, a fill or the like, from offset `from` on.  Stops at
/// the first word with an earlier access that is not ordered before it.  Returns the
/// number of bytes remembered.
std::uintptr_t Shadow::note_range(ShadowRegion& region, std::uintptr_t from,
                                  const Attempt& attempt) {
  if (from % 4 != 0 || attempt.strength != Strength::weak || attempt.before_kernel)
    return 0;
  const std::uintptr_t end = (attempt.address - region.base + attempt.size) / 4 * 4;
  std::uintptr_t at = from;
  while (at < end) {
    const std::uintptr_t next = (at / ShadowPage::kBytes + 1) * ShadowPage::kBytes;
    const std::uintptr_t size = std::min(next, end) - at;
    const std::uintptr_t noted = note_page(region, at, size, attempt);
    INVARIANT("No more bytes of a page are noted than requested.", noted <= size);
    at += noted;
    if (noted < size) break;
  }
  return at - from;
}

/// note_range() for a part that lies in one page.
std::uintptr_t Shadow::note_page(ShadowRegion& region, std::uintptr_t offset,
                                 std::uintptr_t size, const Attempt& attempt) {
  INVARIANT("A page's part of a copy lies in the page, in whole words.",
            offset % ShadowPage::kBytes + size <= ShadowPage::kBytes && size % 4 == 0);
  const auto note_one = [&, touch = touch_by(attempt, kWholeCell)](Cell& cell) {
    if (cell.generation == region.generation &&
        (!precedes(cell, *attempt.party) ||
         (!attempt.is_write && cell.read.strength != Strength::weak)))
      return false;
    note(cell, region.generation, touch, attempt.is_write);
    return true;
  };
  if (size == ShadowPage::kBytes && !region.is_open(offset) &&
      note_one(region.pages[offset / ShadowPage::kBytes].all))
    return size;
  region.open(offset);
  Cell* const first = region.cells + offset / 4;
  Cell* const end = first + size / 4;
  return static_cast<std::uintptr_t>(std::find_if_not(first, end, note_one) - first) * 4;
}

bool Shadow::check_cells(ShadowRegion& region, const Attempt& attempt, Clash* clash) {
  const std::uintptr_t first = attempt.address - region.base;
  const std::uintptr_t end = first + attempt.size;
  bool found = false;
  for (std::uintptr_t at = first; at < end;) {
    if (at == first || at % ShadowPage::kBytes == 0) {
      at += note_range(region, at, attempt);
      if (at >= end) break;
    }
    const std::uintptr_t cell_start = at & ~std::uintptr_t{3};
    const std::uintptr_t stop = std::min(end, cell_start + 4);
    const auto mask = static_cast<std::uint8_t>(((1u << (stop - cell_start)) - 1) &
                                                ~((1u << (at - cell_start)) - 1));
    INVARIANT("Each part of an access is of one cell.", mask != 0 && mask <= kWholeCell);
    Cell& cell = region.opened(cell_start);
    INVARIANT("A region's cells are of its generation or an earlier one.",
              cell.generation <= region.generation);
    if (cell.generation != region.generation) {
      cell = {region.generation, 0, {}, {}};
      if (mask == kWholeCell && !attempt.before_kernel) {
        (attempt.is_write ? cell.write : cell.read) = touch_by(attempt, mask);
        at = stop;
        continue;
      }
    }
    Clash* const first_clash = found ? nullptr : clash;
    const bool bad = (cell.more & kSplit) ? check_bytes(cell, mask, attempt, first_clash)
                                          : check_cell(cell, mask, attempt, first_clash);
    if (bad && first_clash) first_clash->address = region.base + at;
    found = found || bad;
    at = stop;
  }
  return found;
}

/// Whether the accesses do not race because both are strong, with scopes that include
/// each other's threads, and access exactly the same word.
bool Shadow::are_morally_strong(const Touch& earlier, const Attempt& attempt) const {
  if (attempt.strength == Strength::weak || earlier.strength == Strength::weak)
    return false;
  const SyncWord* const word = attempt.word;
  if (word && word->writes != 0 &&
      (word->address != attempt.address || word->size != attempt.size))
    return false;
  const Place& here = attempt.party->place;
  const Place there = place_of_(earlier.slot, earlier.epoch);
  return includes(scope_of(attempt.strength), here, there) &&
         includes(scope_of(earlier.strength), there, here);
}

bool Shadow::clashes(const Touch& earlier, bool earlier_is_write, const Attempt& attempt,
                     Clash* clash) const {
  const Party& party = *attempt.party;
  INVARIANT("Only an access that was made clashes.", earlier.epoch != 0);
  INVARIANT("An access that was made touched bytes.", earlier.mask != 0);
  if (attempt.before_kernel) {
    if (attempt.before_kernel->level[kLenient].at(earlier.slot) >= earlier.epoch)
      return false;
    if (clash) *clash = {earlier, earlier_is_write, false};
    return true;
  }
  if (party.knows(kStrict, earlier.slot, earlier.epoch)) return false;
  if (are_morally_strong(earlier, attempt)) return false;
  bool lenient_only = party.knows(kLenient, earlier.slot, earlier.epoch);
  if (earlier_is_write && earlier.strength != Strength::weak) {
    const SyncWord* word = attempt.word ? attempt.word : word_of_(attempt.address);
    if (word && has_observed(party, kStrict, *word)) return false;
    lenient_only = lenient_only || (word && has_observed(party, kLenient, *word));
  }
  if (clash) *clash = {earlier, earlier_is_write, lenient_only};
  return true;
}

bool Shadow::clashes_with_read(const Cell& cell, const Attempt& attempt,
                               Clash* clash) const {
  const auto clashes_with = [&](const Touch& read) {
    return clashes(read, false, attempt, clash);
  };
  return clashes_with(cell.read) || any_further_read(cell, clashes_with);
}

bool Shadow::check_cell(Cell& cell, std::uint8_t mask, const Attempt& attempt,
                        Clash* clash) {
  INVARIANT("A cell that is checked as a whole is not split.", !(cell.more & kSplit));
  const Party& party = *attempt.party;
  // The earlier access is nearly always known to be ordered before this one.
  const auto follows = [&](const Touch& earlier) {
    return party.knows(kStrict, earlier.slot, earlier.epoch) && !attempt.before_kernel;
  };
  const Touch touch = touch_by(attempt, mask);
  if (has_other_bytes(cell, mask)) return check_bytes(cell, mask, attempt, clash);
  bool found = false;
  const Touch& last = cell.write;
  const bool own = last.slot == touch.slot && last.epoch == touch.epoch &&
                   last.epoch != kUnended;  // Two copies in flight are not one access.
  if (last.epoch && (!own || attempt.before_kernel) && !follows(last))
    found = clashes(last, true, attempt, clash);
  if (!attempt.is_write) {
    add_read(cell, touch, attempt);
    return found;
  }
  if (!found && cell.read.epoch) found = clashes_with_read(cell, attempt, clash);
  INVARIANT("A cell without a first read has no further ones.",
            cell.read.epoch != 0 || cell.more == 0);
  if (cell.read.epoch) forget_ordered_reads(cell, attempt);
  INVARIANT("After a write, a cell without a first read has no further ones.",
            cell.read.epoch != 0 || cell.more == 0);
  cell.write = touch;
  return found;
}

/// Forgets reads that are ordered before this write: whatever clashes with them clashes
/// with the write, too.
void Shadow::forget_ordered_reads(Cell& cell, const Attempt& attempt) {
  const auto ordered = [&](const Touch& read) {
    return attempt.party->knows(kStrict, read.slot, read.epoch);
  };
  if (attempt.strength == Strength::weak || knows_reads(*attempt.party, cell)) {
    cell.read = Touch{};
    free_reads(cell);
    return;
  }
  if (cell.more) {
    spread(cell);
    const std::span<Touch> list = reads_.reads(cell.more);
    const auto end = std::remove_if(list.begin(), list.end(), ordered);
    reads_.shorten(cell.more, static_cast<std::size_t>(end - list.begin()));
  }
  if (!ordered(cell.read)) return;
  const std::span<Touch> list = cell.more ? reads_.reads(cell.more) : std::span<Touch>();
  if (!list.empty()) {
    cell.read = list.back();
    reads_.shorten(cell.more, list.size() - 1);
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
  INVARIANT("The byte cells with number 0 are never given out.", bytes_used_ > 0);
  if (bytes_used_ == bytes_.size()) bytes_.emplace_back();
  return static_cast<std::uint32_t>(bytes_used_++);
}

void Shadow::add_read(Cell& cell, const Touch& touch, const Attempt& attempt) {
  if (!has_list(cell) && joins(cell, touch, *attempt.party)) return;
  spread(cell);
  Touch& first = cell.read;
  if (first.epoch == 0 || first.slot == touch.slot ||
      (first.strength <= touch.strength && !cell.more &&
       attempt.party->knows(kStrict, first.slot, first.epoch))) {
    // A weak read races with more accesses than a strong one at the same epoch, so it
    // stays.
    if (first.epoch == touch.epoch && first.slot == touch.slot &&
        first.strength == Strength::weak)
      return;
    first = touch;
    return;
  }
  if (!cell.more) cell.more = reads_.make();
  add_to_list(cell, touch);
}

/// Adds a read to a cell's list, or replaces the thread's own; a full list loses a read.
void Shadow::add_to_list(Cell& cell, const Touch& touch) {
  // The list is sorted by slot; threads mostly come in that order.
  const std::span<Touch> list = reads_.reads(cell.more);
  std::size_t place = list.size();
  if (!list.empty() && list.back().slot >= touch.slot)
    place = static_cast<std::size_t>(
        std::lower_bound(
            list.begin(), list.end(), touch,
            [](const Touch& one, const Touch& other) { return one.slot < other.slot; }) -
        list.begin());
  if (place != list.size() && list[place].slot == touch.slot)
    list[place] = touch;
  else if (list.size() < kReadsMax)
    cell.more = reads_.insert(cell.more, place, touch);
  else
    list[std::min(place, list.size() - 1)] = touch;
  INVARIANT("A cell's reads are in the order of their slots.",
            std::is_sorted(reads_.reads(cell.more).begin(), reads_.reads(cell.more).end(),
                           [](const Touch& one, const Touch& other) {
                             return one.slot < other.slot;
                           }));
}

/// Checks an access to some bytes of a cell.  Bytes that are accessed separately get
/// cells of their own.
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
        byte.more = copy_of_reads(cell);
      }
      byte.write.mask = byte.write.epoch ? kWholeCell : 0;
      byte.read.mask = byte.read.epoch ? kWholeCell : 0;
    }
    cell.more = kSplit | index;
  }
  bool found = false;
  for (int i = 0; i < 4; ++i) {
    if (!(mask >> i & 1)) continue;
    INVARIANT("A split cell has byte cells.", (cell.more & ~kSplit) < bytes_used_);
    Cell& byte = bytes_[cell.more & ~kSplit].cells[i];
    INVARIANT("The bytes of a cell are of its generation.",
              byte.generation == cell.generation);
    found = check_cell(byte, kWholeCell, attempt, found ? nullptr : clash) || found;
  }
  return found;
}

}  // namespace gridlock::sim
