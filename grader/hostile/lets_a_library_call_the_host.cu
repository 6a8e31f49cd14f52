// expect: bad_access
// lab: 02_lock_barrier
// The same, but a function of the C library makes the call.

#include <cstdlib>

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* table = table_of_the_scenario();
  if (!table) return;
  const auto fail = reinterpret_cast<int (*)(const void*, const void*)>(table[6]);
  bsearch(reinterpret_cast<void*>(table[0]), "this is not my fault", 1, 1, fail);
}
