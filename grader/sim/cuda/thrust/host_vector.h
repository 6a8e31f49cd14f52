/// \file
/// thrust::host_vector: a std::vector that also takes what is on the device.
#pragma once

#include <vector>

#include "gridlock_algorithms.h"
#include "reduce.h"

namespace thrust {
namespace gridlock_detail {
template <class T, class Memory>
class Vector;
}

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
  using Base = std::vector<T, Allocator>;

 public:
  using Base::Base;
  using Base::operator=;
  host_vector() = default;
  explicit host_vector(std::size_t n) : Base(n) {}
  host_vector(const std::vector<T>& other) : Base(other.begin(), other.end()) {}
  template <class Iterator,
            std::enable_if_t<gridlock_detail::kIsIterator<Iterator>, int> = 0>
  host_vector(Iterator first, Iterator last) {
    assign(first, last);
  }
  template <class U, class Memory>
  host_vector(const gridlock_detail::Vector<U, Memory>& other) {
    assign(other.begin(), other.end());
  }
  template <class U, class Memory>
  host_vector& operator=(const gridlock_detail::Vector<U, Memory>& other) {
    assign(other.begin(), other.end());
    return *this;
  }

  using Base::assign;
  template <class Iterator,
            std::enable_if_t<gridlock_detail::kIsIterator<Iterator>, int> = 0>
  void assign(Iterator first, Iterator last) {
    this->resize(static_cast<std::size_t>(std::distance(first, last)));
    thrust::copy(first, last, this->begin());
  }
};

template <class Iterator>
host_vector(Iterator, Iterator) -> host_vector<gridlock_detail::ValueOf<Iterator>>;

}  // namespace thrust
