// Large allocations: what is not written takes no memory of the machine, and what is
// freed takes none either.
#include "cases.h"

constexpr size_t kGibibyte = 1ull << 30;

__global__ void set(int* p, size_t step) { p[threadIdx.x * step] = threadIdx.x + 1; }

// Thirty gibibytes, of which the device never holds more than one; what is allocated next
// is not touched by what was filled or written before.
// schedules: 3
CASE(allocated_again, passed) {
  constexpr size_t kStep = kGibibyte / sizeof(int) / 256;
  for (int round = 0; round < 30; ++round) {
    int* data;
    if (cudaMalloc(&data, kGibibyte) != cudaSuccess) return 1;
    if (round % 3 == 0) cudaMemset(data, 0, kGibibyte);
    if (run(set, 1, 256, data, kStep) || !holds(data + 77 * kStep, {78})) return 2;
    cudaFree(data);
  }
  return 0;
}

// cudaFreeAsync is ordered with every use of the memory.
// schedules: 3
CASE(freed_in_stream_order, passed) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int round = 0; round < 4; ++round) {
    int* data;
    if (cudaMallocAsync(&data, 5 * kGibibyte, stream) != cudaSuccess) return 1;
    set<<<1, 64, 0, stream>>>(data, 1 << 24);
    cudaFreeAsync(data, stream);
    if (cudaStreamSynchronize(stream) != cudaSuccess) return 2;
  }
  return 0;
}

__global__ void set_one(char* p, size_t at) { p[at] = 1; }

// One stream fills three gibibytes, and a kernel in another writes one of the bytes.
// missing: cudaMemsetAsync
CASE(filled_beside_a_write, data_race) {
  char* data;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&data, 3 * kGibibyte);
  cudaMemsetAsync(data, 0, 3 * kGibibyte, first);
  set_one<<<1, 1, 0, second>>>(data, 493827156);
  return finish();
}

// missing: at byte 3221225472 of data
CASE(past_the_end, bad_access) {
  char* data;
  cudaMalloc(&data, 3 * kGibibyte);
  return run(set_one, 1, 1, data, 3 * kGibibyte);
}

__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

// A word that nothing has written is found as in a small allocation, and has the same
// value in every schedule.
// missing: which nothing had written before
CASE(read_before_it_is_written, advice uninitialized_read) {
  int *large, *small = device<int>(16), found[2];
  cudaMalloc(&large, 3 * kGibibyte);
  copy<<<1, 1>>>(large + (1ull << 29), small);
  copy<<<1, 1>>>(small + 8, small + 1);
  return fetch(found, small) && found[0] == found[1] ? 0 : 1;
}

// The kernel reads megabytes that were freed before it was launched.
CASE(read_after_free, bad_access) {
  constexpr int kWords = 1 << 19;
  int *in = zeros<int>(kWords), *out = device<int>(kWords);
  cudaFree(in);
  return run(copy, 1, 1024, in, out);
}

__global__ void add(unsigned char* filled, size_t step) {
  filled[threadIdx.x * step + 5] += threadIdx.x;
}
// More memory than the machine may have: where it is not filled, every byte is as in a
// small allocation.
// schedules: 3
CASE(used_in_part, passed) {
  constexpr size_t kBytes = 6 * kGibibyte, kThreads = 512, kStep = kBytes / kThreads;
  size_t available, total;
  cudaMemGetInfo(&available, &total);
  if (available != total || total < 2 * kBytes) return 1;
  unsigned char *filled, *fresh;
  if (cudaMalloc(&filled, kBytes) != cudaSuccess) return 2;
  if (cudaMalloc(&fresh, kBytes) != cudaSuccess) return 3;
  if (cudaMalloc(&fresh, kBytes) != cudaErrorMemoryAllocation) return 4;
  cudaMemGetInfo(&available, &total);
  if (total - available != 2 * kBytes) return 5;
  cudaMemset(filled, 7, 16);
  cudaMemset(filled + 16, 0, kBytes - 16);
  if (run(add, 1, kThreads, filled, kStep) != 0) return 6;
  for (const int i : {0, 1, 255, 511}) {
    unsigned char found[16];
    fetch(found, filled + i * kStep);
    for (int k = 0; k < 16; ++k)
      if (found[k] != (i == 0 ? 7 : k == 5 ? i % 256 : 0)) return 7;
  }
  return 0;
}

__global__ void increase(const int* in, int* out, int step) {
  out[threadIdx.x * step] = in[threadIdx.x * step] + 1;
}
// Memory that was freed goes back to the system; what is allocated next, and what was not
// freed, is not touched by that.
CASE(freed, passed) {
  constexpr int kWords = 1 << 18, kThreads = 32, kStep = kWords / kThreads;
  int *in = device<int>(kWords), *out;
  for (int i = 0; i < kThreads; ++i)
    cudaMemcpy(in + i * kStep, &i, sizeof i, cudaMemcpyHostToDevice);
  for (int round = 0; round < 3; ++round) {
    out = device<int>(kWords);
    if (run(increase, 1, kThreads, in, out, kStep)) return 1;
    if (!holds(out + round * kStep, {round + 1})) return 2;
    cudaFree(out);
  }
  return 0;
}
