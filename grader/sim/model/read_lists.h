/// Lists of reads, identified by numbers.  A program may have one for each word that it
/// uses, so a list takes little more memory than its reads, and moves to a larger place
/// as it grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "common/invariant.h"
#include "sim/model/touch.h"

namespace gridlock::sim {

/// Lists have the numbers from 1 to 3 * 2^28 - 1; ReadSets has the numbers behind them.
class ReadLists {
 public:
  /// The maximum number of reads in a list.
  static constexpr std::size_t kMost = 64;

  ReadLists() { reset(); }

  /// \throws std::length_error if there are too many lists to number
  std::uint32_t make();
  std::uint32_t copy_of(std::uint32_t list);
  /// Frees the list; its number may be used again.
  void free(std::uint32_t list);
  void reset();

  /// The reads of a list; valid until it changes.
  std::span<Touch> reads(std::uint32_t list) {
    const Place found = find(list);
    return {found.reads, *found.size};
  }
  std::span<const Touch> reads(std::uint32_t list) const {
    return const_cast<ReadLists*>(this)->reads(list);
  }
  /// Inserts a read at `place`.
  /// \pre the list has fewer than kMost
  /// \returns the list's number from now on
  [[nodiscard]] std::uint32_t insert(std::uint32_t list, std::size_t place,
                                     const Touch& read);
  /// Like insert(), behind the last read.
  [[nodiscard]] std::uint32_t append(std::uint32_t list, const Touch& read) {
    return insert(list, reads(list).size(), read);
  }
  void shorten(std::uint32_t list, std::size_t size) {
    INVARIANT("No list is longer than its place.", size <= room(list));
    *find(list).size = static_cast<std::uint32_t>(size);
  }

 private:
  // The upper bits of a number say how large the list's place is.
  static constexpr unsigned kIndexBits = 28;
  static constexpr std::uint32_t kIndexMask = (1u << kIndexBits) - 1;
  static constexpr std::uint32_t kFew = 0, kSome = 1u << kIndexBits,
                                 kMany = 2u << kIndexBits;

  template <std::size_t kRoom>
  struct List {
    std::uint32_t size = 0;
    Touch reads[kRoom] = {};
  };
  template <std::size_t kRoom>
  struct Lists {
    std::deque<List<kRoom>> lists;
    std::size_t used = 0;             ///< The number of lists made, freed ones included.
    std::vector<std::uint32_t> free;  ///< The indices of the freed ones.
    std::uint32_t take();
    void reset(std::size_t first) {
      used = first;
      free.clear();
    }
  };
  struct Place {
    std::uint32_t* size;
    Touch* reads;
  };
  /// The number of lists made with the same room as this list.
  std::size_t used(std::uint32_t list) const {
    const std::uint32_t tag = list & ~kIndexMask;
    return tag == kFew ? few_.used : tag == kSome ? some_.used : many_.used;
  }
  /// The number of reads that the list can hold without moving.
  static std::size_t room(std::uint32_t list) {
    const std::uint32_t tag = list & ~kIndexMask;
    return tag == kFew ? kFewReads : tag == kSome ? kSomeReads : kMost;
  }
  Place find(std::uint32_t list) {
    const std::uint32_t index = list & kIndexMask;
    INVARIANT("A list has a number that was given out.", index < used(list));
    const auto place = [](auto& found) { return Place{&found.size, found.reads}; };
    switch (list & ~kIndexMask) {
      case kFew:
        return place(few_.lists[index]);
      case kSome:
        return place(some_.lists[index]);
      default:
        return place(many_.lists[index]);
    }
  }
  template <std::size_t kRoom>
  std::uint32_t copied(std::uint32_t list, Lists<kRoom>& into, std::uint32_t tag);
  // A word's cell holds its first reader, so the smallest list is enough for four
  // readers.
  static constexpr std::size_t kFewReads = 3, kSomeReads = 15;
  Lists<kFewReads> few_;
  Lists<kSomeReads> some_;
  Lists<kMost> many_;
};

}  // namespace gridlock::sim
