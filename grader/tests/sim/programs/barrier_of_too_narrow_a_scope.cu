// expect: data_race
// missing: block
// The threads of two blocks meet at a barrier that orders within one.
#include <cuda/barrier>

__global__ void prepare(cuda::barrier<cuda::thread_scope_block>* barrier) {
  init(barrier, 2);
}

__global__ void exchange(cuda::barrier<cuda::thread_scope_block>* barrier, int* words,
                         int* out) {
  words[blockIdx.x] = 1;
  barrier->arrive_and_wait();
  out[blockIdx.x] = words[1 - blockIdx.x];
}

int main() {
  cuda::barrier<cuda::thread_scope_block>* barrier;
  int *words, *out;
  cudaMalloc(&barrier, sizeof *barrier);
  cudaMalloc(&words, 2 * sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  prepare<<<1, 1>>>(barrier);
  exchange<<<2, 1>>>(barrier, words, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
