/// \file
/// thrust::counting_iterator: n, n + 1, n + 2, ...
#pragma once

#include <type_traits>

#include "gridlock_arithmetic.h"

namespace thrust {

template <class T, class System = any_system_tag, class Traversal = void,
          class Difference = std::ptrdiff_t>
class counting_iterator : public gridlock_detail::Arithmetic<
                              counting_iterator<T, System, Traversal, Difference>, T, T,
                              gridlock_detail::System::any> {
 public:
  GRIDLOCK_BOTH counting_iterator() = default;
  GRIDLOCK_BOTH explicit counting_iterator(T value) : value_(value) {}

  GRIDLOCK_BOTH T operator*() const { return value_; }
  GRIDLOCK_BOTH const T& base() const { return value_; }
  GRIDLOCK_BOTH void advance(std::ptrdiff_t n) {
    if constexpr (std::is_integral_v<T>)
      value_ = static_cast<T>(value_ + static_cast<T>(n));
    else
      value_ += n;
  }
  GRIDLOCK_BOTH std::ptrdiff_t distance_to(const counting_iterator& other) const {
    return static_cast<std::ptrdiff_t>(other.value_) -
           static_cast<std::ptrdiff_t>(value_);
  }

 private:
  T value_{};
};

template <class T>
GRIDLOCK_BOTH counting_iterator<T> make_counting_iterator(T value) {
  return counting_iterator<T>(value);
}

namespace gridlock_detail {
template <class T, class... More>
struct Access<counting_iterator<T, More...>>
    : AccessByValue<counting_iterator<T, More...>> {
  GRIDLOCK_RAW static T load(const Call&, const counting_iterator<T, More...>& iterator) {
    return *iterator;
  }
};
}  // namespace gridlock_detail
}  // namespace thrust
