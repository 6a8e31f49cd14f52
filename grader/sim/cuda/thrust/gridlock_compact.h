/// \file
/// What copy_if, remove_if, unique and partition are made of: some elements of a range,
/// one behind the other.
#pragma once

#include "gridlock_perform.h"

namespace thrust::gridlock_detail {

/// Elements of an algorithm's own, for a while.
template <class T>
class Scratch {
 public:
  explicit Scratch(size_t n)
      : data_(static_cast<T*>(gridlock_scratch((n ? n : 1) * sizeof(T)))) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { gridlock_end_scratch(data_); }

  T* data() { return data_; }
  GRIDLOCK_RAW void put(size_t i, const T& value) { put_bytes(data_ + i, &value); }
  GRIDLOCK_RAW T get(size_t i) const { return T(Bytes<T>(data_ + i).get()); }

 private:
  T* data_;
};

/// Copies the elements whose partner in `stencil` satisfies the predicate, and returns
/// how many.  `result` may be `first`.
template <class From, class Stencil, class To, class Predicate>
std::ptrdiff_t compact(const Policy& policy, const char* name, From first, From last,
                       Stencil stencil, To result, Predicate predicate) {
  const size_t n = count_of(first, last);
  return perform_for<std::ptrdiff_t>(policy, name, [=](const Call& call) GRIDLOCK_RAW {
    Predicate own = predicate;
    Scratch<ValueOf<From>> kept(n);
    size_t count = 0;
    Access<Stencil>::reads(call, stencil, n);
    if constexpr (!std::is_same_v<From, Stencil>) Access<From>::reads(call, first, n);
    for (size_t i = 0; i < n; ++i) {
      auto asked = Access<Stencil>::load(call, stencil + i);
      if (own(asked)) kept.put(count++, Access<From>::load(call, first + i));
    }
    Access<To>::writes(call, result, count);
    for (size_t i = 0; i < count; ++i) Access<To>::store(call, result + i, kept.get(i));
    return static_cast<std::ptrdiff_t>(count);
  });
}

}  // namespace thrust::gridlock_detail
