// Threads change one word in two steps, or by an atomic whose scope leaves the other
// thread out: the report says which atomic operation does both in one step.  Writes of
// equal values race only by the letter of the rules.
#include <cuda/atomic>

#include "cases.h"

__global__ void add(int* sum) { *sum += threadIdx.x; }

// All threads add to one word, in one line: no barrier is missing.
// missing: come between them.  atomicAdd does both in one step.  If only one thread of a block
CASE(of_all_threads, data_race) { return run(add, 2, 4, zeros<int>()); }

__global__ void draw(int* next, int total, int* drawn) {
  const int mine = *next;  // $looks_for_its_own
  if (mine >= total) return;
  *next = mine + 1;  // $moves_it_on
  drawn[mine] = 1;
}

// With a barrier between the two lines, all threads of the block would draw the same.
// missing: The read in line $looks_for_its_own and the write in line $moves_it_on are two steps
// unsaid: __syncthreads()
CASE(in_two_lines_of_a_block, data_race) {
  return run(draw, 1, 2, zeros<int>(), 2, device<int>(2));
}

__global__ void scale(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = 3 * data[i] + 1;
}

// Each block works on all elements; the only `+=` in the line is the loop's.
// missing: both came to data[0]: if each element is meant for one thread alone, correct the
// missing: one atomic operation must read and write it in one step
// unsaid: atomicAdd does both
CASE(of_elements_in_two_hands, data_race) {
  int* data = device<int>(4);
  cudaMemset(data, 0, 4 * sizeof(int));
  return run(scale, 2, 2, data, 4);
}

__global__ void mark(char* marks) { marks[3]++; }

// Two threads count in one byte, for which CUDA has no atomicAdd.
// missing: CUDA has none for a single byte
// unsaid: atomicAdd does both
CASE(of_one_byte, data_race) { return run(mark, 2, 1, zeros<char>(64)); }

__device__ unsigned mask = 15;

__global__ void leave() { mask &= ~(1u << blockIdx.x); }

// missing: come between them.  atomicAnd does both in one step.
// unsaid: correct the condition
CASE(of_a_mask, data_race) { return run(leave, 2, 1); }

__device__ int visitors, most;

__global__ void visit() {
  const int mine = atomicAdd(&visitors, 1) + 1;
  if (most < mine) most = mine;  // $maximum
  atomicSub(&visitors, 1);
}

// The atomicAdd before the line is no lock, although both kernels have passed it.
// missing: The read and the write in line $maximum are two steps
// unsaid: a lock must admit
CASE(of_a_maximum, data_race) {
  for (int i = 0; i < 2; ++i) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    visit<<<1, 1, 0, stream>>>();
  }
  return finish();
}

__device__ int left = 8, rest[2];

__global__ void take() {
  int seen = left;  // $look
  for (int tries = 0; seen > 0 && tries < 4; ++tries) {
    const int half = (seen + 1) / 2;
    const int found = atomicCAS(&left, seen, seen - half);
    if (found == seen) break;
    seen = found;
  }
  rest[blockIdx.x] = seen;
}

// Blocks take from what is left, and look at it with an ordinary read while others take:
// a race by the letter of the rules.
// command: --strict
// missing: The read in line $look is ordinary, neither atomic nor volatile, and the atomicCAS in
// missing: read through a volatile pointer or, if that line also changes the word,
CASE(beside_an_ordinary_read, data_race) { return run(take, 2, 1); }

__device__ int came;

__global__ void count_and_look(int* last) {
  atomicAdd(&came, 1);                        // $came
  last[blockIdx.x] = came == int(gridDim.x);  // $read_back
}

// A thread uses the count that it reads, not the one that its atomicAdd returns.
// missing: The write in line $came and the read in line $read_back are two steps, and the
// missing: Go by what the atomicAdd in line $came returns,
// unsaid: volatile pointer
CASE(read_back, data_race) { return run(count_and_look, 2, 1, device<int>(2)); }

__global__ void count_in_a_thread(int* counter) {
  cuda::atomic_ref<int, cuda::thread_scope_thread>(*counter).fetch_add(1);
}

// An atomic of thread scope is not atomic for other threads.
CASE(by_an_atomic_of_thread_scope, data_race) {
  return run(count_in_a_thread, 1, 2, zeros<int>());
}

__global__ void count_in_a_block(int* counter) { atomicAdd_block(counter, 1); }

// Two blocks count with an atomic of block scope.
// missing: has block scope, but the other thread is in block
CASE(by_an_atomic_of_block_scope, data_race) {
  return run(count_in_a_block, 2, 1, zeros<int>());
}

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

// Every block writes the total, not only the last one.  No block may wait for another.
// missing: both run line $total and write the same word.  If only one is meant to
CASE(every_block_writes_the_total, data_race) { return run(total, 3, 1, device<int>()); }
