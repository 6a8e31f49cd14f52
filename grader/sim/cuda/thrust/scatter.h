/// \file
/// thrust::scatter, scatter_if.  Two elements that go to one place race.
#pragma once

#include "functional.h"
#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct ScatterIf {
  template <class From, class Map, class Stencil, class To, class Predicate = identity<>>
  void operator()(const Policy& policy, From first, From last, Map map, Stencil stencil,
                  To to, Predicate predicate = {}) const {
    perform_each(policy, "thrust::scatter_if", count_of(first, last),
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   Predicate own = predicate;
                   auto asked = read_one(call, stencil + i);
                   if (!own(asked)) return;
                   const auto index =
                       static_cast<std::ptrdiff_t>(read_one(call, map + i));
                   write_one(call, to + index, read_one(call, first + i));
                 });
  }
};
struct Scatter {
  template <class From, class Map, class To>
  void operator()(const Policy& policy, From first, From last, Map map, To to) const {
    perform_each(policy, "thrust::scatter", count_of(first, last),
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   const auto index =
                       static_cast<std::ptrdiff_t>(read_one(call, map + i));
                   write_one(call, to + index, read_one(call, first + i));
                 });
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(scatter, Scatter)
GRIDLOCK_THRUST_ALGORITHM(scatter_if, ScatterIf)

}  // namespace thrust
