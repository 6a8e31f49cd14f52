#include "cure/minimal_set.h"

#include <algorithm>
#include <set>

namespace gridlock {

namespace {

/// Adds lengths between these two, evenly distributed, until there are `at_once`.
void add_lengths_between(std::size_t too_few, std::size_t enough, unsigned at_once,
                         std::set<std::size_t>& lengths) {
  for (unsigned i = 1; i <= at_once && lengths.size() < at_once; ++i) {
    const std::size_t length = too_few + (enough - too_few) * i / (at_once + 1);
    if (length > too_few && length < enough) lengths.insert(length);
  }
  if (lengths.size() < at_once && enough > too_few + 1)
    lengths.insert(too_few + (enough - too_few) / 2);
}

}  // namespace

std::vector<std::size_t> minimal_set(std::size_t count, unsigned at_once,
                                     const Suffices& suffices) {
  std::vector<std::size_t> kept;
  const auto with_prefix = [&](std::size_t length) {
    std::vector<std::size_t> numbers(kept);
    for (std::size_t i = 0; i < length; ++i) numbers.push_back(i);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  };
  std::size_t enough =
      count;  // The kept ones and the first `enough` of the rest suffice together.
  for (;;) {
    // The first `too_few` do not suffice; 0 if that is not known.
    std::size_t too_few = 0;
    bool none_suffices = false;
    bool asked_none = false;
    while (enough > too_few + 1 || (enough > 0 && !asked_none)) {
      std::set<std::size_t> lengths;
      if (!asked_none) lengths.insert(0);
      add_lengths_between(too_few, enough, at_once, lengths);
      asked_none = true;
      std::vector<std::vector<std::size_t>> sets;
      for (const std::size_t length : lengths) sets.push_back(with_prefix(length));
      const std::vector<bool> answers = suffices(sets);
      std::size_t i = 0;
      for (const std::size_t length : lengths) {
        if (answers[i++]) {
          enough = std::min(enough, length);
          none_suffices = none_suffices || length == 0;
        } else if (length < enough) {
          too_few = std::max(too_few, length);
        }
      }
      if (none_suffices) break;
    }
    if (none_suffices || enough == 0) break;
    kept.push_back(--enough);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace gridlock
