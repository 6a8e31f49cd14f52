/// Shadow memory: the last write and the last reads of each word.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "common/invariant.h"
#include "sim/model/happens_before.h"
#include "sim/model/read_lists.h"
#include "sim/model/read_sets.h"
#include "sim/model/touch.h"

namespace gridlock::sim {

/// Further readers of a cell that are like its first one: the same kind of read by the
/// same instruction at the same epoch, by slots at a constant stride.  The threads of a
/// block read a word of shared memory in this way.  A run is packed into the bits that
/// otherwise hold an index.
class ReadRun {
 public:
  explicit ReadRun(std::uint32_t more) : more_(more) {
    INVARIANT("A run is marked as one, and has readers.", is(more) && count() > 0);
  }
  static bool is(std::uint32_t more) { return (more & kTags) == kTag; }
  /// A run of two readers; 0 if their slots are too far apart.
  static std::uint32_t of(Slot first, Slot second) {
    const auto stride = static_cast<std::int32_t>(second - first);
    if (stride == 0 || stride < -kStrideMax || stride > kStrideMax) return 0;
    return kTag | static_cast<std::uint32_t>(stride + kStrideMax) << kCountBits | 1;
  }

  /// The number of readers besides the first.
  std::uint32_t count() const { return more_ & kCountMax; }
  std::int32_t stride() const {
    return static_cast<std::int32_t>((more_ & ~kTags) >> kCountBits) - kStrideMax;
  }
  /// The slot of reader `i`, 1 to `count()`; with `count() + 1`, the slot that would
  /// continue the run.
  Slot slot(Slot first, std::uint32_t i) const {
    INVARIANT("A run is asked for its readers, or for the next one.", i <= count() + 1);
    return first + static_cast<Slot>(stride()) * i;
  }
  bool has(Slot first, Slot slot) const {
    const auto distance = static_cast<std::int32_t>(slot - first);
    INVARIANT("The readers of a run have different slots.", stride() != 0);
    const std::int32_t place = distance / stride();
    return place * stride() == distance && place >= 0 &&
           place <= static_cast<std::int32_t>(count());
  }
  /// The run extended by one reader; 0 if that slot does not continue it.
  std::uint32_t and_then(Slot first, Slot next) const {
    return next == slot(first, count() + 1) && count() < kCountMax ? more_ + 1 : 0;
  }

 private:
  static constexpr std::uint32_t kTags = 0xC0000000u, kTag = 0x40000000u;
  static constexpr unsigned kCountBits = 15;
  static constexpr std::uint32_t kCountMax = (1u << kCountBits) - 1;
  static constexpr std::int32_t kStrideMax = (1 << 14) - 1;

  std::uint32_t more_;
};

/// The accesses to four bytes of memory.  The cell is empty if its generation is not its
/// region's.
struct Cell {
  std::uint32_t generation = 0;
  /// What the cell has beside `read`: a run of reads (ReadRun); or an index of a set of
  /// readers, of a list of reads, or of cells for the single bytes; 0: nothing.
  std::uint32_t more = 0;
  Touch write;
  Touch read;
};

/// Stands for all cells of a page while they are alike, because only copies, fills and
/// the like have used the memory.  Such cells take no memory.
struct ShadowPage {
  static constexpr std::size_t kBytes = 4096;  ///< The memory of a page of cells.

  Cell all;  ///< Stands for all cells unless the page is open.
  /// The generation of the region in which the page is open, and its cells are in use.
  std::uint32_t open_in = 0;
};

struct ShadowRegion {
  std::uintptr_t base = 0;
  std::size_t size = 0;
  std::uint32_t generation = 1;
  /// Cells of this generation stand for themselves; use at() or opened() for others.
  Cell* cells = nullptr;
  /// Null if all cells always stand for themselves.
  ShadowPage* pages = nullptr;
  void forget() {
    ++generation;
    INVARIANT("Generations do not begin anew.", generation != 0);
  }

