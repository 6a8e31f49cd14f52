// expect: api_error
// missing: relaxed, acquire or seq_cst
// A load with release: in C++ that is undefined, and CUDA's headers assert that nobody
// does it.
#include <cuda/atomic>

__global__ void look(int* word) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*word);
  *word = flag.load(cuda::memory_order_release);
}

int main() {
  int* word;
  cudaMalloc(&word, sizeof(int));
  cudaMemset(word, 0, sizeof(int));
  look<<<1, 1>>>(word);
  return cudaDeviceSynchronize() != cudaSuccess;
}
