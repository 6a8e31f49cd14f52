/// \file
/// A pointer to memory of the device, and what it points to.
#pragma once

#include <cstddef>
#include <iosfwd>

#include "../cuda_runtime.h"
#include "gridlock_access.h"
#include "swap.h"
#include "system_error.h"

namespace thrust {

template <class T>
class device_reference;
template <class T>
class device_ptr;

namespace gridlock_detail {

/// The type of `*pointer`: void has none.
template <class T>
struct Pointee {
  using Value = std::remove_cv_t<T>;
  using Reference = device_reference<T>;
};
template <>
struct Pointee<void> {
  using Value = void;
  using Reference = void;
};
template <>
struct Pointee<const void> : Pointee<void> {};

}  // namespace gridlock_detail

/// A pointer to memory of the device.
template <class T>
class device_ptr {
 public:
  using element_type = T;
  using value_type = typename gridlock_detail::Pointee<T>::Value;
  using reference = typename gridlock_detail::Pointee<T>::Reference;
  using pointer = device_ptr;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using gridlock_system = gridlock_detail::SystemIs<gridlock_detail::System::device>;

  GRIDLOCK_INLINE device_ptr() = default;
  GRIDLOCK_INLINE device_ptr(std::nullptr_t) {}
  GRIDLOCK_INLINE explicit device_ptr(T* raw) : raw_(raw) {}
  template <class U, std::enable_if_t<std::is_convertible_v<U*, T*>, int> = 0>
  GRIDLOCK_INLINE device_ptr(const device_ptr<U>& other) : raw_(other.get()) {}
  /// A pointer to bytes from device_malloc, or the like.
  template <class U, std::enable_if_t<!std::is_convertible_v<U*, T*> &&
                                          std::is_void_v<std::remove_cv_t<U>>,
                                      int> = 0>
  GRIDLOCK_INLINE explicit device_ptr(const device_ptr<U>& other)
      : raw_(static_cast<T*>(other.get())) {}

  GRIDLOCK_INLINE T* get() const { return raw_; }
  GRIDLOCK_INLINE reference operator*() const { return reference(*this); }
  GRIDLOCK_INLINE reference operator[](difference_type i) const {
    return reference(*this + i);
  }
  GRIDLOCK_INLINE explicit operator bool() const { return raw_ != nullptr; }

  GRIDLOCK_INLINE device_ptr& operator+=(difference_type n) {
    raw_ += n;
    return *this;
  }
  GRIDLOCK_INLINE device_ptr& operator-=(difference_type n) {
    raw_ -= n;
    return *this;
  }
  GRIDLOCK_INLINE device_ptr& operator++() { return *this += 1; }
  GRIDLOCK_INLINE device_ptr& operator--() { return *this -= 1; }
  GRIDLOCK_INLINE device_ptr operator++(int) {
    const device_ptr before = *this;
    ++raw_;
    return before;
  }
  GRIDLOCK_INLINE device_ptr operator--(int) {
    const device_ptr before = *this;
    --raw_;
    return before;
  }
  friend GRIDLOCK_INLINE device_ptr operator+(device_ptr p, difference_type n) {
    return p += n;
  }
  friend GRIDLOCK_INLINE device_ptr operator+(difference_type n, device_ptr p) {
    return p += n;
  }
  friend GRIDLOCK_INLINE device_ptr operator-(device_ptr p, difference_type n) {
    return p -= n;
  }

 private:
  T* raw_ = nullptr;
};

template <class T, class U>
GRIDLOCK_INLINE std::ptrdiff_t operator-(device_ptr<T> a, device_ptr<U> b) {
  return a.get() - b.get();
}
#define GRIDLOCK_COMPARES(op)                                          \
  template <class T, class U>                                          \
  GRIDLOCK_INLINE bool operator op(device_ptr<T> a, device_ptr<U> b) { \
    return a.get() op b.get();                                         \
  }
GRIDLOCK_COMPARES(==)
GRIDLOCK_COMPARES(!=)
GRIDLOCK_COMPARES(<)
GRIDLOCK_COMPARES(<=)
GRIDLOCK_COMPARES(>)
GRIDLOCK_COMPARES(>=)
#undef GRIDLOCK_COMPARES
template <class T>
GRIDLOCK_INLINE bool operator==(device_ptr<T> a, std::nullptr_t) {
  return a.get() == nullptr;
}
template <class T>
GRIDLOCK_INLINE bool operator!=(device_ptr<T> a, std::nullptr_t) {
  return a.get() != nullptr;
}

/// An element in memory of the device.  The host reads and writes it by a copy for which
/// it waits.
template <class T>
class device_reference {
 public:
  using value_type = std::remove_cv_t<T>;
  using pointer = device_ptr<T>;

  explicit device_reference(pointer to) : to_(to) {}
  device_reference(const device_reference&) = default;
  template <class U, std::enable_if_t<std::is_convertible_v<U*, T*>, int> = 0>
  device_reference(const device_reference<U>& other) : to_(&other) {}

