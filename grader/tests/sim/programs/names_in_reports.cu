// Reports name memory by the variable of the caller, and the part of it.
#include <cassert>

#include "cases.h"

template <class T>
void allocate(T*& memory, int count) {
  cudaMalloc(&memory, count * sizeof(T));
}

cudaError_t allocate_at(void** memory, size_t bytes) { return cudaMalloc(memory, bytes); }

void* allocated(int count) {
  void* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(int));
  return memory;
}

__global__ void write(int* totals, int* counts, int* limits, int which) {
  if (which == 0) totals[1] = threadIdx.x;
  if (which == 1) counts[2] = threadIdx.x;
  if (which == 2) limits[3] = threadIdx.x;
}
// Three functions allocate: for a reference, through a pointer, and to return it.
// told: write totals[1]
// missing: "location":"counts[2]"
// missing: "location":"limits[3]"
// unsaid: memory of
CASE(by_the_caller, data_race) {
  int *totals = nullptr, *counts = nullptr, *other = nullptr;
  allocate(totals, 16);
  allocate(other, 16);
  if (allocate_at((void**)&counts, 16 * sizeof(int)) != cudaSuccess) return 1;
  int* limits = static_cast<int*>(allocated(16));
  for (int which = 0; which < 3; ++which) write<<<1, 2>>>(totals, counts, limits, which);
  return finish();
}

#define cuda(call) \
  if (cuda##call != cudaSuccess) return 1

int* staging[2];

// A macro puts the names of CUDA's functions together.  The report also names the word
// that the host overwrites, not where the copy begins.
// told: write staging[1][3]
// told: cudaMemcpyAsync staging[1][3]
// unsaid: memory of
CASE(through_a_macro, data_race) {
  constexpr int kCount = 1024, kBytes = kCount * sizeof(int);
  int* device = nullptr;
  cuda(Malloc(&device, kBytes));
  cuda(HostAlloc((void**)&staging[0], kBytes, cudaHostAllocDefault));
  cuda(HostAlloc((void**)&staging[1], kBytes, cudaHostAllocDefault));
  for (int i = 0; i < kCount; ++i) staging[0][i] = staging[1][i] = i;
  cuda(MemcpyAsync(device, staging[0], kBytes, cudaMemcpyHostToDevice));
  cuda(MemcpyAsync(device, staging[1], kBytes, cudaMemcpyHostToDevice));
  staging[1][3] = 7;
  return finish();
}

__global__ void share() {
  __shared__ int* shared;
  if (threadIdx.x == 0) {
    int* scratch = static_cast<int*>(malloc(16 * sizeof(int)));
    shared = scratch;
  }
  __syncthreads();
  shared[3] = threadIdx.x;
}
// Memory that a kernel allocates has the name of the variable that received it.
// told: write scratch[3]
// unsaid: memory of
CASE(device_heap, data_race) { return run(share, 1, 2); }

struct Base {
  int base;
};
struct Queue : Base {
  int head;
  unsigned long long tail;
  float slots[4];
};
struct alignas(128) Line {
  int bits : 3;
  static int not_a_part;
  union {
    int either;
    float or_this;
  };
  Queue queue;
};
__device__ Line lines[3];

__global__ void write_a_part() {
  if (threadIdx.x == 0) lines[1].queue.slots[2] = 1;
}
// The parts of a variable go by their names, also in a base class.
// command: --strict
// told: lines[1].queue.slots[2]
CASE(part_of_a_record, data_race) { return run(write_a_part, 2, 1); }

extern __shared__ float tile[];

__global__ void read_tile(float* out) {
  tile[threadIdx.x] = 1;
  if (threadIdx.x == 0) *out = tile[3];
}
// The launch gives the array's size.
// told: read dynamic shared memory[3]
CASE(dynamic_shared_memory, data_race) {
  read_tile<<<1, 8, 8 * sizeof(float)>>>(device<float>());
  return finish();
}

__global__ void read_sums(int* out) {
  __shared__ int sums[2][8];
  sums[threadIdx.x / 8][threadIdx.x % 8] = 1;
  if (threadIdx.x == 0) *out = sums[1][3];
}
// An element of an array is named with all its indices.
// told: shared sums[1][3]
CASE(shared_array, data_race) { return run(read_sums, 1, 16, device<int>()); }

__device__ volatile signed char state = -1;

__global__ void wait_for_five() {
  while (state != 5) continue;  // $wait
}
// A byte that holds -1 is compared as an int: nothing is computed from it.
// missing: in line $wait on state, which stays 255 and is compared, as 4294967295 (-1), with 5
// unsaid: computed
CASE(byte_below_zero, deadlock) { return run(wait_for_five, 1, 1); }

__device__ unsigned mask;
__device__ int left = 2;

__global__ void enter(unsigned bit) {
  const unsigned before = atomicOr(&mask, bit);
  atomicSub(&left, 1);
  assert(before == 0);
}
// A mask is told in hexadecimal, and an atomic operation with the value that it writes.
// told: atomicOr mask, 0 -> 0x4
// told: atomicOr mask, 0x4 -> 0x14
// told: atomicSub left, 2 -> 1
CASE(bits_of_a_mask, crashed) {
  enter<<<1, 1>>>(0x4);
  enter<<<1, 1>>>(0x10);
  return finish();
}
