// expect: data_race
// Two may hold it at once: it protects nothing that only one may touch.
#include <cuda/semaphore>

__device__ cuda::counting_semaphore<cuda::thread_scope_device, 2> places(2);
__device__ int counter;

__global__ void count() {
  places.acquire();
  ++counter;
  places.release();
}

int main() {
  count<<<2, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
