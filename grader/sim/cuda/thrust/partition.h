/// \file
/// thrust::partition, stable_partition, partition_copy, partition_point, is_partitioned.
#pragma once

#include "functional.h"
#include "gridlock_compact.h"
#include "pair.h"

namespace thrust {
namespace gridlock_detail {

struct Partition {
  template <class Iterator, class Stencil, class Predicate>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Stencil stencil, Predicate predicate) const {
    const size_t n = count_of(first, last);
    return first + perform_for<std::ptrdiff_t>(
                       policy, "thrust::partition", [=](const Call& call) GRIDLOCK_RAW {
                         Predicate own = predicate;
                         Scratch<ValueOf<Iterator>> parts(n);
                         Access<Stencil>::reads(call, stencil, n);
                         if constexpr (!std::is_same_v<Iterator, Stencil>)
                           Access<Iterator>::reads(call, first, n);
                         size_t count = 0, at = 0;
                         for (const bool wanted : {true, false}) {
                           for (size_t i = 0; i < n; ++i) {
                             auto asked = Access<Stencil>::load(call, stencil + i);
                             if (static_cast<bool>(own(asked)) == wanted)
                               parts.put(at++, Access<Iterator>::load(call, first + i));
                           }
                           if (wanted) count = at;
                         }
                         Access<Iterator>::writes(call, first, n);
                         for (size_t i = 0; i < n; ++i)
                           Access<Iterator>::store(call, first + i, parts.get(i));
                         return static_cast<std::ptrdiff_t>(count);
                       });
  }
  template <class Iterator, class Predicate>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Predicate predicate) const {
    return (*this)(policy, first, last, first, predicate);
  }
};
struct PartitionCopy {
  template <class From, class Stencil, class To, class Others, class Predicate>
  std::pair<To, Others> operator()(const Policy& policy, From first, From last,
                                   Stencil stencil, To result, Others others,
                                   Predicate predicate) const {
    const auto count =
        compact(policy, "thrust::partition", first, last, stencil, result, predicate);
    const auto rest = compact(policy, "thrust::partition", first, last, stencil, others,
                              unary_negate<Predicate>{predicate});
    return {result + count, others + rest};
  }
  template <class From, class To, class Others, class Predicate>
  std::pair<To, Others> operator()(const Policy& policy, From first, From last, To result,
                                   Others others, Predicate predicate) const {
    return (*this)(policy, first, last, first, result, others, predicate);
  }
};

/// Where the elements end that satisfy the predicate; all of these come first.
struct PartitionPoint {
  template <class Iterator, class Predicate>
  Iterator operator()(const Policy& policy, Iterator first, Iterator last,
                      Predicate predicate) const {
    const size_t n = count_of(first, last);
    return first +
           perform_for<std::ptrdiff_t>(
               policy, "thrust::partition_point", [=](const Call& call) GRIDLOCK_RAW {
                 Predicate own = predicate;
                 size_t low = 0, high = n;
                 while (low < high) {
                   const size_t middle = low + (high - low) / 2;
                   auto asked = read_one(call, first + middle);
                   const bool goes_on = static_cast<bool>(own(asked));
                   low = goes_on ? middle + 1 : low;
                   high = goes_on ? high : middle;
                 }
                 return static_cast<std::ptrdiff_t>(low);
               });
  }
};
struct IsPartitioned {
  template <class Iterator, class Predicate>
  bool operator()(const Policy& policy, Iterator first, Iterator last,
                  Predicate predicate) const {
    const size_t n = count_of(first, last);
    return perform_for<bool>(policy, "thrust::is_partitioned",
                             [=](const Call& call) GRIDLOCK_RAW {
                               Predicate own = predicate;
                               Access<Iterator>::reads(call, first, n);
                               bool ended = false;
                               for (size_t i = 0; i < n; ++i) {
                                 auto asked = Access<Iterator>::load(call, first + i);
                                 const bool satisfies = static_cast<bool>(own(asked));
                                 if (satisfies && ended) return false;
                                 ended = ended || !satisfies;
                               }
                               return true;
                             });
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(partition, Partition)
GRIDLOCK_THRUST_ALGORITHM(stable_partition, Partition)
GRIDLOCK_THRUST_ALGORITHM(partition_copy, PartitionCopy)
GRIDLOCK_THRUST_ALGORITHM(stable_partition_copy, PartitionCopy)
GRIDLOCK_THRUST_ALGORITHM(partition_point, PartitionPoint)
GRIDLOCK_THRUST_ALGORITHM(is_partitioned, IsPartitioned)

}  // namespace thrust