  /// Whether the cells of the page with this offset stand for themselves.
  bool is_open(std::uintptr_t offset) const {
    INVARIANT("A region with pages is asked for words of its own.",
              !pages || offset < size);
    return !pages || pages[offset / ShadowPage::kBytes].open_in == generation;
  }
  /// Makes the cells of the page with this offset stand for themselves.
  void open(std::uintptr_t offset) {
    if (!is_open(offset)) spread(offset);
  }
  /// The cell of the word at an offset, which stands for itself from now on.
  Cell& opened(std::uintptr_t offset) {
    open(offset);
    return cells[offset / 4];
  }
  /// The cell that stands for the word at an offset.
  Cell& at(std::uintptr_t offset) {
    return is_open(offset) ? cells[offset / 4] : pages[offset / ShadowPage::kBytes].all;
  }
  const Cell& at(std::uintptr_t offset) const {
    return const_cast<ShadowRegion*>(this)->at(offset);
  }
  /// The offset of the first word after this one for which at() returns another cell.
  std::uintptr_t behind(std::uintptr_t offset) const {
    return is_open(offset) ? offset + 4
                           : (offset / ShadowPage::kBytes + 1) * ShadowPage::kBytes;
  }

 private:
  void spread(std::uintptr_t offset);
};

/// An access being checked.
struct Attempt {
  const Party* party;
  std::uintptr_t address;
  std::uint32_t size;
  bool is_write;
  Strength strength;
  std::uint32_t pc;
  const SyncWord* word;  ///< Null for a plain access.
  /// For a load through the read-only cache: what happened before the kernel started.
  /// Such a load is outside the memory model and may miss everything that happened later.
  const ApiClock* before_kernel = nullptr;
};

/// An earlier access that races with an attempt.
struct Clash {
  Touch earlier;
  bool earlier_is_write = false;
  bool strict_only = false;  ///< The two are ordered in the lenient level.
  /// Both are plain writes, and the later one did not change the memory.
  bool equal_values = false;
  std::uintptr_t address = 0;  ///< The first byte where the two accesses overlap.
};

class Shadow {
 public:
  /// Remembers the attempt.  Returns whether it clashes, and the first clash in `*clash`.
  bool check(ShadowRegion& region, const Attempt& attempt, Clash* clash) {
    INVARIANT("An access has bytes.", attempt.size > 0);
    INVARIANT("An access lies in the region that remembers it.",
              attempt.address >= region.base);
    INVARIANT("A strong access has a word, and a plain one has none.",
              (attempt.strength == Strength::weak) == (attempt.word == nullptr));
    return !note_ordered(region, attempt) && check_cells(region, attempt, clash);
  }
  /// Remembers a plain access to whole words if it is a usual one.  A usual access is
  /// ordered after all earlier accesses to these words, which have at most one reader; or
  /// it extends a run or a set of reads.  Otherwise returns false, and the access must
  /// still be checked.
  /// \pre the address and the size are multiples of 4
  bool note_usual(ShadowRegion& region, const Party& party, std::uintptr_t address,
                  std::uint32_t size, bool is_write, std::uint32_t pc);
  /// Returns the place of the thread that had the slot at the epoch.
  using PlaceOf = std::function<Place(Slot slot, Epoch epoch)>;
  /// Returns the word at an address; null if it was never accessed strongly.
  using WordOf = std::function<const SyncWord*(std::uintptr_t address)>;
  Shadow(PlaceOf place_of, WordOf word_of)
      : place_of_(std::move(place_of)), word_of_(std::move(word_of)) {
    bytes_.resize(1);
  }
  void reset();
  /// Frees the lists, sets and byte cells of these bytes.
  /// \pre the bytes are not accessed again before the region forgets everything
  void release(const ShadowRegion& region, std::uintptr_t address, std::size_t size);

  /// A bulk copy that the slot's thread began has ended on these bytes: from now on it
  /// counts as that thread's access, at the epoch and place of `ended`.
  void settle(ShadowRegion& region, std::uintptr_t address, std::size_t size,
              const Touch& ended);

  /// Whether `holds` is true for the last write of some of these bytes.
  template <class Holds>
  bool any_write(const ShadowRegion& region, std::uintptr_t address, std::size_t size,
                 const Holds& holds) const;

  /// Whether all accesses that the attempt may clash with are known to be ordered before
  /// it in the strict level.
  bool is_ordered(const ShadowRegion& region, const Attempt& attempt) const;

