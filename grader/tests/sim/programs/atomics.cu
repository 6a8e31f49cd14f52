// Atomic functions, steps that are not atomic, and loops that update a word by
// compare-and-swap and begin with an ordinary read of it.
#include "cases.h"

__global__ void race_to(int* first) { atomicCAS(first, 0, 1 + blockIdx.x); }
// The result depends on the order of the blocks, and only the exit code shows it.
CASE(wrong_exit_code, wrong_result) { return run_expecting({1}, race_to, 4, 1); }

__device__ int next;

__global__ void draw_in_two_steps(int* out, int items) {
  const int index = next;  // $read
  if (index >= items) return;
  next = index + 1;  // $written
  atomicAdd(&out[index], 1);
}
// A queue whose index is read, compared and then written: two blocks draw one item.
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

// A number and the count of its changes always belong together.
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

// The read is plain, and it reads half of the word.
CASE(and_a_plain_read, data_race) {
  Counted* words = zeros<Counted>(2);
  return run(change, 2, 1, words, &words[1].sum);
}

__device__ unsigned long long as_bits(double value) {
  return __double_as_longlong(value);
}

__device__ void add(double* sum, double value) {
  auto* word = reinterpret_cast<unsigned long long*>(sum);
  unsigned long long seen = *word, proposed;  // $seen
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
// missing: a compare-and-swap compares what line $seen reads
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
  return run(take_once, 2, 1, zeros<int>(), zeros<int>());
}

__global__ void ticket(unsigned* next, unsigned* out) {
  const unsigned seen = *next;
  unsigned old = seen, proposed;
  do {
    proposed = old;
    old = atomicCAS(next, proposed, proposed + 1);
  } while (old != proposed);
  out[blockIdx.x] = *next;
}

// An ordinary read of the result, after the loop, is one too many.
CASE(reads_the_result, data_race) {
  return run(ticket, 2, 1, zeros<unsigned>(), zeros<unsigned>(2));
}

// Where another schedule shows that the value is used otherwise, it is a race after all.
__global__ void leaves_if_taken(int* lock, int* count) {
  const int seen = *lock;
  if (blockIdx.x == 1 && seen != 0) return;
  if (atomicCAS(lock, seen, 1) == 0) atomicAdd(count, 1);
}

CASE(another_schedule_leaves, data_race) {
  return run(leaves_if_taken, 2, 1, zeros<int>(), zeros<int>());
}
