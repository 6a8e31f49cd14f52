// Many threads, launches or steps: what makes progress may go on, and what does not ends.
#include "cases.h"

__global__ void loop_forever(unsigned x) {
  while (x != 0) x = x * 2 + 1;
}
// A loop that reads nothing.
// missing: read the word anew each time
CASE(endless_loop, no_progress) { return run(loop_forever, 1, 1, 1u); }

__device__ unsigned counted;

__global__ void be_busy() {
  for (int i = 0; i < 160000; ++i) atomicAdd(&counted, 1);
}
// The threads end one after another, each after far more steps than the average allows.
// schedules: 1
// command: --sms 1
CASE(long_kernel, passed) { return run(be_busy, 24, 1); }

__global__ void mark(char* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// A million threads need memory only for the resident blocks.
// schedules: 3
CASE(million_threads, passed) {
  static char marks[4000 * 250];
  char* out = device<char>(sizeof marks);
  mark<<<4000, 250>>>(out);
  fetch(marks, out);
  for (const char each : marks)
    if (each != 1) return 1;
  return 0;
}

__global__ void sum_up(const int* a, const int* b, int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] = a[i] + b[i];
}
// No effect depends on the schedule, so more schedules show nothing more.
// missing: "exhaustive":true
// missing: "schedules":3
CASE(threads_that_have_nothing_in_common, passed) {
  const int *a = zeros<int>(256), *b = zeros<int>(256);
  return run(sum_up, 4, 64, a, b, device<int>(256));
}

__global__ void add_up(int* sum) { atomicAdd(sum, 1); }
// unsaid: "schedules":3,
CASE(threads_that_add_to_one_word, passed) { return run(add_up, 4, 64, zeros<int>()); }

__global__ void say_hello() { printf("block %u\n", blockIdx.x); }
// unsaid: "schedules":3,
CASE(blocks_that_print, advice output_differs) { return run(say_hello, 3, 1); }

__global__ void go_through(int* p) {
  for (long i = 0; i < 100'000'000'000; ++i) p[blockIdx.x * 64 + i % 64] = i;
}
// The report says where the program was when its time was over.
// command: --budget 1
// missing: The kernel go_through was running: 0 of its 2 blocks had ended.
CASE(much_to_do, timeout) {
  go_through<<<2, 1>>>(device<int>(128));
  return finish();
}

// The simulator tells nearly two million steps from a hang; it keeps only the last ones.
__global__ void update(unsigned* table, unsigned rounds) {
  unsigned random = threadIdx.x * 2654435761u + 1;
  for (unsigned i = 0; i < rounds; ++i) {
    random = random * 1664525u + 1013904223u;
    atomicXor(&table[random >> 14], random);
  }
}

// For a long time no thread ends, but the threads reach many words of a large table.
// schedules: 1
CASE(atomics_all_over_a_table, passed) {
  return run(update, 1, 4, zeros<unsigned>(1 << 18), 450000);
}

__global__ void sum(const int* values, int* sums, int rounds) {
  __shared__ int own[256];
  own[threadIdx.x] = 0;
  for (int i = 0; i < rounds; ++i) own[threadIdx.x] += values[(i + threadIdx.x) % 256];
  if (blockIdx.x == 1) {
    if (threadIdx.x == 7) sums[0] = own[7];
    if (threadIdx.x == 8) sums[0] += own[8];
  }
}

// schedules: 1
// missing: No __syncthreads() that both threads reach lies between
// told: racing write sums
// unsaid: racing cudaMemcpy
CASE(before_a_race, data_race) {
  int zeros[256] = {};
  int* values = device<int>(256);
  int* sums;
  cudaMalloc(&sums, sizeof(int));
  cudaMemcpy(values, zeros, sizeof zeros, cudaMemcpyHostToDevice);
  return run(sum, 2, 256, values, sums, 1400);
}
