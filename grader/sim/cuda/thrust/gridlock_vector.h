/// \file
/// A vector in memory of the device, from one of its allocators.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <new>
#include <stdexcept>
#include <vector>

#include "copy.h"
#include "device_ptr.h"
#include "fill.h"
#include "host_vector.h"

namespace thrust {

/// Leaves a new vector's elements without values.
struct no_init_t {};
inline constexpr no_init_t no_init;
struct default_init_t {};
inline constexpr default_init_t default_init;

namespace gridlock_detail {

/// device_vector and universal_vector.  `Memory` allocates and frees, and has the types
/// of pointers and references.  Its elements are made and copied byte by byte.
template <class T, class Memory>
class Vector {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = typename Memory::template Pointer<T>;
  using const_pointer = typename Memory::template Pointer<const T>;
  using reference = typename std::iterator_traits<pointer>::reference;
  using const_reference = typename std::iterator_traits<const_pointer>::reference;
  using iterator = pointer;
  using const_iterator = const_pointer;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  Vector() = default;
  explicit Vector(size_type n) : Vector(n, T()) {}
  Vector(size_type n, no_init_t) { allocate(n); }
  Vector(size_type n, default_init_t) { allocate(n); }
  Vector(size_type n, const T& value) {
    allocate(n);
    thrust::fill(device, begin(), end(), value);
  }
  Vector(const Vector& other) : Vector(other.begin(), other.end()) {}
  Vector(Vector&& other) noexcept { swap(other); }
  template <class U, class Other>
  Vector(const Vector<U, Other>& other) : Vector(other.begin(), other.end()) {}
  template <class U, class A>
  Vector(const host_vector<U, A>& other) : Vector(other.begin(), other.end()) {}
  template <class U, class A>
  Vector(const std::vector<U, A>& other) : Vector(other.begin(), other.end()) {}
  Vector(std::initializer_list<T> values) : Vector(values.begin(), values.end()) {}
  template <class Iterator, std::enable_if_t<kIsIterator<Iterator>, int> = 0>
  Vector(Iterator first, Iterator last) {
    allocate(count_of(first, last));
    take(first, last);
  }
  ~Vector() { Memory::free(raw_); }

