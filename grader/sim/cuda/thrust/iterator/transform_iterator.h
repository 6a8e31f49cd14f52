/// \file
/// thrust::transform_iterator: a function of each element of another iterator.
#pragma once

#include <type_traits>

#include "gridlock_arithmetic.h"

namespace thrust {
namespace gridlock_detail {
template <class F, class Iterator>
using ResultOf = std::decay_t<std::invoke_result_t<const F&, const ValueOf<Iterator>&>>;
}

template <class F, class Iterator, class Reference = void, class Value = void>
class transform_iterator
    : public gridlock_detail::Arithmetic<
          transform_iterator<F, Iterator, Reference, Value>,
          gridlock_detail::ResultOf<F, Iterator>, gridlock_detail::ResultOf<F, Iterator>,
          gridlock_detail::SystemOf<Iterator>::value> {
 public:
  transform_iterator() = default;
  GRIDLOCK_BOTH transform_iterator(Iterator base, F function)
      : base_(base), f_(function) {}
  GRIDLOCK_BOTH explicit transform_iterator(Iterator base) : base_(base) {}

  GRIDLOCK_BOTH auto operator*() const {
    return f_(static_cast<gridlock_detail::ValueOf<Iterator>>(*base_));
  }
  GRIDLOCK_BOTH const Iterator& base() const { return base_; }
  GRIDLOCK_BOTH F functor() const { return f_; }
  GRIDLOCK_BOTH void advance(std::ptrdiff_t n) { base_ += n; }
  GRIDLOCK_BOTH std::ptrdiff_t distance_to(const transform_iterator& other) const {
    return other.base_ - base_;
  }

 private:
  Iterator base_;
  F f_{};
};

template <class F, class Iterator>
GRIDLOCK_BOTH transform_iterator<F, Iterator> make_transform_iterator(Iterator base,
                                                                      F function) {
  return {base, function};
}

namespace gridlock_detail {
template <class F, class Iterator, class... More>
struct Access<transform_iterator<F, Iterator, More...>>
    : AccessByValue<transform_iterator<F, Iterator, More...>> {
  using Own = transform_iterator<F, Iterator, More...>;
  static void reads(const Call& call, const Own& first, size_t n) {
    Access<Iterator>::reads(call, first.base(), n);
  }
  GRIDLOCK_RAW static auto load(const Call& call, const Own& iterator) {
    const F function = iterator.functor();
    const auto element = Access<Iterator>::load(call, iterator.base());
    return static_cast<ResultOf<F, Iterator>>(function(element));
  }
  GRIDLOCK_RAW static auto refer(const Call& call, const Own& iterator) {
    reads(call, iterator, 1);
    return load(call, iterator);
  }
};
}  // namespace gridlock_detail
}  // namespace thrust
