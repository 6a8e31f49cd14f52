// expect: passed
// Who unlocks by a store need not fear the exchanges of those who wait: one that the
// store wipes out has seen the lock taken, and is made again.
#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ unsigned lock, inside, seats;

__global__ void enter(int* wrong) {
  while (Word(lock).exchange(1, cuda::memory_order_acquire) != 0) {
  }
  if (inside != 0) *wrong = 1;
  inside = 1;
  seats = seats + 1;
  inside = 0;
  Word(lock).store(0, cuda::memory_order_release);
}

int main() {
  int* wrong;
  cudaMallocHost(&wrong, sizeof *wrong);
  *wrong = 0;
  enter<<<3, 1>>>(wrong);
  cudaDeviceSynchronize();
  unsigned taken = 0;
  cudaMemcpyFromSymbol(&taken, seats, sizeof taken);
  return *wrong == 0 && taken == 3 ? 0 : 1;
}
