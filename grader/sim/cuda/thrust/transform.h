/// \file
/// thrust::transform, transform_if.
#pragma once

#include "gridlock_perform.h"

namespace thrust {
namespace gridlock_detail {

struct Transform {
  template <class From, class To, class F>
  To operator()(const Policy& policy, From first, From last, To result,
                F function) const {
    const size_t n = count_of(first, last);
    perform_each(policy, "thrust::transform", n,
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   F own = function;
                   auto element = read_one(call, first + i);
                   write_one(call, result + i, own(element));
                 });
    return result + n;
  }
  template <class From, class Other, class To, class F>
  To operator()(const Policy& policy, From first, From last, Other other, To result,
                F function) const {
    const size_t n = count_of(first, last);
    perform_each(policy, "thrust::transform", n,
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   F own = function;
                   auto one = read_one(call, first + i);
                   auto two = read_one(call, other + i);
                   write_one(call, result + i, own(one, two));
                 });
    return result + n;
  }
};
struct TransformIf {
  template <class From, class To, class F, class Predicate>
  To operator()(const Policy& policy, From first, From last, To result, F function,
                Predicate predicate) const {
    return (*this)(policy, first, last, first, result, function, predicate);
  }
  template <class From, class Stencil, class To, class F, class Predicate>
  To operator()(const Policy& policy, From first, From last, Stencil stencil, To result,
                F function, Predicate predicate) const {
    const size_t n = count_of(first, last);
    perform_each(policy, "thrust::transform_if", n,
                 [=](const Call& call, size_t i) GRIDLOCK_RAW {
                   F own = function;
                   Predicate asks = predicate;
                   auto asked = read_one(call, stencil + i);
                   if (!asks(asked)) return;
                   auto element = read_one(call, first + i);
                   write_one(call, result + i, own(element));
                 });
    return result + n;
  }
};

}  // namespace gridlock_detail

GRIDLOCK_THRUST_ALGORITHM(transform, Transform)
GRIDLOCK_THRUST_ALGORITHM(transform_if, TransformIf)

}  // namespace thrust
