// expect: passed
// schedules: 50
// The host waits for a host function with an atomic on its own stack, and yields: the
// device goes on meanwhile.
#include <cuda_runtime.h>
#include <atomic>
#include <thread>

__global__ void produce(int* product) { *product = 1; }

int main() {
  std::atomic<bool> over{false};
  int *product, result = 0;
  cudaMalloc(&product, sizeof(int));
  produce<<<1, 1>>>(product);
  cudaLaunchHostFunc(
      0, [](void* flag) { static_cast<std::atomic<bool>*>(flag)->store(true); }, &over);
  while (!over.load()) std::this_thread::yield();
  cudaMemcpy(&result, product, sizeof result, cudaMemcpyDeviceToHost);
  return result == 1 ? 0 : 1;
}
