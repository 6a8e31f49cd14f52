// expect: passed
// The host waits on a condition variable for a host function of a stream.
#include <cuda_runtime.h>

#include <condition_variable>
#include <mutex>

__global__ void fill(int* values) { values[threadIdx.x] = 1; }

std::mutex mutex;
std::condition_variable changed;
bool done = false;

void CUDART_CB tell(void*) {
  const std::lock_guard<std::mutex> lock(mutex);
  done = true;
  changed.notify_one();
}

int main() {
  int *values, sum = 0;
  cudaMallocHost(&values, 32 * sizeof *values);
  fill<<<1, 32>>>(values);
  cudaLaunchHostFunc(0, tell, nullptr);
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return done; });
  }
  if (cudaStreamSynchronize(0) != cudaSuccess) return 1;
  for (int i = 0; i < 32; ++i) sum += values[i];
  return sum == 32 ? 0 : 2;
}
