// Two threads write a word each and then read the other's.  What orders a write before a
// later read of another word is a fence.sc alone: without it both may read 0.
#include <cuda/atomic>

#include "cases.h"

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int word[2];
__device__ cuda::atomic<int, cuda::thread_scope_device> atomic_word[2];

enum Way { plain, fenced, by_default, seq_cst };

template <Way way>
__global__ void cross(int* seen) {
  const int me = blockIdx.x;
  volatile int* const words = word;
  if (way == by_default) {
    atomic_word[me] = 1;
    seen[me] = atomic_word[1 - me];
  } else if (way == seq_cst) {
    Word(word[me]).store(1);
    seen[me] = Word(word[1 - me]).load();
  } else {
    words[me] = 1;
    if (way == fenced) __threadfence();
    seen[me] = words[1 - me];
  }
}

int neither(const int* seen) {
  int result[2];
  return !fetch(result, seen) || (result[0] == 0 && result[1] == 0);
}

template <Way way>
int between_blocks() {
  int* seen = device<int>(2);
  cross<way><<<2, 1>>>(seen);
  return neither(seen);
}

CASE(without_fences, stale_value) { return between_blocks<plain>(); }

CASE(with_fences, passed) { return between_blocks<fenced>(); }

CASE(default_order, passed) { return between_blocks<by_default>(); }

CASE(sequentially_consistent, passed) { return between_blocks<seq_cst>(); }

__global__ void cross_in_a_block(int* seen) {
  __shared__ volatile int words[2];
  const int me = threadIdx.x;
  words[me] = 0;
  __syncthreads();
  words[me] = 1;
  __threadfence_block();
  seen[me] = words[1 - me];
}

CASE(in_a_block, passed) {
  int* seen = device<int>(2);
  cross_in_a_block<<<1, 2>>>(seen);
  return neither(seen);
}

template <bool system>
__global__ void cross_devices(volatile int* mine, volatile int* other, int* seen) {
  *mine = 1;
  system ? __threadfence_system() : __threadfence();
  *seen = *other;
}

template <bool system>
int between_devices() {
  int* words = pinned<int>(2);
  int* seen = pinned<int>(2);
  words[0] = words[1] = 0;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cross_devices<system><<<1, 1>>>(words + device, words + 1 - device, seen + device);
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaDeviceSynchronize();
  }
  return seen[0] == 0 && seen[1] == 0;
}

// A fence of device scope is in no order with the other device's.
CASE(two_devices, stale_value) { return between_devices<false>(); }

CASE(two_devices_with_fences_of_the_system, passed) { return between_devices<true>(); }
