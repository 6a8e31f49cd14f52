/// \file
/// thrust::partition, stable_partition, partition_copy.
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
  template <class From, class To, class Others, class Predicate>
  std::pair<To, Others> operator()(const Policy& policy, From first, From last, To result,
                                   Others others, Predicate predicate) const {
    const auto count =
        compact(policy, "thrust::partition", first, last, first, result, predicate);
    const auto rest = compact(policy, "thrust::partition", first, last, first, others,
                              unary_negate<Predicate>{predicate});
    return {result + count, others + rest};
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(partition, Partition)
GRIDLOCK_THRUST_ALGORITHM(stable_partition, Partition)
GRIDLOCK_THRUST_ALGORITHM(partition_copy, PartitionCopy)
GRIDLOCK_THRUST_ALGORITHM(stable_partition_copy, PartitionCopy)

}  // namespace thrust
