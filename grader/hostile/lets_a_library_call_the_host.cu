// expect: rejected
// lab: 02_lock_barrier
// Like calls_the_scenarios_host, but the C library's bsearch() makes the call.

#include <cstdlib>

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* table = table_of_the_scenario();
  if (!table) return;
  const auto fail = reinterpret_cast<int (*)(const void*, const void*)>(table[6]);
  bsearch(reinterpret_cast<void*>(table[0]), "this is not my fault", 1, 1, fail);
}
