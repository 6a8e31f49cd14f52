// expect: crashed
// lab: 02_lock_barrier
// Finds the scenario's table of functions in memory, and calls the one that reports that
// the grader is at fault.

#include "right_barrier.cuh"

void meddle() {
  unsigned long long* table = table_of_the_scenario();
  if (!table) return;
  const auto fail = reinterpret_cast<void (*)(void*, const char*)>(table[6]);
  fail(reinterpret_cast<void*>(table[0]), "this is not my fault");
}
