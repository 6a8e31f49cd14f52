// expect: passed
// The function runs once a phase, after all that arrived and before all that wait.
#include <cuda/barrier>

struct Add {
  const int* from;
  int* to;
  __device__ void operator()() noexcept { *to += from[0] + from[1] + from[2]; }
};
using Barrier = cuda::barrier<cuda::thread_scope_device, Add>;

__global__ void prepare(Barrier* barrier, const int* from, int* to) {
  *to = 0;
  init(barrier, 3, Add{from, to});
}

__global__ void add(Barrier* barrier, int* from, const int* to, int* seen) {
  for (int round = 1; round <= 2; ++round) {
    from[blockIdx.x] = round;
    barrier->arrive_and_wait();
    seen[blockIdx.x] = *to;
  }
}

int main() {
  Barrier* barrier;
  int *words, seen[3];
  cudaMalloc(&barrier, sizeof *barrier);
  cudaMalloc(&words, 7 * sizeof(int));
  prepare<<<1, 1>>>(barrier, words, words + 3);
  add<<<3, 1>>>(barrier, words, words + 3, words + 4);
  cudaMemcpy(seen, words + 4, sizeof seen, cudaMemcpyDeviceToHost);
  return seen[0] == 9 && seen[1] == 9 && seen[2] == 9 ? 0 : 1;
}
