// Atomic functions, and steps that are not atomic.
#include "cases.h"

__global__ void race_to(int* first) { atomicCAS(first, 0, 1 + blockIdx.x); }
// Right in one order of the blocks and wrong in another: the exit code tells.
CASE(wrong_exit_code, wrong_result) { return run_expecting({1}, race_to, 4, 1); }

__device__ int next;

__global__ void draw_in_two_steps(int* out, int items) {
  const int index = next;  // $read
  if (index >= items) return;
  next = index + 1;  // $written
  atomicAdd(&out[index], 1);
}
// A queue whose index is read, looked at and then written: two blocks draw one item.
// missing: The read in line $read and the write in line $written are two steps
// missing: are two steps, and another thread may
// missing: atomicAdd if it only adds something, else atomicMax, atomicOr or atomicCAS.
// unsaid: barrier of all blocks
// unsaid: the last ticket
CASE(index_in_two_lines, data_race) {
  return run(draw_in_two_steps, 3, 1, zeros<int>(4), 4);
}

// Atomic operations of sixteen bytes at once.
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
