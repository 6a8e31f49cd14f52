/// \file
/// How an algorithm reads and writes what its iterators point to.
///
/// An algorithm first says which elements it will read and write, then loads and stores
/// them one by one.  So the runtime sees few large ranges, and each has the line of the
/// program that called the algorithm.
#pragma once

#include <stddef.h>

#include <iterator>
#include <type_traits>
#include <utility>

#include "../gridlock_device.h"
#include "../gridlock_library.h"
#include "../gridlock_library_includes.h"
#include "advance.h"
#include "distance.h"
#include "version.h"

namespace thrust {

/// Where an iterator's elements are.
struct host_system_tag {};
struct device_system_tag {};
struct any_system_tag {};

template <class T>
class device_ptr;

namespace gridlock_detail {

enum class System { any, host, device };

/// A call of an algorithm, as its accesses name it.
struct Call {
  unsigned long long site;
};

GRIDLOCK_INLINE void tell(const Call& call, const volatile void* address, size_t size,
                          bool write) {
  gridlock_range(const_cast<const void*>(address), size, write, write ? "write" : "read",
                 call.site);
}

/// A copy of the element at `from`, made byte by byte: nothing watches it.
template <class T>
struct Bytes {
  alignas(T) unsigned char bytes[sizeof(T)];

  GRIDLOCK_INLINE explicit Bytes(const T* from) {
    if constexpr (sizeof(T) <= 64)
      __builtin_memcpy(bytes, from, sizeof(T));
    else
      gridlock_move(bytes, from, sizeof(T));
  }
  GRIDLOCK_INLINE T& get() { return *reinterpret_cast<T*>(bytes); }
};

template <class T>
GRIDLOCK_INLINE void put_bytes(T* to, const T* from) {
  if constexpr (sizeof(T) <= 64)
    __builtin_memcpy(static_cast<void*>(to), from, sizeof(T));
  else
    gridlock_move(to, from, sizeof(T));
}

template <class Iterator>
using Traits = std::iterator_traits<Iterator>;
template <class Iterator>
using ValueOf = std::remove_cv_t<typename Traits<Iterator>::value_type>;

/// The accesses to elements of any iterator.  Other iterators specialize it.
///
/// reads() and writes() tell of `n` elements; load() and store() access one of them.
/// refer() is what a functor gets that may change the element.
template <class Iterator, class = void>
struct Access {
  using Value = ValueOf<Iterator>;
  using Reference = typename Traits<Iterator>::reference;

  static void reads(const Call&, Iterator, size_t) {}
  static void writes(const Call&, Iterator, size_t) {}
  GRIDLOCK_RAW static Value load(const Call& call, Iterator iterator) {
    if constexpr (std::is_lvalue_reference_v<Reference>) {
      const auto* address = std::addressof(*iterator);
      tell(call, address, sizeof *address, false);
      return Value(Bytes<Value>(address).get());
    } else {
      return static_cast<Value>(*iterator);
    }
  }
  template <class From>
  GRIDLOCK_RAW static void store(const Call& call, Iterator iterator, const From& value) {
    if constexpr (std::is_lvalue_reference_v<Reference>) {
      auto* address = std::addressof(*iterator);
      tell(call, address, sizeof *address, true);
      *address = value;
    } else {
      *iterator = value;
    }
  }
  static decltype(auto) refer(const Call&, Iterator iterator) { return *iterator; }
};

/// Elements side by side.
template <class T>
struct Access<T*> {
  using Value = std::remove_cv_t<T>;

  static void reads(const Call& call, T* first, size_t n) {
    tell(call, first, n * sizeof(T), false);
  }
  static void writes(const Call& call, T* first, size_t n) {
    tell(call, first, n * sizeof(T), true);
  }
  GRIDLOCK_RAW GRIDLOCK_INLINE static Value load(const Call&, const T* element) {
    return Value(Bytes<Value>(const_cast<const Value*>(element)).get());
  }
  template <class From>
  GRIDLOCK_RAW GRIDLOCK_INLINE static void store(const Call&, T* element,
                                                 const From& value) {
    if constexpr (std::is_trivially_destructible_v<T>) {
      const T made = static_cast<T>(value);
      put_bytes(element, &made);
    } else {
      *element = value;
    }
  }
  static T& refer(const Call&, T* element) { return *element; }
};

#if defined(__GLIBCXX__)
template <class Pointer, class Container>
struct Access<__gnu_cxx::__normal_iterator<Pointer, Container>> : Access<Pointer> {
  using Iterator = __gnu_cxx::__normal_iterator<Pointer, Container>;

