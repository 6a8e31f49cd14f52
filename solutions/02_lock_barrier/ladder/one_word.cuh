// For rungs of this ladder: a barrier at one word, at which nobody looks before it can be
// time.

#pragma once

#include <cuda_runtime.h>

#include <cuda/atomic>

#include "pause.cuh"

// The calling block arrives at the word, and waits for all others.
__device__ inline void meetAtOneWord(unsigned* mutex, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> arrived(*mutex);
    // Release: the block's writes, then its arrival.  Pairs with A.
    arrived.fetch_add(1, cuda::memory_order_release);
    // The way to the word, and the additions that stand in line there.
    pauseFor(220 + blocks - blocks / 8);
    // A.  Acquire: all arrivals, then what the block reads next.
    while (int(arrived.load(cuda::memory_order_acquire) - goal) < 0) {
    }
  }
  __syncthreads();  // The block waits for thread 0, and what A orders holds for all.
}
