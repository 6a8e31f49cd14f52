// Loops that update a word by compare-and-swap, and begin with an ordinary read of it.
#include "cases.h"

__device__ unsigned long long as_bits(double value) {
  return __double_as_longlong(value);
}

__device__ void add(double* sum, double value) {
  auto* word = reinterpret_cast<unsigned long long*>(sum);
  unsigned long long seen = *word, proposed;  // $read
  do {
    proposed = seen;
    seen = atomicCAS(word, proposed, as_bits(__longlong_as_double(proposed) + value));
  } while (seen != proposed);
}

__global__ void count(double* sum) { add(sum, 1.0); }

int sums() {
  double* sum = zeros<double>();
  double result[1];
  count<<<2, 2>>>(sum);
  return !fetch(result, sum) || result[0] != 4.0;
}

// An old value only makes the first swap fail.
// missing: a compare-and-swap compares what line $read reads
CASE(only_proposes, advice plain_proposal) { return sums(); }

// command: --strict
CASE(by_the_letter, data_race) { return sums(); }

// The value that is read decides whether there is a swap at all.
__global__ void take_once(int* owner, int* entries) {
  int seen = *owner;
  if (seen == 0 && atomicCAS(owner, seen, 1) == 0) {
    ++*entries;
    *owner = 0;
  }
}

CASE(decides_by_it, data_race) {
  take_once<<<2, 1>>>(zeros<int>(), zeros<int>());
  return finish();
}

// The sum is returned as it was read, before the swap.
__global__ void ticket(unsigned* next, unsigned* out) {
  const unsigned seen = *next;
  unsigned old = seen, proposed;
  do {
    proposed = old;
    old = atomicCAS(next, proposed, proposed + 1);
  } while (old != proposed);
  out[blockIdx.x] = *next;
}

// A second ordinary read, of the result, is one too many.
CASE(reads_the_result, data_race) {
  ticket<<<2, 1>>>(zeros<unsigned>(), zeros<unsigned>(2));
  return finish();
}

// Where another schedule shows that the value is used otherwise, it is a race after all.
__global__ void leaves_if_taken(int* lock, int* count) {
  const int seen = *lock;
  if (blockIdx.x == 1 && seen != 0) return;
  if (atomicCAS(lock, seen, 1) == 0) atomicAdd(count, 1);
}

CASE(another_schedule_leaves, data_race) {
  leaves_if_taken<<<2, 1>>>(zeros<int>(), zeros<int>());
  return finish();
}