  static void reads(const Call& call, Iterator first, size_t n) {
    Access<Pointer>::reads(call, first.base(), n);
  }
  static void writes(const Call& call, Iterator first, size_t n) {
    Access<Pointer>::writes(call, first.base(), n);
  }
  GRIDLOCK_RAW static auto load(const Call& call, Iterator element) {
    return Access<Pointer>::load(call, element.base());
  }
  template <class From>
  GRIDLOCK_RAW static void store(const Call& call, Iterator element, const From& value) {
    Access<Pointer>::store(call, element.base(), value);
  }
  static decltype(auto) refer(const Call&, Iterator element) { return *element; }
};
#endif

/// One element that nobody has told of yet.
template <class Iterator>
GRIDLOCK_RAW ValueOf<Iterator> read_one(const Call& call, Iterator iterator) {
  Access<Iterator>::reads(call, iterator, 1);
  return Access<Iterator>::load(call, iterator);
}
template <class Iterator, class From>
GRIDLOCK_RAW void write_one(const Call& call, Iterator iterator, const From& value) {
  Access<Iterator>::writes(call, iterator, 1);
  Access<Iterator>::store(call, iterator, value);
}

/// Whether a type is an iterator.
template <class T, class = void>
inline constexpr bool kIsIterator = false;
template <class T>
inline constexpr bool kIsIterator<T, std::void_t<typename Traits<T>::iterator_category>> =
    true;

template <class Iterator>
inline constexpr bool kIsRandom =
    std::is_convertible_v<typename Traits<Iterator>::iterator_category,
                          std::random_access_iterator_tag>;

/// Where an iterator's elements are.  Pointers and iterators of others are the host's;
/// what is no iterator is anywhere.
template <class T, class = void>
struct SystemOf {
  static constexpr System value = kIsIterator<T> ? System::host : System::any;
};
template <class T>
struct SystemOf<T, std::void_t<typename T::gridlock_system>> {
  static constexpr System value = T::gridlock_system::value;
};
template <System system>
using SystemIs = std::integral_constant<System, system>;

constexpr System both(System one, System other) {
  if (one == System::device || other == System::device) return System::device;
  return one == System::host ? one : other;
}
template <class... T>
constexpr System system_of() {
  System all = System::any;
  ((all = both(all, SystemOf<T>::value)), ...);
  return all;
}

/// The address of the first of elements that lie side by side; null for an iterator whose
/// elements do not.
template <class T>
T* contiguous(T* first) {
  return first;
}
template <class T>
T* contiguous(device_ptr<T> first) {
  return first.get();
}
#if defined(__GLIBCXX__)
template <class T, class Container>
T* contiguous(__gnu_cxx::__normal_iterator<T*, Container> first) {
  return first.base();
}
#endif
template <class Iterator>
inline constexpr bool kIsContiguous = std::is_pointer_v<Iterator>;
template <class T>
inline constexpr bool kIsContiguous<device_ptr<T>> = true;
#if defined(__GLIBCXX__)
template <class T, class Container>
inline constexpr bool kIsContiguous<__gnu_cxx::__normal_iterator<T*, Container>> = true;
#endif

}  // namespace gridlock_detail

template <class Iterator>
struct iterator_traits : std::iterator_traits<Iterator> {};
template <class Iterator>
using iterator_value_t = typename std::iterator_traits<Iterator>::value_type;
template <class Iterator>
using iterator_difference_t = typename std::iterator_traits<Iterator>::difference_type;
template <class Iterator>
struct iterator_system {
  using type = std::conditional_t<gridlock_detail::SystemOf<Iterator>::value ==
                                      gridlock_detail::System::host,
                                  host_system_tag, device_system_tag>;
};
template <class Iterator>
struct iterator_value {
  using type = iterator_value_t<Iterator>;
};
template <class Iterator>
struct iterator_difference {
  using type = iterator_difference_t<Iterator>;
};

}  // namespace thrust
