// expect: passed
// The host polls a flag in its own memory; the kernel fences for the system.
#include <atomic>
#include <cstdio>

// [kernel]
__global__ void send(int* message, volatile int* flag) {
  *message = 42;
  __threadfence_system();
  *flag = 1;
}
// [kernel]

int main() {
  int *message, *flag;
  cudaHostAlloc(&message, sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
  *message = *flag = 0;
  // [host]
  send<<<1, 1>>>(message, flag);
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  std::atomic_thread_fence(std::memory_order_acquire);
  std::printf("%d\n", *message);  // No synchronize call: the kernel may still run.
  // [host]
  cudaDeviceSynchronize();
  cudaFreeHost(message);
  cudaFreeHost(flag);
}
