/// Lists of reads by number.  A program may have one for each word that it uses, so a
/// list takes little more than its reads: it moves to a larger place when it has grown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "common/invariant.h"
#include "sim/model/touch.h"

namespace gridlock::sim {

/// Numbers are from 1 to 2^30 - 1.
class ReadLists {
 public:
  /// At most so many reads are in a list.
  static constexpr std::size_t kMost = 64;

  ReadLists() { reset(); }

  /// An empty list.
  /// \throws std::length_error if there are too many to number
  std::uint32_t make();
  /// A list of the same reads.
  std::uint32_t copy_of(std::uint32_t list);
  /// The number may be given to another list.
  void free(std::uint32_t list);
  /// Frees all of them.
  void reset();

  /// The reads of a list; valid until it changes.
  std::span<Touch> reads(std::uint32_t list) {
    const Place found = find(list);
    return {found.reads, *found.size};
  }
  std::span<const Touch> reads(std::uint32_t list) const {
    return const_cast<ReadLists*>(this)->reads(list);
  }
  /// Inserts a read before the one at a place.
  /// \pre the list has fewer than kMost
  /// \returns the number by which the list goes from now on
  [[nodiscard]] std::uint32_t insert(std::uint32_t list, std::size_t place,
                                     const Touch& read);
  /// The same behind the last one.
  [[nodiscard]] std::uint32_t append(std::uint32_t list, const Touch& read) {
    return insert(list, reads(list).size(), read);
  }
  /// Keeps only the first reads, so many.
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
  /// Lists with places of one size.  What was made for lists that are gone is used again.
  template <std::size_t kRoom>
  struct Lists {
    std::deque<List<kRoom>> lists;
    std::size_t used = 0;             ///< How many of the first lists.
    std::vector<std::uint32_t> free;  ///< Numbers of these.
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
  /// How many lists of its size there are, and how many reads its place has room for.
  std::size_t used(std::uint32_t list) const {
    const std::uint32_t tag = list & ~kIndexMask;
    return tag == kFew ? few_.used : tag == kSome ? some_.used : many_.used;
  }
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
  // The cell holds one of four readers, the list three; few words have more.
  static constexpr std::size_t kFewReads = 3, kSomeReads = 15;
  Lists<kFewReads> few_;
  Lists<kSomeReads> some_;
  Lists<kMost> many_;
};

}  // namespace gridlock::sim
