// Accesses outside of an allocation, a variable or the stack.
#include <cuda_fp16.h>

#include "cases.h"

__global__ void shift_left(int* data) { data[0] = data[int(threadIdx.x) - 1]; }
// missing: Read outside every allocation: 4 bytes before the beginning of data
CASE(before_the_array, bad_access) {
  int* data = device<int>(4);
  return run(shift_left, 1, 1, data);
}

__device__ int sum_of(const int* data, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += data[i];
  return sum;
}

__global__ void sum_up(int* data) {
  data[0] = sum_of(data + 1, 4);  // $asks
}
// missing: The call in line $asks led there: what it passes may be wrong.
CASE(by_a_call, bad_access) { return run(sum_up, 1, 1, zeros<int>(4)); }

__global__ void store(__half* results) { results[40] = __float2half(1.0f); }
// The report counts the index in elements of the access's size.
// told: write results[40]
CASE(past_the_halves, bad_access) {
  __half* results = device<__half>(32);
  return run(store, 1, 1, results);
}

__device__ int table[4];

__global__ void look(int* out, int n) { out[0] = table[n]; }
// missing: past the end of
CASE(past_a_variable, bad_access) { return run(look, 1, 1, device<int>(), 4); }

struct Pair {
  int first, second;
};

template <int slots>
__global__ void put_two(int* out) {
  __shared__ Pair slot[slots];
  slot[threadIdx.x] = Pair{int(threadIdx.x), 1};
  __syncthreads();
  out[threadIdx.x] = slot[threadIdx.x].first;
}

__global__ void have_another(int* out) {
  __shared__ Pair other[1];
  other[0] = Pair{1, 2};
  out[0] = other[0].second;
}
// The compiler allows this address, and the next variable would begin there.
// told: Write past the end of shared slot
CASE(past_a_struct_array, bad_access) {
  int* out = device<int>(2);
  return run(have_another, 1, 1, out) || run(put_two<1>, 1, 2, out);
}

__device__ int deeper(int* p, int n) {
  int here[64];
  here[n % 64] = *p;
  return n < 0 ? 0 : deeper(p, n + 1) + here[(n + 1) % 64];
}

__global__ void recurse_in_the_last(int* p) {
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1) *p = deeper(p, 0);
}

// missing: Stack overflow
CASE(recursion_in_a_block, bad_access) {
  return run(recurse_in_the_last, 1, 64, zeros<int>());
}

// Not all of 20,480 threads' stacks have a guard page of their own.
// schedules: 2
// command: --sms 10
// missing: Stack overflow
CASE(recursion_beside_many, bad_access) {
  return run(recurse_in_the_last, 20, 1024, zeros<int>());
}

__global__ void set_at(int* word) { *word = 1; }

int write_between(bool near_the_second) {
  int* prefixes = device<int>(64);
  int* flags = device<int>(64);
  return run(set_at, 1, 1, near_the_second ? flags - 31 : prefixes + 64);
}

// An address between two allocations is described by the nearer one.
// missing: 124 bytes before the beginning of flags
// unsaid: of prefixes, which
CASE(before_the_second, bad_access) { return write_between(true); }

// missing: of prefixes, which
CASE(behind_the_first, bad_access) { return write_between(false); }
