// Hosts that do not look at what a call of the runtime returned, or at what they copy.
#include "cases.h"

__global__ void count_up(int* counts) { counts[threadIdx.x] += 1; }

// missing: in line $failed returned cudaErrorInvalidValue: invalid argument.
// missing: Its direction does not fit
CASE(copies_in_the_wrong_direction, wrong_result) {
  int* counts = device<int>(4);
  int first[4] = {}, result[4] = {};
  cudaMemcpy(counts, first, sizeof first, cudaMemcpyDeviceToHost);  // $failed
  count_up<<<1, 4>>>(counts);
  cudaMemcpy(result, counts, sizeof result, cudaMemcpyHostToDevice);
  return result[0] == 1 ? 0 : 1;
}

// missing: Device 0 was current, and is the peer itself.
CASE(access_to_itself, wrong_result) {
  return cudaDeviceEnablePeerAccess(0, 0) == cudaSuccess ? 0 : 1;
}

// A program may ask for an error that it expects.
CASE(expects_the_error, passed) {
  int* counts = zeros<int>(4);
  return cudaMemcpy(counts, counts, 4, cudaMemcpyHostToHost) == cudaErrorInvalidValue ? 0
                                                                                      : 1;
}

__global__ void write_half(int* out) {
  if (threadIdx.x < 2) out[threadIdx.x] = 1;
}

// missing: sees out[2], which nothing had written before
CASE(copies_what_nothing_wrote, advice uninitialized_read) {
  int* out = device<int>(4);
  int result[4];
  write_half<<<1, 4>>>(out);
  return fetch(result, out) ? 0 : 1;
}
