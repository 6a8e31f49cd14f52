// expect: data_race
// missing: the other block sees no signal that the writing block sends after line 10
// The word has a later value than the signal, but from a block that knows nothing
// of the data.
#include <cuda/atomic>
using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ int data, flag;
__global__ void work(int* out) {
  if (blockIdx.x == 0) {
    data = 1;
    Word(flag).store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    Word(flag).store(2, cuda::memory_order_release);
  } else {
    while (Word(flag).load(cuda::memory_order_acquire) != 2) {
    }
    *out = data;
  }
}
int main() {
  int* out;
  cudaMalloc(&out, sizeof *out);
  work<<<3, 1>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
