/// \file
/// thrust::permutation_iterator: elements in the order of other elements.
#pragma once

#include "gridlock_arithmetic.h"

namespace thrust {

template <class Elements, class Indices>
class permutation_iterator
    : public gridlock_detail::Arithmetic<
          permutation_iterator<Elements, Indices>, gridlock_detail::ValueOf<Elements>,
          typename gridlock_detail::Traits<Elements>::reference,
          gridlock_detail::both(gridlock_detail::SystemOf<Elements>::value,
                                gridlock_detail::SystemOf<Indices>::value)> {
 public:
  permutation_iterator() = default;
  GRIDLOCK_BOTH permutation_iterator(Elements elements, Indices indices)
      : elements_(elements), indices_(indices) {}

  GRIDLOCK_BOTH decltype(auto) operator*() const {
    return elements_[static_cast<std::ptrdiff_t>(*indices_)];
  }
  GRIDLOCK_BOTH const Elements& elements() const { return elements_; }
  GRIDLOCK_BOTH const Indices& base() const { return indices_; }
  GRIDLOCK_BOTH void advance(std::ptrdiff_t n) { indices_ += n; }
  GRIDLOCK_BOTH std::ptrdiff_t distance_to(const permutation_iterator& other) const {
    return other.indices_ - indices_;
  }

 private:
  Elements elements_;
  Indices indices_;
};

template <class Elements, class Indices>
GRIDLOCK_BOTH permutation_iterator<Elements, Indices> make_permutation_iterator(
    Elements elements, Indices indices) {
  return {elements, indices};
}

namespace gridlock_detail {
template <class Elements, class Indices>
struct Access<permutation_iterator<Elements, Indices>> {
  using Own = permutation_iterator<Elements, Indices>;
  static void reads(const Call& call, const Own& first, size_t n) {
    Access<Indices>::reads(call, first.base(), n);
  }
  static void writes(const Call& call, const Own& first, size_t n) {
    Access<Indices>::reads(call, first.base(), n);
  }
  GRIDLOCK_RAW static Elements element(const Call& call, const Own& iterator) {
    return iterator.elements() +
           static_cast<std::ptrdiff_t>(Access<Indices>::load(call, iterator.base()));
  }
  GRIDLOCK_RAW static auto load(const Call& call, const Own& iterator) {
    return read_one(call, element(call, iterator));
  }
  template <class From>
  GRIDLOCK_RAW static void store(const Call& call, const Own& iterator,
                                 const From& value) {
    write_one(call, element(call, iterator), value);
  }
  GRIDLOCK_RAW static decltype(auto) refer(const Call& call, const Own& iterator) {
    reads(call, iterator, 1);
    return Access<Elements>::refer(call, element(call, iterator));
  }
};
}  // namespace gridlock_detail
}  // namespace thrust