  static bool is_touched(const ShadowRegion& region, std::uintptr_t address) {
    return region.at(address - region.base).generation == region.generation;
  }

  struct Marks {
    std::uint8_t read = 0, written = 0;
  };
  /// The bytes of the cell at the address whose last reads or write satisfy
  /// `counts(touch)`.
  template <class Counts>
  Marks marks(const ShadowRegion& region, std::uintptr_t address,
              const Counts& counts) const;

  /// The last write of the cell at the address, with epoch 0 if there is none; null if
  /// its bytes have cells of their own.
  static const Touch* last_write(const ShadowRegion& region, std::uintptr_t address);

 private:
  struct ByteCells {
    Cell cells[4];
  };
  // This bit of `more` says that the bytes have cells of their own; the rest is their
  // index.
  static constexpr std::uint32_t kSplit = 0x80000000u;
  static constexpr std::uint8_t kWholeCell = 0xF;

  bool note_ordered(ShadowRegion& region, const Attempt& attempt);
  bool note_usual(Cell& cell, std::uint32_t generation, const Party& party,
                  const Touch& touch, bool is_write);
  /// Whether `earlier` is no access, or one to a whole cell that is ordered before the
  /// party's next step.
  static bool follows(const Party& party, const Touch& earlier) {
    return earlier.epoch == 0 || (earlier.mask == kWholeCell &&
                                  party.knows(kStrict, earlier.slot, earlier.epoch));
  }
  static bool precedes(const Cell& cell, const Party& party);
  static void note(Cell& cell, std::uint32_t generation, const Touch& touch,
                   bool is_write);
  static std::uintptr_t note_range(ShadowRegion& region, std::uintptr_t from,
                                   const Attempt& attempt);
  static std::uintptr_t note_page(ShadowRegion& region, std::uintptr_t offset,
                                  std::uintptr_t size, const Attempt& attempt);
  bool note_shared(ShadowRegion& region, const Attempt& attempt);
  static bool has_list(const Cell& cell) {
    return cell.more != 0 && !ReadRun::is(cell.more) && !ReadSets::is(cell.more);
  }
  bool is_among(const Cell& cell, Slot slot) const;
  static bool is_last_again(const Cell& cell, const Touch& touch);
  bool is_like_others(Cell& cell, const Touch& touch);
  bool becomes_set(Cell& cell, Slot slot);
  bool joins(Cell& cell, const Touch& touch, const Party& party);
  bool knows_reads(const Party& party, const Cell& cell) const;
  template <class Holds>
  bool any_further_read(const Cell& cell, const Holds& holds) const;
  bool clashes_with_read(const Cell& cell, const Attempt& attempt, Clash* clash) const;
  bool check_cells(ShadowRegion& region, const Attempt& attempt, Clash* clash);
  bool check_cell(Cell& cell, std::uint8_t mask, const Attempt& attempt, Clash* clash);
  bool check_bytes(Cell& cell, std::uint8_t mask, const Attempt& attempt, Clash* clash);
  bool are_morally_strong(const Touch& earlier, const Attempt& attempt) const;
  static bool has_partial_read(const Cell& cell) {
    return cell.read.epoch && cell.read.mask != kWholeCell;
  }
  /// Whether the cell remembers an access to other bytes than those of the mask.
  static bool has_other_bytes(const Cell& cell, std::uint8_t mask) {
    const std::uint8_t masks = cell.write.mask | cell.read.mask;
    if (mask != kWholeCell) return masks != 0 && masks != mask;
    return (cell.write.epoch && cell.write.mask != kWholeCell) || has_partial_read(cell);
  }
  bool clashes(const Touch& earlier, bool earlier_is_write, const Attempt& attempt,
               Clash* clash) const;
  void add_read(Cell& cell, const Touch& touch, const Attempt& attempt);
  void add_to_list(Cell& cell, const Touch& touch);
  void forget_ordered_reads(Cell& cell, const Attempt& attempt);
  void spread(Cell& cell);
  void free_reads(Cell& cell);
  std::uint32_t copy_of_reads(const Cell& cell);
  std::uint32_t new_byte_cells();

