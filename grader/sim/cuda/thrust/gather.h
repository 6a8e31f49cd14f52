/// \file
/// thrust::gather, gather_if.
#pragma once

#include "functional.h"
#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct GatherIf {
  template <class Map, class Stencil, class From, class To, class Predicate = identity<>>
  To operator()(const Policy& policy, Map first, Map last, Stencil stencil, From from,
                To result, Predicate predicate = {}) const {
    const size_t n = count_of(first, last);
    perform_each(
        policy, "thrust::gather_if", n, [=](const Call& call, size_t i) GRIDLOCK_RAW {
          Predicate own = predicate;
          auto asked = read_one(call, stencil + i);
          if (!own(asked)) return;
          const auto index = static_cast<std::ptrdiff_t>(read_one(call, first + i));
          write_one(call, result + i, read_one(call, from + index));
        });
    return result + n;
  }
};
struct Gather {
  template <class Map, class From, class To>
  To operator()(const Policy& policy, Map first, Map last, From from, To result) const {
    const size_t n = count_of(first, last);
    perform_each(
        policy, "thrust::gather", n, [=](const Call& call, size_t i) GRIDLOCK_RAW {
          const auto index = static_cast<std::ptrdiff_t>(read_one(call, first + i));
          write_one(call, result + i, read_one(call, from + index));
        });
    return result + n;
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(gather, Gather)
GRIDLOCK_THRUST_ALGORITHM(gather_if, GatherIf)

}  // namespace thrust
