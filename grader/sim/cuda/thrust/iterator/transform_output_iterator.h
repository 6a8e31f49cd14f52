/// \file
/// thrust::transform_output_iterator: writes a function of what it is given.
#pragma once

#include "gridlock_arithmetic.h"

namespace thrust {
namespace gridlock_detail {
template <class F, class Iterator>
struct TransformedOutput {
  F function;
  Iterator to;
  template <class T>
  GRIDLOCK_BOTH const TransformedOutput& operator=(const T& value) const {
    *to = function(value);
    return *this;
  }
};
}  // namespace gridlock_detail

template <class F, class Iterator>
class transform_output_iterator
    : public gridlock_detail::Arithmetic<transform_output_iterator<F, Iterator>,
                                         gridlock_detail::TransformedOutput<F, Iterator>,
                                         gridlock_detail::TransformedOutput<F, Iterator>,
                                         gridlock_detail::SystemOf<Iterator>::value> {
 public:
  GRIDLOCK_BOTH transform_output_iterator(Iterator base, F function)
      : base_(base), f_(function) {}

  GRIDLOCK_BOTH gridlock_detail::TransformedOutput<F, Iterator> operator*() const {
    return {f_, base_};
  }
  GRIDLOCK_BOTH const Iterator& base() const { return base_; }
  GRIDLOCK_BOTH F functor() const { return f_; }
  GRIDLOCK_BOTH void advance(std::ptrdiff_t n) { base_ += n; }
  GRIDLOCK_BOTH std::ptrdiff_t distance_to(const transform_output_iterator& other) const {
    return other.base_ - base_;
  }

 private:
  Iterator base_;
  F f_;
};

template <class F, class Iterator>
GRIDLOCK_BOTH transform_output_iterator<F, Iterator> make_transform_output_iterator(
    Iterator base, F function) {
  return {base, function};
}

namespace gridlock_detail {
template <class F, class Iterator>
struct Access<transform_output_iterator<F, Iterator>> {
  using Own = transform_output_iterator<F, Iterator>;
  static void writes(const Call& call, const Own& first, size_t n) {
    Access<Iterator>::writes(call, first.base(), n);
  }
  template <class From>
  GRIDLOCK_RAW static void store(const Call& call, const Own& iterator,
                                 const From& value) {
    F function = iterator.functor();
    Access<Iterator>::store(call, iterator.base(), function(value));
  }
};
}  // namespace gridlock_detail
}  // namespace thrust
