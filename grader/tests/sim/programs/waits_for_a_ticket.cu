// expect: deadlock
// missing: which stays 40, and 8, computed from it, is compared with 0 by block 0 and with
// A lock whose ticket is in some bits of a word.
#include <cuda_runtime.h>
#include <cuda/atomic>

__device__ int word = 8;

__global__ void enter() {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(word);
  const int ticket = held.fetch_add(16, cuda::memory_order_relaxed) >> 4 & 15;
  while ((held.load(cuda::memory_order_acquire) & 15) != ticket) {
  }
}

int main() {
  enter<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