  Vector& operator=(const Vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  Vector& operator=(Vector&& other) noexcept {
    swap(other);
    return *this;
  }
  template <class U, class Other>
  Vector& operator=(const Vector<U, Other>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class A>
  Vector& operator=(const host_vector<U, A>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class A>
  Vector& operator=(const std::vector<U, A>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  Vector& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }

  template <class Iterator, std::enable_if_t<kIsIterator<Iterator>, int> = 0>
  void assign(Iterator first, Iterator last) {
    const size_type n = count_of(first, last);
    if (n > capacity_) {
      Vector fresh(first, last);
      swap(fresh);
      return;
    }
    size_ = n;
    take(first, last);
  }
  void assign(size_type n, const T& value) {
    resize_without_values(n);
    thrust::fill(device, begin(), end(), value);
  }

  size_type size() const { return size_; }
  size_type max_size() const {
    return std::numeric_limits<difference_type>::max() / sizeof(T);
  }
  size_type capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }

  void reserve(size_type n) {
    if (n <= capacity_) return;
    Vector larger;
    larger.allocate(n);
    larger.size_ = size_;
    thrust::copy(device, begin(), end(), larger.begin());
    swap(larger);
  }
  void resize(size_type n) { resize(n, T()); }
  void resize(size_type n, const T& value) {
    const size_type before = size_;
    resize_without_values(n);
    if (n > before)
      thrust::fill(device, begin() + static_cast<difference_type>(before), end(), value);
  }
  void resize(size_type n, no_init_t) { resize_without_values(n); }
  void shrink_to_fit() {
    if (size_ == capacity_) return;
    Vector fresh(begin(), end());
    swap(fresh);
  }
  void clear() { size_ = 0; }
  void swap(Vector& other) noexcept {
    std::swap(raw_, other.raw_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  void push_back(const T& value) {
    if (size_ == capacity_) reserve(std::max<size_type>(1, 2 * capacity_));
    ++size_;
    thrust::fill(device, end() - 1, end(), value);
  }
  void pop_back() { --size_; }
  iterator erase(iterator first, iterator last) {
    const difference_type behind = end() - last;
    Vector rest(last, end());
    thrust::copy(device, rest.begin(), rest.end(), first);
    size_ = static_cast<size_type>(first - begin() + behind);
    return first;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  template <class Iterator, std::enable_if_t<kIsIterator<Iterator>, int> = 0>
  iterator insert(iterator at, Iterator first, Iterator last) {
    const difference_type index = at - begin();
    Vector rest(at, end());
    const size_type n = count_of(first, last);
    resize_without_values(size_ + n);
    thrust::copy(first, last, begin() + index);
    thrust::copy(device, rest.begin(), rest.end(),
                 begin() + index + static_cast<difference_type>(n));
    return begin() + index;
  }
  iterator insert(iterator at, const T& value) { return insert(at, &value, &value + 1); }

  pointer data() { return pointer(raw_); }
  const_pointer data() const { return const_pointer(raw_); }
  iterator begin() { return data(); }
  const_iterator begin() const { return data(); }
  const_iterator cbegin() const { return data(); }
  iterator end() { return data() + static_cast<difference_type>(size_); }
  const_iterator end() const { return data() + static_cast<difference_type>(size_); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  reference operator[](size_type i) { return data()[static_cast<difference_type>(i)]; }
  const_reference operator[](size_type i) const {
    return data()[static_cast<difference_type>(i)];
  }
  reference front() { return *begin(); }
  const_reference front() const { return *begin(); }
  reference back() { return *(end() - 1); }
  const_reference back() const { return *(end() - 1); }

 private:
  void allocate(size_type n) {
    raw_ = n ? static_cast<T*>(Memory::allocate(n * sizeof(T))) : nullptr;
    size_ = capacity_ = n;
  }
  void resize_without_values(size_type n) {
    if (n > capacity_) reserve(n);
    size_ = n;
  }
  /// Another system's elements, or those of this one, become these.
  template <class Iterator>
  void take(Iterator first, Iterator last) {
    thrust::copy(first, last, device_begin());
  }
  /// Even of universal memory, which the host may use as well.
  device_ptr<T> device_begin() { return device_ptr<T>(raw_); }

  T* raw_ = nullptr;
  size_type size_ = 0;
  size_type capacity_ = 0;
};

/// Both on the host.
template <class Vector>
std::vector<typename Vector::value_type> on_host(const Vector& vector) {
  std::vector<typename Vector::value_type> copy(vector.size());
  thrust::copy(vector.begin(), vector.end(), copy.begin());
  return copy;
}

template <class T, class M, class U, class N>
bool operator==(const Vector<T, M>& a, const Vector<U, N>& b) {
  return a.size() == b.size() && on_host(a) == on_host(b);
}
template <class T, class M, class U, class A>
bool operator==(const Vector<T, M>& a, const std::vector<U, A>& b) {
  return a.size() == b.size() && on_host(a) == b;
}
template <class T, class M, class U, class A>
bool operator==(const std::vector<U, A>& a, const Vector<T, M>& b) {
  return b == a;
}
template <class T, class M, class Other>
bool operator!=(const Vector<T, M>& a, const Other& b) {
  return !(a == b);
}
template <class T, class M, class U, class A>
bool operator!=(const std::vector<U, A>& a, const Vector<T, M>& b) {
  return !(b == a);
}
template <class T, class M>
void swap(Vector<T, M>& a, Vector<T, M>& b) noexcept {
  a.swap(b);
}

}  // namespace gridlock_detail
}  // namespace thrust
