// Threads write the same word without an order between them: with equal values that is a
// race by the letter, and what people write.
#include "cases.h"

__global__ void find(int* found) { *found = 7; }  // $find

// missing: Both write the same value.
// missing: both run line $find and write the same word.
// unsaid: a lock
// missing: let one thread write it
CASE(by_all_threads, advice equal_writes) { return run(find, 2, 32, device<int>()); }

// The letter of the rules knows no exception for equal values.
// command: --strict
// missing: Both write the same value.
// missing: "strict":true
CASE(by_all_threads_strict, data_race) { return run(find, 2, 32, device<int>()); }

__global__ void flag_and_read(int* flag, int* out) {
  if (blockIdx.x < 2)
    *flag = 1;
  else
    *out = *flag;
}

// The writers agree, but the reader waits for none of them.
CASE(and_a_reader, data_race) {
  return run(flag_and_read, 3, 1, zeros<int>(), device<int>());
}

__global__ void write_twice(int* word) {
  for (int i = 0; i < 2; ++i) *word = i == 0 ? 7 : static_cast<int>(blockIdx.x);
}

// The two blocks write equal values at first, and different ones afterwards.
CASE(at_first, data_race) { return run(write_twice, 2, 1, device<int>()); }

__device__ int counter;

__global__ void total(int* out) {
  __threadfence();
  const int before = atomicAdd(&counter, 1);
  *out = before;  // $total
}

// Every block writes the total, not the last one alone.  None may wait for another.
// missing: both run line $total and write the same word.  If only one is meant to
CASE(every_block_writes_the_total, data_race) { return run(total, 3, 1, device<int>()); }
