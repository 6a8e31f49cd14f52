// Large allocations: what is not written takes no memory of the machine.
#include "cases.h"

constexpr size_t kGibibyte = 1ull << 30;

__global__ void set_apart(int* p, size_t step) {
  p[threadIdx.x * step] = threadIdx.x + 1;
}

// Allocates thirty gibibytes, never more than one at a time: a new allocation shows
// nothing of what was written to earlier ones.
// schedules: 3
CASE(allocated_again, passed) {
  constexpr size_t kStep = kGibibyte / sizeof(int) / 256;
  for (int round = 0; round < 30; ++round) {
    int* data;
    if (cudaMalloc(&data, kGibibyte) != cudaSuccess) return 1;
    if (round % 3 == 0) cudaMemset(data, 0, kGibibyte);
    if (run(set_apart, 1, 256, data, kStep) || !holds(data + 77 * kStep, {78})) return 2;
    cudaFree(data);
  }
  return 0;
}

__global__ void set_one(char* p, size_t at) { p[at] = 1; }

// One stream fills three gibibytes, and a kernel in another writes one of the bytes.
// missing: cudaMemsetAsync
CASE(filled_beside_a_write, data_race) {
  char* data;
  const auto [first, second] = Streams();
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

// A read of unwritten memory is reported, and finds the same value in every schedule.
// missing: which nothing had written before
CASE(read_before_it_is_written, advice uninitialized_read) {
  int *large, *small = device<int>(16), found[2];
  cudaMalloc(&large, 3 * kGibibyte);
  copy<<<1, 1>>>(large + (1ull << 29), small);
  copy<<<1, 1>>>(small + 8, small + 1);
  return fetch(found, small) && found[0] == found[1] ? 0 : 1;
}
