/// \file
/// cub::KeyValuePair, cub::ArgMax, cub::ArgMin and, with --legacy, the functors that CUB
/// has dropped.
#pragma once

#include "gridlock_collective.cuh"

namespace cub {

template <class Key, class Value>
struct KeyValuePair {
  using Key_ = Key;
  using Value_ = Value;
  Key key;
  Value value;

  KeyValuePair() = default;
  GRIDLOCK_BOTH KeyValuePair(const Key& key, const Value& value)
      : key(key), value(value) {}
  GRIDLOCK_BOTH bool operator!=(const KeyValuePair& other) const {
    return key != other.key || value != other.value;
  }
};

/// The pair with the largest value, and of equal ones that with the smallest key.
struct ArgMax {
  template <class K, class V>
  GRIDLOCK_BOTH KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a,
                                              const KeyValuePair<K, V>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
/// The pair with the smallest value, and of equal ones that with the smallest key.
struct ArgMin {
  template <class K, class V>
  GRIDLOCK_BOTH KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a,
                                              const KeyValuePair<K, V>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

#if defined(GRIDLOCK_LEGACY)
struct Sum {
  template <class T>
  GRIDLOCK_BOTH T operator()(const T& a, const T& b) const {
    return a + b;
  }
};
struct Max {
  template <class T>
  GRIDLOCK_BOTH T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T>
  GRIDLOCK_BOTH T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
#endif

}  // namespace cub
