// expect: bad_access
// lab: 02_lock_barrier
// Makes up a hash table's policy in the worker's memory, where the C++ library then notes
// the table's next size.

#include <unordered_map>

#include "right_barrier.cuh"

void meddle() {
  if (unsigned long long* spare = spare_bytes())
    reinterpret_cast<std::__detail::_Prime_rehash_policy*>(spare)->_M_next_bkt(100);
}
