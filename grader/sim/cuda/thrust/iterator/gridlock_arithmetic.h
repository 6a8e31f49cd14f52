/// \file
/// What a random-access iterator can do, made of two functions.
#pragma once

#include <cstddef>
#include <iterator>

#include "../gridlock_access.h"

namespace thrust::gridlock_detail {

/// The operators of `Derived`, which has `advance(n)`, `distance_to(other)` and
/// `operator*`. Reference is what `*iterator` is, and System where the elements are.
template <class Derived, class Value, class Ref, System system>
class Arithmetic {
 public:
  using value_type = Value;
  using reference = Ref;
  using pointer = void;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using gridlock_system = SystemIs<system>;

  GRIDLOCK_BOTH Derived& operator+=(difference_type n) {
    self().advance(n);
    return self();
  }
  GRIDLOCK_BOTH Derived& operator-=(difference_type n) { return *this += -n; }
  GRIDLOCK_BOTH Derived& operator++() { return *this += 1; }
  GRIDLOCK_BOTH Derived& operator--() { return *this += -1; }
  GRIDLOCK_BOTH Derived operator++(int) {
    const Derived before = self();
    *this += 1;
    return before;
  }
  GRIDLOCK_BOTH Derived operator--(int) {
    const Derived before = self();
    *this += -1;
    return before;
  }
  GRIDLOCK_BOTH Ref operator[](difference_type n) const { return *(self() + n); }

  friend GRIDLOCK_BOTH Derived operator+(Derived a, difference_type n) { return a += n; }
  friend GRIDLOCK_BOTH Derived operator+(difference_type n, Derived a) { return a += n; }
  friend GRIDLOCK_BOTH Derived operator-(Derived a, difference_type n) { return a -= n; }
  friend GRIDLOCK_BOTH difference_type operator-(const Derived& a, const Derived& b) {
    return b.distance_to(a);
  }
  friend GRIDLOCK_BOTH bool operator==(const Derived& a, const Derived& b) {
    return b.distance_to(a) == 0;
  }
  friend GRIDLOCK_BOTH bool operator!=(const Derived& a, const Derived& b) {
    return b.distance_to(a) != 0;
  }
  friend GRIDLOCK_BOTH bool operator<(const Derived& a, const Derived& b) {
    return b.distance_to(a) < 0;
  }
  friend GRIDLOCK_BOTH bool operator<=(const Derived& a, const Derived& b) {
    return b.distance_to(a) <= 0;
  }
  friend GRIDLOCK_BOTH bool operator>(const Derived& a, const Derived& b) {
    return b.distance_to(a) > 0;
  }
  friend GRIDLOCK_BOTH bool operator>=(const Derived& a, const Derived& b) {
    return b.distance_to(a) >= 0;
  }

 private:
  GRIDLOCK_BOTH Derived& self() { return static_cast<Derived&>(*this); }
  GRIDLOCK_BOTH const Derived& self() const { return static_cast<const Derived&>(*this); }
};

/// What an element is where it has no address.
template <class Iterator>
struct AccessByValue {
  static void reads(const Call&, const Iterator&, size_t) {}
  static auto refer(const Call& call, const Iterator& iterator) {
    return Access<Iterator>::load(call, iterator);
  }
};

}  // namespace thrust::gridlock_detail
