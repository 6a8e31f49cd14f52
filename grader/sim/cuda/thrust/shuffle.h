/// \file
/// thrust::shuffle, shuffle_copy.  Which order comes out, Thrust does not say; here it
/// depends on the generator alone.
#pragma once

#include <cstdint>

#include "gridlock_compact.h"

namespace thrust {
namespace gridlock_detail {

/// Numbers for an order.
class Order {
 public:
  explicit Order(std::uint64_t seed) : state_(seed) {}
  /// One of n numbers, from 0.
  size_t below(size_t n) {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return static_cast<size_t>((mixed ^ (mixed >> 31)) % n);
  }

 private:
  std::uint64_t state_;
};

/// An order that begins with some numbers of the caller's generator.
template <class Generator>
Order order_by(Generator& generator) {
  std::uint64_t seed = 0;
  for (int i = 0; i < 4; ++i)
    seed = seed * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(generator());
  return Order(seed);
}

struct ShuffleCopy {
  template <class From, class To>
  void operator()(const Policy& policy, From first, From last, To result,
                  Order order) const {
    const size_t n = count_of(first, last);
    perform(policy, "thrust::shuffle", [=](const Call& call) GRIDLOCK_RAW {
      Order own = order;
      Scratch<ValueOf<From>> items(n);
      Access<From>::reads(call, first, n);
      for (size_t i = 0; i < n; ++i) {
        const size_t other = own.below(i + 1);
        if (other < i) items.put(i, items.get(other));
        items.put(other, Access<From>::load(call, first + i));
      }
      Access<To>::writes(call, result, n);
      for (size_t i = 0; i < n; ++i) Access<To>::store(call, result + i, items.get(i));
    });
  }
};
struct Shuffle {
  template <class Iterator>
  void operator()(const Policy& policy, Iterator first, Iterator last,
                  Order order) const {
    ShuffleCopy{}(policy, first, last, first, order);
  }
};

}  // namespace gridlock_detail

template <class Iterator, class Generator>
void shuffle(Iterator first, Iterator last, Generator&& generator) {
  gridlock_detail::choose(gridlock_detail::Shuffle{}, first, last,
                          gridlock_detail::order_by(generator));
}
template <class Derived, class Iterator, class Generator>
void shuffle(const execution_policy<Derived>& policy, Iterator first, Iterator last,
             Generator&& generator) {
  gridlock_detail::choose(gridlock_detail::Shuffle{}, static_cast<const Derived&>(policy),
                          first, last, gridlock_detail::order_by(generator));
}
template <class From, class To, class Generator>
void shuffle_copy(From first, From last, To result, Generator&& generator) {
  gridlock_detail::choose(gridlock_detail::ShuffleCopy{}, first, last, result,
                          gridlock_detail::order_by(generator));
}
template <class Derived, class From, class To, class Generator>
void shuffle_copy(const execution_policy<Derived>& policy, From first, From last,
                  To result, Generator&& generator) {
  gridlock_detail::choose(gridlock_detail::ShuffleCopy{},
                          static_cast<const Derived&>(policy), first, last, result,
                          gridlock_detail::order_by(generator));
}

}  // namespace thrust
