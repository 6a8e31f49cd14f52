// expect: data_race
// told: racing free
// The last of two readers frees what a third block allocated, but the count of readers
// that are done orders nothing: the other one may still read.
#include <cuda/atomic>
using Count = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ cuda::atomic<int*, cuda::thread_scope_device> shared_by_all;
__device__ int done;
__global__ void work() {
  if (blockIdx.x == 0) {
    int* made = new int[4];
    made[3] = 1;
    shared_by_all.store(made, cuda::memory_order_release);
    return;
  }
  int* seen;
  while (!(seen = shared_by_all.load(cuda::memory_order_acquire))) {
  }
  if (seen[3] != 1) __trap();
  if (Count(done).fetch_add(1, cuda::memory_order_relaxed) == 1) delete[] seen;
}
int main() {
  work<<<3, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
