/// \file
/// thrust::reverse_iterator: backwards.
#pragma once

#include "gridlock_arithmetic.h"

namespace thrust {

template <class Iterator>
class reverse_iterator
    : public gridlock_detail::Arithmetic<
          reverse_iterator<Iterator>, gridlock_detail::ValueOf<Iterator>,
          typename gridlock_detail::Traits<Iterator>::reference,
          gridlock_detail::SystemOf<Iterator>::value> {
 public:
  reverse_iterator() = default;
  GRIDLOCK_BOTH explicit reverse_iterator(Iterator base) : base_(base) {}

  GRIDLOCK_BOTH decltype(auto) operator*() const { return *(base_ - 1); }
  GRIDLOCK_BOTH const Iterator& base() const { return base_; }
  GRIDLOCK_BOTH void advance(std::ptrdiff_t n) { base_ -= n; }
  GRIDLOCK_BOTH std::ptrdiff_t distance_to(const reverse_iterator& other) const {
    return base_ - other.base_;
  }

 private:
  Iterator base_;
};

template <class Iterator>
GRIDLOCK_BOTH reverse_iterator<Iterator> make_reverse_iterator(Iterator base) {
  return reverse_iterator<Iterator>(base);
}

namespace gridlock_detail {
template <class Iterator>
struct Access<reverse_iterator<Iterator>> {
  using Own = reverse_iterator<Iterator>;
  using Base = Access<Iterator>;
  static Iterator lowest(const Own& first, size_t n) {
    return first.base() - static_cast<std::ptrdiff_t>(n);
  }
  static void reads(const Call& call, const Own& first, size_t n) {
    Base::reads(call, lowest(first, n), n);
  }
  static void writes(const Call& call, const Own& first, size_t n) {
    Base::writes(call, lowest(first, n), n);
  }
  GRIDLOCK_RAW static auto load(const Call& call, const Own& iterator) {
    return Base::load(call, lowest(iterator, 1));
  }
  template <class From>
  GRIDLOCK_RAW static void store(const Call& call, const Own& iterator,
                                 const From& value) {
    Base::store(call, lowest(iterator, 1), value);
  }
  static decltype(auto) refer(const Call& call, const Own& iterator) {
    return Base::refer(call, lowest(iterator, 1));
  }
};
}  // namespace gridlock_detail
}  // namespace thrust
