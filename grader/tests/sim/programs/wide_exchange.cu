// Atomic operations of sixteen bytes at once.
#include "cases.h"

struct alignas(16) Counted {
  unsigned long long sum, changes;
};

__global__ void add(Counted* word, Counted* seen) {
  Counted old = atomicExch(seen + blockIdx.x, Counted{0, 0});
  Counted now = atomicCAS(word, old, old);
  do {
    old = now;
    now = atomicCAS(word, old, Counted{old.sum + 5, old.changes + 1});
  } while (now.sum != old.sum || now.changes != old.changes);
  atomicExch_block(seen + blockIdx.x, old);
  atomicCAS_system(seen + blockIdx.x, old, Counted{old.sum, 1});
}

// A number and how often it was changed never part.
CASE(alone, passed) {
  Counted *words = zeros<Counted>(3), result[3];
  add<<<2, 1>>>(words, words + 1);
  if (!fetch(result, words) || result[0].sum != 10 || result[0].changes != 2) return 1;
  if (result[1].sum + result[2].sum != 5) return 2;
  return result[1].changes == 1 && result[2].changes == 1 ? 0 : 3;
}

__global__ void change(Counted* word, unsigned long long* out) {
  if (blockIdx.x == 0)
    atomicExch(word, Counted{1, 1});
  else
    *out = word->changes;
}

// The read is plain and of half of the word.
CASE(and_a_plain_read, data_race) {
  Counted* words = zeros<Counted>(2);
  return run(change, 2, 1, words, &words[1].sum);
}
