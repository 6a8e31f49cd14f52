// expect: bad_access, crashed
// lab: 02_lock_barrier
// Host code finds the scenario's outputs in the worker's memory and changes one.  Its search may
// also end at an address that no memory has.

#include "right_barrier.cuh"

void meddle() {
  const unsigned long long* table = table_of_the_scenario();
  if (!table) return;
  const auto* record = reinterpret_cast<const unsigned long long*>(table[0]);
  const auto* output = reinterpret_cast<const unsigned long long*>(record[4]);
  if (!output) return;
  auto* values = reinterpret_cast<unsigned long long*>(output[8]);
  *values = *values + 1;
}
