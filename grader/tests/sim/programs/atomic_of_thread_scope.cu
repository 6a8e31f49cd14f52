// expect: data_race
// An atomic of the scope of a thread is atomic for nobody else.
#include <cuda/atomic>

__global__ void count(int* counter) {
  cuda::atomic_ref<int, cuda::thread_scope_thread>(*counter).fetch_add(1);
}

int main() {
  int* counter;
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  count<<<1, 2>>>(counter);
  return cudaDeviceSynchronize();
}