  operator value_type() const { return load(); }
  pointer operator&() const { return to_; }

  const device_reference& operator=(const value_type& value) const {
    store(value);
    return *this;
  }
  device_reference& operator=(const value_type& value) {
    store(value);
    return *this;
  }
  device_reference& operator=(const device_reference& other) {
    store(other.load());
    return *this;
  }
  template <class U>
  device_reference& operator=(const device_reference<U>& other) {
    store(static_cast<value_type>(static_cast<U>(other)));
    return *this;
  }
#define GRIDLOCK_ASSIGNS(op)                          \
  template <class U>                                  \
  device_reference& operator op##=(const U & value) { \
    value_type changed = load();                      \
    changed op## = value;                             \
    store(changed);                                   \
    return *this;                                     \
  }
  GRIDLOCK_ASSIGNS(+)
  GRIDLOCK_ASSIGNS(-)
  GRIDLOCK_ASSIGNS(*)
  GRIDLOCK_ASSIGNS(/)
  GRIDLOCK_ASSIGNS(%)
  GRIDLOCK_ASSIGNS(&)
  GRIDLOCK_ASSIGNS(|)
  GRIDLOCK_ASSIGNS(^)
#undef GRIDLOCK_ASSIGNS
  device_reference& operator++() { return *this += value_type(1); }
  device_reference& operator--() { return *this -= value_type(1); }
  value_type operator++(int) {
    const value_type before = load();
    *this += value_type(1);
    return before;
  }
  value_type operator--(int) {
    const value_type before = load();
    *this -= value_type(1);
    return before;
  }
  void swap(device_reference& other) {
    const value_type mine = load();
    store(other.load());
    other.store(mine);
  }
  friend void swap(device_reference a, device_reference b) { a.swap(b); }

  template <class Char, class CharTraits>
  friend std::basic_ostream<Char, CharTraits>& operator<<(
      std::basic_ostream<Char, CharTraits>& out, const device_reference& element) {
    return out << element.load();
  }

 private:
  template <class>
  friend class device_reference;

  GRIDLOCK_RAW value_type load() const {
    const auto* from = const_cast<const value_type*>(to_.get());
    if (gridlock_in_device_code())
      return gridlock_detail::read_one({gridlock_call_site()}, from);
    alignas(value_type) unsigned char bytes[sizeof(value_type)];
    copy(bytes, from, cudaMemcpyDeviceToHost);
    return *reinterpret_cast<value_type*>(bytes);
  }
  GRIDLOCK_RAW void store(const value_type& value) const {
    if (gridlock_in_device_code())
      return gridlock_detail::write_one({gridlock_call_site()}, to_.get(), value);
    copy(const_cast<value_type*>(to_.get()), &value, cudaMemcpyHostToDevice);
  }
  static void copy(void* to, const void* from, cudaMemcpyKind kind) {
    constexpr const char* kWhat = "an element of the device";
    gridlock_detail::check(::cudaMemcpyAsync(to, from, sizeof(value_type), kind, nullptr),
                           kWhat);
    gridlock_detail::check(::cudaStreamSynchronize(nullptr), kWhat);
  }

  pointer to_;
};

template <class T>
GRIDLOCK_INLINE device_ptr<T> device_pointer_cast(T* raw) {
  return device_ptr<T>(raw);
}
template <class T>
GRIDLOCK_INLINE device_ptr<T> device_pointer_cast(const device_ptr<T>& pointer) {
  return pointer;
}

template <class T>
GRIDLOCK_INLINE T* raw_pointer_cast(T* raw) {
  return raw;
}
template <class T>
GRIDLOCK_INLINE T* raw_pointer_cast(const device_ptr<T>& pointer) {
  return pointer.get();
}
template <class T>
GRIDLOCK_INLINE T& raw_reference_cast(T& element) {
  return element;
}
template <class T>
GRIDLOCK_INLINE T& raw_reference_cast(const device_reference<T>& element) {
  return *(&element).get();
}

namespace gridlock_detail {

template <class T>
struct Access<device_ptr<T>> : Access<T*> {
  static void reads(const Call& call, device_ptr<T> first, size_t n) {
    Access<T*>::reads(call, first.get(), n);
  }
  static void writes(const Call& call, device_ptr<T> first, size_t n) {
    Access<T*>::writes(call, first.get(), n);
  }
  GRIDLOCK_RAW GRIDLOCK_INLINE static auto load(const Call& call, device_ptr<T> element) {
    return Access<T*>::load(call, element.get());
  }
  template <class From>
  GRIDLOCK_RAW GRIDLOCK_INLINE static void store(const Call& call, device_ptr<T> element,
                                                 const From& value) {
    Access<T*>::store(call, element.get(), value);
  }
  static T& refer(const Call&, device_ptr<T> element) { return *element.get(); }
};

}  // namespace gridlock_detail
}  // namespace thrust
