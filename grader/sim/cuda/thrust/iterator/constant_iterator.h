/// \file
/// thrust::constant_iterator: one value again and again.
#pragma once

#include "gridlock_arithmetic.h"

namespace thrust {

template <class T>
class constant_iterator
    : public gridlock_detail::Arithmetic<constant_iterator<T>, T, T,
                                         gridlock_detail::System::any> {
 public:
  GRIDLOCK_BOTH constant_iterator() = default;
  GRIDLOCK_BOTH explicit constant_iterator(T value, std::ptrdiff_t index = 0)
      : value_(value), index_(index) {}

  GRIDLOCK_BOTH T operator*() const { return value_; }
  GRIDLOCK_BOTH void advance(std::ptrdiff_t n) { index_ += n; }
  GRIDLOCK_BOTH std::ptrdiff_t distance_to(const constant_iterator& other) const {
    return other.index_ - index_;
  }

 private:
  T value_{};
  std::ptrdiff_t index_ = 0;
};

template <class T>
GRIDLOCK_BOTH constant_iterator<T> make_constant_iterator(T value,
                                                          std::ptrdiff_t index = 0) {
  return constant_iterator<T>(value, index);
}

namespace gridlock_detail {
template <class T>
struct Access<constant_iterator<T>> : AccessByValue<constant_iterator<T>> {
  GRIDLOCK_RAW static T load(const Call&, const constant_iterator<T>& iterator) {
    return *iterator;
  }
};
}  // namespace gridlock_detail
}  // namespace thrust