  PlaceOf place_of_;
  WordOf word_of_;
  ReadLists reads_;
  ReadSets sets_;
  std::vector<ByteCells> bytes_;
  std::size_t bytes_used_ = 1;
  std::vector<std::uint32_t> bytes_free_;
};

/// Whether `holds` is true for one of the reads besides the first that a cell remembers,
/// in ascending order of slots.
/// \pre the cell is not split
template <class Holds>
bool Shadow::any_further_read(const Cell& cell, const Holds& holds) const {
  if (cell.more == 0) return false;
  INVARIANT("A cell with further reads has a first one.", cell.read.epoch != 0);
  if (has_list(cell)) {
    const std::span<const Touch> list = reads_.reads(cell.more);
    return std::any_of(list.begin(), list.end(), holds);
  }
  Touch read = cell.read;
  if (ReadSets::is(cell.more))
    return sets_.at(cell.more).any([&](Slot slot) {
      if (slot == cell.read.slot) return false;
      read.slot = static_cast<std::uint16_t>(slot);
      return holds(read);
    });
  const ReadRun run(cell.more);
  for (std::uint32_t i = 1; i <= run.count(); ++i) {
    const std::uint32_t place = run.stride() > 0 ? i : run.count() + 1 - i;
    read.slot = static_cast<std::uint16_t>(run.slot(cell.read.slot, place));
    if (holds(read)) return true;
  }
  return false;
}

/// Remembers a plain access to whole words that is ordered after all earlier accesses to
/// them, or one of many reads.  Returns false for others, which must still be remembered.
inline bool Shadow::note_ordered(ShadowRegion& region, const Attempt& attempt) {
  constexpr std::uint32_t kMost = 16;  // The bytes of the largest load.
  const std::uintptr_t offset = attempt.address - region.base;
  if ((attempt.size | offset) % 4 != 0 || attempt.size > kMost ||
      attempt.strength != Strength::weak || attempt.before_kernel)
    return false;
  const Party& party = *attempt.party;
  Cell* const first = region.cells + offset / 4;
  Cell* const end = first + attempt.size / 4;
  for (const Cell* cell = first; cell != end; ++cell) {
    if (cell->generation != region.generation) {
      region.open(static_cast<std::uintptr_t>(cell - region.cells) * 4);
      if (cell->generation != region.generation) continue;  // It is empty.
    }
    if (!precedes(*cell, party)) return note_shared(region, attempt);
    if (!attempt.is_write && cell->read.strength != Strength::weak) return false;
  }
  const Touch touch{party.epoch, static_cast<std::uint16_t>(party.slot), kWholeCell,
                    Strength::weak, attempt.pc};
  for (Cell* cell = first; cell != end; ++cell)
    note(*cell, region.generation, touch, attempt.is_write);
  return true;
}

/// Whether a cell remembers only accesses to the whole cell, at most one read and one
/// write, that are ordered before the party's next step.
/// \pre the cell is of the present generation
inline bool Shadow::precedes(const Cell& cell, const Party& party) {
  return cell.more == 0 && follows(party, cell.write) && follows(party, cell.read);
}

/// Remembers a plain access to a whole cell, ordered after what the cell remembers.
inline void Shadow::note(Cell& cell, std::uint32_t generation, const Touch& touch,
                         bool is_write) {
  INVARIANT("A cell with further reads is not overwritten as a whole.",
            cell.generation != generation || cell.more == 0);
  INVARIANT("Accesses are noted in the epoch of their thread.", touch.epoch != 0);
  if (is_write) {
    cell = {generation, 0, touch, {}};
  } else if (cell.generation != generation) {
    cell = {generation, 0, {}, touch};
  } else if (cell.read.epoch != touch.epoch || cell.read.slot != touch.slot) {
    cell.read = touch;
  }
}

inline bool Shadow::note_usual(ShadowRegion& region, const Party& party,
                               std::uintptr_t address, std::uint32_t size, bool is_write,
                               std::uint32_t pc) {
  INVARIANT("Only whole words take the short path.",
            (address - region.base) % 4 == 0 && size % 4 == 0 && size > 0);
  const Touch touch{party.epoch, static_cast<std::uint16_t>(party.slot), kWholeCell,
                    Strength::weak, pc};
  Cell* const first = region.cells + (address - region.base) / 4;
  for (Cell* cell = first; cell != first + size / 4; ++cell) {
    if (cell->generation != region.generation &&
        !region.is_open(static_cast<std::uintptr_t>(cell - region.cells) * 4))
      return false;
    if (!note_usual(*cell, region.generation, party, touch, is_write)) return false;
  }
  return true;
}

/// Whether the last reader of a cell's run reads once more.
[[gnu::always_inline]] inline bool Shadow::is_last_again(const Cell& cell,
                                                         const Touch& touch) {
  const Touch& read = cell.read;
  if (!ReadRun::is(cell.more) || read.epoch != touch.epoch || read.mask != touch.mask ||
      read.strength != touch.strength)
    return false;
  const ReadRun run(cell.more);
  return run.slot(read.slot, run.count()) == touch.slot;
}

[[gnu::always_inline]] inline bool Shadow::note_usual(Cell& cell,
                                                      std::uint32_t generation,
                                                      const Party& party,
                                                      const Touch& touch, bool is_write) {
  const bool is_empty = cell.generation != generation;
  INVARIANT("No cell is of a generation that is to come.", cell.generation <= generation);
  // A read of a word that was never written is not usual.
  if (is_empty && !is_write) return false;
  if (is_empty || cell.more == 0) {
    if (!is_empty &&
        (!precedes(cell, party) || (!is_write && cell.read.strength != Strength::weak)))
      return false;
    note(cell, generation, touch, is_write);
    return true;
  }
  if (is_write || !follows(party, cell.write)) return false;
  return is_last_again(cell, touch) || is_like_others(cell, touch);
}

/// Adds a read to a cell's run or set, if the read is of the same kind and fits.  Returns
/// whether it was added.
inline bool Shadow::is_like_others(Cell& cell, const Touch& touch) {
  const Touch& first = cell.read;
  if (cell.more == 0 || has_list(cell) || first.epoch != touch.epoch ||
      first.pc != touch.pc || first.mask != touch.mask ||
      first.strength != touch.strength)
    return false;
  if (ReadSets::is(cell.more)) return sets_.at(cell.more).add(touch.slot);
  const std::uint32_t longer = ReadRun(cell.more).and_then(first.slot, touch.slot);
  if (longer) cell.more = longer;
  return longer != 0 || becomes_set(cell, touch.slot);
}

template <class Holds>
bool Shadow::any_write(const ShadowRegion& region, std::uintptr_t address,
                       std::size_t size, const Holds& holds) const {
  const auto wrote = [&](const Cell& cell) {
    return cell.write.epoch != 0 && holds(cell.write);
  };
  const std::uintptr_t offset = address - region.base;
  for (std::uintptr_t at = offset / 4 * 4; at < offset + size; at = region.behind(at)) {
    const Cell& cell = region.at(at);
    if (cell.generation != region.generation) continue;
    if (!(cell.more & kSplit)) {
      if (wrote(cell)) return true;
      continue;
    }
    const Cell(&bytes)[4] = bytes_[cell.more & ~kSplit].cells;
    if (std::any_of(std::begin(bytes), std::end(bytes), wrote)) return true;
  }
  return false;
}

template <class Counts>
Shadow::Marks Shadow::marks(const ShadowRegion& region, std::uintptr_t address,
                            const Counts& counts) const {
  const Cell& cell = region.at(address - region.base);
  Marks marks;
  if (cell.generation != region.generation) return marks;
  const auto add = [&](const Cell& each, std::uint8_t bytes) {
    if (counts(each.write)) marks.written |= each.write.mask & bytes;
    if (counts(each.read)) marks.read |= each.read.mask & bytes;
    any_further_read(each, [&](const Touch& read) {
      if (counts(read)) marks.read |= read.mask & bytes;
      return false;
    });
  };
  if (!(cell.more & kSplit)) {
    add(cell, kWholeCell);
    return marks;
  }
  for (unsigned i = 0; i < 4; ++i)
    add(bytes_[cell.more & ~kSplit].cells[i], static_cast<std::uint8_t>(1u << i));
  return marks;
}

}  // namespace gridlock::sim
