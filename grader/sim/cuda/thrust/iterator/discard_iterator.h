/// \file
/// thrust::discard_iterator: what is written there is gone.
#pragma once

#include "gridlock_arithmetic.h"

namespace thrust {
namespace gridlock_detail {
struct Discarded {
  template <class T>
  GRIDLOCK_BOTH const Discarded& operator=(const T&) const {
    return *this;
  }
};
}  // namespace gridlock_detail

template <class System = any_system_tag>
class discard_iterator : public gridlock_detail::Arithmetic<
                             discard_iterator<System>, gridlock_detail::Discarded,
                             gridlock_detail::Discarded, gridlock_detail::System::any> {
 public:
  GRIDLOCK_BOTH explicit discard_iterator(std::ptrdiff_t index = 0) : index_(index) {}

  GRIDLOCK_BOTH gridlock_detail::Discarded operator*() const { return {}; }
  GRIDLOCK_BOTH void advance(std::ptrdiff_t n) { index_ += n; }
  GRIDLOCK_BOTH std::ptrdiff_t distance_to(const discard_iterator& other) const {
    return other.index_ - index_;
  }

 private:
  std::ptrdiff_t index_;
};

GRIDLOCK_BOTH inline discard_iterator<> make_discard_iterator(std::ptrdiff_t index = 0) {
  return discard_iterator<>(index);
}

namespace gridlock_detail {
template <class System>
struct Access<discard_iterator<System>> {
  static void writes(const Call&, const discard_iterator<System>&, size_t) {}
  template <class From>
  static void store(const Call&, const discard_iterator<System>&, const From&) {}
};
}  // namespace gridlock_detail
}  // namespace thrust
