// expect: passed
// unsaid: uninitialized_read
// The reader takes the value before it knows whether one is there, and drops it if not:
// new memory may be looked at.
#include <cuda/atomic>

__global__ void put(int* mail, int* full) {
  cuda::atomic_ref<int, cuda::thread_scope_device> value(*mail), flag(*full);
  value.store(7, cuda::memory_order_relaxed);
  flag.store(1, cuda::memory_order_release);
}

__global__ void look(int* mail, int* full, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> value(*mail), flag(*full);
  const int there = flag.load(cuda::memory_order_acquire);
  const int taken = value.load(cuda::memory_order_relaxed);
  *out = there ? taken == 7 : 1;
}

int main() {
  int *mail, *full, *out, right = 0;
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaMalloc(&mail, sizeof(int));
  cudaMalloc(&full, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(full, 0, sizeof(int));
  cudaDeviceSynchronize();
  put<<<1, 1, 0, other>>>(mail, full);
  look<<<1, 1>>>(mail, full, out);
  cudaDeviceSynchronize();
  cudaMemcpy(&right, out, sizeof(int), cudaMemcpyDeviceToHost);
  return right == 1 ? 0 : 1;
}
