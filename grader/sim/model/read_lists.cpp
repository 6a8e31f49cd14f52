#include "sim/model/read_lists.h"

#include <algorithm>
#include <stdexcept>

namespace gridlock::sim {

/// Returns the index of an empty list: a freed one, or else a new one.
template <std::size_t kRoom>
std::uint32_t ReadLists::Lists<kRoom>::take() {
  std::uint32_t index = 0;
  if (!free.empty()) {
    index = free.back();
    INVARIANT("A list that is used again has been in use.", index < used);
    free.pop_back();
  } else {
    if (used > kIndexMask)
      throw std::length_error(
          "more words with many readers than the simulator can number");
    if (used == lists.size()) lists.emplace_back();
    index = static_cast<std::uint32_t>(used++);
  }
  lists[index].size = 0;
  return index;
}

std::uint32_t ReadLists::make() { return few_.take() | kFew; }

void ReadLists::free(std::uint32_t list) {
  const std::uint32_t index = list & kIndexMask;
  INVARIANT("Only a list that is in use is freed.", index < used(list));
  INVARIANT("The list with number 0 is never freed.", list != 0);
  switch (list & ~kIndexMask) {
    case kFew:
      return few_.free.push_back(index);
    case kSome:
      return some_.free.push_back(index);
    default:
      return many_.free.push_back(index);
  }
}

void ReadLists::reset() {
  few_.reset(1);  // Number 0 means "no list".
  if (few_.lists.empty()) few_.lists.emplace_back();
  some_.reset(0);
  many_.reset(0);
}

template <std::size_t kRoom>
std::uint32_t ReadLists::copied(std::uint32_t list, Lists<kRoom>& into,
                                std::uint32_t tag) {
  const std::uint32_t copy = into.take() | tag;
  INVARIANT("A copy of a list has a place of its own.", copy != list && copy != 0);
  const std::span<const Touch> reads = this->reads(list);
  std::copy(reads.begin(), reads.end(), into.lists[copy & kIndexMask].reads);
  shorten(copy, reads.size());
  return copy;
}

std::uint32_t ReadLists::copy_of(std::uint32_t list) {
  const std::size_t size = reads(list).size();
  if (size <= kFewReads) return copied(list, few_, kFew);
  return size <= kSomeReads ? copied(list, some_, kSome) : copied(list, many_, kMany);
}

std::uint32_t ReadLists::insert(std::uint32_t list, std::size_t place,
                                const Touch& read) {
  const std::size_t size = reads(list).size();
  INVARIANT("A list is asked to grow by one read that fits.",
            size < kMost && place <= size);
  const std::uint32_t before = list;
  if (size == kFewReads && (list & ~kIndexMask) == kFew)
    list = copied(list, some_, kSome);
  else if (size == kSomeReads && (list & ~kIndexMask) == kSome)
    list = copied(list, many_, kMany);
  if (list != before) free(before);
  INVARIANT("A list that moves keeps its reads.", reads(list).size() == size);
  INVARIANT("The place that a list has moved to has room.", size < room(list));
  ++*find(list).size;
  const std::span<Touch> reads = this->reads(list);
  std::copy_backward(reads.begin() + static_cast<std::ptrdiff_t>(place), reads.end() - 1,
                     reads.end());
  reads[place] = read;
  return list;
}

}  // namespace gridlock::sim
