// expect: api_error
// missing: relaxed, release or seq_cst
// A store with acq_rel: in C++ that is undefined, and CUDA's headers assert that nobody
// does it.
#include <cuda/atomic>

__global__ void signal(int* word) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*word);
  flag.store(1, cuda::memory_order_acq_rel);
}

int main() {
  int* word;
  cudaMalloc(&word, sizeof(int));
  cudaMemset(word, 0, sizeof(int));
  signal<<<1, 1>>>(word);
  return cudaDeviceSynchronize() != cudaSuccess;
}
