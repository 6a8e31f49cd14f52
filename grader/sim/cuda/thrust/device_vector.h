/// \file
/// thrust::device_vector.
#pragma once

#include "device_allocator.h"
#include "gridlock_algorithms.h"
#include "gridlock_vector.h"
#include "reduce.h"

namespace thrust {
namespace gridlock_detail {

struct DeviceMemory {
  template <class T>
  using Pointer = device_ptr<T>;

  static void* allocate(std::size_t bytes) {
    void* raw = nullptr;
    if (::cudaMalloc(&raw, bytes) != cudaSuccess) throw std::bad_alloc();
    return raw;
  }
  static void free(void* raw) {
    if (raw) ::cudaFree(raw);
  }
};

}  // namespace gridlock_detail

template <class T, class Allocator = device_allocator<T>>
class device_vector : public gridlock_detail::Vector<T, gridlock_detail::DeviceMemory> {
  static_assert(std::is_same_v<Allocator, device_allocator<T>>,
                "The simulator's device_vector has no other allocator.");
  using Base = gridlock_detail::Vector<T, gridlock_detail::DeviceMemory>;

 public:
  using Base::Base;
  using Base::operator=;
  device_vector() = default;
  explicit device_vector(std::size_t n) : Base(n) {}
};

template <class T>
device_vector(std::initializer_list<T>) -> device_vector<T>;
template <class Iterator>
device_vector(Iterator, Iterator) -> device_vector<gridlock_detail::ValueOf<Iterator>>;
template <class T, class A>
device_vector(const host_vector<T, A>&) -> device_vector<T>;

}  // namespace thrust
